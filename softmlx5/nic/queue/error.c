// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Error completions: the one table of their codes, and the one function that posts them.
 */
#include "base/observer.h"
#include "base/rules.h"
#include "nic/memory/mem.h"
#include "nic/queue/cq.h"
#include "nic/queue/error.h"
#include "prm_cqe.h"

#define SM_SYNDROME(name) PRM_CQE_SYNDROME_##name
#define SM_VENDOR(name) PRM_CQE_VENDOR_SYNDROME_##name
#define SM_DETAIL(name) PRM_CQE_MEMORY_DETAIL_##name
#define SM_NOT_KNOWN 0

#define SM_HW_TYPE_OPCODE 0x10

/*
 * The codes of each error; a vendor's code with @has_detail is a base, to which the fault's detail is
 * added. NVIDIA's table (libdpcp) names the codes; docs/softmlx5.md says which pairs a card was
 * seen to send and which ones follow from the name alone.
 */
static const struct sm_error_row {
	uint8_t syndrome, vendor, hw, hw_type;
	bool has_detail;
	const char *text;
} sm_error_rows[] = {
	[SM_ERROR_FLUSHED] = {
		SM_SYNDROME(WR_FLUSH_ERR), SM_VENDOR(FLUSHED),
		.text = "the QP is in error state",
	},
	[SM_ERROR_SQ_GONE] = {
		SM_SYNDROME(LOCAL_QP_OP_ERR), SM_VENDOR(FETCH_WQE) + SM_DETAIL(PAGE_FAULT),
		.text = SM_TEXT_SQ_GONE,
	},
	[SM_ERROR_WQE_LONG] = {
		SM_SYNDROME(LOCAL_QP_OP_ERR), SM_NOT_KNOWN,
		.text = SM_TEXT_WQE_LONG,
	},
	[SM_ERROR_DS_ZERO] = {
		SM_SYNDROME(LOCAL_QP_OP_ERR), SM_VENDOR(DS_TOO_SMALL),
		.text = SM_TEXT_DS_ZERO,
	},
	[SM_ERROR_DS_SMALL] = {
		SM_SYNDROME(LOCAL_QP_OP_ERR), SM_VENDOR(DS_TOO_SMALL),
		.text = SM_TEXT_DS_SMALL,
	},
	[SM_ERROR_DS_LARGE] = {
		SM_SYNDROME(LOCAL_QP_OP_ERR), SM_VENDOR(WQE_FORMAT),
		.text = SM_TEXT_DS_LARGE,
	},
	[SM_ERROR_INLINE_LONG] = {
		SM_SYNDROME(LOCAL_QP_OP_ERR), SM_VENDOR(INLINE_TOO_LONG),
		.text = SM_TEXT_INLINE_LONG,
	},
	[SM_ERROR_INLINE_ANSWER] = {
		SM_SYNDROME(LOCAL_QP_OP_ERR), SM_VENDOR(INLINE_IN_SCATTER),
		.text = SM_TEXT_INLINE_ANSWER,
	},
	[SM_ERROR_SGE_MANY] = {
		SM_SYNDROME(LOCAL_QP_OP_ERR), SM_NOT_KNOWN,
		.text = SM_TEXT_SGE_MANY,
	},
	[SM_ERROR_ATOMIC_SIZE] = {
		SM_SYNDROME(LOCAL_QP_OP_ERR), SM_VENDOR(WQE_FORMAT),
		.text = SM_TEXT_ATOMIC_SIZE,
	},
	[SM_ERROR_NO_GRH_AV] = {
		SM_SYNDROME(LOCAL_QP_OP_ERR), SM_VENDOR(WQE_FORMAT),
		.text = SM_TEXT_NO_GRH_AV,
	},
	[SM_ERROR_TRANSPORT] = {
		SM_SYNDROME(LOCAL_QP_OP_ERR), SM_VENDOR(OPCODE_TRANSPORT),
		.text = SM_TEXT_TRANSPORT,
	},
	[SM_ERROR_OPCODE] = {
		SM_SYNDROME(LOCAL_QP_OP_ERR), SM_VENDOR(WQE_FORMAT), 0x04, SM_HW_TYPE_OPCODE,
		.text = SM_TEXT_OPCODE,
	},
	[SM_ERROR_MMO_KIND] = {
		SM_SYNDROME(LOCAL_QP_OP_ERR), SM_VENDOR(WQE_FORMAT),
		.text = SM_TEXT_MMO_KIND,
	},
	[SM_ERROR_MMO_LIST] = {
		SM_SYNDROME(LOCAL_QP_OP_ERR), SM_VENDOR(WQE_FORMAT),
		.text = SM_TEXT_MMO_LIST,
	},
	[SM_ERROR_MMO_LENGTH] = {
		SM_SYNDROME(LOCAL_QP_OP_ERR), SM_VENDOR(WQE_FORMAT),
		.text = SM_TEXT_MMO_LENGTH,
	},
	[SM_ERROR_WQE_QPN] = {
		SM_SYNDROME(LOCAL_QP_OP_ERR), SM_VENDOR(WQE_FORMAT),
		.text = SM_TEXT_WQE_QPN,
	},
	[SM_ERROR_WQE_INDEX] = {
		SM_SYNDROME(LOCAL_QP_OP_ERR), SM_VENDOR(WQE_FORMAT),
		.text = SM_TEXT_WQE_INDEX,
	},
	[SM_ERROR_WQE_BEYOND] = {
		SM_SYNDROME(LOCAL_QP_OP_ERR), SM_NOT_KNOWN,
		.text = SM_TEXT_WQE_BEYOND,
	},
	[SM_ERROR_GET_PSV_COUNT] = {
		SM_SYNDROME(LOCAL_QP_OP_ERR), SM_VENDOR(WQE_FORMAT),
		.text = SM_TEXT_GET_PSV_COUNT,
	},
	[SM_ERROR_STRICT] = {
		SM_SYNDROME(LOCAL_QP_OP_ERR), SM_NOT_KNOWN,
		.text = "the WQE breaks a rule of --strict",
	},
	[SM_ERROR_UMR_PADDING] = {
		SM_SYNDROME(LOCAL_QP_OP_ERR), SM_VENDOR(WQE_FORMAT), 0x86,
		.text = SM_TEXT_UMR_PADDING,
	},
	[SM_ERROR_GATHER] = {
		SM_SYNDROME(LOCAL_PROT_ERR), SM_VENDOR(GATHER), .has_detail = true,
		.text = "the data cannot be read",
	},
	[SM_ERROR_SCATTER] = {
		SM_SYNDROME(LOCAL_PROT_ERR), SM_VENDOR(DATA), .has_detail = true,
		.text = "the answer cannot be written",
	},
	[SM_ERROR_BSF] = {
		SM_SYNDROME(LOCAL_QP_OP_ERR), SM_VENDOR(SIGNATURE),
		.text = "the signature of a key cannot be made",
	},
	[SM_ERROR_MMO_REFUSED] = {
		SM_SYNDROME(LOCAL_QP_OP_ERR), SM_NOT_KNOWN,
		.text = "the QP may not copy this",
	},
	[SM_ERROR_PSV] = {
		SM_SYNDROME(MW_BIND_ERR), SM_VENDOR(PSV),
		.text = "the PSV does not exist, or belongs to another PD",
	},
	[SM_ERROR_UMR] = {
		SM_SYNDROME(MW_BIND_ERR), SM_VENDOR(UMR),
		.text = "the UMR is refused",
	},
	[SM_ERROR_UMR_NO_KEY] = {
		SM_SYNDROME(MW_BIND_ERR), SM_VENDOR(UMR), 0x08,
		.text = "the key of the UMR does not exist",
	},
	[SM_ERROR_UMR_LIST] = {
		SM_SYNDROME(MW_BIND_ERR), SM_VENDOR(UMR), 0x0f,
		.text = "the list of the UMR is larger than the key",
	},
	[SM_ERROR_INVALIDATE] = {
		SM_SYNDROME(MW_BIND_ERR), SM_VENDOR(INVALIDATE), .has_detail = true,
		.text = "the key cannot be invalidated",
	},
	[SM_ERROR_MESSAGE_LONG] = {
		SM_SYNDROME(LOCAL_LENGTH_ERR), SM_VENDOR(LENGTH_OVER_MAX),
		.text = "the message is longer than log_max_msg",
	},
	[SM_ERROR_DATAGRAM_LONG] = {
		SM_SYNDROME(LOCAL_LENGTH_ERR), SM_VENDOR(LENGTH_OVER_MTU),
		.text = "the datagram is longer than the MTU",
	},
	[SM_ERROR_FRAME_LONG] = {
		SM_SYNDROME(LOCAL_LENGTH_ERR), SM_VENDOR(LENGTH_OVER_MTU),
		.text = "the frame is longer than the port takes",
	},
	[SM_ERROR_FRAME_SHORT] = {
		SM_SYNDROME(LOCAL_LENGTH_ERR), SM_NOT_KNOWN,
		.text = "the frame has no whole Ethernet header",
	},
	[SM_ERROR_FRAME_NOT_INLINE] = {
		SM_SYNDROME(LOCAL_LENGTH_ERR), SM_VENDOR(WQE_FORMAT), 0x60, SM_HW_TYPE_OPCODE,
		.text = SM_TEXT_NO_INLINE_HEADER,
	},
	[SM_ERROR_NO_TIS] = {
		SM_SYNDROME(LOCAL_QP_OP_ERR), SM_NOT_KNOWN,
		.text = "the SQ has no TIS, and sends no frames",
	},
	[SM_ERROR_RESPONSE_LONG] = {
		SM_SYNDROME(LOCAL_LENGTH_ERR), SM_VENDOR(RESPONSE_LENGTH),
		.text = "the answer is longer than the list",
	},
	[SM_ERROR_TIMEOUT] = {
		SM_SYNDROME(TRANSPORT_RETRY_EXC_ERR), SM_VENDOR(TIMEOUT_EXCEEDED),
		.text = "the peer does not answer, and no retry is left",
	},
	[SM_ERROR_SEQUENCE_NAK] = {
		SM_SYNDROME(TRANSPORT_RETRY_EXC_ERR), SM_VENDOR(SEQUENCE_NAK_EXCEEDED),
		.text = "the peer misses a packet, and no retry is left",
	},
	[SM_ERROR_RESPONSE_GAP] = {
		SM_SYNDROME(TRANSPORT_RETRY_EXC_ERR), SM_VENDOR(IMPLICIT_NAK_EXCEEDED),
		.text = "a packet of the answer is missing, and no retry is left",
	},
	[SM_ERROR_RNR] = {
		SM_SYNDROME(RNR_RETRY_EXC_ERR), SM_VENDOR(RNR_EXCEEDED),
		.text = "the peer has no receive, and no retry is left",
	},
	[SM_ERROR_NAK_REQUEST] = {
		SM_SYNDROME(REMOTE_INVAL_REQ_ERR), SM_VENDOR(NAK_INVALID),
		.text = "the peer does not accept the request",
	},
	[SM_ERROR_NAK_ACCESS] = {
		SM_SYNDROME(REMOTE_ACCESS_ERR), SM_VENDOR(NAK_ACCESS),
		.text = "the peer refuses the access",
	},
	[SM_ERROR_NAK_OPERATION] = {
		SM_SYNDROME(REMOTE_OP_ERR), SM_VENDOR(NAK_OPERATION),
		.text = "the peer cannot complete the request",
	},
	[SM_ERROR_RECEIVE_SHORT] = {
		SM_SYNDROME(LOCAL_LENGTH_ERR), SM_VENDOR(SEND_TOO_LONG),
		.text = "the message is longer than its receive",
	},
	[SM_ERROR_RECEIVE] = {
		SM_SYNDROME(LOCAL_PROT_ERR), SM_VENDOR(DATA), .has_detail = true,
		.text = "the memory of the receive cannot be written",
	},
	[SM_ERROR_PAGE_FAULT] = {
		SM_SYNDROME(REMOTE_ABORTED_ERR), SM_VENDOR(ODP_PFAULT),
		.text = "page fault: the driver posts the receive again",
	},
	[SM_ERROR_REMOTE_READ] = {
		SM_SYNDROME(LOCAL_ACCESS_ERR), SM_VENDOR(RDMA_READ), .has_detail = true,
		.text = "the memory for the peer's read",
	},
	[SM_ERROR_REMOTE_WRITE] = {
		SM_SYNDROME(LOCAL_ACCESS_ERR), SM_VENDOR(RDMA_WRITE), .has_detail = true,
		.text = "the memory for the peer's write",
	},
	[SM_ERROR_REMOTE_WRITE_IMM] = {
		SM_SYNDROME(LOCAL_ACCESS_ERR), SM_VENDOR(WRITE_IMM), .has_detail = true,
		.text = "the memory for the peer's write with immediate data",
	},
	[SM_ERROR_REMOTE_ATOMIC] = {
		SM_SYNDROME(LOCAL_ACCESS_ERR), SM_VENDOR(ATOMIC), .has_detail = true,
		.text = "the memory for the peer's atomic",
	},
	[SM_ERROR_REMOTE_INVALIDATE] = {
		SM_SYNDROME(LOCAL_ACCESS_ERR), SM_VENDOR(INVALIDATE), .has_detail = true,
		.text = "the key cannot be invalidated",
	},
	[SM_ERROR_WRITE_LONG] = {
		SM_SYNDROME(LOCAL_LENGTH_ERR), SM_VENDOR(WRITE_TOO_LONG),
		.text = "the data of the write are longer than it says",
	},
	[SM_ERROR_NO_READS] = {
		SM_SYNDROME(LOCAL_QP_OP_ERR), SM_VENDOR(READ_NOT_PERMITTED),
		.text = "rre is off: the QP takes no reads",
	},
	[SM_ERROR_NO_WRITES] = {
		SM_SYNDROME(LOCAL_QP_OP_ERR), SM_VENDOR(WRITE_NOT_PERMITTED),
		.text = "rwe is off: the QP takes no writes",
	},
	[SM_ERROR_NO_ATOMICS] = {
		SM_SYNDROME(LOCAL_QP_OP_ERR), SM_VENDOR(ATOMIC_NOT_PERMITTED),
		.text = "the QP takes no such atomics",
	},
	[SM_ERROR_UNALIGNED] = {
		SM_SYNDROME(LOCAL_QP_OP_ERR), SM_VENDOR(ATOMIC_ALIGNMENT),
		.text = "the address is not aligned",
	},
	[SM_ERROR_NO_SRQ] = {
		SM_SYNDROME(LOCAL_QP_OP_ERR), SM_VENDOR(NO_SRQ),
		.text = "the SRQ of the message is not one of the XRC domain, another, or gone",
	},
	[SM_ERROR_SEQUENCE] = {
		SM_SYNDROME(LOCAL_QP_OP_ERR), SM_VENDOR(RESPONDER_SEQUENCE),
		.text = "the packet does not fit its place in a message",
	},
};

/* What a card was seen to send, where it differs from the rows or says more. */
static const struct {
	uint8_t error, fault, vendor, hw;
} sm_error_seen[] = {
	{ SM_ERROR_GATHER, SM_FAULT_ACCESS, SM_VENDOR(GATHER) + SM_DETAIL(ACCESS), 0x9d },
	{ SM_ERROR_SCATTER, SM_FAULT_ACCESS, SM_VENDOR(DATA) + SM_DETAIL(ACCESS), 0x9d },
	{ SM_ERROR_RECEIVE, SM_FAULT_KEY, SM_VENDOR(DATA) + SM_DETAIL(PD), 0x92 },
	{ SM_ERROR_RECEIVE, SM_FAULT_PD, SM_VENDOR(DATA) + SM_DETAIL(PD), 0x93 },
	{ SM_ERROR_RECEIVE, SM_FAULT_MEMORY, SM_VENDOR(GATHER) + SM_DETAIL(PAGE_FAULT), 0xa9 },
};

static uint8_t sm_detail_of(enum sm_fault fault)
{
	switch (fault) {
	case SM_FAULT_KEY:
	case SM_FAULT_PD:
		return SM_DETAIL(PD);	/* seen for both */
	case SM_FAULT_ACCESS:
		return SM_DETAIL(ACCESS);
	case SM_FAULT_RANGE:
		return SM_DETAIL(LENGTH);
	case SM_FAULT_MEMORY:
	case SM_FAULT_SOURCE:
		return SM_DETAIL(PAGE_FAULT);
	case SM_FAULT_CRYPTO:
		return SM_DETAIL(ENCRYPTION);
	default:
		return SM_DETAIL(UNKNOWN);
	}
}

const char *sm_error_str(enum sm_error error)
{
	return error < SM_ARRAY_SIZE(sm_error_rows) && sm_error_rows[error].text ?
		sm_error_rows[error].text : "no error";
}

struct sm_error_codes sm_error_codes(enum sm_error error, enum sm_fault fault)
{
	const struct sm_error_row *row = &sm_error_rows[error];
	struct sm_error_codes codes = {
		.syndrome = row->syndrome, .vendor = row->vendor, .hw = row->hw,
		.hw_type = row->hw_type,
	};
	size_t i;

	if (row->has_detail)
		codes.vendor = (uint8_t)(row->vendor + sm_detail_of(fault));
	for (i = 0; i < SM_ARRAY_SIZE(sm_error_seen); i++) {
		if (sm_error_seen[i].error != error || sm_error_seen[i].fault != fault)
			continue;
		codes.vendor = sm_error_seen[i].vendor;
		codes.hw = sm_error_seen[i].hw;
	}
	return codes;
}

static void sm_error_trace(const struct sm_cq *cq, const struct prm_err_cqe_fields *fields,
			   enum sm_error error, enum sm_fault fault)
{
	if (fault)
		sm_note(cq->obj.dev, "QP 0x%06x %sWQE 0x%04x: %s, fault %u: %s",
			      fields->qpn,
			      fields->opcode == PRM_CQE_OPCODE_RESP_ERR ? "receive " : "",
			      fields->wqe_counter, sm_error_str(error), fault, sm_fault_str(fault));
	else
		sm_note(cq->obj.dev, "QP 0x%06x %sWQE 0x%04x: %s", fields->qpn,
			      fields->opcode == PRM_CQE_OPCODE_RESP_ERR ? "receive " : "",
			      fields->wqe_counter, sm_error_str(error));
}

void sm_error_post(struct sm_cq *cq, struct prm_err_cqe_fields *fields, enum sm_error error,
		   enum sm_fault fault)
{
	const struct sm_error_codes codes = sm_error_codes(error, fault);
	struct prm_err_cqe cqe;

	if (error != SM_ERROR_FLUSHED)
		sm_error_trace(cq, fields, error, fault);
	fields->syndrome = codes.syndrome;
	fields->vendor_err_synd = codes.vendor;
	fields->hw_err_synd = codes.hw;
	fields->hw_synd_type = codes.hw_type;
	prm_err_cqe_pack(&cqe, fields);
	sm_cq_post(cq, (void *)&cqe, true);
}
