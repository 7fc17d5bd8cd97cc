// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * A kernel consumer of signatures, as iser and nvmet-rdma are: random requests through ib_map_mr_sg_pi() and
 * IB_WR_REG_MR_INTEGRITY between two queue pairs of a port. What arrives is compared with protection
 * information that the kernel computes: crc_t10dif() and ip_compute_csum().
 *
 * test_consumer.py builds it into a kernel, which runs the requests while it boots. What a request does
 * depends on the seed and on its number, so that sigconsumer.only=NUMBER repeats it. The kernel's log has what differs,
 * and how often each kind occurred.
 */
#include <linux/crc-t10dif.h>
#include <linux/delay.h>
#include <linux/hash.h>
#include <linux/module.h>
#include <linux/prandom.h>
#include <linux/slab.h>
#include <net/checksum.h>
#include <rdma/ib_verbs.h>
#include <rdma/signature.h>

#undef pr_fmt
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#define MAX_BLOCKS 16
#define MAX_INTERVAL 4160
#define MAX_DATA (MAX_BLOCKS * MAX_INTERVAL)
#define MAX_PIECES 64
#define MAX_FAILURES 5

static unsigned int seed = 1, cases = 1000;
static int only = -1;
module_param(seed, uint, 0444);
module_param(cases, uint, 0444);
module_param(only, int, 0444);
MODULE_PARM_DESC(seed, "random requests (default 1)");
MODULE_PARM_DESC(cases, "number of requests (default 1000)");
MODULE_PARM_DESC(only, "run this request alone");

/* struct t10_pi_tuple of linux/t10-pi.h, which needs the block layer. */
struct tuple {
	__be16 guard;
	__be16 app;
	__be32 ref;
};

enum fault { NO_FAULT, BAD_GUARD, BAD_APP, BAD_REF, ESCAPED, N_FAULTS };
enum shape { ONE_PIECE, PAGES, PIECES, N_SHAPES };
enum kind { INSERT, STRIP, PASS, N_KINDS };	/* from the source's domain to the other */

static const char *const fault_names[] = { "no fault", "guard", "app tag", "ref tag", "escape" };
static const char *const shape_names[] = { "one piece", "pages", "pieces" };
static const char *const kind_names[] = { "insert", "strip", "pass" };

struct request {
	struct ib_sig_attrs sig;
	bool is_write, is_checked;	/* the fault is in a field that is checked */
	enum kind kind;
	enum shape shape;
	enum fault fault;
	unsigned int interval, blocks, bad_block;
};

/* A stretch of memory for a scatterlist. */
struct memory {
	u8 *piece[MAX_PIECES];
	unsigned int len[MAX_PIECES], n;
	struct scatterlist sg[MAX_PIECES];
	unsigned int mapped;
};

static struct {
	struct ib_device *device;
	struct ib_pd *pd;
	struct ib_cq *cq;
	struct ib_qp *qp[2];	/* the first one sends */
	struct ib_mr *mr;
	bool is_registered;
	u8 *flat, *flat_meta, *pages[2 * MAX_PIECES];	/* what pieces are made of: data, then metadata */
	u8 *wire;
	u64 wire_dma;
	struct memory data, meta;
	/* As they are before the request, and as they should be after it. */
	u8 *blocks;
	struct tuple source[MAX_BLOCKS], target[MAX_BLOCKS];
	unsigned int counts[2 * N_KINDS], shapes[N_SHAPES], faults[N_FAULTS][2], checksums, failures;
} t;

/*
 * Random requests.
 */

static u32 below(struct rnd_state *random, u32 n)
{
	return prandom_u32_state(random) % n;
}

static void random_domain(struct rnd_state *random, struct ib_sig_domain *domain, unsigned int interval)
{
	struct ib_t10_dif_domain *dif = &domain->sig.dif;

	domain->sig_type = IB_SIG_TYPE_T10_DIF;
	dif->bg_type = below(random, 2) ? IB_T10DIF_CRC : IB_T10DIF_CSUM;
	dif->pi_interval = interval;
	dif->app_tag = prandom_u32_state(random);
	/* Some wrap. */
	dif->ref_tag = prandom_u32_state(random) | (below(random, 8) ? 0 : 0xfffffff0);
	dif->ref_remap = below(random, 2);
	dif->app_escape = below(random, 2);
	dif->ref_escape = dif->app_escape && below(random, 2);
	dif->apptag_check_mask = below(random, 2) ? 0xffff : 0x0ff0;
}

static const struct ib_sig_domain *source_of(const struct request *r)
{
	return r->is_write ? &r->sig.mem : &r->sig.wire;
}

static const struct ib_sig_domain *target_of(const struct request *r)
{
	return r->is_write ? &r->sig.wire : &r->sig.mem;
}

static bool has_pi(const struct ib_sig_domain *domain)
{
	return domain->sig_type == IB_SIG_TYPE_T10_DIF;
}

static void random_request(struct rnd_state *random, struct request *r)
{
	static const unsigned int intervals[] = { 512, 520, 4096, 4160 };
	struct ib_sig_domain *domains[2];

	memset(r, 0, sizeof(*r));
	r->interval = intervals[below(random, ARRAY_SIZE(intervals))];
	r->blocks = 1 + below(random, MAX_BLOCKS);
	r->is_write = below(random, 2);
	r->kind = below(random, N_KINDS);
	r->shape = below(random, N_SHAPES);
	domains[0] = r->is_write ? &r->sig.mem : &r->sig.wire;
	domains[1] = r->is_write ? &r->sig.wire : &r->sig.mem;
	random_domain(random, domains[0], r->interval);
	random_domain(random, domains[1], r->interval);
	if (r->kind == PASS && below(random, 2))
		*domains[1] = *domains[0];
	if (r->kind == INSERT)
		memset(domains[0], 0, sizeof(*domains[0]));
	else if (r->kind == STRIP)
		memset(domains[1], 0, sizeof(*domains[1]));
	r->sig.check_mask = below(random, 4) ? 0xff : (below(random, 2) ? IB_SIG_CHECK_GUARD : 0) |
			    (below(random, 2) ? IB_SIG_CHECK_APPTAG : 0) | (below(random, 2) ? IB_SIG_CHECK_REFTAG : 0);
	r->bad_block = below(random, r->blocks);
	if (r->kind == INSERT || below(random, 2))
		return;
	r->fault = BAD_GUARD + below(random, N_FAULTS - 1);
	if (r->fault == ESCAPED && !source_of(r)->sig.dif.app_escape)
		r->fault = NO_FAULT;
	r->is_checked = (r->fault == BAD_GUARD && r->sig.check_mask & IB_SIG_CHECK_GUARD) ||
			(r->fault == BAD_APP && r->sig.check_mask & IB_SIG_CHECK_APPTAG) ||
			(r->fault == BAD_REF && r->sig.check_mask & IB_SIG_CHECK_REFTAG);
}

/* Divides memory of @len bytes: in one piece, in pages of which only the first and last may be parts, or anyhow. */
static void random_memory(struct rnd_state *random, struct memory *memory, enum shape shape, u8 *flat, u8 **pages,
			  unsigned int len, unsigned int longest)
{
	unsigned int at = 0, offset, n;

	memory->n = 0;
	if (shape == ONE_PIECE) {
		memory->piece[0] = flat + below(random, 64);
		memory->len[0] = len;
		memory->n = 1;
		return;
	}
	while (at < len) {
		const unsigned int fewest = (len - at) / (MAX_PIECES - memory->n) + 1;

		if (shape == PIECES) {
			n = min(max(fewest, 1 + below(random, longest)), len - at);
			offset = below(random, PAGE_SIZE - n + 1);
		} else {
			offset = memory->n ? 0 : below(random, PAGE_SIZE / 8) * 8;
			n = min_t(unsigned int, PAGE_SIZE - offset, len - at);
		}
		memory->piece[memory->n] = pages[memory->n] + offset;
		memory->len[memory->n++] = n;
		at += n;
	}
}

static void memory_write(struct memory *memory, const void *from)
{
	unsigned int at = 0, i;

	for (i = 0; i < memory->n; at += memory->len[i++])
		memcpy(memory->piece[i], from + at, memory->len[i]);
}

static void memory_fill(struct memory *memory, int byte)
{
	unsigned int i;

	for (i = 0; i < memory->n; i++)
		memset(memory->piece[i], byte, memory->len[i]);
}

static bool memory_is(const struct memory *memory, const void *expected)
{
	unsigned int at = 0, i;

	for (i = 0; i < memory->n; at += memory->len[i++])
		if (memcmp(memory->piece[i], expected + at, memory->len[i]))
			return false;
	return true;
}

static int memory_map(struct memory *memory)
{
	unsigned int i;

	sg_init_table(memory->sg, memory->n);
	for (i = 0; i < memory->n; i++)
		sg_set_buf(&memory->sg[i], memory->piece[i], memory->len[i]);
	memory->mapped = ib_dma_map_sg(t.device, memory->sg, memory->n, DMA_BIDIRECTIONAL);
	return memory->mapped ? 0 : -ENOMEM;
}

static void memory_unmap(struct memory *memory)
{
	if (memory->mapped)
		ib_dma_unmap_sg(t.device, memory->sg, memory->n, DMA_BIDIRECTIONAL);
	memory->mapped = 0;
}

/*
 * The model.
 */

static struct tuple tuple_of(const struct ib_t10_dif_domain *dif, const u8 *block, unsigned int i)
{
	struct tuple pi = { .app = cpu_to_be16(dif->app_tag), .ref = cpu_to_be32(dif->ref_tag + (dif->ref_remap ? i : 0)) };

	if (dif->bg_type == IB_T10DIF_CRC)
		pi.guard = cpu_to_be16(crc_t10dif(block, dif->pi_interval));
	else
		pi.guard = (__force __be16)ip_compute_csum(block, dif->pi_interval);
	return pi;
}

static void spoil(struct rnd_state *random, const struct request *r, struct tuple *pi)
{
	const struct ib_t10_dif_domain *dif = &source_of(r)->sig.dif;

	switch (r->fault) {
	case BAD_GUARD:
		pi->guard ^= cpu_to_be16(1 + below(random, 0xffff));
		break;
	case BAD_APP:
		pi->app ^= cpu_to_be16(0x0010 << below(random, 8));
		break;
	case BAD_REF:
		pi->ref ^= cpu_to_be32(1 << below(random, 32));
		break;
	case ESCAPED:
		pi->guard = cpu_to_be16(prandom_u32_state(random));
		pi->app = cpu_to_be16(0xffff);
		pi->ref = dif->ref_escape ? cpu_to_be32(0xffffffff) : cpu_to_be32(prandom_u32_state(random));
		break;
	default:
		break;
	}
}

/*
 * Protection information of the source, and of the target. If both have it, the driver has fields copied that
 * the same parameters describe (mlx5_set_bsf() in drivers/infiniband/hw/mlx5/wr.c).
 */
static void make_tuples(struct rnd_state *random, const struct request *r)
{
	const struct ib_t10_dif_domain *from = &source_of(r)->sig.dif, *to = &target_of(r)->sig.dif;
	unsigned int i;

	for (i = 0; i < r->blocks; i++) {
		const u8 *block = t.blocks + i * r->interval;

		if (r->kind != INSERT) {
			t.source[i] = tuple_of(from, block, i);
			t.source[i].app ^= cpu_to_be16(prandom_u32_state(random) & ~from->apptag_check_mask);
		}
		if (i == r->bad_block)
			spoil(random, r, &t.source[i]);
		if (r->kind != STRIP)
			t.target[i] = tuple_of(to, block, i);
		if (r->kind != PASS)
			continue;
		if (from->bg_type == to->bg_type)
			t.target[i].guard = t.source[i].guard;
		if (from->app_tag == to->app_tag)
			t.target[i].app = t.source[i].app;
		if (from->ref_tag == to->ref_tag)
			t.target[i].ref = t.source[i].ref;
	}
}

static unsigned int wire_stride(const struct request *r)
{
	return r->interval + (has_pi(&r->sig.wire) ? sizeof(struct tuple) : 0);
}

static void wire_write(const struct request *r, const struct tuple *pi)
{
	const unsigned int stride = wire_stride(r);
	unsigned int i;

	for (i = 0; i < r->blocks; i++) {
		memcpy(t.wire + i * stride, t.blocks + i * r->interval, r->interval);
		memcpy(t.wire + i * stride + r->interval, &pi[i], stride - r->interval);
	}
}

static bool wire_is(const struct request *r, const struct tuple *pi)
{
	const unsigned int stride = wire_stride(r);
	unsigned int i;

	for (i = 0; i < r->blocks; i++)
		if (memcmp(t.wire + i * stride, t.blocks + i * r->interval, r->interval) ||
		    memcmp(t.wire + i * stride + r->interval, &pi[i], stride - r->interval))
			return false;
	return true;
}

/*
 * Requests.
 */

static int wait_completion(void)
{
	struct ib_wc wc;
	int i;

	for (i = 0; i < 100000; i++) {
		if (ib_poll_cq(t.cq, 1, &wc) == 1) {
			if (wc.status)
				pr_err("%s, vendor error %#x\n", ib_wc_status_msg(wc.status), wc.vendor_err);
			return wc.status ? -EIO : 0;
		}
		if (i > 100)
			usleep_range(20, 50);
	}
	pr_err("no completion\n");
	return -ETIMEDOUT;
}

/* The key is invalidated, registered with another number, and used. */
static int post(struct request *r)
{
	struct ib_reg_wr reg = { .wr.opcode = IB_WR_REG_MR_INTEGRITY };
	struct ib_send_wr invalidate = { .opcode = IB_WR_LOCAL_INV, .next = &reg.wr };
	struct ib_rdma_wr wr = { .wr.send_flags = IB_SEND_SIGNALED, .wr.num_sge = 1 };
	const bool has_meta = has_pi(&r->sig.mem);
	struct ib_sge sge;
	int err;

	*t.mr->sig_attrs = r->sig;
	err = ib_map_mr_sg_pi(t.mr, t.data.sg, t.data.mapped, NULL, has_meta ? t.meta.sg : NULL,
			      has_meta ? t.meta.mapped : 0, NULL, PAGE_SIZE);
	if (err)
		return err;
	invalidate.ex.invalidate_rkey = t.mr->rkey;
	ib_update_fast_reg_key(t.mr, ib_inc_rkey(t.mr->rkey));
	reg.mr = t.mr;
	reg.key = t.mr->rkey;
	reg.access = IB_ACCESS_LOCAL_WRITE;
	reg.wr.next = &wr.wr;
	sge.addr = t.mr->iova;
	sge.lkey = t.mr->lkey;
	sge.length = r->blocks * wire_stride(r);
	wr.wr.opcode = r->is_write ? IB_WR_RDMA_WRITE : IB_WR_RDMA_READ;
	wr.wr.sg_list = &sge;
	wr.remote_addr = t.wire_dma;
	wr.rkey = t.pd->unsafe_global_rkey;
	err = ib_post_send(t.qp[0], t.is_registered ? &invalidate : &reg.wr, NULL);
	if (err)
		return err;
	t.is_registered = true;
	return wait_completion();
}

static bool is_right_error(const struct request *r, const struct ib_sig_err *err)
{
	const struct ib_t10_dif_domain *dif = &source_of(r)->sig.dif;
	const struct tuple good = tuple_of(dif, t.blocks + r->bad_block * r->interval, r->bad_block);
	const struct tuple *bad = &t.source[r->bad_block];

	/* As iser finds the block, ulp/iser. */
	if (div_u64(err->sig_err_offset, r->interval + sizeof(*bad)) != r->bad_block || err->key != t.mr->lkey)
		return false;
	/* As mlx5dv_mkey_check(3) says: what the data have is expected, what the device computes is actual. */
	switch (r->fault) {
	case BAD_GUARD:
		return err->err_type == IB_SIG_BAD_GUARD && err->expected == be16_to_cpu(bad->guard) &&
		       err->actual == be16_to_cpu(good.guard);
	case BAD_APP:
		return err->err_type == IB_SIG_BAD_APPTAG && err->expected == be16_to_cpu(bad->app) &&
		       !((err->actual ^ dif->app_tag) & dif->apptag_check_mask);
	default:
		return err->err_type == IB_SIG_BAD_REFTAG && err->expected == be32_to_cpu(bad->ref) &&
		       err->actual == be32_to_cpu(good.ref);
	}
}

/* Returns what is wrong, or NULL. What a request with an error has moved is not defined. */
static const char *verdict(const struct request *r, int err)
{
	struct ib_mr_status status;

	if (err)
		return "the request failed";
	if (ib_check_mr_status(t.mr, IB_MR_CHECK_SIG_STATUS, &status))
		return "ib_check_mr_status() failed";
	if (!!status.fail_status != r->is_checked) {
		if (status.fail_status)
			pr_err("type %d, expected %#x, actual %#x, offset %llu\n", status.sig_err.err_type,
			       status.sig_err.expected, status.sig_err.actual, status.sig_err.sig_err_offset);
		return r->is_checked ? "the fault was not found" : "an error that is none";
	}
	if (r->is_checked) {
		if (is_right_error(r, &status.sig_err))
			return NULL;
		pr_err("type %d, expected %#x, actual %#x, offset %llu, key %#x of %#x\n", status.sig_err.err_type,
		       status.sig_err.expected, status.sig_err.actual, status.sig_err.sig_err_offset,
		       status.sig_err.key, t.mr->lkey);
		return "the error is reported wrongly";
	}
	if (r->is_write)
		return wire_is(r, t.target) ? NULL : "the wire differs";
	if (!memory_is(&t.data, t.blocks))
		return "data differ";
	return has_pi(&r->sig.mem) && !memory_is(&t.meta, t.target) ? "metadata differ" : NULL;
}

static void describe(const char *name, const struct ib_sig_domain *domain)
{
	const struct ib_t10_dif_domain *dif = &domain->sig.dif;

	if (!has_pi(domain))
		pr_err("%s: none\n", name);
	else
		pr_err("%s: %s, app %#x mask %#x, ref %#x%s%s%s\n", name, dif->bg_type == IB_T10DIF_CRC ? "CRC" : "checksum",
		       dif->app_tag, dif->apptag_check_mask, dif->ref_tag, dif->ref_remap ? " and so on" : "",
		       dif->app_escape ? ", app escape" : "", dif->ref_escape ? ", ref escape" : "");
}

static void run_one(unsigned int number)
{
	struct rnd_state random;
	struct request r;
	const char *wrong;
	unsigned int len;
	int err;

	prandom_seed_state(&random, hash_64((u64)seed << 32 | number, 64));
	random_request(&random, &r);
	len = r.blocks * r.interval;
	prandom_bytes_state(&random, t.blocks, len);
	random_memory(&random, &t.data, r.shape, t.flat, t.pages, len, 3000);
	random_memory(&random, &t.meta, r.shape, t.flat_meta, t.pages + MAX_PIECES,
		      r.blocks * sizeof(struct tuple), 40);
	make_tuples(&random, &r);
	memset(t.wire, 0xa5, r.blocks * (r.interval + sizeof(struct tuple)));
	if (r.is_write) {
		memory_write(&t.data, t.blocks);
		memory_write(&t.meta, t.source);
	} else {
		memory_fill(&t.data, 0xa5);
		memory_fill(&t.meta, 0xa5);
		wire_write(&r, t.source);
	}
	err = memory_map(&t.data);
	if (!err)
		err = memory_map(&t.meta);
	if (!err)
		err = post(&r);
	memory_unmap(&t.data);
	memory_unmap(&t.meta);
	t.counts[r.is_write * N_KINDS + r.kind]++;
	t.shapes[r.shape]++;
	t.faults[r.fault][r.is_checked]++;
	t.checksums += has_pi(source_of(&r)) && source_of(&r)->sig.dif.bg_type == IB_T10DIF_CSUM;
	wrong = verdict(&r, err);
	if (!wrong)
		return;
	t.failures++;
	pr_err("request %u of seed %u: %s\n", number, seed, wrong);
	pr_err("%s, %s, %s, %u blocks of %u, %s in block %u%s, check mask %#x, error %d\n", r.is_write ? "write" : "read",
	       kind_names[r.kind], shape_names[r.shape], r.blocks, r.interval, fault_names[r.fault], r.bad_block,
	       r.is_checked ? ", checked" : "", r.sig.check_mask, err);
	describe("memory", &r.sig.mem);
	describe("wire", &r.sig.wire);
}

/*
 * Objects.
 */

static int connect(struct ib_qp *qp, u32 peer, u16 lid)
{
	struct ib_qp_attr init = { .qp_state = IB_QPS_INIT, .port_num = 1, .qp_access_flags = IB_ACCESS_REMOTE_READ |
				   IB_ACCESS_REMOTE_WRITE | IB_ACCESS_LOCAL_WRITE };
	struct ib_qp_attr rtr = { .qp_state = IB_QPS_RTR, .path_mtu = IB_MTU_4096, .dest_qp_num = peer,
				  .max_dest_rd_atomic = 4, .min_rnr_timer = 12, .ah_attr.type = RDMA_AH_ATTR_TYPE_IB };
	struct ib_qp_attr rts = { .qp_state = IB_QPS_RTS, .timeout = 14, .retry_cnt = 7, .rnr_retry = 7, .max_rd_atomic = 4 };
	int err;

	rdma_ah_set_dlid(&rtr.ah_attr, lid);
	rdma_ah_set_port_num(&rtr.ah_attr, 1);
	err = ib_modify_qp(qp, &init, IB_QP_STATE | IB_QP_PKEY_INDEX | IB_QP_PORT | IB_QP_ACCESS_FLAGS);
	if (err)
		return err;
	err = ib_modify_qp(qp, &rtr, IB_QP_STATE | IB_QP_AV | IB_QP_PATH_MTU | IB_QP_DEST_QPN | IB_QP_RQ_PSN |
			   IB_QP_MAX_DEST_RD_ATOMIC | IB_QP_MIN_RNR_TIMER);
	if (err)
		return err;
	return ib_modify_qp(qp, &rts, IB_QP_STATE | IB_QP_TIMEOUT | IB_QP_RETRY_CNT | IB_QP_RNR_RETRY | IB_QP_SQ_PSN |
			    IB_QP_MAX_QP_RD_ATOMIC);
}

static void close_all(void)
{
	int i;

	if (!IS_ERR_OR_NULL(t.mr))
		ib_dereg_mr(t.mr);
	for (i = 0; i < 2; i++)
		if (!IS_ERR_OR_NULL(t.qp[i]))
			ib_destroy_qp(t.qp[i]);
	if (!IS_ERR_OR_NULL(t.cq))
		ib_destroy_cq(t.cq);
	if (t.wire_dma)
		ib_dma_unmap_single(t.device, t.wire_dma, 2 * MAX_DATA, DMA_BIDIRECTIONAL);
	if (!IS_ERR_OR_NULL(t.pd))
		ib_dealloc_pd(t.pd);
	for (i = 0; i < 2 * MAX_PIECES; i++)
		free_page((unsigned long)t.pages[i]);
	kfree(t.flat);
	kfree(t.flat_meta);
	kfree(t.wire);
	kfree(t.blocks);
}

static int open_memory(void)
{
	int i;

	for (i = 0; i < 2 * MAX_PIECES; i++) {
		t.pages[i] = (u8 *)__get_free_page(GFP_KERNEL);
		if (!t.pages[i])
			return -ENOMEM;
	}
	t.flat = kmalloc(MAX_DATA + 64, GFP_KERNEL);
	t.flat_meta = kmalloc(MAX_BLOCKS * sizeof(struct tuple) + 64, GFP_KERNEL);
	t.wire = kmalloc(2 * MAX_DATA, GFP_KERNEL);
	t.blocks = kmalloc(MAX_DATA, GFP_KERNEL);
	if (!t.flat || !t.flat_meta || !t.wire || !t.blocks)
		return -ENOMEM;
	t.wire_dma = ib_dma_map_single(t.device, t.wire, 2 * MAX_DATA, DMA_BIDIRECTIONAL);
	if (ib_dma_mapping_error(t.device, t.wire_dma)) {
		t.wire_dma = 0;
		return -ENOMEM;
	}
	return 0;
}

static int open_all(void)
{
	struct ib_cq_init_attr cq = { .cqe = 64 };
	struct ib_qp_init_attr attr = { .cap = { .max_send_wr = 64, .max_recv_wr = 4, .max_send_sge = 4, .max_recv_sge = 1 },
					.qp_type = IB_QPT_RC, .sq_sig_type = IB_SIGNAL_REQ_WR,
					.create_flags = IB_QP_CREATE_INTEGRITY_EN };
	struct ib_port_attr port;
	int err, i;

	if (!(t.device->attrs.kernel_cap_flags & IBK_INTEGRITY_HANDOVER) || !rdma_protocol_ib(t.device, 1)) {
		pr_err("%s has no signatures, or is not InfiniBand\n", t.device->name);
		return -EOPNOTSUPP;
	}
	err = open_memory();
	if (!err)
		err = ib_query_port(t.device, 1, &port);
	if (err)
		return err;
	t.pd = ib_alloc_pd(t.device, IB_PD_UNSAFE_GLOBAL_RKEY);
	if (IS_ERR(t.pd))
		return PTR_ERR(t.pd);
	t.cq = ib_create_cq(t.device, NULL, NULL, NULL, &cq);
	if (IS_ERR(t.cq))
		return PTR_ERR(t.cq);
	attr.send_cq = t.cq;
	attr.recv_cq = t.cq;
	for (i = 0; i < 2; i++) {
		t.qp[i] = ib_create_qp(t.pd, &attr);
		if (IS_ERR(t.qp[i]))
			return PTR_ERR(t.qp[i]);
	}
	for (i = 0; i < 2 && !err; i++)
		err = connect(t.qp[i], t.qp[!i]->qp_num, port.lid);
	if (err)
		return err;
	t.mr = ib_alloc_mr_integrity(t.pd, MAX_PIECES, MAX_PIECES);
	return PTR_ERR_OR_ZERO(t.mr);
}

static void report(unsigned int n)
{
	unsigned int i;

	for (i = 0; i < 2 * N_KINDS; i++)
		pr_info("%s %s: %u\n", i < N_KINDS ? "read" : "write", kind_names[i % N_KINDS], t.counts[i]);
	for (i = 0; i < N_SHAPES; i++)
		pr_info("%s: %u\n", shape_names[i], t.shapes[i]);
	for (i = 1; i < N_FAULTS; i++)
		pr_info("%s: %u checked, %u not\n", fault_names[i], t.faults[i][1], t.faults[i][0]);
	pr_info("checksums at the source: %u\n", t.checksums);
	pr_info("%u requests, %u failed\n", n, t.failures);
}

static int run(void)
{
	unsigned int n = 0;
	int err = open_all();

	if (err) {
		pr_err("no objects on %s: %d\n", t.device->name, err);
	} else if (only >= 0) {
		run_one(only);
		report(1);
	} else {
		while (n < cases && t.failures < MAX_FAILURES)
			run_one(n++);
		report(n);
	}
	close_all();
	return err ?: t.failures ? -EBADMSG : 0;
}

static int add_one(struct ib_device *device)
{
	if (!t.device)
		t.device = device;
	return 0;
}

static struct ib_client client = { .name = KBUILD_MODNAME, .add = add_one };

static int __init sigconsumer_init(void)
{
	int err = ib_register_client(&client);

	if (err)
		return err;
	err = t.device ? run() : -ENODEV;
	if (err)
		ib_unregister_client(&client);
	return err;
}

static void __exit sigconsumer_exit(void)
{
	ib_unregister_client(&client);
}

late_initcall(sigconsumer_init);	/* after the driver */
module_exit(sigconsumer_exit);
MODULE_DESCRIPTION("Random requests with signatures, against the kernel's own CRC and checksum");
MODULE_LICENSE("Dual BSD/GPL");
