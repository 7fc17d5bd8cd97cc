// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * SPDK's spdk_mlx5_* functions by this library, so that its module accel_mlx5 runs on it unchanged.
 * run.py links it in place of SPDK's lib/mlx5.
 *
 * SPDK names keys, PSVs and encryption keys by their numbers when it posts, this library by pointers:
 * a table for each device finds them. The queue pair is connected to itself by its GID or LID, with
 * verbs; SPDK uses DEVX and the flag `fl`, which works without RoCE, too.
 */
#include "spdk/stdinc.h"

#include <infiniband/mlx5dv.h>
#include <mlx5sig/mlx5sig.h>

#include "spdk/env.h"
#include "spdk/log.h"
#include "spdk/queue.h"
#include "spdk_internal/mlx5.h"
#include "spdk_internal/rdma_cm.h"
#include "spdk_internal/rdma_utils.h"

#define SIGNATURE_ERROR 0x0c	/* of a completion with a key: the opcode, SPDK has no value */
#define HALF 12			/* numbers have 24 bits; a table has two levels */
#define KEY_ENTRIES 128		/* of a key, as in SPDK */
#define MAX_ALLOWED 16		/* devices, as in accel_mlx5 */
#define KEYTAG_BYTES 8
#define FENCES (SPDK_MLX5_WQE_CTRL_FENCE | SPDK_MLX5_WQE_CTRL_STRONG_ORDERING)
#define ACCESS (IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_WRITE)

enum kind { KEYS, PSVS, DEKS, KINDS };

/* Objects by number. Written under the lock; a reader has the number from the writer. */
struct device {
	struct ibv_context *context;
	void **tables[KINDS][1 << HALF];
	TAILQ_ENTRY(device) link;
};

struct key {
	struct spdk_mlx5_mkey_pool_obj pub;	/* first: what SPDK sees */
	struct mlx5sig_mkey *mkey;
	bool is_taken;
};

struct pool {
	struct device *device;
	struct ibv_pd *pd;
	uint32_t flags;		/* enum spdk_mlx5_mkey_pool_flags */
	uint32_t cache_size;
	struct mlx5sig_mkey_pool *keys;
	struct key *array;
	uint32_t num, refs;
	TAILQ_ENTRY(pool) link;
};

/* A reference to a pool, with a cache: each channel of SPDK takes one, and is used by one thread. */
struct spdk_mlx5_mkey_pool {
	struct pool *pool;
	struct mlx5sig_mkey_cache *cache;
};

struct psv {
	struct spdk_mlx5_psv pub;	/* first */
	struct device *device;
	struct mlx5sig_psv *psv;
};

struct spdk_mlx5_crypto_keytag {
	struct mlx5sig_dek_set *set;
	uint32_t num;
	struct ibv_pd *pds[];
};

struct spdk_mlx5_cq {
	struct ibv_cq *verbs;
	struct mlx5sig_cq *cq;
	uint32_t num_qps;
};

struct spdk_mlx5_qp {
	struct ibv_qp *verbs;
	struct mlx5sig_qp *qp;
	struct spdk_mlx5_cq *cq;
	struct device *device;
	uint16_t max_sge;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static TAILQ_HEAD(, device) devices = TAILQ_HEAD_INITIALIZER(devices);
static TAILQ_HEAD(, pool) pools = TAILQ_HEAD_INITIALIZER(pools);
static char allowed[MAX_ALLOWED][SPDK_MLX5_DEV_MAX_NAME_LEN + 1];
static size_t num_allowed;
static bool implementer;

SPDK_LOG_REGISTER_COMPONENT(mlx5)

/*
 * Numbers.
 */

/* Devices stay, like their contexts in SPDK. */
static struct device *device_of(struct ibv_context *context)
{
	struct device *device;

	pthread_mutex_lock(&lock);
	TAILQ_FOREACH(device, &devices, link)
		if (device->context == context)
			break;
	if (!device) {
		device = calloc(1, sizeof(*device));
		if (device) {
			device->context = context;
			TAILQ_INSERT_TAIL(&devices, device, link);
		}
	}
	pthread_mutex_unlock(&lock);
	return device;
}

static void *find(const struct device *device, enum kind kind, uint32_t number)
{
	void **lower = device->tables[kind][number >> HALF & ((1 << HALF) - 1)];

	return lower ? lower[number & ((1 << HALF) - 1)] : NULL;
}

/* Enters an object, or NULL. */
static int publish(struct device *device, enum kind kind, uint32_t number, void *object)
{
	void ***lower;

	if (!device)
		return -ENOMEM;
	pthread_mutex_lock(&lock);
	lower = &device->tables[kind][number >> HALF & ((1 << HALF) - 1)];
	if (!*lower)
		*lower = calloc(1 << HALF, sizeof(**lower));
	if (*lower)
		(*lower)[number & ((1 << HALF) - 1)] = object;
	pthread_mutex_unlock(&lock);
	return *lower ? 0 : -ENOMEM;
}

/*
 * Device.
 */

int spdk_mlx5_device_query_caps(struct ibv_context *context, struct spdk_mlx5_device_caps *caps)
{
	struct mlx5sig_context attr = {
		.comp_mask = MLX5SIG_CONTEXT_MASK_SIGNATURE_OFFLOAD | MLX5SIG_CONTEXT_MASK_CRYPTO_OFFLOAD };
	const struct mlx5sig_crypto_caps *from = &attr.crypto_caps;
	int err = mlx5sig_query_device(context, &attr);

	if (err)
		return -err;
	*caps = (struct spdk_mlx5_device_caps) {
		.crc32c_supported = attr.sig_reported.sho && attr.sig_reported.sig_crc32c,
		.crypto_supported = from->flags & MLX5DV_CRYPTO_CAPS_CRYPTO,
		.crypto = {
			.wrapped_crypto_operational =
				from->flags & MLX5DV_CRYPTO_CAPS_WRAPPED_CRYPTO_OPERATIONAL,
			.wrapped_crypto_going_to_commissioning =
				from->flags & MLX5DV_CRYPTO_CAPS_WRAPPED_CRYPTO_GOING_TO_COMMISSIONING,
			.wrapped_import_method_aes_xts =
				from->wrapped_import_method & MLX5DV_CRYPTO_WRAPPED_IMPORT_METHOD_CAP_AES_XTS,
			.single_block_le_tweak =
				from->crypto_engines & MLX5DV_CRYPTO_ENGINES_CAP_AES_XTS_SINGLE_BLOCK,
			.multi_block_be_tweak =
				from->crypto_engines & MLX5DV_CRYPTO_ENGINES_CAP_AES_XTS_MULTI_BLOCK,
			.multi_block_le_tweak = from->multi_block_le_tweak } };
	return 0;
}

int spdk_mlx5_crypto_devs_allow(const char *const names[], size_t num)
{
	if (names && num > MAX_ALLOWED)
		return -ENOMEM;
	for (num_allowed = 0; names && num_allowed < num; num_allowed++)
		snprintf(allowed[num_allowed], sizeof(allowed[0]), "%s", names[num_allowed]);
	return 0;
}

static bool can_encrypt(struct ibv_context *context)
{
	struct spdk_mlx5_device_caps caps = { 0 };
	size_t i;

	for (i = 0; i < num_allowed && strcmp(allowed[i], context->device->name); i++)
		;
	if (num_allowed && i == num_allowed)
		return false;
	return mlx5dv_is_supported(context->device) && !spdk_mlx5_device_query_caps(context, &caps) &&
	       caps.crypto_supported && !caps.crypto.wrapped_import_method_aes_xts &&
	       (caps.crypto.single_block_le_tweak || caps.crypto.multi_block_le_tweak ||
		caps.crypto.multi_block_be_tweak);
}

struct ibv_context **spdk_mlx5_crypto_devs_get(int *num)
{
	struct ibv_context **list, **found;
	int num_listed = 0, i;

	*num = 0;
	list = spdk_rdma_cm_get_devices(&num_listed);
	if (!list)
		return NULL;
	found = calloc((size_t)num_listed + 1, sizeof(*found));
	for (i = 0; found && i < num_listed; i++)
		if (can_encrypt(list[i]))
			found[(*num)++] = list[i];
	spdk_rdma_cm_free_devices(list);
	if (*num)
		return found;
	free(found);
	return NULL;
}

void spdk_mlx5_crypto_devs_release(struct ibv_context **list)
{
	free(list);
}

/*
 * Encryption keys.
 */

/* SPDK gives both keys, and perhaps a key tag; its length tells which. */
static int dek_attr(const struct spdk_mlx5_crypto_dek_create_attr *from, struct mlx5sig_dek_init_attr *to)
{
	*to = (struct mlx5sig_dek_init_attr) { .has_keytag = from->dek_len % 32 == KEYTAG_BYTES };
	to->key_size = (uint32_t)(from->dek_len - (to->has_keytag ? KEYTAG_BYTES : 0)) * 4;
	if (to->key_size != 128 && to->key_size != 256)
		return -EINVAL;
	memcpy(to->key, from->dek, from->dek_len);
	return 0;
}

/* Enters a key into its device's table; it must be ready. */
static int publish_dek(struct ibv_pd *pd, struct mlx5sig_dek *dek)
{
	struct mlx5sig_dek_attr attr = { 0 };
	int err = mlx5sig_dek_query(dek, &attr);

	if (err || attr.state != MLX5SIG_DEK_STATE_READY)
		return err ? -err : -EINVAL;
	return publish(device_of(pd->context), DEKS, dek->dekn, dek);
}

void spdk_mlx5_crypto_keytag_destroy(struct spdk_mlx5_crypto_keytag *tag)
{
	uint32_t i;

	if (!tag)
		return;
	for (i = 0; tag->set && i < tag->num; i++)
		publish(device_of(tag->pds[i]->context), DEKS,
			mlx5sig_dek_set_find(tag->set, tag->pds[i])->dekn, NULL);
	if (tag->set && mlx5sig_dek_set_destroy(tag->set))
		SPDK_ERRLOG("Failed to destroy encryption keys\n");
	while (tag->num)
		spdk_rdma_utils_put_pd(tag->pds[--tag->num]);
	free(tag);
}

/* A key tag without keys, with the PDs of all devices that can encrypt. */
static int make_keytag(struct spdk_mlx5_crypto_keytag **out)
{
	struct spdk_mlx5_crypto_keytag *tag;
	struct ibv_context **list;
	int num, i, rc = 0;

	list = spdk_mlx5_crypto_devs_get(&num);
	if (!list)
		return -ENOTSUP;
	tag = calloc(1, sizeof(*tag) + (size_t)num * sizeof(tag->pds[0]));
	if (!tag)
		rc = -ENOMEM;
	for (i = 0; i < num && !rc; i++) {
		tag->pds[i] = spdk_rdma_utils_get_pd(list[i]);
		if (tag->pds[i])
			tag->num++;
		else
			rc = -EINVAL;
	}
	spdk_mlx5_crypto_devs_release(list);
	if (rc)
		spdk_mlx5_crypto_keytag_destroy(tag);
	else
		*out = tag;
	return rc;
}

int spdk_mlx5_crypto_keytag_create(struct spdk_mlx5_crypto_dek_create_attr *attr,
				   struct spdk_mlx5_crypto_keytag **out)
{
	struct spdk_mlx5_crypto_keytag *tag;
	struct mlx5sig_dek_init_attr init;
	uint32_t i;
	int rc = make_keytag(&tag);

	if (rc)
		return rc;
	rc = dek_attr(attr, &init);
	if (!rc) {
		tag->set = mlx5sig_dek_set_create(tag->pds, tag->num, &init);
		rc = tag->set ? 0 : -errno;
	}
	spdk_memset_s(&init, sizeof(init), 0, sizeof(init));
	for (i = 0; i < tag->num && !rc; i++)
		rc = publish_dek(tag->pds[i], mlx5sig_dek_set_find(tag->set, tag->pds[i]));
	if (rc)
		spdk_mlx5_crypto_keytag_destroy(tag);
	else
		*out = tag;
	return rc;
}

int spdk_mlx5_crypto_get_dek_data(struct spdk_mlx5_crypto_keytag *tag, struct ibv_pd *pd,
				  struct spdk_mlx5_crypto_dek_data *data)
{
	const struct mlx5sig_dek *dek = mlx5sig_dek_set_find(tag->set, pd);

	if (!dek)
		return -EINVAL;
	data->dek_obj_id = dek->dekn;
	data->tweak_mode = SPDK_MLX5_CRYPTO_KEY_TWEAK_MODE_SIMPLE_LBA_LE;	/* the library's concern */
	return 0;
}

/*
 * PSVs and pools of keys.
 */

struct spdk_mlx5_psv *spdk_mlx5_create_psv(struct ibv_pd *pd)
{
	struct psv *psv = calloc(1, sizeof(*psv));

	if (!psv)
		return NULL;
	psv->device = device_of(pd->context);
	psv->psv = mlx5sig_psv_create(pd);
	if (psv->psv && !publish(psv->device, PSVS, psv->psv->index, psv->psv)) {
		psv->pub.index = psv->psv->index;
		return &psv->pub;
	}
	if (psv->psv)
		mlx5sig_psv_destroy(psv->psv);
	free(psv);
	return NULL;
}

int spdk_mlx5_destroy_psv(struct spdk_mlx5_psv *pub)
{
	struct psv *psv = (struct psv *)pub;
	int err = mlx5sig_psv_destroy(psv->psv);

	if (err)
		return err;
	publish(psv->device, PSVS, pub->index, NULL);
	free(psv);
	return 0;
}

/* The caller has the lock. */
static struct pool *find_pool(const struct ibv_pd *pd, uint32_t flags)
{
	struct pool *pool;

	TAILQ_FOREACH(pool, &pools, link)
		if (pool->pd == pd && pool->flags == flags)
			return pool;
	return NULL;
}

/* Gives each key of a new pool a number that finds it. */
static int publish_keys(struct pool *pool)
{
	struct mlx5sig_mkey **keys = calloc(pool->num, sizeof(*keys));
	uint32_t i;
	int rc = keys ? -mlx5sig_mkey_pool_get_bulk(pool->keys, keys, pool->num) : -ENOMEM;

	for (i = 0; !rc && i < pool->num; i++) {
		pool->array[i] = (struct key) { .mkey = keys[i], .pub = {
			.mkey = keys[i]->lkey, .pool_flag = pool->flags & 0xf, .sig.sigerr_count = 1 } };
		keys[i]->mkey_context = &pool->array[i];
		rc = publish(pool->device, KEYS, keys[i]->lkey >> 8, &pool->array[i]);
	}
	if (i)
		mlx5sig_mkey_pool_put_bulk(pool->keys, keys, pool->num);
	free(keys);
	return rc;
}

/* SPDK's pool destroys its keys whoever has them; after errors, accel_mlx5 has some. */
static int free_pool(struct pool *pool)
{
	uint32_t i;
	int err;

	for (i = 0; pool->array && i < pool->num; i++)
		if (pool->array[i].is_taken)
			mlx5sig_mkey_pool_put_bulk(pool->keys, &pool->array[i].mkey, 1);
	err = pool->keys ? mlx5sig_mkey_pool_destroy(pool->keys) : 0;
	if (err)
		return -err;
	for (i = 0; pool->array && i < pool->num && pool->array[i].mkey; i++)
		publish(pool->device, KEYS, pool->array[i].pub.mkey >> 8, NULL);
	free(pool->array);
	free(pool);
	return 0;
}

static int make_pool(const struct spdk_mlx5_mkey_pool_param *param, struct ibv_pd *pd)
{
	struct mlx5sig_mkey_pool_attr attr = {
		.mkey = { .pd = pd, .max_entries = KEY_ENTRIES, .access_flags = ACCESS,
			  .create_flags = MLX5SIG_MKEY_INIT_ATTR_FLAGS_INDIRECT |
					  MLX5SIG_MKEY_INIT_ATTR_FLAGS_ACCESS |
					  MLX5SIG_MKEY_INIT_ATTR_FLAGS_RELAXED_ORDERING },
		.initial = param->mkey_count, .max = param->mkey_count };
	struct pool *pool = calloc(1, sizeof(*pool));
	int rc = -ENOMEM;

	if (!pool)
		return rc;
	if (param->flags & SPDK_MLX5_MKEY_POOL_FLAG_CRYPTO)
		attr.mkey.create_flags |= MLX5SIG_MKEY_INIT_ATTR_FLAGS_CRYPTO;
	if (param->flags & SPDK_MLX5_MKEY_POOL_FLAG_SIGNATURE)
		attr.mkey.create_flags |= MLX5SIG_MKEY_INIT_ATTR_FLAGS_TRANSACTION_SIGNATURE;
	*pool = (struct pool) { .pd = pd, .flags = param->flags, .num = param->mkey_count,
				.cache_size = spdk_max(param->cache_per_thread, 1),
				.device = device_of(pd->context) };
	pool->array = calloc(pool->num, sizeof(*pool->array));
	if (pool->array) {
		pool->keys = mlx5sig_mkey_pool_create(&attr);
		rc = pool->keys ? publish_keys(pool) : -errno;
	}
	if (rc) {
		free_pool(pool);
		return rc;
	}
	pthread_mutex_lock(&lock);
	TAILQ_INSERT_TAIL(&pools, pool, link);
	pthread_mutex_unlock(&lock);
	return 0;
}

int spdk_mlx5_mkey_pool_init(struct spdk_mlx5_mkey_pool_param *param, struct ibv_pd *pd)
{
	const struct pool *pool;

	if (!pd || !param || !param->mkey_count || param->flags > SPDK_MLX5_MKEY_POOL_FLAG_SIGNATURE)
		return -EINVAL;
	if (param->cache_per_thread > param->mkey_count || !param->cache_per_thread)
		param->cache_per_thread = param->mkey_count * 3 / 4 / spdk_env_get_core_count();
	pthread_mutex_lock(&lock);
	pool = find_pool(pd, param->flags);
	pthread_mutex_unlock(&lock);
	return pool ? -EEXIST : make_pool(param, pd);
}

int spdk_mlx5_mkey_pool_destroy(uint32_t flags, struct ibv_pd *pd)
{
	struct pool *pool;
	int rc;

	pthread_mutex_lock(&lock);
	pool = find_pool(pd, flags);
	rc = !pool ? -ENODEV : pool->refs ? -EAGAIN : 0;
	if (!rc)
		TAILQ_REMOVE(&pools, pool, link);
	pthread_mutex_unlock(&lock);
	return rc ? rc : free_pool(pool);
}

struct spdk_mlx5_mkey_pool *spdk_mlx5_mkey_pool_get_ref(struct ibv_pd *pd, uint32_t flags)
{
	struct spdk_mlx5_mkey_pool *ref = calloc(1, sizeof(*ref));

	if (!ref)
		return NULL;
	pthread_mutex_lock(&lock);
	ref->pool = find_pool(pd, flags);
	if (ref->pool)
		ref->cache = mlx5sig_mkey_cache_create(ref->pool->keys, ref->pool->cache_size);
	if (ref->cache)
		ref->pool->refs++;
	pthread_mutex_unlock(&lock);
	if (ref->cache)
		return ref;
	free(ref);
	return NULL;
}

void spdk_mlx5_mkey_pool_put_ref(struct spdk_mlx5_mkey_pool *ref)
{
	pthread_mutex_lock(&lock);
	mlx5sig_mkey_cache_destroy(ref->cache);
	ref->pool->refs--;
	pthread_mutex_unlock(&lock);
	free(ref);
}

int spdk_mlx5_mkey_pool_get_bulk(struct spdk_mlx5_mkey_pool *ref, struct spdk_mlx5_mkey_pool_obj **keys,
				 uint32_t num)
{
	struct mlx5sig_mkey *taken[num];
	int err = mlx5sig_mkey_cache_get_bulk(ref->cache, taken, num);
	uint32_t i;

	for (i = 0; !err && i < num; i++) {
		keys[i] = taken[i]->mkey_context;
		((struct key *)keys[i])->is_taken = true;
	}
	return err == EAGAIN ? -ENOMEM : -err;
}

void spdk_mlx5_mkey_pool_put_bulk(struct spdk_mlx5_mkey_pool *ref, struct spdk_mlx5_mkey_pool_obj **keys,
				  uint32_t num)
{
	struct mlx5sig_mkey *given[num];
	uint32_t i;

	for (i = 0; i < num; i++) {
		given[i] = ((struct key *)keys[i])->mkey;
		((struct key *)keys[i])->is_taken = false;
	}
	mlx5sig_mkey_cache_put_bulk(ref->cache, given, num);
}

/*
 * Queues.
 */

int spdk_mlx5_cq_create(struct ibv_pd *pd, struct spdk_mlx5_cq_attr *attr, struct spdk_mlx5_cq **out)
{
	struct ibv_cq_init_attr_ex init = {
		.cqe = attr->cqe_cnt, .cq_context = attr->cq_context, .channel = attr->comp_channel,
		.comp_vector = attr->comp_vector, .wc_flags = IBV_WC_STANDARD_FLAGS,
		.comp_mask = IBV_CQ_INIT_ATTR_MASK_FLAGS, .flags = IBV_CREATE_CQ_ATTR_IGNORE_OVERRUN };
	struct mlx5dv_cq_init_attr dv = { .comp_mask = MLX5DV_CQ_INIT_ATTR_MASK_CQE_SIZE,
					  .cqe_size = attr->cqe_size };
	const struct mlx5sig_cq_attr attach = {
		.flags = MLX5SIG_ATTACH_SINGLE_THREADED | MLX5SIG_ATTACH_IGNORE_OVERRUN };
	struct spdk_mlx5_cq *cq = calloc(1, sizeof(*cq));
	int rc;

	if (!cq)
		return -ENOMEM;
	cq->verbs = (struct ibv_cq *)mlx5dv_create_cq(pd->context, &init, &dv);
	cq->cq = cq->verbs ? mlx5sig_cq_attach(cq->verbs, &attach) : NULL;
	if (cq->cq) {
		*out = cq;
		return 0;
	}
	rc = -errno;
	if (cq->verbs)
		ibv_destroy_cq(cq->verbs);
	free(cq);
	return rc;
}

int spdk_mlx5_cq_destroy(struct spdk_mlx5_cq *cq)
{
	int err = cq->num_qps ? EBUSY : mlx5sig_cq_detach(cq->cq);

	if (err)
		return -err;
	ibv_destroy_cq(cq->verbs);
	free(cq);
	return 0;
}

/* Connects a QP to itself. */
static int connect_qp(struct ibv_qp *qp)
{
	struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_INIT, .port_num = 1, .path_mtu = IBV_MTU_4096, .dest_qp_num = qp->qp_num,
		.qp_access_flags = ACCESS & ~IBV_ACCESS_LOCAL_WRITE,
		.max_dest_rd_atomic = 16, .max_rd_atomic = 16, .min_rnr_timer = 12, .timeout = 14,
		.retry_cnt = 7, .rnr_retry = 7, .ah_attr = { .port_num = 1 } };
	struct ibv_port_attr port;
	int err = ibv_query_port(qp->context, attr.port_num, &port);

	if (err)
		return err;
	attr.path_mtu = port.active_mtu;
	attr.ah_attr.dlid = port.lid;
	if (port.link_layer == IBV_LINK_LAYER_ETHERNET) {
		attr.ah_attr.is_global = 1;
		attr.ah_attr.grh.hop_limit = 64;
		if (ibv_query_gid(qp->context, attr.port_num, 0, &attr.ah_attr.grh.dgid))
			return ENODEV;	/* no RoCE */
	}
	err = ibv_modify_qp(qp, &attr, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS);
	attr.qp_state = IBV_QPS_RTR;
	if (!err)
		err = ibv_modify_qp(qp, &attr, IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN |
				    IBV_QP_RQ_PSN | IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER);
	attr.qp_state = IBV_QPS_RTS;
	if (!err)
		err = ibv_modify_qp(qp, &attr, IBV_QP_STATE | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT |
				    IBV_QP_RNR_RETRY | IBV_QP_SQ_PSN | IBV_QP_MAX_QP_RD_ATOMIC);
	return err;
}

static struct ibv_qp *create_verbs_qp(struct ibv_pd *pd, struct ibv_cq *cq, const struct spdk_mlx5_qp_attr *attr)
{
	struct ibv_qp_init_attr_ex init = {
		.cap = attr->cap, .qp_type = IBV_QPT_RC, .pd = pd, .send_cq = cq, .recv_cq = cq,
		.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_SEND_OPS_FLAGS,
		.send_ops_flags = IBV_QP_EX_WITH_RDMA_WRITE | IBV_QP_EX_WITH_SEND | IBV_QP_EX_WITH_RDMA_READ |
				  IBV_QP_EX_WITH_BIND_MW,
		.sq_sig_all = attr->sigall };
	struct mlx5dv_qp_init_attr dv = { .comp_mask = MLX5DV_QP_INIT_ATTR_MASK_SEND_OPS_FLAGS,
					  .send_ops_flags = MLX5DV_QP_EX_WITH_MKEY_CONFIGURE };

	return mlx5dv_create_qp(pd->context, &init, &dv);
}

int spdk_mlx5_qp_create(struct ibv_pd *pd, struct spdk_mlx5_cq *cq, struct spdk_mlx5_qp_attr *attr,
			struct spdk_mlx5_qp **out)
{
	const struct mlx5sig_qp_attr attach = { .send_cq = cq->cq, .recv_cq = cq->cq,
						.flags = MLX5SIG_ATTACH_SINGLE_THREADED };
	struct spdk_mlx5_qp *qp;
	int err = 0;

	if (attr->siglast)	/* changes a request that is already posted; accel_mlx5 does not use it */
		return attr->sigall ? -EINVAL : -ENOTSUP;
	qp = calloc(1, sizeof(*qp));
	if (!qp)
		return -ENOMEM;
	qp->device = device_of(pd->context);
	qp->cq = cq;
	qp->max_sge = (uint16_t)attr->cap.max_send_sge;
	qp->verbs = qp->device ? create_verbs_qp(pd, cq->verbs, attr) : NULL;
	qp->qp = qp->verbs ? mlx5sig_qp_attach(qp->verbs, &attach) : NULL;
	err = qp->qp ? connect_qp(qp->verbs) : errno;
	if (!err) {
		cq->num_qps++;
		*out = qp;
		return 0;
	}
	if (qp->qp)
		mlx5sig_qp_detach(qp->qp);
	if (qp->verbs)
		ibv_destroy_qp(qp->verbs);
	free(qp);
	return -err;
}

void spdk_mlx5_qp_destroy(struct spdk_mlx5_qp *qp)
{
	mlx5sig_qp_detach(qp->qp);
	ibv_destroy_qp(qp->verbs);
	qp->cq->num_qps--;
	free(qp);
}

int spdk_mlx5_qp_set_error_state(struct spdk_mlx5_qp *qp)
{
	struct ibv_qp_attr attr = { .qp_state = IBV_QPS_ERR };

	return ibv_modify_qp(qp->verbs, &attr, IBV_QP_STATE);
}

struct ibv_qp *spdk_mlx5_qp_get_verbs_qp(struct spdk_mlx5_qp *qp)
{
	return qp->verbs;
}

/*
 * Completions: those of requests, then keys with signature errors.
 */

int spdk_mlx5_cq_poll_completions(struct spdk_mlx5_cq *cq, struct spdk_mlx5_cq_completion *done, int max)
{
	struct mlx5sig_mkey *bad;
	struct mlx5sig_mkey_err err;
	struct ibv_wc wc[64];
	int n = mlx5sig_poll_cq(cq->cq, spdk_min(max, 64), wc), i;

	for (i = 0; i < n; i++)
		done[i] = (struct spdk_mlx5_cq_completion) { .wr_id = wc[i].wr_id, .status = (int)wc[i].status };
	while (n >= 0 && n < max && (bad = mlx5sig_cq_next_bad_mkey(cq->cq))) {
		mlx5sig_mkey_check(bad, &err);
		((struct key *)bad->mkey_context)->pub.sig.sigerr = true;
		done[n++] = (struct spdk_mlx5_cq_completion) { .mkey = bad->lkey,
							       .status = SIGNATURE_ERROR };
	}
	return n;
}

/*
 * Requests: a batch for each, so that an error drops only that one.
 */

static void start(struct spdk_mlx5_qp *qp, uint64_t wr_id, uint32_t flags)
{
	uint32_t fence = flags & FENCES;

	qp->qp->wr_id = wr_id;
	qp->qp->wr_flags =
		((flags & SPDK_MLX5_WQE_CTRL_CE_MASK) == SPDK_MLX5_WQE_CTRL_CE_CQ_UPDATE ? IBV_SEND_SIGNALED : 0) |
		(flags & SPDK_MLX5_WQE_CTRL_SOLICITED ? IBV_SEND_SOLICITED : 0) |
		(fence == SPDK_MLX5_WQE_CTRL_FENCE ? IBV_SEND_FENCE : 0) |
		(fence == SPDK_MLX5_WQE_CTRL_STRONG_ORDERING ? MLX5SIG_SEND_STRONG_FENCE : 0);
	mlx5sig_wr_start(qp->qp);
}

void spdk_mlx5_qp_complete_send(struct spdk_mlx5_qp *qp)
{
	mlx5sig_qp_ring(qp->qp);
}

int spdk_mlx5_qp_rdma_write(struct spdk_mlx5_qp *qp, struct ibv_sge *sge, uint32_t num, uint64_t addr,
			    uint32_t rkey, uint64_t wr_id, uint32_t flags)
{
	start(qp, wr_id, flags);
	mlx5sig_wr_rdma_write(qp->qp, rkey, addr);
	mlx5sig_wr_set_sge_list(qp->qp, num, sge);
	return -mlx5sig_wr_commit(qp->qp);
}

int spdk_mlx5_qp_rdma_read(struct spdk_mlx5_qp *qp, struct ibv_sge *sge, uint32_t num, uint64_t addr,
			   uint32_t rkey, uint64_t wr_id, uint32_t flags)
{
	start(qp, wr_id, flags);
	mlx5sig_wr_rdma_read(qp->qp, rkey, addr);
	mlx5sig_wr_set_sge_list(qp->qp, num, sge);
	return -mlx5sig_wr_commit(qp->qp);
}

static uint64_t length_of(const struct spdk_mlx5_umr_attr *umr)
{
	uint64_t sum = 0;
	uint16_t i;

	for (i = 0; i < umr->sge_count; i++)
		sum += umr->sge[i].length;
	return sum;
}

/* Starts a key's configuration, in which SPDK's length must be that of the list. */
static int configure(struct spdk_mlx5_qp *qp, const struct spdk_mlx5_umr_attr *umr, uint8_t setters,
		     uint64_t wr_id, uint32_t flags)
{
	const struct key *key = find(qp->device, KEYS, umr->mkey >> 8);

	if (!key || !umr->sge_count || length_of(umr) != umr->umr_len)
		return -EINVAL;
	if (umr->sge_count > qp->max_sge)
		return -E2BIG;
	start(qp, wr_id, flags);
	mlx5sig_wr_mkey_configure(qp->qp, key->mkey, setters, NULL);
	mlx5sig_wr_set_mkey_layout_list(qp->qp, umr->sge_count, umr->sge);
	return 0;
}

int spdk_mlx5_umr_configure(struct spdk_mlx5_qp *qp, struct spdk_mlx5_umr_attr *umr, uint64_t wr_id,
			    uint32_t flags)
{
	int rc = configure(qp, umr, 1, wr_id, flags);

	return rc ? rc : -mlx5sig_wr_commit(qp->qp);
}

int spdk_mlx5_umr_configure_crypto(struct spdk_mlx5_qp *qp, struct spdk_mlx5_umr_attr *umr,
				   struct spdk_mlx5_umr_crypto_attr *crypto, uint64_t wr_id, uint32_t flags)
{
	static const enum mlx5sig_block_size sizes[] = {
		[SPDK_MLX5_BLOCK_SIZE_SELECTOR_512] = MLX5SIG_BLOCK_SIZE_512,
		[SPDK_MLX5_BLOCK_SIZE_SELECTOR_520] = MLX5SIG_BLOCK_SIZE_520,
		[SPDK_MLX5_BLOCK_SIZE_SELECTOR_4096] = MLX5SIG_BLOCK_SIZE_4096,
		[SPDK_MLX5_BLOCK_SIZE_SELECTOR_4160] = MLX5SIG_BLOCK_SIZE_4160 };
	struct mlx5sig_crypto_attr attr = {
		.encrypt_on_tx = crypto->enc_order == SPDK_MLX5_ENCRYPTION_ORDER_ENCRYPTED_RAW_WIRE,
		.dek = find(qp->device, DEKS, crypto->dek_obj_id) };
	const uint64_t tweak = htole64(crypto->xts_iv);
	int rc;

	/* Without a signature, its order is without effect; these are the bytes that SPDK writes. */
	attr.signature_crypto_order = attr.encrypt_on_tx ?
		MLX5SIG_SIGNATURE_CRYPTO_ORDER_SIGNATURE_AFTER_CRYPTO_ON_TX :
		MLX5SIG_SIGNATURE_CRYPTO_ORDER_SIGNATURE_BEFORE_CRYPTO_ON_TX;
	if (!attr.dek || !crypto->bs_selector || crypto->bs_selector >= SPDK_COUNTOF(sizes) ||
	    crypto->enc_order < SPDK_MLX5_ENCRYPTION_ORDER_ENCRYPTED_RAW_WIRE)
		return -EINVAL;
	attr.data_unit_size = sizes[crypto->bs_selector];
	memcpy(attr.initial_tweak, &tweak, sizeof(tweak));
	memcpy(attr.keytag, &crypto->keytag, sizeof(attr.keytag));
	rc = configure(qp, umr, 2, wr_id, flags);
	if (rc)
		return rc;
	mlx5sig_wr_set_mkey_crypto(qp->qp, &attr);
	return -mlx5sig_wr_commit(qp->qp);
}

int spdk_mlx5_umr_configure_sig(struct spdk_mlx5_qp *qp, struct spdk_mlx5_umr_attr *umr,
				struct spdk_mlx5_umr_sig_attr *sig, uint64_t wr_id, uint32_t flags)
{
	const struct mlx5sig_sig_crc crc = { .type = MLX5SIG_SIG_CRC_TYPE_CRC32C, .seed = sig->seed };
	const struct mlx5sig_sig_transaction_attr attr = {
		.domain = sig->domain == SPDK_MLX5_UMR_SIG_DOMAIN_WIRE ? MLX5SIG_SIG_DOMAIN_WIRE :
									 MLX5SIG_SIG_DOMAIN_MEM,
		.crc = &crc, .psv = find(qp->device, PSVS, sig->psv_index),
		.flags = (sig->init ? MLX5SIG_SIG_TRANSACTION_FLAG_INIT : 0) |
			 (sig->check_gen ? MLX5SIG_SIG_TRANSACTION_FLAG_CHECK_GEN : 0) };
	int rc = attr.psv ? configure(qp, umr, 2, wr_id, flags) : -EINVAL;

	if (rc)
		return rc;
	mlx5sig_wr_set_mkey_sig_transaction(qp->qp, &attr);
	return -mlx5sig_wr_commit(qp->qp);
}

int spdk_mlx5_qp_set_psv(struct spdk_mlx5_qp *qp, uint32_t psv_index, uint32_t crc_seed, uint64_t wr_id,
			 uint32_t flags)
{
	const struct mlx5sig_sig_crc crc = { .type = MLX5SIG_SIG_CRC_TYPE_CRC32C, .seed = crc_seed };
	const struct mlx5sig_psv_attr attr = { .sig_type = MLX5SIG_SIG_TYPE_CRC, .sig.crc = &crc };
	const struct mlx5sig_psv *psv = find(qp->device, PSVS, psv_index);

	if (!psv)
		return -EINVAL;
	start(qp, wr_id, flags);
	mlx5sig_wr_set_psv(qp->qp, psv, &attr);
	return -mlx5sig_wr_commit(qp->qp);
}

void spdk_mlx5_umr_implementer_register(bool registered)
{
	implementer = registered;
}

bool spdk_mlx5_umr_implementer_is_registered(void)
{
	return implementer;
}
