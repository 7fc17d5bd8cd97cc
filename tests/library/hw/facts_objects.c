// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Asks about commands: the order in which objects can be destroyed, and the output of queries of
 * keys.
 */
#include "facts.h"

static const struct mlx5sig_sig_crc crc = { .type = MLX5SIG_SIG_CRC_TYPE_CRC32C };
static const struct mlx5sig_sig_block_domain domain = { .sig_type = MLX5SIG_SIG_TYPE_CRC,
							.sig.crc = &crc };
static const struct mlx5sig_sig_block_attr both = { .mem = &domain, .wire = &domain,
						    .check_mask = 0xff };

static void destroy(const char *what, void **obj)
{
	int err = *obj ? mlx5dv_devx_obj_destroy(*obj) : ENOENT;

	if (!err)
		*obj = NULL;
	printf("%s: %s\n", what, err ? "refused" : "destroyed");
}

/* Uses keys whose BSF names both PSVs. The library then destroys only the remaining objects. */
static void ask_destroy_order(void)
{
	struct mlx5sig_key *first = (struct mlx5sig_key *)make_key(
		MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE);
	struct mlx5sig_key *second = (struct mlx5sig_key *)make_key(
		MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE);

	configure("PSVs first", &first->pub, 516, &both, NULL);
	destroy("PSVs first: PSV of memory", &first->mem_psv_obj);
	destroy("PSVs first: PSV of the wire", &first->wire_psv_obj);
	destroy("PSVs first: key", &first->obj);
	configure("key first", &second->pub, 516, &both, NULL);
	destroy("key first: key", &second->obj);
	destroy("key first: PSV of memory", &second->mem_psv_obj);
	destroy("key first: PSV of the wire", &second->wire_psv_obj);
	must(mlx5sig_destroy_mkey(&first->pub), "mlx5sig_destroy_mkey");
	must(mlx5sig_destroy_mkey(&second->pub), "mlx5sig_destroy_mkey");
}

static void query_key(unsigned int op_mod)
{
	const struct mlx5sig_key *k = (const struct mlx5sig_key *)key;
	struct prm_query_mkey_in_fields v;
	struct prm_query_mkey_out out = {0};
	struct prm_query_mkey_in in;
	uint64_t address = (uintptr_t)memory[0];
	uint8_t klm_address[8];
	const uint8_t *answer = out.bsf0_klm0_pas_mtt0_1;
	struct prm_bsf_basic bsf;
	unsigned int i;
	int err;

	for (i = 0; i < 8; i++)
		klm_address[i] = (uint8_t)(address >> 8 * (7 - i));
	prm_query_mkey_in_fields_init(&v);
	v.mkey_index = key->lkey >> 8;
	v.op_mod = (uint16_t)op_mod;
	prm_query_mkey_in_pack(&in, &v);
	err = mlx5dv_devx_obj_query(k->obj, &in, sizeof(in), &out, sizeof(out));
	memcpy(&bsf, answer, sizeof(bsf));
	printf("op_mod %u: ", op_mod);
	if (err)
		printf("refused\n");
	else if (!memcmp(answer + 8, klm_address, 8))
		printf("the first KLM\n");
	else if (prm_bsf_basic_get_bsf_size(&bsf) == PRM_BSF_SIZE_SIZE_64 &&
		 prm_bsf_basic_get_check_byte_mask(&bsf) == both.check_mask)
		printf("the start of the BSF\n");
	else if (!memcmp(answer, (uint8_t[16]) {0}, 16))
		printf("zeros\n");
	else {
		show_bytes(answer, 16);
		printf("\n");
	}
}

static void ask_query_key(void)
{
	configure("key", key, 516, &both, NULL);
	query_key(0);
	query_key(1);
}

static void ask_dek(void)
{
	struct mlx5sig_dek_init_attr attr = { .pd = pair.pd, .key_size = 128 };
	struct mlx5sig_dek *dek;
	unsigned int i;

	for (i = 0; i < 32; i++)
		attr.key[i] = (char)(i * 7 + 1);
	dek = mlx5sig_dek_create(pair.context, &attr);
	printf("object as libmlx5 has it: %s\n", dek ? "created" : errno == EOPNOTSUPP ?
	       "the device has no encryption keys" : "refused");
	if (dek)
		must(mlx5sig_dek_destroy(dek), "mlx5sig_dek_destroy");
}

/* 64 pieces of memory in reverse order, of which one WQE takes 52 at most. */
static void use_long_list(const char *what, const struct mlx5sig_sig_block_attr *sig, uint32_t on_wire)
{
	struct mlx5sig_mkey_init_attr attr = {
		.pd = pair.pd, .max_entries = 64,
		.create_flags = MLX5SIG_MKEY_INIT_ATTR_FLAGS_INDIRECT |
				(sig ? MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE : 0u) };
	struct mlx5sig_mkey *mkey = need(mlx5sig_create_mkey(&attr), "mlx5sig_create_mkey");
	struct mlx5sig_qp *qp = here->qp;
	struct ibv_sge sge[64];
	uint32_t i, right = 0;
	int outcome;

	fill(memory[0], 4096, 9);
	memset(memory[1], 0, 8192);
	for (i = 0; i < 64; i++)
		sge[i] = (struct ibv_sge) { .addr = (uintptr_t)memory[0] + 4096 - 64 * (i + 1),
					    .length = 64, .lkey = mr[0]->lkey };
	mlx5sig_wr_start(qp);
	qp->wr_flags = 0;
	mlx5sig_wr_mkey_configure(qp, mkey, sig ? 3 : 2, NULL);
	mlx5sig_wr_set_mkey_access_flags(qp, 0);
	mlx5sig_wr_set_mkey_layout_list(qp, 64, sge);
	if (sig)
		mlx5sig_wr_set_mkey_sig_block(qp, sig);
	qp->wr_flags = IBV_SEND_SIGNALED;
	mlx5sig_wr_rdma_write(qp, mr[1]->rkey, (uintptr_t)memory[1]);
	mlx5sig_wr_set_sge(qp, mkey->lkey, 0, on_wire);
	must(mlx5sig_wr_complete(qp), "long list");
	outcome = next_outcome(here, &(struct ibv_wc) {0});
	for (i = 0; i < 64; i++)	/* 8 pieces are a block */
		right += !memcmp(memory[1] + 64 * i + i / 8 * ((on_wire - 4096) / 8),
				 memory[0] + 4096 - 64 * (i + 1), 64);
	printf("%s: %s, %u of 64 pieces are right\n", what, outcome_name(outcome), right);
	recover();
	must(mlx5sig_destroy_mkey(mkey), "mlx5sig_destroy_mkey");
}

static void ask_long_list(void)
{
	const struct mlx5sig_sig_block_attr sig = { .wire = &domain, .check_mask = 0xff };

	use_long_list("without signature", NULL, 4096);
	use_long_list("with signatures on the wire", &sig, 4096 + 8 * 4);
}

const struct question object_questions[] = {
	{ "list-in-parts", ask_long_list, false },
	{ "destroy-order", ask_destroy_order, false }, { "query-key", ask_query_key, false },
	{ "encryption-key", ask_dek, false }, { NULL, NULL, false },
};
