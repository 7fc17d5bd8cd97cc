// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * softmlx5(1): runs a command with a software mlx5 device. It makes a private folder with the
 * options and the sysfs tree that libibverbs reads, sets the environment, runs the command, and
 * ends with the command's status.
 */
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/adversary.h"
#include "base/caps.h"
#include "base/folder.h"
#include "base/gid.h"
#include "base/membership.h"
#include "base/softmlx5.h"
#include "fabric/farewell.h"
#include "observe/fault.h"
#include "observe/pcap.h"
#include "process/sysfs.h"
#include "uml/machine.h"

#define LIBRARY "libsoftmlx5.so"
#define VERSION "1"
#define DEFAULT_FABRIC "default"
#define LOCK "lock"	/* in the private folder */

enum { ATTEMPTS = 8 };	/* to make the private folder */

/* Exit statuses are those of env(1). */
enum {
	EXIT_USAGE = 2,
	EXIT_OURS = 125,	/* the launcher itself failed */
	EXIT_NOT_EXECUTABLE = 126,
	EXIT_NOT_FOUND = 127,
};

struct launcher {
	struct sm_config config;
	struct sm_caps *caps;
	struct sm_ports ports;
	char *options;		/* the file "options" */
	size_t options_len;
	char **command;
	const char *function_fault;	/* a fault that only a PCI function can have; NULL: none */
	char root[PATH_MAX];	/* the private folder; "" before it exists */
	FILE *variables;	/* of --environment, as NAME=VALUE on a line each; NULL: not asked for */
	char *environment;	/* the text of them */
	size_t environment_len;
	FILE *environment_file;	/* as this launcher has written it; NULL before */
	sigset_t outer_mask;	/* blocked signals and disposition of SIGCHLD at the start */
	struct sigaction outer_sigchld;
};

static void help(void)
{
	const struct sm_option *option;

	printf("usage: softmlx5 [OPTION]... COMMAND [ARGUMENT]...\n"
	       "Runs a command with a software mlx5 device under libibverbs and libmlx5.\n\n"
	       "In two terminals; the first of each pair waits for the second:\n"
	       "  softmlx5 ib_write_bw                  # perftest, as on a card\n"
	       "  softmlx5 ib_write_bw localhost\n"
	       "  cc rdma_cm.c $(pkg-config --cflags --libs mlx5sig) -lrdmacm -o blocks\n"
	       "  softmlx5 --strict ./blocks            # blocks have T10-DIF on the wire,\n"
	       "  softmlx5 --strict ./blocks 127.0.0.1  # which the first checks and strips\n"
	       "  softmlx5 ./blocks                     # a packet of the write is lost,\n"
	       "  softmlx5 --trace trace.txt --fault loss:nth=2 ./blocks 127.0.0.1\n"
	       "  grep -B4 -A1 'fault 1 strikes' trace.txt  # and sent again 0.5 s later\n"
	       "rdma_cm.c is in the folder examples of the source tree, or of the package\n"
	       "libmlx5sig-dev; docs/softmlx5.md explains more.\n\n"
	       "On the real driver, in a Linux kernel that `ninja kernel` builds:\n"
	       "  softmlx5 --kernel ibv_devinfo\n\n");
	for (option = sm_options; option->name; option++)
		printf("  %-17s%-13s%s\n", option->name, option->value ? option->value : "",
		       option->help);
	printf("  %-30sthis text\n  %-30sversion\n\n", "--help", "--version");
	printf("presets of --caps:");
	for (unsigned int i = 0; sm_caps_preset_name(i); i++)
		printf(" %s", sm_caps_preset_name(i));
	printf("\nSee softmlx5(1).\n");
}

__attribute__((format(printf, 1, 2), noreturn)) static void usage(const char *format, ...)
{
	char text[1024];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	sm_warn("%s", text);
	sm_warn("`softmlx5 --help` lists the options");
	exit(EXIT_USAGE);
}

/* A path that stays valid when a process of the command changes its working directory. */
static char *absolute(const char *path)
{
	char folder[PATH_MAX], *joined;

	if (*path == '/')
		return strdup(path);
	if (!getcwd(folder, sizeof(folder)))
		usage("the current folder has no name: %s", strerror(errno));
	return asprintf(&joined, "%s/%s", folder, path) < 0 ? NULL : joined;
}

/* Options of the kernel and --environment are the launcher's own; the device gets the others. */
static bool is_for_device(const char *name)
{
	const size_t len = strlen("--kernel");

	if (!strcmp(name, "--environment"))
		return false;
	return strncmp(name, "--kernel", len) || (name[len] && name[len] != '-');
}

/* Parses an option, and adds it to the file "options". */
static void option(struct launcher *launcher, FILE *file, const char *name, const char *value)
{
	const char *wrong = sm_config_option(&launcher->config, name, value);
	char *path = NULL;

	if (wrong && value)
		usage("%s %s: %s", name, value, wrong);
	if (wrong)
		usage("%s: %s", name, wrong);
	if (!strcmp(name, "--fault")) {
		struct sm_fault_spec spec;

		wrong = sm_fault_spec_parse(value, &spec);
		if (wrong)
			usage("--fault %s: %s", value, wrong);
		if (spec.needs_function)
			launcher->function_fault = value;
	}
	if (!strcmp(name, "--trace") || !strcmp(name, "--pcap") ||
	    (!strcmp(name, "--caps") && !sm_caps_is_preset(value)))
		value = path = absolute(value);
	if (is_for_device(name))
		fprintf(file, value ? "%s %s\n" : "%s\n", name, value);
	free(path);
}

/* Options end with the first word that does not start with "--", or with "--". */
static void parse(struct launcher *launcher, char **argv)
{
	FILE *file = open_memstream(&launcher->options, &launcher->options_len);

	if (!file)
		usage("out of memory");
	for (argv++; *argv && **argv == '-'; argv++) {
		char *name = *argv, *value = strchr(name, '=');

		if (!strcmp(name, "--")) {
			argv++;
			break;
		}
		if (!strcmp(name, "--help") || !strcmp(name, "-h")) {
			help();
			exit(0);
		}
		if (!strcmp(name, "--version")) {
			printf("softmlx5 " VERSION "\n");
			exit(0);
		}
		if (value)
			*value++ = '\0';
		if (sm_config_takes_value(name) < 0)
			usage("%s: there is no such option", name);
		if (sm_config_takes_value(name) && !value) {
			value = *++argv;
			if (!value)
				usage("%s: needs a value", name);
		}
		option(launcher, file, name, value);
	}
	if (fclose(file))
		usage("out of memory");
	if (launcher->config.trace_json && !launcher->config.trace)
		usage("--trace-json: needs --trace FILE");
	if (launcher->config.oddities && !launcher->config.has_adversary)
		usage("--oddities: needs --adversary SEED");
	if (launcher->config.udp && launcher->config.devices > 1)
		usage("--fabric %s: a host has one device", launcher->config.fabric);
	if (launcher->config.udp && launcher->config.address)
		usage("--fabric %s: the host has this address, and not that of --address",
		      launcher->config.fabric);
	if (!*argv)
		usage("there is no command to run");
	launcher->command = argv;
}

/* Is the host's address one of this machine? */
static void check_udp(const struct launcher *launcher)
{
	struct sockaddr_in address = { .sin_family = AF_INET };
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);

	inet_pton(AF_INET, launcher->config.udp, &address.sin_addr);
	if (fd < 0 || bind(fd, (void *)&address, sizeof(address)))
		usage("--fabric %s: %s", launcher->config.fabric,
		      errno == EADDRNOTAVAIL ? "no interface of this machine has the address" :
					       strerror(errno));
	close(fd);
	if (!sm_caps_is_ethernet(launcher->caps))
		usage("--fabric %s: needs a port of Ethernet, --link roce", launcher->config.fabric);
}

/* Tests here what would fail later in the command. */
static void check(struct launcher *launcher)
{
	char error[1024];

	launcher->caps = sm_caps_load(sm_adversary_preset(&launcher->config), launcher->config.cap_fields, error,
				      sizeof(error));
	if (!launcher->caps)
		usage("%s", error);
	if (launcher->config.udp)
		check_udp(launcher);
	if (launcher->config.trace) {
		int fd = open(launcher->config.trace, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);

		if (fd < 0)
			usage("--trace %s: %s", launcher->config.trace, strerror(errno));
		close(fd);
	}
	if (launcher->config.environment && launcher->config.kernel.is_wanted)
		usage("--environment %s: programs elsewhere cannot see the device in a kernel of its own",
		      launcher->config.environment);
	if (launcher->config.kernel.is_wanted) {
		const char *wrong = sm_machine_check(&launcher->config);

		if (wrong)
			usage("%s", wrong);
	}
	if (launcher->function_fault && !launcher->config.kernel.is_wanted)
		usage("--fault %s: needs --kernel: in the process the device is no PCI function",
		      launcher->function_fault);
	if (launcher->config.pcap && sm_pcap_create(launcher->config.pcap))
		usage("--pcap %s: %s", launcher->config.pcap,
		      errno == EINVAL ? "must be a regular file" : strerror(errno));
}

/* For processes of the command that were killed. */
static void say_farewell(const struct launcher *launcher)
{
	uint8_t own[SM_IPV4_SIZE];
	int folder;

	if (!launcher->config.udp || !launcher->ports.folder[0] ||
	    inet_pton(AF_INET, launcher->config.udp, own) != 1)
		return;
	folder = open(launcher->ports.folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (folder < 0)
		return;
	sm_farewell_send(folder, own, -1);
	close(folder);
}

/* The file of --environment, unless another launcher has replaced it. */
static void remove_environment(const struct launcher *launcher)
{
	struct stat ours, there;

	if (launcher->environment_file && !fstat(fileno(launcher->environment_file), &ours) &&
	    !stat(launcher->config.environment, &there) && there.st_dev == ours.st_dev &&
	    there.st_ino == ours.st_ino)
		unlink(launcher->config.environment);
}

static void clean(struct launcher *launcher)
{
	remove_environment(launcher);
	if (launcher->root[0] && sm_folder_remove(launcher->root) && errno != ENOENT)
		sm_warn("cannot remove %s: %s", launcher->root, strerror(errno));
	launcher->root[0] = '\0';
	say_farewell(launcher);
	sm_ports_give_back(&launcher->ports);
}

__attribute__((format(printf, 2, 3), noreturn)) static void fail(struct launcher *launcher,
								 const char *format, ...)
{
	char text[1024];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	sm_warn("%s", text);
	clean(launcher);
	exit(EXIT_OURS);
}

/*
 * A launcher holds a lock in its folder. Folders whose lock is free are those of launchers that were
 * killed; one that has only just been made has no lock yet, and is left alone.
 */
static void remove_abandoned(const char *folder)
{
	DIR *all = opendir(folder);
	struct dirent *entry;
	char path[PATH_MAX];

	while (all && (entry = readdir(all))) {
		struct stat about;
		int lock;

		if (fnmatch("softmlx5-??????", entry->d_name, 0) ||
		    snprintf(path, sizeof(path), "%s/%s/" LOCK, folder, entry->d_name) >=
			    (int)sizeof(path))
			continue;
		lock = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
		if (lock < 0)
			continue;
		*strrchr(path, '/') = '\0';
		if (!fstat(lock, &about) && about.st_uid == geteuid() && !flock(lock, LOCK_EX | LOCK_NB))
			sm_folder_remove(path);
		close(lock);
	}
	if (all)
		closedir(all);
}

/* Returns whether the lock is taken; another launcher may have removed the folder before. */
static bool lock_root(const char *root)
{
	struct stat ours, there;
	char path[PATH_MAX];
	int lock;

	if (snprintf(path, sizeof(path), "%s/" LOCK, root) >= (int)sizeof(path))
		return false;
	lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);	/* until the launcher ends */
	if (lock >= 0 && !flock(lock, LOCK_EX) && !fstat(lock, &ours) && !stat(path, &there) &&
	    ours.st_ino == there.st_ino)
		return true;
	close(lock);
	return false;
}

static bool make_root_below(struct launcher *launcher, const char *folder)
{
	if (folder && *folder == '/') {
		remove_abandoned(folder);
		for (int i = 0; i < ATTEMPTS; i++) {
			if (snprintf(launcher->root, sizeof(launcher->root), "%s/softmlx5-XXXXXX",
				     folder) >= (int)sizeof(launcher->root) || !mkdtemp(launcher->root))
				break;
			if (lock_root(launcher->root))
				return true;
			sm_folder_remove(launcher->root);
		}
	}
	launcher->root[0] = '\0';
	return false;
}

static void make_root(struct launcher *launcher)
{
	if (!make_root_below(launcher, getenv("XDG_RUNTIME_DIR")) &&
	    !make_root_below(launcher, getenv("TMPDIR")) && !make_root_below(launcher, "/tmp"))
		fail(launcher, "cannot make a folder below $XDG_RUNTIME_DIR, $TMPDIR or /tmp: %s",
		     strerror(errno));
}

/*
 * Without --fabric, the user's processes are connected if that is possible. A machine whose
 * temporary folder is in a strange state is no reason to refuse the rest.
 */
static void join_fabric(struct launcher *launcher)
{
	const struct sm_config *config = &launcher->config;
	const char *name = config->fabric;
	const char *wrong = sm_ports_take(&launcher->ports, name ? name : DEFAULT_FABRIC,
					  config->devices, config->udp ? config->udp : config->address);

	sm_network_join(launcher->config.udp);
	if (wrong && name)
		fail(launcher, "--fabric %s: %s", name, wrong);
	if (wrong)
		sm_warn("the devices are not connected to other processes: %s", wrong);
}

static void write_root(struct launcher *launcher)
{
	struct sm_tree tree = { .root = launcher->root };
	char path[PATH_MAX];

	if (snprintf(path, sizeof(path), "%s/ports", launcher->root) >= (int)sizeof(path) ||
	    !sm_ports_write(&launcher->ports, path))
		fail(launcher, "cannot write %s/ports: %s", launcher->root, strerror(errno));
	sm_tree_file(&tree, "options", "%s", launcher->options);
	sm_sysfs_common(&tree);
	for (unsigned int i = 0; i < launcher->config.devices; i++)
		sm_sysfs_device(&tree, launcher->caps, i, launcher->ports.lid[i]);
	if (tree.error[0])
		fail(launcher, "%s", tree.error);
}

/* The library lies beside this program, or is installed in ../lib/softmlx5. */
static void find_library(struct launcher *launcher, char *path, size_t size)
{
	static const char *const places[] = { LIBRARY, "../lib/softmlx5/" LIBRARY };
	char self[PATH_MAX], candidate[PATH_MAX];
	ssize_t len = readlink("/proc/self/exe", self, sizeof(self) - 1);
	char *slash;

	if (len <= 0)
		fail(launcher, "cannot read /proc/self/exe: %s", strerror(errno));
	self[len] = '\0';
	slash = strrchr(self, '/');
	*slash = '\0';
	for (unsigned int i = 0; i < SM_ARRAY_SIZE(places); i++) {
		if (snprintf(candidate, sizeof(candidate), "%s/%s", self, places[i]) <
			    (int)sizeof(candidate) &&
		    strlen(candidate) < size && realpath(candidate, path))
			return;
	}
	fail(launcher, "there is neither " LIBRARY " nor ../lib/softmlx5/" LIBRARY " in %s", self);
}

/*
 * ld.so separates the names in LD_PRELOAD by spaces and colons: a symbolic link without them leads
 * to the library.
 */
static void avoid_separators(struct launcher *launcher, char *library, size_t size)
{
	char link[PATH_MAX];

	if (!strpbrk(library, " :"))
		return;
	if (strpbrk(launcher->root, " :"))
		fail(launcher, "neither %s nor %s can be preloaded, for their spaces and colons; "
		     "set XDG_RUNTIME_DIR to a folder without", library, launcher->root);
	if (snprintf(link, sizeof(link), "%s/" LIBRARY, launcher->root) >= (int)sizeof(link) ||
	    symlink(library, link))
		fail(launcher, "cannot make a link in %s: %s", launcher->root, strerror(errno));
	snprintf(library, size, "%s", link);
}

static void set(struct launcher *launcher, const char *name, const char *value)
{
	if (setenv(name, value, 1))
		fail(launcher, "cannot set %s: %s", name, strerror(errno));
	if (launcher->variables)
		fprintf(launcher->variables, "%s=%s\n", name, value);
}

/* Sets variables that other libraries need to use the device, unless the user has set them. */
static void set_for_others(struct launcher *launcher)
{
	char path[PATH_MAX];

	const char *asan = getenv("ASAN_OPTIONS");
	char *options;

	/* gcc's runtime insists on being the first library, where the device's is. */
	if (!asan || !strstr(asan, "verify_asan_link_order")) {
		if (asprintf(&options, "%s%sverify_asan_link_order=0", asan ? asan : "",
			     asan && *asan ? ":" : "") < 0)
			fail(launcher, "out of memory");
		set(launcher, "ASAN_OPTIONS", options);
		free(options);
	}
	/* UCX patches mmap() in memory and makes the system call itself, past the device. */
	if (!getenv("UCX_MEM_MMAP_HOOK_MODE"))
		set(launcher, "UCX_MEM_MMAP_HOOK_MODE", "none");
	/* The folder in which DPDK looks for PCI devices. */
	if (snprintf(path, sizeof(path), "%s/sysfs/bus/pci/devices", launcher->root) <
		    (int)sizeof(path) && !getenv("SYSFS_PCI_DEVICES"))
		set(launcher, "SYSFS_PCI_DEVICES", path);
	if (sm_adversary_has_long_cqes(&launcher->config) && !getenv("MLX5_CQE_SIZE"))
		set(launcher, "MLX5_CQE_SIZE", "128");
}

static void set_environment(struct launcher *launcher)
{
	const char *others = getenv("LD_PRELOAD");
	char library[PATH_MAX], *preload, *tree;

	find_library(launcher, library, sizeof(library));
	avoid_separators(launcher, library, sizeof(library));
	if (asprintf(&preload, "%s%s%s", library, others && *others ? ":" : "",
		     others ? others : "") < 0 ||
	    asprintf(&tree, "%s/sysfs", launcher->root) < 0)
		fail(launcher, "out of memory");
	set(launcher, "SOFTMLX5_ROOT", launcher->root);
	set(launcher, "SYSFS_PATH", tree);
	set(launcher, "LD_PRELOAD", preload);
	set_for_others(launcher);
	free(preload);
	free(tree);
}

/* Writes the file of --environment; whoever waits for it finds it whole. */
static void write_environment(struct launcher *launcher)
{
	const char *path = launcher->config.environment;
	char new[PATH_MAX];
	FILE *file = NULL;

	if (fclose(launcher->variables))
		fail(launcher, "out of memory");
	if (snprintf(new, sizeof(new), "%s.%d", path, getpid()) < (int)sizeof(new))
		file = fopen(new, "wxe");
	else
		errno = ENAMETOOLONG;
	if (!file)
		fail(launcher, "--environment %s: %s", path, strerror(errno));
	fwrite(launcher->environment, 1, launcher->environment_len, file);
	if (fflush(file) || ferror(file) || rename(new, path)) {
		const int error = errno;

		unlink(new);
		fail(launcher, "--environment %s: %s", path, strerror(error));
	}
	launcher->environment_file = file;	/* stays open: its inode is no other file's */
}

/* Signals that are passed on to the command. */
static const int signals[] = { SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2 };

/* From here on signals stay pending until the command exists, and never end the launcher. */
static void block_signals(struct launcher *launcher)
{
	struct sigaction normal = { .sa_handler = SIG_DFL };
	sigset_t ours;

	sigemptyset(&ours);
	sigaddset(&ours, SIGCHLD);
	for (unsigned int i = 0; i < SM_ARRAY_SIZE(signals); i++)
		sigaddset(&ours, signals[i]);
	sigprocmask(SIG_BLOCK, &ours, &launcher->outer_mask);
	sigaction(SIGCHLD, &normal, &launcher->outer_sigchld);	/* ignored, it loses the status */
}

__attribute__((noreturn)) static void run_command(struct launcher *launcher)
{
	int status;

	sigaction(SIGCHLD, &launcher->outer_sigchld, NULL);
	sigprocmask(SIG_SETMASK, &launcher->outer_mask, NULL);
	execvp(launcher->command[0], launcher->command);
	status = errno == ENOENT ? EXIT_NOT_FOUND : EXIT_NOT_EXECUTABLE;
	sm_warn("%s: %s", launcher->command[0],
		status == EXIT_NOT_FOUND ? "command not found" : strerror(errno));
	_exit(status);
}

/* Waits for the end of the command. The terminal has sent its signals to the command as well. */
static int wait_for(pid_t child)
{
	sigset_t ours;
	int status;

	sigemptyset(&ours);
	sigaddset(&ours, SIGCHLD);
	for (unsigned int i = 0; i < SM_ARRAY_SIZE(signals); i++)
		sigaddset(&ours, signals[i]);
	while (waitpid(child, &status, WNOHANG) != child) {
		siginfo_t info;
		int sig = sigwaitinfo(&ours, &info);

		if (sig > 0 && sig != SIGCHLD && info.si_code != SI_KERNEL)
			kill(child, sig);
	}
	return status;
}

/*
 * Ends with the same status or signal. A core dump of the launcher would overwrite the command's.
 */
__attribute__((noreturn)) static void end_like(int status)
{
	struct sigaction normal = { .sa_handler = SIG_DFL };
	struct rlimit none = { 0, 0 };
	sigset_t one;

	if (WIFEXITED(status))
		exit(WEXITSTATUS(status));
	prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
	setrlimit(RLIMIT_CORE, &none);
	sigaction(WTERMSIG(status), &normal, NULL);
	sigemptyset(&one);
	sigaddset(&one, WTERMSIG(status));
	sigprocmask(SIG_UNBLOCK, &one, NULL);
	raise(WTERMSIG(status));
	exit(128 + WTERMSIG(status));	/* not reached */
}

/* The device's own process takes the place in the fabric, and needs no sysfs tree. */
static int run_on_kernel(struct launcher *launcher)
{
	struct sm_machine machine = {
		.config = &launcher->config,
		.options = launcher->options,
		.command = launcher->command,
		.root = launcher->root,
		.mask = &launcher->outer_mask,
		.signals = signals,
		.n_signals = SM_ARRAY_SIZE(signals),
	};

	return sm_machine_run(&machine);
}

static int run_on_device(struct launcher *launcher)
{
	pid_t child;

	join_fabric(launcher);
	write_root(launcher);
	if (launcher->config.environment) {
		launcher->variables = open_memstream(&launcher->environment, &launcher->environment_len);
		if (!launcher->variables)
			fail(launcher, "out of memory");
	}
	set_environment(launcher);
	if (launcher->config.environment)
		write_environment(launcher);
	child = fork();
	if (child < 0)
		fail(launcher, "cannot start a process: %s", strerror(errno));
	if (!child)
		run_command(launcher);
	return wait_for(child);
}

int main(int argc, char **argv)
{
	struct launcher launcher = { 0 };
	int status;

	(void)argc;
	sm_config_init(&launcher.config);
	parse(&launcher, argv);
	check(&launcher);
	block_signals(&launcher);
	make_root(&launcher);
	status = launcher.config.kernel.is_wanted ? run_on_kernel(&launcher) : run_on_device(&launcher);
	clean(&launcher);
	end_like(status);
}
