// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Messages of vhost-user, as QEMU's docs/interop/vhost-user.rst describes it; the guest is User Mode Linux
 * (arch/um/drivers/virtio_uml.c) or a test.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/virtio_config.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "pci/vhost.h"

enum {
	VHOST_USER_GET_FEATURES = 1,
	VHOST_USER_SET_FEATURES = 2,
	VHOST_USER_SET_OWNER = 3,
	VHOST_USER_RESET_OWNER = 4,
	VHOST_USER_SET_MEM_TABLE = 5,
	VHOST_USER_SET_VRING_NUM = 8,
	VHOST_USER_SET_VRING_ADDR = 9,
	VHOST_USER_SET_VRING_BASE = 10,
	VHOST_USER_GET_VRING_BASE = 11,
	VHOST_USER_SET_VRING_KICK = 12,
	VHOST_USER_SET_VRING_CALL = 13,
	VHOST_USER_SET_VRING_ERR = 14,
	VHOST_USER_GET_PROTOCOL_FEATURES = 15,
	VHOST_USER_SET_PROTOCOL_FEATURES = 16,
	VHOST_USER_GET_QUEUE_NUM = 17,
	VHOST_USER_SET_VRING_ENABLE = 18,
	VHOST_USER_SET_BACKEND_REQ_FD = 21,
};

#define VHOST_USER_VERSION 0x1u
#define VHOST_USER_VERSION_MASK 0x3u
#define VHOST_USER_REPLY 0x4u
#define VHOST_USER_NEED_REPLY 0x8u
#define VHOST_USER_F_PROTOCOL_FEATURES 30
#define VHOST_USER_PROTOCOL_F_REPLY_ACK 3
#define VHOST_USER_PROTOCOL_F_BACKEND_REQ 5
#define VHOST_USER_VRING_INDEX 0xffu
#define VHOST_USER_VRING_NO_FD 0x100u

#define SM_FEATURES (UINT64_C(1) << VIRTIO_F_VERSION_1 | UINT64_C(1) << VHOST_USER_F_PROTOCOL_FEATURES)
#define SM_PROTOCOL_FEATURES (UINT64_C(1) << VHOST_USER_PROTOCOL_F_REPLY_ACK | \
			      UINT64_C(1) << VHOST_USER_PROTOCOL_F_BACKEND_REQ)

struct sm_vhost_state {
	uint32_t index, num;
};

struct sm_vhost_addr {
	uint32_t index, flags;
	uint64_t desc, used, avail, log;
};

struct sm_vhost_memory {
	uint32_t n, padding;
	struct {
		uint64_t addr, size, user, offset;
	} region[SM_GUEST_REGIONS];
};

/* The only descriptor of a message; -1 if it has none. */
static int sm_vhost_take_fd(struct sm_vhost *vhost)
{
	return vhost->n_fds ? vhost->fds[--vhost->n_fds] : -1;
}

/*
 * Messages. Each gives NULL, or what is wrong.
 */

static const char *sm_vhost_set_memory(struct sm_vhost *vhost)
{
	struct sm_vhost_memory table;
	const size_t head = offsetof(struct sm_vhost_memory, region);
	const char *wrong = NULL;

	if (vhost->message.head.size < head)
		return "the table of memory is incomplete";
	memcpy(&table, vhost->message.payload, sizeof(table));
	if (table.n > SM_GUEST_REGIONS || table.n != vhost->n_fds ||
	    vhost->message.head.size < head + table.n * sizeof(table.region[0]))
		return "the table of memory is incomplete, or too long";
	vhost->reset(vhost, "the guest has other memory");
	for (unsigned int i = 0; i < SM_VHOST_QUEUES; i++)
		vhost->ring[i].used = NULL;
	sm_guest_clear(&vhost->guest);
	vhost->n_fds = 0;	/* they belong to the regions now */
	for (uint32_t i = 0; i < table.n; i++) {
		const char *bad = sm_guest_add(&vhost->guest, (struct sm_region){
			.addr = table.region[i].addr, .user = table.region[i].user,
			.size = table.region[i].size, .offset = table.region[i].offset,
			.fd = vhost->fds[i] });

		wrong = wrong ? wrong : bad;
	}
	return wrong;
}

static struct sm_vring *sm_vhost_ring(struct sm_vhost *vhost, uint64_t index)
{
	return index < SM_VHOST_QUEUES ? &vhost->ring[index] : NULL;
}

static const char sm_no_queue[] = "there is no queue with this number";

static const char *sm_vhost_set_size(struct sm_vring *ring, uint32_t size)
{
	if (!size || size > SM_VRING_SIZE_MAX || size & (size - 1))
		return "the size of a ring is not a power of two, or too large";
	ring->used = NULL;	/* its address belongs to the old size */
	ring->size = size;
	return NULL;
}

static const char *sm_vhost_set_addr(struct sm_vhost *vhost)
{
	struct sm_vhost_addr addr;
	struct sm_vring *ring;

	memcpy(&addr, vhost->message.payload, sizeof(addr));
	ring = sm_vhost_ring(vhost, addr.index);
	if (!ring)
		return sm_no_queue;
	return sm_vring_place(ring, &vhost->guest, addr.desc, addr.avail, addr.used);
}

static void sm_vhost_kicked(struct sm_watch *watch)
{
	struct sm_vring *ring = sm_container_of(watch, struct sm_vring, kick);
	struct sm_vhost *vhost = sm_container_of(ring - ring->index, struct sm_vhost, ring);
	uint64_t count;

	if (read(watch->fd, &count, sizeof(count)) <= 0 && errno != EAGAIN) {
		sm_vhost_fail(vhost, "the descriptor of a kick cannot be read");
		return;
	}
	vhost->kicked(vhost, ring->index);
}

static const char *sm_vhost_set_fd(struct sm_vhost *vhost, uint32_t request)
{
	uint64_t index;
	struct sm_vring *ring;
	int fd = sm_vhost_take_fd(vhost);

	memcpy(&index, vhost->message.payload, sizeof(index));
	ring = sm_vhost_ring(vhost, index & VHOST_USER_VRING_INDEX);
	if (!ring || (fd < 0) != !!(index & VHOST_USER_VRING_NO_FD)) {
		if (fd >= 0)
			close(fd);
		return ring ? "a descriptor is missing, or not announced" : sm_no_queue;
	}
	if (fd >= 0)
		fcntl(fd, F_SETFL, O_NONBLOCK);	/* a guest must not stop the device */
	if (request == VHOST_USER_SET_VRING_CALL) {
		if (ring->call >= 0)
			close(ring->call);
		ring->call = fd;
		return NULL;
	}
	if (ring->kick.fd >= 0) {
		sm_watch_remove(&ring->kick);
		close(ring->kick.fd);
	}
	ring->kick = (struct sm_watch){ .fd = fd, .ready = sm_vhost_kicked };
	if (fd >= 0)
		sm_watch_add(&ring->kick);
	return NULL;
}

static const char *sm_vhost_reply(struct sm_vhost *vhost, const void *payload, uint32_t size)
{
	struct {
		struct sm_vhost_head head;
		uint8_t payload[sizeof(uint64_t)];
	} reply = {
		.head = { .request = vhost->message.head.request, .size = size,
			  .flags = VHOST_USER_VERSION | VHOST_USER_REPLY },
	};

	memcpy(reply.payload, payload, size);
	if (send(vhost->socket.fd, &reply, sizeof(reply.head) + size, MSG_DONTWAIT | MSG_NOSIGNAL) !=
	    (ssize_t)(sizeof(reply.head) + size))
		return "the guest does not take its reply";
	return NULL;
}

static const char *sm_vhost_reply_u64(struct sm_vhost *vhost, uint64_t value)
{
	return sm_vhost_reply(vhost, &value, sizeof(value));
}

/* The bytes that a message has at least; larger than any for unknown ones. */
static uint32_t sm_vhost_size(uint32_t request)
{
	switch (request) {
	case VHOST_USER_SET_VRING_NUM:
	case VHOST_USER_SET_VRING_BASE:
	case VHOST_USER_GET_VRING_BASE:
	case VHOST_USER_SET_VRING_ENABLE:
		return sizeof(struct sm_vhost_state);
	case VHOST_USER_SET_VRING_ADDR:
		return sizeof(struct sm_vhost_addr);
	case VHOST_USER_SET_FEATURES:
	case VHOST_USER_SET_PROTOCOL_FEATURES:
	case VHOST_USER_SET_VRING_KICK:
	case VHOST_USER_SET_VRING_CALL:
	case VHOST_USER_SET_VRING_ERR:
		return sizeof(uint64_t);
	case VHOST_USER_GET_FEATURES:
	case VHOST_USER_GET_PROTOCOL_FEATURES:
	case VHOST_USER_GET_QUEUE_NUM:
	case VHOST_USER_SET_OWNER:
	case VHOST_USER_RESET_OWNER:
	case VHOST_USER_SET_MEM_TABLE:
	case VHOST_USER_SET_BACKEND_REQ_FD:
		return 0;
	default:
		return UINT32_MAX;
	}
}

static const char *sm_vhost_set_ring(struct sm_vhost *vhost, uint32_t request)
{
	struct sm_vhost_state state;
	struct sm_vring *ring;

	memcpy(&state, vhost->message.payload, sizeof(state));
	ring = sm_vhost_ring(vhost, state.index);
	if (!ring)
		return sm_no_queue;
	if (request == VHOST_USER_SET_VRING_NUM)
		return sm_vhost_set_size(ring, state.num);
	if (request == VHOST_USER_SET_VRING_BASE)
		ring->next = (uint16_t)state.num;
	return NULL;	/* rings run when they have an address */
}

static const char *sm_vhost_get_base(struct sm_vhost *vhost)
{
	struct sm_vhost_state state;
	struct sm_vring *ring;

	memcpy(&state, vhost->message.payload, sizeof(state));
	ring = sm_vhost_ring(vhost, state.index);
	if (!ring)
		return sm_no_queue;
	state.num = ring->next;
	sm_vring_stop(ring);
	return sm_vhost_reply(vhost, &state, sizeof(state));
}

static const char *sm_vhost_check_features(const struct sm_vhost *vhost, uint64_t known)
{
	uint64_t features;

	memcpy(&features, vhost->message.payload, sizeof(features));
	return features & ~known ? "the guest sets features that the device has not" : NULL;
}

/* Executes a message. *@has_replied: the reply is no acknowledgement. */
static const char *sm_vhost_execute(struct sm_vhost *vhost, bool *has_replied)
{
	const uint32_t request = vhost->message.head.request;

	if (vhost->message.head.size < sm_vhost_size(request))
		return sm_vhost_size(request) == UINT32_MAX ? "the device knows no such message" :
							      "the message is too short";
	switch (request) {
	case VHOST_USER_GET_FEATURES:
		*has_replied = true;
		return sm_vhost_reply_u64(vhost, SM_FEATURES);
	case VHOST_USER_GET_PROTOCOL_FEATURES:
		*has_replied = true;
		return sm_vhost_reply_u64(vhost, SM_PROTOCOL_FEATURES);
	case VHOST_USER_GET_QUEUE_NUM:
		*has_replied = true;
		return sm_vhost_reply_u64(vhost, SM_VHOST_QUEUES);
	case VHOST_USER_GET_VRING_BASE:
		*has_replied = true;
		return sm_vhost_get_base(vhost);
	case VHOST_USER_SET_FEATURES:
		return sm_vhost_check_features(vhost, SM_FEATURES);
	case VHOST_USER_SET_PROTOCOL_FEATURES:
		return sm_vhost_check_features(vhost, SM_PROTOCOL_FEATURES);
	case VHOST_USER_SET_MEM_TABLE:
		return sm_vhost_set_memory(vhost);
	case VHOST_USER_SET_VRING_ADDR:
		return sm_vhost_set_addr(vhost);
	case VHOST_USER_SET_VRING_KICK:
	case VHOST_USER_SET_VRING_CALL:
		return sm_vhost_set_fd(vhost, request);
	case VHOST_USER_SET_VRING_NUM:
	case VHOST_USER_SET_VRING_BASE:
	case VHOST_USER_SET_VRING_ENABLE:
		return sm_vhost_set_ring(vhost, request);
	case VHOST_USER_SET_BACKEND_REQ_FD:
		if (vhost->requests >= 0)
			close(vhost->requests);
		vhost->requests = sm_vhost_take_fd(vhost);
		return NULL;
	default:	/* an owner, errors of rings: not used */
		return NULL;
	}
}

void sm_vhost_message(struct sm_vhost *vhost)
{
	const uint32_t flags = vhost->message.head.flags;
	bool has_replied = false;
	const char *wrong;

	if ((flags & VHOST_USER_VERSION_MASK) != VHOST_USER_VERSION || flags & VHOST_USER_REPLY)
		wrong = "the message has an unknown version, or is a reply";
	else
		wrong = sm_vhost_execute(vhost, &has_replied);
	if (vhost->socket.fd < 0)
		return;
	if (!wrong && !has_replied && flags & VHOST_USER_NEED_REPLY)
		wrong = sm_vhost_reply_u64(vhost, 0);
	if (wrong)
		sm_vhost_refuse(vhost, wrong);
	sm_vhost_drop_fds(vhost);
}
