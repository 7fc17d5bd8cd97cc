// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Causes each error of the manual pages. test_errnos.py compares the list with the pages.
 *
 *	errnos --list			prints PAGE ERRNO NAME OPTIONS of each case; OPTIONS are for
 * softmlx5 errnos PAGE ERRNO NAME		runs a case; prints its errno
 * softmlx5 errnos --plain		runs all that need no options; prints those that failed
 */
#include "errnos.h"

struct pair pair;
struct mlx5sig_qp *qp;
struct mlx5sig_mkey *key;
struct ibv_mr *mr;
struct ibv_sge sge;

/*
 * Out of memory: the next allocation of the library fails. It is recognised by the caller's
 * address, since the library is linked into the program.
 */
extern void *__libc_calloc(size_t num, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern char __executable_start, etext;

bool is_out_of_memory;

static bool is_failing(const void *caller)
{
	return is_out_of_memory && (const char *)caller >= &__executable_start &&
	       (const char *)caller < &etext;
}

void *calloc(size_t count, size_t size)
{
	errno = ENOMEM;
	return is_failing(__builtin_return_address(0)) ? NULL : __libc_calloc(count, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
	errno = ENOMEM;
	return is_failing(__builtin_return_address(0)) ? NULL : __libc_memalign(alignment, size);
}

/* The errno value of a function that returns a pointer. */
int told(const void *made)
{
	return made ? 0 : errno;
}

struct mlx5sig_mkey *make_key(uint32_t flags, uint16_t entries)
{
	struct mlx5sig_mkey_init_attr attr = { .pd = pair.pd, .create_flags = flags,
					       .max_entries = entries };

	return mlx5sig_create_mkey(&attr);
}

static void open_all(bool with_pipelining)
{
	pair_open(&pair, with_pipelining);
	qp = pair.side[0].qp;
	pair_memory(&pair, 8192, &mr);
	sge = (struct ibv_sge) { .addr = (uintptr_t)mr->addr, .length = 512, .lkey = mr->lkey };
	key = make_key(SIGNED, 4);
}

static const char *name_of(int err)
{
	static char name[32];

	snprintf(name, sizeof(name), "%s%s", err < 0 ? "-" : "",
		 err ? strerrorname_np(err < 0 ? -err : err) : "success");
	return name;
}

/*
 * Returns whether a case needs no other device, and no malloc() of its own, which valgrind
 * replaces.
 */
static bool is_plain(const struct errno_case *c)
{
	return !c->options[0] && !strstr(c->name, "memory");
}

static int run(const struct errno_case *c)
{
	int err;

	if (strcmp(c->options, NO_DEVX))
		open_all(!strcmp(c->options, "--pipelining"));
	err = c->run();
	is_out_of_memory = false;
	return err;
}

int main(int argc, char **argv)
{
	static const struct errno_case *const all[] = {
		devices_cases, queues_cases, keys_cases, requests_cases, signatures_cases };
	const struct errno_case *c;
	unsigned int num = 0, i;
	int err;

	for (i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		for (c = all[i]; c->page; c++) {
			if (argc == 2 && !strcmp(argv[1], "--plain")) {
				err = is_plain(c) ? run(c) : c->err;
				num += is_plain(c);
				if (err != c->err)
					printf("%s %s: %s\n", c->page, c->name, name_of(err));
			} else if (argc == 2) {
				printf("%s %s %s %s\n", c->page, name_of(c->err), c->name,
				       c->options);
			} else if (argc == 4 && !strcmp(argv[1], c->page) &&
				   !strcmp(argv[3], c->name) &&
				   !strcmp(argv[2], name_of(c->err))) {
				printf("%s\n", name_of(run(c)));
				return 0;
			}
		}
	}
	if (num)
		printf("%u cases\n", num);
	return argc == 2 ? 0 : 2;
}
