// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Tests which GID of an Ethernet port the programs choose, with tables as Linux fills them. */
#include "../../../examples/pair.h"

#define LINK_LOCAL { 0xfe, 0x80, [8] = 0x0e, 0x42, 0xa1, 0xff, 0xfe, 0x11, 0x22, 0x33 }
#define IPV4 { [10] = 0xff, 0xff, 192, 0, 2, 1 }
#define IPV6 { 0x20, 0x01, 0x0d, 0xb8, [15] = 1 }

struct gid_case {
	const char *name;
	struct ibv_gid_entry table[6];
	ssize_t num;
	int chosen;
};

static const struct gid_case cases[] = {
	{ "an empty table", .num = 0, .chosen = -1 },
	{ "an InfiniBand port", { { .gid.raw = LINK_LOCAL, .port_num = 1 } }, 1, -1 },
	{ "no interface: zeros", { { .port_num = 1, .gid_type = IBV_GID_TYPE_ROCE_V2 } }, 1, -1 },
	{ "RoCE v1 only",
	  { { .gid.raw = LINK_LOCAL, .port_num = 1, .gid_type = IBV_GID_TYPE_ROCE_V1 } }, 1, 0 },
	{ "link-local, both kinds",
	  { { .gid.raw = LINK_LOCAL, .port_num = 1, .gid_type = IBV_GID_TYPE_ROCE_V1 },
	    { .gid.raw = LINK_LOCAL, .port_num = 1, .gid_type = IBV_GID_TYPE_ROCE_V2 } }, 2, 1 },
	{ "an address of its own",
	  { { .gid.raw = LINK_LOCAL, .port_num = 1, .gid_type = IBV_GID_TYPE_ROCE_V1 },
	    { .gid.raw = LINK_LOCAL, .port_num = 1, .gid_type = IBV_GID_TYPE_ROCE_V2 },
	    { .gid.raw = IPV4, .port_num = 1, .gid_type = IBV_GID_TYPE_ROCE_V1 },
	    { .gid.raw = IPV4, .port_num = 1, .gid_type = IBV_GID_TYPE_ROCE_V2 },
	    { .gid.raw = IPV6, .port_num = 1, .gid_type = IBV_GID_TYPE_ROCE_V2 } }, 5, 3 },
	{ "the address of another port",
	  { { .gid.raw = IPV4, .port_num = 2, .gid_type = IBV_GID_TYPE_ROCE_V2 },
	    { .gid.raw = IPV6, .port_num = 1, .gid_type = IBV_GID_TYPE_ROCE_V2 } }, 2, 1 },
};

int main(void)
{
	unsigned int i;
	int chosen;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		chosen = pair_choose_gid(cases[i].table, cases[i].num, 1);
		if (chosen == cases[i].chosen)
			continue;
		printf("%s: %d instead of %d\n", cases[i].name, chosen, cases[i].chosen);
		return 1;
	}
	printf("done\n");
	return 0;
}
