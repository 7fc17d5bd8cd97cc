/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
#ifndef TESTS_H
#define TESTS_H

#include "requests.h"

void test_ioctl(void);
void test_context(void);
void test_clock(void);
void test_mr(void);
void test_cq_events(void);
void test_cq_limits(void);
void test_qp_modify(void);
void test_qp_events(void);
void test_qp_query(void);
void test_srq(void);
void test_devx_objects(void);
void test_close_order(void);
void test_refused_destroy(void);
void test_no_devx(void);
void test_many_files(void);
void test_raw_qp(void);
void test_flows(void);
void test_noise(void);
void test_flow_noise(void);

#endif
