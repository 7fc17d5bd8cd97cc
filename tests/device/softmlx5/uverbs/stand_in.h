/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/* Stand-ins for the layers below the kernel's part, and their state for tests. */
#ifndef STAND_IN_H
#define STAND_IN_H

#include "base/caps.h"
#include "base/device.h"
#include "firmware/fw.h"
#include "kernel/uverbs.h"

enum { STAND_IN_OPCODES = 0xc00 };

struct stand_in_command {
	uint16_t opcode;
	unsigned int count;
	size_t in_len;
	uint8_t in[512];
};

extern struct stand_in {
	/* The last command of each opcode, and their number. */
	struct stand_in_command last[STAND_IN_OPCODES];
	uint16_t fail_opcode;		/* this opcode fails */
	uint8_t fail_status;
	const void *query_answer;	/* of QUERY_QP */
	unsigned int left_behind;	/* objects that their user left when it was closed */
	unsigned int queues;		/* event queues that exist */
	uint32_t changed_key;
} sm_stand_in;

struct sm_dev *stand_in_device(void);
/* Returns the number of objects of the firmware. */
unsigned int stand_in_live(void);
void stand_in_complete(uint32_t cqn);
void stand_in_event(uint16_t create, uint32_t number, uint8_t type);
/* Sends all events of every object to its listener. */
void stand_in_alarm_all(void);
size_t stand_in_read(int fd, void *buffer, size_t len);
int stand_in_close(int fd);

#endif
