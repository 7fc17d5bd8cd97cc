// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* A guest for softmlx5-device. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "guest.h"

/* vhost-user, as QEMU's docs/interop/vhost-user.rst describes it. */
enum {
	GET_FEATURES = 1,
	SET_FEATURES,
	SET_OWNER,
	SET_MEM_TABLE = 5,
	SET_VRING_NUM = 8,
	SET_VRING_ADDR,
	SET_VRING_BASE,
	SET_VRING_KICK = 12,
	SET_VRING_CALL,
	GET_PROTOCOL_FEATURES = 15,
	SET_PROTOCOL_FEATURES,
	SET_VRING_ENABLE = 18,
	SET_BACKEND_REQ_FD = 21,
};

#define NEED_REPLY 8u
#define VERSION 1u
#define IRQ_BUFFER 64u
#define WAIT_MS 600000	/* tests/run/patience.py */

void broken(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	printf("\n");
	exit(1);
}

static void send_message(struct guest *guest, const void *message, size_t size, const int *fds,
			 unsigned int n_fds)
{
	char control[CMSG_SPACE(16 * sizeof(int))] = { 0 };
	struct iovec part = { (void *)(uintptr_t)message, size };
	struct msghdr header = { .msg_iov = &part, .msg_iovlen = 1 };

	if (n_fds) {
		struct cmsghdr *rights;

		header.msg_control = control;
		header.msg_controllen = CMSG_SPACE(n_fds * sizeof(int));
		rights = CMSG_FIRSTHDR(&header);
		rights->cmsg_level = SOL_SOCKET;
		rights->cmsg_type = SCM_RIGHTS;
		rights->cmsg_len = CMSG_LEN(n_fds * sizeof(int));
		memcpy(CMSG_DATA(rights), fds, n_fds * sizeof(int));
	}
	if (sendmsg(guest->socket, &header, MSG_NOSIGNAL) < 0 && errno != EPIPE &&
	    errno != ECONNRESET)
		broken("sendmsg: %s", strerror(errno));
}

/* Reads an answer with a number; false: the connection is closed. */
static bool read_answer(struct guest *guest, uint64_t *value)
{
	struct {
		uint32_t request, flags, size;
		uint8_t payload[8];
	} answer;
	struct pollfd ready = { .fd = guest->socket, .events = POLLIN };
	ssize_t n;

	if (poll(&ready, 1, WAIT_MS) != 1)
		broken("the device does not answer");
	n = recv(guest->socket, &answer, sizeof(answer), 0);
	if (n <= 0)
		return false;
	CHECK(n >= 12 && answer.flags == (VERSION | 4) && answer.size == (size_t)n - 12);
	memcpy(value, answer.payload, sizeof(*value));
	return true;
}

uint64_t guest_message(struct guest *guest, uint32_t request, const void *payload, uint32_t size,
		       const int *fds, unsigned int n_fds, bool has_answer)
{
	uint8_t message[512] = { 0 };
	const uint32_t head[3] = { request, has_answer ? VERSION : VERSION | NEED_REPLY, size };
	uint64_t value = 0;

	memcpy(message, head, sizeof(head));
	if (size)
		memcpy(message + sizeof(head), payload, size);
	send_message(guest, message, sizeof(head) + size, fds, n_fds);
	if (!read_answer(guest, &value))
		broken("the device has closed the connection at message %u", request);
	if (!has_answer)
		CHECK_EQ(value, 0);
	return value;
}

bool guest_try(struct guest *guest, const void *message, size_t size, const int *fds,
	       unsigned int n_fds)
{
	uint64_t value;

	send_message(guest, message, size, fds, n_fds);
	return read_answer(guest, &value);
}

void guest_connect(struct guest *guest, const char *path)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };

	memset(guest, 0, sizeof(*guest));
	guest->socket = socket(AF_UNIX, SOCK_STREAM, 0);
	strncpy(address.sun_path, path, sizeof(address.sun_path) - 1);
	for (int i = 0; connect(guest->socket, (void *)&address, sizeof(address)); i++) {
		if (i == WAIT_MS)
			broken("connect to %s: %s", path, strerror(errno));
		nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
	}
	guest->memory_fd = memfd_create("guest", 0);
	CHECK(!ftruncate(guest->memory_fd, MEMORY_SIZE));
	guest->memory = mmap(NULL, MEMORY_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED,
			     guest->memory_fd, 0);
	CHECK(guest->memory != MAP_FAILED);
	guest->requests = -1;
	for (unsigned int i = 0; i < QUEUES; i++)
		guest->ring[i].kick = guest->ring[i].call = -1;
}

void guest_give_memory(struct guest *guest)
{
	const struct {
		uint32_t n, padding;
		uint64_t addr, size, user, offset;
	} table = { 1, 0, MEMORY_BASE, MEMORY_SIZE, (uintptr_t)guest->memory, 0 };

	guest_message(guest, SET_MEM_TABLE, &table, sizeof(table), &guest->memory_fd, 1, false);
}

void *guest_alloc(struct guest *guest, size_t size, size_t align, uint64_t *addr)
{
	void *at;

	guest->used = (guest->used + align - 1) / align * align;
	CHECK(guest->used + size <= MEMORY_SIZE);
	at = guest->memory + guest->used;
	*addr = MEMORY_BASE + guest->used;
	guest->used += size;
	return at;
}

static void start_ring(struct guest *guest, uint32_t index)
{
	struct ring *ring = &guest->ring[index];
	const uint32_t size[2] = { index, RING_SIZE }, base[2] = { index, 0 }, on[2] = { index, 1 };
	const uint64_t number = index;
	uint64_t addr;
	uint8_t *at = guest_alloc(guest, 4096, 4096, &addr);
	struct {
		uint32_t index, flags;
		uint64_t desc, used, avail, log;
	} place = { .index = index };

	ring->desc = (void *)at;
	ring->avail = (void *)(at + 2048);
	ring->used = (void *)(at + 3072);
	place.desc = (uintptr_t)ring->desc;
	place.avail = (uintptr_t)ring->avail;
	place.used = (uintptr_t)ring->used;
	ring->kick = eventfd(0, 0);
	ring->call = eventfd(0, EFD_NONBLOCK);
	guest_message(guest, SET_VRING_NUM, size, sizeof(size), NULL, 0, false);
	guest_message(guest, SET_VRING_ADDR, &place, sizeof(place), NULL, 0, false);
	guest_message(guest, SET_VRING_BASE, base, sizeof(base), NULL, 0, false);
	guest_message(guest, SET_VRING_KICK, &number, sizeof(number), &ring->kick, 1, false);
	guest_message(guest, SET_VRING_CALL, &number, sizeof(number), &ring->call, 1, false);
	guest_message(guest, SET_VRING_ENABLE, on, sizeof(on), NULL, 0, false);
}

static void offer(struct ring *ring, uint16_t head)
{
	const uint64_t one = 1;

	ring->avail->ring[ring->avail->idx % RING_SIZE] = head;
	__atomic_store_n(&ring->avail->idx, (uint16_t)(ring->avail->idx + 1), __ATOMIC_RELEASE);
	CHECK(write(ring->kick, &one, sizeof(one)) == sizeof(one));
}

void guest_start_rings(struct guest *guest)
{
	struct ring *interrupts = &guest->ring[QUEUE_INTERRUPTS];

	start_ring(guest, QUEUE_COMMANDS);
	start_ring(guest, QUEUE_INTERRUPTS);
	for (uint16_t i = 0; i < 8; i++) {
		uint64_t addr;

		guest_alloc(guest, IRQ_BUFFER, IRQ_BUFFER, &addr);
		interrupts->desc[i] = (struct vring_desc){ addr, IRQ_BUFFER, VRING_DESC_F_WRITE, 0 };
		offer(interrupts, i);
	}
}

void guest_start(struct guest *guest, const char *path)
{
	uint64_t features;
	int pipes[2];

	guest_connect(guest, path);
	guest_message(guest, SET_OWNER, NULL, 0, NULL, 0, false);
	features = guest_message(guest, GET_FEATURES, NULL, 0, NULL, 0, true);
	CHECK(features >> 32 & 1 && features >> 30 & 1);
	CHECK(guest_message(guest, GET_PROTOCOL_FEATURES, NULL, 0, NULL, 0, true) >> 3 & 1);
	features = 1 << 3 | 1 << 5;
	guest_message(guest, SET_PROTOCOL_FEATURES, &features, sizeof(features), NULL, 0, false);
	CHECK(!pipe(pipes));
	guest->requests = pipes[0];
	guest_message(guest, SET_BACKEND_REQ_FD, NULL, 0, &pipes[1], 1, false);
	close(pipes[1]);
	features = UINT64_C(1) << 32;
	guest_message(guest, SET_FEATURES, &features, sizeof(features), NULL, 0, false);
	guest_give_memory(guest);
	guest_start_rings(guest);
}

void guest_end(struct guest *guest)
{
	close(guest->socket);
	close(guest->memory_fd);
	if (guest->requests >= 0)
		close(guest->requests);
	for (unsigned int i = 0; i < QUEUES; i++) {
		if (guest->ring[i].kick >= 0)
			close(guest->ring[i].kick);
		if (guest->ring[i].call >= 0)
			close(guest->ring[i].call);
	}
	munmap(guest->memory, MEMORY_SIZE);
}

/* Waits for one more used buffer; false: the connection is closed. */
static bool wait_used(struct guest *guest, struct ring *ring, int ms)
{
	struct pollfd closed = { .fd = guest->socket, .events = POLLIN };

	for (int i = 0; i < ms * 20; i++) {
		if (__atomic_load_n(&ring->used->idx, __ATOMIC_ACQUIRE) != ring->seen)
			return true;
		if (poll(&closed, 1, 0) == 1)
			return false;
		nanosleep(&(struct timespec){ .tv_nsec = 50000 }, NULL);
	}
	return false;
}

bool guest_send(struct guest *guest, const void *message, size_t size, void *in, size_t in_size)
{
	struct ring *ring = &guest->ring[QUEUE_COMMANDS];
	const size_t half = 65536 + 4096;

	if (!guest->room)
		guest->room = guest_alloc(guest, 2 * half, 4096, &guest->room_addr);
	CHECK(size <= half && in_size <= half);
	memcpy(guest->room, message, size);
	ring->desc[0] = (struct vring_desc){ guest->room_addr, (uint32_t)size,
					     in_size ? VRING_DESC_F_NEXT : 0, 1 };
	ring->desc[1] = (struct vring_desc){ guest->room_addr + half, (uint32_t)in_size,
					     VRING_DESC_F_WRITE, 0 };
	offer(ring, 0);
	if (!wait_used(guest, ring, WAIT_MS))
		return false;
	CHECK_EQ(ring->used->ring[ring->seen % RING_SIZE].id, 0);
	ring->seen++;
	if (in_size)
		memcpy(in, guest->room + half, in_size);
	return true;
}

static void access_function(struct guest *guest, uint8_t op, uint64_t addr, const void *from,
			    void *to, uint32_t size)
{
	static uint8_t message[sizeof(struct virtio_pcidev_msg) + 65536];
	const struct virtio_pcidev_msg head = { .op = op, .size = size, .addr = addr };

	CHECK(size <= 65536);
	memcpy(message, &head, sizeof(head));
	if (from)
		memcpy(message + sizeof(head), from, size);
	if (!guest_send(guest, message, sizeof(head) + (from ? size : 0), to, to ? size : 0))
		broken("the device does not take a message");
}

uint64_t guest_config_read(struct guest *guest, unsigned int offset, unsigned int size)
{
	uint64_t value = 0;

	access_function(guest, VIRTIO_PCIDEV_OP_CFG_READ, offset, NULL, &value, size);
	return value;
}

void guest_config_write(struct guest *guest, unsigned int offset, unsigned int size, uint64_t value)
{
	access_function(guest, VIRTIO_PCIDEV_OP_CFG_WRITE, offset, &value, NULL, size);
}

void guest_bar_read(struct guest *guest, uint64_t offset, void *to, uint32_t size)
{
	access_function(guest, VIRTIO_PCIDEV_OP_MMIO_READ, offset, NULL, to, size);
}

void guest_bar_write(struct guest *guest, uint64_t offset, const void *from, uint32_t size)
{
	access_function(guest, VIRTIO_PCIDEV_OP_MMIO_WRITE, offset, from, NULL, size);
}

bool guest_has_interrupt(const struct guest *guest)
{
	const struct ring *ring = &guest->ring[QUEUE_INTERRUPTS];

	return __atomic_load_n(&ring->used->idx, __ATOMIC_ACQUIRE) != ring->seen;
}

bool guest_interrupted(struct guest *guest, uint32_t data)
{
	struct ring *ring = &guest->ring[QUEUE_INTERRUPTS];

	while (!(guest->raised >> data & 1)) {
		const struct virtio_pcidev_msg *message;
		uint32_t value;
		uint16_t head;

		if (!wait_used(guest, ring, WAIT_MS))
			return false;
		head = (uint16_t)ring->used->ring[ring->seen++ % RING_SIZE].id;
		message = (void *)(guest->memory + (ring->desc[head].addr - MEMORY_BASE));
		CHECK_EQ(message->op, VIRTIO_PCIDEV_OP_MSI);
		CHECK_EQ(message->size, sizeof(value));
		memcpy(&value, message->data, sizeof(value));
		CHECK(value < 32);
		guest->raised |= UINT32_C(1) << value;
		offer(ring, head);
	}
	guest->raised &= ~(UINT32_C(1) << data);
	return true;
}
