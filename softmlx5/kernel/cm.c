// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Addresses and ports of ids. A port that a program has bound is a socket in the fabric's folder,
 * "port.HOST.SPACE.NUMBER": only one process can have it, and it ends with the process.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/membership.h"
#include "base/original.h"
#include "base/reason.h"
#include "fabric/socket.h"
#include "kernel/cm.h"
#include "nic/queue/delivery.h"
#include "nic/wire/wire.h"

/* Linux's default range for ports that the program leaves open. */
#define SM_CM_FIRST_PORT 32768u
#define SM_CM_LAST_PORT 60999u
#define SM_CM_MAX_BACKLOG 1024u	/* of ucma */
/*
 * The time that a subnet administrator needs for an answer. perftest relies on it: its server
 * listens a second time while the client resolves the route of its second connection.
 */
#define SM_CM_ROUTE_NS 20000000u

struct sm_cm_port {
	struct sm_cm_port *next;
	unsigned int users;
	uint16_t ps, number;
	struct sm_watch watch;	/* -1: without a fabric; only this process connects to it */
	char name[128];
};

static struct {
	struct sm_cm_port *list;
	uint32_t last_number;	/* of a port that was chosen */
} sm_cm_ports;

static void sm_cm_port_name(char *name, size_t size, const char *host, uint16_t ps, uint16_t port)
{
	snprintf(name, size, SM_PORT_PREFIX "%s.%x.%u", host, ps, port);
}

static struct sm_cm_port *sm_cm_port_find(const char *name)
{
	struct sm_cm_port *port = sm_cm_ports.list;

	while (port && strcmp(port->name, name))
		port = port->next;
	return port;
}

static void sm_cm_port_ready(struct sm_watch *watch)
{
	struct sm_cm_port *port = sm_container_of(watch, struct sm_cm_port, watch);
	int fd;

	if (watch->fd < 0) {	/* the program has closed it */
		sm_watch_remove(watch);
		return;
	}
	fd = sm_socket_accept(watch->fd);
	if (fd >= 0)
		sm_cm_connected(port, fd);
}

static struct sm_cm_port *sm_cm_port_new(uint16_t ps, uint16_t number, const char *name)
{
	struct sm_cm_port *port = calloc(1, sizeof(*port));

	if (!port)
		return NULL;
	port->ps = ps;
	port->number = number;
	snprintf(port->name, sizeof(port->name), "%s", name);
	port->watch.fd = -1;
	port->watch.ready = sm_cm_port_ready;
	if (sm_fabric_folder() >= 0) {
		port->watch.fd = sm_socket_claim(name, sm_dev_by_index(0)->lid,
						 sm_dev_by_index(0)->slot);
		if (port->watch.fd < 0) {
			int err = errno;

			free(port);
			errno = err;
			return NULL;
		}
		sm_watch_add(&port->watch);
	}
	port->next = sm_cm_ports.list;
	sm_cm_ports.list = port;
	return port;
}

static void sm_cm_port_put(struct sm_cm_port *port)
{
	struct sm_cm_port **at = &sm_cm_ports.list;
	struct sm_cm_id *id, *next;

	if (--port->users)
		return;
	for (id = sm_cm_id_next(NULL); id; id = next) {	/* connections without a request */
		next = sm_cm_id_next(id);
		if (!id->file && id->port == port)
			sm_cm_id_free(id);
	}
	while (*at != port)
		at = &(*at)->next;
	*at = port->next;
	if (port->watch.fd >= 0) {
		sm_watch_remove(&port->watch);
		sm_socket_remove(port->name);
		sm_real_close(port->watch.fd);
	}
	free(port);
}

int sm_cm_port_connect(const char *host, uint16_t ps, uint16_t number)
{
	char name[128];
	struct sm_cm_port *port;
	int ends[2];

	sm_cm_port_name(name, sizeof(name), host, ps, number);
	port = sm_cm_port_find(name);
	if (port) {
		if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends))
			return -1;
		sm_cm_connected(port, sm_fd_high(ends[1]));
		return sm_fd_high(ends[0]);
	}
	errno = ECONNREFUSED;
	return sm_fabric_folder() < 0 ? -1 : sm_socket_connect(name);
}

struct sm_cm_port *sm_cm_port_at(uint16_t ps, uint16_t number)
{
	char name[128];

	sm_cm_port_name(name, sizeof(name), sm_cm_own_host(), ps, number);
	return sm_cm_port_find(name);
}

bool sm_cm_port_owner(uint16_t ps, uint16_t number, uint8_t *slot)
{
	char name[128];

	if (sm_cm_port_at(ps, number)) {
		*slot = sm_dev_by_index(0)->slot;
		return true;
	}
	sm_cm_port_name(name, sizeof(name), sm_cm_own_host(), ps, number);
	return sm_socket_owner(name, slot);
}

/* Does an id accept connections to this address? A listener at any IPv6 address has IPv4 too. */
static bool sm_cm_is_listener(const struct sm_cm_id *id, const union sm_cm_address *address)
{
	if (id->state != SM_CM_LISTEN)
		return false;
	if (sm_cm_address_is_any(&id->src))
		return id->src.any.sa_family == address->any.sa_family ||
		       (id->src.any.sa_family == AF_INET6 && !id->is_one_family);
	return sm_cm_address_is_any(address) || sm_cm_address_equal(&id->src, address);
}

struct sm_cm_id *sm_cm_port_listener(const struct sm_cm_port *port,
				     const union sm_cm_address *address)
{
	struct sm_cm_id *id, *found = NULL;

	for (id = sm_cm_id_next(NULL); id; id = sm_cm_id_next(id))
		if (id->file && id->port == port && sm_cm_is_listener(id, address) &&
		    (!found || sm_cm_address_is_any(&found->src)))
			found = id;
	return found;
}

/* May @id have the same port as @other? */
static bool sm_cm_ports_agree(const struct sm_cm_id *id, const struct sm_cm_id *other)
{
	if (id->may_share_port && other->may_share_port && other->state != SM_CM_LISTEN)
		return true;
	if (id->src.any.sa_family != other->src.any.sa_family)
		return id->is_one_family || other->is_one_family;
	return !sm_cm_address_is_any(&id->src) && !sm_cm_address_is_any(&other->src) &&
	       !sm_cm_address_equal(&id->src, &other->src);
}

static int sm_cm_port_take(struct sm_cm_id *id, uint16_t number)
{
	struct sm_cm_port *port;
	char name[128];

	sm_cm_port_name(name, sizeof(name), sm_cm_own_host(), id->ps, number);
	port = sm_cm_port_find(name);
	for (struct sm_cm_id *other = sm_cm_id_next(NULL); port && other;
	     other = sm_cm_id_next(other))
		if (other->file && other->port == port && !sm_cm_ports_agree(id, other))
			return sm_because(EADDRINUSE,
					  "port %u has another id; RDMA_OPTION_ID_REUSEADDR of both "
					  "lets them share it", number);
	if (!port)
		port = sm_cm_port_new(id->ps, number, name);
	if (!port)
		return errno;
	port->users++;
	id->port = port;
	sm_cm_address_set_port(&id->src, number);
	return 0;
}

/* Numbers are chosen one after the other, from a start that differs from process to process. */
static uint16_t sm_cm_port_choose(void)
{
	const uint32_t n = SM_CM_LAST_PORT - SM_CM_FIRST_PORT + 1;

	if (!sm_cm_ports.last_number)
		sm_cm_ports.last_number = (uint32_t)(sm_now() / 1000) + (uint32_t)getpid() * 31;
	return (uint16_t)(SM_CM_FIRST_PORT + sm_cm_ports.last_number++ % n);
}

static int sm_cm_port_bind(struct sm_cm_id *id)
{
	const uint16_t number = sm_cm_address_port(&id->src);
	int err = EADDRINUSE;

	if (number)
		return sm_cm_port_take(id, number);
	for (uint32_t i = SM_CM_FIRST_PORT; err == EADDRINUSE && i <= SM_CM_LAST_PORT; i++)
		err = sm_cm_port_take(id, sm_cm_port_choose());
	if (!err)
		sm_reason_clear();	/* of the ports that were in use */
	return err == EADDRINUSE ? sm_because(EADDRNOTAVAIL, "all ports are in use") : err;
}

static void sm_cm_address_copy(union sm_cm_address *to, const void *from)
{
	const struct sockaddr *any = from;

	memset(to, 0, sizeof(*to));
	memcpy(to, from, any->sa_family == AF_INET ? sizeof(to->v4) : sizeof(to->v6));
}

/* Takes the address, and the device that has it unless it is any address. */
static int sm_cm_bind_address(struct sm_cm_id *id, const void *address)
{
	if (id->state != SM_CM_IDLE || !sm_cm_address_valid(address))
		return sm_because(EINVAL,
				  "the id is bound already, or the address is not of IPv4 or IPv6");
	sm_cm_address_copy(&id->src, address);
	if (sm_cm_address_is_any(&id->src))
		return 0;
	if (!sm_cm_address_is_own(&id->src))
		return sm_because(EADDRNOTAVAIL, "the address is not one of this machine");
	id->dev = sm_dev_by_index(0);
	return id->dev ? 0 : ENODEV;
}

/* The device, which joins the fabric; other hosts reach it before it has a queue pair. NULL: there is none. */
static struct sm_dev *sm_cm_join_fabric(void)
{
	struct sm_dev *dev = sm_dev_by_index(0);

	if (dev && sm_is_network())
		sm_wire_attach(dev, sm_deliver);
	return dev;
}

int sm_cm_bind(struct sm_cm_id *id, const void *address)
{
	int err;

	if (!sm_cm_join_fabric())
		return ENODEV;
	err = sm_cm_bind_address(id, address);
	if (!err)
		err = sm_cm_port_bind(id);
	if (!err)
		id->state = SM_CM_BOUND;
	else if (id->state == SM_CM_IDLE)
		id->dev = NULL;
	return err;
}

void sm_cm_unbind(struct sm_cm_id *id)
{
	if (id->port && id->file)
		sm_cm_port_put(id->port);
	id->port = NULL;
}

int sm_cm_listen(struct sm_cm_id *id, uint32_t backlog)
{
	const struct sockaddr_in any = { .sin_family = AF_INET };
	int err = id->state == SM_CM_IDLE ? sm_cm_bind(id, &any) : 0;

	if (err)
		return err;
	if (id->state != SM_CM_BOUND)
		return sm_because(EINVAL, "the id is not bound, or in use");
	id->state = SM_CM_LISTEN;
	id->backlog = backlog && backlog < SM_CM_MAX_BACKLOG ? backlog : SM_CM_MAX_BACKLOG;
	return 0;
}

/* A client has a port number of its process; others cannot connect to it. */
static int sm_cm_bind_client(struct sm_cm_id *id, const void *src, const void *dst)
{
	const struct sockaddr *given = src;
	union sm_cm_address any = {0};
	int err;

	if (id->state != SM_CM_IDLE)
		return 0;
	any.any.sa_family = ((const struct sockaddr *)dst)->sa_family;
	err = sm_cm_bind_address(id, given->sa_family ? src : &any);
	if (err)
		return err;
	if (sm_cm_address_port(&id->src))
		err = sm_cm_port_bind(id);
	else
		sm_cm_address_set_port(&id->src, sm_cm_port_choose());
	if (!err)
		id->state = SM_CM_BOUND;
	return err;
}

int sm_cm_resolve_addr(struct sm_cm_id *id, const void *src, const void *dst)
{
	int err;

	if (!sm_cm_address_valid(dst))
		return sm_because(EINVAL, "the destination's family is not AF_INET or AF_INET6");
	if (!sm_cm_join_fabric())
		return ENODEV;
	err = sm_cm_bind_client(id, src, dst);
	if (err)
		return err;
	if (id->state != SM_CM_BOUND)
		return sm_because(EINVAL, "the id has an address already, or is in use");
	if (id->src.any.sa_family != ((const struct sockaddr *)dst)->sa_family)
		return sm_because(EINVAL, "source and destination are of different families");
	sm_cm_address_copy(&id->dst, dst);
	if (!sm_cm_address_host(&id->dst, &id->src, id->host, sizeof(id->host))) {
		sm_cm_event(id, SM_CM_ADDR_ERROR, -EHOSTUNREACH);
		return 0;
	}
	id->dev = sm_dev_by_index(0);
	id->is_remote = sm_cm_address_is_remote(&id->dst);
	id->state = SM_CM_HAS_ADDR;
	sm_cm_event(id, SM_CM_ADDR_RESOLVED, 0);
	return 0;
}

/*
 * The port of the device behind the destination: that of the process that has bound it. With none,
 * it is known when a server answers, if ever.
 */
static uint16_t sm_cm_destination(const struct sm_cm_id *id)
{
	uint8_t gid[SM_GID_SIZE], slot;
	char name[128];

	if (id->is_remote) {
		sm_gid_of_ipv4((const void *)&id->dst.v4.sin_addr, gid);
		return sm_gid_lid(gid);
	}

	sm_cm_port_name(name, sizeof(name), id->host, id->ps, sm_cm_address_port(&id->dst));
	if (sm_cm_port_find(name))
		return id->dev->lid;
	return sm_fabric_folder() < 0 ? 0 : sm_socket_owner(name, &slot);
}

static void sm_cm_route_resolved(struct sm_timer *timer)
{
	struct sm_cm_id *id = sm_container_of(timer, struct sm_cm_id, timer);

	id->state = SM_CM_HAS_ROUTE;
	id->remote_lid = sm_cm_destination(id);
	sm_cm_event(id, SM_CM_ROUTE_RESOLVED, 0);
}

int sm_cm_resolve_route(struct sm_cm_id *id)
{
	if (id->state != SM_CM_HAS_ADDR)
		return sm_because(EINVAL, "a route needs the event ADDR_RESOLVED before");
	id->state = SM_CM_ROUTE_QUERY;
	id->timer.run = sm_cm_route_resolved;
	sm_timer_arm(&id->timer, SM_CM_ROUTE_NS);
	return 0;
}

/* The copies of the sockets must not keep the parent's ports open when it ends. */
void sm_cm_ports_forked(void)
{
	for (struct sm_cm_port *port = sm_cm_ports.list; port; port = port->next)
		if (port->watch.fd >= 0)
			sm_real_close(port->watch.fd);
	memset(&sm_cm_ports, 0, sizeof(sm_cm_ports));
}
