// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * /dev/infiniband/rdma_cm: files, ids and their events, and the commands that librdmacm writes
 * (uapi/rdma/rdma_user_cm.h of Linux). There are no addresses of family AF_IB: librdmacm then uses
 * the commands for IP addresses.
 */
#include <endian.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <infiniband/verbs.h>

#include "base/guard.h"
#include "base/original.h"
#include "base/reason.h"
#include "kernel/cm.h"
#include "kernel/fd.h"
#include "kernel/uverbs.h"
#include "observe/trace.h"

#define SM_CM_MAX_IDS 0xffffu	/* librdmacm's table has no more */
#define SM_CM_NO_INDEX UINT32_MAX	/* of a device: it is found by its GUID */
#define SM_CM_DEFAULT_PKEY 0xffffu
#define SM_CM_MAX_ACK_TIMEOUT 31u
#define SM_CM_REJ_VENDOR_OPTION 35u	/* the only reason that a program may give */
/* Values of a PathRecord: "exactly", and 4x EDR. */
#define SM_CM_EXACTLY 2
#define SM_CM_RATE 16

struct sm_cm_event {
	struct sm_cm_event *next;
	struct sm_cm_id *id;	/* which counts it */
	struct sm_cm_id *request;	/* the new id of a CONNECT_REQUEST */
	struct sm_cm_multicast *multicast;	/* counts it too; NULL: it is of no group */
	struct rdma_ucm_event_resp resp;
};

struct sm_cm_file {
	struct sm_cm_event *first, **last;
	struct sm_fd_ready ready;
};

static struct {
	struct sm_cm_id *ids;
	struct sm_table numbers;
} sm_cm = { .numbers = { .first = 1, .last = SM_CM_MAX_IDS, .start = 1 } };

/*
 * Ids.
 */

bool sm_cm_id_adopt(struct sm_cm_id *id, struct sm_cm_file *file)
{
	if (sm_table_add(&sm_cm.numbers, id, &id->number))
		return false;
	id->file = file;
	return true;
}

struct sm_cm_id *sm_cm_id_new(struct sm_cm_file *file)
{
	struct sm_cm_id *id = calloc(1, sizeof(*id));

	if (!id)
		return NULL;
	id->watch.fd = -1;
	if (file && !sm_cm_id_adopt(id, file)) {
		free(id);
		return NULL;
	}
	id->next = sm_cm.ids;
	sm_cm.ids = id;
	return id;
}

struct sm_cm_id *sm_cm_id_next(const struct sm_cm_id *id)
{
	return id ? id->next : sm_cm.ids;
}

static void sm_cm_events_drop(struct sm_cm_id *id);

void sm_cm_id_free(struct sm_cm_id *id)
{
	struct sm_cm_id **at = &sm_cm.ids;

	while (id->multicasts)
		sm_cm_leave(id->multicasts);
	if (id->file) {
		id->state = SM_CM_IDLE;
		sm_cm_events_drop(id);
		sm_cm_unbind(id);
		sm_table_remove(&sm_cm.numbers, id->number);
	}
	sm_cm_leave_peer(id);
	while (*at != id)
		at = &(*at)->next;
	*at = id->next;
	free(id);
}

/*
 * Events.
 */

static struct sm_cm_event *sm_cm_event_add(struct sm_cm_id *id)
{
	struct sm_cm_event *event = calloc(1, sizeof(*event));
	struct sm_cm_file *file = id->file;

	if (!event) {
		sm_warn("an event of rdma_cm is lost: out of memory");
		return NULL;
	}
	event->id = id;
	if (!file->first)
		sm_fd_set_readable(file, &file->ready, true);
	*file->last = event;
	file->last = &event->next;
	return event;
}

struct rdma_ucm_event_resp *sm_cm_event(struct sm_cm_id *id, enum sm_cm_event_type type,
					int status)
{
	struct sm_cm_event *event = id->uid ? sm_cm_event_add(id) : NULL;

	if (!event)
		return NULL;
	event->resp.uid = id->uid;
	event->resp.id = id->number;
	event->resp.event = type;
	event->resp.status = (uint32_t)status;
	return &event->resp;
}

struct rdma_ucm_event_resp *sm_cm_event_multicast(struct sm_cm_multicast *multicast,
						  enum sm_cm_event_type type)
{
	struct sm_cm_event *event = sm_cm_event_add(multicast->id);

	if (!event)
		return NULL;
	event->multicast = multicast;
	event->resp.uid = multicast->uid;
	event->resp.id = multicast->number;
	event->resp.event = type;
	return &event->resp;
}

bool sm_cm_event_request(struct sm_cm_id *listener, struct sm_cm_id *id,
			 const struct rdma_ucm_event_resp *resp)
{
	struct sm_cm_event *event = sm_cm_id_adopt(id, listener->file) ?
					    sm_cm_event_add(listener) : NULL;

	if (!event)
		return false;
	listener->backlog--;
	event->request = id;
	event->resp = *resp;
	event->resp.uid = listener->uid;
	event->resp.id = id->number;
	event->resp.event = SM_CM_CONNECT_REQUEST;
	return true;
}

static struct sm_cm_event *sm_cm_event_unlink(struct sm_cm_file *file, struct sm_cm_event **link)
{
	struct sm_cm_event *event = *link;

	*link = event->next;
	event->next = NULL;
	if (file->last == &event->next)
		file->last = link;
	if (!file->first)
		sm_fd_set_readable(file, &file->ready, false);
	return event;
}

/* The program will not see the ids of requests that it has not read. */
static void sm_cm_events_drop(struct sm_cm_id *id)
{
	struct sm_cm_event **link = &id->file->first;

	while (*link) {
		struct sm_cm_event *event;

		if ((*link)->id != id) {
			link = &(*link)->next;
			continue;
		}
		event = sm_cm_event_unlink(id->file, link);
		if (event->request)
			sm_cm_id_free(event->request);
		free(event);
	}
}

void sm_cm_events_drop_multicast(struct sm_cm_multicast *multicast)
{
	struct sm_cm_event **link = &multicast->id->file->first;

	while (*link) {
		if ((*link)->multicast == multicast)
			free(sm_cm_event_unlink(multicast->id->file, link));
		else
			link = &(*link)->next;
	}
}

/* -EAGAIN: there is none. */
static int sm_cm_event_take(struct sm_cm_file *file, void *response)
{
	struct sm_cm_event *event = file->first;

	if (!event)
		return -EAGAIN;
	if (!sm_copy(response, &event->resp, sizeof(event->resp)))
		return -EFAULT;
	sm_cm_event_unlink(file, &file->first);
	event->id->events_reported++;
	if (event->multicast)
		event->multicast->events_reported++;
	if (event->request)
		event->id->backlog++;
	free(event);
	return 0;
}

/*
 * Files.
 */

struct sm_cm_file *sm_cm_file_open(void)
{
	struct sm_cm_file *file = calloc(1, sizeof(*file));

	if (!file)
		return NULL;
	file->last = &file->first;
	sm_fd_ready_begin(&file->ready, -1);
	return file;
}

void sm_cm_file_close(struct sm_cm_file *file)
{
	struct sm_cm_id *id;

	sm_lock();
	for (id = sm_cm.ids; id;) {
		if (id->file == file) {
			sm_cm_id_free(id);	/* and others, of its requests */
			id = sm_cm.ids;
		} else {
			id = id->next;
		}
	}
	sm_unlock();
	sm_fd_ready_end(&file->ready);
	free(file);
}

/* The parent's ids, and the sockets of its connections. */
void sm_cm_forked(void)
{
	for (struct sm_cm_id *id = sm_cm.ids; id; id = id->next)
		if (id->watch.fd >= 0)
			sm_real_close(id->watch.fd);
	sm_cm.ids = NULL;
	sm_cm_multicasts_forked();
	sm_table_free(&sm_cm.numbers);
	sm_cm_ports_forked();
}

void sm_cm_end(void)
{
	for (struct sm_cm_id *id = sm_cm.ids; id; id = id->next)
		if (id->is_remote)
			sm_cm_leave_peer(id);
}

/*
 * Commands. Each has the file, its input and the size of its output, and gives 0 or a negative errno
 * value.
 */

struct sm_cm_call {
	struct sm_cm_file *file;
	const void *in;		/* a copy */
	uint16_t out;
};

static int sm_cm_respond(const struct sm_cm_call *call, uint64_t address, const void *response,
			 size_t size)
{
	if (call->out < size)
		return sm_because(-ENOSPC, "the answer has %zu bytes, and there is room for %u",
				  size, call->out);
	return sm_copy((void *)(uintptr_t)address, response, size) ? 0 : -EFAULT;
}

/* The id of a number, or NULL with the error. */
static struct sm_cm_id *sm_cm_find(const struct sm_cm_file *file, uint32_t number, int *err)
{
	struct sm_cm_id *id = sm_table_get(&sm_cm.numbers, number);

	*err = !id ? -ENOENT : id->file != file ? -EINVAL : 0;
	return *err ? NULL : id;
}

#define SM_CM_FIND(id, call, number) \
	do { \
		int err; \
		\
		id = sm_cm_find((call)->file, number, &err); \
		if (!id) \
			return err; \
	} while (0)

static int sm_cm_qp_type(const struct rdma_ucm_create_id *cmd, uint8_t *type)
{
	switch (cmd->ps) {
	case RDMA_PS_TCP:
		*type = IBV_QPT_RC;
		return 0;
	case RDMA_PS_UDP:
	case RDMA_PS_IPOIB:
		*type = IBV_QPT_UD;
		return 0;
	case RDMA_PS_IB:
		*type = cmd->qp_type;
		return 0;
	default:
		return sm_because(-EINVAL, "port space 0x%x is not TCP, UDP, IPOIB or IB", cmd->ps);
	}
}

static int sm_cm_create_id(const struct sm_cm_call *call)
{
	const struct rdma_ucm_create_id *cmd = call->in;
	struct rdma_ucm_create_id_resp resp = {0};
	uint8_t qp_type;
	struct sm_cm_id *id;
	int err = sm_cm_qp_type(cmd, &qp_type);

	if (err)
		return err;
	id = sm_cm_id_new(call->file);
	if (!id)
		return -ENOMEM;
	id->uid = cmd->uid;
	id->ps = cmd->ps;
	id->qp_type = qp_type;
	resp.id = id->number;
	err = sm_cm_respond(call, cmd->response, &resp, sizeof(resp));
	if (err)
		sm_cm_id_free(id);
	return err;
}

static int sm_cm_destroy_id(const struct sm_cm_call *call)
{
	const struct rdma_ucm_destroy_id *cmd = call->in;
	struct rdma_ucm_destroy_id_resp resp = {0};
	struct sm_cm_id *id;

	if (call->out < sizeof(resp))
		return -ENOSPC;
	SM_CM_FIND(id, call, cmd->id);
	resp.events_reported = id->events_reported;
	sm_cm_id_free(id);
	return sm_cm_respond(call, cmd->response, &resp, sizeof(resp));
}

static int sm_cm_bind_ip(const struct sm_cm_call *call)
{
	const struct rdma_ucm_bind_ip *cmd = call->in;
	struct sm_cm_id *id;

	SM_CM_FIND(id, call, cmd->id);
	return -sm_cm_bind(id, &cmd->addr);
}

static int sm_cm_resolve_ip(const struct sm_cm_call *call)
{
	const struct rdma_ucm_resolve_ip *cmd = call->in;
	struct sm_cm_id *id;

	SM_CM_FIND(id, call, cmd->id);
	return -sm_cm_resolve_addr(id, &cmd->src_addr, &cmd->dst_addr);
}

static int sm_cm_resolve_path(const struct sm_cm_call *call)
{
	const struct rdma_ucm_resolve_route *cmd = call->in;
	struct sm_cm_id *id;

	SM_CM_FIND(id, call, cmd->id);
	return -sm_cm_resolve_route(id);
}

/* The GID of a port is its own; that of a peer follows from its LID, if that is known yet. */
static void sm_cm_path(const struct sm_cm_id *id, struct ib_user_path_rec *path)
{
	sm_cm_gid(id->dev, id->dev->lid, path->sgid);
	path->slid = htobe16(id->dev->lid);
	path->pkey = htobe16(SM_CM_DEFAULT_PKEY);
	if (id->remote_lid) {
		sm_cm_gid(id->dev, id->remote_lid, path->dgid);
		path->dlid = htobe16(id->remote_lid);
	}
	path->reversible = 1;
	path->numb_path = 1;
	path->mtu_selector = path->rate_selector = path->packet_life_time_selector = SM_CM_EXACTLY;
	path->mtu = sm_port_mtu();
	path->rate = SM_CM_RATE;
	path->packet_life_time = SM_CM_LIFE_TIME;
}

static int sm_cm_query_route(const struct sm_cm_call *call)
{
	const struct rdma_ucm_query *cmd = call->in;
	struct rdma_ucm_query_route_resp resp = { .ibdev_index = SM_CM_NO_INDEX };
	struct sm_cm_id *id;

	SM_CM_FIND(id, call, cmd->id);
	memcpy(&resp.src_addr, &id->src, sizeof(resp.src_addr));
	memcpy(&resp.dst_addr, &id->dst, sizeof(resp.dst_addr));
	if (id->dev) {
		resp.node_guid = htobe64(id->dev->guid);
		resp.port_num = SM_CM_PORT_NUM;
		resp.num_paths = id->state >= SM_CM_HAS_ROUTE;
		sm_cm_path(id, &resp.ib_route[0]);
	}
	return sm_cm_respond(call, cmd->response, &resp, sizeof(resp));
}

static int sm_cm_connect_id(const struct sm_cm_call *call)
{
	const struct rdma_ucm_connect *cmd = call->in;
	struct sm_cm_id *id;

	SM_CM_FIND(id, call, cmd->id);
	return -sm_cm_connect(id, &cmd->conn_param, &cmd->ece);
}

static int sm_cm_listen_id(const struct sm_cm_call *call)
{
	const struct rdma_ucm_listen *cmd = call->in;
	struct sm_cm_id *id;

	SM_CM_FIND(id, call, cmd->id);
	return -sm_cm_listen(id, cmd->backlog);
}

static int sm_cm_accept_id(const struct sm_cm_call *call)
{
	const struct rdma_ucm_accept *cmd = call->in;
	struct sm_cm_id *id;
	int err;

	SM_CM_FIND(id, call, cmd->id);
	if (!cmd->conn_param.valid)
		return -sm_cm_establish(id);
	err = sm_cm_accept(id, &cmd->conn_param, &cmd->ece);
	if (!err)
		id->uid = cmd->uid;
	return -err;
}

static int sm_cm_reject_id(const struct sm_cm_call *call)
{
	const struct rdma_ucm_reject *cmd = call->in;
	struct sm_cm_id *id;

	if (cmd->reason && cmd->reason != SM_CM_REJ_VENDOR_OPTION)
		return sm_because(-EINVAL, "reason is %u; 0 or %u is allowed", cmd->reason,
				  SM_CM_REJ_VENDOR_OPTION);
	SM_CM_FIND(id, call, cmd->id);
	return -sm_cm_reject(id, cmd->reason, cmd->private_data, cmd->private_data_len);
}

static int sm_cm_disconnect_id(const struct sm_cm_call *call)
{
	const struct rdma_ucm_disconnect *cmd = call->in;
	struct sm_cm_id *id;

	SM_CM_FIND(id, call, cmd->id);
	return -sm_cm_disconnect(id);
}

static int sm_cm_init_qp_attr(const struct sm_cm_call *call)
{
	const struct rdma_ucm_init_qp_attr *cmd = call->in;
	struct ib_uverbs_qp_attr attr = {0};
	struct sm_cm_id *id;
	int err;

	SM_CM_FIND(id, call, cmd->id);
	err = sm_cm_qp_attr(id, cmd->qp_state, &attr);
	return err ? -err : sm_cm_respond(call, cmd->response, &attr, sizeof(attr));
}

/* An option of an id: a byte for the type of service and the timeout, else an int. */
static int sm_cm_set_option_id(struct sm_cm_id *id, uint32_t name, int value)
{
	switch (name) {
	case RDMA_OPTION_ID_TOS:
		return 0;	/* there are no service levels */
	case RDMA_OPTION_ID_REUSEADDR:
		if (id->state != SM_CM_IDLE && !(id->may_share_port || id->state == SM_CM_BOUND))
			return sm_because(-EINVAL, "REUSEADDR comes before the address is bound");
		id->may_share_port = value;
		return 0;
	case RDMA_OPTION_ID_AFONLY:
		if (id->state != SM_CM_IDLE && id->state != SM_CM_BOUND)
			return sm_because(-EINVAL, "AFONLY comes before the id listens or connects");
		id->is_one_family = value;
		return 0;
	case RDMA_OPTION_ID_ACK_TIMEOUT:
		if ((unsigned int)value > SM_CM_MAX_ACK_TIMEOUT || id->qp_type != IBV_QPT_RC)
			return sm_because(-EINVAL,
					  "ACK_TIMEOUT is %d, and at most %u is allowed, of an id "
					  "for RC",
					  value, SM_CM_MAX_ACK_TIMEOUT);
		id->ack_timeout = (uint8_t)value;
		return 0;
	default:
		return sm_because(-ENOSYS, "optname is %u; TOS, REUSEADDR, AFONLY and ACK_TIMEOUT "
				  "are allowed", name);
	}
}

static int sm_cm_set_option(const struct sm_cm_call *call)
{
	const struct rdma_ucm_set_option *cmd = call->in;
	const bool is_byte = cmd->optname == RDMA_OPTION_ID_TOS ||
			     cmd->optname == RDMA_OPTION_ID_ACK_TIMEOUT;
	struct sm_cm_id *id;
	uint8_t byte;
	int value;

	SM_CM_FIND(id, call, cmd->id);
	if (cmd->level != RDMA_OPTION_ID)
		return sm_because(-ENOSYS, "level is %u; RDMA_OPTION_ID (%u) is allowed", cmd->level,
				  RDMA_OPTION_ID);
	if (cmd->optlen != (is_byte ? sizeof(byte) : sizeof(value)))
		return sm_because(-EINVAL, "optlen is %u; this option has %zu bytes", cmd->optlen,
				  is_byte ? sizeof(byte) : sizeof(value));
	if (!sm_copy(is_byte ? (void *)&byte : &value, (const void *)(uintptr_t)cmd->optval,
		     cmd->optlen))
		return -EFAULT;
	return sm_cm_set_option_id(id, cmd->optname, is_byte ? byte : value);
}

static int sm_cm_notify_id(const struct sm_cm_call *call)
{
	const struct rdma_ucm_notify *cmd = call->in;
	struct sm_cm_id *id;

	SM_CM_FIND(id, call, cmd->id);
	return -sm_cm_notify(id, cmd->event);
}

/* The events of the id, and those of requests to it, move with it. */
static void sm_cm_migrate(struct sm_cm_id *id, struct sm_cm_file *to)
{
	struct sm_cm_file *from = id->file;
	struct sm_cm_event **link = &from->first;

	id->file = to;
	while (*link) {
		struct sm_cm_event *event;

		if ((*link)->id != id) {
			link = &(*link)->next;
			continue;
		}
		event = sm_cm_event_unlink(from, link);
		if (event->request)
			event->request->file = to;
		if (!to->first)
			sm_fd_set_readable(to, &to->ready, true);
		*to->last = event;
		to->last = &event->next;
	}
}

static int sm_cm_migrate_id(const struct sm_cm_call *call)
{
	const struct rdma_ucm_migrate_id *cmd = call->in;
	struct rdma_ucm_migrate_resp resp = {0};
	struct sm_cm_file *from = sm_fd_object((int)cmd->fd, SM_FD_CM);
	struct sm_cm_id *id;
	int err;

	if (!from)
		return sm_because(-EINVAL, "fd is not a channel of events");
	id = sm_cm_find(from, cmd->id, &err);
	if (!id)
		return err;
	if (from != call->file)
		sm_cm_migrate(id, call->file);
	resp.events_reported = id->events_reported;
	return sm_cm_respond(call, cmd->response, &resp, sizeof(resp));
}

static int sm_cm_join_group(const struct sm_cm_call *call, uint32_t number, uint64_t uid,
			    const void *address, uint64_t response)
{
	struct rdma_ucm_create_id_resp resp = {0};
	struct sm_cm_multicast *multicast;
	struct sm_cm_id *id;
	int err;

	if (call->out < sizeof(resp))
		return -ENOSPC;
	SM_CM_FIND(id, call, number);
	err = -sm_cm_join(id, address, uid, &multicast);
	if (err)
		return err;
	resp.id = multicast->number;
	err = sm_cm_respond(call, response, &resp, sizeof(resp));
	if (err)
		sm_cm_leave(multicast);
	return err;
}

static int sm_cm_join_ip(const struct sm_cm_call *call)
{
	const struct rdma_ucm_join_ip_mcast *cmd = call->in;

	return sm_cm_join_group(call, cmd->id, cmd->uid, &cmd->addr, cmd->response);
}

/* The flags say whether librdmacm attaches the queue pair: only members that send do not. */
static int sm_cm_join_any(const struct sm_cm_call *call)
{
	const struct rdma_ucm_join_mcast *cmd = call->in;

	if (cmd->join_flags >= RDMA_MC_JOIN_FLAG_RESERVED)
		return sm_because(-EINVAL, "join_flags is %u; FULLMEMBER and SENDONLY_FULLMEMBER "
				  "are allowed", cmd->join_flags);
	return sm_cm_join_group(call, cmd->id, cmd->uid, &cmd->addr, cmd->response);
}

static int sm_cm_leave_group(const struct sm_cm_call *call)
{
	const struct rdma_ucm_destroy_id *cmd = call->in;
	struct rdma_ucm_destroy_id_resp resp = {0};
	struct sm_cm_multicast *multicast;

	if (call->out < sizeof(resp))
		return -ENOSPC;
	multicast = sm_cm_multicast_find(cmd->id);
	if (!multicast)
		return -ENOENT;
	if (multicast->id->file != call->file)
		return -EINVAL;
	sm_cm_events_drop_multicast(multicast);
	resp.events_reported = multicast->events_reported;
	sm_cm_leave(multicast);
	return sm_cm_respond(call, cmd->response, &resp, sizeof(resp));
}

static int sm_cm_get_event(const struct sm_cm_call *call)
{
	const struct rdma_ucm_get_event *cmd = call->in;

	if (call->out < sizeof(struct rdma_ucm_event_resp))
		return sm_because(-ENOSPC, "an event has %zu bytes, and there is room for %u",
				  sizeof(struct rdma_ucm_event_resp), call->out);
	return sm_cm_event_take(call->file, (void *)(uintptr_t)cmd->response);
}

/*
 * Indexed by the command's number. The missing ones are those of AF_IB, and GET_OPTION, which Linux
 * lacks too.
 */
static const struct {
	int (*run)(const struct sm_cm_call *call);
	size_t size;		/* of the input */
} sm_cm_commands[] = {
	[RDMA_USER_CM_CMD_CREATE_ID] = { sm_cm_create_id, sizeof(struct rdma_ucm_create_id) },
	[RDMA_USER_CM_CMD_DESTROY_ID] = { sm_cm_destroy_id, sizeof(struct rdma_ucm_destroy_id) },
	[RDMA_USER_CM_CMD_BIND_IP] = { sm_cm_bind_ip, sizeof(struct rdma_ucm_bind_ip) },
	[RDMA_USER_CM_CMD_RESOLVE_IP] = { sm_cm_resolve_ip, sizeof(struct rdma_ucm_resolve_ip) },
	[RDMA_USER_CM_CMD_RESOLVE_ROUTE] = { sm_cm_resolve_path,
					     sizeof(struct rdma_ucm_resolve_route) },
	[RDMA_USER_CM_CMD_QUERY_ROUTE] = { sm_cm_query_route, sizeof(struct rdma_ucm_query) },
	[RDMA_USER_CM_CMD_CONNECT] = { sm_cm_connect_id, sizeof(struct rdma_ucm_connect) },
	[RDMA_USER_CM_CMD_LISTEN] = { sm_cm_listen_id, sizeof(struct rdma_ucm_listen) },
	[RDMA_USER_CM_CMD_ACCEPT] = { sm_cm_accept_id, sizeof(struct rdma_ucm_accept) },
	[RDMA_USER_CM_CMD_REJECT] = { sm_cm_reject_id, sizeof(struct rdma_ucm_reject) },
	[RDMA_USER_CM_CMD_DISCONNECT] = { sm_cm_disconnect_id,
					  sizeof(struct rdma_ucm_disconnect) },
	[RDMA_USER_CM_CMD_INIT_QP_ATTR] = { sm_cm_init_qp_attr,
					    sizeof(struct rdma_ucm_init_qp_attr) },
	[RDMA_USER_CM_CMD_GET_EVENT] = { sm_cm_get_event, sizeof(struct rdma_ucm_get_event) },
	[RDMA_USER_CM_CMD_SET_OPTION] = { sm_cm_set_option, sizeof(struct rdma_ucm_set_option) },
	[RDMA_USER_CM_CMD_NOTIFY] = { sm_cm_notify_id, sizeof(struct rdma_ucm_notify) },
	[RDMA_USER_CM_CMD_MIGRATE_ID] = { sm_cm_migrate_id, sizeof(struct rdma_ucm_migrate_id) },
	[RDMA_USER_CM_CMD_JOIN_IP_MCAST] = { sm_cm_join_ip, sizeof(struct rdma_ucm_join_ip_mcast) },
	[RDMA_USER_CM_CMD_LEAVE_MCAST] = { sm_cm_leave_group, sizeof(struct rdma_ucm_destroy_id) },
	[RDMA_USER_CM_CMD_JOIN_MCAST] = { sm_cm_join_any, sizeof(struct rdma_ucm_join_mcast) },
};

#define SM_CM_NAME(name) [RDMA_USER_CM_CMD_##name] = "RDMA_USER_CM_CMD_" #name

static const char *const sm_cm_names[] = {
	SM_CM_NAME(CREATE_ID), SM_CM_NAME(DESTROY_ID), SM_CM_NAME(BIND_IP), SM_CM_NAME(RESOLVE_IP),
	SM_CM_NAME(RESOLVE_ROUTE), SM_CM_NAME(QUERY_ROUTE), SM_CM_NAME(CONNECT), SM_CM_NAME(LISTEN),
	SM_CM_NAME(ACCEPT), SM_CM_NAME(REJECT), SM_CM_NAME(DISCONNECT), SM_CM_NAME(INIT_QP_ATTR),
	SM_CM_NAME(GET_EVENT), SM_CM_NAME(SET_OPTION), SM_CM_NAME(NOTIFY), SM_CM_NAME(MIGRATE_ID),
	SM_CM_NAME(JOIN_MCAST), SM_CM_NAME(LEAVE_MCAST), SM_CM_NAME(QUERY), SM_CM_NAME(BIND),
	SM_CM_NAME(RESOLVE_ADDR), SM_CM_NAME(GET_OPTION), SM_CM_NAME(JOIN_IP_MCAST),
};

/* Members that an older program does not pass are 0. */
static int sm_cm_run(struct sm_cm_file *file, const void *data, size_t len, uint32_t *number)
{
	union {
		uint64_t aligned;
		char bytes[512];
	} in = {0};
	struct rdma_ucm_cmd_hdr hdr;
	struct sm_cm_call call = { .file = file, .in = &in };

	_Static_assert(sizeof(in) >= sizeof(struct rdma_ucm_accept), "the longest command");
	if (len < sizeof(hdr))
		return sm_because(-EINVAL, "a command has %zu bytes at least", sizeof(hdr));
	if (!sm_copy(&hdr, data, sizeof(hdr)))
		return -EFAULT;
	*number = hdr.cmd;
	if (hdr.cmd >= SM_ARRAY_SIZE(sm_cm_commands) || hdr.in > len - sizeof(hdr))
		return sm_because(-EINVAL, "there is no such command, or its %u bytes are not there",
				  hdr.in);
	if (!sm_cm_commands[hdr.cmd].run)
		return sm_because(-ENOSYS, "there is no family AF_IB");
	call.out = hdr.out;
	if (hdr.in < sm_cm_commands[hdr.cmd].size)
		len = hdr.in;
	else
		len = sm_cm_commands[hdr.cmd].size;
	if (!sm_copy(&in, (const char *)data + sizeof(hdr), len))
		return -EFAULT;
	return sm_cm_commands[hdr.cmd].run(&call);
}

/* Reports a refusal: rdma_cm is no part of a device, so the first one says it. */
SM_COLD static void sm_cm_refused(uint32_t number, int err)
{
	/* Only then: the device joins its fabric. */
	struct sm_dev *dev = sm_config()->strict || sm_is_traced() ? sm_dev_by_index(0) : NULL;
	const char *name = number < SM_ARRAY_SIZE(sm_cm_names) ? sm_cm_names[number] : NULL;
	const char *why = sm_reason();

	if (dev)
		sm_reason_report(dev, "rdma_cm", err == -ENOSYS, "%s, command %u: %s: %s",
				 name ? name : "an unknown command", number, strerrorname_np(-err),
				 why ? why : strerrordesc_np(-err));
}

ssize_t sm_cm_write(struct sm_cm_file *file, bool may_wait, const void *data, size_t len)
{
	for (;;) {
		uint32_t number = 0;
		int result, state;
		bool waits;

		pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
		sm_lock();
		sm_reason_begin();
		result = sm_cm_run(file, data, len, &number);
		if (result && result != -EAGAIN)
			sm_cm_refused(number, result);
		waits = result == -EAGAIN && number == RDMA_USER_CM_CMD_GET_EVENT && may_wait;
		file->ready.waiting += waits;
		sm_unlock();
		pthread_setcancelstate(state, NULL);
		if (!result)
			return (ssize_t)len;
		if (!waits) {
			errno = -result;
			return -1;
		}
		if (sm_fd_wait(&file->ready))
			return -1;
	}
}
