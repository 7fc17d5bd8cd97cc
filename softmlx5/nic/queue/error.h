/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Error completions. Each error that the device raises is one value of enum sm_error; error.c has its
 * codes in the CQE, and docs/softmlx5.md their sources.
 */
#ifndef SOFTMLX5_ERROR_H
#define SOFTMLX5_ERROR_H

#include "nic/memory/mem.h"

struct sm_cq;
struct prm_err_cqe_fields;

enum sm_error {
	SM_ERROR_NONE,
	SM_ERROR_FLUSHED,

	/* A WQE that is broken. */
	SM_ERROR_SQ_GONE,
	SM_ERROR_WQE_LONG,
	SM_ERROR_DS_ZERO,
	SM_ERROR_DS_SMALL,
	SM_ERROR_DS_LARGE,
	SM_ERROR_INLINE_LONG,
	SM_ERROR_INLINE_ANSWER,
	SM_ERROR_SGE_MANY,
	SM_ERROR_ATOMIC_SIZE,
	SM_ERROR_NO_GRH_AV,
	SM_ERROR_TRANSPORT,
	SM_ERROR_OPCODE,
	SM_ERROR_MMO_KIND,
	SM_ERROR_MMO_LIST,
	SM_ERROR_MMO_LENGTH,
	SM_ERROR_WQE_QPN,
	SM_ERROR_WQE_INDEX,
	SM_ERROR_WQE_BEYOND,
	SM_ERROR_GET_PSV_COUNT,
	SM_ERROR_UMR_PADDING,
	SM_ERROR_STRICT,		/* --strict refuses it, a card may not */

	/* A request that fails on this side. */
	SM_ERROR_GATHER,	/* its own memory; with a fault */
	SM_ERROR_SCATTER,
	SM_ERROR_BSF,
	SM_ERROR_MMO_REFUSED,
	SM_ERROR_PSV,
	SM_ERROR_UMR,
	SM_ERROR_UMR_NO_KEY,
	SM_ERROR_UMR_LIST,
	SM_ERROR_INVALIDATE,	/* with a fault */
	SM_ERROR_MESSAGE_LONG,
	SM_ERROR_DATAGRAM_LONG,
	SM_ERROR_FRAME_LONG,
	SM_ERROR_FRAME_SHORT,
	SM_ERROR_FRAME_NOT_INLINE,
	SM_ERROR_NO_TIS,
	SM_ERROR_RESPONSE_LONG,

	/* A request that the peer does not complete. */
	SM_ERROR_TIMEOUT,
	SM_ERROR_SEQUENCE_NAK,
	SM_ERROR_RESPONSE_GAP,
	SM_ERROR_RNR,
	SM_ERROR_NAK_REQUEST,
	SM_ERROR_NAK_ACCESS,
	SM_ERROR_NAK_OPERATION,

	/* A request of the peer that this side refuses, or its receive. */
	SM_ERROR_RECEIVE_SHORT,
	SM_ERROR_RECEIVE,	/* memory of a receive; with a fault */
	SM_ERROR_PAGE_FAULT,
	SM_ERROR_REMOTE_READ,	/* memory that the peer names; with a fault */
	SM_ERROR_REMOTE_WRITE,
	SM_ERROR_REMOTE_WRITE_IMM,
	SM_ERROR_REMOTE_ATOMIC,
	SM_ERROR_REMOTE_INVALIDATE,
	SM_ERROR_WRITE_LONG,
	SM_ERROR_NO_READS,
	SM_ERROR_NO_WRITES,
	SM_ERROR_NO_ATOMICS,
	SM_ERROR_UNALIGNED,
	SM_ERROR_NO_SRQ,
	SM_ERROR_SEQUENCE,
};

/* The error in one clause. */
SM_COLD const char *sm_error_str(enum sm_error error);

/* Codes of the CQE. */
struct sm_error_codes {
	uint8_t syndrome;	/* enum prm_cqe_syndrome */
	uint8_t vendor;		/* enum prm_cqe_vendor_syndrome, with its detail; 0: not known */
	uint8_t hw, hw_type;	/* 0: not known */
};

/* @fault: the reason of an error of memory; else SM_OK. */
SM_COLD struct sm_error_codes sm_error_codes(enum sm_error error, enum sm_fault fault);

/*
 * Posts the error completion of a request or receive, and writes its reason into the trace. The caller
 * has set opcode, srqn_user_index, wqe_opcode, qpn and wqe_counter.
 */
SM_COLD void sm_error_post(struct sm_cq *cq, struct prm_err_cqe_fields *fields, enum sm_error error,
			   enum sm_fault fault);

#endif
