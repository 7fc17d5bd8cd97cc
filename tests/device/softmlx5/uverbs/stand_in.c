// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Stand-ins for the firmware, the capabilities and the process side, to test the kernel's part
 * alone. The firmware keeps a list of objects, refuses to destroy objects in use, and records the
 * last command of each opcode.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

#include "base/adversary.h"
#include "base/observer.h"
#include "fabric/udp.h"
#include "kernel/event.h"
#include "kernel/fd.h"
#include "nic/memory/mem.h"
#include "nic/memory/memic.h"
#include "nic/queue/doorbell.h"
#include "prm_alloc.h"
#include "prm_cap_flow_table.h"
#include "prm_cap_memory.h"
#include "prm_cq.h"
#include "prm_eqe.h"
#include "prm_flow_table.h"
#include "prm_general_obj.h"
#include "prm_mkey.h"
#include "prm_psv_cmd.h"
#include "prm_qp.h"
#include "prm_rmp.h"
#include "prm_rq.h"
#include "prm_sq.h"
#include "prm_tir.h"
#include "prm_umem.h"
#include "stand_in.h"

struct stand_in sm_stand_in;

static struct prm_cmd_hca_cap general;
static struct prm_atomic_caps atomic;
static struct prm_flow_table_nic_cap flow_table;
static struct sm_caps caps = {
	.image = { [PRM_HCA_CAP_TYPE_ATOMIC] = (void *)&atomic, [PRM_HCA_CAP_TYPE_NIC_FLOW_TABLE] = (void *)&flow_table },
	.general = &general,
	.pci_device = 0x101f,
	.fw_major = 22,
	.fw_minor = 33,
	.fw_sub = 44,
};
static struct sm_dev device = { .guid = 0x1122334455667788, .lid = 7, .caps = &caps };

/* There is no adversary. */
bool sm_has_adversary;

bool sm_odd_some(struct sm_dev *dev, enum sm_oddity oddity, uint32_t *value)
{
	(void)dev;
	(void)oddity;
	(void)value;
	return false;
}

static void set_flow_caps(void)
{
	struct prm_flow_table_prop_layout_fields fields = {
		.ft_support = true, .flow_modify_en = true, .modify_root = true, .identified_miss_table_mode = true,
		.flow_table_modify = true, .log_max_ft_size = 24, .max_ft_level = 255,
	};

	prm_cmd_hca_cap_set_nic_flow_table(&general, true);
	prm_flow_table_nic_cap_set_nic_rx_multi_path_tirs(&flow_table, true);
	prm_flow_table_prop_layout_pack(&flow_table.flow_table_properties_nic_receive, &fields);
}

struct sm_dev *stand_in_device(void)
{
	set_flow_caps();
	prm_cmd_hca_cap_set_log_max_qp(&general, 12);
	prm_cmd_hca_cap_set_log_max_qp_sz(&general, 13);
	prm_cmd_hca_cap_set_log_max_cq(&general, 11);
	prm_cmd_hca_cap_set_log_max_cq_sz(&general, 16);
	prm_cmd_hca_cap_set_log_max_srq_sz(&general, 15);
	prm_cmd_hca_cap_set_log_max_mkey(&general, 10);
	prm_cmd_hca_cap_set_log_max_uctx(&general, 8);
	prm_cmd_hca_cap_set_log_max_transport_domain(&general, 8);
	prm_cmd_hca_cap_set_log_max_msg(&general, 30);
	prm_cmd_hca_cap_set_log_max_ra_req_qp(&general, 4);
	prm_cmd_hca_cap_set_log_max_ra_res_qp(&general, 4);
	prm_cmd_hca_cap_set_log_pg_sz(&general, 12);
	prm_cmd_hca_cap_set_max_wqe_sz_sq(&general, 1024);
	prm_cmd_hca_cap_set_max_wqe_sz_rq(&general, 512);
	prm_cmd_hca_cap_set_cqe_version(&general, 1);
	prm_cmd_hca_cap_set_rc(&general, true);
	prm_cmd_hca_cap_set_atomic(&general, true);
	prm_atomic_caps_set_atomic_operations(&atomic, PRM_ATOMIC_OPERATIONS_COMPARE_SWAP |
							PRM_ATOMIC_OPERATIONS_FETCH_ADD);
	prm_atomic_caps_set_atomic_size_qp(&atomic, PRM_ATOMIC_SIZE_BYTES_8);
	prm_atomic_caps_set_atomic_req_8b_endianness_mode(&atomic, 1);
	prm_cmd_hca_cap_set_imaicl(&general, true);
	prm_cmd_hca_cap_set_drain_sigerr(&general, true);
	prm_cmd_hca_cap_set_cq_moderation(&general, true);
	prm_cmd_hca_cap_set_device_frequency_khz(&general, 1000000);
	return &device;
}

/*
 * The firmware.
 */

enum { MAX_OBJECTS = 4096 };

/* An object: the opcode that made it, its number, and up to four others that it refers to. */
struct object {
	uint16_t create;
	uint32_t number;
	uint16_t uid;
	struct object *uses[4];
	unsigned int users;
	struct sm_listener listener;
};

static struct object objects[MAX_OBJECTS];
static uint32_t next_number = 0x100;

unsigned int stand_in_live(void)
{
	unsigned int i, n = 0;

	for (i = 0; i < MAX_OBJECTS; i++)
		n += objects[i].create != 0;
	return n;
}

static struct object *find(uint16_t create, uint32_t number)
{
	unsigned int i;

	for (i = 0; i < MAX_OBJECTS; i++)
		if (objects[i].create == create && objects[i].number == number)
			return &objects[i];
	return NULL;
}

static struct object *make(uint16_t create, uint16_t uid, uint32_t *number)
{
	unsigned int i;

	for (i = 0; i < MAX_OBJECTS && objects[i].create; i++)
		;
	if (i == MAX_OBJECTS)
		return NULL;
	*number = next_number++;
	objects[i] = (struct object){ .create = create, .number = *number, .uid = uid };
	return &objects[i];
}

static bool use(struct object *object, unsigned int slot, uint16_t create, uint32_t number)
{
	struct object *used = find(create, number);

	if (!used)
		return false;
	object->uses[slot] = used;
	used->users++;
	return true;
}

static void forget(struct object *object)
{
	unsigned int i;

	for (i = 0; i < 4; i++)
		if (object->uses[i])
			object->uses[i]->users--;
	memset(object, 0, sizeof(*object));
}

static uint8_t destroy(uint16_t create, uint32_t number)
{
	struct object *object = find(create, number);

	if (!object)
		return PRM_CMD_STATUS_BAD_RES;
	if (object->users)
		return PRM_CMD_STATUS_BAD_RES_STATE;
	forget(object);
	return PRM_CMD_STATUS_OK;
}

static uint8_t create_on(uint16_t opcode, uint16_t uid, uint32_t *number, unsigned int n,
			 const uint32_t (*on)[2])
{
	struct object *object = make(opcode, uid, number);
	unsigned int i;

	if (!object)
		return PRM_CMD_STATUS_NO_RES;
	for (i = 0; i < n; i++) {
		if (!use(object, i, (uint16_t)on[i][0], on[i][1])) {
			forget(object);
			return PRM_CMD_STATUS_BAD_RES;
		}
	}
	return PRM_CMD_STATUS_OK;
}

static uint8_t create(uint16_t opcode, uint16_t uid, const void *in, void *out)
{
	const struct prm_create_cq_in *cq = in;
	const struct prm_create_qp_in *qp = in;
	const struct prm_create_rmp_in *rmp = in;
	const struct prm_create_mkey_in *mkey = in;
	const struct prm_create_sq_in *sq = in;
	const struct prm_create_rq_in *rq = in;
	const struct prm_create_tir_in *tir = in;
	const struct prm_create_tis_in *tis = in;
	uint32_t number, on[4][2];
	unsigned int n = 0;
	uint8_t status;

#define ON(opcode, value) (on[n][0] = PRM_CMD_OPCODE_##opcode, on[n++][1] = (value))
	switch (opcode) {
	case PRM_CMD_OPCODE_CREATE_CQ:
		ON(CREATE_UMEM, prm_create_cq_in_get_cq_umem_id(cq));
		ON(CREATE_UMEM, prm_cqc_get_dbr_umem_id(&cq->cq_context));
		break;
	case PRM_CMD_OPCODE_CREATE_QP:
		ON(CREATE_UMEM, prm_create_qp_in_get_wq_umem_id(qp));
		ON(CREATE_CQ, prm_qpc_get_cqn_snd(&qp->qpc));
		ON(CREATE_CQ, prm_qpc_get_cqn_rcv(&qp->qpc));
		ON(ALLOC_PD, prm_qpc_get_pd(&qp->qpc));
		break;
	case PRM_CMD_OPCODE_CREATE_RMP:
		ON(CREATE_UMEM, prm_wq_get_wq_umem_id(&rmp->ctx.wq));
		ON(ALLOC_PD, prm_wq_get_pd(&rmp->ctx.wq));
		break;
	case PRM_CMD_OPCODE_CREATE_SQ:
		ON(CREATE_UMEM, prm_wq_get_wq_umem_id(&sq->ctx.wq));
		ON(CREATE_UMEM, prm_wq_get_dbr_umem_id(&sq->ctx.wq));
		ON(CREATE_CQ, prm_sqc_get_cqn(&sq->ctx));
		ON(CREATE_TIS, prm_sqc_get_tis_num_0(&sq->ctx));
		break;
	case PRM_CMD_OPCODE_CREATE_RQ:
		ON(CREATE_UMEM, prm_wq_get_wq_umem_id(&rq->ctx.wq));
		ON(CREATE_UMEM, prm_wq_get_dbr_umem_id(&rq->ctx.wq));
		ON(CREATE_CQ, prm_rqc_get_cqn(&rq->ctx));
		ON(ALLOC_PD, prm_wq_get_pd(&rq->ctx.wq));
		break;
	case PRM_CMD_OPCODE_CREATE_TIS:
		ON(ALLOC_TRANSPORT_DOMAIN, prm_tisc_get_transport_domain(&tis->ctx));
		break;
	case PRM_CMD_OPCODE_CREATE_TIR:
		ON(CREATE_RQ, prm_tirc_get_inline_rqn(&tir->ctx));
		ON(ALLOC_TRANSPORT_DOMAIN, prm_tirc_get_transport_domain(&tir->ctx));
		break;
	case PRM_CMD_OPCODE_CREATE_FLOW_GROUP:
		ON(CREATE_FLOW_TABLE, prm_create_flow_group_in_get_table_id(in));
		break;
	case PRM_CMD_OPCODE_CREATE_PSV:
		ON(ALLOC_PD, prm_create_psv_in_get_pd(in));
		break;
	case PRM_CMD_OPCODE_CREATE_MKEY:
		ON(ALLOC_PD, prm_mkc_get_pd(&mkey->memory_key_mkey_entry));
		if (prm_create_mkey_in_get_mkey_umem_valid(mkey))
			ON(CREATE_UMEM, prm_create_mkey_in_get_mkey_umem_id(mkey));
		break;
	default:
		break;
	}
	status = create_on(opcode, uid, &number, n, on);
	if (status)
		return status;
	/* The object's number is at 0x08 in all outputs but CREATE_PSV's. */
	if (opcode == PRM_CMD_OPCODE_CREATE_PSV)
		prm_create_psv_out_set_psv0_index(out, number);
	else
		prm_create_cq_out_set_cqn(out, number);
	return status;
}

/* An entry of a flow table uses its group and its first destination. */
static uint32_t entry_number(uint32_t table, uint32_t index)
{
	return table << 16 | index;
}

static uint8_t set_entry(const struct prm_set_fte_in *in)
{
	const struct prm_dest_format_struct *to = (const void *)(in + 1);
	const uint32_t index = entry_number(prm_set_fte_in_get_table_id(in),
					    prm_set_fte_in_get_flow_index(in));
	struct object *object = find(PRM_CMD_OPCODE_SET_FLOW_TABLE_ENTRY, index);
	uint32_t number;

	if (prm_set_fte_in_get_op_mod(in) == PRM_SET_FTE_OP_MOD_MODIFY)
		return object ? PRM_CMD_STATUS_OK : PRM_CMD_STATUS_BAD_RES;
	object = object ? NULL : make(PRM_CMD_OPCODE_SET_FLOW_TABLE_ENTRY, 0, &number);
	if (!object)
		return PRM_CMD_STATUS_BAD_RES_STATE;
	object->number = index;
	if (use(object, 0, PRM_CMD_OPCODE_CREATE_FLOW_GROUP,
		prm_flow_context_get_group_id(&in->flow_context)) &&
	    (!prm_flow_context_get_destination_list_size(&in->flow_context) ||
	     use(object, 1, PRM_CMD_OPCODE_CREATE_TIR,
		 prm_dest_format_struct_get_destination_id(to))))
		return PRM_CMD_STATUS_OK;
	forget(object);
	return PRM_CMD_STATUS_BAD_RES;
}

/* Flow tables, and the queues that they lead to; no packets come. */
static uint8_t run_flow(uint16_t opcode, const void *in)
{
	switch (opcode) {
	case PRM_CMD_OPCODE_SET_FLOW_TABLE_ENTRY:
		return set_entry(in);
	case PRM_CMD_OPCODE_DELETE_FLOW_TABLE_ENTRY:
		return destroy(PRM_CMD_OPCODE_SET_FLOW_TABLE_ENTRY,
			       entry_number(prm_delete_fte_in_get_table_id(in),
					    prm_delete_fte_in_get_flow_index(in)));
	case PRM_CMD_OPCODE_DESTROY_FLOW_GROUP:
		return destroy(PRM_CMD_OPCODE_CREATE_FLOW_GROUP,
			       prm_destroy_flow_group_in_get_group_id(in));
	case PRM_CMD_OPCODE_DESTROY_FLOW_TABLE:
		return destroy(PRM_CMD_OPCODE_CREATE_FLOW_TABLE,
			       prm_destroy_flow_table_in_get_table_id(in));
	case PRM_CMD_OPCODE_DESTROY_SQ:
		return destroy(PRM_CMD_OPCODE_CREATE_SQ, prm_destroy_sq_in_get_sqn(in));
	case PRM_CMD_OPCODE_DESTROY_RQ:
		return destroy(PRM_CMD_OPCODE_CREATE_RQ, prm_destroy_rq_in_get_rqn(in));
	case PRM_CMD_OPCODE_DESTROY_TIS:
		return destroy(PRM_CMD_OPCODE_CREATE_TIS, prm_destroy_tis_in_get_tisn(in));
	case PRM_CMD_OPCODE_DESTROY_TIR:
		return destroy(PRM_CMD_OPCODE_CREATE_TIR, prm_destroy_tir_in_get_tirn(in));
	default:
		return PRM_CMD_STATUS_OK;
	}
}

static uint8_t run(uint16_t opcode, uint16_t uid, const void *in, void *out)
{
	switch (opcode) {
	case PRM_CMD_OPCODE_CREATE_SQ:
	case PRM_CMD_OPCODE_CREATE_RQ:
	case PRM_CMD_OPCODE_CREATE_TIS:
	case PRM_CMD_OPCODE_CREATE_TIR:
	case PRM_CMD_OPCODE_CREATE_FLOW_TABLE:
	case PRM_CMD_OPCODE_CREATE_FLOW_GROUP:
	case PRM_CMD_OPCODE_CREATE_UMEM:
	case PRM_CMD_OPCODE_CREATE_CQ:
	case PRM_CMD_OPCODE_CREATE_QP:
	case PRM_CMD_OPCODE_CREATE_RMP:
	case PRM_CMD_OPCODE_CREATE_MKEY:
	case PRM_CMD_OPCODE_CREATE_PSV:
	case PRM_CMD_OPCODE_CREATE_GENERAL_OBJECT:
	case PRM_CMD_OPCODE_ALLOC_PD:
	case PRM_CMD_OPCODE_ALLOC_UAR:
	case PRM_CMD_OPCODE_ALLOC_TRANSPORT_DOMAIN:
		return create(opcode, uid, in, out);
	case PRM_CMD_OPCODE_DESTROY_UMEM:
		return destroy(PRM_CMD_OPCODE_CREATE_UMEM, prm_destroy_umem_in_get_umem_id(in));
	case PRM_CMD_OPCODE_DESTROY_CQ:
		return destroy(PRM_CMD_OPCODE_CREATE_CQ, prm_destroy_cq_in_get_cqn(in));
	case PRM_CMD_OPCODE_DESTROY_QP:
		return destroy(PRM_CMD_OPCODE_CREATE_QP, prm_destroy_qp_in_get_qpn(in));
	case PRM_CMD_OPCODE_DESTROY_RMP:
		return destroy(PRM_CMD_OPCODE_CREATE_RMP, prm_destroy_rmp_in_get_rmpn(in));
	case PRM_CMD_OPCODE_DESTROY_MKEY:
		return destroy(PRM_CMD_OPCODE_CREATE_MKEY, prm_destroy_mkey_in_get_mkey_index(in));
	case PRM_CMD_OPCODE_DESTROY_PSV:
		return destroy(PRM_CMD_OPCODE_CREATE_PSV, prm_destroy_psv_in_get_psvn(in));
	case PRM_CMD_OPCODE_DESTROY_GENERAL_OBJECT:
		return destroy(PRM_CMD_OPCODE_CREATE_GENERAL_OBJECT,
			       prm_general_obj_in_cmd_hdr_get_obj_id(in));
	case PRM_CMD_OPCODE_DEALLOC_PD:
		return destroy(PRM_CMD_OPCODE_ALLOC_PD, prm_dealloc_pd_in_get_pd(in));
	case PRM_CMD_OPCODE_DEALLOC_UAR:
		return destroy(PRM_CMD_OPCODE_ALLOC_UAR, prm_dealloc_uar_in_get_uar(in));
	case PRM_CMD_OPCODE_DEALLOC_TRANSPORT_DOMAIN:
		return destroy(PRM_CMD_OPCODE_ALLOC_TRANSPORT_DOMAIN,
			       prm_dealloc_transport_domain_in_get_transport_domain(in));
	default:
		return run_flow(opcode, in);
	}
}

uint8_t sm_fw_exec(struct sm_dev *dev, const void *in, size_t in_len, void *out, size_t out_len)
{
	struct prm_cmd_out_hdr_fields answer = { 0 };
	uint16_t opcode = (uint16_t)prm_cmd_in_hdr_get_opcode(in);
	struct stand_in_command *last = &sm_stand_in.last[opcode % STAND_IN_OPCODES];
	uint8_t buffer[4096] = { 0 }, command[4096] = { 0 };

	(void)dev;
	last->opcode = opcode;
	last->count++;
	last->in_len = in_len < sizeof(last->in) ? in_len : sizeof(last->in);
	memset(last->in, 0, sizeof(last->in));
	memcpy(last->in, in, last->in_len);
	memcpy(command, in, in_len < sizeof(command) ? in_len : sizeof(command));
	memset(out, 0, out_len);
	if (sm_stand_in.query_answer && opcode == PRM_CMD_OPCODE_QUERY_QP)
		memcpy(buffer, sm_stand_in.query_answer, PRM_QUERY_QP_OUT_SIZE);
	if (sm_stand_in.fail_opcode && sm_stand_in.fail_opcode == opcode) {
		answer.status = sm_stand_in.fail_status;
		answer.syndrome = 0x12345;
	} else {
		answer.status = run(opcode, (uint16_t)prm_cmd_in_hdr_get_uid(in), command, buffer);
	}
	if (!answer.status)
		memcpy(out, buffer, out_len < sizeof(buffer) ? out_len : sizeof(buffer));
	prm_cmd_out_hdr_pack(out, &answer);
	return answer.status;
}

void sm_fw_release_uid(struct sm_dev *dev, uint16_t uid)
{
	unsigned int i;

	(void)dev;
	for (i = 0; i < MAX_OBJECTS; i++)
		if (objects[i].create && objects[i].uid == uid)
			sm_stand_in.left_behind++;
}

static void listen(uint16_t create, uint32_t number, const struct sm_listener *listener)
{
	struct object *object = find(create, number);

	if (object)
		object->listener = *listener;
}

void sm_fw_listen_cq(struct sm_dev *dev, uint32_t cqn, const struct sm_listener *listener)
{
	(void)dev;
	listen(PRM_CMD_OPCODE_CREATE_CQ, cqn, listener);
}

/* Its CQs have no memory that could be unmapped. */
uint8_t sm_fw_cq_error(struct sm_dev *dev, uint32_t cqn)
{
	(void)dev;
	(void)cqn;
	return PRM_CQ_ERROR_SYNDROME_CQ_OVERRUN;
}

void sm_fw_listen_qp(struct sm_dev *dev, uint32_t qpn, const struct sm_listener *listener)
{
	(void)dev;
	listen(PRM_CMD_OPCODE_CREATE_QP, qpn, listener);
	listen(PRM_CMD_OPCODE_CREATE_SQ, qpn, listener);
	listen(PRM_CMD_OPCODE_CREATE_RQ, qpn, listener);
}

void sm_fw_listen_srq(struct sm_dev *dev, uint32_t srqn, const struct sm_listener *listener)
{
	(void)dev;
	listen(PRM_CMD_OPCODE_CREATE_RMP, srqn, listener);
}

void stand_in_complete(uint32_t cqn)
{
	struct sm_listener *listener = &find(PRM_CMD_OPCODE_CREATE_CQ, cqn)->listener;

	listener->completion(listener->owner);
}

void stand_in_event(uint16_t create, uint32_t number, uint8_t type)
{
	struct sm_listener *listener = &find(create, number)->listener;

	listener->event(listener->owner, type);
}

void stand_in_alarm_all(void)
{
	unsigned int i;

	for (i = 0; i < MAX_OBJECTS; i++) {
		struct sm_listener *listener = &objects[i].listener;

		if (objects[i].create && listener->completion)
			listener->completion(listener->owner);
		if (objects[i].create && listener->event)
			listener->event(listener->owner, PRM_EVENT_TYPE_CQ_ERROR);
	}
}

/* For re-registration: the firmware's key numbers have no mkeys. */
struct sm_mkey *sm_mkey_find(struct sm_dev *dev, uint32_t key)
{
	(void)dev;
	sm_stand_in.changed_key = key;
	return NULL;
}

void sm_mkey_change(struct sm_mkey *mkey, const struct prm_mkc_fields *ctx, struct sm_pd *pd)
{
	(void)mkey;
	(void)ctx;
	(void)pd;
}

/*
 * The process side.
 */

bool sm_copy(void *dst, const void *src, size_t len)
{
	struct iovec to = { dst, len }, from = { (void *)(uintptr_t)src, len };

	return !len || process_vm_readv(getpid(), &to, 1, &from, 1, 0) == (ssize_t)len;
}

const struct sm_config *sm_config(void)
{
	static const struct sm_config config = { .devices = 1 };

	return &config;
}

void sm_warn(const char *format, ...)
{
	(void)format;
}

enum { MAX_QUEUES = 64, MAX_RECORDS = 64 };

struct sm_events {
	int fd;
	struct sm_events_use use;
	unsigned int refs, n;
	struct {
		char record[64];
		size_t len;
		void (*on_read)(void *object);
		void *object;
	} queue[MAX_RECORDS];
};

static struct sm_events *queues[MAX_QUEUES];

struct sm_events *sm_events_open(int *fd, const struct sm_events_use *use)
{
	struct sm_events *events = calloc(1, sizeof(*events));
	unsigned int i;

	for (i = 0; i < MAX_QUEUES && queues[i]; i++)
		;
	if (!events || i == MAX_QUEUES) {
		free(events);
		errno = EMFILE;
		return NULL;
	}
	events->fd = *fd = eventfd(0, 0);
	events->refs = 1;
	events->use = *use;
	queues[i] = events;
	sm_stand_in.queues++;
	return events;
}

const struct sm_events_use *sm_events_use(const struct sm_events *events)
{
	return &events->use;
}

struct sm_events *sm_events_get(int fd)
{
	unsigned int i;

	for (i = 0; i < MAX_QUEUES; i++) {
		if (queues[i] && queues[i]->fd == fd) {
			queues[i]->refs++;
			return queues[i];
		}
	}
	return NULL;
}

void sm_events_put(struct sm_events *events)
{
	if (--events->refs)
		return;
	free(events);
	sm_stand_in.queues--;
}

struct sm_fd *sm_fd_look(int fd)
{
	static struct sm_fd ours;
	unsigned int i;

	for (i = 0; i < MAX_QUEUES; i++)
		if (queues[i] && queues[i]->fd == fd)
			return &ours;
	return NULL;
}

/* Does the same as fd.c for a close() of the application. */
int stand_in_close(int fd)
{
	unsigned int i;

	for (i = 0; i < MAX_QUEUES; i++) {
		if (queues[i] && queues[i]->fd == fd) {
			struct sm_events *events = queues[i];

			queues[i] = NULL;
			if (events->use.closed)
				events->use.closed(events->use.owner);
			sm_events_put(events);
			break;
		}
	}
	return close(fd);
}

void sm_events_push(struct sm_events *events, const void *record, size_t len,
		    void (*on_read)(void *object), void *object)
{
	if (events->n == MAX_RECORDS)
		abort();
	memcpy(events->queue[events->n].record, record, len);
	events->queue[events->n].len = len;
	events->queue[events->n].on_read = on_read;
	events->queue[events->n++].object = object;
}

void sm_events_purge(struct sm_events *events, void *object)
{
	unsigned int i, n = 0;

	for (i = 0; i < events->n; i++)
		if (events->queue[i].object != object)
			events->queue[n++] = events->queue[i];
	events->n = n;
}

size_t stand_in_read(int fd, void *buffer, size_t len)
{
	struct sm_events *events = sm_events_get(fd);
	size_t got = 0;

	if (!events)
		abort();
	if (events->n) {
		got = events->queue[0].len < len ? events->queue[0].len : len;
		memcpy(buffer, events->queue[0].record, got);
		events->queue[0].on_read(events->queue[0].object);
		memmove(&events->queue[0], &events->queue[1],
			--events->n * sizeof(events->queue[0]));
	}
	sm_events_put(events);
	return got;
}

void sm_events_end(struct sm_events *events)
{
	(void)events;
}

void sm_uar_settle(void)
{
}

void sm_uar_page_keep(struct sm_uar_page *page)
{
	(void)page;
}

void sm_uar_page_free(struct sm_uar_page *page)
{
	(void)page;
}

void *sm_memic_map(struct sm_dev *dev, uint64_t start, void *addr, size_t len, int flags)
{
	(void)dev;
	(void)start;
	return mmap(addr, len, PROT_READ | PROT_WRITE, flags | MAP_ANONYMOUS, -1, 0);
}

void sm_mkey_page(struct sm_mkey *mkey, char *base, uint64_t len)
{
	mkey->base = base;
	mkey->size = len;
}

void *sm_uar_page_map(struct sm_uar_page *page, void *addr, size_t len, int prot, int flags)
{
	(void)page;
	return mmap(addr, len, prot, (flags & ~MAP_SHARED) | MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

/* Nothing is observed. */
bool sm_is_observed;

void sm_note(struct sm_dev *dev, const char *format, ...)
{
	(void)dev;
	(void)format;
}

/* There is no network. */
uint16_t sm_udp_mtu(void)
{
	return 4096;
}
