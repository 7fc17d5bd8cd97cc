// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The start of the file of --pcap, which the launcher writes.
 */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "observe/pcap.h"

#define SM_PCAP_MAGIC_NS 0xa1b23c4du
#define SM_PCAP_ETHERNET 1u
#define SM_PCAP_FRAME_MAX 65535u

struct sm_pcap_head {
	uint32_t magic;
	uint16_t major, minor;
	uint32_t zone, accuracy;
	uint32_t frame_max, link_type;
};

int sm_pcap_create(const char *path)
{
	const struct sm_pcap_head head = {
		.magic = SM_PCAP_MAGIC_NS, .major = 2, .minor = 4,
		.frame_max = SM_PCAP_FRAME_MAX, .link_type = SM_PCAP_ETHERNET,
	};
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NONBLOCK | O_CLOEXEC, 0600);
	struct stat info;
	ssize_t written;

	if (fd < 0)
		return -1;
	if (fstat(fd, &info) || !S_ISREG(info.st_mode)) {
		close(fd);
		errno = EINVAL;
		return -1;
	}
	errno = ENOSPC;	/* if it is written in part */
	written = write(fd, &head, sizeof(head));
	if (close(fd))
		return -1;
	return written == sizeof(head) ? 0 : -1;
}
