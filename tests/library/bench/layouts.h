/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * The cases of the part layouts of the benchmark: each case has three versions, in three files
 * that the compiler sees one by one.
 */
#ifndef BENCH_LAYOUTS_H
#define BENCH_LAYOUTS_H

#include "prm_bsf.h"
#include "prm_cqe.h"
#include "prm_mkey.h"
#include "prm_psv.h"
#include "prm_umr.h"

/*
 * name, what it reads, bytes that it writes.
 *
 * The cases *_fields have every field of the layout as a run-time value, in the host structure of
 * the generated headers. The others are a driver's: some values come from its own structure, the
 * others are constants.
 */
#define CASES(X)								\
	X(bsf_fields, struct prm_bsf_64_fields, 64)				\
	X(umr_ctrl_fields, struct prm_umr_ctrl_seg_fields, 48)			\
	X(mkey_fields, struct prm_mkc_fields, 64)				\
	X(set_psv_fields, struct prm_set_psv_seg_fields, 16)			\
	X(sig_err_fields, struct prm_sig_err_cqe, sizeof(struct prm_sig_err_cqe_fields)) \
	X(bsf, struct bsf_attrs, 64)						\
	X(umr_ctrl, struct umr_attrs, 48)					\
	X(mkey, struct mkey_attrs, 64)						\
	X(set_psv, struct psv_attrs, 16)					\
	X(sig_err, struct prm_sig_err_cqe, sizeof(struct sig_err))

/* The T10-DIF of a domain. */
struct t10dif_attrs {
	uint32_t psv;
	uint32_t ref_tag;
	uint16_t app_tag;
	uint8_t block;
	uint8_t guard;
	uint8_t escape;
	bool seed;
	bool inc_ref_tag;
};

struct bsf_attrs {
	struct t10dif_attrs wire, memory;
	uint8_t check_mask;
};

struct umr_attrs {
	uint64_t mkey_mask;
	uint32_t num_klm;
};

struct mkey_attrs {
	uint64_t length;
	uint32_t pd;
	uint32_t num_klm;
	uint8_t key;
	bool local_write, remote_read, remote_write, atomic;
	bool sigerr_count;
};

struct psv_attrs {
	uint32_t index;
	uint32_t ref_tag;
	uint16_t guard;
	uint16_t app_tag;
};

/* A driver's report of a signature error. */
struct sig_err {
	uint64_t expected, actual, offset;
	uint32_t mkey;
	uint16_t syndrome;
	uint8_t sig_type, domain;
};

typedef void work(void *to, const void *from);

#define DECLARE(name, from, bytes) work generated_##name, devx_##name, by_hand_##name;
CASES(DECLARE)
#undef DECLARE

/* An empty function: the cost of a call. */
work nothing;

#endif /* BENCH_LAYOUTS_H */
