// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The kernel's side: channels of DEVX events, and subscriptions to events of DEVX objects. Which
 * events, attributes and errno values: Linux drivers/infiniband/hw/mlx5/devx.c, for a device without
 * event_cap.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/original.h"
#include "kernel/devx.h"
#include "kernel/fd.h"
#include "prm_eqe.h"

#define SM_MAX_SUBSCRIBED 16u	/* events of one request */

/* The record of an event on a channel with data. */
struct sm_devx_record {
	uint64_t cookie;
	struct prm_eqe eqe;
};
_Static_assert(offsetof(struct sm_devx_record, eqe) ==
	       offsetof(struct mlx5_ib_uapi_devx_async_event_hdr, out_data), "as in the kernel");

struct sm_devx_sub {
	struct sm_devx_sub *next_of_source, *next_of_channel;
	struct sm_devx_source *source;	/* NULL: no object, or it is gone */
	struct sm_devx_channel *channel;
	uint16_t event;			/* enum prm_event_type */
	uint64_t cookie;
	int fd;				/* an eventfd that is signaled instead; -1: none */
	bool is_unread;			/* the channel omits data, and has the cookie */
};

/* It lives until its descriptor is closed. */
struct sm_devx_channel {
	struct sm_devx_channel *next;	/* of the file */
	struct sm_file *file;		/* NULL: it was closed, or its device unplugged */
	struct sm_events *events;	/* the reference is that of the descriptor */
	bool omits_data;
	struct sm_devx_sub *subs;
};

/*
 * Subscriptions.
 */

static void sm_devx_sub_free(struct sm_devx_sub *sub)
{
	struct sm_devx_sub **link = &sub->channel->subs;

	while (*link != sub)
		link = &(*link)->next_of_channel;
	*link = sub->next_of_channel;
	if (sub->source) {
		link = &sub->source->subs;
		while (*link != sub)
			link = &(*link)->next_of_source;
		*link = sub->next_of_source;
	}
	if (sub->fd >= 0)
		sm_real_close(sub->fd);
	free(sub);
}

void sm_devx_source_end(struct sm_devx_source *source)
{
	struct sm_devx_sub *sub;

	while ((sub = source->subs)) {
		source->subs = sub->next_of_source;
		sub->source = NULL;
		if (!sub->is_unread)
			sm_devx_sub_free(sub);
	}
}

static void sm_devx_cookie_was_read(void *object)
{
	struct sm_devx_sub *sub = object;

	sub->is_unread = false;
	if (!sub->source)
		sm_devx_sub_free(sub);
}

/* The process may have closed our descriptor, as by closefrom(), and the number have a new file. */
static bool sm_is_eventfd(int fd)
{
	static const char eventfd[] = "anon_inode:[eventfd]";
	char path[64], name[sizeof(eventfd)];

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	return readlink(path, name, sizeof(name)) == (ssize_t)sizeof(eventfd) - 1 &&
	       !memcmp(name, eventfd, sizeof(eventfd) - 1);
}

/* A counter that is full stays so; write() would block. */
static void sm_devx_signal(int fd)
{
	struct pollfd state = { .fd = fd, .events = POLLOUT };
	const uint64_t one = 1;

	if (!sm_is_eventfd(fd) || poll(&state, 1, 0) != 1 || !(state.revents & POLLOUT))
		return;
	if (sm_real_write(fd, &one, sizeof(one)) < 0)
		sm_warn("eventfd of a DEVX event: %s", strerror(errno));
}

/*
 * Events.
 */

static void sm_devx_eqe(struct prm_eqe *eqe, uint8_t type, const struct sm_devx_source *source)
{
	const uint32_t number = source->number;


	memset(eqe, 0, sizeof(*eqe));
	prm_eqe_set_event_type(eqe, type);
	switch (type) {
	case PRM_EVENT_TYPE_COMP:
		prm_eqe_set_completion_cqn(eqe, number);
		break;
	case PRM_EVENT_TYPE_CQ_ERROR:
		prm_eqe_set_cq_error_cqn(eqe, number);
		prm_eqe_set_cq_error_syndrome(eqe, sm_fw_cq_error(source->dev, number));
		break;
	default:
		prm_eqe_set_queue_queue_type(eqe, source->is_rmp ? PRM_EVENT_QUEUE_TYPE_RQ :
								   PRM_EVENT_QUEUE_TYPE_QP);
		prm_eqe_set_queue_qp_srq_n(eqe, number);
		break;
	}
}

static void sm_devx_deliver(struct sm_devx_sub *sub, uint8_t type)
{
	struct sm_events *events = sub->channel->events;
	struct sm_devx_record record;

	if (sub->fd >= 0) {
		sm_devx_signal(sub->fd);
	} else if (!sub->channel->omits_data) {
		record.cookie = sub->cookie;
		sm_devx_eqe(&record.eqe, type, sub->source);
		sm_events_push(events, &record, sizeof(record), NULL, NULL);
	} else if (!sub->is_unread) {	/* until it is read, more events add nothing */
		sub->is_unread = true;
		sm_events_push(events, &sub->cookie, sizeof(sub->cookie), sm_devx_cookie_was_read,
			       sub);
	}
}

static void sm_devx_event(void *owner, uint8_t type)
{
	struct sm_devx_source *source = owner;
	struct sm_devx_sub *sub;

	for (sub = source->subs; sub; sub = sub->next_of_source)
		if (sub->event == type)
			sm_devx_deliver(sub, type);
}

static void sm_devx_completion(void *owner)
{
	sm_devx_event(owner, PRM_EVENT_TYPE_COMP);
}

void sm_devx_source_listen(struct sm_devx_source *source, struct sm_dev *dev,
			   const struct sm_devx_id *id, bool does_listen)
{
	struct sm_listener listener = { 0 };

	if (does_listen) {
		listener.completion = sm_devx_completion;
		listener.event = sm_devx_event;
		listener.owner = source;
	}
	source->dev = dev;
	source->number = id->number;
	source->is_rmp = id->create == PRM_CMD_OPCODE_CREATE_RMP;
	switch (id->create) {
	case PRM_CMD_OPCODE_CREATE_CQ:
		sm_fw_listen_cq(dev, id->number, &listener);
		break;
	case PRM_CMD_OPCODE_CREATE_QP:
	case PRM_CMD_OPCODE_CREATE_SQ:
	case PRM_CMD_OPCODE_CREATE_RQ:
		sm_fw_listen_qp(dev, id->number, &listener);
		break;
	case PRM_CMD_OPCODE_CREATE_RMP:
		sm_fw_listen_srq(dev, id->number, &listener);
		break;
	default:	/* it has no events */
		break;
	}
}

/*
 * Channels.
 */

static void sm_devx_channel_end(struct sm_devx_channel *channel)
{
	struct sm_devx_channel **link;

	if (!channel->file)
		return;
	link = &channel->file->channels;
	while (*link != channel)
		link = &(*link)->next;
	*link = channel->next;
	channel->file = NULL;
	sm_events_end(channel->events);
	while (channel->subs)
		sm_devx_sub_free(channel->subs);
}

void sm_devx_channels_end(struct sm_file *file)
{
	while (file->channels)
		sm_devx_channel_end(file->channels);
}

static void sm_devx_channel_closed(void *owner)
{
	sm_devx_channel_end(owner);
	free(owner);
}

static int sm_devx_channel_create(struct sm_request *req)
{
	const uint64_t flags =
		sm_attr_number(req, MLX5_IB_ATTR_DEVX_ASYNC_EVENT_FD_ALLOC_FLAGS);
	struct sm_devx_channel *channel;

	if (flags & ~(uint64_t)MLX5_IB_UAPI_DEVX_CR_EV_CH_FLAGS_OMIT_DATA)
		return sm_because(-EINVAL, "flags are 0x%llx; OMIT_EV_DATA is known",
				  (unsigned long long)flags);
	channel = calloc(1, sizeof(*channel));
	if (!channel)
		return -ENOMEM;
	channel->events = sm_events_new(req, MLX5_IB_OBJECT_DEVX_ASYNC_EVENT_FD,
					sm_devx_channel_closed, channel);
	if (!channel->events) {
		int err = -errno;

		free(channel);
		return err;
	}
	channel->omits_data = flags & MLX5_IB_UAPI_DEVX_CR_EV_CH_FLAGS_OMIT_DATA;
	channel->file = req->file;
	channel->next = req->file->channels;
	req->file->channels = channel;
	return sm_attr_write_handle(req, MLX5_IB_ATTR_DEVX_ASYNC_EVENT_FD_ALLOC_HANDLE,
				    req->created_fd);
}

/* Events of ports belong to no object. This device has none: its port is always active. */
static bool sm_devx_has_event(bool is_object, uint16_t event)
{
	if (!is_object)
		return event == PRM_EVENT_TYPE_PORT_CHANGE;
	switch (event) {
	case PRM_EVENT_TYPE_COMP:
	case PRM_EVENT_TYPE_PATH_MIG:
	case PRM_EVENT_TYPE_COMM_EST:
	case PRM_EVENT_TYPE_SQ_DRAINED:
	case PRM_EVENT_TYPE_CQ_ERROR:
	case PRM_EVENT_TYPE_WQ_CATAS_ERROR:
	case PRM_EVENT_TYPE_PATH_MIG_FAILED:
	case PRM_EVENT_TYPE_WQ_INVAL_REQ_ERROR:
	case PRM_EVENT_TYPE_WQ_ACCESS_ERROR:
	case PRM_EVENT_TYPE_SRQ_CATAS_ERROR:
	case PRM_EVENT_TYPE_SRQ_LAST_WQE:
	case PRM_EVENT_TYPE_SRQ_RQ_LIMIT:
	case PRM_EVENT_TYPE_XRQ_ERROR:
	case PRM_EVENT_TYPE_DCT_DRAINED:
	case PRM_EVENT_TYPE_DCT_KEY_VIOLATION:
		return true;
	default:
		return false;
	}
}

/* Our descriptor of the application's eventfd, or -errno. The device's own ones are not eventfds. */
static int sm_devx_eventfd(int fd)
{
	int copy;

	if (fcntl(fd, F_GETFD) < 0)
		return sm_because(-EBADF, "fd is %d, which is not open", fd);
	if (sm_fd_is_ours(fd) || !sm_is_eventfd(fd))
		return sm_because(-EINVAL, "fd is %d, which is no eventfd", fd);
	copy = fcntl(fd, F_DUPFD_CLOEXEC, 0);
	return copy < 0 ? -errno : sm_fd_high(copy);
}

/* Adds a subscription after all others. 0, or -errno. @fd: the application's eventfd, or -1. */
static int sm_devx_sub_add(struct sm_devx_channel *channel, struct sm_devx_source *source,
			   uint16_t event, uint64_t cookie, int fd)
{
	struct sm_devx_sub *sub = calloc(1, sizeof(*sub)), **link;

	if (!sub)
		return -ENOMEM;
	sub->channel = channel;
	sub->source = source;
	sub->event = event;
	sub->cookie = cookie;
	sub->fd = -1;
	if (fd >= 0) {
		sub->fd = sm_devx_eventfd(fd);
		if (sub->fd < 0) {
			int err = sub->fd;

			free(sub);
			return err;
		}
	}
	sub->next_of_channel = channel->subs;
	channel->subs = sub;
	if (source) {
		link = &source->subs;
		while (*link)
			link = &(*link)->next_of_source;
		*link = sub;
	}
	return 0;
}

static int sm_devx_subscribe(struct sm_request *req)
{
	const size_t len = sm_attr_len(req, MLX5_IB_ATTR_DEVX_SUBSCRIBE_EVENT_TYPE_NUM_LIST);
	struct sm_attr *fd = sm_attr(req, MLX5_IB_ATTR_DEVX_SUBSCRIBE_EVENT_FD_NUM);
	struct sm_uobj *uobj = sm_attr_uobj(req, MLX5_IB_ATTR_DEVX_SUBSCRIBE_EVENT_OBJ_HANDLE);
	const uint64_t cookie = sm_attr_number(req, MLX5_IB_ATTR_DEVX_SUBSCRIBE_EVENT_COOKIE);
	struct sm_devx_source *source = uobj ? sm_devx_source_of(uobj) : NULL;
	struct sm_events *events =
		sm_attr(req, MLX5_IB_ATTR_DEVX_SUBSCRIBE_EVENT_FD_HANDLE)->events;
	struct sm_devx_channel *channel = sm_events_use(events)->owner;
	uint16_t event[SM_MAX_SUBSCRIBED];
	size_t i, n = len / sizeof(event[0]);
	int err, redirect = -1;

	if (!req->file->uid || (fd && sm_attr(req, MLX5_IB_ATTR_DEVX_SUBSCRIBE_EVENT_COOKIE)))
		return sm_because(-EINVAL, req->file->uid ?
						   "both an eventfd and a cookie are given" :
						   "the context was opened without DEVX");
	if (len % sizeof(event[0]) || n > SM_MAX_SUBSCRIBED)
		return sm_because(-EINVAL, "the list has %zu events; at most %u are allowed", n,
				  SM_MAX_SUBSCRIBED);
	err = sm_attr_read(req, MLX5_IB_ATTR_DEVX_SUBSCRIBE_EVENT_TYPE_NUM_LIST, event, len);
	if (err)
		return err;
	for (i = 0; i < n; i++)
		if (!sm_devx_has_event(source, event[i]))
			return sm_because(-EINVAL, "event 0x%02x is not one of the object",
					  event[i]);
	if (fd) {
		redirect = (int)(uint32_t)fd->data;
		if (redirect < 0)
			return sm_because(-EBADF, "fd is %d, which is not open", redirect);
	}
	for (i = 0; i < n; i++) {
		err = sm_devx_sub_add(channel, source, event[i], cookie, redirect);
		if (err)
			break;
	}
	while (err && i--)	/* the newest ones */
		sm_devx_sub_free(channel->subs);
	return err;
}

const struct sm_method sm_devx_event_methods[] = {
	{
		.object = MLX5_IB_OBJECT_DEVX_ASYNC_EVENT_FD,
		.method = MLX5_IB_METHOD_DEVX_ASYNC_EVENT_FD_ALLOC,
		.needs_context = true,
		.run = sm_devx_channel_create,
		.attrs = {
			SM_NEW_FD(MLX5_IB_ATTR_DEVX_ASYNC_EVENT_FD_ALLOC_HANDLE),
			{ .id = MLX5_IB_ATTR_DEVX_ASYNC_EVENT_FD_ALLOC_FLAGS, .kind = SM_ATTR_IN,
			  .is_mandatory = true, .min = 4, .max = 8 },
			SM_ATTRS_END,
		},
	}, {
		.object = MLX5_IB_OBJECT_DEVX,
		.method = MLX5_IB_METHOD_DEVX_SUBSCRIBE_EVENT,
		.needs_context = true,
		.run = sm_devx_subscribe,
		.attrs = {
			{ .id = MLX5_IB_ATTR_DEVX_SUBSCRIBE_EVENT_FD_HANDLE, .kind = SM_ATTR_FD,
			  .is_mandatory = true, .object = MLX5_IB_OBJECT_DEVX_ASYNC_EVENT_FD },
			SM_OBJECT_OPTIONAL(MLX5_IB_ATTR_DEVX_SUBSCRIBE_EVENT_OBJ_HANDLE,
					   MLX5_IB_OBJECT_DEVX_OBJ),
			SM_IN_BYTES(MLX5_IB_ATTR_DEVX_SUBSCRIBE_EVENT_TYPE_NUM_LIST,
				    sizeof(uint16_t)),
			SM_IN_OPTIONAL(MLX5_IB_ATTR_DEVX_SUBSCRIBE_EVENT_COOKIE, uint64_t),
			SM_IN_OPTIONAL(MLX5_IB_ATTR_DEVX_SUBSCRIBE_EVENT_FD_NUM, uint32_t),
			SM_ATTRS_END,
		},
	},
	{ .run = NULL },
};
