// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The kernel's side: counters, which flows bind to a flow counter of the device, as in mlx5_ib.
 * What is read where, the application says with the first flow that has them.
 */
#include <errno.h>
#include <infiniband/verbs.h>
#include <stdlib.h>
#include <string.h>

#include "base/guard.h"
#include "kernel/uverbs_flow.h"
#include "prm_flow_counter.h"

#define SM_COUNTERS_MAX (0xffffu / sizeof(struct mlx5_ib_flow_counters_desc))
#define SM_COUNTER_KINDS 2u	/* packets, bytes */

struct sm_counters {
	struct sm_uobj uobj;
	bool has_counter;
	uint32_t id;			/* of the device's counter */
	uint32_t n, max_index;		/* max_index: 0: no flow has them */
	struct mlx5_ib_flow_counters_desc *places;
};

static struct sm_counters *sm_to_counters(struct sm_uobj *uobj)
{
	return sm_container_of(uobj, struct sm_counters, uobj);
}

/*
 * Commands.
 */

static int sm_counter_exec_alloc(struct sm_dev *dev, uint32_t *id)
{
	struct prm_alloc_flow_counter_in_fields fields;
	struct prm_alloc_flow_counter_out out;
	struct prm_alloc_flow_counter_in in;
	int err;

	prm_alloc_flow_counter_in_fields_init(&fields);
	prm_alloc_flow_counter_in_pack(&in, &fields);
	err = sm_kernel_exec(dev, &in, sizeof(in), &out, sizeof(out));
	if (!err)
		*id = prm_alloc_flow_counter_out_get_flow_counter_id(&out);
	return err;
}

static int sm_counter_exec_dealloc(struct sm_dev *dev, uint32_t id)
{
	struct prm_dealloc_flow_counter_in_fields fields;
	struct prm_dealloc_flow_counter_out out;
	struct prm_dealloc_flow_counter_in in;

	prm_dealloc_flow_counter_in_fields_init(&fields);
	fields.flow_counter_id = id;
	prm_dealloc_flow_counter_in_pack(&in, &fields);
	return sm_kernel_exec(dev, &in, sizeof(in), &out, sizeof(out));
}

static int sm_counter_exec_query(struct sm_dev *dev, uint32_t id, uint64_t values[SM_COUNTER_KINDS])
{
	struct {
		struct prm_query_flow_counter_out head;
		struct prm_traffic_counter counter;
	} out;
	struct prm_query_flow_counter_in_fields fields;
	struct prm_query_flow_counter_in in;
	int err;

	prm_query_flow_counter_in_fields_init(&fields);
	fields.flow_counter_id = id;
	prm_query_flow_counter_in_pack(&in, &fields);
	err = sm_kernel_exec(dev, &in, sizeof(in), &out, sizeof(out));
	values[IBV_COUNTER_PACKETS] = prm_traffic_counter_get_packets(&out.counter);
	values[IBV_COUNTER_BYTES] = prm_traffic_counter_get_octets(&out.counter);
	return err;
}

/*
 * Flows.
 */

void sm_counters_unbind(struct sm_uobj *uobj)
{
	struct sm_counters *counters = sm_to_counters(uobj);

	free(counters->places);
	counters->places = NULL;
	counters->n = counters->max_index = 0;
}

/* Which numbers are read where. */
static int sm_counters_read_places(const struct mlx5_ib_flow_counters_data *data,
				   struct mlx5_ib_flow_counters_desc **places)
{
	const size_t len = data->ncounters * sizeof(**places);

	if (data->ncounters > SM_COUNTERS_MAX)
		return sm_because(-EINVAL, "ncounters is %u; at most %zu are allowed", data->ncounters,
				  SM_COUNTERS_MAX);
	*places = malloc(len + 1);
	if (!*places)
		return -ENOMEM;
	if (sm_copy(*places, (const void *)(uintptr_t)data->counters_data, len))
		return 0;
	free(*places);
	return sm_because(-EFAULT, "counters_data cannot be read");
}

static int sm_counters_set_places(struct sm_counters *counters,
				  const struct mlx5_ib_flow_counters_data *data)
{
	struct mlx5_ib_flow_counters_desc *places;
	uint32_t max_index = 0;
	int err;

	if (counters->max_index)
		return sm_because(-EINVAL, "ncounters_data is 1, and another flow has the counters");
	err = sm_counters_read_places(data, &places);
	for (uint32_t i = 0; !err && i < data->ncounters; i++) {
		if (places[i].description >= SM_COUNTER_KINDS)
			err = sm_because(-EINVAL, "description is %u; packets (0) and bytes (1) are known",
					 places[i].description);
		else if (places[i].index >= max_index)
			max_index = places[i].index + 1;
		if (err)
			free(places);
	}
	if (err)
		return err;
	counters->places = places;
	counters->n = data->ncounters;
	counters->max_index = max_index;
	return 0;
}

int sm_counters_bind(struct sm_uobj *uobj, const struct mlx5_ib_flow_counters_data *data,
		     uint32_t *counter)
{
	struct sm_counters *counters = sm_to_counters(uobj);
	int err = 0;

	if (!data && !counters->max_index)
		return sm_because(-EINVAL, "ncounters_data is 0, and no flow has the counters yet");
	if (!counters->has_counter)
		err = sm_counter_exec_alloc(uobj->file->dev, &counters->id);
	if (err)
		return err;
	counters->has_counter = true;
	*counter = counters->id;
	return data ? sm_counters_set_places(counters, data) : 0;
}

static int sm_counters_destroy(struct sm_uobj *uobj)
{
	struct sm_counters *counters = sm_to_counters(uobj);
	int err = counters->has_counter ? sm_counter_exec_dealloc(uobj->file->dev, counters->id) : 0;

	if (!err)
		sm_counters_unbind(uobj);
	return err;
}

static const struct sm_uobj_type sm_counters_type = {
	.id = UVERBS_OBJECT_COUNTERS,
	.size = sizeof(struct sm_counters),
	.destroy = sm_counters_destroy,
	.abandon = sm_counters_unbind,
};

/*
 * Methods.
 */

static int sm_create_counters(struct sm_request *req)
{
	struct sm_counters *counters = sm_uobj_new(req, &sm_counters_type);

	if (!counters)
		return -ENOMEM;
	counters->uobj.is_created = true;
	return sm_attr_write_handle(req, UVERBS_ATTR_CREATE_COUNTERS_HANDLE, counters->uobj.handle);
}

static int sm_counters_answer(struct sm_request *req, const struct sm_counters *counters, size_t n)
{
	uint64_t values[SM_COUNTER_KINDS], *answer = calloc(n + 1, sizeof(*answer));
	int err;

	if (!answer)
		return -ENOMEM;
	err = sm_counter_exec_query(req->file->dev, counters->id, values);
	for (uint32_t i = 0; !err && i < counters->n; i++)
		answer[counters->places[i].index] += values[counters->places[i].description];
	if (!err)
		err = sm_attr_write(req, UVERBS_ATTR_READ_COUNTERS_BUFF, answer, n * sizeof(*answer));
	free(answer);
	return err;
}

static int sm_read_counters(struct sm_request *req)
{
	const struct sm_counters *counters =
		sm_to_counters(sm_attr_uobj(req, UVERBS_ATTR_READ_COUNTERS_HANDLE));
	const uint64_t flags = sm_attr_number(req, UVERBS_ATTR_READ_COUNTERS_FLAGS);
	const size_t n = sm_attr_len(req, UVERBS_ATTR_READ_COUNTERS_BUFF) / sizeof(uint64_t);

	if (!counters->uobj.users)
		return sm_because(-EINVAL, "no flow has the counters");
	if (flags & ~(uint64_t)IB_UVERBS_READ_COUNTERS_PREFER_CACHED)
		return sm_because(-EINVAL, "flags are 0x%llx; 0x%x are known", (unsigned long long)flags,
				  IB_UVERBS_READ_COUNTERS_PREFER_CACHED);
	if (counters->max_index > n)
		return sm_because(-EINVAL, "the answer has room for %zu numbers; the last one is %u", n,
				  counters->max_index - 1);
	return sm_counters_answer(req, counters, n);
}

const struct sm_method sm_uverbs_counters_methods[] = {
	{
		.object = UVERBS_OBJECT_COUNTERS,
		.method = UVERBS_METHOD_COUNTERS_CREATE,
		.needs_context = true,
		.run = sm_create_counters,
		.attrs = {
			SM_NEW(UVERBS_ATTR_CREATE_COUNTERS_HANDLE),
			SM_ATTRS_END,
		},
	}, {
		.object = UVERBS_OBJECT_COUNTERS,
		.method = UVERBS_METHOD_COUNTERS_DESTROY,
		.needs_context = true,
		.run = sm_nothing_more,
		.attrs = {
			SM_DESTROY(UVERBS_ATTR_DESTROY_COUNTERS_HANDLE, UVERBS_OBJECT_COUNTERS),
			SM_ATTRS_END,
		},
	}, {
		.object = UVERBS_OBJECT_COUNTERS,
		.method = UVERBS_METHOD_COUNTERS_READ,
		.needs_context = true,
		.run = sm_read_counters,
		.attrs = {
			SM_OBJECT(UVERBS_ATTR_READ_COUNTERS_HANDLE, UVERBS_OBJECT_COUNTERS),
			SM_OUT_BYTES(UVERBS_ATTR_READ_COUNTERS_BUFF, 0),
			SM_FLAGS_IN(UVERBS_ATTR_READ_COUNTERS_FLAGS),
			SM_ATTRS_END,
		},
	},
	{ .run = NULL },
};
