/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Cases of errors (devices.c, queues.c, keys.c, requests.c, signatures.c), and shared declarations.
 */
#ifndef TESTS_RUNTIME_ERRNOS_H
#define TESTS_RUNTIME_ERRNOS_H

#include "../../../../examples/pair.h"

#include "qp.h"

#define SIGNED \
	(MLX5SIG_MKEY_INIT_ATTR_FLAGS_INDIRECT | MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE)
#define UNKNOWN 0x80000000u

/* libmlx5 requests DEVX; if the kernel refuses that, only ibv_open_device() returns a context. */
#define NO_DEVX "--cap log_max_uctx=0"

struct errno_case {
	const char *page;
	int err;
	const char *name, *options;	/* @options: of softmlx5 */
	int (*run)(void);
};

#define CASE(page, err, run, options) { page, err, #run, options, run }

/* Each ends with a case without a page. */
extern const struct errno_case devices_cases[], queues_cases[], keys_cases[], requests_cases[],
	signatures_cases[];

/* Objects that exist when a case runs (main.c). */

extern struct pair pair;
extern struct mlx5sig_qp *qp;
extern struct mlx5sig_mkey *key;
extern struct ibv_mr *mr;
extern struct ibv_sge sge;
extern bool is_out_of_memory;	/* the next allocation of the library fails */

/* The errno value of a function that returns a pointer. */
int told(const void *made);
struct mlx5sig_mkey *make_key(uint32_t flags, uint16_t entries);

/*
 * Devices of the caller, which refuse (devices.c).
 */

extern uint8_t status_given;
extern int err_given;
extern const struct mlx5sig_devx_ops refusing;
extern _Alignas(64) uint64_t ring[64 * 8], cqes[64 * 8];
extern uint64_t record, cq_record, doorbells[64];

int refuse(void *cookie, const void *in, size_t inlen, void *out, size_t outlen);
struct mlx5sig_device *must_open_own(void);
struct mlx5sig_cq *own_cq(struct mlx5sig_device *device);
struct ibv_context *open_without_devx(void);

/*
 * A batch that fails (requests.c): begin, then the request, then end, which returns the error.
 */

void begin_post(unsigned int flags);
void begin_key(uint8_t num_setters);
int end_post(void);

#endif
