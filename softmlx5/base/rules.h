// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Made by prmc from codegen/prmclib/show/request_rules.yaml: `ninja regen`. Do not edit.
 *
 * Names and messages of the rules of strict mode, which `prmc decode` checks, too.
 */
#ifndef SOFTMLX5_RULES_H
#define SOFTMLX5_RULES_H

#define SM_RULE_SEGMENT "segment"
#define SM_RULE_WQE "wqe"
#define SM_TEXT_SQ_GONE \
	"the send queue is not mapped"
#define SM_TEXT_WQE_LONG \
	"the WQE is longer than the ring, or not mapped"
#define SM_TEXT_DS_ZERO \
	"ctrl.ds is 0"
#define SM_TEXT_DS_SMALL \
	"ctrl.ds is too small for the segments of the opcode"
#define SM_TEXT_DS_LARGE \
	"ctrl.ds is larger than the segments of the opcode"
#define SM_TEXT_INLINE_LONG \
	"inline data are longer than ctrl.ds says"
#define SM_TEXT_INLINE_ANSWER \
	"inline data in place of the answer's memory"
#define SM_TEXT_SGE_MANY \
	"more data segments than the device takes"
#define SM_TEXT_ATOMIC_SIZE \
	"opmod of an extended atomic is neither 4 nor 8 bytes"
#define SM_TEXT_NO_GRH_AV \
	"the address vector has no ext"
#define SM_TEXT_TRANSPORT \
	"the QP's transport has no such operation"
#define SM_TEXT_OPCODE \
	"the device does not know the opcode"
#define SM_TEXT_MMO_KIND \
	"the device does not know the kind of memory to memory work"
#define SM_TEXT_MMO_LIST \
	"a copy has one source and one destination"
#define SM_TEXT_MMO_LENGTH \
	"source and destination of a copy differ in length"
#define SM_TEXT_WQE_QPN \
	"ctrl.qpn is not the queue's"
#define SM_TEXT_WQE_INDEX \
	"ctrl.wqe_index is not the index of the WQE"
#define SM_TEXT_WQE_BEYOND \
	"the WQE reaches beyond send_counter of the doorbell record"
#define SM_TEXT_GET_PSV_COUNT \
	"num_psv of GET_PSV is not 1 to 4"
#define SM_RULE_DATA_SEG "data_seg"
#define SM_TEXT_EMPTY_SEGMENT \
	"byte_count is 0 at 0x%03x, which is 2 GiB"
#define SM_RULE_KLM_OCTOWORDS "klm_octowords"
#define SM_TEXT_UMR_PADDING \
	"klm_octowords is not a multiple of 4: the list is not padded to 64 bytes"
#define SM_RULE_PADDING "padding"
#define SM_TEXT_LIST_GAP \
	"entry %u follows an empty one"
#define SM_RULE_WINDOW "window"
#define SM_TEXT_WINDOW \
	"len is %llu; its %u translations cover %llu bytes"
#define SM_RULE_BSF_OCTOWORDS "bsf_octowords"
#define SM_TEXT_BSF_LONG \
	"the BSF's size is %u bytes, the UMR has %u"
#define SM_TEXT_BSF_REST \
	"byte %u after the BSF is set"
#define SM_RULE_ENCRYPTION_ORDER "encryption order"
#define SM_TEXT_ENCRYPTION_ORDER \
	"the signature of a transaction is not that of the encrypted data"
#define SM_RULE_FENCE "fence"
#define SM_TEXT_FENCE \
	"the UMR of key 0x%08x before it may not be done: it needs INITIATOR_SMALL"
#define SM_RULE_INLINE_HEADER "inline header"
#define SM_TEXT_NO_INLINE_HEADER \
	"inline_hdr_sz is 0, and the queue may need the headers inline: min_wqe_inline_mode"
#define SM_RULE_UMR_KEY "umr key"
#define SM_RULE_DOORBELL "doorbell"
#define SM_RULE_DOORBELL_RECORD "doorbell record"
#define SM_RULE_RECEIVE_RECORD "receive record"
#define SM_RULE_SCATTER_TO_CQE "scatter to CQE"
#define SM_RULE_ARM "arm"
#define SM_RULE_ODP "odp"
#define SM_RULE_CONSUMER "consumer"
#define SM_RULE_LKEY "lkey"
#define SM_RULE_PSV "psv"
#define SM_RULE_UMR "umr"
#define SM_RULE_MMO "mmo"
#define SM_RULE_INVALIDATE "invalidate"
#define SM_RULE_REMOTE_REQUEST "remote request"
#define SM_RULE_COMMAND "command"
#define SM_RULE_PAGES "pages"
#define SM_RULE_TEARDOWN "teardown"

#endif
