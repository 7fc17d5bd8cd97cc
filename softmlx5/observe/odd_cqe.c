// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Bits of CQEs without a meaning, which the adversary makes random: the reserved and ignored ones of the layout, and fields
 * that the spec gives to other opcodes, transports or links.
 */
#include "nic/queue/qp.h"
#include "observe/odd_cqe.h"
#include "observe/trace.h"

/* As prm_cqe_receive_info names them: of a datagram, and of an Ethernet queue. */
static bool sm_is_datagram(const struct sm_dev *dev, const struct prm_cqe64 *cqe)
{
	const struct sm_qp *qp = sm_table_get(&dev->qps, prm_cqe64_get_qpn(cqe));

	return !qp || qp->ctx.st == PRM_QP_SERVICE_TYPE_UD || qp->dct;
}

static void sm_odd_receive_info(struct prm_cqe64 *cqe)
{
	struct prm_cqe_receive_info *info = &cqe->receive;

	prm_cqe_receive_info_set_rss_hash_result(info, sm_odd_bits(UINT32_MAX));
	prm_cqe_receive_info_set_check_sum(info, sm_odd_bits(1 << 16));
	prm_cqe_receive_info_set_vlan_info(info, sm_odd_bits(1 << 16));
	prm_cqe_receive_info_set_wqe_id(info, sm_odd_bits(1 << 16));
	prm_cqe_receive_info_set_lro_lro_tcp_win(info, sm_odd_bits(1 << 16));
	prm_cqe_receive_info_set_lro_lro_ack_seq_num(info, sm_odd_bits(UINT32_MAX));
	prm_cqe_receive_info_set_lro_lro_min_ttl(info, sm_odd_bits(1 << 8));
}

static void sm_odd_good_cqe(const struct sm_dev *dev, struct prm_cqe64 *cqe)
{
	const uint8_t opcode = (uint8_t)prm_cqe64_get_opcode(cqe);
	const bool has_data = prm_cqe64_get_format(cqe) == PRM_CQE_FORMAT_INLINE_32;
	const bool is_datagram = opcode != PRM_CQE_OPCODE_REQ && sm_is_datagram(dev, cqe);

	if (has_data) {
		const uint32_t len = prm_cqe64_get_byte_count(cqe);

		if (len < 32)
			sm_odd_fill(cqe, 8 * len, 8 * (32 - len));
	} else if (!is_datagram) {
		sm_odd_fill(cqe, 0, 8 * PRM_CQE_RECEIVE_INFO_SIZE);
	} else {
		sm_odd_fill_gaps(sm_layout("cqe64"), cqe);
		sm_odd_receive_info(cqe);
	}
	prm_cqe64_set_lro_num_seg(cqe, sm_odd_bits(1 << 8));
	prm_cqe64_set_app_op(cqe, sm_odd_bits(1 << 8));
	prm_cqe64_set_app_info(cqe, sm_odd_bits(1 << 16));
	if (opcode == PRM_CQE_OPCODE_REQ)
		prm_cqe64_set_pkey(cqe, sm_odd_bits(UINT32_MAX));
	else
		prm_cqe64_set_sop_drop(cqe, sm_odd_bits(1 << 8));
	if (opcode == PRM_CQE_OPCODE_RESP_SEND)
		prm_cqe64_set_pkey(cqe, (is_datagram ? 0 : sm_odd_bits(1 << 16)) |
				   sm_odd_bits(1 << 16) * 0x10000);
	prm_cqe64_set_signature(cqe, sm_odd_bits(1 << 8));
}

static void sm_odd_error_cqe(struct prm_err_cqe *cqe)
{
	sm_odd_fill_gaps(sm_layout("err_cqe"), cqe);
	prm_err_cqe_set_signature(cqe, sm_odd_bits(1 << 8));
	/* Page faults are the only details that drivers read. */
	if (prm_err_cqe_get_syndrome(cqe) != PRM_CQE_SYNDROME_REMOTE_ABORTED_ERR) {
		prm_err_cqe_set_vendor_err_synd(cqe, sm_odd_bits(1 << 8));
		prm_err_cqe_set_hw_err_synd(cqe, sm_odd_bits(1 << 8));
		prm_err_cqe_set_hw_synd_type(cqe, sm_odd_bits(1 << 8));
	}
}

void sm_cqe_odd_bits(struct sm_dev *dev, struct prm_cqe64 *cqe)
{
	const uint8_t opcode = (uint8_t)prm_cqe64_get_opcode(cqe);

	if (!sm_odd(dev, opcode == PRM_CQE_OPCODE_SIG_ERR ? SM_ODD_SIGERR_BITS : SM_ODD_CQE_BITS))
		return;
	switch (opcode) {
	case PRM_CQE_OPCODE_REQ_ERR:
	case PRM_CQE_OPCODE_RESP_ERR:
		sm_odd_error_cqe((void *)cqe);
		break;
	case PRM_CQE_OPCODE_SIG_ERR:
		sm_odd_fill_gaps(sm_layout("sig_err_cqe"), cqe);
		prm_sig_err_cqe_set_signature((void *)cqe, sm_odd_bits(1 << 8));
		break;
	default:
		sm_odd_good_cqe(dev, cqe);
	}
}
