#include "hostile.h"
void do_ioctls(struct world *world, struct source *src) { (void)world; (void)src; }
int run_cases(struct world *world) { (void)world; return 0; }
