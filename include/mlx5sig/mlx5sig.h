/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * mlx5sig: signature keys on mlx5 devices, posted, checked and cancelled.
 *
 * The manual pages of mlx5dv describe functions of the same name, with mlx5dv_ instead of mlx5sig_;
 * mlx5sig(7) lists the differences. The context is one of mlx5dv_open_device() with
 * MLX5DV_CONTEXT_FLAGS_DEVX.
 *
 * Functions that return an int return 0 or an errno value, unless their comment has another result.
 * Functions that return a pointer return NULL with errno set.
 *
 * Attached QPs and CQs are posted to and polled through this library only: libmlx5's view of the
 * rings is no longer correct, and it loses completions when it meets signature errors of keys that
 * are not its own.
 */
#ifndef MLX5SIG_MLX5SIG_H
#define MLX5SIG_MLX5SIG_H

#include <infiniband/verbs.h>
#include <mlx5sig/attr.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Only what is declared here is exported. */
#pragma GCC visibility push(default)

/*
 * Version of this header, and of the library that is in use: major << 16 | minor << 8 | patch. The
 * major number changes with the soname.
 */
#define MLX5SIG_VERSION_MAJOR 2
#define MLX5SIG_VERSION_MINOR 0
#define MLX5SIG_VERSION_PATCH 0
#define MLX5SIG_VERSION \
	(MLX5SIG_VERSION_MAJOR << 16 | MLX5SIG_VERSION_MINOR << 8 | MLX5SIG_VERSION_PATCH)

uint32_t mlx5sig_version(void);

/*
 * Device.
 */

/* Parts of struct mlx5sig_context, requested, and on return, provided. Values of mlx5dv. */
enum mlx5sig_context_comp_mask {
	MLX5SIG_CONTEXT_MASK_CQE_COMPRESION = 1 << 0,
	MLX5SIG_CONTEXT_MASK_SWP = 1 << 1,
	MLX5SIG_CONTEXT_MASK_STRIDING_RQ = 1 << 2,
	MLX5SIG_CONTEXT_MASK_TUNNEL_OFFLOADS = 1 << 3,
	MLX5SIG_CONTEXT_MASK_SIGNATURE_OFFLOAD = 1 << 10,
	MLX5SIG_CONTEXT_MASK_CRYPTO_OFFLOAD = 1 << 13,
};

enum mlx5sig_context_flags {
	MLX5SIG_CONTEXT_FLAGS_CQE_V1 = 1 << 0,
	MLX5SIG_CONTEXT_FLAGS_MPW_ALLOWED = 1 << 2,
	MLX5SIG_CONTEXT_FLAGS_ENHANCED_MPW = 1 << 3,
	MLX5SIG_CONTEXT_FLAGS_CQE_128B_COMP = 1 << 4,
	MLX5SIG_CONTEXT_FLAGS_CQE_128B_PAD = 1 << 5,
	MLX5SIG_CONTEXT_FLAGS_PACKET_BASED_CREDIT_MODE = 1 << 6,
};

struct mlx5sig_cqe_comp_caps {
	uint32_t max_num;
	uint32_t supported_format;	/* enum mlx5dv_cqe_comp_res_format */
};

struct mlx5sig_sw_parsing_caps {
	uint32_t sw_parsing_offloads;	/* enum mlx5dv_sw_parsing_offloads */
	uint32_t supported_qpts;	/* bits by enum ibv_qp_type */
};

struct mlx5sig_striding_rq_caps {
	uint32_t min_single_stride_log_num_of_bytes;
	uint32_t max_single_stride_log_num_of_bytes;
	uint32_t min_single_wqe_log_num_of_strides;
	uint32_t max_single_wqe_log_num_of_strides;
	uint32_t supported_qpts;
};

enum mlx5sig_block_size_caps {
	MLX5SIG_BLOCK_SIZE_CAP_512 = 1 << MLX5SIG_BLOCK_SIZE_512,
	MLX5SIG_BLOCK_SIZE_CAP_520 = 1 << MLX5SIG_BLOCK_SIZE_520,
	MLX5SIG_BLOCK_SIZE_CAP_4048 = 1 << MLX5SIG_BLOCK_SIZE_4048,
	MLX5SIG_BLOCK_SIZE_CAP_4096 = 1 << MLX5SIG_BLOCK_SIZE_4096,
	MLX5SIG_BLOCK_SIZE_CAP_4160 = 1 << MLX5SIG_BLOCK_SIZE_4160,
};

enum mlx5sig_sig_prot_caps {
	MLX5SIG_SIG_PROT_CAP_T10DIF = 1 << MLX5SIG_SIG_TYPE_T10DIF,
	MLX5SIG_SIG_PROT_CAP_CRC = 1 << MLX5SIG_SIG_TYPE_CRC,
};

enum mlx5sig_sig_t10dif_bg_caps {
	MLX5SIG_SIG_T10DIF_BG_CAP_CRC = 1 << MLX5SIG_SIG_T10DIF_CRC,
	MLX5SIG_SIG_T10DIF_BG_CAP_CSUM = 1 << MLX5SIG_SIG_T10DIF_CSUM,
};

enum mlx5sig_sig_crc_type_caps {
	MLX5SIG_SIG_CRC_TYPE_CAP_CRC32 = 1 << MLX5SIG_SIG_CRC_TYPE_CRC32,
	MLX5SIG_SIG_CRC_TYPE_CAP_CRC32C = 1 << MLX5SIG_SIG_CRC_TYPE_CRC32C,
	MLX5SIG_SIG_CRC_TYPE_CAP_CRC64_XP10 = 1 << MLX5SIG_SIG_CRC_TYPE_CRC64_XP10,
};

/* Supported signatures as in mlx5dv: mostly inferred, see struct mlx5sig_sig_reported. */
struct mlx5sig_sig_caps {
	uint64_t block_size;		/* enum mlx5sig_block_size_caps */
	uint32_t block_prot;		/* enum mlx5sig_sig_prot_caps */
	uint16_t t10dif_bg;		/* enum mlx5sig_sig_t10dif_bg_caps */
	uint16_t crc_type;		/* enum mlx5sig_sig_crc_type_caps */
};

/*
 * The capability bits that the device itself reports, from which struct mlx5sig_sig_caps is
 * inferred.
 */
struct mlx5sig_sig_reported {
	bool sho;				/* signature handover */
	bool sigerr_domain_and_sig_type;	/* SIG_ERR CQEs have domain and type */
	bool sigerr_cqe, drain_sigerr;
	bool sig_block_4048, sig_crc32c, sig_crc64_xp10;
};

struct mlx5sig_crypto_caps {
	uint16_t failed_selftests;
	uint8_t crypto_engines;		/* enum mlx5dv_crypto_engines_caps */
	uint8_t wrapped_import_method;	/* enum mlx5dv_crypto_wrapped_import_method_caps */
	uint8_t log_max_num_deks;
	/* Several data units in a key, with a little-endian tweak; not in crypto_engines. */
	bool multi_block_le_tweak;
	uint32_t flags;			/* enum mlx5dv_crypto_caps_flags */
};

struct mlx5sig_context {
	uint8_t version;
	uint64_t flags;			/* enum mlx5sig_context_flags */
	uint64_t comp_mask;		/* in: requested; out: provided */
	struct mlx5sig_cqe_comp_caps cqe_comp_caps;
	struct mlx5sig_sw_parsing_caps sw_parsing_caps;
	struct mlx5sig_striding_rq_caps striding_rq_caps;
	uint32_t tunnel_offloads_caps;	/* enum mlx5dv_tunnel_offloads */
	struct mlx5sig_sig_caps sig_caps;
	struct mlx5sig_crypto_caps crypto_caps;
	struct mlx5sig_sig_reported sig_reported;	/* with MASK_SIGNATURE_OFFLOAD */
};

/*
 * Queries the device's capabilities with QUERY_HCA_CAP. EOPNOTSUPP: not an mlx5 context, or one
 * without DEVX. Others: the device refuses the command; the value depends on its status, EIO if
 * that has no errno value. Any thread.
 */
int mlx5sig_query_device(struct ibv_context *ctx, struct mlx5sig_context *attrs_out);

/*
 * Keys.
 */

/* Public part of a key. */
struct mlx5sig_mkey {
	uint32_t lkey;
	uint32_t rkey;
	void *mkey_context;	/* the program's; NULL at creation */
};

struct mlx5sig_mkey_init_attr {
	struct ibv_pd *pd;
	uint32_t create_flags;	/* enum mlx5sig_mkey_init_attr_flags, at least one */
	uint16_t max_entries; /* in: entries requested; out: entries of the key, at least as many */
	uint16_t access_flags;	/* enum ibv_access_flags, with ..._FLAGS_ACCESS; otherwise not read */
};

/*
 * Creates an indirect key, with PSVs if it has a signature. EOPNOTSUPP: no flag, an unknown one,
 * one that the device does not support, or the context lacks DEVX. EINVAL: more entries than a key
 * can have, or unknown access rights. ENOMEM. Others: the device refuses a command; objects created before are destroyed.
 * Nothing is sent to the device before everything has been checked. Any thread.
 */
struct mlx5sig_mkey *mlx5sig_create_mkey(struct mlx5sig_mkey_init_attr *attr);
/*
 * Destroys key and PSVs. After a failure what could not be destroyed still exists, and the call can be
 * repeated. ETIMEDOUT: the driver has given a command up; if the device executes it later, all repeated
 * calls fail with EINVAL, and the kernel forgets the object when the context is closed. No
 * thread may use the key any more, and all completions of requests that use it have been polled.
 */
int mlx5sig_destroy_mkey(struct mlx5sig_mkey *mkey);

/*
 * Reports the first signature error since the last check, even if the key has been reconfigured
 * meanwhile, and clears it. EINVAL: the key has no signature, or there were only errors that cannot
 * be decoded (reported once). Any thread. Call it when the transfer is over, see the page.
 */
int mlx5sig_mkey_check(struct mlx5sig_mkey *mkey, struct mlx5sig_mkey_err *err_info);

/* All details of the first error. */
struct mlx5sig_mkey_err_ext {
	struct mlx5sig_mkey_err err;
	uint16_t syndrome;			/* PRM_SIG_SYNDROME_*, all bits that were set */
	enum mlx5sig_sig_domain domain;
	uint32_t num_errors;			/* signature error CQEs since the last check */
	uint64_t reserved[4];
};

/* Like mlx5sig_mkey_check(), with more details. */
int mlx5sig_mkey_check_ext(struct mlx5sig_mkey *mkey, struct mlx5sig_mkey_err_ext *err_info);

/*
 * A pool of keys with the same attributes. Get and put take constant time for each key. Any thread.
 */
struct mlx5sig_mkey_pool;

struct mlx5sig_mkey_pool_attr {
	struct mlx5sig_mkey_init_attr mkey;	/* of all keys */
	uint32_t initial;	/* keys created with the pool */
	uint32_t grow;		/* keys created when too few are left; 0: get fails instead */
	uint32_t max;		/* maximum number of keys; 0: no limit */
	uint64_t comp_mask;	/* 0 */
};

struct mlx5sig_mkey_pool *mlx5sig_mkey_pool_create(struct mlx5sig_mkey_pool_attr *attr);
/*
 * Takes a key; signature errors of its former user are dropped. NULL with errno EAGAIN: none left
 * and grow is 0, or max is reached; others as for mlx5sig_create_mkey().
 */
struct mlx5sig_mkey *mlx5sig_mkey_pool_get(struct mlx5sig_mkey_pool *pool);
/* EINVAL: the key is not of this pool, or it has been put back already. */
int mlx5sig_mkey_pool_put(struct mlx5sig_mkey_pool *pool, struct mlx5sig_mkey *mkey);
/* The same for @num keys: all, or none. */
int mlx5sig_mkey_pool_get_bulk(struct mlx5sig_mkey_pool *pool, struct mlx5sig_mkey **mkeys,
			       uint32_t num);
int mlx5sig_mkey_pool_put_bulk(struct mlx5sig_mkey_pool *pool, struct mlx5sig_mkey *const *mkeys,
			       uint32_t num);
/* Destroys unused keys until @keep of them are left. */
int mlx5sig_mkey_pool_drain(struct mlx5sig_mkey_pool *pool, uint32_t keep);
/*
 * EBUSY: keys have not been put back, or are in caches, or the pool has references; nothing is
 * destroyed then. After another failure the call can be repeated, and the pool is not found any more.
 */
int mlx5sig_mkey_pool_destroy(struct mlx5sig_mkey_pool *pool);
/*
 * Takes a reference to the youngest pool of a PD whose keys have these enum
 * mlx5sig_mkey_init_attr_flags, so that parts of a program can share it. ENOENT: there is none.
 */
struct mlx5sig_mkey_pool *mlx5sig_mkey_pool_find(struct ibv_pd *pd, uint32_t create_flags);
void mlx5sig_mkey_pool_release(struct mlx5sig_mkey_pool *pool);

/*
 * Up to @size keys of a pool for one thread at a time, which takes no lock for them. A cache is filled
 * from the pool when it has too few keys, and returns some when it is full. EINVAL: no size.
 */
struct mlx5sig_mkey_cache;

struct mlx5sig_mkey_cache *mlx5sig_mkey_cache_create(struct mlx5sig_mkey_pool *pool, uint32_t size);
/* Returns the keys that are in it to the pool. */
void mlx5sig_mkey_cache_destroy(struct mlx5sig_mkey_cache *cache);
/*
 * Like mlx5sig_mkey_pool_get_bulk() and mlx5sig_mkey_pool_put_bulk(): all keys, or none. Keys may come
 * from the pool itself or another of its caches, and return there.
 */
int mlx5sig_mkey_cache_get_bulk(struct mlx5sig_mkey_cache *cache, struct mlx5sig_mkey **mkeys,
				uint32_t num);
int mlx5sig_mkey_cache_put_bulk(struct mlx5sig_mkey_cache *cache,
				struct mlx5sig_mkey *const *mkeys, uint32_t num);

/*
 * Data encryption keys, plain text (see mlx5dv_dek_create(3)).
 */
struct mlx5sig_dek_init_attr {
	struct ibv_pd *pd;
	uint32_t key_size;	/* bits: 128 or 256, of each of the two keys of AES-XTS */
	bool has_keytag;
	char opaque[8];
	char key[128];		/* both keys, then the key tag if there is one */
	uint64_t comp_mask;	/* 0 */
};

struct mlx5sig_dek *mlx5sig_dek_create(struct ibv_context *ctx, struct mlx5sig_dek_init_attr *attr);
int mlx5sig_dek_destroy(struct mlx5sig_dek *dek);

enum mlx5sig_dek_state {
	MLX5SIG_DEK_STATE_READY,
	MLX5SIG_DEK_STATE_ERROR,	/* cannot be used: the device has lost it, or could not unwrap it */
};

struct mlx5sig_dek_attr {
	enum mlx5sig_dek_state state;
	char opaque[8];		/* of its creation */
	uint64_t comp_mask;	/* in: 0 */
};

/* Queries a key. EINVAL: comp_mask is not 0. Others: the device refuses the command. Any thread. */
int mlx5sig_dek_query(struct mlx5sig_dek *dek, struct mlx5sig_dek_attr *attr);

/*
 * The same key on several devices, with one key tag: a DEK for each of @num PDs, all or none, and
 * errors as for mlx5sig_dek_create(). EINVAL: no PD. attr->pd is ignored. Any thread.
 */
struct mlx5sig_dek_set;

struct mlx5sig_dek_set *mlx5sig_dek_set_create(struct ibv_pd *const *pds, uint32_t num,
					       const struct mlx5sig_dek_init_attr *attr);
/* The DEK of a PD; NULL with errno ENOENT: it is not one of the set. Constant for the set's life. */
struct mlx5sig_dek *mlx5sig_dek_set_find(const struct mlx5sig_dek_set *set, const struct ibv_pd *pd);
/* After a failure the set still exists without the keys destroyed so far; the call can be repeated. */
int mlx5sig_dek_set_destroy(struct mlx5sig_dek_set *set);

/*
 * Creates a PSV for transaction signatures, which any number of keys of the same PD may use, one
 * after the other. EOPNOTSUPP: the device lacks CRCs, or the context lacks DEVX. ENOMEM. Others: the
 * device refuses the command. Any thread.
 */
struct mlx5sig_psv *mlx5sig_psv_create(struct ibv_pd *pd);
/*
 * All completions of requests that use it have been polled. A key that has used it must be configured
 * again before its next use. After a failure the PSV still exists and the call can be repeated.
 */
int mlx5sig_psv_destroy(struct mlx5sig_psv *psv);

/*
 * Prepared signature attributes: everything in BSF and SET_PSV except key, PSVs and tags.
 */
struct mlx5sig_sig_prepared;

/*
 * EINVAL, EOPNOTSUPP: as the setter mlx5sig_wr_set_mkey_sig_block(). Free with
 * mlx5sig_sig_prepared_free().
 */
struct mlx5sig_sig_prepared *mlx5sig_sig_prepare(struct ibv_context *ctx,
						 const struct mlx5sig_sig_block_attr *attr);
void mlx5sig_sig_prepared_free(struct mlx5sig_sig_prepared *prepared);

/*
 * Prepared encryption attributes: everything but the initial tweak. EINVAL: as the setter
 * mlx5sig_wr_set_mkey_crypto(). ENOMEM. Any thread. Not used any more when its DEK has been destroyed;
 * free with mlx5sig_crypto_prepared_free().
 */
struct mlx5sig_crypto_prepared;

struct mlx5sig_crypto_prepared *mlx5sig_crypto_prepare(struct ibv_context *ctx,
						       const struct mlx5sig_crypto_attr *attr);
void mlx5sig_crypto_prepared_free(struct mlx5sig_crypto_prepared *prepared);

/*
 * Queues.
 */

struct mlx5sig_cq;

struct mlx5sig_cq_attr {
	uint32_t flags;		/* enum mlx5sig_attach_flags */
	uint64_t comp_mask;	/* 0 */
};

enum mlx5sig_attach_flags {
	/* One thread at a time uses the queue: no lock is taken. */
	MLX5SIG_ATTACH_SINGLE_THREADED = 1 << 0,
	/* QPs only: the doorbell register is not shared, see below. */
	MLX5SIG_ATTACH_OWN_REGISTER = 1 << 1,
	/*
	 * QPs of libibverbs only: their state is changed through DEVX, and libibverbs does not know it.
	 * The program posts in RTS and later states only.
	 */
	MLX5SIG_ATTACH_IN_RTS = 1 << 2,
	/* CQs only: they were created with overrun ignored, and polling writes no consumer counter. */
	MLX5SIG_ATTACH_IGNORE_OVERRUN = 1 << 3,
};

/*
 * With MLX5SIG_ATTACH_OWN_REGISTER, a single short request is copied into the doorbell register
 * (BlueFlame), which saves the device a read. No other queue pair that may be posted to at the same
 * time, by this library or by libmlx5, may have that register. libmlx5 gives registers of their own
 * to the first queue pairs of a context (MLX5_NUM_LOW_LAT_UUARS, 4 by default) and to those of a
 * thread domain (ibv_alloc_td()); the others share registers under a lock of libmlx5's, which does
 * not report the sharing. Without the flag, a doorbell is one store of 8 bytes and needs no lock.
 */

/*
 * Takes over the polling of a CQ without pending completions and with all events acknowledged
 * (ibv_ack_cq_events()). EBUSY: it is already attached. EOPNOTSUPP: it has compressed CQEs. @attr
 * may be NULL.
 */
struct mlx5sig_cq *mlx5sig_cq_attach(struct ibv_cq *cq, const struct mlx5sig_cq_attr *attr);
/*
 * Records signature errors that have not been polled in their keys; after that ibv_destroy_cq()
 * works. EBUSY: QPs are attached to it.
 */
int mlx5sig_cq_detach(struct mlx5sig_cq *cq);

/*
 * Polls for completions like ibv_poll_cq(): returns their number, or -EIO: the CQ was resized;
 * -EBUSY: it was also polled by ibv_poll_cq(), which is detected when there is nothing to poll. No
 * completion is returned from then on.
 */
int mlx5sig_poll_cq(struct mlx5sig_cq *cq, int num_entries, struct ibv_wc *wc);

/*
 * Returns a key with an error that was polled from this CQ and has not been checked, or NULL. It is
 * not returned again before another error; mlx5sig_mkey_check() has the error. The order is that of
 * the errors. A key with errors on several CQs is returned for the first one's. Constant time, any
 * thread.
 */
struct mlx5sig_mkey *mlx5sig_cq_next_bad_mkey(struct mlx5sig_cq *cq);

/*
 * Like ibv_req_notify_cq(). Events come through the CQ's completion channel as usual; each one that
 * ibv_get_cq_event() returns has to be counted by mlx5sig_cq_event() before the next request, or
 * the device ignores that request. Poll until the CQ is empty after the request: completions of
 * which an event has told raise no other one.
 */
int mlx5sig_req_notify_cq(struct mlx5sig_cq *cq, int solicited_only);
void mlx5sig_cq_event(struct mlx5sig_cq *cq);

/*
 * Queries the state of the CQ, after IBV_EVENT_CQ_ERR. EOVERFLOW: CQEs are lost, and
 * with them perhaps signature errors; keys that were used on its QPs have to be destroyed, see
 * mlx5sig_cq_attach(3). EIO: another failure. Others: the device refuses the command.
 */
int mlx5sig_cq_status(struct mlx5sig_cq *cq);

struct mlx5sig_srq;

struct mlx5sig_srq_attr {
	uint32_t flags;		/* enum mlx5sig_attach_flags; polling uses the SRQ, too */
	uint64_t comp_mask;	/* 0 */
};

/*
 * Takes over posting to a shared receive queue. EBUSY: requests were posted to it, or it is
 * already attached. @attr may be NULL.
 */
struct mlx5sig_srq *mlx5sig_srq_attach(struct ibv_srq *srq, const struct mlx5sig_srq_attr *attr);
/* After that ibv_destroy_srq() works. EBUSY: QPs are attached to it. */
int mlx5sig_srq_detach(struct mlx5sig_srq *srq);
/* Like ibv_post_srq_recv(): 0 or ENOMEM, EINVAL, with the request that failed in *@bad_wr. */
int mlx5sig_post_srq_recv(struct mlx5sig_srq *srq, struct ibv_recv_wr *wr,
			  struct ibv_recv_wr **bad_wr);

struct mlx5sig_qp_attr {
	struct mlx5sig_cq *send_cq, *recv_cq;	/* attached CQs of the QP */
	struct mlx5sig_srq *srq;		/* attached SRQ of the QP, or NULL */
	uint32_t flags;				/* enum mlx5sig_attach_flags */
	bool sq_sig_all; /* for mlx5sig_device_qp_attach(); libibverbs has it for other QPs */
	uint64_t comp_mask;			/* 0 */
};

/* Public part of a queue pair. */
struct mlx5sig_qp {
	uint64_t wr_id;		/* of the next request that is begun */
	unsigned int wr_flags;	/* enum ibv_send_flags, mlx5sig_send_flags, likewise */
};

enum mlx5sig_send_flags {
	/* The request begins when all earlier ones of the queue have completed: strong ordering. */
	MLX5SIG_SEND_STRONG_FENCE = 1 << 16,
};

/*
 * Takes over posting to an RC QP without outstanding requests, created by ibv_create_qp(),
 * ibv_create_qp_ex(), mlx5dv_create_qp() or rdma_create_qp(). EOPNOTSUPP: a transport other than
 * RC, or WQEs with signatures (MLX5_QP_SIGNATURE in the environment). EINVAL: CQs or an SRQ that
 * are not the QP's. EBUSY: it is already attached.
 */
struct mlx5sig_qp *mlx5sig_qp_attach(struct ibv_qp *qp, const struct mlx5sig_qp_attr *attr);
/*
 * Returns the QP to libibverbs; after that ibv_destroy_qp() works. Completions that have not been
 * polled are dropped. With an SRQ, move the QP to RESET first: requests that it flushes later are
 * lost to the SRQ.
 */
int mlx5sig_qp_detach(struct mlx5sig_qp *qp);
/* Call it after ibv_modify_qp() to RESET: drops all requests. */
void mlx5sig_qp_reset(struct mlx5sig_qp *qp);
/*
 * Signature pipelining: the send queue stops after a request with a signature error, see
 * mlx5dv_qp_cancel_posted_send_wrs(3). A QP that was created with MLX5DV_QP_CREATE_SIG_PIPELINING
 * does not need it. EINVAL: not in state INIT. EOPNOTSUPP: not supported by device or kernel.
 */
int mlx5sig_qp_enable_sig_pipelining(struct mlx5sig_qp *qp);

/*
 * Posting: mlx5sig_wr_start(), requests with their setters, mlx5sig_wr_complete(). Nothing is
 * visible to the device before mlx5sig_wr_complete(), and then either all of it or nothing. From
 * start to complete, commit or abort the QP is locked.
 */
void mlx5sig_wr_start(struct mlx5sig_qp *qp);
/*
 * 0, or the first error; then nothing is posted. ENOMEM: the queue is full now, poll and try again.
 * E2BIG: a request that never fits, since it is longer than key, queue or device allow. EINVAL: an
 * invalid attribute, a call out of order, a state before RTS, no start. EOPNOTSUPP: not supported
 * by the device. mlx5sig_qp_last_error() has the details.
 */
int mlx5sig_wr_complete(struct mlx5sig_qp *qp);
/*
 * Ends the batch like mlx5sig_wr_complete(), with the same errors, but the device sees it only after
 * mlx5sig_qp_ring(), or the next batch that ends with mlx5sig_wr_complete(). An error drops this
 * batch alone: with a batch for each request, requests succeed or fail one by one.
 */
int mlx5sig_wr_commit(struct mlx5sig_qp *qp);
/*
 * Shows the device all committed batches with one doorbell; none is needed if there are none. Any
 * thread, not between start and the end of its own batch.
 */
void mlx5sig_qp_ring(struct mlx5sig_qp *qp);
void mlx5sig_wr_abort(struct mlx5sig_qp *qp);

struct mlx5sig_wr_error {
	uint32_t index;		/* of the request that failed, in its batch; their number: no request */
	int err;		/* that mlx5sig_wr_complete() returned */
	uint64_t wr_id;		/* of the request */
	const char *reason;	/* for people; a constant */
};

/* The error of the last failed batch of this QP. Called by the thread that posted it. */
void mlx5sig_qp_last_error(struct mlx5sig_qp *qp, struct mlx5sig_wr_error *error);

void mlx5sig_wr_send(struct mlx5sig_qp *qp);
void mlx5sig_wr_send_imm(struct mlx5sig_qp *qp, __be32 imm_data);
void mlx5sig_wr_send_inv(struct mlx5sig_qp *qp, uint32_t invalidate_rkey);
void mlx5sig_wr_rdma_write(struct mlx5sig_qp *qp, uint32_t rkey, uint64_t remote_addr);
void mlx5sig_wr_rdma_write_imm(struct mlx5sig_qp *qp, uint32_t rkey, uint64_t remote_addr,
			       __be32 imm_data);
void mlx5sig_wr_rdma_read(struct mlx5sig_qp *qp, uint32_t rkey, uint64_t remote_addr);
void mlx5sig_wr_atomic_cmp_swp(struct mlx5sig_qp *qp, uint32_t rkey, uint64_t remote_addr,
			       uint64_t compare, uint64_t swap);
void mlx5sig_wr_atomic_fetch_add(struct mlx5sig_qp *qp, uint32_t rkey, uint64_t remote_addr,
				 uint64_t add);
void mlx5sig_wr_local_inv(struct mlx5sig_qp *qp, uint32_t invalidate_rkey);
void mlx5sig_wr_nop(struct mlx5sig_qp *qp);
/*
 * Loads a PSV with the start of a signature, and ends its error state. The opcode of its completion
 * is IBV_WC_DRIVER1. Errors as for mlx5sig_wr_set_mkey_sig_block(); EINVAL: a PSV of another device.
 */
void mlx5sig_wr_set_psv(struct mlx5sig_qp *qp, const struct mlx5sig_psv *psv,
			const struct mlx5sig_psv_attr *attr);
/* Posts a WQE unchanged, control segment first; only wqe_index is filled in. */
void mlx5sig_wr_raw_wqe(struct mlx5sig_qp *qp, const void *wqe);

void mlx5sig_wr_set_sge(struct mlx5sig_qp *qp, uint32_t lkey, uint64_t addr, uint32_t length);
void mlx5sig_wr_set_sge_list(struct mlx5sig_qp *qp, size_t num_sge, const struct ibv_sge *sg_list);
void mlx5sig_wr_set_inline_data(struct mlx5sig_qp *qp, const void *addr, size_t length);
void mlx5sig_wr_set_inline_data_list(struct mlx5sig_qp *qp, size_t num_buf,
				     const struct ibv_data_buf *buf_list);

/*
 * Configures a key. @num_setters setters follow; @attr may be NULL. IBV_SEND_INLINE is not needed.
 */
void mlx5sig_wr_mkey_configure(struct mlx5sig_qp *qp, struct mlx5sig_mkey *mkey,
			       uint8_t num_setters, const struct mlx5sig_mkey_conf_attr *attr);
void mlx5sig_wr_set_mkey_access_flags(struct mlx5sig_qp *qp, uint32_t access_flags);
void mlx5sig_wr_set_mkey_layout_list(struct mlx5sig_qp *qp, uint16_t num_sges,
				     const struct ibv_sge *sge);
void mlx5sig_wr_set_mkey_layout_interleaved(struct mlx5sig_qp *qp, uint32_t repeat_count,
					    uint16_t num_interleaved,
					    const struct mlx5sig_mr_interleaved *data);
void mlx5sig_wr_set_mkey_sig_block(struct mlx5sig_qp *qp,
				   const struct mlx5sig_sig_block_attr *attr);
/* The same from prepared attributes; @tags may be NULL, for the tags of these attributes. */
void mlx5sig_wr_set_mkey_sig_prepared(struct mlx5sig_qp *qp,
				      const struct mlx5sig_sig_prepared *prepared,
				      const struct mlx5sig_sig_tags *tags);
/*
 * A whole configuration in one call: mlx5sig_wr_mkey_configure() with three setters, for access
 * flags, a list and prepared attributes. @prepared may be NULL: without a signature, as by
 * MLX5SIG_MKEY_CONF_FLAG_RESET_SIG_ATTR. Errors are those of the setters.
 */
void mlx5sig_wr_mkey_configure_prepared(struct mlx5sig_qp *qp, struct mlx5sig_mkey *mkey,
					uint32_t access_flags, uint16_t num_sges,
					const struct ibv_sge *sge,
					const struct mlx5sig_sig_prepared *prepared,
					const struct mlx5sig_sig_tags *tags);
/*
 * One CRC for all data, of any length. Needs a key with MLX5SIG_MKEY_INIT_ATTR_FLAGS_TRANSACTION_SIGNATURE
 * and replaces a block signature. It is valid for this configuration only: the next one needs a
 * signature again, or MLX5SIG_MKEY_CONF_FLAG_RESET_SIG_ATTR. With encryption it is the CRC of the
 * encrypted data: on the wire with encrypt_on_tx and SIGNATURE_AFTER_CRYPTO_ON_TX, in memory with
 * neither; devices have no other order.
 */
void mlx5sig_wr_set_mkey_sig_transaction(struct mlx5sig_qp *qp,
					 const struct mlx5sig_sig_transaction_attr *attr);
void mlx5sig_wr_set_mkey_crypto(struct mlx5sig_qp *qp, const struct mlx5sig_crypto_attr *attr);
/*
 * The same from prepared attributes. @initial_tweak has 16 bytes, little-endian; NULL: that of these
 * attributes.
 */
void mlx5sig_wr_set_mkey_crypto_prepared(struct mlx5sig_qp *qp,
					 const struct mlx5sig_crypto_prepared *prepared,
					 const char *initial_tweak);
/*
 * A whole configuration in one call: mlx5sig_wr_mkey_configure() with three setters, for access
 * flags, a list and prepared encryption. Errors are those of the setters.
 */
void mlx5sig_wr_mkey_configure_crypto(struct mlx5sig_qp *qp, struct mlx5sig_mkey *mkey,
				      uint32_t access_flags, uint16_t num_sges,
				      const struct ibv_sge *sge,
				      const struct mlx5sig_crypto_prepared *prepared,
				      const char *initial_tweak);

/* Like ibv_post_recv(): 0 or ENOMEM, EINVAL, with the request that failed in *@bad_wr. */
int mlx5sig_post_recv(struct mlx5sig_qp *qp, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad_wr);

/*
 * Turns all posted send requests with this id that the device has not executed into NOPs, which
 * complete as the requests would have. Returns their number, in which a key configuration with its
 * SET_PSVs counts as one, or -errno: EINVAL: the QP is not in SQD. EOPNOTSUPP: a device without
 * qp_query. Others, EINVAL too: the device refuses the query for its position, and the value depends
 * on the status, as with libmlx5. Nothing has changed then.
 */
int mlx5sig_qp_cancel_posted_send_wrs(struct mlx5sig_qp *qp, uint64_t wr_id);

/*
 * Without a libibverbs device: queues in any memory, commands through functions of the caller.
 * For drivers that create queues through DEVX, and for tests.
 */
struct mlx5sig_devx_ops {
	/* The kernel lets the tags of keys be changed (MLX5SIG_MKEY_INIT_ATTR_FLAGS_UPDATE_TAG). */
	bool has_update_tag;
	/* An object: NULL with errno, EREMOTEIO when the device refuses (status in @out). */
	void *(*obj_create)(void *cookie, const void *in, size_t inlen, void *out, size_t outlen);
	int (*obj_destroy)(void *cookie, void *obj);
	int (*general_cmd)(void *cookie, const void *in, size_t inlen, void *out, size_t outlen);
	/* QUERY_QP and INIT2INIT_QP of an attached QP; @handle is that of struct mlx5sig_raw_qp. */
	int (*qp_query)(void *cookie, void *handle, const void *in, size_t inlen, void *out,
			size_t outlen);
	int (*qp_modify)(void *cookie, void *handle, const void *in, size_t inlen, void *out,
			 size_t outlen);
	uint64_t comp_mask;	/* 0 */
};

struct mlx5sig_device;

/* A device of the caller's own, for the functions below. */
struct mlx5sig_device *mlx5sig_device_open(const struct mlx5sig_devx_ops *ops, void *cookie);
int mlx5sig_device_close(struct mlx5sig_device *device);	/* EBUSY: objects are open on it */
int mlx5sig_device_query(struct mlx5sig_device *device, struct mlx5sig_context *attrs_out);
/* Like mlx5sig_create_mkey(), with the PD's number (24 bits; EINVAL). attr->pd is ignored. */
struct mlx5sig_mkey *mlx5sig_device_create_mkey(struct mlx5sig_device *device, uint32_t pdn,
						struct mlx5sig_mkey_init_attr *attr);

/* Like mlx5sig_psv_create(), with the PD's number (24 bits; EINVAL). */
struct mlx5sig_psv *mlx5sig_device_psv_create(struct mlx5sig_device *device, uint32_t pdn);

/* The same as mlx5sig_sig_prepare() and mlx5sig_crypto_prepare(). */
struct mlx5sig_sig_prepared *
mlx5sig_device_sig_prepare(struct mlx5sig_device *device,
			   const struct mlx5sig_sig_block_attr *attr);
struct mlx5sig_crypto_prepared *
mlx5sig_device_crypto_prepare(struct mlx5sig_device *device,
			      const struct mlx5sig_crypto_attr *attr);

struct mlx5sig_raw_cq {
	void *buf; /* @cqe_cnt CQEs of @cqe_size bytes, marked as invalid; aligned to 64 bytes */
	volatile void *dbrec;		/* 8 bytes, aligned */
	volatile void *uar;		/* doorbell page, or NULL: never armed */
	uint32_t cqe_cnt, cqe_size, cqn;
	uint8_t cqe_version;		/* 0 or 1 */
	uint64_t comp_mask;		/* 0 */
};

struct mlx5sig_raw_qp {
	void *sq_buf, *rq_buf;
	volatile void *dbrec;		/* 8 bytes */
	volatile void *bf_reg;		/* doorbell register */
	uint32_t bf_size; /* of a BlueFlame buffer (sq_buf, bf_reg aligned to 16), or 0 */
	uint32_t sq_wqe_cnt;		/* WQEBBs, a power of two */
	uint32_t sq_max_post;		/* requests that may be outstanding */
	uint32_t sq_max_gs, sq_max_inline;	/* SGEs and bytes of inline data of a request */
	uint32_t rq_wqe_cnt, rq_stride, rq_max_gs;
	uint32_t qpn, user_index;
	uint32_t sq_pi;			/* producer counter in WQEBBs, where posting continues */
	uint32_t sq_head, sq_tail;	/* requests posted and completed so far */
	uint32_t max_desc_size;		/* bytes of the longest WQE */
	void *handle;			/* for qp_query and qp_modify */
	const enum ibv_qp_state
		*state; /* kept by the caller: no post before RTS; NULL: always RTS */
	uint64_t comp_mask;		/* 0 */
};

struct mlx5sig_raw_srq {
	void *buf;			/* @wqe_cnt WQEs of @stride bytes */
	volatile void *dbrec;		/* 4 bytes, 0 */
	uint32_t wqe_cnt;		/* a power of two; one less can be posted */
	uint32_t stride, max_gs;	/* room for a link of 16 bytes, and SGEs */
	uint64_t comp_mask;		/* 0 */
};

struct mlx5sig_cq *mlx5sig_device_cq_attach(struct mlx5sig_device *device,
					    const struct mlx5sig_raw_cq *cq,
					    const struct mlx5sig_cq_attr *attr);
struct mlx5sig_srq *mlx5sig_device_srq_attach(struct mlx5sig_device *device,
					      const struct mlx5sig_raw_srq *srq,
					      const struct mlx5sig_srq_attr *attr);
struct mlx5sig_qp *mlx5sig_device_qp_attach(struct mlx5sig_device *device,
					    const struct mlx5sig_raw_qp *qp,
					    const struct mlx5sig_qp_attr *attr);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif
