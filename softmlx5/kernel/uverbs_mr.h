/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * The kernel's side: what the kinds of memory regions have in common.
 */
#ifndef SOFTMLX5_UVERBS_MR_H
#define SOFTMLX5_UVERBS_MR_H

#include "kernel/uverbs_private.h"
#include "prm_mkey.h"

/* The fields that all keys of the kernel have in common. @access: IBV_ACCESS_* */
void sm_mkc_init(struct prm_mkc_fields *mkc, struct sm_dev *dev, struct sm_uverbs_pd *pd,
		 uint32_t access);
/* CREATE_MKEY: gives the key. */
int sm_mkey_create_cmd(struct sm_file *file, struct prm_create_mkey_in_fields *fields,
		       uint32_t *key);
/* The checks of ib_check_mr_access(). EINVAL; EOPNOTSUPP: the device has no on-demand paging. */
int sm_check_access(struct sm_dev *dev, uint32_t access);
/*
 * Gives a region with IBV_ACCESS_ON_DEMAND its key (uverbs_odp.c). Its memory need not be mapped.
 */
int sm_odp_register(struct sm_file *file, struct sm_uverbs_pd *pd, struct sm_uverbs_mr *mr);
/* A new region, without a key; NULL: no memory. */
struct sm_uverbs_mr *sm_mr_new(struct sm_request *req);

#endif
