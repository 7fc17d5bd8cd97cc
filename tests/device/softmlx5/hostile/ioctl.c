// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * ioctls of a file: methods with their attributes and with others, with valid and invalid lengths,
 * handles and pointers.
 */
#include <errno.h>
#include <infiniband/verbs.h>
#include <rdma/rdma_user_ioctl.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <unistd.h>

#include "hostile.h"
#include "kernel/uverbs_private.h"

void world_close_fd(int fd);

/* A request under construction. The device gets it in the application's memory. */
struct request {
	struct ib_uverbs_ioctl_hdr hdr;
	struct ib_uverbs_attr attrs[24];
	uint32_t room; /* bytes of the region DATA used by attributes */
};

static const struct sm_method *any_method(struct source *src)
{
	const struct sm_method *table;
	uint32_t n = 0;

	while (sm_methods[n])
		n++;
	table = sm_methods[below(src, n)];
	n = 0;

	while (table[n].run)
		n++;
	return &table[below(src, n)];
}

static const struct sm_write_command *any_write_command(struct source *src)
{
	const struct sm_write_command *table;
	uint32_t n = 0;

	while (sm_write_commands[n])
		n++;
	table = sm_write_commands[below(src, n)];
	n = 0;

	while (table[n].run)
		n++;
	return &table[below(src, n)];
}

/* Returns a handle of an object of this type, or of another one. */
static uint64_t any_handle(struct sm_file *file, struct source *src, uint16_t type)
{
	const struct sm_uobj *uobj;
	unsigned int skip = below(src, 3);

	if (one_in(src, 16))
		return odd_value(src);
	for (uobj = file->newest; uobj; uobj = uobj->older)
		if ((uobj->type->id == type || type == SM_ANY_OBJECT) && !skip--)
			return uobj->handle;
	for (uobj = file->newest; uobj; uobj = uobj->older)
		if (uobj->type->id == type || type == SM_ANY_OBJECT)
			return uobj->handle;
	return one_in(src, 8) && file->newest ? file->newest->handle : 0;
}

static struct ib_uverbs_attr *add_attr(struct request *req, uint16_t id)
{
	struct ib_uverbs_attr *attr = &req->attrs[req->hdr.num_attrs];

	if (req->hdr.num_attrs == SM_ARRAY_SIZE(req->attrs))
		return NULL;
	req->hdr.num_attrs++;
	attr->attr_id = id;
	attr->flags = UVERBS_ATTR_F_MANDATORY;
	return attr;
}

/* Stores an attribute's data: short data in itself, other data at its pointer. */
static void set_data(struct request *req, struct source *src, struct ib_uverbs_attr *attr,
		     const void *data, size_t len)
{
	uint8_t *place = region(REGION_DATA) + req->room;

	attr->len = (uint16_t)len;
	if (len <= sizeof(attr->data)) {
		memcpy(&attr->data, data, len);
		return;
	}
	if (req->room + len > region_size[REGION_DATA]) {
		attr->data = any_address(src);
		return;
	}
	arena_write(place, data, len);
	req->room += (uint32_t)(len + 7) & ~7u;
	attr->data = (uintptr_t)place;
}

static void add_in(struct request *req, struct source *src, uint16_t id, const void *data,
		   size_t len)
{
	struct ib_uverbs_attr *attr = add_attr(req, id);

	if (attr)
		set_data(req, src, attr, data, len);
}

static void add_out(struct request *req, uint16_t id, size_t len)
{
	struct ib_uverbs_attr *attr = add_attr(req, id);
	uint32_t space = (uint32_t)(len + 7) & ~7u;

	if (!attr)
		return;
	if (req->room + space > region_size[REGION_DATA])
		space = req->room = 0;
	attr->len = (uint16_t)len;
	attr->data = (uintptr_t)region(REGION_DATA) + req->room;
	req->room += space;
}

static size_t any_length(struct source *src, const struct sm_attr_spec *spec)
{
	uint32_t most = spec->max == SM_ANY_LENGTH ? spec->min + 512u : spec->max;

	if (one_in(src, 16))
		return below(src, 5000);
	return spec->min + (most > spec->min ? below(src, most - spec->min + 1) : 0);
}

static void add_random_in(struct request *req, struct source *src, uint16_t id, size_t len)
{
	uint8_t data[5000];
	size_t i;

	memset(data, 0, sizeof(data));
	if (len <= 8) {
		const uint64_t value = one_in(src, 2) ? below(src, 8) : odd_value(src);

		memcpy(data, &value, sizeof(value));
	} else {
		for (i = 0; i < len; i += 4)
			if (one_in(src, 8))
				data[i] = (uint8_t)any64(src);
		if (one_in(src, 2))
			mutate(src, data, len);
	}
	tame_addresses(src, data, sizeof(data));
	add_in(req, src, id, data, len);
}

/* Adds an attribute by its entry of the table, with random data. */
static void add_spec(struct sm_file *file, struct request *req, struct source *src,
		     const struct sm_attr_spec *spec)
{
	struct ib_uverbs_attr *attr;
	void *events;

	switch (spec->kind) {
	case SM_ATTR_IN:
		add_random_in(req, src, spec->id, any_length(src, spec));
		break;
	case SM_ATTR_OUT:
		add_out(req, spec->id, any_length(src, spec));
		break;
	case SM_ATTR_FD:
	case SM_ATTR_RAW_FD:
		attr = add_attr(req, spec->id);
		if (attr)
			attr->data = one_in(src, 4) ? odd_value(src) :
				(uint32_t)any_event_fd(src, &events);
		break;
	default:
		attr = add_attr(req, spec->id);
		if (attr && spec->kind != SM_ATTR_NEW && spec->kind != SM_ATTR_NEW_FD)
			attr->data = any_handle(file, src, spec->object);
	}
}

/* Meaningful data. */

static uint64_t memory(struct source *src)
{
	return one_in(src, 6) ? any_address(src) : (uintptr_t)region(REGION_QUEUE);
}

static void add_cq_driver(struct request *req, struct source *src)
{
	struct mlx5_ib_create_cq cq = {
		.buf_addr = one_in(src, 6) ? any_address(src) : (uintptr_t)region(REGION_CQ),
		.db_addr = one_in(src, 6) ? any_address(src) :
					    (uintptr_t)region(REGION_CQ) + 0x4000,
		.cqe_size = one_in(src, 4) ? 128 : 64,
	};

	if (one_in(src, 4))
		mutate(src, &cq, sizeof(cq));
	tame_addresses(src, &cq, sizeof(cq));
	add_in(req, src, UVERBS_ATTR_UHW_IN, &cq, sizeof(cq));
	add_out(req, UVERBS_ATTR_UHW_OUT, sizeof(struct mlx5_ib_create_cq_resp));
}

static void add_qp_driver(struct request *req, struct source *src)
{
	struct mlx5_ib_create_qp qp = {
		.buf_addr = memory(src), .db_addr = memory(src) + 0x7800, .sq_wqe_count = 64,
		.rq_wqe_count = 32, .rq_wqe_shift = 6, .uidx = below(src, 0x1000000),
		.flags = MLX5_QP_FLAG_UAR_PAGE_INDEX, .bfreg_index = below(src, 4),
	};

	if (one_in(src, 3))
		mutate(src, &qp, sizeof(qp));
	tame_addresses(src, &qp, sizeof(qp));
	add_in(req, src, UVERBS_ATTR_UHW_IN, &qp, sizeof(qp));
	add_out(req, UVERBS_ATTR_UHW_OUT, sizeof(struct mlx5_ib_create_qp_resp));
}

static void add_srq_driver(struct request *req, struct source *src)
{
	struct mlx5_ib_create_srq srq = { .buf_addr = memory(src),
					  .db_addr = memory(src) + 0x7800 };

	if (one_in(src, 3))
		mutate(src, &srq, sizeof(srq));
	tame_addresses(src, &srq, sizeof(srq));
	add_in(req, src, UVERBS_ATTR_UHW_IN, &srq, sizeof(srq));
	add_out(req, UVERBS_ATTR_UHW_OUT, sizeof(struct mlx5_ib_create_srq_resp));
}

static void add_context_driver(struct request *req, struct source *src)
{
	struct mlx5_ib_alloc_ucontext_req_v2 context = {
		.flags = one_in(src, 4) ? 0 : MLX5_IB_ALLOC_UCTX_DEVX, .lib_caps = 3,
	};

	if (one_in(src, 64))
		mutate(src, &context, sizeof(context));
	add_in(req, src, UVERBS_ATTR_UHW_IN, &context, sizeof(context));
	add_out(req, UVERBS_ATTR_UHW_OUT, sizeof(struct mlx5_ib_alloc_ucontext_resp));
}

/* Events of a subscription. */
static void add_event_types(struct request *req, struct source *src)
{
	uint16_t type[18];
	const uint32_t n = 1 + below(src, one_in(src, 8) ? SM_ARRAY_SIZE(type) : 3);
	uint32_t i;

	for (i = 0; i < n; i++)
		type[i] = one_in(src, 3) ? (uint16_t)below(src, 0x20) : PRM_EVENT_TYPE_COMP;
	add_in(req, src, MLX5_IB_ATTR_DEVX_SUBSCRIBE_EVENT_TYPE_NUM_LIST, type,
	       n * sizeof(type[0]) - one_in(src, 16));
}

/* An eventfd of the application, which stays open. */
static int an_eventfd(void)
{
	static int fd = -1;

	if (fd < 0)
		fd = eventfd(0, EFD_CLOEXEC);
	return fd;
}

/* mlx5's own methods use the numbers of UHW_IN and UHW_OUT for other attributes. */
static bool has_driver_data(const struct sm_method *method)
{
	return !((method->object | method->method) & UVERBS_ID_NS_MASK);
}

/*
 * Adds valid attributes where random data would be refused at once. Returns whether all were added.
 */
static bool add_meaning(struct world *world, struct sm_file *file, struct request *req,
			struct source *src, const struct sm_method *method,
			const struct sm_attr_spec *spec)
{
	uint8_t command[4096 + 64];
	uint64_t number;
	size_t len;

	const bool is_driver_in = spec->id == UVERBS_ATTR_UHW_IN && has_driver_data(method);

	(void)file;
	if (spec->id == UVERBS_ATTR_UHW_OUT && has_driver_data(method))
		return true;
	if (is_driver_in && method->object == UVERBS_OBJECT_CQ)
		add_cq_driver(req, src);
	else if (is_driver_in && method->object == UVERBS_OBJECT_QP)
		add_qp_driver(req, src);
	else if (is_driver_in && method->object == UVERBS_OBJECT_SRQ)
		add_srq_driver(req, src);
	else if (is_driver_in && method->object == UVERBS_OBJECT_DEVICE)
		add_context_driver(req, src);
	else if (spec->kind == SM_ATTR_IN && spec->max == SM_ANY_LENGTH) {	/* a command */
		len = any_command(world, src, command);
		if (one_in(src, 2))
			mutate(src, command, len);
		if (one_in(src, 8))
			len = below(src, (uint32_t)len + 32);
		add_in(req, src, spec->id, command, len);
	} else if (spec->kind == SM_ATTR_OUT && spec->max == SM_ANY_LENGTH) {
		add_out(req, spec->id, 16 + below(src, 600));
	} else if (method->object == MLX5_IB_OBJECT_DEVX_UMEM &&
		   (spec->id == MLX5_IB_ATTR_DEVX_UMEM_REG_ADDR ||
		    spec->id == MLX5_IB_ATTR_DEVX_UMEM_REG_LEN)) {
		number = spec->id == MLX5_IB_ATTR_DEVX_UMEM_REG_ADDR ? memory(src) :
			one_in(src, 6) ? odd_value(src) : below(src, 0x8000);
		add_in(req, src, spec->id, &number, sizeof(number));
	} else if (spec->id == MLX5_IB_ATTR_DEVX_SUBSCRIBE_EVENT_TYPE_NUM_LIST &&
		   method->run == sm_devx_event_methods[1].run) {
		add_event_types(req, src);
	} else if (spec->id == MLX5_IB_ATTR_DEVX_SUBSCRIBE_EVENT_FD_NUM &&
		   method->run == sm_devx_event_methods[1].run) {
		number = (uint32_t)an_eventfd();
		add_in(req, src, spec->id, &number, sizeof(uint32_t));
	} else {
		return false;
	}
	return true;
}

/* Fills the empty @req with the method's attributes, or with similar ones. */
static void any_request(struct world *world, struct sm_file *file, struct request *req,
			struct source *src, const struct sm_method *method)
{
	const struct sm_attr_spec *spec;

	req->hdr.object_id = method->object;
	req->hdr.method_id = method->method;
	for (spec = method->attrs; !sm_is_attrs_end(spec); spec++) {
		if (!spec->is_mandatory && one_in(src, 3) &&
		    (spec->id < UVERBS_ATTR_UHW_IN || !has_driver_data(method)))
			continue;
		if (one_in(src, 64))
			continue;
		if (one_in(src, method == sm_uverbs_device_methods ? 64 : 8) ||
		    !add_meaning(world, file, req, src, method, spec))
			add_spec(file, req, src, spec);
	}
}

static size_t reg_mr(struct sm_file *file, struct source *src, void *to)
{
	struct ib_uverbs_reg_mr *cmd = to;

	cmd->start = one_in(src, 4) ? any_address(src) : (uintptr_t)region(REGION_DATA);
	cmd->length = one_in(src, 4) ? odd_value(src) : 1 + below(src, 0x4000);
	cmd->hca_va = cmd->start;
	cmd->pd_handle = (uint32_t)any_handle(file, src, UVERBS_OBJECT_PD);
	cmd->access_flags = one_in(src, 4) ? (uint32_t)odd_value(src) : below(src, 16);
	return sizeof(*cmd);
}

static size_t rereg_mr(struct sm_file *file, struct source *src, void *to)
{
	struct ib_uverbs_rereg_mr *cmd = to;

	cmd->mr_handle = (uint32_t)any_handle(file, src, UVERBS_OBJECT_MR);
	cmd->flags = one_in(src, 16) ? (uint32_t)odd_value(src) : 1 + below(src, 7);
	cmd->start = one_in(src, 4) ? any_address(src) : (uintptr_t)region(REGION_DATA);
	cmd->length = one_in(src, 4) ? odd_value(src) : 1 + below(src, 0x4000);
	cmd->hca_va = one_in(src, 4) ? odd_value(src) : cmd->start;
	cmd->pd_handle = (uint32_t)any_handle(file, src, UVERBS_OBJECT_PD);
	cmd->access_flags = one_in(src, 4) ? (uint32_t)odd_value(src) : below(src, 16);
	return sizeof(*cmd);
}

/* Builds a transition to INIT, RTR, RTS, or to any state. */
static void modify_qp_to(struct source *src, struct ib_uverbs_modify_qp *cmd, uint32_t type,
			 uint32_t which)
{
	enum {
		INIT = IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT,
		UC_RTR = IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN |
			 IBV_QP_RQ_PSN,
		RTS = IBV_QP_STATE | IBV_QP_SQ_PSN
	};
	/* By steps, of RC, UC and UD. */
	static const uint32_t masks[][4] = {
		{ INIT | IBV_QP_ACCESS_FLAGS,
		  UC_RTR | IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER,
		  RTS | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY |
			  IBV_QP_MAX_QP_RD_ATOMIC,
		  IBV_QP_STATE },
		{ INIT | IBV_QP_ACCESS_FLAGS, UC_RTR, RTS, IBV_QP_STATE },
		{ INIT | IBV_QP_QKEY, IBV_QP_STATE, RTS, IBV_QP_STATE },
	};
	const uint32_t row = type == IBV_QPT_RC ? 0 : type == IBV_QPT_UC ? 1 : 2;

	cmd->qkey = QKEY;
	cmd->attr_mask = masks[row][which];
	cmd->qp_state = (uint8_t)(which < 3 ? which + 1 : below(src, 8));
	cmd->port_num = 1;
	cmd->path_mtu = 5;
	cmd->dest.dlid = (uint16_t)(1 + one_in(src, 8));
	cmd->dest.port_num = 1;
	cmd->dest_qp_num = 0x100 + below(src, 4);
	cmd->timeout = 14;
	cmd->qp_access_flags = below(src, 16);
}

static size_t modify_qp(struct sm_file *file, struct source *src, void *to)
{
	struct ib_uverbs_modify_qp *cmd = to;

	cmd->qp_handle = (uint32_t)any_handle(file, src, UVERBS_OBJECT_QP);
	modify_qp_to(src, cmd, IBV_QPT_RC + below(src, 3), below(src, 4));
	return sizeof(*cmd);
}

static void any_write(struct sm_file *file, struct request *req, struct source *src)
{
	const struct sm_write_command *command = any_write_command(src);
	uint8_t in[5000];
	size_t len = command->in_size;
	uint64_t number = command->number;

	memset(in, 0, sizeof(in));
	req->hdr.object_id = UVERBS_OBJECT_DEVICE;
	req->hdr.method_id = UVERBS_METHOD_INVOKE_WRITE;
	if (one_in(src, 64))
		number = odd_value(src);
	if (command->number == IB_USER_VERBS_CMD_REG_MR && !one_in(src, 8)) {
		len = reg_mr(file, src, in);
	} else if (command->number == IB_USER_VERBS_CMD_REREG_MR && !one_in(src, 8)) {
		len = rereg_mr(file, src, in);
	} else if ((command->number & 0xff) == IB_USER_VERBS_CMD_MODIFY_QP && !one_in(src, 8)) {
		len = modify_qp(file, src, in);
	} else {
		size_t at;

		for (at = 8; at + 4 <= len; at += 4) {	/* many start with the response's address */
			const uint32_t value = one_in(src, 2) ? below(src, 12) :
				(uint32_t)odd_value(src);

			if (one_in(src, 2))
				memcpy(in + at, &value, sizeof(value));
		}
	}
	if (one_in(src, 3))
		mutate(src, in, len);
	if (one_in(src, 16))
		len = below(src, 600);
	tame_addresses(src, in, sizeof(in));
	add_in(req, src, UVERBS_ATTR_WRITE_CMD, &number, sizeof(number));
	add_in(req, src, UVERBS_ATTR_CORE_IN, in, len);
	add_out(req, UVERBS_ATTR_CORE_OUT,
		one_in(src, 16) ? below(src, 400) : command->out_size + 8);
	if (one_in(src, 2))
		add_random_in(req, src, UVERBS_ATTR_UHW_IN, below(src, 64));
	if (one_in(src, 2))
		add_out(req, UVERBS_ATTR_UHW_OUT, below(src, 400));
}

/* Makes attributes, lengths and pointers invalid. */
static void spoil(struct request *req, struct source *src)
{
	struct ib_uverbs_attr *attr;

	if (!req->hdr.num_attrs)
		return;
	attr = &req->attrs[below(src, req->hdr.num_attrs)];
	switch (below(src, 8)) {
	case 0:
		attr->data = any_address(src);
		break;
	case 1:
		attr->len = (uint16_t)odd_value(src);
		break;
	case 2:
		attr->attr_id = (uint16_t)(one_in(src, 2) ? below(src, 20) : any64(src));
		break;
	case 3:
		attr->flags = (uint16_t)any64(src);
		break;
	case 4:
		attr->attr_data.reserved = (uint32_t)any64(src);
		break;
	case 5:
		req->attrs[below(src, req->hdr.num_attrs)] = *attr;
		break;
	case 6:
		mutate(src, &req->hdr, sizeof(req->hdr));
		break;
	default:
		mutate(src, attr, sizeof(*attr));
	}
}

/* Places the attributes after the request's data, or elsewhere. One in @spoiled is spoiled. */
/*
 * Returns whether the attribute is the number of an extended command, which looks like an address
 * of the sanitizer.
 */
static bool is_number_of_command(const struct ib_uverbs_attr *attr)
{
	return attr->attr_id == UVERBS_ATTR_WRITE_CMD && attr->len == sizeof(attr->data);
}

static void tame_attributes(struct source *src, struct request *req)
{
	size_t i;

	for (i = 0; i < SM_ARRAY_SIZE(req->attrs); i++) {
		struct ib_uverbs_attr *attr = &req->attrs[i];

		if (is_number_of_command(attr))
			continue;
		tame_addresses(src, attr, sizeof(*attr));
		/* The sanitizer's memcpy() accepts neither its own addresses nor the kernel's. */
		if (attr->data >= 0x7fff8000 && attr->data >> 40 != NOWHERE >> 40)
			attr->data = one_in(src, 2) ? NOWHERE : below(src, ARENA);
	}
}

static void give(struct sm_file *file, struct request *req, struct source *src, uint32_t spoiled)
{
	uint8_t *at = region(REGION_GONE);
	unsigned long number = one_in(src, 64) ? (unsigned long)any64(src) : RDMA_VERBS_IOCTL;

	req->hdr.driver_id = RDMA_DRIVER_MLX5;
	req->hdr.length = (uint16_t)(sizeof(req->hdr) +
				     req->hdr.num_attrs * sizeof(req->attrs[0]));
	if (one_in(src, spoiled))
		spoil(req, src);
	tame_attributes(src, req);
	/* At the end of the memory, so that reads beyond it fault. */
	if (one_in(src, 2))
		at += region_size[REGION_GONE] - sizeof(req->hdr) -
			req->hdr.num_attrs % 25 * sizeof(req->attrs[0]);
	arena_write(at, &req->hdr, sizeof(req->hdr));
	arena_write(at + sizeof(req->hdr), req->attrs,
		    req->hdr.num_attrs % 25 * sizeof(req->attrs[0]));
	if (one_in(src, 64))
		at = (uint8_t *)(uintptr_t)any_address(src);
	sm_file_ioctl(file, number, at);
}

#define RARELY 64u
#define OFTEN 4u

/* Calls a method with its attributes. */
static void call(struct world *world, struct sm_file *file, struct source *src,
		      const struct sm_method *method, uint32_t spoiled)
{
	struct request req = {0};

	any_request(world, file, &req, src, method);
	give(file, &req, src, spoiled);
}

/* The first calls of a valid program: context, PD. */
static void begin(struct world *world, struct sm_file *file, struct source *src)
{
	struct request req = {0};
	const uint64_t number = IB_USER_VERBS_CMD_ALLOC_PD;
	const struct ib_uverbs_alloc_pd pd = {0};

	if (one_in(src, 16))
		return;
	call(world, file, src, &sm_uverbs_device_methods[0], RARELY);
	req.hdr.object_id = UVERBS_OBJECT_DEVICE;
	req.hdr.method_id = UVERBS_METHOD_INVOKE_WRITE;
	add_in(&req, src, UVERBS_ATTR_WRITE_CMD, &number, sizeof(number));
	add_in(&req, src, UVERBS_ATTR_CORE_IN, &pd, sizeof(pd));
	add_out(&req, UVERBS_ATTR_CORE_OUT, sizeof(struct ib_uverbs_alloc_pd_resp));
	add_out(&req, UVERBS_ATTR_UHW_OUT, sizeof(struct mlx5_ib_alloc_pd_resp));
	give(file, &req, src, RARELY);
	if (one_in(src, 8))
		call(world, file, src, &sm_uverbs_device_methods[6], RARELY);
}

/* Makes a completion channel. */
static void good_channel(struct sm_file *file, struct source *src)
{
	const uint64_t number = IB_USER_VERBS_CMD_CREATE_COMP_CHANNEL;
	const struct ib_uverbs_create_comp_channel cmd = {0};
	struct request req = {
		.hdr.object_id = UVERBS_OBJECT_DEVICE, .hdr.method_id = UVERBS_METHOD_INVOKE_WRITE,
	};

	add_in(&req, src, UVERBS_ATTR_WRITE_CMD, &number, sizeof(number));
	add_in(&req, src, UVERBS_ATTR_CORE_IN, &cmd, sizeof(cmd));
	add_out(&req, UVERBS_ATTR_CORE_OUT, sizeof(struct ib_uverbs_create_comp_channel_resp));
	give(file, &req, src, RARELY);
}

static void add_number(struct request *req, struct source *src, uint16_t id, uint64_t number,
		       size_t len)
{
	if (one_in(src, 64))
		number = odd_value(src);
	add_in(req, src, id, &number, len);
}

static void add_object(struct sm_file *file, struct request *req, struct source *src, uint16_t id,
		       uint16_t type)
{
	struct ib_uverbs_attr *attr = add_attr(req, id);

	if (attr)
		attr->data = any_handle(file, src, type);
}

/* Makes a completion queue like libmlx5. */
static void good_cq(struct world *world, struct sm_file *file, struct source *src)
{
	const struct mlx5_ib_create_cq cq = {
		.buf_addr = (uintptr_t)region(REGION_CQ),
		.db_addr = (uintptr_t)region(REGION_CQ) + 0x4000,
		.cqe_size = one_in(src, 4) ? 128 : 64,
		.flags = MLX5_IB_CREATE_CQ_FLAGS_UAR_PAGE_INDEX,
		.uar_page_index = (uint16_t)world->uar,
	};
	struct request req = { .hdr.object_id = UVERBS_OBJECT_CQ,
			       .hdr.method_id = UVERBS_METHOD_CQ_CREATE };
	struct ib_uverbs_attr *channel;
	void *events;

	add_attr(&req, UVERBS_ATTR_CREATE_CQ_HANDLE);
	add_number(&req, src, UVERBS_ATTR_CREATE_CQ_CQE, 15 + below(src, 16), sizeof(uint32_t));
	add_number(&req, src, UVERBS_ATTR_CREATE_CQ_USER_HANDLE, any64(src), sizeof(uint64_t));
	add_number(&req, src, UVERBS_ATTR_CREATE_CQ_COMP_VECTOR, 0, sizeof(uint32_t));
	add_number(&req, src, UVERBS_ATTR_CREATE_CQ_FLAGS, 0, sizeof(uint32_t));
	channel = one_in(src, 2) ? add_attr(&req, UVERBS_ATTR_CREATE_CQ_COMP_CHANNEL) : NULL;
	if (channel)
		channel->data = (uint32_t)any_event_fd(src, &events);
	add_out(&req, UVERBS_ATTR_CREATE_CQ_RESP_CQE, sizeof(uint32_t));
	add_in(&req, src, UVERBS_ATTR_UHW_IN, &cq, sizeof(cq));
	add_out(&req, UVERBS_ATTR_UHW_OUT, sizeof(struct mlx5_ib_create_cq_resp));
	give(file, &req, src, RARELY);
}

/*
 * Makes a queue pair like libmlx5: receive queue, send queue and records consecutively in the
 * region for queues.
 */
static void good_qp(struct world *world, struct sm_file *file, struct source *src,
		    unsigned int which)
{
	static const uint8_t types[] = { IBV_QPT_RC, IBV_QPT_RC, IBV_QPT_UC, IBV_QPT_UD };
	const uint64_t at = (uintptr_t)region(REGION_QUEUE);
	const struct mlx5_ib_create_qp qp = {
		.buf_addr = at + which * 0x2000,
		.db_addr = at + 0x7800 + which * 64,
		.sq_wqe_count = 64,
		.rq_wqe_count = 32,
		.rq_wqe_shift = 6,
		.uidx = which,
		.flags = MLX5_QP_FLAG_UAR_PAGE_INDEX,
		.bfreg_index = world->uar,
	};
	const struct ib_uverbs_qp_cap cap = {
		.max_send_wr = 16, .max_recv_wr = 32, .max_send_sge = 4, .max_recv_sge = 4,
	};
	struct request req = { .hdr.object_id = UVERBS_OBJECT_QP,
			       .hdr.method_id = UVERBS_METHOD_QP_CREATE };

	add_attr(&req, UVERBS_ATTR_CREATE_QP_HANDLE);
	add_object(file, &req, src, UVERBS_ATTR_CREATE_QP_PD_HANDLE, UVERBS_OBJECT_PD);
	add_object(file, &req, src, UVERBS_ATTR_CREATE_QP_SEND_CQ_HANDLE, UVERBS_OBJECT_CQ);
	add_object(file, &req, src, UVERBS_ATTR_CREATE_QP_RECV_CQ_HANDLE, UVERBS_OBJECT_CQ);
	add_number(&req, src, UVERBS_ATTR_CREATE_QP_USER_HANDLE, any64(src), sizeof(uint64_t));
	add_in(&req, src, UVERBS_ATTR_CREATE_QP_CAP, &cap, sizeof(cap));
	add_number(&req, src, UVERBS_ATTR_CREATE_QP_TYPE, types[below(src, 4)], sizeof(uint64_t));
	add_number(&req, src, UVERBS_ATTR_CREATE_QP_FLAGS, 0, sizeof(uint32_t));
	add_out(&req, UVERBS_ATTR_CREATE_QP_RESP_CAP, sizeof(cap));
	add_out(&req, UVERBS_ATTR_CREATE_QP_RESP_QP_NUM, sizeof(uint32_t));
	add_in(&req, src, UVERBS_ATTR_UHW_IN, &qp, sizeof(qp));
	add_out(&req, UVERBS_ATTR_UHW_OUT, sizeof(struct mlx5_ib_create_qp_resp));
	give(file, &req, src, RARELY);
}

static void good_mr(struct sm_file *file, struct source *src)
{
	const uint64_t number = IB_USER_VERBS_CMD_REG_MR;
	const struct ib_uverbs_reg_mr mr = {
		.start = (uintptr_t)region(REGION_DATA), .hca_va = (uintptr_t)region(REGION_DATA),
		.length = region_size[REGION_DATA], .access_flags = below(src, 16),
		.pd_handle = (uint32_t)any_handle(file, src, UVERBS_OBJECT_PD),
	};
	struct request req = {
		.hdr.object_id = UVERBS_OBJECT_DEVICE, .hdr.method_id = UVERBS_METHOD_INVOKE_WRITE,
	};

	add_in(&req, src, UVERBS_ATTR_WRITE_CMD, &number, sizeof(number));
	add_in(&req, src, UVERBS_ATTR_CORE_IN, &mr, sizeof(mr));
	add_out(&req, UVERBS_ATTR_CORE_OUT, sizeof(struct ib_uverbs_reg_mr_resp));
	give(file, &req, src, RARELY);
}

/* The calls that follow in a program. */
/* Makes a CQ by DEVX, in memory of a umem. */
static void good_devx_cq(struct world *world, struct sm_file *file, struct source *src)
{
	struct request umem = { .hdr.object_id = MLX5_IB_OBJECT_DEVX_UMEM,
				.hdr.method_id = MLX5_IB_METHOD_DEVX_UMEM_REG };
	struct request req = { .hdr.object_id = MLX5_IB_OBJECT_DEVX_OBJ,
			       .hdr.method_id = MLX5_IB_METHOD_DEVX_OBJ_CREATE };
	struct prm_create_cq_in_fields fields = {
		.cq_context = { .log_cq_size = 4, .c_eqn = SM_EQN, .uar_page = world->uar, .dbr_addr = 0x4000 },
	};
	struct prm_create_cq_in in;
	const struct sm_umem *it;
	uint32_t number = 0;

	add_attr(&umem, MLX5_IB_ATTR_DEVX_UMEM_REG_HANDLE);
	add_number(&umem, src, MLX5_IB_ATTR_DEVX_UMEM_REG_ADDR, (uintptr_t)region(REGION_CQ), 8);
	add_number(&umem, src, MLX5_IB_ATTR_DEVX_UMEM_REG_LEN, 0x5000, 8);
	add_number(&umem, src, MLX5_IB_ATTR_DEVX_UMEM_REG_ACCESS, IBV_ACCESS_LOCAL_WRITE, 4);
	add_out(&umem, MLX5_IB_ATTR_DEVX_UMEM_REG_OUT_ID, 4);
	give(file, &umem, src, RARELY);
	for (; (it = sm_table_next(&world->dev->umems, &number)); number++)
		if (it->obj.uid == file->uid)
			fields.cq_umem_id = fields.cq_context.dbr_umem_id = number;
	prm_create_cq_in_pack(&in, &fields);
	prm_cmd_in_hdr_set_opcode((void *)&in, PRM_CMD_OPCODE_CREATE_CQ);
	add_attr(&req, MLX5_IB_ATTR_DEVX_OBJ_CREATE_HANDLE);
	add_in(&req, src, MLX5_IB_ATTR_DEVX_OBJ_CREATE_CMD_IN, &in, sizeof(in));
	add_out(&req, MLX5_IB_ATTR_DEVX_OBJ_CREATE_CMD_OUT, PRM_CREATE_CQ_OUT_SIZE);
	give(file, &req, src, RARELY);
}

/* Makes a channel of DEVX events, or subscribes to events. */
static void good_devx_events(struct sm_file *file, struct source *src, bool does_subscribe)
{
	const bool is_by_eventfd = one_in(src, 3);
	struct request req = { .hdr.object_id = MLX5_IB_OBJECT_DEVX_ASYNC_EVENT_FD,
			       .hdr.method_id = MLX5_IB_METHOD_DEVX_ASYNC_EVENT_FD_ALLOC };
	struct ib_uverbs_attr *attr;
	void *events;

	if (!does_subscribe) {
		add_attr(&req, MLX5_IB_ATTR_DEVX_ASYNC_EVENT_FD_ALLOC_HANDLE);
		add_number(&req, src, MLX5_IB_ATTR_DEVX_ASYNC_EVENT_FD_ALLOC_FLAGS,
			   below(src, 2), 4);
		give(file, &req, src, RARELY);
		return;
	}
	req.hdr.object_id = MLX5_IB_OBJECT_DEVX;
	req.hdr.method_id = MLX5_IB_METHOD_DEVX_SUBSCRIBE_EVENT;
	attr = add_attr(&req, MLX5_IB_ATTR_DEVX_SUBSCRIBE_EVENT_FD_HANDLE);
	attr->data = (uint32_t)any_event_fd(src, &events);
	add_object(file, &req, src, MLX5_IB_ATTR_DEVX_SUBSCRIBE_EVENT_OBJ_HANDLE,
		   MLX5_IB_OBJECT_DEVX_OBJ);
	add_event_types(&req, src);
	if (is_by_eventfd)
		add_number(&req, src, MLX5_IB_ATTR_DEVX_SUBSCRIBE_EVENT_FD_NUM,
			   (uint32_t)an_eventfd(), 4);
	else
		add_number(&req, src, MLX5_IB_ATTR_DEVX_SUBSCRIBE_EVENT_COOKIE, any64(src), 8);
	give(file, &req, src, RARELY);
}

static void begin_queues(struct world *world, struct sm_file *file, struct source *src)
{
	if (one_in(src, 3)) {
		good_devx_cq(world, file, src);
		good_devx_events(file, src, false);
		while (!one_in(src, 3))
			good_devx_events(file, src, true);
	}
	if (one_in(src, 2))
		good_channel(file, src);
	good_cq(world, file, src);
	good_qp(world, file, src, 0);
	if (!one_in(src, 3))
		good_qp(world, file, src, 1);
	good_mr(file, src);
}

/* Brings all queue pairs of the file to RTS, or some of them through some of the states. */
static void begin_states(struct sm_file *file, struct source *src)
{
	const uint64_t number = IB_USER_VERBS_CMD_MODIFY_QP;
	const struct sm_uobj *uobj;
	uint32_t which, steps;

	for (uobj = file->newest; uobj; uobj = uobj->older) {
		if (uobj->type->id != UVERBS_OBJECT_QP)
			continue;
		steps = one_in(src, 4) ? below(src, 4) : 3;
		for (which = 0; which < steps; which++) {
			struct ib_uverbs_modify_qp cmd = {0};
			struct request req = {0};

			modify_qp_to(src, &cmd, sm_to_qp(uobj)->type, which);
			cmd.qp_handle = uobj->handle;
			req.hdr.object_id = UVERBS_OBJECT_DEVICE;
			req.hdr.method_id = UVERBS_METHOD_INVOKE_WRITE;
			add_in(&req, src, UVERBS_ATTR_WRITE_CMD, &number, sizeof(number));
			add_in(&req, src, UVERBS_ATTR_CORE_IN, &cmd, sizeof(cmd));
			give(file, &req, src, RARELY);
		}
	}
}

/* Copies a device's keys into a world. */
static void note_keys(struct world *view)
{
	struct sm_mkey *mkey;
	uint32_t number = 0;

	view->n_keys = view->n_list_keys = 0;
	for (; view->n_keys < MAX_KEYS && (mkey = sm_table_next(&view->dev->mkeys, &number));
	     number++) {
		const uint32_t key = number << 8 | mkey->ctx.mkey_7_0;

		view->key[view->n_keys] = key;
		view->key_addr[view->n_keys] = mkey->ctx.start_addr;
		view->key_len[view->n_keys++] = mkey->ctx.len;
		if (view->n_list_keys < SM_ARRAY_SIZE(view->list_key))
			view->list_key[view->n_list_keys++] = key;
	}
}

static bool is_whole(const void *at, enum region which, size_t len)
{
	const uintptr_t offset = (uintptr_t)at - (uintptr_t)region(which);

	return offset < region_size[which] && len <= region_size[which] - offset;
}

/* Posts to a queue pair of the file, if its ring is in memory that the fuzzer may write. */
static void post(struct world *world, struct source *src)
{
	static struct world view;
	uint32_t number = one_in(src, 2) ? 0x101 : 0;
	struct sm_qp *qp;

	sm_lock();
	view = *world;
	qp = sm_table_next(&world->dev->qps, &number);
	note_keys(&view);
	sm_unlock();
	if (!qp || !view.n_keys || qp->sq_size != SQ_WQEBBS ||
	    !is_whole(qp->sq, REGION_QUEUE, SQ_WQEBBS * 64) ||
	    !is_whole(qp->dbr, REGION_QUEUE, sizeof(*qp->dbr)))
		return;
	view.qp[QP_C] = (struct app_qp){
		.qpn = qp->obj.id,
		.sq = qp->sq,
		.dbr = qp->dbr,
		.pi = qp->req.pi,
		.rq_pi = (uint16_t)below(src, 8),
	};
	view.service_type = (uint8_t)qp->ctx.st;
	post_send(&view, src);
	ring_send(&view, src);
}

static void map(struct sm_file *file, struct source *src)
{
	const uint64_t pages[] = {
		SM_MMAP_CLOCK_INFO, SM_MMAP_UAR + 1, SM_MMAP_UAR + below(src, 8), any64(src) >> 12,
	};
	const off_t offset = (off_t)(pages[below(src, 4)] * SM_PAGE_SIZE);
	void *mapped = sm_file_mmap(file, NULL, one_in(src, 4) ? below(src, 10000) : SM_PAGE_SIZE,
				    one_in(src, 2) ? PROT_READ : PROT_WRITE,
				    one_in(src, 4) ? MAP_PRIVATE : MAP_SHARED, offset);

	if (mapped != MAP_FAILED)
		munmap(mapped, SM_PAGE_SIZE);
}

/* Reads the oldest event of a queue into memory that may be unmapped. */
static void read_event(struct source *src)
{
	void *events;

	any_event_fd(src, &events);
	if (events)
		sm_events_read(events, false, one_in(src, 4) ?
			       (void *)(uintptr_t)any_address(src) : region(REGION_DATA),
			       one_in(src, 2) ? below(src, 32) : 72);
}

/* Arms a CQ of the file, with its consumer index or another one. */
static void arm(struct world *world, struct source *src)
{
	struct prm_cq_arm_doorbell_fields fields = {
		.arm_cmd = (uint8_t)below(src, 2), .arm_sn = (uint8_t)below(src, 4),
	};
	struct prm_cq_arm_doorbell doorbell;
	const struct sm_cq *cq;

	sm_lock();
	cq = sm_table_next(&world->dev->cqs, &fields.cqn);
	fields.ci = (one_in(src, 4) || !cq ? (uint32_t)odd_value(src) : cq->pi) & 0xffffff;
	prm_cq_arm_doorbell_pack(&doorbell, &fields);
	sm_cq_arm(world->dev, &doorbell);
	sm_unlock();
}

/* The same event for all queues, of verbs and of DEVX. */
static void happen(struct world *world, struct source *src)
{
	const bool is_completion = !one_in(src, 3);
	const uint8_t type = (uint8_t)below(src, 0x20);
	struct sm_dev *dev = world->dev;
	struct sm_srq *srq;
	struct sm_cq *cq;
	struct sm_qp *qp;
	uint32_t number;

	sm_lock();
	for (number = 0; (cq = sm_table_next(&dev->cqs, &number)); number++) {
		if (is_completion && cq->listener.completion)
			cq->listener.completion(cq->listener.owner);
		else if (cq->listener.event)
			cq->listener.event(cq->listener.owner, type);
	}
	for (number = 0; (qp = sm_table_next(&dev->qps, &number)); number++)
		if (qp->listener.event)
			qp->listener.event(qp->listener.owner, type);
	for (number = 0; (srq = sm_table_next(&dev->srqs, &number)); number++)
		if (srq->listener.event)
			srq->listener.event(srq->listener.owner, type);
	sm_unlock();
}

static void must_be_left(const struct sm_table *table, const char *what, uint32_t expected)
{
	if (table->count != expected)
		broken("%u %s are left of a file", table->count - expected, what);
}

static void check_nothing_left(struct world *world)
{
	struct sm_dev *dev = world->dev;

	must_be_left(&dev->qps, "QPs", 0);
	must_be_left(&dev->srqs, "SRQs", 0);
	must_be_left(&dev->cqs, "CQs", 0);
	must_be_left(&dev->mkeys, "keys", 0);
	must_be_left(&dev->psvs, "PSVs", 0);
	must_be_left(&dev->deks, "DEKs", 0);
	must_be_left(&dev->umems, "umems", 0);
	must_be_left(&dev->uars, "UARs", 1);
	must_be_left(&dev->tds, "transport domains", 0);
	must_be_left(&dev->pds, "PDs", 0);
	if (timers_armed())
		broken("%u timers are armed", timers_armed());
	if (sm_guard_current)
		broken("a guard was entered but not left");
}

void do_ioctls(struct world *world, struct source *src)
{
	struct sm_file *file;

	file = sm_file_open(world->dev);
	if (!file)
		broken("no file");
	begin(world, file, src);
	if (!one_in(src, 3)) {
		begin_queues(world, file, src);
		begin_states(file, src);
	}
	while (!source_ended(src)) {
		struct request req = {0};

		if (one_in(src, 32)) {
			map(file, src);
		} else if (one_in(src, 200)) {
			arena_unmap(one_in(src, 2) ? REGION_QUEUE : REGION_CQ);
		} else if (one_in(src, 400)) {
			sm_lock();
			world->dev->unplugged(world->dev);
			sm_unlock();
		} else if (one_in(src, 16)) {
			sm_lock();
			timer_run();
			sm_unlock();
		} else if (one_in(src, 16)) {
			read_event(src);
		} else if (one_in(src, 16)) {
			arm(world, src);
		} else if (one_in(src, 8)) {
			happen(world, src);
		} else if (one_in(src, 16)) {
			good_devx_events(file, src, !one_in(src, 4));
		} else if (one_in(src, 128)) {
			void *events;
			const int fd = any_event_fd(src, &events);

			if (events)
				world_close_fd(fd);
		} else if (one_in(src, 4)) {
			post(world, src);
		} else if (one_in(src, 3)) {
			any_write(file, &req, src);
			give(file, &req, src, OFTEN);
		} else {
			call(world, file, src, any_method(src), OFTEN);
		}
	}
	sm_file_close(file);
	world_close_fd(-1);
	check_nothing_left(world);
}
