// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The file of --pcap; see pcap.h. Records are written by one call to the end of the file, so that
 * those of several processes do not mix.
 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "observe/pcap.h"

struct sm_pcap_record {
	uint32_t seconds, ns;
	uint32_t captured, len;
};

bool sm_pcap_is_off;

static struct {
	bool is_open;
	int fd;
	size_t len;
	uint8_t records[256 << 10];
} sm_pcap;

bool sm_pcap_open(void)
{
	const char *path = sm_config()->pcap;

	if (sm_pcap.is_open)
		return true;
	sm_pcap_is_off = true;
	if (!path)
		return false;
	sm_pcap.fd = sm_fd_high(open(path, O_WRONLY | O_APPEND | O_CLOEXEC));
	if (sm_pcap.fd < 0) {
		sm_warn("--pcap %s: %s; this process captures nothing", path, strerror(errno));
		return false;
	}
	sm_pcap_is_off = false;
	sm_pcap.is_open = true;
	return true;
}

void sm_pcap_flush(void)
{
	ssize_t written;

	do
		written = write(sm_pcap.fd, sm_pcap.records, sm_pcap.len);
	while (written < 0 && errno == EINTR);
	if (written != (ssize_t)sm_pcap.len) {
		sm_warn("--pcap %s: %s; this process captures no more", sm_config()->pcap,
			written < 0 ? strerror(errno) : strerror(ENOSPC));
		sm_pcap_is_off = true;
	}
	sm_pcap.len = 0;
}

void sm_pcap_add(const void *frame, size_t len)
{
	struct sm_pcap_record record = { .captured = (uint32_t)len, .len = (uint32_t)len };
	struct timespec now;

	if (sm_pcap.len + sizeof(record) + len > sizeof(sm_pcap.records))
		sm_pcap_flush();
	clock_gettime(CLOCK_REALTIME, &now);
	record.seconds = (uint32_t)now.tv_sec;
	record.ns = (uint32_t)now.tv_nsec;
	memcpy(sm_pcap.records + sm_pcap.len, &record, sizeof(record));
	memcpy(sm_pcap.records + sm_pcap.len + sizeof(record), frame, len);
	sm_pcap.len += sizeof(record) + len;
}
