/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Declarations that the files of the kernel's side share: files, their objects, requests and
 * attributes.
 *
 * A request is an ioctl. It names a method, which has a table of its attributes. uverbs.c checks
 * the attributes against the table, finds the objects behind handles and calls the handler.
 * Handlers return 0 or -errno, as all functions here that return an int, unless their comment
 * differs.
 */
#ifndef SOFTMLX5_UVERBS_PRIVATE_H
#define SOFTMLX5_UVERBS_PRIVATE_H

#include <rdma/ib_user_ioctl_cmds.h>
#include <rdma/ib_user_ioctl_verbs.h>
#include <rdma/ib_user_verbs.h>
#include <rdma/mlx5-abi.h>
#include <rdma/mlx5_user_ioctl_cmds.h>
#include <rdma/mlx5_user_ioctl_verbs.h>
#include <rdma/rdma_user_ioctl_cmds.h>

/*
 * A number of the application that is too large for a field of a command is truncated, as by
 * mlx5_ib. Those for which that would change the meaning are refused, see uverbs_qp_modify.c.
 */
#define PRM_ASSERT(condition) ((void)0)

#include "base/caps.h"
#include "base/device.h"
#include "base/reason.h"
#include "firmware/fw.h"
#include "kernel/event.h"
#include "kernel/uverbs.h"
#include "nic/queue/doorbell.h"

#define SM_MAX_ATTRS 18		/* of a method */
#define SM_MAX_USES 5		/* objects that one object refers to */
#define SM_NUM_COMP_VECTORS 1
#define SM_EQN 4	/* of the only one; numbers below are EQs of the driver for other events */

/* Offsets of mmap(), in pages: libmlx5's commands, shifted; pages that the kernel gives out. */
#define SM_MMAP_CLOCK_INFO (7 << 8)
#define SM_MMAP_DEVICE_MEM 8
#define SM_MMAP_COMMAND(page) ((page) >> 8 & 0xff)
#define SM_MMAP_INDEX(page) ((uint32_t)((page) >> 16 << 8 | ((page) & 0xff)))
#define SM_MMAP_UAR (9 << 16)

struct sm_devx_channel;

struct sm_file {
	struct sm_dev *dev;
	uint64_t number;	/* unique in the process */
	bool has_context;
	uint16_t uid;		/* of its DEVX context; 0: it has none */
	uint8_t cqe_version;
	bool has_td;
	uint32_t td;
	struct sm_table handles;	/* struct sm_uobj */
	struct sm_uobj *newest;
	struct sm_events *async;	/* events of objects without a queue of their own */
	struct sm_devx_channel *channels;	/* of DEVX events (devx_event.c) */
	struct sm_file *next;		/* of the process */
	bool is_disassociated;		/* its device was unplugged */
	struct sm_uar_page *kept;	/* pages that its mappings still show then */
};

struct sm_uobj;

struct sm_uobj_type {
	uint16_t id;		/* UVERBS_OBJECT_*, MLX5_IB_OBJECT_* */
	size_t size;		/* of the structure that starts with struct sm_uobj */
	/* Destroys the firmware object. Not called while other objects use it. */
	int (*destroy)(struct sm_uobj *uobj);
	/*
	 * The firmware refuses to destroy it: makes it hear no more from there. NULL: it hears
	 * nothing.
	 */
	void (*abandon)(struct sm_uobj *uobj);
	/* The device was unplugged, and @destroy is about to be called. NULL: no action. */
	void (*disassociate)(struct sm_uobj *uobj);
};

/* An object with a handle. */
struct sm_uobj {
	const struct sm_uobj_type *type;
	struct sm_file *file;
	struct sm_uobj *older, *newer;	/* of the file */
	uint32_t handle;
	uint32_t users;			/* objects that refer to this one */
	struct sm_uobj *uses[SM_MAX_USES];
	uint64_t user_handle;		/* the name that events have for it */
	struct sm_events *async;	/* of its asynchronous events; NULL: the file's */
	uint32_t async_reported;	/* events that were read */
	bool is_created;		/* there is something for @destroy to destroy */
};

/* Kinds of attributes. */
enum sm_attr_kind {
	SM_ATTR_IN,		/* data from the application */
	SM_ATTR_ENUM,		/* a number, and data that only 0 has */
	SM_ATTR_OUT,		/* data to the application */
	SM_ATTR_OBJECT,		/* handle of an object */
	SM_ATTR_OBJECTS,	/* array of handles */
	SM_ATTR_NEW,		/* handle of a new object, written by the method */
	SM_ATTR_DESTROY,	/* handle of an object that is destroyed before the handler runs */
	SM_ATTR_FD,		/* descriptor of an event queue */
	SM_ATTR_NEW_FD,		/* a new descriptor, written by the method */
	SM_ATTR_RAW_FD,		/* descriptor of something else */
};

#define SM_ANY_OBJECT 0xffff
#define SM_ANY_LENGTH 0xffff

struct sm_attr_spec {
	uint16_t id;
	uint8_t kind;		/* enum sm_attr_kind */
	bool is_mandatory;
	bool may_be_longer;	/* IN: bytes after @max must be zero. OUT: they become zero */
	uint16_t object;	/* OBJECT, OBJECTS, DESTROY, FD: id of the type */
	uint16_t min, max;	/* IN, ENUM, OUT: length in bytes; OBJECTS: of the array */
	uint8_t n;		/* ENUM: numbers below it are known */
	const char *text;	/* its name, for the trace */
};

/* Rows of attribute tables. */
#define SM_NAMED(name) .id = (name), .text = #name
#define SM_IN(name, type) { SM_NAMED(name), .kind = SM_ATTR_IN, .is_mandatory = true, \
	.min = sizeof(type), .max = sizeof(type) }
#define SM_IN_OPTIONAL(name, type) { SM_NAMED(name), .kind = SM_ATTR_IN, \
	.min = sizeof(type), .max = sizeof(type) }
#define SM_IN_STRUCT(name, type) { SM_NAMED(name), .kind = SM_ATTR_IN, .is_mandatory = true, \
	.may_be_longer = true, .min = sizeof(type), .max = sizeof(type) }
#define SM_IN_BYTES(name, bytes) { SM_NAMED(name), .kind = SM_ATTR_IN, .is_mandatory = true, \
	.min = (bytes), .max = SM_ANY_LENGTH }
#define SM_IN_UP_TO(name, bytes) { SM_NAMED(name), .kind = SM_ATTR_IN, .is_mandatory = true, \
	.min = 1, .max = (bytes) }
#define SM_IN_AT_LEAST(name, bytes) { SM_NAMED(name), .kind = SM_ATTR_IN, .min = (bytes), \
	.max = SM_ANY_LENGTH }
#define SM_ENUM_IN(name, numbers, type) { SM_NAMED(name), .kind = SM_ATTR_ENUM, .is_mandatory = true, \
	.n = (numbers), .min = sizeof(type), .max = sizeof(type) }
#define SM_CONST_IN_OPTIONAL(name) SM_IN_OPTIONAL(name, uint64_t)
#define SM_CONST_IN(name) SM_IN(name, uint64_t)
#define SM_FLAGS_IN(name) { SM_NAMED(name), .kind = SM_ATTR_IN, .min = 4, .max = 8 }
#define SM_OUT(name, type) { SM_NAMED(name), .kind = SM_ATTR_OUT, .is_mandatory = true, \
	.min = sizeof(type), .max = sizeof(type) }
#define SM_OUT_OPTIONAL(name, type) { SM_NAMED(name), .kind = SM_ATTR_OUT, \
	.min = sizeof(type), .max = sizeof(type) }
#define SM_OUT_STRUCT(name, bytes) { SM_NAMED(name), .kind = SM_ATTR_OUT, .is_mandatory = true, \
	.may_be_longer = true, .min = (bytes), .max = (bytes) }
#define SM_OUT_BYTES(name, bytes) { SM_NAMED(name), .kind = SM_ATTR_OUT, .is_mandatory = true, \
	.min = (bytes), .max = SM_ANY_LENGTH }
#define SM_OBJECT(name, type) { SM_NAMED(name), .kind = SM_ATTR_OBJECT, .is_mandatory = true, \
	.object = (type) }
#define SM_OBJECT_OPTIONAL(name, type) { SM_NAMED(name), .kind = SM_ATTR_OBJECT, .object = (type) }
#define SM_OBJECTS(name, type, most) { SM_NAMED(name), .kind = SM_ATTR_OBJECTS, .object = (type), \
	.min = sizeof(uint32_t), .max = (most) * sizeof(uint32_t) }
#define SM_NEW(name) { SM_NAMED(name), .kind = SM_ATTR_NEW, .is_mandatory = true }
#define SM_NEW_FD(name) { SM_NAMED(name), .kind = SM_ATTR_NEW_FD, .is_mandatory = true }
#define SM_DESTROY(name, type) { SM_NAMED(name), .kind = SM_ATTR_DESTROY, .is_mandatory = true, \
	.object = (type) }
#define SM_EVENT_FD(name, type) { SM_NAMED(name), .kind = SM_ATTR_FD, .object = (type) }
#define SM_RAW_FD(name) { SM_NAMED(name), .kind = SM_ATTR_RAW_FD }
#define SM_UHW { SM_NAMED(UVERBS_ATTR_UHW_IN), .kind = SM_ATTR_IN, .max = SM_ANY_LENGTH }, \
	{ SM_NAMED(UVERBS_ATTR_UHW_OUT), .kind = SM_ATTR_OUT, .max = SM_ANY_LENGTH }
#define SM_ATTRS_END { .max = 0 }

static inline bool sm_is_attrs_end(const struct sm_attr_spec *spec)
{
	return !spec->kind && !spec->max;
}

struct sm_request;

struct sm_method {
	uint16_t object, method;
	bool needs_context;		/* EINVAL before the file has a context */
	int (*run)(struct sm_request *req);
	struct sm_attr_spec attrs[SM_MAX_ATTRS];	/* ends with SM_ATTRS_END */
};

/* A command of the old write() interface, which arrives in UVERBS_METHOD_INVOKE_WRITE. */
struct sm_write_command {
	uint32_t number;		/* IB_USER_VERBS_CMD_*, IB_USER_VERBS_EX_CMD_* */
	uint32_t in_size, out_size;	/* that the application must have at least */
	int (*run)(struct sm_request *req);
};

/* An attribute that is there. */
struct sm_attr {
	bool is_present;
	uint16_t len;
	uint64_t data;		/* or a pointer to it; see sm_attr_read() */
	unsigned int index;	/* in the application's list */
	uint8_t number;		/* ENUM */
	struct sm_uobj *uobj;	/* OBJECT, DESTROY; OBJECTS: the first one */
	struct sm_events *events;	/* FD; the request has a reference */
};

struct sm_request {
	struct sm_file *file;
	uint32_t object, number;	/* of the method */
	const struct sm_method *method;
	struct ib_uverbs_attr *user;	/* the application's list: guarded access only */
	struct sm_attr attr[SM_MAX_ATTRS];	/* as in method->attrs */
	bool is_asked;		/* refused: the device does not have it, see sm_reason_report() */
	const char *last;	/* name of the attribute that was looked at last, for the trace */
	struct sm_uobj *created;	/* destroyed if the request fails */
	int created_fd;			/* closed likewise; -1: none */
	/* SM_ATTR_DESTROY: events of the object that were reported. */
	uint32_t comp_reported, async_reported;
};

/* The tables; each ends with a NULL handler. */
extern const struct sm_method sm_uverbs_device_methods[], sm_uverbs_pd_methods[],
	sm_uverbs_mr_methods[], sm_uverbs_dm_methods[], sm_uverbs_odp_methods[],
	sm_uverbs_cq_methods[], sm_uverbs_qp_methods[], sm_uverbs_srq_methods[],
	sm_uverbs_xrcd_methods[], sm_uverbs_flow_methods[], sm_uverbs_flow_matcher_methods[],
	sm_uverbs_flow_action_methods[], sm_uverbs_counters_methods[],
	sm_uverbs_wq_methods[], sm_uverbs_rwq_table_methods[],
	sm_devx_methods[], sm_devx_memory_methods[], sm_devx_event_methods[];
extern const struct sm_write_command sm_uverbs_device_commands[], sm_uverbs_pd_commands[],
	sm_uverbs_mr_commands[],
	sm_uverbs_cq_commands[], sm_uverbs_qp_commands[], sm_uverbs_srq_commands[],
	sm_uverbs_xrcd_commands[], sm_uverbs_mcast_commands[],
	sm_uverbs_flow_commands[], sm_uverbs_wq_commands[], sm_uverbs_rwq_table_commands[];
/* All of these tables, then NULL (uverbs.c). */
extern const struct sm_method *const sm_methods[];
extern const struct sm_write_command *const sm_write_commands[];

/* Names for the trace; NULL: unknown (uverbs_names.c). */
const char *sm_method_name(uint32_t object, uint32_t method);
const char *sm_write_command_name(uint64_t number);

/*
 * Attributes (uverbs.c).
 */
struct sm_attr *sm_attr(struct sm_request *req, uint16_t id);	/* NULL: absent */
/* The first @size bytes; missing ones are zero, all are when it is absent. EFAULT. */
int sm_attr_read(struct sm_request *req, uint16_t id, void *value, size_t size);
/* Are all bytes from @offset on zero? */
bool sm_attr_is_cleared(struct sm_request *req, uint16_t id, size_t offset);
/* A number or set of flags of up to 8 bytes; 0 when absent. */
uint64_t sm_attr_number(struct sm_request *req, uint16_t id);
/*
 * Writes as much as there is room for, and zeroes the rest of the room. Nothing if it is absent.
 * EFAULT.
 */
int sm_attr_write(struct sm_request *req, uint16_t id, const void *value, size_t size);
/* Writes the handle or descriptor of a new object. */
int sm_attr_write_handle(struct sm_request *req, uint16_t id, int64_t value);
struct sm_uobj *sm_attr_uobj(struct sm_request *req, uint16_t id);	/* NULL: absent */
static inline size_t sm_attr_len(struct sm_request *req, uint16_t id)
{
	struct sm_attr *attr = sm_attr(req, id);

	return attr ? attr->len : 0;
}

/* The command and the answer of a struct sm_write_command. */
int sm_command_read(struct sm_request *req, void *command, size_t size);
int sm_command_answer(struct sm_request *req, const void *answer, size_t size);

/*
 * Objects (uverbs.c).
 */
/*
 * A new object with a handle, zeroed; the request owns it from then on. NULL: no memory, no
 * handle.
 */
void *sm_uobj_new(struct sm_request *req, const struct sm_uobj_type *type);
/*
 * The object with this handle. ENOENT: there is none. EINVAL: of another type (SM_ANY_OBJECT:
 * any).
 */
int sm_uobj_find(struct sm_file *file, uint16_t type, int64_t handle, struct sm_uobj **uobj);
/* @uobj refers to @used, until it is gone. NULL is ignored. */
void sm_uobj_use(struct sm_uobj *uobj, struct sm_uobj *used);
/* EBUSY: other objects use it. */
int sm_uobj_destroy(struct sm_uobj *uobj);

/* Handler of methods that only destroy. */
int sm_nothing_more(struct sm_request *req);

/*
 * Events (uverbs.c).
 */
/*
 * A new queue of this type for the file; its descriptor becomes req->created_fd. NULL with errno.
 * @closed, if not NULL, is called with @owner when the last descriptor was closed.
 */
struct sm_events *sm_events_new(struct sm_request *req, uint16_t type, void (*closed)(void *owner),
				void *owner);
/* Selects the queue for the events of an object: that of the attribute, or the file's. */
void sm_uobj_set_async(struct sm_request *req, struct sm_uobj *uobj, uint16_t fd_attr);
/* enum ib_event_type; for @uobj. */
void sm_uobj_async_event(struct sm_uobj *uobj, uint32_t event);

/* 2 to the power of a capability; 2^30 if the result does not fit a positive int. */
static inline uint32_t sm_power(uint32_t log)
{
	return 1u << (log < 30 ? log : 30);
}

/* Bytes of device memory that an allocation may have; 0: there is none (uverbs_dm.c). */
uint32_t sm_dm_max(const struct sm_dev *dev);

/* On-demand paging (uverbs_odp.c): is there any, and what of it, in the answer to a query. */
bool sm_odp_exists(const struct sm_dev *dev);
void sm_odp_answer(const struct sm_dev *dev, struct ib_uverbs_ex_query_device_resp *resp);

/* The Ethernet offloads (uverbs_device.c); NULL: the device has none, and Linux does not query them. */
const struct prm_per_protocol_networking_offload_caps *sm_ethernet_caps(struct sm_dev *dev);
#define SM_ETHERNET_CAP(caps, name) prm_per_protocol_networking_offload_caps_get_##name(caps)

/* Lengths of the port's tables (uverbs_device.c). */
uint32_t sm_gid_count(struct sm_dev *dev);
uint32_t sm_pkey_count(struct sm_dev *dev);

/*
 * Atomics of RC (uverbs_device.c): does the device have both operations of verbs, and the mode of a
 * QP (enum prm_qp_atomic_mode; NONE: no atomics).
 */
bool sm_has_atomics(struct sm_dev *dev);
/* A DCT has sizes of its own (atomic_size_dc). */
uint8_t sm_atomic_mode(struct sm_dev *dev, bool is_dct);

/*
 * The firmware (uverbs.c).
 */
/* A command of the kernel: 0, or -errno by its status. @out_len is at least 8. */
int sm_kernel_exec(struct sm_dev *dev, const void *in, size_t in_len, void *out, size_t out_len);
int sm_status_to_errno(uint8_t status);
/*
 * Registers memory of the process with the firmware, for rings, records and keys (uverbs_mr.c).
 * @access: IBV_ACCESS_*; the pages are made present as if they were pinned. EFAULT, EINVAL, or the
 * command's error.
 */
int sm_umem_create(struct sm_file *file, uint64_t addr, uint64_t len, uint32_t access,
		   uint32_t *umem_id);
void sm_umem_destroy(struct sm_file *file, uint32_t umem_id);
/* Linux refuses a ring that does not begin at a multiple of @unit: of CQEs a page, of WQEs SM_PAGE_UNIT. */
int sm_check_ring(uint64_t addr, uint32_t unit);
/* The same tests for memory that a command names by its pages. */
int sm_check_memory(uint64_t addr, uint64_t len, uint32_t access);
/* Pages of 4 KiB that the bytes are in, and their list. */
uint64_t sm_pages(uint64_t addr, uint64_t len);
void sm_list_pages(prm_be64 *pas, uint64_t addr, uint64_t len);
#define SM_PAGE_UNIT (SM_PAGE_SIZE / 64)	/* of page_offset */

/*
 * The objects.
 */
struct sm_uverbs_pd {
	struct sm_uobj uobj;
	uint32_t pdn;
};

struct sm_uverbs_mr {
	struct sm_uobj uobj;
	uint32_t umem;		/* 0: none, as it is device memory or paged on demand */
	uint32_t key;		/* lkey and rkey */
	uint64_t start, length, iova;	/* start: of device memory, the offset */
	uint32_t access;
};

struct sm_uverbs_mw {
	struct sm_uobj uobj;
	uint32_t rkey;
};

struct sm_uverbs_cq {
	struct sm_uobj uobj;
	uint32_t cqn, cqe;
	uint32_t cqe_size;
	bool is_padded;		/* CQEs of 128 bytes always, see cqe_128_always */
	bool is_resized;	/* the firmware has the ring by its pages, not as a umem */
	uint32_t umem, dbr_umem;
	struct sm_events *channel;	/* NULL: none */
	uint32_t comp_reported;
};

struct sm_uverbs_srq {
	struct sm_uobj uobj;
	uint32_t srqn;
	bool is_xrc;
	uint32_t max;		/* WQEs */
	uint32_t max_gs;
	uint32_t umem, dbr_umem;	/* none for XRC */
};

/* The state of a QP, as far as the kernel knows it. */
struct sm_qp_known {
	uint8_t state;		/* enum ibv_qp_state */
	uint8_t port;
	uint8_t resp_depth;	/* max_dest_rd_atomic */
	uint32_t access;	/* qp_access_flags */
};

struct sm_target;

struct sm_uverbs_qp {
	struct sm_uobj uobj;
	uint16_t uid;		/* of its commands */
	uint32_t qpn, pdn;
	struct sm_qp_known *known, own_known;
	struct sm_target *target;	/* XRC: what this handle and others have opened */
	struct sm_uverbs_qp *next;	/* handle of the target */
	uint32_t send_cqn, recv_cqn;
	uint32_t rq_wqe_count, rq_wqe_shift, sq_wqe_count;
	uint8_t type;		/* enum ib_uverbs_qp_type */
	uint32_t max_inline_data;
	bool sq_sig_all;
	bool has_umem;	/* else there is no queue */
	uint32_t umem, dbr_umem;
};

struct sm_domain;

/* A handle of an XRC domain, which several files may have open (uverbs_xrcd.c). */
struct sm_uverbs_xrcd {
	struct sm_uobj uobj;
	struct sm_domain *domain;
};

/* An SRQ of a domain: one user more, or less. Gives its number. */
uint32_t sm_domain_use(struct sm_domain *domain, int change);

#define sm_to_xrcd(ptr) sm_container_of(ptr, struct sm_uverbs_xrcd, uobj)
#define sm_to_pd(ptr) sm_container_of(ptr, struct sm_uverbs_pd, uobj)
#define sm_to_mr(ptr) sm_container_of(ptr, struct sm_uverbs_mr, uobj)
#define sm_to_mw(ptr) sm_container_of(ptr, struct sm_uverbs_mw, uobj)
#define sm_to_cq(ptr) sm_container_of(ptr, struct sm_uverbs_cq, uobj)
#define sm_to_srq(ptr) sm_container_of(ptr, struct sm_uverbs_srq, uobj)
#define sm_to_qp(ptr) sm_container_of(ptr, struct sm_uverbs_qp, uobj)

/* Destroys the context's own objects in the firmware. */
void sm_context_free(struct sm_file *file);
/* Allocates a uid for the DEVX objects of the file. */
int sm_file_alloc_uid(struct sm_file *file);
/* The file is closed, or its device unplugged: its channels of DEVX events end. */
void sm_devx_channels_end(struct sm_file *file);

/*
 * mmap of a page that holds the clock (uverbs_device.c), of a UAR (devx_memory.c), of device memory
 * (uverbs_dm.c). MAP_FAILED with errno.
 */
void *sm_clock_mmap(struct sm_file *file, void *addr, size_t len, int prot, int flags);
void *sm_uar_mmap(struct sm_file *file, void *addr, size_t len, int prot, int flags,
		  uint32_t uar);
void *sm_dm_mmap(struct sm_file *file, void *addr, size_t len, int flags, uint32_t index);
/* The application has unmapped the pages that were kept when the device was unplugged. */
void sm_uar_release_kept(struct sm_file *file);

#endif
