// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Makes the objects that an execution starts with, and destroys all objects. Also has simple
 * versions of the process side: no descriptors, and timers that run when the fuzzer decides.
 */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <fcntl.h>
#include <unistd.h>

#include "base/original.h"
#include "hostile.h"
#include "kernel/event.h"
#include "kernel/fd.h"
#include "kernel/uverbs.h"
#include "prm_alloc.h"
#include "prm_data.h"
#include "prm_general_obj.h"
#include "prm_psv_cmd.h"
#include "prm_qp.h"
#include "prm_recv.h"
#include "prm_umem.h"

struct sm_config world_config;

/* Replacements for preload*.c and fd.c, and for parts of others (ld --wrap). */
const struct sm_config *__wrap_sm_config(void);
void __wrap_sm_timer_arm(struct sm_timer *timer, uint64_t delay_ns);
void __wrap_sm_timer_cancel(struct sm_timer *timer);
int __wrap_sm_thread_create(void *(*run)(void *argument), void *argument);
void __wrap_sm_warn(const char *format, ...);

const struct sm_config *__wrap_sm_config(void)
{
	return &world_config;
}

static struct sm_timer *timers;

void __wrap_sm_timer_cancel(struct sm_timer *timer)
{
	struct sm_timer **link = &timers;

	if (!timer->is_armed)
		return;
	while (*link != timer)
		link = &(*link)->next;
	*link = timer->next;
	timer->is_armed = false;
}

void __wrap_sm_timer_arm(struct sm_timer *timer, uint64_t delay_ns)
{
	struct sm_timer **link = &timers;

	__wrap_sm_timer_cancel(timer);
	timer->when = delay_ns;
	while (*link && (*link)->when <= timer->when)
		link = &(*link)->next;
	timer->next = *link;
	*link = timer;
	timer->is_armed = true;
}

bool timer_run(void)
{
	struct sm_timer *timer = timers;

	if (!timer)
		return false;
	__wrap_sm_timer_cancel(timer);
	timer->run(timer);
	return true;
}

unsigned int timers_armed(void)
{
	const struct sm_timer *timer;
	unsigned int n = 0;

	for (timer = timers; timer; timer = timer->next)
		n++;
	return n;
}

/* Replaces the polling thread: work.c polls its pages. */
int __wrap_sm_thread_create(void *(*run)(void *argument), void *argument)
{
	(void)run;
	(void)argument;
	return 0;
}

void __wrap_sm_warn(const char *format, ...)
{
	(void)format;
}

void sm_fd_refuse(void)
{
}

/* Descriptors of event queues. */
static struct {
	int fd;
	enum sm_fd_kind kind;
	void *object;
} fds[64];

int sm_fd_register(int fd, enum sm_fd_kind kind, void *object)
{
	unsigned int i;

	for (i = 0; i < SM_ARRAY_SIZE(fds); i++) {
		if (fds[i].object)
			continue;
		if (fcntl(fd, F_SETFL, O_NONBLOCK))	/* readers do not block */
			broken("fcntl");
		fds[i].fd = fd;
		fds[i].kind = kind;
		fds[i].object = object;
		return 0;
	}
	errno = EMFILE;
	return -1;
}

void *sm_fd_object(int fd, enum sm_fd_kind kind)
{
	unsigned int i;

	for (i = 0; i < SM_ARRAY_SIZE(fds); i++)
		if (fds[i].object && fds[i].fd == fd && fds[i].kind == kind)
			return fds[i].object;
	return NULL;
}

struct sm_fd *sm_fd_look(int fd)
{
	static struct sm_fd ours;
	unsigned int i;

	for (i = 0; i < SM_ARRAY_SIZE(fds); i++)
		if (fds[i].object && fds[i].fd == fd)
			return &ours;
	return NULL;
}

int any_event_fd(struct source *src, void **object)
{
	const uint32_t i = below(src, one_in(src, 4) ? SM_ARRAY_SIZE(fds) : 4);

	*object = fds[i].object;
	return fds[i].object ? fds[i].fd : -1;
}

void sm_fd_set_readable(void *object, struct sm_fd_ready *ready, bool is_readable)
{
	(void)object;
	(void)ready;
	(void)is_readable;
}

int sm_fd_wait(struct sm_fd_ready *ready)
{
	(void)ready;
	abort();	/* no read() may wait here */
}

void world_close_fd(int fd)
{
	unsigned int i;

	for (i = 0; i < SM_ARRAY_SIZE(fds); i++) {
		void *object = fds[i].object;

		if (!object || (fd >= 0 && fds[i].fd != fd))
			continue;
		fds[i].object = NULL;
		close(fds[i].fd);
		sm_events_close(object);
	}
}

/* Commands that make the world; they must succeed. */

uint8_t command(struct world *world, const void *in, size_t in_len, void *out, size_t out_len)
{
	uint8_t status;

	sm_lock();
	status = sm_fw_exec(world->dev, in, in_len, out, out_len);
	sm_nic_run();
	sm_unlock();
	return status;
}

/* Packs @fields into a command's layout, runs it, and leaves the output in @out. */
#define MUST(world, name, fields, extra, out) \
	do { \
		struct { \
			struct prm_##name##_in in; \
			uint8_t more[sizeof(extra)]; \
		} cmd_; \
		uint8_t status_; \
		prm_##name##_in_pack(&cmd_.in, &(fields)); \
		memcpy(cmd_.more, &(extra), sizeof(extra)); \
		status_ = command(world, &cmd_, sizeof(cmd_), &(out), sizeof(out)); \
		if (status_) \
			broken("%s fails with status %u", #name, status_); \
	} while (0)

static const char nothing[1];

static uint32_t make_pd(struct world *world, uint16_t uid)
{
	struct prm_alloc_pd_in_fields fields;
	struct prm_alloc_pd_out out;

	prm_alloc_pd_in_fields_init(&fields);
	fields.uid = uid;
	MUST(world, alloc_pd, fields, nothing, out);
	return prm_alloc_pd_out_get_pd(&out);
}

static uint32_t make_td(struct world *world, uint16_t uid)
{
	struct prm_alloc_transport_domain_in_fields fields;
	struct prm_alloc_transport_domain_out out;

	prm_alloc_transport_domain_in_fields_init(&fields);
	fields.uid = uid;
	MUST(world, alloc_transport_domain, fields, nothing, out);
	return prm_alloc_transport_domain_out_get_transport_domain(&out);
}

static uint32_t make_umem(struct world *world, uint16_t uid, enum region which)
{
	struct prm_create_umem_in_fields fields;
	struct prm_create_umem_out out;
	struct prm_mtt mtt[160];
	const size_t pages = region_size[which] / SM_PAGE_SIZE;
	const uint32_t first = (uint32_t)(uintptr_t)region(which);
	uint32_t i;

	memset(mtt, 0, sizeof(mtt));
	for (i = 0; i < pages; i++) {
		struct prm_mtt_fields entry = { .rd_en = true, .wr_en = true };

		entry.ptag_31_8 = (first + i * SM_PAGE_SIZE) >> 8;
		prm_mtt_pack(&mtt[i], &entry);
	}
	prm_create_umem_in_fields_init(&fields);
	fields.uid = uid;
	fields.umem.num_of_mtt = pages;
	MUST(world, create_umem, fields, mtt, out);
	return prm_create_umem_out_get_umem_id(&out);
}

static void make_psvs(struct world *world)
{
	struct prm_create_psv_in_fields fields;
	struct prm_create_psv_out out;

	prm_create_psv_in_fields_init(&fields);
	fields.uid = USER;
	fields.num_psv = 2;
	fields.pd = world->pd;
	MUST(world, create_psv, fields, nothing, out);
	world->psv[0] = prm_create_psv_out_get_psv0_index(&out);
	world->psv[1] = prm_create_psv_out_get_psv1_index(&out);
}

static void make_dek(struct world *world)
{
	struct prm_create_encryption_key_in_fields fields;
	struct prm_general_obj_out_cmd_hdr out;

	prm_create_encryption_key_in_fields_init(&fields);
	fields.general_obj_in_cmd_hdr.uid = USER;
	fields.general_obj_in_cmd_hdr.opcode = PRM_CMD_OPCODE_CREATE_GENERAL_OBJECT;
	fields.general_obj_in_cmd_hdr.obj_type = PRM_GENERAL_OBJ_TYPE_ENCRYPTION_KEY;
	fields.encryption_key_object.key_purpose = PRM_ENCRYPTION_KEY_PURPOSE_AES_XTS;
	fields.encryption_key_object.pd = world->pd;
	memset(fields.encryption_key_object.key, 0x11, 16);
	memset(fields.encryption_key_object.key + 16, 0x22, 16);
	MUST(world, create_encryption_key, fields, nothing, out);
	world->dek = prm_general_obj_out_cmd_hdr_get_obj_id(&out);
}

static void make_cq(struct world *world, unsigned int which)
{
	struct prm_create_cq_in_fields fields;
	struct prm_create_cq_out out;

	prm_create_cq_in_fields_init(&fields);
	fields.uid = USER;
	fields.cq_umem_valid = true;
	fields.cq_umem_id = world->umem[REGION_CQ];
	fields.cq_umem_offset = which * 0x2000;
	fields.cq_context.cqe_sz = which ? PRM_CQE_SIZE_128_BYTES : PRM_CQE_SIZE_64_BYTES;
	fields.cq_context.log_cq_size = 6;
	fields.cq_context.uar_page = world->uar;
	fields.cq_context.dbr_umem_valid = true;
	fields.cq_context.dbr_umem_id = world->umem[REGION_CQ];
	fields.cq_context.dbr_addr = 0x4000 + which * 64;
	MUST(world, create_cq, fields, nothing, out);
	world->cqn[which] = prm_create_cq_out_get_cqn(&out);
}

/* Send queues, receive queues, the shared one and records, in this order. */
#define RINGS_OF_QP (SQ_WQEBBS * 64 + RQ_WQES * RQ_STRIDE)
#define SRQ_AT (QPS * RINGS_OF_QP)
#define RECORDS_AT (SRQ_AT + SRQ_WQES * RQ_STRIDE)

static void make_srq(struct world *world)
{
	struct prm_create_rmp_in_fields fields;
	struct prm_create_rmp_out out;
	struct prm_srq_next_seg next;
	struct prm_srq_next_seg_fields next_fields;
	uint32_t i;

	prm_create_rmp_in_fields_init(&fields);
	fields.uid = USER;
	fields.ctx.wq.wq_type = PRM_WQ_TYPE_LINKED_LIST;
	fields.ctx.wq.pd = world->pd;
	fields.ctx.wq.wq_umem_valid = fields.ctx.wq.dbr_umem_valid = true;
	fields.ctx.wq.wq_umem_id = fields.ctx.wq.dbr_umem_id = world->umem[REGION_QUEUE];
	fields.ctx.wq.wq_umem_offset = SRQ_AT;
	fields.ctx.wq.dbr_addr = RECORDS_AT + QPS * 64;
	fields.ctx.wq.log_wq_sz = 5;
	fields.ctx.wq.log_wq_stride = 6;
	MUST(world, create_rmp, fields, nothing, out);
	world->srqn = prm_create_rmp_out_get_rmpn(&out);
	world->srq_pi = 0;
	for (i = 0; i < SRQ_WQES; i++) {
		prm_srq_next_seg_fields_init(&next_fields);
		next_fields.next_wqe_index = (uint16_t)((i + 1) % SRQ_WQES);
		prm_srq_next_seg_pack(&next, &next_fields);
		arena_write(region(REGION_QUEUE) + SRQ_AT + i * RQ_STRIDE, &next, sizeof(next));
	}
}

static void on_event(void *owner, uint8_t type)
{
	struct world *world = owner;

	(void)type;
	world->events++;
}

static void on_completion(void *owner)
{
	on_event(owner, 0);
}

static void make_qp(struct world *world, unsigned int which, bool has_srq)
{
	const struct sm_listener listener = {
		.completion = on_completion, .event = on_event, .owner = world,
	};
	struct prm_create_qp_in_fields fields;
	struct prm_create_qp_out out;
	struct app_qp *qp = &world->qp[which];

	prm_create_qp_in_fields_init(&fields);
	fields.uid = USER;
	fields.wq_umem_valid = true;
	fields.wq_umem_id = world->umem[REGION_QUEUE];
	fields.wq_umem_offset = which * RINGS_OF_QP;
	fields.qpc.st = world->service_type;
	fields.qpc.pd = world->pd;
	fields.qpc.uar_page = world->uar;
	fields.qpc.cqn_snd = world->cqn[CQ_SEND];
	fields.qpc.cqn_rcv = world->cqn[CQ_RECV];
	fields.qpc.rq_type = has_srq ? PRM_QP_RQ_TYPE_SRQ_RQ : PRM_QP_RQ_TYPE_NON_ZERO_RQ;
	fields.qpc.srqn_rmpn_xrqn = has_srq ? world->srqn : 0;
	fields.qpc.log_rq_size = 5;
	fields.qpc.log_rq_stride = 2;
	fields.qpc.log_sq_size = 6;
	fields.qpc.user_index = 0x100 + which;
	fields.qpc.drain_sigerr = which == QP_A;
	fields.qpc.dbr_umem_valid = true;
	fields.qpc.dbr_umem_id = world->umem[REGION_QUEUE];
	fields.qpc.dbr_addr = RECORDS_AT + which * 64;
	MUST(world, create_qp, fields, nothing, out);
	*qp = (struct app_qp){
		.qpn = prm_create_qp_out_get_qpn(&out),
		.rq = region(REGION_QUEUE) + which * RINGS_OF_QP,
		.dbr = (void *)(region(REGION_QUEUE) + fields.qpc.dbr_addr),
		.has_srq = has_srq,
	};
	qp->sq = qp->rq + (has_srq ? 0 : RQ_WQES * RQ_STRIDE);
	sm_fw_listen_qp(world->dev, qp->qpn, &listener);
}

/* For work.c, which writes the record of the shared receive queue. */
void srq_place(uint8_t **ring, void **record)
{
	*ring = region(REGION_QUEUE) + SRQ_AT;
	*record = region(REGION_QUEUE) + RECORDS_AT + QPS * 64;
}

static void step(struct world *world, void *cmd, size_t len)
{
	uint8_t out[64];

	command(world, cmd, len, out, sizeof(out));
}

void connect(struct world *world, unsigned int which, unsigned int peer, struct source *src)
{
	const struct world *far = world->other && peer != which ? world->other : world;
	struct prm_rst2init_qp_in_fields init;
	struct prm_init2rtr_qp_in_fields rtr;
	struct prm_rtr2rts_qp_in_fields rts;
	struct prm_rst2init_qp_in init_cmd;
	struct prm_init2rtr_qp_in rtr_cmd;
	struct prm_rtr2rts_qp_in rts_cmd;

	prm_rst2init_qp_in_fields_init(&init);
	init.uid = USER;
	init.qpn = world->qp[which].qpn;
	init.qpc.rre = init.qpc.rwe = init.qpc.rae = true;
	init.qpc.atomic_mode = PRM_QP_ATOMIC_MODE_UP_TO_8B;
	init.qpc.drain_sigerr = one_in(src, 4);
	init.qpc.q_key = QKEY;
	prm_rst2init_qp_in_pack(&init_cmd, &init);
	step(world, &init_cmd, sizeof(init_cmd));

	prm_init2rtr_qp_in_fields_init(&rtr);
	rtr.uid = USER;
	rtr.qpn = world->qp[which].qpn;
	rtr.qpc.remote_qpn = far->qp[peer].qpn;
	rtr.qpc.primary_address_path.rlid = far->dev->lid;
	if (world->other && one_in(src, 4)) {
		rtr.qpc.primary_address_path.grh = true;
		sm_dev_gid(far->dev, 0, rtr.qpc.primary_address_path.rgid_rip);
	}
	rtr.qpc.min_rnr_nak = 1;
	prm_init2rtr_qp_in_pack(&rtr_cmd, &rtr);
	step(world, &rtr_cmd, sizeof(rtr_cmd));

	prm_rtr2rts_qp_in_fields_init(&rts);
	rts.uid = USER;
	rts.qpn = world->qp[which].qpn;
	rts.qpc.retry_count = (uint8_t)below(src, 8);
	rts.qpc.rnr_retry = (uint8_t)below(src, 8);
	rts.qpc.primary_address_path.ack_timeout = one_in(src, 8) ? 0 : 14;
	prm_rtr2rts_qp_in_pack(&rts_cmd, &rts);
	step(world, &rts_cmd, sizeof(rts_cmd));
}

void end_qp(struct world *world, unsigned int which, bool to_reset)
{
	struct app_qp *qp = &world->qp[which];
	const struct prm_qp_doorbell_record zero = {0};

	if (to_reset) {
		struct prm_qp_2rst_in_fields fields;
		struct prm_qp_2rst_in cmd;

		prm_qp_2rst_in_fields_init(&fields);
		fields.uid = USER;
		fields.qpn = qp->qpn;
		prm_qp_2rst_in_pack(&cmd, &fields);
		step(world, &cmd, sizeof(cmd));
		qp->pi = qp->rq_pi = 0;
		arena_write(qp->dbr, &zero, sizeof(zero));
	} else {
		struct prm_qp_2err_in_fields fields;
		struct prm_qp_2err_in cmd;

		prm_qp_2err_in_fields_init(&fields);
		fields.uid = USER;
		fields.qpn = qp->qpn;
		prm_qp_2err_in_pack(&cmd, &fields);
		step(world, &cmd, sizeof(cmd));
	}
}

/*
 * Keys.
 */

static void note_key(struct world *world, uint32_t key, uint64_t addr, uint64_t len, bool is_list)
{
	world->key[world->n_keys] = key;
	world->key_addr[world->n_keys] = addr;
	world->key_len[world->n_keys] = len;
	world->n_keys++;
	if (is_list)
		world->list_key[world->n_list_keys++] = key;
}

/* A key's tag is the lower half of its index, so that wrong tags are noticed. */
static uint32_t make_key(struct world *world, struct prm_create_mkey_in_fields *fields,
			 const void *list, size_t entries)
{
	struct prm_create_mkey_out out;
	struct prm_klm lines[16];
	uint8_t tag = (uint8_t)(0x40 + world->n_keys);

	memset(lines, 0, sizeof(lines));
	if (entries)
		memcpy(lines, list, entries * sizeof(lines[0]));
	fields->memory_key_mkey_entry.mkey_7_0 = tag;
	fields->memory_key_mkey_entry.lr = true;
	fields->translations_octword_actual_size = (uint32_t)entries;
	MUST(world, create_mkey, *fields, lines, out);
	return prm_create_mkey_out_get_mkey_index(&out) << 8 | tag;
}

static void key_fields(struct prm_create_mkey_in_fields *fields, uint16_t uid, uint32_t pd)
{
	prm_create_mkey_in_fields_init(fields);
	fields->uid = uid;
	fields->memory_key_mkey_entry.pd = pd;
	fields->memory_key_mkey_entry.qpn = 0xffffff;
}

static void allow_all(struct prm_mkc_fields *mkc)
{
	mkc->lw = mkc->rr = mkc->rw = mkc->a = true;
}

/* Makes a key of a region, whose addresses are those of the process, or start at 0. */
static uint32_t direct_key(struct world *world, enum region which, bool is_zero_based,
			   bool may_write, bool umr_en, uint32_t qpn)
{
	struct prm_create_mkey_in_fields fields;
	struct prm_mkc_fields *mkc = &fields.memory_key_mkey_entry;
	bool is_other = which == REGION_OTHER;
	uint32_t key;

	key_fields(&fields, is_other ? OTHER_USER : USER, is_other ? world->other_pd : world->pd);
	mkc->access_mode_1_0 = PRM_MKC_ACCESS_MODE_MTT;
	mkc->rr = true;
	if (may_write)
		allow_all(mkc);
	mkc->umr_en = umr_en;
	mkc->qpn = qpn;
	mkc->start_addr = is_zero_based ? 0 : (uintptr_t)region(which);
	mkc->len = region_size[which];
	fields.mkey_umem_valid = true;
	fields.mkey_umem_id = world->umem[which];
	key = make_key(world, &fields, NULL, 0);
	note_key(world, key, mkc->start_addr, mkc->len, umr_en);
	return key;
}

static struct prm_klm klm(uint32_t key, uint64_t addr, uint32_t len)
{
	const struct prm_klm_fields fields = { .byte_count = len, .mkey = key, .address = addr };
	struct prm_klm packed;

	prm_klm_pack(&packed, &fields);
	return packed;
}

static uint32_t list_key(struct world *world, uint8_t mode, const void *list, size_t entries,
			 uint64_t len, bool has_bsf)
{
	struct prm_create_mkey_in_fields fields;
	struct prm_mkc_fields *mkc = &fields.memory_key_mkey_entry;
	uint32_t key;

	key_fields(&fields, USER, world->pd);
	allow_all(mkc);
	mkc->access_mode_1_0 = mode & 3;
	mkc->umr_en = mkc->en_rinval = true;
	mkc->log_page_size = 12;
	mkc->len = len;
	mkc->translations_octword_size = 16;
	mkc->free = !entries;
	mkc->bsf_octword_size = has_bsf ? 8 : 4;
	mkc->crypto_en = has_bsf;
	key = make_key(world, &fields, list, entries);
	note_key(world, key, 0, len, true);
	return key;
}

static void make_list_keys(struct world *world, uint32_t data, uint32_t read, uint32_t gone)
{
	const uint64_t at_data = (uintptr_t)region(REGION_DATA);
	const uint64_t at_read = (uintptr_t)region(REGION_READ);
	const uint64_t at_gone = (uintptr_t)region(REGION_GONE);
	struct prm_klm list[4];
	struct prm_ksm ksm[3];
	struct prm_repeat_block_seg_fields head = { .byte_count = 520,
						    .repeat_count = 8,
						    .num_ent = 2 };
	struct prm_repeat_block_ent_fields entry;
	uint32_t klms, repeats, next;
	unsigned int i;

	list[0] = klm(data, at_data + 100, 1000);
	list[1] = klm(data, at_data + 4096, 24);
	list[2] = klm(read, at_read, 3072);
	klms = list_key(world, PRM_MKC_ACCESS_MODE_KLMS, list, 3, 4096, true);
	for (i = 0; i < 3; i++) {
		const struct prm_ksm_fields fields = {
			.mkey = i == 2 ? gone : data,
			.address = i == 2 ? at_gone : at_data + i * 4096,
		};

		prm_ksm_pack(&ksm[i], &fields);
	}
	list_key(world, PRM_MKC_ACCESS_MODE_KSM, ksm, 3, 3 * 4096, false);
	prm_repeat_block_seg_pack((void *)&list[0], &head);
	entry = (struct prm_repeat_block_ent_fields){
		.stride = 520, .byte_count = 512, .memkey = data, .va = at_data,
	};
	prm_repeat_block_ent_pack((void *)&list[1], &entry);
	entry = (struct prm_repeat_block_ent_fields){
		.stride = 8, .byte_count = 8, .memkey = gone, .va = at_gone,
	};
	prm_repeat_block_ent_pack((void *)&list[2], &entry);
	repeats = list_key(world, PRM_MKC_ACCESS_MODE_KLMS, list, 3, 8 * 520, false);
	list[0] = klm(klms, 50, 2000);
	list[1] = klm(repeats, 500, 1500);
	list_key(world, PRM_MKC_ACCESS_MODE_KLMS, list, 2, 3500, true);
	/* A key that names itself; numbers are mostly consecutive. */
	next = ((world->key[world->n_keys - 1] >> 8) + 1) << 8 | (0x40 + world->n_keys);
	list[0] = klm(data, at_data, 64);
	list[1] = klm(next, 0, 4096);
	list_key(world, PRM_MKC_ACCESS_MODE_KLMS, list, 2, 4096, false);
	list_key(world, PRM_MKC_ACCESS_MODE_KLMS, NULL, 0, 0, false);	/* free */
	list[0] = klm(data, at_data, 8192);
	list_key(world, PRM_MKC_ACCESS_MODE_KLMS, list, 1, 8192, true);
	list[0] = klm(gone, at_gone, 4096);
	list[1] = klm(data, at_data + 1, 4096);
	list_key(world, PRM_MKC_ACCESS_MODE_KLMS, list, 2, 8192, true);
}

static void make_keys(struct world *world)
{
	uint32_t data, read, gone;

	world->n_keys = world->n_list_keys = 0;
	world->changed_key = 0;
	world->is_long = false;
	data = direct_key(world, REGION_DATA, false, true, false, 0xffffff);
	read = direct_key(world, REGION_READ, false, false, false, 0xffffff);
	gone = direct_key(world, REGION_GONE, false, true, false, 0xffffff);
	direct_key(world, REGION_OTHER, false, true, false, 0xffffff);
	direct_key(world, REGION_DATA, true, true, false, world->qp[QP_A].qpn);
	world->long_key = direct_key(world, REGION_LONG, false, true, false, 0xffffff);
	make_list_keys(world, data, read, gone);
}

uint32_t any_key(struct world *world, struct source *src, uint64_t *addr, uint64_t *len)
{
	uint32_t i = below(src, world->n_keys);

	if (world->changed_key && one_in(src, world->is_long ? 2 : 3)) {
		*addr = 0;
		*len = world->changed_len;
		return world->changed_key;
	}
	if (world->is_long && !one_in(src, 8)) {
		*addr = (uintptr_t)region(REGION_LONG);
		*len = region_size[REGION_LONG];
		return world->long_key;
	}
	*addr = world->key_addr[i];
	*len = world->key_len[i];
	switch (below(src, 24)) {
	case 0:
		return (uint32_t)any64(src);
	case 1:
		return world->key[i] ^ 1u << below(src, 32);
	case 2:
		return world->psv[0] << 8;
	default:
		return world->key[i];
	}
}

/* Start and end of an execution. */

void world_init(struct world *world, unsigned int device)
{
	struct prm_alloc_uar_in_fields fields;
	struct prm_alloc_uar_out out;

	memset(world, 0, sizeof(*world));
	if (!device) {
		arena_init();
		sm_faults_install();
	}
	sm_lock();
	world->dev = sm_dev_by_index(device);
	sm_unlock();
	if (!world->dev)
		broken("there is no device");
	/* One page for all executions: its allocation takes most of the time. */
	prm_alloc_uar_in_fields_init(&fields);
	MUST(world, alloc_uar, fields, nothing, out);
	world->uar = prm_alloc_uar_out_get_uar(&out);
}

static void start_numbers(struct sm_table *table)
{
	table->next = table->first;	/* so that executions do not depend on earlier ones */
}

/* Makes all objects but the QPs and the keys, which refer to them. */
static void make_objects(struct world *world)
{
	struct sm_dev *dev = world->dev;
	unsigned int i;

	start_numbers(&dev->pds);
	start_numbers(&dev->mkeys);
	start_numbers(&dev->qps);
	start_numbers(&dev->cqs);
	start_numbers(&dev->srqs);
	start_numbers(&dev->psvs);
	start_numbers(&dev->umems);
	start_numbers(&dev->tds);
	start_numbers(&dev->deks);
	world->wrote_read_only = false;
	memset(world->qp, 0, sizeof(world->qp));
	world->pd = make_pd(world, USER);
	world->other_pd = make_pd(world, OTHER_USER);
	world->td = make_td(world, USER);
	for (i = 0; i < REGIONS; i++)
		if (i != REGION_FREE)
			world->umem[i] = make_umem(world, i == REGION_OTHER ? OTHER_USER : USER, i);
	make_psvs(world);
	make_dek(world);
	make_cq(world, CQ_SEND);
	make_cq(world, CQ_RECV);
	make_srq(world);
}

static const uint8_t service_types[] = {
	PRM_QP_SERVICE_TYPE_RC, PRM_QP_SERVICE_TYPE_RC, PRM_QP_SERVICE_TYPE_RC,
	PRM_QP_SERVICE_TYPE_UC, PRM_QP_SERVICE_TYPE_UD,
};

/*
 * Makes two devices, one with A, the other with B. They share the memory and the places of the CQ
 * rings.
 */
static void make_far(struct world *world, struct world *other, struct source *src)
{
	world->other = other;
	other->other = world;
	other->service_type = world->service_type;
	make_objects(other);
	make_qp(world, QP_A, false);
	make_qp(other, QP_B, one_in(src, 3));
	connect(world, QP_A, QP_B, src);
	connect(other, QP_B, QP_A, src);
	make_keys(other);
}

void world_make(struct world *world, struct world *other, struct source *src)
{
	arena_reset();
	world->other = NULL;
	world->service_type = service_types[below(src, SM_ARRAY_SIZE(service_types))];
	make_objects(world);
	if (one_in(src, 4)) {
		make_qp(world, QP_C, one_in(src, 2));
		connect(world, QP_C, QP_C, src);
	} else if (other && one_in(src, 4)) {
		make_far(world, other, src);
	} else {
		make_qp(world, QP_A, false);
		make_qp(world, QP_B, one_in(src, 3));
		connect(world, QP_A, QP_B, src);
		connect(world, QP_B, QP_A, src);
	}
	make_keys(world);
}

static void must_be_empty(const struct sm_table *table, const char *what, uint32_t expected)
{
	if (table->count != expected)
		broken("%u %s are left", table->count - expected, what);
}

/*
 * Releases the remaining objects; users of the two devices may still be connected with each other.
 */
static void release(struct world *world)
{
	uint16_t uid;

	for (uid = USER; uid <= NEW_USER; uid++)
		sm_fw_release_uid(world->dev, uid);
}

static void must_be_left_empty(const struct world *world)
{
	const struct sm_dev *dev = world->dev;
	const struct sm_uar *uar;

	must_be_empty(&dev->qps, "QPs", 0);
	must_be_empty(&dev->srqs, "SRQs", 0);
	must_be_empty(&dev->cqs, "CQs", 0);
	must_be_empty(&dev->mkeys, "keys", 0);
	must_be_empty(&dev->psvs, "PSVs", 0);
	must_be_empty(&dev->deks, "DEKs", 0);
	must_be_empty(&dev->umems, "umems", 0);
	must_be_empty(&dev->uars, "UARs", 1);
	must_be_empty(&dev->tds, "transport domains", 0);
	must_be_empty(&dev->pds, "PDs", 0);
	uar = sm_table_get(&dev->uars, world->uar);
	if (uar->obj.users)
		broken("the UAR still has %u users", uar->obj.users);
}

void world_end(struct world *world)
{
	struct world *other = world->other;
	bool wrote_read_only = world->wrote_read_only;

	sm_lock();
	release(world);
	if (other)
		release(other);
	sm_unlock();
	must_be_left_empty(world);
	if (other) {
		must_be_left_empty(other);
		wrote_read_only = wrote_read_only || other->wrote_read_only;
		other->other = world->other = NULL;
	}
	if (timers_armed())
		broken("%u timers are armed", timers_armed());
	if (sm_guard_current)
		broken("a guard was entered but not left");
	arena_check(wrote_read_only);
}
