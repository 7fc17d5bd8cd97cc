/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * The kernel's RDMA connection manager: ids, their addresses, and connections between them. The
 * role of rdma_ucm, rdma_cm and ib_cm: states, events and errno values are those of
 * drivers/infiniband/core/{ucma,cma,cm}.c of Linux. ucma.c has the commands of
 * /dev/infiniband/rdma_cm, cm.c and cm_address.c what they do to an id, cm_connection.c the messages
 * between two ids, cm_multicast.c groups.
 *
 * A connection within a machine is a socket between the processes of its two ids. The messages of
 * InfiniBand's communication management go through it, and it ends with either id: a process that is
 * killed leaves its peers as the kernel does, which destroys its ids. Between hosts the messages are
 * management datagrams (cm_remote.c, cm_mad.c), which may be lost, and are repeated.
 */
#ifndef SOFTMLX5_CM_H
#define SOFTMLX5_CM_H

#include <netinet/in.h>
#include <stdbool.h>
#include <sys/types.h>

#include <rdma/rdma_user_cm.h>

#include "base/device.h"
#include "base/gid.h"
#include "prm_cm.h"
#include "prm_mad.h"

#define SM_CM_PORT_NUM 1	/* of the device */
#define SM_CM_LIFE_TIME 16	/* of a packet on the path, in the units of a PathRecord */

/* Events, numbered as enum rdma_cm_event_type of librdmacm. */
enum sm_cm_event_type {
	SM_CM_ADDR_RESOLVED = 0,
	SM_CM_ADDR_ERROR = 1,
	SM_CM_ROUTE_RESOLVED = 2,
	SM_CM_CONNECT_REQUEST = 4,
	SM_CM_CONNECT_RESPONSE = 5,
	SM_CM_UNREACHABLE = 7,
	SM_CM_REJECTED = 8,
	SM_CM_ESTABLISHED = 9,
	SM_CM_DISCONNECTED = 10,
	SM_CM_DEVICE_REMOVAL = 11,
	SM_CM_MULTICAST_JOIN = 12,
	SM_CM_TIMEWAIT_EXIT = 15,
};

/* The states of an id (rdma_cm). */
enum sm_cm_state {
	SM_CM_IDLE, SM_CM_BOUND, SM_CM_LISTEN, SM_CM_HAS_ADDR, SM_CM_ROUTE_QUERY, SM_CM_HAS_ROUTE,
	SM_CM_CONNECT, SM_CM_DISCONNECT,
};

/* Its connection (ib_cm). One of datagrams only has the first three. */
enum sm_cm_link {
	SM_CM_NONE, SM_CM_REQ_SENT, SM_CM_REQ_RCVD, SM_CM_REP_SENT, SM_CM_REP_RCVD,
	SM_CM_CONNECTED, SM_CM_DREQ_SENT, SM_CM_DREQ_RCVD, SM_CM_TIMEWAIT,
};

union sm_cm_address {	/* the family is 0: none */
	struct sockaddr any;
	struct sockaddr_in v4;
	struct sockaddr_in6 v6;
};

struct sm_cm_port;
struct sm_cm_file;

struct sm_cm_id {
	struct sm_cm_id *next;		/* of all */
	struct sm_cm_file *file;	/* NULL: a connection that has not sent its request */
	uint32_t number;
	uint64_t uid;			/* the program's; 0: it does not know the id yet */
	uint32_t events_reported;
	uint16_t ps;			/* enum rdma_ucm_port_space */
	uint8_t qp_type;
	bool may_share_port, is_one_family;
	uint8_t ack_timeout;		/* 0: by the path */
	uint32_t backlog;		/* connection requests that may wait for the program */
	enum sm_cm_state state;
	struct sm_dev *dev;		/* NULL: bound to no address */
	struct sm_cm_port *port;
	union sm_cm_address src, dst;
	char host[64];			/* of @dst */

	enum sm_cm_link link;
	struct sm_watch watch;		/* the connection's socket, or -1 */
	struct sm_timer timer;
	struct sm_cm_multicast *multicasts;	/* groups that it has joined */
	uint16_t remote_lid;
	uint32_t qpn, remote_qpn;
	uint32_t rq_psn, sq_psn;	/* the first ones */
	uint8_t mtu;			/* of the path, enum ibv_mtu */
	uint8_t response_timeout, tries;	/* for an answer: 4.096 us * 2^N each; left */
	uint8_t responder_resources, initiator_depth, retry_count, rnr_retry_count;

	/* The peer is on another host (cm_remote.c): */
	bool is_remote;
	uint32_t comm_id, peer_comm_id;	/* communication IDs; that of the peer is 0 if unknown */
	uint64_t transaction;
	uint8_t sent_kind;		/* of the last message; 0: there is none */
	struct prm_mad sent;
};

/* A group that an id has joined. */
struct sm_cm_multicast {
	struct sm_cm_multicast *next;	/* of the id */
	struct sm_cm_id *id;
	uint32_t number;
	uint64_t uid;			/* the program's */
	uint32_t events_reported;
};

static inline bool sm_cm_is_ud(const struct sm_cm_id *id)
{
	return id->qp_type == 4;	/* IBV_QPT_UD */
}

/*
 * ucma.c. A new id of a file, or NULL; one that has a connection gets its file by
 * sm_cm_id_adopt(), with false if that is impossible.
 */
struct sm_cm_id *sm_cm_id_new(struct sm_cm_file *file);
bool sm_cm_id_adopt(struct sm_cm_id *id, struct sm_cm_file *file);
void sm_cm_id_free(struct sm_cm_id *id);
/* The next of all ids; the first after NULL. */
struct sm_cm_id *sm_cm_id_next(const struct sm_cm_id *id);
/*
 * Queues an event; its record, to be completed, or NULL if the program does not want it. A request
 * for a connection is an event of the listening id, with the new one.
 */
struct rdma_ucm_event_resp *sm_cm_event(struct sm_cm_id *id, enum sm_cm_event_type type,
					int status);
bool sm_cm_event_request(struct sm_cm_id *listener, struct sm_cm_id *id,
			 const struct rdma_ucm_event_resp *resp);

/* The same for a group of an id; events that the program has not read vanish when it leaves the group. */
struct rdma_ucm_event_resp *sm_cm_event_multicast(struct sm_cm_multicast *multicast,
						  enum sm_cm_event_type type);
void sm_cm_events_drop_multicast(struct sm_cm_multicast *multicast);

/* cm_address.c */
bool sm_cm_address_valid(const void *address);		/* IPv4 or IPv6 */
uint16_t sm_cm_address_port(const union sm_cm_address *address);
void sm_cm_address_set_port(union sm_cm_address *address, uint16_t port);
bool sm_cm_address_is_any(const union sm_cm_address *address);
bool sm_cm_address_is_loopback(const union sm_cm_address *address);
bool sm_cm_address_equal(const union sm_cm_address *a, const union sm_cm_address *b);
bool sm_cm_address_is_group(const union sm_cm_address *address);
/* Is it an address of this host? Of another one in a network of IP? */
bool sm_cm_address_is_own(const union sm_cm_address *address);
bool sm_cm_address_is_remote(const union sm_cm_address *address);
/*
 * The host that has an address, or the group, as a name for its ports; false: there is none. @src, if it is any
 * address, becomes the one from which this host reaches it.
 */
bool sm_cm_address_host(const union sm_cm_address *address, union sm_cm_address *src, char *host,
			size_t size);
const char *sm_cm_own_host(void);

/* cm.c: 0 or an errno value. */
int sm_cm_bind(struct sm_cm_id *id, const void *address);
int sm_cm_resolve_addr(struct sm_cm_id *id, const void *src, const void *dst);
int sm_cm_resolve_route(struct sm_cm_id *id);
int sm_cm_listen(struct sm_cm_id *id, uint32_t backlog);
void sm_cm_unbind(struct sm_cm_id *id);
/* Connects to a port of a host; a descriptor, or -1 with errno. */
int sm_cm_port_connect(const char *host, uint16_t ps, uint16_t port);
/* The listening id for a request to an address at a port, or NULL. */
struct sm_cm_id *sm_cm_port_listener(const struct sm_cm_port *port,
				     const union sm_cm_address *address);
/* The port of this host with a number, if this process has it; NULL otherwise. */
struct sm_cm_port *sm_cm_port_at(uint16_t ps, uint16_t number);
/* The slot of the process of this host that has it; false: there is none. */
bool sm_cm_port_owner(uint16_t ps, uint16_t number, uint8_t *slot);
void sm_cm_ports_forked(void);

/* cm_connection.c: 0 or an errno value. */
int sm_cm_connect(struct sm_cm_id *id, const struct rdma_ucm_conn_param *param,
		  const struct rdma_ucm_ece *ece);
int sm_cm_accept(struct sm_cm_id *id, const struct rdma_ucm_conn_param *param,
		 const struct rdma_ucm_ece *ece);
int sm_cm_establish(struct sm_cm_id *id);	/* the client's part */
int sm_cm_reject(struct sm_cm_id *id, uint8_t reason, const void *data, uint8_t len);
int sm_cm_disconnect(struct sm_cm_id *id);
int sm_cm_notify(struct sm_cm_id *id, uint32_t event);
int sm_cm_qp_attr(const struct sm_cm_id *id, uint32_t state, struct ib_uverbs_qp_attr *attr);
uint8_t sm_cm_timeout(const struct sm_cm_id *id);
uint32_t sm_cm_qkey(const struct sm_cm_id *id);
/* The GID of a port's own or a peer's LID that connections use, and its index. */
unsigned int sm_cm_gid(const struct sm_dev *dev, uint16_t lid, uint8_t gid[SM_GID_SIZE]);
/* A new connection at a port. */
void sm_cm_connected(struct sm_cm_port *port, int fd);
/* Ends the connection; within a machine the peer notices it. */
void sm_cm_close(struct sm_cm_id *id);
/* What the kernel sends to a peer on another host when it destroys an id, and sm_cm_close(). */
void sm_cm_leave_peer(struct sm_cm_id *id);

/*
 * cm_multicast.c. An id joins a group: 0 or an errno value. The program knows it by its number, and
 * learns what to send to in the event MULTICAST_JOIN.
 */
int sm_cm_join(struct sm_cm_id *id, const void *address, uint64_t uid,
	       struct sm_cm_multicast **multicast);
/* The group with a number, or NULL. */
struct sm_cm_multicast *sm_cm_multicast_find(uint32_t number);
void sm_cm_leave(struct sm_cm_multicast *multicast);
void sm_cm_multicasts_forked(void);

/* For process/. */
struct sm_cm_file *sm_cm_file_open(void);	/* NULL with errno */
void sm_cm_file_close(struct sm_cm_file *file);
/*
 * The program's write() of a command, without the lock; -1 with errno. Without an event GET_EVENT
 * waits, or gives EAGAIN.
 */
ssize_t sm_cm_write(struct sm_cm_file *file, bool may_wait, const void *data, size_t len);
/* In a forked child, with the lock held. */
void sm_cm_forked(void);
/* When the process starts; when it ends, with the lock held. */
void sm_cm_start(void);
void sm_cm_end(void);

#endif
