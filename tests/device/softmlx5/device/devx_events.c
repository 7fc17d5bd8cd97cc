// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Channels of DEVX events: random lives of channels, subscriptions and objects beside a model;
 * refusals; readers that wait.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "prm_cmd.h"
#include "prm_cq.h"
#include "prm_doorbell.h"
#include "prm_eqe.h"
#include "prm_qp.h"
#include "prm_rmp.h"
#include "tests.h"

#define QUIET_MS 20

enum { CQES = 16, RECEIVES = 64, SRQ_WQES = 16 };
/* Places in the memory of a unit. */
enum { CQ_RING = 0, RQ = 0x1000, QP_RECORD = 0x2000, CQ_RECORD = 0x2040, SRQ_RECORD = 0x2080,
       SRQ_RING = 0x3000, UNIT_LEN = 0x4000 };

enum kind { OF_CQ, OF_QP, OF_SRQ, KINDS };

/* A CQ and a QP made by DEVX, and an SRQ of which the QP receives or not. */
struct unit {
	uint8_t *memory;
	struct mlx5dv_devx_umem *umem;
	struct mlx5dv_devx_obj *obj[KINDS];
	uint32_t number[KINDS];
	bool has_srq, is_armed, has_overflowed;
	uint32_t pi, arm_sn;
};

struct fixture {
	struct rig rig;
	struct ibv_context *context;
	struct mlx5dv_devx_uar *uar;
	uint32_t pdn;
};

static void fixture_open(struct fixture *fixture)
{
	struct mlx5dv_obj dv = {0};
	struct mlx5dv_pd pd;

	rig_open(&fixture->rig, NULL);
	fixture->context = fixture->rig.a.context;
	fixture->uar = mlx5dv_devx_alloc_uar(fixture->context, MLX5DV_UAR_ALLOC_TYPE_NC);
	CHECK(fixture->uar);
	dv.pd.in = fixture->rig.a.pd;
	dv.pd.out = &pd;
	CHECK_EQ(mlx5dv_init_obj(&dv, MLX5DV_OBJ_PD), 0);
	fixture->pdn = pd.pdn & 0xffffff;
}

static void fixture_close(struct fixture *fixture)
{
	mlx5dv_devx_free_uar(fixture->uar);
	rig_close(&fixture->rig);
}

static void new_cq(struct fixture *fixture, struct unit *unit)
{
	struct prm_create_cq_in_fields fields;
	struct prm_create_cq_in in;
	struct prm_create_cq_out out;
	uint32_t eqn;

	prm_create_cq_in_fields_init(&fields);
	fields.cq_umem_id = unit->umem->umem_id;
	fields.cq_umem_offset = CQ_RING;
	fields.cq_context.log_cq_size = (uint8_t)__builtin_ctz(CQES);
	fields.cq_context.uar_page = fixture->uar->page_id;
	fields.cq_context.dbr_umem_id = unit->umem->umem_id;
	fields.cq_context.dbr_addr = CQ_RECORD;
	CHECK_EQ(mlx5dv_devx_query_eqn(fixture->context, 0, &eqn), 0);
	fields.cq_context.c_eqn = eqn;
	prm_create_cq_in_pack(&in, &fields);
	unit->obj[OF_CQ] = mlx5dv_devx_obj_create(fixture->context, &in, sizeof(in), &out,
						  sizeof(out));
	CHECK(unit->obj[OF_CQ]);
	unit->number[OF_CQ] = prm_create_cq_out_get_cqn(&out);
}

static void new_srq(struct fixture *fixture, struct unit *unit)
{
	struct prm_create_rmp_in_fields fields;
	struct prm_create_rmp_in in;
	struct prm_create_rmp_out out;
	struct prm_wq_fields *wq = &fields.ctx.wq;

	prm_create_rmp_in_fields_init(&fields);
	fields.ctx.state = PRM_RMP_STATE_RDY;
	wq->wq_type = PRM_WQ_TYPE_LINKED_LIST;
	wq->pd = fixture->pdn;
	wq->wq_umem_id = wq->dbr_umem_id = unit->umem->umem_id;
	wq->wq_umem_offset = SRQ_RING;
	wq->dbr_addr = SRQ_RECORD;
	wq->log_wq_sz = (uint8_t)__builtin_ctz(SRQ_WQES);
	wq->log_wq_stride = 6;
	prm_create_rmp_in_pack(&in, &fields);
	unit->obj[OF_SRQ] = mlx5dv_devx_obj_create(fixture->context, &in, sizeof(in), &out,
						   sizeof(out));
	CHECK(unit->obj[OF_SRQ]);
	unit->number[OF_SRQ] = prm_create_rmp_out_get_rmpn(&out);
}

static void new_qp(struct fixture *fixture, struct unit *unit)
{
	struct prm_create_qp_in_fields fields;
	struct prm_create_qp_in in;
	struct prm_create_qp_out out;
	struct prm_qpc_fields *qpc = &fields.qpc;

	prm_create_qp_in_fields_init(&fields);
	qpc->st = PRM_QP_SERVICE_TYPE_RC;
	qpc->pd = fixture->pdn;
	qpc->uar_page = fixture->uar->page_id;
	qpc->no_sq = true;
	qpc->cqn_rcv = unit->number[OF_CQ];
	if (unit->has_srq) {
		qpc->rq_type = PRM_QP_RQ_TYPE_SRQ_RQ;
		qpc->srqn_rmpn_xrqn = unit->number[OF_SRQ];
	} else {
		qpc->rq_type = PRM_QP_RQ_TYPE_NON_ZERO_RQ;
		qpc->log_rq_size = (uint8_t)__builtin_ctz(RECEIVES);
	}
	qpc->dbr_umem_id = fields.wq_umem_id = unit->umem->umem_id;
	qpc->dbr_addr = QP_RECORD;
	fields.wq_umem_offset = RQ;
	prm_create_qp_in_pack(&in, &fields);
	unit->obj[OF_QP] = mlx5dv_devx_obj_create(fixture->context, &in, sizeof(in), &out,
						  sizeof(out));
	CHECK(unit->obj[OF_QP]);
	unit->number[OF_QP] = prm_create_qp_out_get_qpn(&out);
}

static void unit_make(struct fixture *fixture, struct unit *unit, bool has_srq)
{
	memset(unit, 0, sizeof(*unit));
	unit->has_srq = has_srq;
	CHECK_EQ(posix_memalign((void **)&unit->memory, 4096, UNIT_LEN), 0);
	memset(unit->memory, 0, UNIT_LEN);
	unit->umem = mlx5dv_devx_umem_reg(fixture->context, unit->memory, UNIT_LEN,
					  IBV_ACCESS_LOCAL_WRITE);
	CHECK(unit->umem);
	new_cq(fixture, unit);
	new_srq(fixture, unit);
	new_qp(fixture, unit);
}

static void unit_destroy(struct unit *unit)
{
	CHECK_EQ(mlx5dv_devx_obj_destroy(unit->obj[OF_QP]), 0);
	CHECK_EQ(mlx5dv_devx_obj_destroy(unit->obj[OF_SRQ]), 0);
	CHECK_EQ(mlx5dv_devx_obj_destroy(unit->obj[OF_CQ]), 0);
	CHECK_EQ(mlx5dv_devx_umem_dereg(unit->umem), 0);
	free(unit->memory);
	memset(unit, 0, sizeof(*unit));
}

/* Writes the CQ's record: all CQEs are consumed, and it is armed. */
static void write_record(struct unit *unit)
{
	const struct prm_cq_doorbell_record_fields fields = {
		.ci = unit->pi & 0xffffff, .arm_sn = unit->arm_sn % 4,
		.arm_cmd = PRM_CQ_ARM_CMD_NEXT, .arm_ci = unit->pi & 0xffffff,
	};

	prm_cq_doorbell_record_pack((void *)(unit->memory + CQ_RECORD), &fields);
}

static bool is_armed(struct unit *unit)
{
	struct prm_query_cq_in_fields fields = { .cqn = unit->number[OF_CQ] };
	struct prm_query_cq_in in;
	struct prm_query_cq_out out;

	prm_query_cq_in_pack(&in, &fields);
	CHECK_EQ(mlx5dv_devx_obj_query(unit->obj[OF_CQ], &in, sizeof(in), &out, sizeof(out)), 0);
	return prm_cqc_get_st(&out.cq_context) == PRM_CQ_ARM_STATE_NOTIFICATION_REQUEST_ARMED;
}

/* Returns when the device has seen it, which polls for doorbells in some modes. */
static void arm(struct fixture *fixture, struct unit *unit)
{
	const struct prm_cq_arm_doorbell_fields fields = {
		.arm_sn = unit->arm_sn % 4, .arm_cmd = PRM_CQ_ARM_CMD_NEXT,
		.ci = unit->pi & 0xffffff, .cqn = unit->number[OF_CQ],
	};
	struct prm_cq_arm_doorbell doorbell;
	uint64_t value;

	prm_cq_arm_doorbell_pack(&doorbell, &fields);
	write_record(unit);
	memcpy(&value, &doorbell, sizeof(value));
	*(volatile uint64_t *)((uint8_t *)fixture->uar->base_addr + PRM_UAR_REGISTER_CQ_ARM) = value;
	while (!is_armed(unit))
		usleep(1000);
	unit->is_armed = true;
}

static void qp_command(struct unit *unit, void *in, size_t len, uint16_t opcode)
{
	struct prm_cmd_out_hdr out[4];

	prm_cmd_in_hdr_set_opcode(in, opcode);
	CHECK_EQ(mlx5dv_devx_obj_modify(unit->obj[OF_QP], in, len, out, sizeof(out)), 0);
}

/* Flushes @n receives of the QP, from reset. */
static void flush(struct unit *unit, uint32_t n)
{
	struct prm_qp_2rst_in_fields rst = { .qpn = unit->number[OF_QP] };
	struct prm_qp_2err_in_fields err = { .qpn = unit->number[OF_QP] };
	struct prm_rst2init_qp_in_fields init = { .qpn = unit->number[OF_QP] };
	struct prm_rst2init_qp_in init_in;
	struct prm_qp_2rst_in rst_in;
	struct prm_qp_2err_in err_in;

	prm_qp_2rst_in_pack(&rst_in, &rst);
	prm_qp_2err_in_pack(&err_in, &err);
	prm_rst2init_qp_in_pack(&init_in, &init);
	qp_command(unit, &rst_in, sizeof(rst_in), PRM_CMD_OPCODE_2RST_QP);
	qp_command(unit, &init_in, sizeof(init_in), PRM_CMD_OPCODE_RST2INIT_QP);
	prm_qp_doorbell_record_set_recv_counter((void *)(unit->memory + QP_RECORD), n);
	qp_command(unit, &err_in, sizeof(err_in), PRM_CMD_OPCODE_2ERR_QP);
}

/* The limit is above the number of WQEs, so its event comes at once. */
static void reach_limit(struct unit *unit)
{
	struct prm_modify_rmp_in_fields fields;
	struct prm_modify_rmp_in in;
	struct prm_modify_rmp_out out;

	prm_modify_rmp_in_fields_init(&fields);
	fields.rmpn = unit->number[OF_SRQ];
	fields.rmp_state = PRM_RMP_STATE_RDY;
	fields.bitmask.lwm = true;
	fields.ctx.wq.lwm = 4;
	prm_modify_rmp_in_pack(&in, &fields);
	CHECK_EQ(mlx5dv_devx_obj_modify(unit->obj[OF_SRQ], &in, sizeof(in), &out, sizeof(out)), 0);
}

/*
 * A life beside a model.
 */
enum { UNITS = 4, CHANNELS = 3, EVENTFDS = 2, SUBS = 400, RECORDS = 4000, STEPS = 3000 };

struct sub {
	bool is_live;		/* its channel is open */
	unsigned int channel, unit;	/* unit UNITS: the object is gone */
	enum kind kind;
	uint16_t type;
	uint64_t cookie;
	int eventfd;		/* index, or -1 */
	bool is_unread;
};

struct record {
	uint64_t cookie;
	uint16_t type;
	uint32_t number;
	unsigned int sub;
};

struct life {
	struct fixture fixture;
	struct unit unit[UNITS];
	struct mlx5dv_devx_event_channel *channel[CHANNELS];
	bool omits[CHANNELS];
	struct record queue[CHANNELS][RECORDS];
	unsigned int first[CHANNELS], last[CHANNELS];
	struct sub sub[SUBS];
	unsigned int n_subs;
	int eventfd[EVENTFDS];
	uint64_t signals[EVENTFDS];
	uint64_t cookies;
	unsigned int delivered, read, omitted;
	uint32_t random;
};

static unsigned int below(struct life *life, unsigned int n)
{
	return random_next(&life->random) % n;
}

/* What the model expects of an event. */
static void happens(struct life *life, unsigned int unit, enum kind kind, uint16_t type)
{
	unsigned int i;

	for (i = 0; i < life->n_subs; i++) {
		struct sub *sub = &life->sub[i];
		struct record *record;

		if (!sub->is_live || sub->unit != unit || sub->kind != kind || sub->type != type)
			continue;
		life->delivered++;
		if (sub->eventfd >= 0) {
			life->signals[sub->eventfd]++;
			continue;
		}
		if (life->omits[sub->channel] && sub->is_unread) {
			life->omitted++;
			continue;
		}
		sub->is_unread = true;
		CHECK(life->last[sub->channel] < RECORDS);
		record = &life->queue[sub->channel][life->last[sub->channel]++];
		*record = (struct record){ sub->cookie, type, life->unit[unit].number[kind], i };
	}
}

static void life_open_channel(struct life *life, unsigned int i)
{
	life->omits[i] = below(life, 2);
	life->channel[i] = mlx5dv_devx_create_event_channel(
		life->fixture.context,
		life->omits[i] ? MLX5DV_DEVX_CREATE_EVENT_CHANNEL_FLAGS_OMIT_EV_DATA : 0);
	CHECK(life->channel[i]);
	CHECK_EQ(fcntl(life->channel[i]->fd, F_SETFL, O_NONBLOCK), 0);
	life->first[i] = life->last[i] = 0;
}

static void life_close_channel(struct life *life, unsigned int i)
{
	unsigned int j;

	mlx5dv_devx_destroy_event_channel(life->channel[i]);
	for (j = 0; j < life->n_subs; j++)
		if (life->sub[j].channel == i)
			life->sub[j].is_live = false;
}

static void life_destroy_unit(struct life *life, unsigned int i)
{
	unsigned int j;

	unit_destroy(&life->unit[i]);
	for (j = 0; j < life->n_subs; j++)
		if (life->sub[j].unit == i)
			life->sub[j].unit = UNITS;
}

static void life_subscribe(struct life *life)
{
	static const uint16_t types[] = {
		PRM_EVENT_TYPE_COMP, PRM_EVENT_TYPE_COMP, PRM_EVENT_TYPE_CQ_ERROR,
		PRM_EVENT_TYPE_SRQ_LAST_WQE, PRM_EVENT_TYPE_SRQ_RQ_LIMIT,
		PRM_EVENT_TYPE_WQ_CATAS_ERROR,
	};
	const unsigned int channel = below(life, CHANNELS), unit = below(life, UNITS);
	const enum kind kind = below(life, KINDS);
	const bool is_by_eventfd = !below(life, 4);
	struct mlx5dv_devx_obj *obj = life->unit[unit].obj[kind];
	uint16_t type[4];
	unsigned int i, n = is_by_eventfd ? 1 : 1 + below(life, 4), at = 0;
	int eventfd = -1;

	if (life->n_subs + n > SUBS)
		return;
	for (i = 0; i < n; i++)
		type[i] = types[below(life, sizeof(types) / sizeof(types[0]))];
	if (is_by_eventfd) {
		eventfd = (int)below(life, EVENTFDS);
		CHECK_EQ(mlx5dv_devx_subscribe_devx_event_fd(life->channel[channel],
							     life->eventfd[eventfd], obj, type[0]), 0);
	} else {
		CHECK_EQ(mlx5dv_devx_subscribe_devx_event(life->channel[channel], obj,
							  (uint16_t)(n * sizeof(type[0])), type,
							  ++life->cookies), 0);
	}
	for (i = 0; i < n; i++) {
		at = life->n_subs++;
		life->sub[at] = (struct sub){ true, channel, unit, kind, type[i], life->cookies,
					      eventfd, false };
	}
}

/* Reads one event, or finds that there is none. */
static bool life_read(struct life *life, unsigned int i)
{
	struct {
		struct mlx5dv_devx_async_event_hdr hdr;
		struct prm_eqe eqe;
	} event;
	const struct record *record = &life->queue[i][life->first[i]];
	const bool is_empty = life->first[i] == life->last[i];
	struct pollfd state = { .fd = life->channel[i]->fd, .events = POLLIN };
	ssize_t len;

	/* In Linux an event arrives by an interrupt. */
	CHECK_EQ(poll(&state, 1, is_empty ? 0 : -1), !is_empty);
	len = mlx5dv_devx_get_event(life->channel[i], &event.hdr, sizeof(event));
	if (is_empty) {
		CHECK_EQ(len, -1);
		CHECK_EQ(errno, EAGAIN);
		return false;
	}
	life->first[i]++;
	life->read++;
	life->sub[record->sub].is_unread = false;
	CHECK_EQ(event.hdr.cookie, record->cookie);
	if (life->omits[i]) {
		CHECK_EQ(len, sizeof(event.hdr));
		return true;
	}
	CHECK_EQ(len, sizeof(event));
	CHECK_EQ(prm_eqe_get_event_type(&event.eqe), record->type);
	if (record->type == PRM_EVENT_TYPE_COMP) {
		CHECK_EQ(prm_eqe_get_completion_cqn(&event.eqe), record->number);
	} else if (record->type == PRM_EVENT_TYPE_CQ_ERROR) {
		CHECK_EQ(prm_eqe_get_cq_error_cqn(&event.eqe), record->number);
		CHECK_EQ(prm_eqe_get_cq_error_syndrome(&event.eqe), PRM_CQ_ERROR_SYNDROME_CQ_OVERRUN);
	} else {
		CHECK_EQ(prm_eqe_get_queue_queue_type(&event.eqe),
			 record->type == PRM_EVENT_TYPE_SRQ_RQ_LIMIT ? PRM_EVENT_QUEUE_TYPE_RQ :
								       PRM_EVENT_QUEUE_TYPE_QP);
		CHECK_EQ(prm_eqe_get_queue_qp_srq_n(&event.eqe), record->number);
	}
	return true;
}

static void life_flush(struct life *life, unsigned int i, bool overflows)
{
	struct unit *unit = &life->unit[i];
	const uint32_t n = overflows ? CQES + 1 + below(life, 8) : below(life, CQES);

	if (unit->has_overflowed)
		return;
	flush(unit, n);
	if (unit->has_srq) {
		happens(life, i, OF_QP, PRM_EVENT_TYPE_SRQ_LAST_WQE);
		return;
	}
	if (unit->is_armed && n) {
		happens(life, i, OF_CQ, PRM_EVENT_TYPE_COMP);
		unit->is_armed = false;
		unit->arm_sn++;
	}
	if (overflows) {
		happens(life, i, OF_CQ, PRM_EVENT_TYPE_CQ_ERROR);
		unit->has_overflowed = true;
		return;
	}
	unit->pi += n;
	prm_cq_doorbell_record_set_ci((void *)(unit->memory + CQ_RECORD), unit->pi & 0xffffff);
}

static void life_check_signals(struct life *life, unsigned int i)
{
	uint64_t count = 0;

	if (read(life->eventfd[i], &count, sizeof(count)) < 0)
		CHECK_EQ(errno, EAGAIN);
	CHECK_EQ(count, life->signals[i]);
	life->signals[i] = 0;
}

static void life_step(struct life *life)
{
	const unsigned int channel = below(life, CHANNELS), unit = below(life, UNITS);

	switch (below(life, 160)) {
	case 0:
		life_close_channel(life, channel);
		life_open_channel(life, channel);
		break;
	case 1:
		life_destroy_unit(life, unit);
		unit_make(&life->fixture, &life->unit[unit], !below(life, 3));
		break;
	case 2 ... 20:
		life_subscribe(life);
		break;
	case 21 ... 48:
		if (!life->unit[unit].is_armed && !life->unit[unit].has_overflowed)
			arm(&life->fixture, &life->unit[unit]);
		break;
	case 49 ... 78:
		life_flush(life, unit, !below(life, 60));
		break;
	case 79 ... 92:
		reach_limit(&life->unit[unit]);
		happens(life, unit, OF_SRQ, PRM_EVENT_TYPE_SRQ_RQ_LIMIT);
		break;
	case 93 ... 97:
		life_check_signals(life, below(life, EVENTFDS));
		break;
	default:
		life_read(life, channel);
		break;
	}
}

static void one_life(uint32_t seed)
{
	struct life *life = calloc(1, sizeof(*life));
	unsigned int i;

	CHECK(life);
	life->random = seed;
	fixture_open(&life->fixture);
	for (i = 0; i < EVENTFDS; i++) {
		life->eventfd[i] = eventfd(0, EFD_NONBLOCK);
		CHECK(life->eventfd[i] >= 0);
	}
	for (i = 0; i < CHANNELS; i++)
		life_open_channel(life, i);
	for (i = 0; i < UNITS; i++)
		unit_make(&life->fixture, &life->unit[i], !below(life, 3));
	for (i = 0; i < STEPS; i++)
		life_step(life);
	/* Events of objects that are gone can be read. */
	for (i = 0; i < UNITS; i++)
		life_destroy_unit(life, i);
	for (i = 0; i < CHANNELS; i++) {
		while (life_read(life, i))
			;
		life_close_channel(life, i);
	}
	for (i = 0; i < EVENTFDS; i++) {
		life_check_signals(life, i);
		close(life->eventfd[i]);
	}
	CHECK(life->delivered > 100);
	CHECK(life->read > 50);
	CHECK(life->omitted);
	fixture_close(&life->fixture);
	free(life);
}

static void devx_events(void)
{
	uint32_t seed;

	for (seed = 1; seed <= 3; seed++)
		one_life(seed);
}

static void refused(void)
{
	uint16_t comp = PRM_EVENT_TYPE_COMP, port = PRM_EVENT_TYPE_PORT_CHANGE,
		 page = PRM_EVENT_TYPE_PAGE_REQUEST, many[17] = {0};
	struct mlx5dv_devx_event_channel *channel, *other;
	uint64_t event[16];
	struct fixture fixture;
	struct unit unit;
	int fd[2];

	fixture_open(&fixture);
	unit_make(&fixture, &unit, false);
	CHECK(!mlx5dv_devx_create_event_channel(fixture.context, 2));
	CHECK_EQ(errno, EINVAL);
	CHECK(!mlx5dv_devx_create_cmd_comp(fixture.context));
	CHECK(errno == EPROTONOSUPPORT || errno == EOPNOTSUPP);
	channel = mlx5dv_devx_create_event_channel(fixture.context, 0);
	CHECK(channel);
	/* Events of ports have no object, the others have one. */
	CHECK_EQ(mlx5dv_devx_subscribe_devx_event(channel, NULL, 2, &port, 1), 0);
	CHECK_EQ(mlx5dv_devx_subscribe_devx_event(channel, NULL, 2, &comp, 1), EINVAL);
	CHECK_EQ(mlx5dv_devx_subscribe_devx_event(channel, unit.obj[OF_CQ], 2, &port, 1), EINVAL);
	CHECK_EQ(mlx5dv_devx_subscribe_devx_event(channel, unit.obj[OF_CQ], 2, &page, 1), EINVAL);
	CHECK_EQ(mlx5dv_devx_subscribe_devx_event(channel, unit.obj[OF_CQ], 34, many, 1), EINVAL);
	CHECK_EQ(mlx5dv_devx_subscribe_devx_event(channel, unit.obj[OF_CQ], 3, many, 1), EINVAL);
	CHECK_EQ(mlx5dv_devx_subscribe_devx_event(channel, unit.obj[OF_CQ], 0, many, 1), EINVAL);
	CHECK_EQ(mlx5dv_devx_subscribe_devx_event(channel, unit.obj[OF_CQ], 32, many, 1), 0);
	/* Only eventfds can be signaled. The queues behind the device's descriptors are none. */
	CHECK_EQ(pipe(fd), 0);
	CHECK_EQ(mlx5dv_devx_subscribe_devx_event_fd(channel, fd[1], unit.obj[OF_CQ], comp), EINVAL);
	CHECK_EQ(mlx5dv_devx_subscribe_devx_event_fd(channel, channel->fd, unit.obj[OF_CQ], comp),
		 EINVAL);
	close(fd[0]);
	close(fd[1]);
	CHECK_EQ(mlx5dv_devx_subscribe_devx_event_fd(channel, fd[1], unit.obj[OF_CQ], comp), EBADF);
	CHECK_EQ(mlx5dv_devx_subscribe_devx_event_fd(channel, -1, unit.obj[OF_CQ], comp), EBADF);
	/* Other queues, and channels of other contexts, are none of this one. */
	other = mlx5dv_devx_create_event_channel(fixture.rig.b.context, 0);
	CHECK(other);
	fd[0] = channel->fd;
	channel->fd = other->fd;
	CHECK_EQ(mlx5dv_devx_subscribe_devx_event(channel, unit.obj[OF_CQ], 2, &comp, 1),
		 fixture.rig.a.context == fixture.rig.b.context ? 0 : EBADF);
	channel->fd = fixture.context->async_fd;
	CHECK_EQ(mlx5dv_devx_subscribe_devx_event(channel, unit.obj[OF_CQ], 2, &comp, 1), EBADF);
	channel->fd = fd[0];
	mlx5dv_devx_destroy_event_channel(other);
	/* A buffer that is too short leaves the event. */
	arm(&fixture, &unit);
	flush(&unit, 1);
	CHECK_EQ(mlx5dv_devx_get_event(channel, (void *)event, sizeof(struct prm_eqe)), -1);
	CHECK_EQ(errno, EINVAL);
	CHECK_EQ(mlx5dv_devx_get_event(channel, (void *)event, sizeof(event)),
		 sizeof(struct prm_eqe) + sizeof(struct mlx5dv_devx_async_event_hdr));
	mlx5dv_devx_destroy_event_channel(channel);
	unit_destroy(&unit);
	fixture_close(&fixture);
}

struct reader {
	struct mlx5dv_devx_event_channel *channel;
	uint64_t cookie;
	ssize_t len;
	int err;
};

static void *read_one(void *argument)
{
	struct reader *reader = argument;
	uint8_t event[128];

	reader->len = mlx5dv_devx_get_event(reader->channel, (void *)event, sizeof(event));
	reader->err = errno;
	memcpy(&reader->cookie, event, sizeof(reader->cookie));
	return NULL;
}

/* A reader waits for its event, and a counter that is full does not block the device. */
static void waiting(void)
{
	uint16_t comp = PRM_EVENT_TYPE_COMP;
	uint64_t count = UINT64_MAX - 1;
	struct reader reader = {0};
	struct fixture fixture;
	pthread_t thread;
	struct unit unit;
	int fd;

	fixture_open(&fixture);
	unit_make(&fixture, &unit, false);
	reader.channel = mlx5dv_devx_create_event_channel(fixture.context, 0);
	CHECK(reader.channel);
	fd = eventfd(0, 0);
	CHECK(fd >= 0);
	CHECK_EQ(write(fd, &count, sizeof(count)), sizeof(count));
	CHECK_EQ(mlx5dv_devx_subscribe_devx_event_fd(reader.channel, fd, unit.obj[OF_CQ], comp), 0);
	CHECK_EQ(mlx5dv_devx_subscribe_devx_event(reader.channel, unit.obj[OF_CQ], 2, &comp, 77), 0);
	CHECK_EQ(pthread_create(&thread, NULL, read_one, &reader), 0);
	usleep(QUIET_MS * 1000);	/* the reader blocks now, most likely */
	arm(&fixture, &unit);
	flush(&unit, 3);
	CHECK_EQ(pthread_join(thread, NULL), 0);
	CHECK_EQ(reader.len, sizeof(struct prm_eqe) + sizeof(struct mlx5dv_devx_async_event_hdr));
	CHECK_EQ(reader.cookie, 77);
	close(fd);
	mlx5dv_devx_destroy_event_channel(reader.channel);
	unit_destroy(&unit);
	fixture_close(&fixture);
}

/* The context is closed before its channel: the reader gets an error. */
static void closed_first(void)
{
	struct mlx5dv_devx_event_channel *channel;
	struct ibv_device **list = ibv_get_device_list(NULL);
	struct mlx5dv_context_attr attr = { .flags = MLX5DV_CONTEXT_FLAGS_DEVX };
	struct ibv_context *context;
	uint8_t event[128];
	int fd;

	CHECK(list);
	context = mlx5dv_open_device(list[0], &attr);
	CHECK(context);
	ibv_free_device_list(list);
	channel = mlx5dv_devx_create_event_channel(context, 0);
	CHECK(channel);
	fd = dup(channel->fd);
	CHECK(fd >= 0);
	mlx5dv_devx_destroy_event_channel(channel);
	CHECK_EQ(ibv_close_device(context), 0);
	CHECK_EQ(read(fd, event, sizeof(event)), -1);
	CHECK_EQ(errno, EIO);
	close(fd);
}

const struct test devx_event_tests[] = {
	{ "devx_events", devx_events, false },
	{ "devx_events_refused", refused, false },
	{ "devx_events_waiting", waiting, false },
	{ "devx_events_closed_first", closed_first, false },
	{ NULL, NULL, false },
};
