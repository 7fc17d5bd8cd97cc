/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <prm_cmd.h>
#include <prm_general_obj.h>
#include <prm_mkey.h>
#include <prm_psv_cmd.h>
#include <prm_qp.h>
#include <prm_query_hca_cap.h>

#include "replay.h"

/* An object on the device. */
struct object {
	enum prm_cmd_opcode created_by;
	uint32_t number;
};

static struct fake_command *record(struct fake *fake, const void *in, size_t inlen, size_t outlen)
{
	struct fake_command *command = &fake->commands[fake->num_commands];

	if (fake->num_commands == FAKE_MAX_COMMANDS || inlen > FAKE_MAX_IN)
		abort();
	fake->num_commands++;
	memcpy(command->in, in, inlen);
	command->inlen = inlen;
	command->outlen = outlen;
	return command;
}

static uint32_t opcode_of(const void *in)
{
	return prm_cmd_in_hdr_get_opcode(in);
}

/* Returns the errno if this command fails, whose answer then has the status; else 0. */
static int refuse(struct fake *fake, bool is_it, void *out)
{
	if (!is_it)
		return 0;
	if (fake->fail_errno == EREMOTEIO)
		prm_cmd_out_hdr_set_status(out, (uint32_t)fake->fail_status);
	return fake->fail_errno;
}

static void answer_object(struct fake *fake, struct object *object, void *out)
{
	switch (object->created_by) {
	case PRM_CMD_OPCODE_CREATE_PSV:
		object->number = fake->num_psvs++ ? fake->wire_psv : fake->mem_psv;
		prm_create_psv_out_set_psv0_index(out, object->number);
		break;
	case PRM_CMD_OPCODE_CREATE_MKEY:
		object->number = fake->mkey_index;
		prm_create_mkey_out_set_mkey_index(out, object->number);
		break;
	default:
		break;
	}
}

static void *obj_create(void *cookie, const void *in, size_t inlen, void *out, size_t outlen)
{
	struct fake *fake = cookie;
	struct object *object;

	record(fake, in, inlen, outlen);
	errno = refuse(fake, (int)fake->num_creates++ == fake->fail_at, out);
	if (errno)
		return NULL;
	object = calloc(1, sizeof(*object));
	if (!object)
		abort();
	object->created_by = (enum prm_cmd_opcode)opcode_of(in);
	answer_object(fake, object, out);
	fake->num_objects++;
	return object;
}

/* Records the command that the kernel builds: 16 bytes, of which opcode and number are compared. */
static void record_destroy(struct fake *fake, const struct object *object)
{
	struct prm_destroy_psv_in_fields psv_v = { .psvn = object->number };
	struct prm_destroy_mkey_in_fields mkey_v = { .mkey_index = object->number };
	struct prm_destroy_psv_in psv;
	struct prm_destroy_mkey_in mkey;

	if (object->created_by == PRM_CMD_OPCODE_CREATE_PSV) {
		prm_destroy_psv_in_pack(&psv, &psv_v);
		record(fake, &psv, sizeof(psv), 0);
	} else {
		prm_destroy_mkey_in_pack(&mkey, &mkey_v);
		record(fake, &mkey, sizeof(mkey), 0);
	}
}

static int obj_destroy(void *cookie, void *obj)
{
	struct fake *fake = cookie;

	record_destroy(fake, obj);
	if ((int)fake->num_destroys++ == fake->destroy_fail_at)
		return fake->destroy_errno;
	free(obj);
	fake->num_objects--;
	return 0;
}

/* Sets all capabilities that the cases need. */
static void answer_general_caps(const struct fake *fake, struct prm_cmd_hca_cap *cap)
{
	bool has_sig = fake->sig_block_prot;

	prm_cmd_hca_cap_set_sho(cap, has_sig);
	prm_cmd_hca_cap_set_sigerr_domain_and_sig_type(cap, has_sig);
	prm_cmd_hca_cap_set_sigerr_cqe(cap, has_sig);
	prm_cmd_hca_cap_set_drain_sigerr(cap, has_sig);
	prm_cmd_hca_cap_set_sig_block_4048(cap, has_sig);
	prm_cmd_hca_cap_set_sig_crc32c(cap, has_sig);
	prm_cmd_hca_cap_set_sig_crc64_xp10(cap, has_sig);
	prm_cmd_hca_cap_set_cqe_version(cap, 1);
	prm_cmd_hca_cap_set_max_wqe_sz_sq(cap, 1024);
	prm_cmd_hca_cap_set_crypto(cap, fake->crypto_engines);
	prm_cmd_hca_cap_set_aes_xts_single_block_le_tweak(
		cap, fake->crypto_engines & 1 << 1);
	prm_cmd_hca_cap_set_aes_xts_multi_block_be_tweak(cap, fake->crypto_engines & 1 << 2);
}

/* [byte offset, 4 bytes] of an answer that is 0 elsewhere. */
static void answer_recorded(const json_t *recorded, uint8_t *out, size_t outlen)
{
	const json_t *entry;
	size_t i, offset;

	json_array_foreach(json_object_get(recorded, "dwords"), i, entry) {
		offset = (size_t)number_of(json_array_get(entry, 0));
		if (offset + 4 <= outlen)
			get_bytes(json_string_value(json_array_get(entry, 1)), out + offset, 4);
	}
}

static int query_hca_cap(struct fake *fake, const void *in, void *out, size_t outlen)
{
	struct prm_query_hca_cap_out *answer = out;

	if (prm_query_hca_cap_in_get_cap_type(in) != PRM_HCA_CAP_TYPE_GENERAL)
		return 0;
	if (fake->hca_cap_out)
		answer_recorded(fake->hca_cap_out, out, outlen);
	else
		answer_general_caps(fake, &answer->cmd_hca_cap);
	return 0;
}

static int general_cmd(void *cookie, const void *in, size_t inlen, void *out, size_t outlen)
{
	struct fake *fake = cookie;

	record(fake, in, inlen, outlen);
	if (opcode_of(in) != PRM_CMD_OPCODE_QUERY_HCA_CAP)
		return EINVAL;
	return query_hca_cap(fake, in, out, outlen);
}

static int qp_query(void *cookie, void *handle, const void *in, size_t inlen, void *out,
		    size_t outlen)
{
	struct fake *fake = cookie;
	const json_t *status = json_object_get(fake->query_qp, "status");

	(void)handle;
	record(fake, in, inlen, outlen);
	if (!status) {
		get_bytes(get_string(fake->query_qp, "out"), out, outlen);
		return 0;
	}
	prm_cmd_out_hdr_set_status(out, (uint32_t)number_of(status));
	return (int)get_number(fake->query_qp, "errno");
}

static int qp_modify(void *cookie, void *handle, const void *in, size_t inlen, void *out,
		     size_t outlen)
{
	struct fake *fake = cookie;

	(void)handle;
	record(fake, in, inlen, outlen);
	return refuse(fake, !fake->fail_at, out);
}

void fake_init(struct fake *fake)
{
	memset(fake, 0, sizeof(*fake));
	fake->fail_at = -1;
	fake->destroy_fail_at = -1;
	fake->sig_block_prot = 3;
}

bool fake_open(struct fake *fake, bool has_update_tag)
{
	struct mlx5sig_devx_ops ops = {
		.has_update_tag = has_update_tag,
		.obj_create = obj_create,
		.obj_destroy = obj_destroy,
		.general_cmd = general_cmd,
		.qp_query = qp_query,
		.qp_modify = qp_modify,
	};

	fake->device = mlx5sig_device_open(&ops, fake);
	return fake->device;
}

void fake_forget(struct fake *fake)
{
	fake->num_commands = 0;
	fake->num_creates = 0;
	fake->num_destroys = 0;
	fake->num_psvs = 0;
}

bool fake_close(struct replay *r, struct fake *fake)
{
	int err;

	if (!fake->device)
		return true;
	err = mlx5sig_device_close(fake->device);
	if (err)
		return replay_fail(r, "closing the device gives %d", err);
	if (fake->num_objects)
		return replay_fail(r, "%d objects are left on the device", fake->num_objects);
	return true;
}

/* DESTROY commands promise only the opcode and the object's number. */
static bool is_same(const struct fake_command *command, const char *hex)
{
	struct prm_destroy_psv_in in;

	if (opcode_of(command->in) == PRM_CMD_OPCODE_DESTROY_PSV ||
	    opcode_of(command->in) == PRM_CMD_OPCODE_DESTROY_MKEY) {
		if (get_bytes(hex, &in, sizeof(in)) != command->inlen ||
		    strlen(hex) != 2 * command->inlen)
			return false;
		return opcode_of(&in) == opcode_of(command->in) &&
		       prm_destroy_psv_in_get_psvn(&in) ==
			       prm_destroy_psv_in_get_psvn((const void *)command->in);
	}
	return is_hex(hex, command->in, command->inlen);
}

/*
 * libmlx5 sends INIT2INIT_QP with room for an extension of the QP context, all of it 0.
 */
static bool is_same_but_extension(const struct fake_command *command, const char *hex)
{
	struct fake_command recorded = { .inlen = 0 };
	size_t i, len = get_bytes(hex, recorded.in, sizeof(recorded.in));

	if (opcode_of(command->in) != PRM_CMD_OPCODE_INIT2INIT_QP || len < command->inlen ||
	    memcmp(command->in, recorded.in, command->inlen))
		return false;
	for (i = command->inlen; i < len && !recorded.in[i]; i++)
		;
	return i == len;
}

bool fake_check_command(struct replay *r, const struct fake *fake, size_t i, const json_t *recorded)
{
	const struct fake_command *command = &fake->commands[i];

	if (i >= fake->num_commands)
		return replay_fail(r, "there is no command %zu", i);
	if (is_same_but_extension(command, get_string(recorded, "in")))
		replay_differs(r, "no-extension");
	else if (!is_same(command, get_string(recorded, "in")))
		return replay_fail(r, "command %zu is not %s %s", i, get_string(recorded, "cmd"),
				   get_string(recorded, "in"));
	if (json_object_get(recorded, "outlen") && get_number(recorded, "outlen") != command->outlen)
		return replay_fail(r, "the answer of %s has room for %zu bytes",
				   get_string(recorded, "cmd"), command->outlen);
	return true;
}

bool fake_check_commands(struct replay *r, const struct fake *fake, const json_t *recorded)
{
	const json_t *entry;
	size_t i;

	if (json_size(recorded) != fake->num_commands)
		return replay_fail(r, "%u commands, not %zu", fake->num_commands, json_size(recorded));
	json_array_foreach(recorded, i, entry)
		if (!fake_check_command(r, fake, i, entry))
			return false;
	return true;
}
