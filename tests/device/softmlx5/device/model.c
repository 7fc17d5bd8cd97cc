// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
#include <stdlib.h>
#include <string.h>

#include "model.h"

void model_open(struct model *model, struct rig *rig)
{
	fill(rig->a.buf, BUF_LEN, A_SEED);
	fill(rig->b.buf, BUF_LEN, B_SEED);
	model->a = malloc(BUF_LEN);
	model->b = malloc(BUF_LEN);
	CHECK(model->a && model->b);
	memcpy(model->a, rig->a.buf, BUF_LEN);
	memcpy(model->b, rig->b.buf, BUF_LEN);
}

static void same_bytes(const uint8_t *is, const uint8_t *should, const char *whose)
{
	size_t i;

	if (!memcmp(is, should, BUF_LEN))
		return;
	for (i = 0; is[i] == should[i]; i++)
		;
	test_fail(__FILE__, __LINE__, "byte 0x%zx of %s is 0x%02x, not 0x%02x", i, whose, is[i],
		  should[i]);
}

void model_check(const struct model *model, const struct rig *rig)
{
	same_bytes(rig->a.buf, model->a, "a");
	same_bytes(rig->b.buf, model->b, "b");
}

void model_close(struct model *model)
{
	free(model->a);
	free(model->b);
}

void model_move(uint8_t *to_bytes, const struct side *to, const struct ibv_sge *to_sge,
		       const uint8_t *from_bytes, const struct side *from,
		       const struct ibv_sge *from_sge, size_t n_from)
{
	size_t i, to_at = 0, to_entry = 0;
	uint32_t j;

	for (i = 0; i < n_from; i++) {
		for (j = 0; j < from_sge[i].length; j++) {
			const size_t from_at = from_sge[i].addr - (uintptr_t)from->buf + j;

			while (to_at == to_sge[to_entry].length) {
				to_at = 0;
				to_entry++;
			}
			to_bytes[to_sge[to_entry].addr - (uintptr_t)to->buf + to_at++] =
				from_bytes[from_at];
		}
	}
}

size_t random_list(uint32_t *seed, const struct side *side, uint32_t len,
			  struct ibv_sge *sge)
{
	const size_t n = 1 + random_next(seed) % MAX_SGE;
	const size_t rotate = random_next(seed) % n;
	size_t i;

	for (i = 0; i < n; i++) {
		const size_t place = (i + rotate) % n * (BUF_LEN / MAX_SGE);
		uint32_t part = i + 1 == n ? len : random_next(seed) % (len + 1);

		if (part > BUF_LEN / MAX_SGE - 8)
			part = BUF_LEN / MAX_SGE - 8;
		sge[i] = sge_of(side, place + random_next(seed) % 8, part);
		len -= part;
	}
	/* No length of 0, which means 2 GiB; the list's order stays. */
	for (i = 0; i < n; i++)
		if (!sge[i].length)
			sge[i].length = 1;
	return n;
}

uint32_t list_len(const struct ibv_sge *sge, size_t n)
{
	uint32_t len = 0;

	while (n--)
		len += sge[n].length;
	return len;
}

uint32_t random_len(uint32_t *seed)
{
	const uint32_t magnitude = random_next(seed) % 18;

	return 1 + random_next(seed) % (1u << magnitude);
}

void post_wr(struct side *side, struct ibv_send_wr *wr)
{
	struct ibv_send_wr *bad;

	CHECK_EQ(ibv_post_send(side->qp, wr, &bad), 0);
}
