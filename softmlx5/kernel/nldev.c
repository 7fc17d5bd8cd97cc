// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Answers on NETLINK_RDMA; see nldev.h. The commands and their attributes are those of Linux
 * drivers/infiniband/core/nldev.c; what only an administrator may do, and resources, are refused.
 */
#include <errno.h>
#include <linux/netlink.h>
#include <stdio.h>
#include <string.h>

#include <infiniband/verbs.h>
#include <rdma/ib_user_ioctl_verbs.h>
#include <rdma/rdma_netlink.h>
#include <rdma/rdma_user_cm.h>

#include "base/caps.h"
#include "base/device.h"
#include "base/gid.h"
#include "kernel/netdev.h"
#include "kernel/nldev.h"
#include "kernel/uverbs.h"

#define SM_UVERBS_ABI 1		/* uverbs_abi_ver of mlx5_ib */
#define SM_MINOR_SHIFT 8	/* of a device number that has small parts (huge_encode_dev) */
#define SM_CQ_DIM 1		/* use_cq_dim of mlx5_ib, which concerns CQs of the kernel */
#define SM_NETNS_SHARED 1	/* devices are seen in all network namespaces */
#define SM_COPY_ON_FORK 1	/* a child has its own copy of registered memory */
#define SM_SUBNET_PREFIX 0xfe80000000000000ull
#define SM_TEXT 64
#define SM_ATTR_HEAD sizeof(struct nlattr)	/* NLA_HDRLEN; both kinds of headers are padded to 4 bytes */

/* Messages of one datagram. All devices fit. */
struct sm_nldev_answer {
	size_t len;
	struct nlmsghdr *message;	/* that attributes are added to */
	_Alignas(struct nlmsghdr) uint8_t bytes[8192];
};

/* A request and what it names. */
struct sm_nldev_request {
	const struct nlmsghdr *head;
	struct sm_nldev_socket *socket;
	bool has_device, has_port, has_type;
	uint32_t device, port;
	char type[SM_TEXT];		/* of a character device */
};

/*
 * Messages and attributes.
 */

static void sm_message_begin(struct sm_nldev_answer *answer, const struct sm_nldev_request *req,
			     unsigned int type, unsigned int flags)
{
	struct nlmsghdr *message = (struct nlmsghdr *)(void *)(answer->bytes + answer->len);

	*message = (struct nlmsghdr){
		.nlmsg_len = NLMSG_HDRLEN, .nlmsg_type = (uint16_t)type,
		.nlmsg_flags = (uint16_t)flags, .nlmsg_seq = req->head->nlmsg_seq,
		.nlmsg_pid = req->socket->port,
	};
	answer->message = message;
	answer->len += NLMSG_HDRLEN;
}

/* Bytes at the end of the message, padded as all parts of a message are. */
static void *sm_message_room(struct sm_nldev_answer *answer, size_t len)
{
	void *room = answer->bytes + answer->len;

	memset(room, 0, NLMSG_ALIGN(len));
	answer->len += NLMSG_ALIGN(len);
	answer->message->nlmsg_len += NLMSG_ALIGN((uint32_t)len);
	return room;
}

static void sm_put(struct sm_nldev_answer *answer, uint16_t type, const void *value, size_t len)
{
	struct nlattr *attr = sm_message_room(answer, SM_ATTR_HEAD + len);

	attr->nla_type = type;
	attr->nla_len = (uint16_t)(SM_ATTR_HEAD + len);
	memcpy((uint8_t *)attr + SM_ATTR_HEAD, value, len);
}

static void sm_put_8(struct sm_nldev_answer *answer, uint16_t type, uint8_t value)
{
	sm_put(answer, type, &value, sizeof(value));
}

static void sm_put_32(struct sm_nldev_answer *answer, uint16_t type, uint32_t value)
{
	sm_put(answer, type, &value, sizeof(value));
}

static void sm_put_64(struct sm_nldev_answer *answer, uint16_t type, uint64_t value)
{
	sm_put(answer, type, &value, sizeof(value));
}

static void sm_put_text(struct sm_nldev_answer *answer, uint16_t type, const char *text)
{
	sm_put(answer, type, text, strlen(text) + 1);
}

static void sm_answer_send(const struct sm_nldev_request *req, const struct sm_nldev_answer *answer)
{
	req->socket->send(req->socket, answer->bytes, answer->len);
}

/* NLMSG_ERROR, which with error 0 acknowledges a request. It repeats the request's header. */
static void sm_acknowledge(const struct sm_nldev_request *req, int error)
{
	struct sm_nldev_answer answer = { 0 };
	struct nlmsgerr *said;

	sm_message_begin(&answer, req, NLMSG_ERROR, error ? 0 : NLM_F_CAPPED);
	said = sm_message_room(&answer, sizeof(*said));
	said->error = error;
	said->msg = *req->head;
	sm_answer_send(req, &answer);
}

/*
 * Devices and ports.
 */

static void sm_put_device(struct sm_nldev_answer *answer, const struct sm_dev *dev)
{
	char name[SM_TEXT];

	snprintf(name, sizeof(name), "mlx5_%u", dev->index);
	sm_put_32(answer, RDMA_NLDEV_ATTR_DEV_INDEX, dev->index);
	sm_put_text(answer, RDMA_NLDEV_ATTR_DEV_NAME, name);
}

static void sm_put_device_info(struct sm_nldev_answer *answer, struct sm_dev *dev)
{
	const struct sm_caps *caps = dev->caps;
	char version[SM_TEXT];

	snprintf(version, sizeof(version), "%u.%u.%04u", caps->fw_major, caps->fw_minor,
		 caps->fw_sub);
	sm_put_device(answer, dev);
	sm_put_32(answer, RDMA_NLDEV_ATTR_PORT_INDEX, SM_PORT);	/* the last port */
	sm_put_64(answer, RDMA_NLDEV_ATTR_CAP_FLAGS, sm_device_flags(dev));
	sm_put_text(answer, RDMA_NLDEV_ATTR_FW_VERSION, version);
	sm_put_64(answer, RDMA_NLDEV_ATTR_NODE_GUID, dev->guid);
	sm_put_64(answer, RDMA_NLDEV_ATTR_SYS_IMAGE_GUID, dev->guid);
	sm_put_8(answer, RDMA_NLDEV_ATTR_DEV_NODE_TYPE, IBV_NODE_CA);
	sm_put_8(answer, RDMA_NLDEV_ATTR_DEV_DIM, SM_CQ_DIM);
	sm_put_text(answer, RDMA_NLDEV_ATTR_DEV_PROTOCOL, sm_dev_is_ethernet(dev) ? "roce" : "ib");
}

static void sm_put_network_device(struct sm_nldev_answer *answer, const struct sm_dev *dev)
{
	const unsigned int index = sm_netdev_index(dev->index);
	char name[IF_NAMESIZE];

	sm_netdev_text(dev->index, name);
	sm_put_32(answer, RDMA_NLDEV_ATTR_NDEV_INDEX, index);
	sm_put_text(answer, RDMA_NLDEV_ATTR_NDEV_NAME, name);
}

static void sm_put_port_info(struct sm_nldev_answer *answer, const struct sm_dev *dev)
{
	const bool is_ethernet = sm_dev_is_ethernet(dev);

	sm_put_device(answer, dev);
	sm_put_32(answer, RDMA_NLDEV_ATTR_PORT_INDEX, SM_PORT);
	if (!is_ethernet) {
		sm_put_64(answer, RDMA_NLDEV_ATTR_CAP_FLAGS, sm_port_capabilities(is_ethernet));
		sm_put_64(answer, RDMA_NLDEV_ATTR_SUBNET_PREFIX, SM_SUBNET_PREFIX);
		sm_put_32(answer, RDMA_NLDEV_ATTR_LID, dev->lid);
		sm_put_32(answer, RDMA_NLDEV_ATTR_SM_LID, SM_SUBNET_LID);
		sm_put_8(answer, RDMA_NLDEV_ATTR_LMC, 0);
	}
	sm_put_8(answer, RDMA_NLDEV_ATTR_PORT_STATE, IBV_PORT_ACTIVE);
	sm_put_8(answer, RDMA_NLDEV_ATTR_PORT_PHYS_STATE, SM_PORT_LINK_UP);
	if (is_ethernet)
		sm_put_network_device(answer, dev);
}

/*
 * Commands. Each gives 0 or -errno; messages that it has added are sent if it succeeds.
 */

static unsigned int sm_type(unsigned int command)
{
	return RDMA_NL_GET_TYPE(RDMA_NL_NLDEV, command);
}

/* The device that a request has to name; NULL: it does not, or there is none. */
static struct sm_dev *sm_named_device(const struct sm_nldev_request *req)
{
	return req->has_device ? sm_dev_by_index(req->device) : NULL;
}

static int sm_nldev_get(const struct sm_nldev_request *req, struct sm_nldev_answer *answer)
{
	struct sm_dev *dev = sm_named_device(req);

	if (!dev)
		return -EINVAL;
	sm_message_begin(answer, req, sm_type(RDMA_NLDEV_CMD_GET), 0);
	sm_put_device_info(answer, dev);
	return 0;
}

static int sm_nldev_get_all(const struct sm_nldev_request *req, struct sm_nldev_answer *answer)
{
	struct sm_dev *dev;

	for (unsigned int i = 0; (dev = sm_dev_by_index(i)); i++) {
		sm_message_begin(answer, req, sm_type(RDMA_NLDEV_CMD_GET), NLM_F_MULTI);
		sm_put_device_info(answer, dev);
	}
	return 0;
}

/* Linux answers with the type of the other command. */
static int sm_nldev_port_get(const struct sm_nldev_request *req, struct sm_nldev_answer *answer)
{
	const struct sm_dev *dev = sm_named_device(req);

	if (!dev || !req->has_port || req->port != SM_PORT)
		return -EINVAL;
	sm_message_begin(answer, req, sm_type(RDMA_NLDEV_CMD_GET), 0);
	sm_put_port_info(answer, dev);
	return 0;
}

static int sm_nldev_port_get_all(const struct sm_nldev_request *req,
				 struct sm_nldev_answer *answer)
{
	const struct sm_dev *dev = sm_named_device(req);

	if (!dev)
		return -EINVAL;
	sm_message_begin(answer, req, sm_type(RDMA_NLDEV_CMD_PORT_GET), NLM_F_MULTI);
	sm_put_port_info(answer, dev);
	return 0;
}

static int sm_nldev_sys_get(const struct sm_nldev_request *req, struct sm_nldev_answer *answer)
{
	sm_message_begin(answer, req, sm_type(RDMA_NLDEV_CMD_SYS_GET), 0);
	sm_put_8(answer, RDMA_NLDEV_SYS_ATTR_NETNS_MODE, SM_NETNS_SHARED);
	sm_put_8(answer, RDMA_NLDEV_SYS_ATTR_COPY_ON_FORK, SM_COPY_ON_FORK);
	return 0;
}

static void sm_put_node(struct sm_nldev_answer *answer, unsigned int minor, unsigned int abi,
			const char *name)
{
	sm_put_64(answer, RDMA_NLDEV_ATTR_CHARDEV, SM_NODE_MAJOR << SM_MINOR_SHIFT | minor);
	sm_put_64(answer, RDMA_NLDEV_ATTR_CHARDEV_ABI, abi);
	sm_put_text(answer, RDMA_NLDEV_ATTR_CHARDEV_NAME, name);
}

/* Nodes of a device: "uverbs". */
static int sm_put_device_node(const struct sm_nldev_request *req, struct sm_nldev_answer *answer)
{
	const struct sm_dev *dev = sm_named_device(req);
	char name[SM_TEXT];

	if (!dev || req->has_port)
		return -EINVAL;
	if (strcmp(req->type, "uverbs"))
		return -EOPNOTSUPP;
	snprintf(name, sizeof(name), "uverbs%u", dev->index);
	sm_put_32(answer, RDMA_NLDEV_ATTR_UVERBS_DRIVER_ID, RDMA_DRIVER_MLX5);
	sm_put_node(answer, SM_NODE_MINOR + dev->index, SM_UVERBS_ABI, name);
	return 0;
}

/* Those of no device: "rdma_cm". */
static int sm_put_common_node(const struct sm_nldev_request *req, struct sm_nldev_answer *answer)
{
	if (req->has_port)
		return -EINVAL;
	if (strcmp(req->type, "rdma_cm"))
		return -EOPNOTSUPP;
	sm_put_node(answer, SM_NODE_MINOR + SM_NODE_CM, RDMA_USER_CM_ABI_VERSION, req->type);
	return 0;
}

static int sm_nldev_get_chardev(const struct sm_nldev_request *req,
				struct sm_nldev_answer *answer)
{
	if (!req->has_type)
		return -EINVAL;
	sm_message_begin(answer, req, sm_type(RDMA_NLDEV_CMD_GET_CHARDEV), 0);
	return req->has_device ? sm_put_device_node(req, answer) : sm_put_common_node(req, answer);
}

typedef int sm_nldev_run(const struct sm_nldev_request *req, struct sm_nldev_answer *answer);

static const struct sm_nldev_command {
	sm_nldev_run *one, *all;	/* of a request, and of one with NLM_F_DUMP */
} sm_nldev_commands[] = {
	[RDMA_NLDEV_CMD_GET] = { sm_nldev_get, sm_nldev_get_all },
	[RDMA_NLDEV_CMD_PORT_GET] = { sm_nldev_port_get, sm_nldev_port_get_all },
	[RDMA_NLDEV_CMD_SYS_GET] = { .one = sm_nldev_sys_get },
	[RDMA_NLDEV_CMD_GET_CHARDEV] = { .one = sm_nldev_get_chardev },
};

/*
 * Requests.
 */

static bool sm_nldev_number(const void *value, size_t len, uint32_t *number)
{
	if (len < sizeof(*number))
		return false;
	memcpy(number, value, sizeof(*number));
	return true;
}

static bool sm_nldev_text(const void *value, size_t len, char text[SM_TEXT])
{
	if (!len || len > SM_TEXT || memchr(value, 0, len) != (const char *)value + len - 1)
		return false;
	memcpy(text, value, len);
	return true;
}

/* Reads an attribute; false: it has not the size of its type. Others than these are of no effect. */
static bool sm_attribute_read(struct sm_nldev_request *req, unsigned int type, const void *value,
			      size_t len)
{
	switch (type) {
	case RDMA_NLDEV_ATTR_DEV_INDEX:
		return req->has_device = sm_nldev_number(value, len, &req->device);
	case RDMA_NLDEV_ATTR_PORT_INDEX:
		return req->has_port = sm_nldev_number(value, len, &req->port);
	case RDMA_NLDEV_ATTR_CHARDEV_TYPE:
		return req->has_type = sm_nldev_text(value, len, req->type);
	}
	return true;
}

static bool sm_attributes_read(struct sm_nldev_request *req)
{
	const uint8_t *at = (const uint8_t *)req->head + NLMSG_HDRLEN;
	size_t left = req->head->nlmsg_len - NLMSG_HDRLEN;

	while (left >= SM_ATTR_HEAD) {
		struct nlattr attr;
		size_t whole;

		memcpy(&attr, at, sizeof(attr));
		if (attr.nla_len < SM_ATTR_HEAD || attr.nla_len > left)
			break;	/* bytes after the last attribute */
		if (!sm_attribute_read(req, attr.nla_type & (unsigned int)NLA_TYPE_MASK, at + SM_ATTR_HEAD,
				       attr.nla_len - SM_ATTR_HEAD))
			return false;
		whole = NLMSG_ALIGN(attr.nla_len);
		if (whole > left)
			whole = left;
		at += whole;
		left -= whole;
	}
	return true;
}

/* As in Linux, one of the two bits is enough. */
static bool sm_is_dump(const struct nlmsghdr *head)
{
	return head->nlmsg_flags & NLM_F_DUMP;
}

/* The function of a request; NULL: this device's kernel has none. */
static sm_nldev_run *sm_nldev_find(const struct nlmsghdr *head)
{
	const unsigned int command = RDMA_NL_GET_OP(head->nlmsg_type);

	if (RDMA_NL_GET_CLIENT(head->nlmsg_type) != RDMA_NL_NLDEV ||
	    command >= SM_ARRAY_SIZE(sm_nldev_commands))
		return NULL;
	return sm_is_dump(head) ? sm_nldev_commands[command].all : sm_nldev_commands[command].one;
}

/* Answers to a dump end with NLMSG_DONE, which has the error, and acknowledges it. */
static int sm_nldev_answer(struct sm_nldev_request *req)
{
	sm_nldev_run *run = sm_nldev_find(req->head);
	struct sm_nldev_answer answer = { 0 };
	int err = run ? 0 : -EINVAL;

	if (err)
		return err;
	if (!sm_attributes_read(req))
		err = -EINVAL;
	if (!err) {
		sm_lock();
		err = run(req, &answer);
		sm_unlock();
	}
	if (sm_is_dump(req->head)) {
		sm_message_begin(&answer, req, NLMSG_DONE, NLM_F_MULTI);
		memcpy(sm_message_room(&answer, sizeof(err)), &err, sizeof(err));
	} else if (err) {
		return err;
	}
	sm_answer_send(req, &answer);
	return 0;
}

static void sm_nldev_message(struct sm_nldev_socket *socket, const struct nlmsghdr *head)
{
	struct sm_nldev_request req = { .head = head, .socket = socket };
	const bool is_request = head->nlmsg_flags & NLM_F_REQUEST && head->nlmsg_type >= NLMSG_MIN_TYPE;
	const int err = is_request ? sm_nldev_answer(&req) : 0;
	const bool is_wanted = head->nlmsg_flags & NLM_F_ACK && !(is_request && sm_is_dump(head));

	if (err || is_wanted)
		sm_acknowledge(&req, err);
}

void sm_nldev_receive(struct sm_nldev_socket *socket, const void *data, size_t len)
{
	const uint8_t *at = data;

	while (len >= NLMSG_HDRLEN) {
		const struct nlmsghdr *head = (const struct nlmsghdr *)(const void *)at;
		size_t whole;

		if (head->nlmsg_len < NLMSG_HDRLEN || head->nlmsg_len > len)
			return;
		sm_nldev_message(socket, head);
		whole = NLMSG_ALIGN(head->nlmsg_len);
		if (whole > len)
			whole = len;
		at += whole;
		len -= whole;
	}
}
