// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * softmlx5-device: the device as PCI functions, for a driver in another process. Everything runs on
 * the service thread and the polling thread of the device; this thread waits for the end.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/caps.h"
#include "base/guard.h"
#include "observe/fault.h"
#include "observe/pcap.h"
#include "pci/function.h"

/* Exit statuses, those of softmlx5(1). */
enum { EXIT_USAGE = 2, EXIT_OURS = 125 };

struct device_options {
	struct sm_config config;
	const char *bar;
	const char *socket[SM_MAX_DEVICES];
	unsigned int n;
};

/* Options of softmlx5(1) that concern the process of a program, or are decided here. */
static const char *const not_here[] = {
	"--doorbell", "--devices", "--fabric", "--address",
};

static void help(void)
{
	const struct sm_option *option;

	printf("usage: softmlx5-device --socket PATH [--socket PATH]... --bar FILE [OPTION]...\n"
	       "The device of softmlx5(1) as PCI functions, for the driver in User Mode Linux.\n\n"
	       "  %-30s%s\n  %-30s%s\n", "--socket PATH", "vhost-user socket of a function",
	       "--bar FILE", "file of User Mode Linux's option iomem=pci,FILE");
	for (option = sm_options; option->name; option++) {
		bool is_here = true;

		for (unsigned int i = 0; i < SM_ARRAY_SIZE(not_here); i++)
			is_here &= strcmp(option->name, not_here[i]) != 0;
		if (is_here)
			printf("  %-17s%-13s%s\n", option->name, option->value ? option->value : "",
			       option->help);
	}
	printf("  %-30sthis text\n", "--help");
}

__attribute__((format(printf, 2, 3), noreturn)) static void end(int status, const char *format, ...)
{
	char text[1024];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	sm_warn("%s", text);
	if (status == EXIT_USAGE)
		sm_warn("`softmlx5-device --help` lists the options");
	exit(status);
}

static void option(struct device_options *options, const char *name, const char *value)
{
	struct sm_fault_spec spec;
	const char *wrong;

	if (!strcmp(name, "--bar")) {
		options->bar = value;
		return;
	}
	if (!strcmp(name, "--socket")) {
		if (options->n == SM_MAX_DEVICES)
			end(EXIT_USAGE, "--socket: there are at most %u functions", SM_MAX_DEVICES);
		options->socket[options->n++] = value;
		return;
	}
	for (unsigned int i = 0; i < SM_ARRAY_SIZE(not_here); i++)
		if (!strcmp(name, not_here[i]))
			end(EXIT_USAGE, "%s: softmlx5-device has no such option", name);
	wrong = sm_config_option(&options->config, name, value);
	if (!wrong && !strcmp(name, "--fault"))
		wrong = sm_fault_spec_parse(value, &spec);
	if (wrong)
		end(EXIT_USAGE, "%s%s%s: %s", name, value ? " " : "", value ? value : "", wrong);
}

static void parse(struct device_options *options, char **argv)
{
	for (argv++; *argv; argv++) {
		char *name = *argv, *value = strchr(name, '=');
		const bool is_own = !strncmp(name, "--socket", 8) || !strncmp(name, "--bar", 5);

		if (!strcmp(name, "--help") || !strcmp(name, "-h")) {
			help();
			exit(0);
		}
		if (value)
			*value++ = '\0';
		if (!is_own && sm_config_takes_value(name) < 0)
			end(EXIT_USAGE, "%s: there is no such option", name);
		if (!value && (is_own || sm_config_takes_value(name))) {
			value = *++argv;
			if (!value)
				end(EXIT_USAGE, "%s: needs a value", name);
		}
		option(options, name, value);
	}
	if (!options->n || !options->bar)
		end(EXIT_USAGE, "--socket PATH and --bar FILE are needed");
	if (options->config.trace_json && !options->config.trace)
		end(EXIT_USAGE, "--trace-json: needs --trace FILE");
	options->config.devices = options->n;
	options->config.doorbell = SM_DOORBELL_POLL;
}

/* Reports mistakes that would only be found later. */
static void check(const struct device_options *options)
{
	char error[1024];
	struct sm_caps *caps = sm_caps_load(options->config.caps, options->config.cap_fields, error,
					    sizeof(error));

	if (!caps)
		end(EXIT_USAGE, "%s", error);
	sm_caps_free(caps);
	if (options->config.pcap && sm_pcap_create(options->config.pcap))
		end(EXIT_USAGE, "--pcap %s: %s", options->config.pcap, strerror(errno));
}

/*
 * A guest can take its memory away: accesses are under a guard (base/guard.h). Any other fault ends
 * the process as usual.
 */
static void fault(int sig, siginfo_t *info, void *context)
{
	struct sm_guard *guard = sm_guard_current;

	(void)context;
	if (!guard || info->si_code <= 0) {
		signal(sig, SIG_DFL);
		return;		/* to the same fault */
	}
	guard->addr = info->si_addr;
	sm_guard_current = guard->outer;
	siglongjmp(guard->env, 1);
}

static void guard_memory(void)
{
	struct sigaction act = { .sa_sigaction = fault, .sa_flags = SA_SIGINFO | SA_NODEFER };

	sigemptyset(&act.sa_mask);
	sigaction(SIGSEGV, &act, NULL);
	sigaction(SIGBUS, &act, NULL);
}

static void map_bar(const struct device_options *options, struct sm_pci_bar_file *file)
{
	const int fd = open(options->bar, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	struct stat status;
	void *map;

	file->size = (uint64_t)options->n * SM_BAR_SIZE;
	if (fd < 0 || fstat(fd, &status) ||
	    ((uint64_t)status.st_size < file->size && ftruncate(fd, (off_t)file->size)))
		end(EXIT_OURS, "--bar %s: %s", options->bar, strerror(errno));
	map = mmap(NULL, file->size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (map == MAP_FAILED)
		end(EXIT_OURS, "--bar %s: %s", options->bar, strerror(errno));
	file->map = map;
	close(fd);
}

int main(int argc, char **argv)
{
	static struct sm_pci functions[SM_MAX_DEVICES];
	static struct sm_pci_bar_file file;
	static struct device_options options;
	sigset_t ends;
	int sig;

	(void)argc;
	sm_config_init(&options.config);
	parse(&options, argv);
	check(&options);
	sigemptyset(&ends);
	sigaddset(&ends, SIGTERM);
	sigaddset(&ends, SIGINT);
	sigaddset(&ends, SIGHUP);
	sigprocmask(SIG_BLOCK, &ends, NULL);
	signal(SIGPIPE, SIG_IGN);
	sm_config_use(&options.config);
	map_bar(&options, &file);
	guard_memory();
	sm_lock();
	for (unsigned int i = 0; i < options.n; i++) {
		struct sm_dev *dev = sm_dev_by_index(i);
		const char *wrong = dev ? sm_pci_start(&functions[i], dev, &file,
						       options.socket[i]) : "there is no device";

		if (wrong) {
			while (i--)
				sm_pci_end(&functions[i]);
			end(EXIT_OURS, "--socket %s: %s", options.socket[i + 1], wrong);
		}
	}
	sm_unlock();
	while (sigwait(&ends, &sig))
		;
	sm_lock();
	for (unsigned int i = 0; i < options.n; i++)
		sm_pci_end(&functions[i]);
	sm_unlock();
	return 0;
}
