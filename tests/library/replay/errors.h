/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
#ifndef REPLAY_ERRORS_H
#define REPLAY_ERRORS_H

#include "queue.h"

bool is_sig_err(const uint8_t *cqe);
/* Handles a CQE of one of the keys. */
bool errors_note(struct queue *q, const uint8_t *cqe);
/* A configuration of this key, or these requests, have been posted. */
void errors_configure(struct queue_key *key, const json_t *wr);
void errors_configured(struct queue *q, const json_t *wrs);
/* The result of a check of the key, which clears the error. */
struct queue_check errors_check(struct queue_key *key);

#endif
