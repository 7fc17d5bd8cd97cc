// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The options of softmlx5(1). The launcher parses and reports mistakes; the library parses them
 * again, from the file that the launcher has written.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/adversary.h"
#include "base/membership.h"
#include "base/observer.h"
#include "base/softmlx5.h"

static const char out_of_memory[] = "out of memory";

static const char *sm_set_string(char **target, const char *value)
{
	char *copy = strdup(value);

	if (!copy)
		return out_of_memory;
	free(*target);
	*target = copy;
	return NULL;
}

static const char *sm_append(char ***list, const char *value)
{
	char **longer;
	size_t n = 0;

	while (*list && (*list)[n])
		n++;
	longer = realloc(*list, (n + 2) * sizeof(*longer));
	if (!longer)
		return out_of_memory;
	*list = longer;
	longer[n] = strdup(value);
	longer[n + 1] = NULL;
	return longer[n] ? NULL : out_of_memory;
}

/* A whole number, decimal or 0x..., with nothing after it. */
static bool sm_parse_number(const char *text, uint64_t *number)
{
	char *end;

	if (*text < '0' || *text > '9')
		return false;	/* strtoull() takes signs and spaces */
	errno = 0;
	*number = strtoull(text, &end, text[0] == '0' && (text[1] | 0x20) == 'x' ? 16 : 10);
	return !errno && !*end;
}

static const char *sm_set_caps(struct sm_config *config, const char *value)
{
	config->has_caps = true;
	return sm_set_string(&config->caps, value);
}

static const char *sm_add_cap(struct sm_config *config, const char *value)
{
	const char *equals = strchr(value, '=');

	if (!equals || equals == value || !equals[1])
		return "needs NAME=VALUE, such as sig_crc32c=0";
	return sm_append(&config->cap_fields, value);
}

static const char *sm_set_doorbell(struct sm_config *config, const char *value)
{
	if (!strcmp(value, "poll")) {
		config->doorbell = SM_DOORBELL_POLL;
	} else if (!strcmp(value, "trap")) {
#ifndef __x86_64__
		return "trap needs an x86-64 processor; use poll";
#endif
		config->doorbell = SM_DOORBELL_TRAP;
	} else {
		return "must be trap or poll";
	}
	return NULL;
}

static const char *sm_set_trace(struct sm_config *config, const char *value)
{
	return sm_set_string(&config->trace, value);
}

static const char *sm_set_trace_json(struct sm_config *config, const char *value)
{
	(void)value;
	config->trace_json = true;
	return NULL;
}

static const char *sm_set_pcap(struct sm_config *config, const char *value)
{
	return sm_set_string(&config->pcap, value);
}

static const char *sm_set_strict(struct sm_config *config, const char *value)
{
	(void)value;
	config->strict = true;
	return NULL;
}

static const char *sm_set_seed(struct sm_config *config, const char *value)
{
	if (!sm_parse_number(value, &config->seed))
		return "needs a number from 0 to 18446744073709551615";
	return NULL;
}

static const char *sm_add_fault(struct sm_config *config, const char *value)
{
	return sm_append(&config->faults, value);
}

static const char *sm_set_adversary(struct sm_config *config, const char *value)
{
	config->has_adversary = true;
	if (!sm_parse_number(value, &config->adversary))
		return "needs a number from 0 to 18446744073709551615";
	return NULL;
}

static const char *sm_set_oddities(struct sm_config *config, const char *value)
{
	const char *wrong = sm_oddities_check(value);

	return wrong ? wrong : sm_set_string(&config->oddities, value);
}

static const char *sm_set_devices(struct sm_config *config, const char *value)
{
	uint64_t number;

	_Static_assert(SM_MAX_DEVICES == 8, "the message below");
	if (!sm_parse_number(value, &number) || number < 1 || number > SM_MAX_DEVICES)
		return "needs a number from 1 to 8";
	config->devices = (unsigned int)number;
	return NULL;
}

static const char *sm_set_serialise_wire(struct sm_config *config, const char *value)
{
	(void)value;
	config->serialise_wire = true;
	return NULL;
}

/* A host in a network of IP has a port of Ethernet. */
static const char *sm_set_udp(struct sm_config *config, const char *address)
{
	const char *wrong = sm_append(&config->cap_fields, "port_type=1");

	return wrong ? wrong : sm_set_string(&config->udp, address);
}

static const char *sm_set_fabric(struct sm_config *config, const char *value)
{
	const size_t len = strlen(SM_FABRIC_UDP);
	const char *wrong = sm_fabric_name_check(value);

	if (wrong)
		return wrong;
	free(config->udp);
	config->udp = NULL;
	if (!strncmp(value, SM_FABRIC_UDP, len))
		wrong = sm_set_udp(config, value + len);
	return wrong ? wrong : sm_set_string(&config->fabric, value);
}

/* The port of the capabilities. */
static const char *sm_set_link(struct sm_config *config, const char *value)
{
	if (!strcmp(value, "roce"))
		return sm_append(&config->cap_fields, "port_type=1");
	if (!strcmp(value, "ib"))
		return sm_append(&config->cap_fields, "port_type=0");
	return "must be ib or roce";
}

static const char *sm_set_address(struct sm_config *config, const char *value)
{
	unsigned char bytes[sizeof(struct in6_addr)];
	char text[INET6_ADDRSTRLEN];
	int family = strchr(value, ':') ? AF_INET6 : AF_INET;

	if (inet_pton(family, value, bytes) != 1)
		return "needs an IPv4 or IPv6 address, such as 10.0.0.1";
	return sm_set_string(&config->address,
			     inet_ntop(family, bytes, text, sizeof(text)));
}

static const char *sm_set_environment(struct sm_config *config, const char *value)
{
	return sm_set_string(&config->environment, value);
}

static const char *sm_set_kernel(struct sm_config *config, const char *value)
{
	(void)value;
	config->kernel.is_wanted = true;
	return NULL;
}

/* The other options of the kernel ask for it, too. */
static const char *sm_set_kernel_image(struct sm_config *config, const char *value)
{
	config->kernel.is_wanted = true;
	return sm_set_string(&config->kernel.image, value);
}

static const char *sm_set_kernel_log(struct sm_config *config, const char *value)
{
	config->kernel.is_wanted = true;
	return sm_set_string(&config->kernel.log, value);
}

static const char *sm_add_kernel_argument(struct sm_config *config, const char *value)
{
	config->kernel.is_wanted = true;
	return sm_append(&config->kernel.arguments, value);
}

static const char *sm_add_kernel_writable(struct sm_config *config, const char *value)
{
	config->kernel.is_wanted = true;
	return sm_append(&config->kernel.writable, value);
}

static const char *sm_set_kernel_limit(struct sm_config *config, const char *value)
{
	uint64_t number;

	if (!sm_parse_number(value, &number) || number < 1 || number > 1000000)
		return "needs a number of seconds from 1 to 1000000";
	config->kernel.is_wanted = true;
	config->kernel.limit = (unsigned int)number;
	return NULL;
}

static const char *sm_set_kernel_memory(struct sm_config *config, const char *value)
{
	uint64_t number;

	/* The window of PCI begins at 3.75 GB. */
	if (!sm_parse_number(value, &number) || number < 128 || number > 3072)
		return "needs a number of MB from 128 to 3072";
	config->kernel.is_wanted = true;
	config->kernel.memory = (unsigned int)number;
	return NULL;
}

const struct sm_option sm_options[] = {
	{ "--caps", "FILE|NAME", "capabilities of the device: a preset or a file", sm_set_caps },
	{ "--cap", "NAME=VALUE", "change one capability; can be given again", sm_add_cap },
	{ "--doorbell", "trap|poll", "how stores to doorbell pages are noticed", sm_set_doorbell },
	{ "--trace", "FILE", "log commands, WQEs and CQEs to a file", sm_set_trace },
	{ "--trace-json", NULL, "with --trace: as JSON, one object per line", sm_set_trace_json },
	{ "--pcap", "FILE", "capture packets to a file, for Wireshark", sm_set_pcap },
	{ "--strict", NULL, "report what a card would reject or misread", sm_set_strict },
	{ "--seed", "N", "seed of the random choices of faults", sm_set_seed },
	{ "--fault", "SPEC", "inject KIND[:KEY=VALUE,...]; can be given again", sm_add_fault },
	{ "--adversary", "SEED", "do what a card may do, at random", sm_set_adversary },
	{ "--oddities", "NAME,...", "only these of --adversary, or -NAME: not these",
	  sm_set_oddities },
	{ "--fabric", "NAME|udp:IP", "connect to these processes, or hosts; or none",
	  sm_set_fabric },
	{ "--link", "ib|roce", "the port: InfiniBand, or Ethernet with RoCE", sm_set_link },
	{ "--address", "IP", "a host of its own for rdma_cm, with this address",
	  sm_set_address },
	{ "--devices", "N", "number of devices, 1 to 8", sm_set_devices },
	{ "--environment", "FILE", "write variables, for programs begun elsewhere",
	  sm_set_environment },
	{ "--serialise-wire", NULL, "turn each packet into bytes and back; for tests",
	  sm_set_serialise_wire },
	{ "--kernel", NULL, "run on Linux's own driver, in a Linux kernel",
	  sm_set_kernel },
	{ "--kernel-image", "FILE", "this kernel, instead of that of `ninja kernel`",
	  sm_set_kernel_image },
	{ "--kernel-limit", "SECONDS", "end the kernel then, and print its log",
	  sm_set_kernel_limit },
	{ "--kernel-log", "FILE", "write the kernel's messages to a file", sm_set_kernel_log },
	{ "--kernel-write", "FOLDER", "the command may write there; can be given again",
	  sm_add_kernel_writable },
	{ "--kernel-arg", "TEXT", "an argument for the kernel; can be given again",
	  sm_add_kernel_argument },
	{ "--kernel-memory", "MB", "the kernel's memory; 512", sm_set_kernel_memory },
	{ NULL, NULL, NULL, NULL },
};

static const struct sm_option *sm_option_find(const char *name)
{
	const struct sm_option *option;

	for (option = sm_options; option->name; option++)
		if (!strcmp(option->name, name))
			return option;
	return NULL;
}

int sm_config_takes_value(const char *name)
{
	const struct sm_option *option = sm_option_find(name);

	return option ? option->value != NULL : -1;
}

const char *sm_config_option(struct sm_config *config, const char *name, const char *value)
{
	const struct sm_option *option = sm_option_find(name);

	if (!option)
		return "there is no such option";
	if (!option->value)
		return value ? "takes no value" : option->set(config, NULL);
	if (!value || !*value)
		return "needs a value";
	if (strchr(value, '\n'))
		return "the value must not contain a line break";
	return option->set(config, value);
}

void sm_config_init(struct sm_config *config)
{
	memset(config, 0, sizeof(*config));
	config->devices = 1;
	config->caps = strdup("connectx7");
	config->kernel.memory = 512;
#ifdef __x86_64__
	config->doorbell = SM_DOORBELL_TRAP;
#else
	config->doorbell = SM_DOORBELL_POLL;
#endif
}

static void sm_list_free(char **list)
{
	char **entry;

	for (entry = list; entry && *entry; entry++)
		free(*entry);
	free(list);
}

void sm_config_free(struct sm_config *config)
{
	free(config->caps);
	free(config->oddities);
	free(config->trace);
	free(config->pcap);
	free(config->fabric);
	free(config->address);
	free(config->environment);
	free(config->udp);
	sm_list_free(config->cap_fields);
	sm_list_free(config->faults);
	free(config->kernel.image);
	free(config->kernel.log);
	sm_list_free(config->kernel.arguments);
	sm_list_free(config->kernel.writable);
	memset(config, 0, sizeof(*config));
}

static struct {
	pthread_once_t once;
	struct sm_config config;
	bool is_given;
	char *root;
} sm_loaded = { .once = PTHREAD_ONCE_INIT };

/* One line of the file: "--name" or "--name value". */
static void sm_config_line(char *line)
{
	char *value = strchr(line, ' ');
	const char *wrong;

	if (value)
		*value++ = '\0';
	wrong = sm_config_option(&sm_loaded.config, line, value);
	if (wrong)
		sm_warn("%s/options: %s: %s; the option is ignored", sm_loaded.root, line, wrong);
}

static void sm_config_read(const char *path)
{
	FILE *file = fopen(path, "re");
	char *line = NULL;
	size_t size = 0;
	ssize_t len;

	if (!file) {
		sm_warn("%s: %s; was the command started by softmlx5, and is that still running?",
			path, strerror(errno));
		return;
	}
	while ((len = getline(&line, &size, file)) > 0) {
		if (line[len - 1] == '\n')
			line[len - 1] = '\0';
		if (*line)
			sm_config_line(line);
	}
	free(line);
	fclose(file);
}

/* valgrind takes the frames that a trap leaves on the stack for uninitialised memory. */
static bool sm_is_under_valgrind(void)
{
	const char *preloaded = getenv("LD_PRELOAD");

	return preloaded && strstr(preloaded, "/vgpreload_core");
}

static void sm_config_load(void)
{
	const char *root = getenv("SOFTMLX5_ROOT");
	char path[4096];
	size_t len;

	if (sm_loaded.is_given)
		return;
	sm_config_init(&sm_loaded.config);
	if (!root || !*root)
		return;
	if (sm_is_under_valgrind())
		sm_loaded.config.doorbell = SM_DOORBELL_POLL;
	sm_loaded.root = strdup(root);
	if (!sm_loaded.root)
		return;
	len = strlen(sm_loaded.root);
	while (len > 1 && sm_loaded.root[len - 1] == '/')
		sm_loaded.root[--len] = '\0';
	if (snprintf(path, sizeof(path), "%s/options", sm_loaded.root) < (int)sizeof(path))
		sm_config_read(path);
}

void sm_config_use(const struct sm_config *config)
{
	sm_loaded.config = *config;
	sm_loaded.is_given = true;
}

bool sm_is_observed = true;

static void sm_config_once(void)
{
	const struct sm_config *config = &sm_loaded.config;

	sm_config_load();
	sm_is_observed = config->trace || config->pcap || config->strict || config->faults ||
			 config->has_adversary;
}

const struct sm_config *sm_config(void)
{
	pthread_once(&sm_loaded.once, sm_config_once);
	return &sm_loaded.config;
}

const char *sm_root(void)
{
	pthread_once(&sm_loaded.once, sm_config_once);
	return sm_loaded.root;
}
