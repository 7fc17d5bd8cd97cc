/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * A parsed WQE: linear copy of the ring, and pointers to its segments. Pointers of segments that the
 * opcode does not have are NULL.
 */
#ifndef SOFTMLX5_WQE_H
#define SOFTMLX5_WQE_H

#include "nic/data/stream.h"
#include "nic/queue/error.h"
#include "prm_ctrl.h"
#include "prm_eth.h"
#include "prm_mmo.h"
#include "prm_psv.h"
#include "prm_rdma.h"
#include "prm_umr.h"

#define SM_WQE_MAX 1024u		/* bytes, by ctrl.ds */

struct sm_wqe {
	uint8_t bytes[SM_WQE_MAX] __attribute__((aligned(64)));
	size_t len;			/* ctrl.ds * 16 */
	uint8_t service_type; /* enum prm_qp_service_type of the QP; set before the parsing */
	struct prm_ctrl_seg_fields ctrl;
	const struct prm_ctrl_seg *ctrl_seg;
	const struct prm_base_av *av;	/* UD, DC */
	const struct prm_grh_av *grh;	/* UD, DC; NULL without av.ext */
	const struct prm_xrc_seg *xrc;	/* XRC */
	const struct prm_eth_seg *eth;	/* SQ */
	const uint8_t *eth_inline;	/* the start of the frame, in the WQE */
	uint32_t eth_inline_len;
	const struct prm_raddr_seg *raddr;
	const struct prm_atomic_seg *atomic;
	const void *masked;		/* operands of an extended atomic, by ctrl.opmod */
	uint32_t masked_len;
	const struct prm_umr_ctrl_seg *umr;
	const struct prm_mkc *mkc;
	const uint8_t *xlt;		/* inline translations */
	uint32_t xlt_len;
	const struct prm_data_seg *xlt_pointer;	/* or their memory */
	const uint8_t *bsf;
	uint32_t bsf_len;
	const struct prm_set_psv_seg *set_psv;
	const struct prm_get_psv_seg *get_psv;
	const struct prm_mmo_metadata_seg *mmo;	/* sge[0] is its source, sge[1] the destination */
	struct sm_sge sge[SM_MAX_SGE];	/* data segments, inline ones too */
	unsigned int n_sge;
	/* For trace and strict mode: */
	struct sm_wqe_part {
		const char *layout;	/* name in the spec */
		uint16_t offset, len;
	} part[72];
	unsigned int n_parts;
};

/*
 * Finds the segments of the @len bytes in @wqe->bytes, by ctrl. SM_ERROR_NONE, or what is wrong; the
 * parts that were found before the error are listed.
 */
enum sm_error sm_wqe_parse(struct sm_wqe *wqe);
/*
 * When libmlx5 binds or invalidates a memory window, it writes only a part of the context and
 * leaves old bytes of the ring in the rest. Such a UMR has a translation offset, of 0.
 */
bool sm_is_window(const struct sm_wqe *wqe);
/* Is the list of a UMR, in the WQE or in memory, padded to 64 bytes? */
bool sm_is_padded(const struct sm_wqe *wqe);

#endif
