// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Every command through every method of DEVX, with bodies that are zero, short, random, right, and right but for one dword.
 * Prints each answer but the usual one, EINVAL of the kernel, in a line, with what a query has answered, by dword; and how many
 * there were.
 * Run on softmlx5 in the process and on Linux's driver, the lines must be the same.
 */
#include <stddef.h>
#include <sys/mman.h>

#include "../../../rig/connect.h"
#include "../../../rig/random.h"

#include "prm_alloc.h"
#include "prm_cmd.h"
#include "prm_cq.h"
#include "prm_dct.h"
#include "prm_general_obj.h"
#include "prm_mkey.h"
#include "prm_psv_cmd.h"
#include "prm_q_counter.h"
#include "prm_qp.h"
#include "prm_rmp.h"
#include "prm_srq.h"

#define N_OPCODES 0x1000
#define LEN 1024	/* of most bodies and answers */
#define SHORT 16	/* the least that mlx5_ib takes */
#define SEED 19
#define PAGES 16
#define CHANGES 100	/* of a body */
#define PAGE 4096

enum method { CREATE, GENERAL, QUERY, MODIFY, N_METHODS };

static const char *const method_names[N_METHODS] = { "obj_create", "general_cmd", "obj_query", "obj_modify" };

enum made { PD, TD, XRCD, COUNTER, MKEY, PSV, CQ, SRQ, RMP, XRC_SRQ, QP, DCT, DEK, N_MADE };

static const char *const made_names[N_MADE] = {
	"pd", "transport_domain", "xrcd", "q_counter", "mkey", "psv", "cq", "srq", "rmp", "xrc_srq", "qp", "dct", "dek",
};

/* A context with the objects that right bodies refer to. */
struct user {
	struct ibv_context *context;
	struct mlx5dv_devx_uar *uar;
	struct mlx5dv_devx_umem *umem;
	void *memory;
	uint32_t eqn;
	struct mlx5dv_devx_obj *obj[N_MADE];
	uint32_t number[N_MADE];
};

static struct user users[2];
static unsigned int n_calls, n_usual;

/* Prints OK, and the dwords after the head of what is no new object's number. */
static void contents(const char *method, const void *out)
{
	const prm_be32 *dword = out;
	unsigned int i;

	printf("OK");
	for (i = 2; i < LEN / sizeof(*dword) && strcmp(method, method_names[CREATE]); i++)
		if (prm_be32_to_cpu(dword[i]))
			printf(" %x:%x", i * 4, prm_be32_to_cpu(dword[i]));
	printf("\n");
}

/* Prints an answer, unless it is the usual one. */
static void answer(const char *what, const char *method, const char *body, bool is_bad, const void *out)
{
	const int err = errno;

	n_calls++;
	if (is_bad && err == EINVAL) {
		n_usual++;
		return;
	}
	printf("%s %s %s: ", method, what, body);
	if (!is_bad)
		contents(method, out);
	else if (err == EREMOTEIO || prm_cmd_out_hdr_get_status(out))
		printf("%s %s\n", strerrorname_np(err), prm_cmd_status_str(prm_cmd_out_hdr_get_status(out)));
	else
		printf("%s\n", strerrorname_np(err));
}

static const char *name_of(uint16_t opcode)
{
	static char text[32];

	snprintf(text, sizeof(text), "%s", prm_cmd_opcode_str(opcode) ? prm_cmd_opcode_str(opcode) : "?");
	if (!prm_cmd_opcode_str(opcode))
		snprintf(text, sizeof(text), "0x%03x", opcode);
	return text;
}

/* One call. What it makes is destroyed, which is printed if it fails. */
static void call(struct user *user, enum method method, struct mlx5dv_devx_obj *obj, const char *what, const char *body,
		 const void *in, size_t in_len)
{
	_Alignas(8) uint8_t out[LEN] = { 0 };
	struct mlx5dv_devx_obj *made;
	int err;

	errno = 0;
	switch (method) {
	case CREATE:
		made = mlx5dv_devx_obj_create(user->context, in, in_len, out, sizeof(out));
		answer(what, method_names[method], body, !made, out);
		if (made && mlx5dv_devx_obj_destroy(made))
			printf("obj_destroy %s %s: %s\n", what, body, strerrorname_np(errno));
		return;
	case GENERAL:
		err = mlx5dv_devx_general_cmd(user->context, in, in_len, out, sizeof(out));
		break;
	case QUERY:
		err = mlx5dv_devx_obj_query(obj, in, in_len, out, sizeof(out));
		break;
	default:
		err = mlx5dv_devx_obj_modify(obj, in, in_len, out, sizeof(out));
		break;
	}
	answer(what, method_names[method], body, err, out);
}

/*
 * Every opcode by every method. Short bodies are not for methods that create or modify, which set bits of umems in them.
 */
static void sweep(struct user *user, const char *kind, struct mlx5dv_devx_obj *obj, unsigned int first, unsigned int last)
{
	uint64_t random = random_seed(SEED);
	_Alignas(8) uint8_t in[LEN];
	char body[64];
	unsigned int opcode, m, round;

	for (opcode = 0; opcode < N_OPCODES; opcode++)
		for (m = first; m <= last; m++)
			for (round = 0; round < 3; round++) {
				static const char *const rounds[] = { "zero", "short", "random" };

				if (round == 1 && (m == CREATE || m == MODIFY))
					continue;
				/* A second time, or without a layout, once is enough. */
				if (round && (*kind || !prm_cmd_opcode_str((uint16_t)opcode)) && m != GENERAL)
					continue;
				memset(in, 0, sizeof(in));
				if (round == 2)
					random_fill(&random, in + 4, sizeof(in) - 4);
				prm_cmd_in_hdr_set_opcode((void *)in, (uint16_t)opcode);
				snprintf(body, sizeof(body), "%s%s", kind, rounds[round]);
				call(user, (enum method)m, obj, name_of((uint16_t)opcode), body, in,
				     round == 1 ? SHORT : sizeof(in));
			}
}

/*
 * Right bodies.
 */

/* Queues of the objects are in one umem, a page for each, and a page of doorbell records. */
static uint64_t page_of(enum made made)
{
	return (uint64_t)made * PAGE;
}

static uint64_t record_of(enum made made)
{
	return (uint64_t)(N_MADE * PAGE) + made * 64u;
}

static void queue_in_umem(struct prm_wq_fields *wq, const struct user *user, enum made made)
{
	wq->pd = user->number[PD];
	wq->wq_umem_id = wq->dbr_umem_id = user->umem->umem_id;
	wq->wq_umem_offset = page_of(made);
	wq->dbr_addr = record_of(made);
	wq->log_wq_sz = 3;
	wq->log_wq_stride = 6;
	wq->wq_type = PRM_WQ_TYPE_LINKED_LIST;
}

#define EMIT(layout, name) (prm_##layout##_in_pack((struct prm_##layout##_in *)in, &name), sizeof(struct prm_##layout##_in))

/* Writes the command that makes an object; returns its length. */
static size_t creation(const struct user *user, enum made made, void *in)
{
	const uint32_t umem = user->umem->umem_id;

	switch (made) {
	case PD: {
		struct prm_alloc_pd_in_fields v;

		prm_alloc_pd_in_fields_init(&v);
		return EMIT(alloc_pd, v);
	}
	case TD: {
		struct prm_alloc_transport_domain_in_fields v;

		prm_alloc_transport_domain_in_fields_init(&v);
		return EMIT(alloc_transport_domain, v);
	}
	case XRCD: {
		struct prm_alloc_xrcd_in_fields v;

		prm_alloc_xrcd_in_fields_init(&v);
		return EMIT(alloc_xrcd, v);
	}
	case COUNTER: {
		struct prm_alloc_q_counter_in_fields v;

		prm_alloc_q_counter_in_fields_init(&v);
		return EMIT(alloc_q_counter, v);
	}
	case MKEY: {
		struct prm_create_mkey_in_fields v;

		prm_create_mkey_in_fields_init(&v);
		v.memory_key_mkey_entry.access_mode_1_0 = PRM_MKC_ACCESS_MODE_KLMS;
		v.memory_key_mkey_entry.umr_en = true;
		v.memory_key_mkey_entry.free = true;
		v.memory_key_mkey_entry.lr = true;
		v.memory_key_mkey_entry.lw = true;
		v.memory_key_mkey_entry.qpn = 0xffffff;
		v.memory_key_mkey_entry.pd = user->number[PD];
		v.memory_key_mkey_entry.translations_octword_size = 4;
		return EMIT(create_mkey, v);
	}
	case PSV: {
		struct prm_create_psv_in_fields v;

		prm_create_psv_in_fields_init(&v);
		v.num_psv = 1;
		v.pd = user->number[PD];
		return EMIT(create_psv, v);
	}
	case CQ: {
		struct prm_create_cq_in_fields v;

		prm_create_cq_in_fields_init(&v);
		v.cq_umem_id = v.cq_context.dbr_umem_id = umem;
		v.cq_umem_offset = page_of(CQ);
		v.cq_context.dbr_addr = record_of(CQ);
		v.cq_context.log_cq_size = 3;
		v.cq_context.uar_page = user->uar->page_id;
		v.cq_context.c_eqn = user->eqn;
		return EMIT(create_cq, v);
	}
	case SRQ: {
		struct prm_create_srq_in_fields v;

		prm_create_srq_in_fields_init(&v);
		return EMIT(create_srq, v);
	}
	case RMP: {
		struct prm_create_rmp_in_fields v;

		prm_create_rmp_in_fields_init(&v);
		v.ctx.state = PRM_RMP_STATE_RDY;
		queue_in_umem(&v.ctx.wq, user, RMP);
		return EMIT(create_rmp, v);
	}
	case XRC_SRQ: {
		struct prm_create_xrc_srq_in_fields v;

		prm_create_xrc_srq_in_fields_init(&v);
		v.xrc_srq_context_entry.pd = user->number[PD];
		v.xrc_srq_context_entry.xrcd = user->number[XRCD];
		v.xrc_srq_context_entry.cqn = user->number[CQ];
		v.xrc_srq_context_entry.log_xrc_srq_size = 3;
		v.xrc_srq_context_entry.log_rq_stride = 2;
		return EMIT(create_xrc_srq, v);
	}
	case QP: {
		struct prm_create_qp_in_fields v;

		prm_create_qp_in_fields_init(&v);
		v.wq_umem_id = v.qpc.dbr_umem_id = umem;
		v.wq_umem_offset = page_of(QP);
		v.qpc.dbr_addr = record_of(QP);
		v.qpc.st = PRM_QP_SERVICE_TYPE_RC;
		v.qpc.pd = user->number[PD];
		v.qpc.uar_page = user->uar->page_id;
		v.qpc.cqn_snd = v.qpc.cqn_rcv = user->number[CQ];
		v.qpc.log_sq_size = 3;
		v.qpc.rq_type = PRM_QP_RQ_TYPE_ZERO_LEN_RQ;
		return EMIT(create_qp, v);
	}
	case DEK: {
		struct prm_create_encryption_key_in_fields v;

		prm_create_encryption_key_in_fields_init(&v);
		v.general_obj_in_cmd_hdr.opcode = PRM_CMD_OPCODE_CREATE_GENERAL_OBJECT;
		v.general_obj_in_cmd_hdr.obj_type = PRM_GENERAL_OBJ_TYPE_ENCRYPTION_KEY;
		v.encryption_key_object.pd = user->number[PD];
		v.encryption_key_object.key_purpose = PRM_ENCRYPTION_KEY_PURPOSE_AES_XTS;
		v.encryption_key_object.key_size = PRM_ENCRYPTION_KEY_SIZE_SIZE_128;
		v.encryption_key_object.key[0] = 19;
		return EMIT(create_encryption_key, v);
	}
	default: {
		struct prm_create_dct_in_fields v;

		prm_create_dct_in_fields_init(&v);
		v.dct_context_entry.pd = user->number[PD];
		v.dct_context_entry.cqn = user->number[CQ];
		v.dct_context_entry.srqn_xrqn = user->number[RMP];
		v.dct_context_entry.mtu = PRM_DCT_MTU_1K_BYTES;
		v.dct_context_entry.port = 1;
		v.dct_context_entry.dc_access_key = 19;
		return EMIT(create_dct, v);
	}
	}
}

#define NUMBER(layout, field) prm_##layout##_out_get_##field((const struct prm_##layout##_out *)out)

static uint32_t number_in(enum made made, const void *out)
{
	switch (made) {
	case PD:
		return NUMBER(alloc_pd, pd);
	case TD:
		return NUMBER(alloc_transport_domain, transport_domain);
	case XRCD:
		return NUMBER(alloc_xrcd, xrcd);
	case COUNTER:
		return NUMBER(alloc_q_counter, counter_set_id);
	case MKEY:
		return NUMBER(create_mkey, mkey_index);
	case PSV:
		return NUMBER(create_psv, psv0_index);
	case CQ:
		return NUMBER(create_cq, cqn);
	case SRQ:
		return NUMBER(create_srq, srqn);
	case RMP:
		return NUMBER(create_rmp, rmpn);
	case XRC_SRQ:
		return NUMBER(create_xrc_srq, xrc_srqn);
	case QP:
		return NUMBER(create_qp, qpn);
	case DEK:
		return prm_general_obj_out_cmd_hdr_get_obj_id(out);
	default:
		return NUMBER(create_dct, dctn);
	}
}

/* Writes a command that names an object, and returns its length; 0 if there is none. The second kind changes something. */
static size_t naming(enum made made, uint32_t number, bool is_change, void *in)
{
	switch (made) {
	case COUNTER: {
		struct prm_query_q_counter_in_fields v;

		prm_query_q_counter_in_fields_init(&v);
		v.counter_set_id = (uint8_t)number;
		return is_change ? 0 : EMIT(query_q_counter, v);
	}
	case MKEY: {
		struct prm_query_mkey_in_fields v;

		prm_query_mkey_in_fields_init(&v);
		v.mkey_index = number;
		return is_change ? 0 : EMIT(query_mkey, v);
	}
	case CQ: {
		struct prm_query_cq_in_fields query;
		struct prm_modify_cq_in_fields modify;

		prm_query_cq_in_fields_init(&query);
		prm_modify_cq_in_fields_init(&modify);
		query.cqn = modify.cqn = number;
		return is_change ? EMIT(modify_cq, modify) : EMIT(query_cq, query);
	}
	case RMP: {
		struct prm_query_rmp_in_fields query;
		struct prm_modify_rmp_in_fields modify;

		prm_query_rmp_in_fields_init(&query);
		prm_modify_rmp_in_fields_init(&modify);
		query.rmpn = modify.rmpn = number;
		return is_change ? EMIT(modify_rmp, modify) : EMIT(query_rmp, query);
	}
	case QP: {
		struct prm_query_qp_in_fields query;
		struct prm_qp_2err_in_fields modify;

		prm_query_qp_in_fields_init(&query);
		prm_qp_2err_in_fields_init(&modify);
		query.qpn = modify.qpn = number;
		return is_change ? EMIT(qp_2err, modify) : EMIT(query_qp, query);
	}
	case DCT: {
		struct prm_query_dct_in_fields query;
		struct prm_arm_dct_in_fields modify;

		prm_query_dct_in_fields_init(&query);
		prm_arm_dct_in_fields_init(&modify);
		query.dctn = modify.dct_number = number;
		return is_change ? EMIT(arm_dct, modify) : EMIT(query_dct, query);
	}
	case DEK:
		prm_general_obj_in_cmd_hdr_pack(in, &(struct prm_general_obj_in_cmd_hdr_fields){
			.opcode = is_change ? PRM_CMD_OPCODE_MODIFY_GENERAL_OBJECT : PRM_CMD_OPCODE_QUERY_GENERAL_OBJECT,
			.obj_type = PRM_GENERAL_OBJ_TYPE_ENCRYPTION_KEY, .obj_id = number });
		return is_change ? sizeof(struct prm_create_encryption_key_in) : sizeof(struct prm_general_obj_in_cmd_hdr);
	default:
		return 0;
	}
}

/* Replaces a dword after the opcode; half of the changes are a bit of it. */
static void change_dword(uint64_t *random, void *in, size_t len)
{
	prm_be32 *dword = (prm_be32 *)in + 1 + random_below(random, (uint32_t)len / 4 - 1);
	const bool is_bit = random_below(random, 2);

	*dword = prm_cpu_to_be32(is_bit ? prm_be32_to_cpu(*dword) ^ 1u << random_below(random, 32) :
					  (uint32_t)random_bits(random));
}

/* Right bodies but for one dword: of new objects, and of commands that name one's own. */
static void almost_right(struct user *user)
{
	uint64_t random = random_seed(SEED);
	unsigned int made, change, round;
	_Alignas(8) uint8_t in[LEN];
	char body[64];
	size_t len;

	for (made = 0; made < N_MADE; made++)
		for (round = 0; user->obj[made] && round < CHANGES; round++)
			for (change = 0; change < 3; change++) {
				memset(in, 0, sizeof(in));
				len = change == 2 ? creation(user, (enum made)made, in) :
						    naming((enum made)made, user->number[made], change, in);
				if (!len)
					continue;
				change_dword(&random, in, len);
				snprintf(body, sizeof(body), "changed %u", round);
				call(user, change == 2 ? CREATE : change ? MODIFY : QUERY, user->obj[made],
				     name_of((uint16_t)prm_cmd_in_hdr_get_opcode((const void *)in)), body, in, len);
			}
}

static void open_user(struct user *user)
{
	user->context = open_device_at(0);
	user->uar = need(mlx5dv_devx_alloc_uar(user->context, MLX5DV_UAR_ALLOC_TYPE_NC), "mlx5dv_devx_alloc_uar");
	user->memory = mmap(NULL, PAGES * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	CHECK(user->memory != MAP_FAILED);
	user->umem = need(mlx5dv_devx_umem_reg(user->context, user->memory, PAGES * PAGE, IBV_ACCESS_LOCAL_WRITE),
			  "mlx5dv_devx_umem_reg");
	must(mlx5dv_devx_query_eqn(user->context, 0, &user->eqn), "mlx5dv_devx_query_eqn");
}

/* Makes each kind of object by a right body. */
static void make_all(struct user *user)
{
	_Alignas(8) uint8_t in[LEN], out[LEN];
	unsigned int made;

	for (made = 0; made < N_MADE; made++) {
		size_t len;

		memset(in, 0, sizeof(in));
		memset(out, 0, sizeof(out));
		len = creation(user, (enum made)made, in);
		errno = 0;
		user->obj[made] = mlx5dv_devx_obj_create(user->context, in, len, out, sizeof(out));
		answer(made_names[made], "obj_create", "right", !user->obj[made], out);
		user->number[made] = user->obj[made] ? number_in((enum made)made, out) : 0;
	}
}

/* Right bodies by every method and every object: only one's own object may be named. */
static void name_all(const struct user *from, struct user *by, const char *whose)
{
	_Alignas(8) uint8_t in[LEN];
	unsigned int made, object, change, m;
	char body[64];

	for (made = 0; made < N_MADE; made++)
		for (change = 0; change < 2; change++)
			for (m = GENERAL; m < N_METHODS; m++)
				for (object = 0; object < N_MADE; object++) {
					size_t len;

					if ((m == GENERAL && object != made) || !by->obj[object] || !from->number[made])
						continue;
					memset(in, 0, sizeof(in));
					len = naming((enum made)made, from->number[made], change, in);
					if (!len)
						continue;
					snprintf(body, sizeof(body), "of %s %s%s", whose, m == GENERAL ? "number" : "by ",
						 m == GENERAL ? "" : made_names[object]);
					call(by, (enum method)m, by->obj[object],
					     name_of((uint16_t)prm_cmd_in_hdr_get_opcode((const void *)in)), body, in, len);
				}
}

/* What is used by others is not destroyed before them. */
static void destroy_all(struct user *user)
{
	unsigned int made, round;

	for (round = 0; round < 2; round++)
		for (made = 0; made < N_MADE; made++) {
			struct mlx5dv_devx_obj *obj = user->obj[round ? N_MADE - 1 - made : made];
			const unsigned int which = round ? N_MADE - 1 - made : made;

			if (!obj || (!round && which != PD && which != CQ && which != RMP && which != XRCD))
				continue;
			errno = 0;
			if (!mlx5dv_devx_obj_destroy(obj)) {
				printf("obj_destroy %s: OK\n", made_names[which]);
				user->obj[which] = NULL;
			} else {
				printf("obj_destroy %s: %s\n", made_names[which], strerrorname_np(errno));
			}
		}
}

static void umem(struct user *user, const char *what, void *addr, size_t size, uint32_t access)
{
	struct mlx5dv_devx_umem *made;

	errno = 0;
	made = mlx5dv_devx_umem_reg(user->context, addr, size, access);
	printf("umem_reg %s: %s\n", what, made ? "OK" : strerrorname_np(errno));
	if (made && mlx5dv_devx_umem_dereg(made))
		printf("umem_dereg %s: %s\n", what, strerrorname_np(errno));
}

static void umems(struct user *user)
{
	uint8_t *memory = user->memory;
	void *hole = mmap(NULL, 3 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	void *fixed = mmap(NULL, PAGE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	CHECK(hole != MAP_FAILED && fixed != MAP_FAILED);
	CHECK(!munmap((uint8_t *)hole + PAGE, PAGE));
	umem(user, "a page", memory, PAGE, IBV_ACCESS_LOCAL_WRITE);
	umem(user, "a byte", memory + 5, 1, IBV_ACCESS_LOCAL_WRITE);
	umem(user, "nothing", memory, 0, IBV_ACCESS_LOCAL_WRITE);
	umem(user, "read only", fixed, PAGE, 0);
	umem(user, "to write what is read only", fixed, PAGE, IBV_ACCESS_LOCAL_WRITE);
	umem(user, "a hole", hole, 3 * (size_t)PAGE, IBV_ACCESS_LOCAL_WRITE);
	umem(user, "no memory", (void *)(uintptr_t)PAGE, PAGE, IBV_ACCESS_LOCAL_WRITE);
	umem(user, "a length that wraps", memory, SIZE_MAX - 5, IBV_ACCESS_LOCAL_WRITE);
	umem(user, "remote write alone", memory, PAGE, IBV_ACCESS_REMOTE_WRITE);
	umem(user, "remote read", memory, PAGE, IBV_ACCESS_REMOTE_READ);
	umem(user, "remote atomics", memory, PAGE, IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_ATOMIC);
	umem(user, "an unknown right", memory, PAGE, 1u << 10);
	errno = 0;
	printf("umem_dereg of one in use: %s\n", mlx5dv_devx_umem_dereg(user->umem) ? strerrorname_np(errno) : "OK");
}

int main(void)
{
	struct mlx5dv_context_attr attr = { 0 };
	struct ibv_device **list = need(ibv_get_device_list(NULL), "ibv_get_device_list");
	struct user plain = { 0 };
	unsigned int i;

	setvbuf(stdout, NULL, _IOFBF, 1 << 16);
	for (i = 0; i < 2; i++) {
		open_user(&users[i]);
		make_all(&users[i]);
	}
	name_all(&users[0], &users[0], "its");
	name_all(&users[1], &users[0], "another's");
	umems(&users[0]);
	almost_right(&users[1]);
	sweep(&users[0], "", users[0].obj[PSV], CREATE, MODIFY);
	sweep(&users[0], "qp ", users[0].obj[QP], QUERY, MODIFY);
	plain.context = need(mlx5dv_open_device(list[0], &attr), "mlx5dv_open_device");
	sweep(&plain, "without DEVX ", NULL, CREATE, GENERAL);
	destroy_all(&users[0]);
	printf("%u calls, %u of them EINVAL\n", n_calls, n_usual);
	return 0;
}
