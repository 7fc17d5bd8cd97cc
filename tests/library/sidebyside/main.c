// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Random programs on two connected queue pairs, run by libmlx5's mlx5dv or by the library, and a
 * log of all observable results: return values, completions, CQEs, checks, events, and WQEs, a
 * digest of the memory. test_sidebyside.py compares the logs of both.
 *
 *     sidebyside mlx5dv|mlx5sig FIRST COUNT
 *
 * A program depends on its number alone. Deviations of libmlx5 from its manual pages are left out,
 * or shown as `differs REASON` instead of a value.
 */
#include "side.h"

/*
 * libmlx5 cancels by numbers of WQEs in memory that it does not clear: they would be those of the
 * program before.
 */
extern void *__libc_malloc(size_t size);

__attribute__((visibility("default"))) void *malloc(size_t size)
{
	void *made = __libc_malloc(size);

	if (made)
		memset(made, 0x5a, size);
	return made;
}

static void corrupt(void)
{
	unsigned int i, n = 1 + below(4);

	for (i = 0; i < n; i++)
		memory[below(MEMORY)] ^= (uint8_t)(1u << below(8));
}

static void fill(void)
{
	unsigned int i;
	bool is_zero = chance(50);

	for (i = 0; i < MEMORY; i++)
		memory[i] = is_zero ? 0 : (uint8_t)below(256);
}

static void step(void)
{
	struct end *e = &ends[below(num_ends)];
	uint32_t what = below(100), i;
	bool has_errors = false;

	if (what < 30)
		configure(e);
	else if (what < 59)
		transfer(e);
	else if (what < 66)
		pipeline(e);
	else if (what < 72)
		inline_transfer(e);
	else if (what < 76)
		atomic_transfer(e);
	else if (what < 86)
		corrupt();
	else if (what < 88)
		fill();
	else if (what < 96)
		check(&keys[below(KEYS)]);
	else if (what < 97)
		reset_ends();
	what = below(100);
	if (what < 5)
		configure_wrongly(e);
	else if (what < 8)
		invalidate(e);
	else if (what < 12)
		raw_wqe(e);
	else if (what < 13)
		create_wrongly();
	else if (what < 18)
		limit_shared();
	else if (what < 25)
		post_shared();

	/*
	 * Remaining completions are polled later. Errors are handled at once: first-error,
	 * reconfigured.
	 */
	for (i = 0; i < num_ends; i++)
		show_cqes(&ends[i]);
	for (i = 0; i < KEYS; i++)
		has_errors |= keys[i].errors;
	if (chance(50) || has_errors)
		settle();
	show_memory();
}

static void run(unsigned int number)
{
	unsigned int i, steps;
	bool sq_sig_all;

	rng = (number + 1) * UINT64_C(0x9e3779b97f4a7c15);
	printf("program %u\n", number);
	is_quiet = chance(15);
	is_plain = chance(60);
	is_single = sq_sig_all = chance(10);
	fill();
	num_ends = chance(30) ? MAX_ENDS : 2;
	/* Depends on the program's number, so that the other programs do not change. */
	if (number % 4 == 2)
		make_shared();
	for (i = 0; i < num_ends; i++)
		make_end(&ends[i], !is_quiet && chance(40), sq_sig_all);
	for (i = 0; i < DEKS; i++)
		make_dek(i);
	for (i = 0; i < KEYS; i++)
		make_key(&keys[i]);
	connect_ends();
	steps = 10 + below(60);
	for (i = 0; i < steps; i++)
		step();
	settle();
	show_memory();
	for (i = 0; i < num_ends; i++)
		destroy_end(&ends[i]);
	destroy_shared();
	for (i = 0; i < KEYS; i++)
		printf("destroy %d\n", side->destroy_mkey(keys[i].mkey));
	for (i = 0; i < DEKS; i++)
		must(side->destroy_dek(deks[i]), "destroy_dek");
}

static void open_device(void)
{
	struct mlx5dv_context_attr attr = { .flags = MLX5DV_CONTEXT_FLAGS_DEVX };
	struct ibv_device **list = need(ibv_get_device_list(NULL), "ibv_get_device_list");

	context = mlx5dv_open_device(need(list[0], "device"), &attr);
	need(context, "mlx5dv_open_device");
	ibv_free_device_list(list);
	pd = need(ibv_alloc_pd(context), "ibv_alloc_pd");
	memory = mmap(MEMORY_AT, MEMORY, PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
	if (memory != MEMORY_AT)
		die("mmap");
	mr = need(ibv_reg_mr(pd, memory, MEMORY, ACCESS), "ibv_reg_mr");
}

/*
 * A key for the whole run, so that the library keeps its device: it tests once whether tags can be
 * changed by creating such a key, which takes a number.
 */
static struct mlx5sig_mkey *make_first_key(void)
{
	struct mlx5sig_mkey_init_attr attr = {
		.pd = pd, .create_flags = MLX5SIG_MKEY_INIT_ATTR_FLAGS_INDIRECT |
					  MLX5SIG_MKEY_INIT_ATTR_FLAGS_UPDATE_TAG };

	if (side == &mlx5dv_side)
		must(side->destroy_mkey(need(side->create_mkey(&attr), "create_mkey")),
		     "destroy_mkey");
	return need(side->create_mkey(&attr), "create_mkey");
}

int main(int argc, char **argv)
{
	struct mlx5sig_mkey *first_key;
	unsigned int i, first, count;

	if (argc != 4)
		die("usage: sidebyside mlx5dv|mlx5sig FIRST COUNT");
	side = strcmp(argv[1], "mlx5dv") ? &mlx5sig_side : &mlx5dv_side;
	first = (unsigned int)strtoul(argv[2], NULL, 10);
	count = (unsigned int)strtoul(argv[3], NULL, 10);
	setvbuf(stdout, NULL, getenv("SIDEBYSIDE_DEBUG") ? _IOLBF : _IOFBF, 1 << 16);
	open_device();
	first_key = make_first_key();
	for (i = first; i < first + count; i++)
		run(i);
	must(side->destroy_mkey(first_key), "destroy_mkey");
	must(ibv_dereg_mr(mr), "ibv_dereg_mr");
	must(ibv_dealloc_pd(pd), "ibv_dealloc_pd");
	must(ibv_close_device(context), "ibv_close_device");
	return 0;
}
