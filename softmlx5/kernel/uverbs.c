// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Files of the verbs device: ioctl, attributes, handles, events; the role of ib_uverbs.
 */
#include <errno.h>
#include <infiniband/verbs.h>
#include <rdma/rdma_user_ioctl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/guard.h"
#include "kernel/uverbs_private.h"
#include "nic/queue/doorbell.h"

/* Every open file has a number, which is the uid of its DEVX objects. */
static struct sm_table sm_uids = { .first = 1, .start = 1, .last = 0xffff };

/*
 * The firmware.
 */

/* The errno value that mlx5_core has for the status of a command. */
int sm_status_to_errno(uint8_t status)
{
	switch (status) {
	case PRM_CMD_STATUS_OK:
		return 0;
	case PRM_CMD_STATUS_BAD_OP:
	case PRM_CMD_STATUS_BAD_PARAM:
	case PRM_CMD_STATUS_BAD_RES:
	case PRM_CMD_STATUS_BAD_RES_STATE:
	case PRM_CMD_STATUS_IX_ERR:
	case PRM_CMD_STATUS_BAD_QP_STATE:
	case PRM_CMD_STATUS_BAD_PKT:
	case PRM_CMD_STATUS_BAD_SIZE_OUTS_CQES:
		return -EINVAL;
	case PRM_CMD_STATUS_RES_BUSY:
		return -EBUSY;
	case PRM_CMD_STATUS_LIM:
		return -ENOMEM;
	case PRM_CMD_STATUS_NOT_READY:
	case PRM_CMD_STATUS_NO_RES:
		return -EAGAIN;
	default:
		return -EIO;
	}
}

int sm_kernel_exec(struct sm_dev *dev, const void *in, size_t in_len, void *out, size_t out_len)
{
	return sm_status_to_errno(sm_fw_exec(dev, in, in_len, out, out_len));
}

/*
 * Attributes.
 */

struct sm_attr *sm_attr(struct sm_request *req, uint16_t id)
{
	const struct sm_attr_spec *spec = req->method->attrs;
	unsigned int i;

	for (i = 0; !sm_is_attrs_end(&spec[i]); i++)
		if (spec[i].id == id) {
			req->last = spec[i].text;
			return req->attr[i].is_present ? &req->attr[i] : NULL;
		}
	return NULL;
}

/* Short data are in the attribute itself. */
static bool sm_attr_is_inline(const struct sm_attr *attr)
{
	return attr->len <= sizeof(attr->data);
}

static const void *sm_user_pointer(uint64_t address)
{
	return (const void *)(uintptr_t)address;
}

int sm_attr_read(struct sm_request *req, uint16_t id, void *value, size_t size)
{
	struct sm_attr *attr = sm_attr(req, id);
	size_t len;

	memset(value, 0, size);
	if (!attr)
		return 0;
	len = attr->len < size ? attr->len : size;
	if (sm_attr_is_inline(attr))
		memcpy(value, &attr->data, len);
	else if (!sm_copy(value, sm_user_pointer(attr->data), len))
		return -EFAULT;
	return 0;
}

uint64_t sm_attr_number(struct sm_request *req, uint16_t id)
{
	struct sm_attr *attr = sm_attr(req, id);
	uint64_t number = 0;

	if (attr && sm_attr_is_inline(attr))
		memcpy(&number, &attr->data, attr->len);
	return number;
}

static bool sm_is_cleared(const struct sm_attr *attr, size_t offset)
{
	char zero[64] = { 0 }, part[64];
	size_t n;

	if (sm_attr_is_inline(attr))
		return offset >= attr->len ||
		       !memcmp((const char *)&attr->data + offset, zero, attr->len - offset);
	for (; offset < attr->len; offset += n) {
		n = attr->len - offset < sizeof(part) ? attr->len - offset : sizeof(part);
		if (!sm_copy(part, (const char *)sm_user_pointer(attr->data) + offset, n) ||
		    memcmp(part, zero, n))
			return false;
	}
	return true;
}

bool sm_attr_is_cleared(struct sm_request *req, uint16_t id, size_t offset)
{
	struct sm_attr *attr = sm_attr(req, id);

	return !attr || sm_is_cleared(attr, offset);
}

static bool sm_attr_mark_output(struct sm_request *req, const struct sm_attr *attr)
{
	__u16 flags;

	if (!sm_copy(&flags, &req->user[attr->index].flags, sizeof(flags)))
		return false;
	flags |= UVERBS_ATTR_F_VALID_OUTPUT;
	return sm_copy(&req->user[attr->index].flags, &flags, sizeof(flags));
}

int sm_attr_write(struct sm_request *req, uint16_t id, const void *value, size_t size)
{
	static const char zero[256];
	struct sm_attr *attr = sm_attr(req, id);
	char *room;
	size_t done, n;

	if (!attr)
		return 0;
	room = (char *)(uintptr_t)attr->data;
	done = attr->len < size ? attr->len : size;
	if (!sm_copy(room, value, done))
		return -EFAULT;
	for (; done < attr->len; done += n) {
		n = attr->len - done < sizeof(zero) ? attr->len - done : sizeof(zero);
		if (!sm_copy(room + done, zero, n))
			return -EFAULT;
	}
	return sm_attr_mark_output(req, attr) ? 0 : -EFAULT;
}

int sm_attr_write_handle(struct sm_request *req, uint16_t id, int64_t value)
{
	struct sm_attr *attr = sm_attr(req, id);

	return sm_copy(&req->user[attr->index].data_s64, &value, sizeof(value)) ? 0 : -EFAULT;
}

struct sm_uobj *sm_attr_uobj(struct sm_request *req, uint16_t id)
{
	struct sm_attr *attr = sm_attr(req, id);

	return attr ? attr->uobj : NULL;
}

/*
 * Objects.
 */

void *sm_uobj_new(struct sm_request *req, const struct sm_uobj_type *type)
{
	struct sm_file *file = req->file;
	struct sm_uobj *uobj = calloc(1, type->size);

	if (!uobj)
		return NULL;
	if (sm_table_add(&file->handles, uobj, &uobj->handle)) {
		free(uobj);
		return NULL;
	}
	uobj->type = type;
	uobj->file = file;
	uobj->older = file->newest;
	if (file->newest)
		file->newest->newer = uobj;
	file->newest = uobj;
	req->created = uobj;
	return uobj;
}

int sm_uobj_find(struct sm_file *file, uint16_t type, int64_t handle, struct sm_uobj **uobj)
{
	*uobj = NULL;
	if (handle >= 0 && handle <= UINT32_MAX)
		*uobj = sm_table_get(&file->handles, (uint32_t)handle);
	if (!*uobj)
		return sm_because(-ENOENT, "there is no object with handle %lld",
				  (long long)handle);
	if (type != SM_ANY_OBJECT && (*uobj)->type->id != type)
		return sm_because(-EINVAL, "handle %lld is of an object of type 0x%x, not 0x%x",
				  (long long)handle, (*uobj)->type->id, type);
	return 0;
}

void sm_uobj_use(struct sm_uobj *uobj, struct sm_uobj *used)
{
	unsigned int i = 0;

	if (!used)
		return;
	while (uobj->uses[i])
		i++;
	uobj->uses[i] = used;
	used->users++;
}

/* Removes an object, whatever became of the firmware object behind it. */
static void sm_uobj_free(struct sm_uobj *uobj)
{
	struct sm_file *file = uobj->file;
	unsigned int i;

	for (i = 0; i < SM_MAX_USES && uobj->uses[i]; i++)
		uobj->uses[i]->users--;
	if (file->async)
		sm_events_purge(file->async, uobj);
	if (uobj->async) {
		sm_events_purge(uobj->async, uobj);
		sm_events_put(uobj->async);
	}
	if (uobj->newer)
		uobj->newer->older = uobj->older;
	else
		file->newest = uobj->older;
	if (uobj->older)
		uobj->older->newer = uobj->newer;
	sm_table_remove(&file->handles, uobj->handle);
	free(uobj);
}

int sm_uobj_destroy(struct sm_uobj *uobj)
{
	int err;

	if (uobj->users)
		return sm_because(-EBUSY, "%u other objects use the object with handle %u",
				  uobj->users, uobj->handle);
	err = uobj->is_created ? uobj->type->destroy(uobj) : 0;
	if (!err)
		sm_uobj_free(uobj);
	return err;
}

int sm_nothing_more(struct sm_request *req)
{
	(void)req;	/* the object is destroyed already */
	return 0;
}

/*
 * Events.
 */

struct sm_events *sm_events_new(struct sm_request *req, uint16_t type, void (*closed)(void *owner),
				void *owner)
{
	const struct sm_events_use use = {
		.type = type, .file = req->file->number, .closed = closed, .owner = owner,
	};

	return sm_events_open(&req->created_fd, &use);
}

/* The file's queue of this type behind a descriptor, with a reference; NULL: it is none. */
static struct sm_events *sm_events_of_fd(const struct sm_file *file, uint16_t type, int64_t fd)
{
	struct sm_events *events = fd >= 0 && fd <= INT32_MAX ? sm_events_get((int)fd) : NULL;
	const struct sm_events_use *use;

	if (!events)
		return NULL;
	use = sm_events_use(events);
	if (use->type == type && use->file == file->number)
		return events;
	sm_events_put(events);
	return NULL;
}

void sm_uobj_set_async(struct sm_request *req, struct sm_uobj *uobj, uint16_t fd_attr)
{
	struct sm_attr *attr = sm_attr(req, fd_attr);

	if (!attr)
		return;
	uobj->async = attr->events;
	attr->events = NULL;
}

static void sm_uobj_event_was_read(void *object)
{
	struct sm_uobj *uobj = object;

	uobj->async_reported++;
}

void sm_uobj_async_event(struct sm_uobj *uobj, uint32_t event)
{
	struct sm_events *events = uobj->async ? uobj->async : uobj->file->async;
	struct ib_uverbs_async_event_desc record = {
		.element = uobj->user_handle,
		.event_type = event,
	};

	if (events)
		sm_events_push(events, &record, sizeof(record), sm_uobj_event_was_read, uobj);
}

/*
 * Requests.
 */

const struct sm_method *const sm_methods[] = {
	sm_uverbs_device_methods, sm_uverbs_pd_methods, sm_uverbs_mr_methods,
	sm_uverbs_dm_methods, sm_uverbs_odp_methods, sm_uverbs_cq_methods,
	sm_uverbs_qp_methods, sm_uverbs_srq_methods, sm_uverbs_xrcd_methods,
	sm_uverbs_flow_methods, sm_uverbs_flow_matcher_methods, sm_uverbs_flow_action_methods,
	sm_uverbs_counters_methods, sm_uverbs_wq_methods, sm_uverbs_rwq_table_methods,
	sm_devx_methods, sm_devx_memory_methods, sm_devx_event_methods, NULL,
};

const struct sm_write_command *const sm_write_commands[] = {
	sm_uverbs_device_commands, sm_uverbs_pd_commands, sm_uverbs_mr_commands,
	sm_uverbs_cq_commands,
	sm_uverbs_qp_commands, sm_uverbs_srq_commands, sm_uverbs_xrcd_commands,
	sm_uverbs_mcast_commands, sm_uverbs_flow_commands, sm_uverbs_wq_commands,
	sm_uverbs_rwq_table_commands, NULL,
};

static int sm_invoke_write(struct sm_request *req);

static const struct sm_method sm_write_method = {
	.object = UVERBS_OBJECT_DEVICE,
	.method = UVERBS_METHOD_INVOKE_WRITE,
	.run = sm_invoke_write,
	.attrs = {
		SM_CONST_IN(UVERBS_ATTR_WRITE_CMD),
		{ .id = UVERBS_ATTR_CORE_IN, .kind = SM_ATTR_IN, .min = 4, .max = SM_ANY_LENGTH },
		{ .id = UVERBS_ATTR_CORE_OUT, .kind = SM_ATTR_OUT, .max = SM_ANY_LENGTH },
		SM_UHW,
		SM_ATTRS_END,
	},
};

static const struct sm_method *sm_method_find(uint16_t object, uint16_t number)
{
	const struct sm_method *method;
	unsigned int i;

	if (object == sm_write_method.object && number == sm_write_method.method)
		return &sm_write_method;
	for (i = 0; sm_methods[i]; i++)
		for (method = sm_methods[i]; method->run; method++)
			if (method->object == object && method->method == number)
				return method;
	return NULL;
}

static const struct sm_write_command *sm_write_command_find(uint64_t number)
{
	const struct sm_write_command *command;
	unsigned int i;

	for (i = 0; sm_write_commands[i]; i++)
		for (command = sm_write_commands[i]; command->run; command++)
			if (command->number == number)
				return command;
	return NULL;
}

/*
 * libibverbs expects ENOSPC for its first command, which has no room for the answer: it means that
 * every command can be sent by this method.
 */
static int sm_invoke_write(struct sm_request *req)
{
	const struct sm_write_command *command =
		sm_write_command_find(sm_attr_number(req, UVERBS_ATTR_WRITE_CMD));

	req->is_asked = true; /* until it is known that the device has the command */
	if (!command)
		return sm_because(-EOPNOTSUPP, "the device has no such command");
	if (sm_attr_len(req, UVERBS_ATTR_CORE_IN) < command->in_size ||
	    sm_attr_len(req, UVERBS_ATTR_CORE_OUT) < command->out_size)
		return sm_because(-ENOSPC,
				  "command and answer have %zu and %zu bytes, at least %u and %u "
				  "are needed",
				  sm_attr_len(req, UVERBS_ATTR_CORE_IN),
				  sm_attr_len(req, UVERBS_ATTR_CORE_OUT), command->in_size,
				  command->out_size);
	req->is_asked = false;
	if (!req->file->has_context)
		return sm_because(-EINVAL, "the file has no context yet");
	return command->run(req);
}

int sm_command_read(struct sm_request *req, void *command, size_t size)
{
	return sm_attr_read(req, UVERBS_ATTR_CORE_IN, command, size);
}

int sm_command_answer(struct sm_request *req, const void *answer, size_t size)
{
	return sm_attr_write(req, UVERBS_ATTR_CORE_OUT, answer, size);
}

static int sm_take_data(const struct sm_attr_spec *spec, const struct ib_uverbs_attr *given,
			struct sm_attr *attr)
{
	if (given->attr_data.reserved)
		return sm_because(-EINVAL, "attribute %s: reserved bits are set", spec->text);
	if (given->len < spec->min || (given->len > spec->max && !spec->may_be_longer))
		return sm_because(-EINVAL, "attribute %s has %u bytes, %u to %u are allowed",
				  spec->text, given->len, spec->min, spec->max);
	attr->len = given->len;
	attr->data = given->data;
	if (spec->kind == SM_ATTR_IN && spec->may_be_longer && !sm_is_cleared(attr, spec->max))
		return sm_because(-EOPNOTSUPP, "attribute %s: bytes behind the first %u are not 0",
				  spec->text, spec->max);
	return 0;
}

static int sm_take_enum(const struct sm_attr_spec *spec, const struct ib_uverbs_attr *given,
			struct sm_attr *attr)
{
	const uint8_t number = given->attr_data.enum_data.elem_id;
	const uint16_t len = number ? 0 : spec->min;

	if (number >= spec->n)
		return sm_because(-EOPNOTSUPP, "attribute %s is %u; below %u is allowed", spec->text,
				  number, spec->n);
	if (given->attr_data.enum_data.reserved)
		return sm_because(-EINVAL, "attribute %s: reserved bits are set", spec->text);
	if (given->len != len)
		return sm_because(-EINVAL, "attribute %s is %u, and has %u bytes; %u are allowed",
				  spec->text, number, given->len, len);
	attr->number = number;
	attr->len = len;
	attr->data = given->data;
	return 0;
}

static int sm_take_handles(struct sm_file *file, const struct sm_attr_spec *spec,
			   const struct ib_uverbs_attr *given, struct sm_attr *attr)
{
	uint32_t handle;
	int err;

	attr->len = given->len;
	attr->data = given->data;
	if (given->attr_data.reserved)
		return sm_because(-EINVAL, "attribute %s: reserved bits are set", spec->text);
	if (given->len % sizeof(handle) || given->len < spec->min || given->len > spec->max)
		return sm_because(-EINVAL, "attribute %s has %u bytes; %u to %u, by 4, are allowed",
				  spec->text, given->len, spec->min, spec->max);
	for (size_t at = given->len; at; at -= sizeof(handle)) {
		if (sm_attr_is_inline(attr))
			memcpy(&handle, (const char *)&attr->data + at - sizeof(handle), sizeof(handle));
		else if (!sm_copy(&handle, (const char *)sm_user_pointer(attr->data) + at - sizeof(handle),
				  sizeof(handle)))
			return -EFAULT;
		err = sm_uobj_find(file, spec->object, handle, &attr->uobj);
		if (err)
			return err;
	}
	return 0;
}

static int sm_take_handle(struct sm_file *file, const struct sm_attr_spec *spec,
			  const struct ib_uverbs_attr *given, struct sm_attr *attr)
{
	if (given->attr_data.reserved || given->len)
		return sm_because(-EINVAL, "attribute %s: a handle has no length", spec->text);
	switch (spec->kind) {
	case SM_ATTR_OBJECT:
	case SM_ATTR_DESTROY:
		return sm_uobj_find(file, spec->object, given->data_s64, &attr->uobj);
	case SM_ATTR_FD:
		attr->events = sm_events_of_fd(file, spec->object, given->data_s64);
		return attr->events ?
			       0 :
			       sm_because(-EBADF,
					  "attribute %s: descriptor %lld is none of this queue of "
					  "events",
					  spec->text, (long long)given->data_s64);
	default:
		attr->data = given->data;
		return 0;
	}
}

static int sm_take_by_kind(struct sm_file *file, const struct sm_attr_spec *spec,
			   const struct ib_uverbs_attr *given, struct sm_attr *attr)
{
	switch (spec->kind) {
	case SM_ATTR_IN:
	case SM_ATTR_OUT:
		return sm_take_data(spec, given, attr);
	case SM_ATTR_ENUM:
		return sm_take_enum(spec, given, attr);
	case SM_ATTR_OBJECTS:
		return sm_take_handles(file, spec, given, attr);
	default:
		return sm_take_handle(file, spec, given, attr);
	}
}

static int sm_take_attr(struct sm_request *req, const struct ib_uverbs_attr *given,
			unsigned int index)
{
	const struct sm_attr_spec *spec = req->method->attrs;
	struct sm_attr *attr;
	unsigned int i;
	int err;

	for (i = 0; !sm_is_attrs_end(&spec[i]) && spec[i].id != given->attr_id; i++)
		;
	req->last = "unknown";
	if (sm_is_attrs_end(&spec[i]))
		return !(given->flags & UVERBS_ATTR_F_MANDATORY) ?
			       0 :
			       sm_because(-EPROTONOSUPPORT,
					  "the device does not know attribute 0x%x",
					  given->attr_id);
	attr = &req->attr[i];
	req->last = spec[i].text;
	if (attr->is_present)
		return sm_because(-EINVAL, "attribute %s is there twice", spec[i].text);
	err = sm_take_by_kind(req->file, &spec[i], given, attr);
	attr->index = index;
	attr->is_present = !err;
	return err;
}

static int sm_take_attrs(struct sm_request *req, unsigned int n)
{
	const struct sm_attr_spec *spec = req->method->attrs;
	struct ib_uverbs_attr given;
	unsigned int i;
	int err;

	for (i = 0; i < n; i++) {
		if (!sm_copy(&given, &req->user[i], sizeof(given)))
			return -EFAULT;
		err = sm_take_attr(req, &given, i);
		if (err)
			return err;
	}
	for (i = 0; !sm_is_attrs_end(&spec[i]); i++)
		if (spec[i].is_mandatory && !req->attr[i].is_present) {
			req->last = spec[i].text;
			return sm_because(-EINVAL, "attribute %s is missing", spec[i].text);
		}
	req->last = NULL;
	return 0;
}

/* The counts that the destruction of an object returns in the answer. */
static void sm_request_note_counts(struct sm_request *req, struct sm_uobj *uobj)
{
	req->async_reported = uobj->async_reported;
	if (uobj->type->id == UVERBS_OBJECT_CQ)
		req->comp_reported = sm_to_cq(uobj)->comp_reported;
}

static int sm_destroy_first(struct sm_request *req)
{
	const struct sm_attr_spec *spec = req->method->attrs;
	struct sm_uobj *uobj;
	unsigned int i;

	for (i = 0; !sm_is_attrs_end(&spec[i]); i++) {
		if (spec[i].kind != SM_ATTR_DESTROY)
			continue;
		uobj = req->attr[i].uobj;
		req->attr[i].uobj = NULL;
		sm_request_note_counts(req, uobj);
		return sm_uobj_destroy(uobj);
	}
	return 0;
}

static void sm_request_release(struct sm_request *req, int err)
{
	unsigned int i;

	if (err && req->created)
		sm_uobj_destroy(req->created);
	for (i = 0; i < SM_MAX_ATTRS; i++)
		if (req->attr[i].events)
			sm_events_put(req->attr[i].events);
}

/*
 * When the device is unplugged, objects can only be destroyed. Linux before 4.19 refused that too.
 */
static int sm_request_check(struct sm_request *req)
{
	const struct sm_attr_spec *spec = req->method->attrs;

	if (!req->file->is_disassociated)
		return !req->method->needs_context || req->file->has_context ?
			       0 :
			       sm_because(-EINVAL, "the file has no context yet");
	for (; !sm_is_attrs_end(spec); spec++)
		if (spec->kind == SM_ATTR_DESTROY && !req->file->dev->caps->kernel.no_destroy)
			return 0;
	return sm_because(-EIO, "the device was unplugged");
}

static int sm_request_run(struct sm_request *req, unsigned int n)
{
	int err = sm_take_attrs(req, n);

	if (!err)
		err = sm_request_check(req);
	if (!err)
		err = sm_destroy_first(req);
	if (!err)
		err = req->method->run(req);
	sm_request_release(req, err);
	return err;
}

/* The capability that Linux has these objects for, and that the device lacks; NULL: none. */
static const char *sm_object_lacks(const struct sm_dev *dev, uint32_t object)
{
	switch (object) {
	case MLX5_IB_OBJECT_DEVX:
	case MLX5_IB_OBJECT_DEVX_OBJ:
	case MLX5_IB_OBJECT_DEVX_UMEM:
	case MLX5_IB_OBJECT_DEVX_ASYNC_CMD_FD:
	case MLX5_IB_OBJECT_DEVX_ASYNC_EVENT_FD:
		return prm_cmd_hca_cap_get_log_max_uctx(dev->caps->general) ?
			       NULL :
			       "DEVX needs the capability log_max_uctx";
	case MLX5_IB_OBJECT_STEERING_ANCHOR:
		return "a steering anchor needs the capability shared_object_to_user_object_allowed";
	default:
		return NULL;
	}
}

static int sm_file_request(struct sm_request *req, struct ib_uverbs_ioctl_hdr *user)
{
	struct ib_uverbs_ioctl_hdr hdr;
	const char *lacks;

	if (!sm_copy(&hdr, user, sizeof(hdr)))
		return -EFAULT;
	if (hdr.length > SM_PAGE_SIZE ||
	    hdr.length != sizeof(hdr) + hdr.num_attrs * sizeof(struct ib_uverbs_attr))
		return sm_because(-EINVAL, "length %u does not fit %u attributes", hdr.length,
				  hdr.num_attrs);
	if (hdr.reserved1 || hdr.reserved2)
		return sm_because(-EPROTONOSUPPORT, "reserved bits of the head are set");
	if (hdr.driver_id != RDMA_DRIVER_MLX5)
		return sm_because(-EINVAL, "driver_id is %u, mlx5's is %u", hdr.driver_id,
				  RDMA_DRIVER_MLX5);
	req->object = hdr.object_id;
	req->number = hdr.method_id;
	req->method = sm_method_find(hdr.object_id, hdr.method_id);
	lacks = sm_object_lacks(req->file->dev, req->object);
	if (lacks || !req->method)
		return sm_because(-EPROTONOSUPPORT, "%s",
				  lacks ? lacks : "the device has no such method");
	req->user = (struct ib_uverbs_attr *)(void *)(user + 1);
	return sm_request_run(req, hdr.num_attrs);
}

/* For a refusal that gives no reason of its own. */
static const char *sm_errno_reason(int err)
{
	switch (-err) {
	case ENOMEM:
		return "out of memory, or of numbers for objects";
	case EFAULT:
		return "memory that the call names is not mapped, or not writable";
	case EREMOTEIO:
		return "the firmware refuses the command";
	default:
		return "no reason is known";
	}
}

/*
 * Reports a refusal with its reason. Without one, the attribute that was looked at last is mostly the
 * one that is wrong.
 */
SM_COLD static void sm_request_refused(struct sm_request *req, int err)
{
	const char *why = sm_reason(), *last = req->last, *errno_name = strerrorname_np(-err);
	const char *between = ": ", *name;
	uint64_t number;

	if (!why && sm_reason_is_reported()) {
		why = "the firmware has refused its command";
	} else if (!why && last) {
		between = ": attribute looked at last: ";
		why = last;
	} else if (!why) {
		why = sm_errno_reason(err);
	}
	if (req->method == &sm_write_method) {
		number = sm_attr_number(req, UVERBS_ATTR_WRITE_CMD);
		name = sm_write_command_name(number);
		sm_reason_report(req->file->dev, "kernel", req->is_asked,
				 "%s, write command 0x%x: %s%s%s",
				 name ? name : "an unknown command", (unsigned int)number,
				 errno_name, between, why);
		return;
	}
	name = sm_method_name(req->object, req->number);
	sm_reason_report(req->file->dev, "kernel", req->is_asked || !req->method,
			 "%s, method 0x%x of object 0x%x: %s%s%s",
			 name ? name : "an unknown method", req->number, req->object, errno_name,
			 between, why);
}

int sm_file_ioctl(struct sm_file *file, unsigned long request, void *argument)
{
	struct sm_request req = { .file = file, .created_fd = -1 };
	int err;

	if (request != RDMA_VERBS_IOCTL)
		return -ENOTTY;
	sm_lock();
	sm_uar_settle();
	sm_reason_begin();
	err = sm_file_request(&req, argument);
	if (err)
		sm_request_refused(&req, err);
	sm_unlock();
	/* Called without the lock: the descriptor's owner is called back. */
	if (err && req.created_fd >= 0)
		close(req.created_fd);
	return err;
}

/*
 * Files.
 */

static struct sm_file *sm_files;	/* all of the process */
static uint64_t sm_file_count;		/* opened so far */

static void sm_files_unplugged(struct sm_dev *dev);

struct sm_file *sm_file_open(struct sm_dev *dev)
{
	struct sm_file *file = calloc(1, sizeof(*file));

	if (!file)
		return NULL;
	file->dev = dev;
	sm_table_init(&file->handles, 1, 1 << 24);
	sm_lock();
	dev->unplugged = sm_files_unplugged;
	file->number = ++sm_file_count;
	file->next = sm_files;
	sm_files = file;
	sm_unlock();
	return file;
}

/* A DEVX context gets a uid of its own. */
int sm_file_alloc_uid(struct sm_file *file)
{
	uint32_t uid;
	int err = sm_table_add(&sm_uids, file, &uid);

	if (!err)
		file->uid = (uint16_t)uid;
	return -err;
}

/*
 * Objects are destroyed in rounds, newest first, until a round destroys none: some are in use by
 * others that the kernel does not know, such as the memory of a DEVX queue. What the firmware still
 * refuses then (fault injection) is destroyed with the uid of the file.
 */
static void sm_file_destroy_objects(struct sm_file *file)
{
	struct sm_uobj *uobj, *older;
	bool has_progress = true;

	sm_reason_hush(true);
	while (has_progress) {
		has_progress = false;
		for (uobj = file->newest; uobj; uobj = older) {
			older = uobj->older;
			has_progress |= !sm_uobj_destroy(uobj);
		}
	}
	while (file->newest) {
		uobj = file->newest;
		if (uobj->is_created && uobj->type->abandon)
			uobj->type->abandon(uobj);
		sm_uobj_free(uobj);
	}
	sm_reason_hush(false);
}

/* Releases the object's resource; its handle stays until the application destroys it. */
static bool sm_uobj_disassociate(struct sm_uobj *uobj, bool by_force)
{
	struct sm_file *file = uobj->file;
	unsigned int i;

	if (!uobj->is_created || (uobj->users && !by_force))
		return false;
	if (uobj->type->destroy(uobj)) {
		if (!by_force)
			return false;
		if (uobj->type->abandon)
			uobj->type->abandon(uobj);
	}
	uobj->is_created = false;
	for (i = 0; i < SM_MAX_USES && uobj->uses[i]; i++) {
		uobj->uses[i]->users--;
		uobj->uses[i] = NULL;
	}
	if (file->async)
		sm_events_purge(file->async, uobj);
	if (uobj->async)
		sm_events_purge(uobj->async, uobj);
	return true;
}

static void sm_file_disassociate(struct sm_file *file)
{
	const struct ib_uverbs_async_event_desc record = { .event_type = IBV_EVENT_DEVICE_FATAL };
	struct sm_uobj *uobj;
	bool has_progress = true;

	file->is_disassociated = true;
	sm_reason_hush(true);
	for (uobj = file->newest; uobj; uobj = uobj->older)
		if (uobj->is_created && uobj->type->disassociate)
			uobj->type->disassociate(uobj);
	while (has_progress) {
		has_progress = false;
		for (uobj = file->newest; uobj; uobj = uobj->older)
			has_progress |= sm_uobj_disassociate(uobj, false);
	}
	for (uobj = file->newest; uobj; uobj = uobj->older)
		sm_uobj_disassociate(uobj, true);
	sm_reason_hush(false);
	sm_devx_channels_end(file);
	sm_context_free(file);
	if (file->async)
		sm_events_push(file->async, &record, sizeof(record), NULL, NULL);
}

/* Like ib_uverbs when a device is removed. Files that are opened later have a device again. */
static void sm_files_unplugged(struct sm_dev *dev)
{
	struct sm_file *file;

	for (file = sm_files; file; file = file->next)
		if (file->dev == dev && !file->is_disassociated)
			sm_file_disassociate(file);
}

static void sm_file_unlink(struct sm_file *file)
{
	struct sm_file **link = &sm_files;

	while (*link != file)
		link = &(*link)->next;
	*link = file->next;
}

void sm_file_close(struct sm_file *file)
{
	sm_lock();
	sm_uar_settle();
	sm_file_unlink(file);
	sm_file_destroy_objects(file);
	sm_devx_channels_end(file);
	sm_context_free(file);
	sm_uar_release_kept(file);
	if (file->uid)
		sm_table_remove(&sm_uids, file->uid);
	if (file->async)
		sm_events_put(file->async);
	sm_table_free(&file->handles);
	sm_unlock();
	free(file);
}

SM_COLD static void sm_mmap_refused(const struct sm_file *file, size_t len, uint64_t page)
{
	const char *why = sm_reason();
	const int err = errno;

	sm_reason_report(file->dev, "kernel", false, "mmap of %zu bytes at page 0x%llx: %s: %s", len,
			 (unsigned long long)page, strerrorname_np(err),
			 why ? why : file->has_context ? strerrordesc_np(err) : "the file has no context");
	errno = err;
}

/*
 * Offsets are those of mlx5_ib: in pages, a command and its argument. The commands of the kernel's
 * own pages are above all others; their argument is the number of the UAR.
 */
void *sm_file_mmap(struct sm_file *file, void *addr, size_t len, int prot, int flags, off_t offset)
{
	uint64_t page = (uint64_t)offset / SM_PAGE_SIZE;
	void *map = MAP_FAILED;

	sm_lock();
	sm_reason_begin();
	if (!file->has_context)
		errno = file->is_disassociated ? EIO : EINVAL;
	else if (page >= SM_MMAP_UAR && page - SM_MMAP_UAR <= UINT32_MAX)
		map = sm_uar_mmap(file, addr, len, prot, flags, (uint32_t)(page - SM_MMAP_UAR));
	else if (page == SM_MMAP_CLOCK_INFO)
		map = sm_clock_mmap(file, addr, len, prot, flags);
	else if (SM_MMAP_COMMAND(page) == SM_MMAP_DEVICE_MEM)
		map = sm_dm_mmap(file, addr, len, flags, SM_MMAP_INDEX(page));
	else
		errno = sm_because(EINVAL, "there is nothing at this offset");
	if (map == MAP_FAILED)
		sm_mmap_refused(file, len, page);
	sm_unlock();
	return map;
}
