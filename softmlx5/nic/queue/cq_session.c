// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Compressed CQEs; see cq_session.h.
 */
#include <stdlib.h>
#include <string.h>

#include "base/caps.h"
#include "base/observer.h"
#include "nic/queue/cq_session.h"

#define SM_SESSION_MAX 256u	/* CQEs, whatever the capability says */
#define SM_ARRAY 8u		/* mini CQEs of an entry of the ring */

struct sm_cq_session {
	struct sm_cq *cq;
	uint32_t max;			/* CQEs */
	uint32_t n;			/* that it has now; 0: there is no session */
	struct prm_cqe64_fields title;	/* the first of them */
	struct prm_cqe64 common;	/* what all have */
	struct prm_mini_cqe8 minis[SM_SESSION_MAX];
	struct sm_timer end;		/* armed during a session */
};

bool sm_cq_session_is_possible(const struct sm_dev *dev, const struct prm_cqc_fields *ctx)
{
	if (!ctx->cqe_comp_en)
		return true;
	return prm_cmd_hca_cap_get_cqe_compression(dev->caps->general) &&
	       ctx->cqe_sz == PRM_CQE_SIZE_64_BYTES && !ctx->mini_cqe_res_format_ext &&
	       ctx->cqe_compression_layout == PRM_CQE_COMPRESSION_LAYOUT_BASIC &&
	       (ctx->mini_cqe_res_format == PRM_MINI_CQE_RES_FORMAT_HASH ||
		ctx->mini_cqe_res_format == PRM_MINI_CQE_RES_FORMAT_CSUM);
}

static void sm_cq_session_over(struct sm_timer *timer)
{
	sm_cq_session_end(sm_container_of(timer, struct sm_cq_session, end));
}

struct sm_cq_session *sm_cq_session_new(struct sm_cq *cq)
{
	const struct prm_cmd_hca_cap *cap = cq->obj.dev->caps->general;
	struct sm_cq_session *session = calloc(1, sizeof(*session));

	if (!session)
		return NULL;
	session->cq = cq;
	session->max = prm_cmd_hca_cap_get_cqe_compression_max_num(cap);
	if (session->max > SM_SESSION_MAX)
		session->max = SM_SESSION_MAX;
	session->end.run = sm_cq_session_over;
	return session;
}

void sm_cq_session_free(struct sm_cq_session *session)
{
	if (!session)
		return;
	sm_timer_cancel(&session->end);
	free(session);
}

/* What CQEs of a session have in common: everything but this. */
static void sm_cq_session_common(struct prm_cqe64 *common, const struct prm_cqe64_fields *cqe)
{
	struct prm_cqe64_fields fields = *cqe;

	fields.byte_count = 0;
	fields.timestamp = 0;		/* that of the title is the one of all */
	fields.wqe_counter = 0;		/* they follow each other */
	/* One of these is in mini CQEs, the other one is lost. */
	fields.receive.rss_hash_result = 0;
	fields.receive.check_sum = 0;
	prm_cqe64_pack(common, &fields);
}

/* Can a CQE be the next one of the session? One that follows the title at the end of the ring cannot. */
static bool sm_cq_session_fits(const struct sm_cq_session *session,
			       const struct prm_cqe64_fields *cqe)
{
	const struct sm_cq *cq = session->cq;
	struct prm_cqe64 common;

	if (session->n >= session->max || !((cq->pi + session->n) & (cq->size - 1)) ||
	    cqe->wqe_counter != (uint16_t)(session->title.wqe_counter + session->n))
		return false;
	sm_cq_session_common(&common, cqe);
	return !memcmp(&common, &session->common, sizeof(common));
}

static void sm_cq_session_add(struct sm_cq_session *session, const struct prm_cqe64_fields *cqe)
{
	const bool has_hash = session->cq->ctx.mini_cqe_res_format == PRM_MINI_CQE_RES_FORMAT_HASH;
	const struct prm_mini_cqe8_fields fields = {
		.mini_cqe = has_hash ? prm_mini_cqe8_hash_value(cqe->receive.rss_hash_result,
								cqe->byte_count) :
				       prm_mini_cqe8_csum_value(cqe->receive.check_sum,
								cqe->byte_count),
	};

	if (!session->n) {
		session->title = *cqe;
		sm_cq_session_common(&session->common, cqe);
		sm_timer_arm(&session->end, 0);
	}
	prm_mini_cqe8_pack(&session->minis[session->n++], &fields);
}

/* The arrays come first: the title makes them visible. The first one is in the next entry after it. */
static bool sm_cq_session_write_arrays(const struct sm_cq_session *session, uint32_t n)
{
	for (uint32_t first = 0; first < n; first += SM_ARRAY)
		if (!sm_cq_write_entry(session->cq, first ? first : 1, &session->minis[first]))
			return false;
	return true;
}

void sm_cq_session_end(struct sm_cq_session *session)
{
	struct prm_cqe64_fields *title = &session->title;
	const uint32_t n = session->n;
	struct prm_cqe64 cqe;

	if (!n)
		return;
	session->n = 0;
	sm_timer_cancel(&session->end);
	memset(&session->minis[n], 0, -n % SM_ARRAY * sizeof(session->minis[0]));
	if (n > 1) {
		title->format = PRM_CQE_FORMAT_COMPRESSED;
		title->mini_cqe_num = n;
	}
	prm_cqe64_pack(&cqe, title);
	if (n == 1 || sm_cq_session_write_arrays(session, n))
		sm_cq_write_title(session->cq, &cqe, n);
}

void sm_cq_post_frame(struct sm_cq *cq, const struct prm_cqe64_fields *fields)
{
	struct sm_cq_session *session = cq->session;
	struct prm_cqe64 cqe;

	prm_cqe64_pack(&cqe, fields);
	if (!session) {
		sm_cq_post(cq, &cqe, false);
		return;
	}
	if (sm_is_observed && sm_observer.cqe_posted(cq, &cqe, NULL, false, false))
		return;
	if (session->n && !sm_cq_session_fits(session, fields))
		sm_cq_session_end(session);
	if (sm_cq_has_room_after(cq, session->n))
		sm_cq_session_add(session, fields);
	else
		sm_cq_write(cq, &cqe, NULL, false);
}
