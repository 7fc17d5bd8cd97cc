// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/softmlx5.h"
#include "uml/channel.h"
#include "uml/keeper.h"
#include "uml/machine.h"
#include "uml/session.h"

#define INIT "softmlx5-init"
#define DEVICE "softmlx5-device"
#define BAR "device.bar"
#define VIRTIO_ID "1234"	/* CONFIG_UML_PCI_OVER_VIRTIO_DEVICE_ID in linux.config */
#define LOG_SHOWN 65536	/* bytes of the kernel's log that are printed */

enum { STATUS_LIMIT = 124, STATUS_FAILED = 125 };	/* as of timeout(1) and env(1) */

extern char **environ;

/* Paths of what is started. */
struct programs {
	char kernel[PATH_MAX], init[PATH_MAX], device[PATH_MAX];
};

static char reason[PATH_MAX + 1024];	/* of sm_machine_check() */

__attribute__((format(printf, 1, 2))) static const char *because(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(reason, sizeof(reason), format, args);
	va_end(args);
	return reason;
}

/* A file that lies beside this program, or is installed in ../lib/softmlx5. */
static bool find(char *path, const char *built, const char *installed)
{
	char self[PATH_MAX], candidate[PATH_MAX];
	ssize_t len = readlink("/proc/self/exe", self, sizeof(self) - 1);

	if (len <= 0)
		return false;
	self[len] = '\0';
	*strrchr(self, '/') = '\0';
	for (int i = 0; i < 2; i++)
		if (snprintf(candidate, sizeof(candidate), i ? "%s/../lib/softmlx5/%s" : "%s/%s", self,
			     i ? installed : built) < (int)sizeof(candidate) &&
		    realpath(candidate, path) && !access(path, X_OK))
			return true;
	return false;
}

static const char *find_all(const struct sm_config *config, struct programs *programs)
{
	const char *image = config->kernel.image;

	if (image && (!realpath(image, programs->kernel) || access(programs->kernel, X_OK)))
		return because("--kernel-image %s: %s", image, strerror(errno));
	if (!image && !find(programs->kernel, "kernel/linux", "linux"))
		return "--kernel: the kernel is not built. Run `ninja kernel`, which takes some minutes once, or "
		       "name a kernel by --kernel-image FILE";
	if (!find(programs->init, INIT, INIT))
		return "--kernel: there is no " INIT " beside softmlx5; run `ninja`";
	if (!find(programs->device, DEVICE, DEVICE))
		return "--kernel: there is no " DEVICE " beside softmlx5; run `ninja`";
	return NULL;
}

/* User Mode Linux runs its processes under ptrace(2). */
static bool may_trace(void)
{
	int status = 0;
	pid_t child = fork();

	if (!child)
		_exit(ptrace(PTRACE_TRACEME, 0, NULL, NULL) ? 1 : 0);
	return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) &&
	       !WEXITSTATUS(status);
}

const char *sm_machine_check(const struct sm_config *config)
{
	struct programs programs;
	const char *wrong;

#ifndef __x86_64__
	return "--kernel: needs an x86-64 processor, for which User Mode Linux is made";
#endif
	if (config->fabric || config->address)
		return "--kernel: the device is not connected to other processes, for which --fabric and --address are";
	wrong = find_all(config, &programs);
	if (wrong)
		return wrong;
	if (!may_trace())
		return "--kernel: ptrace is forbidden here, and User Mode Linux needs it. In a container: `docker run "
		       "--cap-add SYS_PTRACE`, or a seccomp profile that allows ptrace; elsewhere: `sysctl "
		       "kernel.yama.ptrace_scope`, which must be 0 or 1";
	for (char **folder = config->kernel.writable; folder && *folder; folder++)
		if (access(*folder, W_OK))
			return because("--kernel-write %s: %s", *folder, strerror(errno));
	return NULL;
}

/* The memory of the kernel is a file that has lost its name; its folder must have room for it. */
static bool has_room(const char *folder, unsigned int megabytes)
{
	struct statvfs about;

	return folder && *folder == '/' && !access(folder, W_OK) && !statvfs(folder, &about) &&
	       !(about.f_flag & ST_NOEXEC) &&
	       (unsigned long long)about.f_bavail * about.f_frsize >> 20 > megabytes;
}

static const char *folder_for_memory(const struct sm_machine *machine)
{
	const char *const folders[] = { "/dev/shm", getenv("TMPDIR"), "/tmp", "/var/tmp" };

	for (unsigned int i = 0; i < SM_ARRAY_SIZE(folders); i++)
		if (has_room(folders[i], machine->config->kernel.memory))
			return folders[i];
	return NULL;
}

/* A list of words that ends with NULL, for exec. */
struct words {
	char **word;
	size_t n;
	bool failed;
};

__attribute__((format(printf, 2, 3))) static void add(struct words *words, const char *format, ...)
{
	char **more = realloc(words->word, (words->n + 2) * sizeof(*more));
	va_list args;

	if (!more) {
		words->failed = true;
		return;
	}
	words->word = more;
	va_start(args, format);
	if (vasprintf(&more[words->n], format, args) < 0) {
		more[words->n] = NULL;
		words->failed = true;
	}
	va_end(args);
	words->n += more[words->n] != NULL;
	more[words->n] = NULL;
}

static void words_free(struct words *words)
{
	for (size_t i = 0; i < words->n; i++)
		free(words->word[i]);
	free(words->word);
}

/* The device process notices doorbells by polling, and has as many functions as sockets. */
static bool is_decided(const char *option, size_t len)
{
	return (len == 10 && !strncmp(option, "--doorbell", len)) ||
	       (len == 9 && !strncmp(option, "--devices", len));
}

/* The options of the device are lines "--name" or "--name value". */
static void device_command(struct words *words, const struct programs *programs,
			   const struct sm_machine *machine)
{
	const char *options = machine->options;

	add(words, "%s", programs->device);
	for (unsigned int i = 0; i < machine->config->devices; i++) {
		add(words, "--socket");
		add(words, SM_KEEPER_SOCKET, i);
	}
	add(words, "--bar");
	add(words, BAR);
	while (*options) {
		int line = (int)strcspn(options, "\n");
		int name = (int)strcspn(options, " \n");

		if (!is_decided(options, (size_t)name)) {
			add(words, "%.*s", name, options);
			if (name < line)
				add(words, "%.*s", line - name - 1, options + name + 1);
		}
		options += line + (options[line] == '\n');
	}
}

static void kernel_command(struct words *words, const struct programs *programs,
			   const struct sm_machine *machine)
{
	const struct sm_config_kernel *kernel = &machine->config->kernel;

	add(words, "%s", programs->kernel);
	add(words, "mem=%uM", kernel->memory);
	for (unsigned int i = 0; i < machine->config->devices; i++)
		add(words, "virtio_uml.device=" SM_KEEPER_SOCKET ":" VIRTIO_ID, i);
	add(words, "iomem=pci," BAR);
	add(words, "virt_pci.max_delay_us=20000000");	/* a device under a debugger is slow */
	add(words, "rootfstype=hostfs");
	add(words, "rootflags=/");
	add(words, "ro");
	add(words, "init=%s/init", machine->root);
	add(words, "con0=null,fd:1");	/* the log; until it begins: */
	add(words, "earlyprintk");
	add(words, "con=null");
	add(words, "ssl0=fd:%d", SM_KEEPER_LINE);
	add(words, "ssl=null");
	add(words, "uml_dir=uml/");
	add(words, "umid=softmlx5");
	add(words, "panic=-1");
	add(words, "oops=panic");
	add(words, "mlx5_core.prof_sel=0");	/* no cache of keys: boots a second earlier */
	add(words, "scsi_debug.add_host=0");	/* no disk, until somebody writes to its file of this name */
	for (char **argument = kernel->arguments; argument && *argument; argument++)
		add(words, "%s", *argument);
}

static void add_frame(struct words *failed, struct sm_frames *frames, int type, const char *text)
{
	if (strlen(text) > SM_FRAME_MAX || !sm_frames_add(frames, type, text, strlen(text)))
		failed->failed = true;
}

/* Variables that name sockets and folders of the machine, which the command does not have. */
static bool is_passed(const char *variable)
{
	return strncmp(variable, "XDG_RUNTIME_DIR=", 16) && strncmp(variable, "TMPDIR=", 7);
}

/* stdout and stderr that lead to one place share a pipe inside, so that their order stays. */
static bool is_one_output(void)
{
	struct stat out, err;

	return !fstat(STDOUT_FILENO, &out) && !fstat(STDERR_FILENO, &err) && out.st_dev == err.st_dev &&
	       out.st_ino == err.st_ino;
}

static void command_frames(struct words *failed, struct sm_frames *frames,
			   const struct sm_machine *machine)
{
	const struct sm_config *config = machine->config;
	char text[PATH_MAX];
	mode_t mask = umask(0);

	umask(mask);
	for (char *const *word = machine->command; *word; word++)
		add_frame(failed, frames, SM_TO_ARGUMENT, *word);
	for (char **variable = environ; *variable; variable++)
		if (is_passed(*variable))
			add_frame(failed, frames, SM_TO_VARIABLE, *variable);
	if (!getcwd(text, sizeof(text)))
		snprintf(text, sizeof(text), "/");
	add_frame(failed, frames, SM_TO_FOLDER, text);
	for (char **folder = config->kernel.writable; folder && *folder; folder++)
		add_frame(failed, frames, SM_TO_WRITABLE, realpath(*folder, text) ? text : *folder);
	if (!gethostname(text, sizeof(text)))
		add_frame(failed, frames, SM_TO_HOST, text);
	snprintf(text, sizeof(text), "%o", (unsigned int)mask);
	add_frame(failed, frames, SM_TO_UMASK, text);
	snprintf(text, sizeof(text), "%u", config->devices);
	add_frame(failed, frames, SM_TO_DEVICES, text);
	add_frame(failed, frames, SM_TO_RUN, is_one_output() ? "1" : "2");
}

/* Prints the end of the kernel's log. */
static void show_log(int log)
{
	static char text[LOG_SHOWN + 1];
	off_t size = lseek(log, 0, SEEK_END), from = size > LOG_SHOWN ? size - LOG_SHOWN : 0;
	ssize_t n = pread(log, text, LOG_SHOWN, from);

	if (n <= 0) {
		sm_warn("the kernel has logged nothing");
		return;
	}
	sm_warn("the kernel's log%s:", from ? ", its end" : "");
	text[n] = '\0';
	fprintf(stderr, "%s%s", text, text[n - 1] == '\n' ? "" : "\n");
	sm_warn("end of the kernel's log");
}

static int exited(int status)
{
	return W_EXITCODE(status, 0);
}

static int status_of(const struct sm_session *session, enum sm_session_end end, int log)
{
	switch (end) {
	case SM_SESSION_COMMAND:
		return session->status;
	case SM_SESSION_SIGNAL:
		sm_warn("the kernel is ended by signal %d", session->status);
		return W_EXITCODE(0, session->status);
	case SM_SESSION_LIMIT:
		sm_warn("%s after %u s, --kernel-limit; ending the kernel", session->why, session->limit);
		break;
	case SM_SESSION_FAILED:
		sm_warn("%s", session->why);
		break;
	}
	show_log(log);
	return exited(end == SM_SESSION_LIMIT ? STATUS_LIMIT : STATUS_FAILED);
}

static int log_open(const char *path)
{
	return path ? open(path, O_RDWR | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0666) :
		      memfd_create("softmlx5-kernel-log", MFD_CLOEXEC);
}

/* Starts all, and runs the session. */
static int run(const struct sm_machine *machine, const struct words *device,
	       const struct words *kernel, char *const *environment, struct sm_session *session)
{
	int line[2], log = log_open(machine->config->kernel.log), status;
	struct sm_keeper_plan plan = {
		.root = machine->root, .functions = machine->config->devices, .device = device->word, .kernel = kernel->word,
		.kernel_environment = environment, .log = log, .mask = machine->mask,
	};
	pid_t keeper;

	if (log < 0 || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, line)) {
		sm_warn("cannot open the kernel's log or line: %s", strerror(errno));
		return exited(STATUS_FAILED);
	}
	session->line = line[0];
	plan.line = line[1];
	keeper = sm_keeper_start(&plan, &session->control);
	close(line[1]);
	if (keeper < 0) {
		sm_warn("cannot start a process: %s", strerror(errno));
		return exited(STATUS_FAILED);
	}
	status = status_of(session, sm_session_run(session, machine->signals, machine->n_signals), log);
	close(session->control);
	waitpid(keeper, NULL, 0);
	close(line[0]);
	close(log);
	return status;
}

int sm_machine_run(const struct sm_machine *machine)
{
	const char *memory = folder_for_memory(machine);
	struct sm_session session = { .limit = machine->config->kernel.limit };
	struct words device = { 0 }, kernel = { 0 };
	char *environment[] = { NULL, "HOME=/", NULL };
	char link[PATH_MAX];
	struct programs programs;
	int status = exited(STATUS_FAILED);
	const char *wrong = find_all(machine->config, &programs);

	device_command(&device, &programs, machine);
	kernel_command(&kernel, &programs, machine);
	command_frames(&device, &session.frames, machine);
	snprintf(link, sizeof(link), "%s/init", machine->root);
	if (memory && asprintf(&environment[0], "TMPDIR=%s", memory) < 0)
		environment[0] = NULL;
	if (wrong)
		sm_warn("%s", wrong);
	else if (!memory)
		sm_warn("--kernel: neither /dev/shm nor $TMPDIR, /tmp or /var/tmp has room for %u MB of memory and allows "
			"programs to be executed; --kernel-memory MB makes it smaller", machine->config->kernel.memory);
	else if (strpbrk(machine->root, " \"\t"))
		sm_warn("--kernel: the name of the folder %s has a space; set XDG_RUNTIME_DIR to a folder without",
			machine->root);
	else if (device.failed || kernel.failed || !environment[0])
		sm_warn("--kernel: out of memory, or a word of the command is too long");
	else if (symlink(programs.init, link))
		sm_warn("cannot make a link in %s: %s", machine->root, strerror(errno));
	else
		status = run(machine, &device, &kernel, environment, &session);
	words_free(&device);
	words_free(&kernel);
	free(environment[0]);
	free(session.frames.bytes);
	return status;
}
