// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * A preloaded library with the kernel's rdma_cm for one process, so that programs of librdmacm run
 * on softmlx5: ids are connected with each other over the first port of the first device,
 * independent of their addresses.
 *
 * Commands and events have the layouts of <rdma/rdma_user_cm.h>. Datagrams and multicast are
 * missing, and no command waits: without an event, the error is EAGAIN.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <infiniband/verbs.h>
#include <rdma/rdma_user_cm.h>

#define EXPORT __attribute__((visibility("default")))
#define DEVICE "/dev/infiniband/rdma_cm"
#define ABI "class/misc/rdma_cm/abi_version"
#define MAX_IDS 64u
#define MAX_EVENTS 64u
#define LID 1u			/* of softmlx5's first port */
#define PORT 1u

/* Numbers of events, of librdmacm's enum rdma_cm_event_type. */
enum {
	ADDR_RESOLVED = 0, ROUTE_RESOLVED = 2, CONNECT_REQUEST = 4, CONNECT_RESPONSE = 5,
	ESTABLISHED = 9, DISCONNECTED = 10,
};

struct id {
	bool is_used, is_listening, is_bound;
	int fd;			/* channel */
	uint64_t uid;
	uint32_t events;	/* reported events */
	uint32_t peer;		/* its number, or 0 */
	uint32_t qpn;
};

struct event {
	int fd;
	uint32_t id;	/* whose counter grows */
	struct rdma_ucm_event_resp resp;
};

static struct {
	pthread_mutex_t lock;
	struct id ids[MAX_IDS];	/* 0 is none */
	struct event events[MAX_EVENTS];
	uint32_t num_events;
	bool is_channel[1024];	/* by fd */
	uint64_t guid;		/* of the device */
} cm = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void *next(const char *name)
{
	void *found = dlsym(RTLD_NEXT, name);

	if (!found)
		abort();
	return found;
}

static void find_device(void)
{
	struct ibv_device **list = ibv_get_device_list(NULL);

	if (list && list[0])
		cm.guid = ibv_get_device_guid(list[0]);
	if (list)
		ibv_free_device_list(list);
}

static struct id *get(uint32_t number)
{
	return number && number < MAX_IDS && cm.ids[number].is_used ? &cm.ids[number] : NULL;
}

static uint32_t create_id(int fd, uint64_t uid)
{
	uint32_t i = 1;

	while (i < MAX_IDS - 1 && cm.ids[i].is_used)
		i++;
	cm.ids[i] = (struct id) { .is_used = true, .fd = fd, .uid = uid };
	return i;
}

static struct rdma_ucm_event_resp *add_event(uint32_t number, uint32_t type)
{
	struct event *event = &cm.events[cm.num_events++];

	if (cm.num_events == MAX_EVENTS)
		abort();
	*event = (struct event) { .fd = cm.ids[number].fd, .id = number,
				  .resp = { .id = number, .uid = cm.ids[number].uid,
					    .event = type } };
	return &event->resp;
}

static int get_event(int fd, const struct rdma_ucm_get_event *cmd)
{
	uint32_t i;

	for (i = 0; i < cm.num_events && cm.events[i].fd != fd; i++)
		;
	if (i == cm.num_events)
		return EAGAIN;
	memcpy((void *)(uintptr_t)cmd->response, &cm.events[i].resp, sizeof(cm.events[i].resp));
	cm.ids[cm.events[i].id].events++;
	memmove(&cm.events[i], &cm.events[i + 1], (--cm.num_events - i) * sizeof(cm.events[0]));
	return 0;
}

static int query_route(const struct rdma_ucm_query *cmd)
{
	struct rdma_ucm_query_route_resp resp = { .port_num = PORT };
	const struct id *id = get(cmd->id);

	if (!id)
		return EINVAL;
	if (id->is_bound)
		resp.node_guid = cm.guid;
	memcpy((void *)(uintptr_t)cmd->response, &resp, sizeof(resp));
	return 0;
}

/* Fills in the attributes of a queue pair's transitions to RTS, like a connection manager. */
static int init_qp_attr(const struct rdma_ucm_init_qp_attr *cmd)
{
	struct ib_uverbs_qp_attr attr = { .qp_state = cmd->qp_state, .port_num = PORT };
	const struct id *id = get(cmd->id), *peer = id ? get(id->peer) : NULL;

	if (!id)
		return EINVAL;
	switch (cmd->qp_state) {
	case IBV_QPS_INIT:
		attr.qp_attr_mask = IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT |
				    IBV_QP_ACCESS_FLAGS;
		attr.qp_access_flags = IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ;
		break;
	case IBV_QPS_RTR:
		attr.qp_attr_mask = IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN |
				    IBV_QP_RQ_PSN | IBV_QP_MAX_DEST_RD_ATOMIC |
				    IBV_QP_MIN_RNR_TIMER;
		attr.path_mtu = IBV_MTU_1024;
		attr.dest_qp_num = peer ? peer->qpn : 0;
		attr.max_dest_rd_atomic = 1;
		attr.ah_attr = (struct ib_uverbs_ah_attr) { .dlid = LID, .port_num = PORT };
		break;
	case IBV_QPS_RTS:
		attr.qp_attr_mask = IBV_QP_STATE | IBV_QP_SQ_PSN | IBV_QP_TIMEOUT |
				    IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_MAX_QP_RD_ATOMIC;
		attr.timeout = 14;
		attr.retry_cnt = attr.rnr_retry = 7;
		attr.max_rd_atomic = 1;
		break;
	default:
		return EINVAL;
	}
	memcpy((void *)(uintptr_t)cmd->response, &attr, sizeof(attr));
	return 0;
}

static int connect_id(const struct rdma_ucm_connect *cmd)
{
	struct id *id = get(cmd->id);
	struct rdma_ucm_event_resp *resp;
	uint32_t i, number;

	for (i = 1; i < MAX_IDS && !cm.ids[i].is_listening; i++)
		;
	if (!id || i == MAX_IDS)
		return ECONNREFUSED;
	number = create_id(cm.ids[i].fd, 0);
	cm.ids[number].is_bound = true;
	cm.ids[number].peer = cmd->id;
	id->peer = number;
	id->qpn = cmd->conn_param.qp_num;
	resp = add_event(i, CONNECT_REQUEST);
	resp->id = number;
	resp->param.conn = cmd->conn_param;
	return 0;
}

/* Accepts for the server, and for the client after its event. */
static int accept_id(const struct rdma_ucm_accept *cmd)
{
	struct id *id = get(cmd->id), *peer = id ? get(id->peer) : NULL;

	if (!peer)
		return EINVAL;
	if (cmd->uid) {
		id->uid = cmd->uid;
		id->qpn = cmd->conn_param.qp_num;
		add_event(id->peer, CONNECT_RESPONSE)->param.conn = cmd->conn_param;
	} else {
		add_event(id->peer, ESTABLISHED);
	}
	return 0;
}

static int disconnect(const struct rdma_ucm_disconnect *cmd)
{
	struct id *id = get(cmd->id);

	if (!id || !get(id->peer))
		return EINVAL;
	add_event(cmd->id, DISCONNECTED);
	add_event(id->peer, DISCONNECTED);
	cm.ids[id->peer].peer = 0;
	id->peer = 0;
	return 0;
}

static int destroy_id(const struct rdma_ucm_destroy_id *cmd)
{
	struct rdma_ucm_destroy_id_resp resp = {0};
	struct id *id = get(cmd->id);

	if (!id)
		return EINVAL;
	resp.events_reported = id->events;
	memcpy((void *)(uintptr_t)cmd->response, &resp, sizeof(resp));
	id->is_used = id->is_listening = false;
	return 0;
}

static int create(int fd, const struct rdma_ucm_create_id *cmd)
{
	struct rdma_ucm_create_id_resp resp = { .id = create_id(fd, cmd->uid) };

	memcpy((void *)(uintptr_t)cmd->response, &resp, sizeof(resp));
	return 0;
}

static int with_id(uint32_t number, uint32_t cmd)
{
	struct id *id = get(number);

	if (!id)
		return EINVAL;
	switch (cmd) {
	case RDMA_USER_CM_CMD_LISTEN:
		id->is_listening = true;
		break;
	case RDMA_USER_CM_CMD_RESOLVE_IP:
		add_event(number, ADDR_RESOLVED);
		break;
	case RDMA_USER_CM_CMD_RESOLVE_ROUTE:
		add_event(number, ROUTE_RESOLVED);
		break;
	}
	id->is_bound = true;
	return 0;
}

static int run(int fd, uint32_t cmd, const void *data)
{
	switch (cmd) {
	case RDMA_USER_CM_CMD_CREATE_ID:
		return create(fd, data);
	case RDMA_USER_CM_CMD_DESTROY_ID:
		return destroy_id(data);
	case RDMA_USER_CM_CMD_BIND_IP:
		return with_id(((const struct rdma_ucm_bind_ip *)data)->id, cmd);
	case RDMA_USER_CM_CMD_RESOLVE_IP:
		return with_id(((const struct rdma_ucm_resolve_ip *)data)->id, cmd);
	case RDMA_USER_CM_CMD_RESOLVE_ROUTE:
		return with_id(((const struct rdma_ucm_resolve_route *)data)->id, cmd);
	case RDMA_USER_CM_CMD_LISTEN:
		return with_id(((const struct rdma_ucm_listen *)data)->id, cmd);
	case RDMA_USER_CM_CMD_QUERY_ROUTE:
		return query_route(data);
	case RDMA_USER_CM_CMD_INIT_QP_ATTR:
		return init_qp_attr(data);
	case RDMA_USER_CM_CMD_CONNECT:
		return connect_id(data);
	case RDMA_USER_CM_CMD_ACCEPT:
		return accept_id(data);
	case RDMA_USER_CM_CMD_DISCONNECT:
		return disconnect(data);
	case RDMA_USER_CM_CMD_GET_EVENT:
		return get_event(fd, data);
	default: /* among others BIND: without it librdmacm takes the commands for IP addresses */
		return ENOSYS;
	}
}

static bool is_channel(int fd)
{
	return fd >= 0 && fd < (int)(sizeof(cm.is_channel)) && cm.is_channel[fd];
}

EXPORT ssize_t write(int fd, const void *data, size_t size)
{
	const struct rdma_ucm_cmd_hdr *hdr = data;
	int err;

	if (!is_channel(fd))
		return ((ssize_t (*)(int, const void *, size_t))next("write"))(fd, data, size);
	pthread_mutex_lock(&cm.lock);
	err = size < sizeof(*hdr) + hdr->in ? EINVAL : run(fd, hdr->cmd, hdr + 1);
	pthread_mutex_unlock(&cm.lock);
	if (!err)
		return (ssize_t)size;
	errno = err;
	return -1;
}

/* Opens a character device, which librdmacm checks for. */
static int open_channel(void)
{
	int fd = ((int (*)(const char *, int, ...))next("open"))("/dev/null", O_RDWR | O_CLOEXEC);

	if (fd >= 0 && fd < (int)sizeof(cm.is_channel))
		cm.is_channel[fd] = true;
	if (!cm.guid)
		find_device();
	return fd;
}

EXPORT int open(const char *path, int flags, ...)
{
	va_list args;
	int mode;

	va_start(args, flags);
	mode = flags & O_CREAT ? va_arg(args, int) : 0;
	va_end(args);
	if (!strcmp(path, DEVICE))
		return open_channel();
	return ((int (*)(const char *, int, ...))next("open"))(path, flags, mode);
}

EXPORT int close(int fd)
{
	if (is_channel(fd))
		cm.is_channel[fd] = false;
	return ((int (*)(int))next("close"))(fd);
}

/* The file from which librdmacm reads the version of the interface. */
static __attribute__((constructor)) void write_version(void)
{
	const char *root = getenv("SYSFS_PATH");
	char path[512];
	FILE *file;
	size_t i, base;

	if (!root || strlen(root) + sizeof(ABI) + 1 > sizeof(path))
		return;
	base = strlen(root);
	sprintf(path, "%s/%s", root, ABI);
	for (i = base + 1; path[i]; i++) {
		if (path[i] != '/')
			continue;
		path[i] = '\0';
		mkdir(path, 0700);
		path[i] = '/';
	}
	file = fopen(path, "w");
	if (!file)
		return;
	fprintf(file, "%d\n", RDMA_USER_CM_ABI_VERSION);
	fclose(file);
}
