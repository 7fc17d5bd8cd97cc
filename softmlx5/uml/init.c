// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The first process in the kernel of `softmlx5 --kernel`, linked statically: makes the folders that
 * must be writable, receives a command from the launcher, runs it, and turns the machine off.
 */
#include <errno.h>
#include <fcntl.h>
#include <net/if.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "uml/channel.h"

#define LINE "/dev/ttyS0"
#define DEVICE_LIMIT 5000	/* milliseconds for mlx5_0 to appear */

enum { NOT_EXECUTABLE = 126, NOT_FOUND = 127 };	/* as of env(1) */
enum { PIECE = 16384, PIPE_PIECES = 65536 / PIECE };	/* of output, at a time and in a pipe */

/* A list of strings that ends with NULL. */
struct list {
	char **entry;
	size_t n;
};

struct machine {
	int line;	/* the serial line */
	int children;	/* signalfd of SIGCHLD */
	struct list command, environment;
	char *folder;
	unsigned int devices;
	mode_t mask;
	bool one_output;
	/* The command; its pipes are -1 when they are closed. */
	pid_t pid;
	int input, output, error;
	/* stdin that the command has not read. */
	unsigned char *waiting;
	size_t n_waiting;
	bool is_input_over, is_over;
	/* What has come from the launcher. */
	unsigned char *bytes;
	size_t n_bytes;
};

__attribute__((noreturn)) static void off(void)
{
	reboot(RB_POWER_OFF);
	for (;;)
		pause();
}

static void line_write(struct machine *m, const void *bytes, size_t n)
{
	const char *from = bytes;

	while (n) {
		ssize_t done = write(m->line, from, n);

		if (done > 0) {
			from += done;
			n -= (size_t)done;
		} else if (errno == EAGAIN) {
			struct pollfd room = { .fd = m->line, .events = POLLOUT };

			poll(&room, 1, -1);
		} else if (errno != EINTR) {
			off();	/* the launcher is gone */
		}
	}
}

static void send_frame(struct machine *m, int type, const void *text, size_t len)
{
	unsigned char head[SM_FRAME_HEAD];

	sm_frame_head(head, type, (uint32_t)len);
	line_write(m, head, sizeof(head));
	line_write(m, text, len);
}

__attribute__((format(printf, 3, 4))) static void say(struct machine *m, int type,
						      const char *format, ...)
{
	char text[1024];
	va_list args;
	int len;

	va_start(args, format);
	len = vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	send_frame(m, type, text, len < (int)sizeof(text) ? (size_t)len : sizeof(text) - 1);
}

/* Reports why there is no command, and waits to be turned off. */
__attribute__((format(printf, 2, 3), noreturn)) static void fail(struct machine *m,
								 const char *format, ...)
{
	char text[1024];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	send_frame(m, SM_FROM_FAILED, text, strlen(text));
	for (;;)
		pause();
}

/* Writes in a folder of the machine stay in memory. */
static void mount_overlay(const char *folder, const char *name)
{
	char upper[64], work[64], options[256];

	snprintf(upper, sizeof(upper), "/run/softmlx5/%s", name);
	snprintf(work, sizeof(work), "/run/softmlx5/%s.work", name);
	mkdir(upper, 01777);
	chmod(upper, 01777);
	mkdir(work, 0700);
	snprintf(options, sizeof(options), "lowerdir=%s,upperdir=%s,workdir=%s", folder, upper, work);
	mount("overlay", folder, "overlay", 0, options);
}

/* A folder that this machine does not have is not mounted: the root is read-only. */
static void mount_all(void)
{
	mount("proc", "/proc", "proc", 0, NULL);
	mount("sysfs", "/sys", "sysfs", 0, NULL);
	mount("debugfs", "/sys/kernel/debug", "debugfs", 0, NULL);
	mount("devtmpfs", "/dev", "devtmpfs", 0, NULL);
	mkdir("/dev/pts", 0755);
	mount("devpts", "/dev/pts", "devpts", 0, "ptmxmode=0666,mode=0620");
	mkdir("/dev/shm", 01777);
	mount("tmpfs", "/dev/shm", "tmpfs", 0, "mode=1777");
	if (symlink("/proc/self/fd", "/dev/fd") || symlink("fd/0", "/dev/stdin") ||
	    symlink("fd/1", "/dev/stdout") || symlink("fd/2", "/dev/stderr"))
		perror("links in /dev");
	mount("tmpfs", "/run", "tmpfs", 0, "mode=0755");
	mkdir("/run/softmlx5", 0700);
	mkdir("/run/lock", 01777);
	mount_overlay("/tmp", "tmp");
	mount_overlay("/var/tmp", "var-tmp");
}

static void line_open(struct machine *m)
{
	struct termios raw;

	m->line = open(LINE, O_RDWR | O_NOCTTY | O_CLOEXEC);
	if (m->line < 0 || tcgetattr(m->line, &raw))
		off();
	cfmakeraw(&raw);
	tcsetattr(m->line, TCSANOW, &raw);
	fcntl(m->line, F_SETFL, O_NONBLOCK);
}

static void loopback_up(void)
{
	struct ifreq lo = { .ifr_name = "lo", .ifr_flags = IFF_UP | IFF_RUNNING };
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);

	if (ioctl(fd, SIOCSIFFLAGS, &lo))
		perror("lo");
	close(fd);
}

static char *copy_of(struct machine *m, const unsigned char *text, size_t len)
{
	char *copy = malloc(len + 1);

	if (!copy)
		fail(m, "init has no memory");
	memcpy(copy, text, len);
	copy[len] = '\0';
	return copy;
}

static void list_add(struct machine *m, struct list *list, const unsigned char *text, size_t len)
{
	list->entry = realloc(list->entry, (list->n + 2) * sizeof(*list->entry));
	if (!list->entry)
		fail(m, "init has no memory");
	list->entry[list->n++] = copy_of(m, text, len);
	list->entry[list->n] = NULL;
}

static void mount_writable(struct machine *m, const char *folder)
{
	if (mount("hostfs", folder, "hostfs", 0, folder))
		fail(m, "--kernel-write %s: %s", folder, strerror(errno));
}

/* The driver registers its devices while the kernel boots, but need not be ready at the end. */
static void wait_for_devices(struct machine *m)
{
	const struct timespec moment = { .tv_nsec = 10000000 };
	char path[64];

	for (unsigned int i = 0; i < m->devices; i++) {
		snprintf(path, sizeof(path), "/sys/class/infiniband/mlx5_%u", i);
		for (int waited = 0; access(path, F_OK); waited += 10) {
			if (waited >= DEVICE_LIMIT)
				fail(m, "the driver has made no mlx5_%u", i);
			nanosleep(&moment, NULL);
		}
	}
}

__attribute__((noreturn)) static void exec_command(struct machine *m)
{
	int status;
	sigset_t none;

	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	setsid();
	umask(m->mask);
	if (chdir(m->folder)) {
		dprintf(2, "softmlx5: %s: %s\n", m->folder, strerror(errno));
		_exit(NOT_EXECUTABLE);
	}
	environ = m->environment.entry;
	execvp(m->command.entry[0], m->command.entry);
	status = errno == ENOENT ? NOT_FOUND : NOT_EXECUTABLE;
	dprintf(2, "softmlx5: %s: %s\n", m->command.entry[0],
		status == NOT_FOUND ? "command not found" : strerror(errno));
	_exit(status);
}

static void start(struct machine *m)
{
	int in[2], out[2], err[2];

	if (!m->command.n || !m->folder)
		fail(m, "init got no command");
	wait_for_devices(m);
	if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC) || pipe2(err, O_CLOEXEC))
		fail(m, "init has no pipes: %s", strerror(errno));
	say(m, SM_FROM_STARTED, "%s", "");
	m->pid = fork();
	if (m->pid < 0)
		fail(m, "init cannot start a process: %s", strerror(errno));
	if (!m->pid) {
		dup2(in[0], 0);
		dup2(out[1], 1);
		dup2(m->one_output ? out[1] : err[1], 2);
		exec_command(m);
	}
	close(in[0]);
	close(out[1]);
	close(err[1]);
	m->input = in[1];
	m->output = out[0];
	m->error = err[0];
	fcntl(m->input, F_SETFL, O_NONBLOCK);
	fcntl(m->output, F_SETFL, O_NONBLOCK);
	fcntl(m->error, F_SETFL, O_NONBLOCK);
}

static void close_one(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

/* Passes on what the command has printed. */
static void pass_output(struct machine *m, int *fd, int type)
{
	char bytes[PIECE];
	ssize_t n = *fd < 0 ? 0 : read(*fd, bytes, sizeof(bytes));

	if (n > 0)
		send_frame(m, type, bytes, (size_t)n);
	else if (*fd >= 0 && (!n || errno != EAGAIN))
		close_one(fd);
}

static void input_taken(struct machine *m, size_t n)
{
	memmove(m->waiting, m->waiting + n, m->n_waiting - n);
	m->n_waiting -= n;
	say(m, SM_FROM_TAKEN, "%zu", n);
}

/* Gives the command what has come of stdin. If it has closed that, the rest is nobody's. */
static void pass_input(struct machine *m)
{
	ssize_t n = m->n_waiting && m->input >= 0 ? write(m->input, m->waiting, m->n_waiting) : 0;

	if (n < 0 && errno != EAGAIN && errno != EINTR)
		close_one(&m->input);
	if (n > 0)
		input_taken(m, (size_t)n);
	if (m->input < 0 && m->n_waiting)
		input_taken(m, m->n_waiting);
	if (m->is_input_over && !m->n_waiting)
		close_one(&m->input);
}

static void dump(void)
{
	int fd = open("/proc/sysrq-trigger", O_WRONLY | O_CLOEXEC);

	if (fd < 0 || write(fd, "w", 1) != 1)
		perror("/proc/sysrq-trigger");
	close(fd);
}

/* Ends what the command has left running, so that the driver is asked to release its objects. */
__attribute__((noreturn)) static void end(void)
{
	kill(-1, SIGKILL);
	while (waitpid(-1, NULL, 0) > 0)
		;
	off();
}

static void take_input(struct machine *m, const unsigned char *text, uint32_t len)
{
	m->is_input_over |= !len;
	if (m->n_waiting + len > SM_INPUT_WINDOW)
		fail(m, "more of stdin came than fits");
	memcpy(m->waiting + m->n_waiting, text, len);
	m->n_waiting += len;
}

static void take_frame(struct machine *m, int type, const unsigned char *text, uint32_t len)
{
	char *word = copy_of(m, text, len);

	switch (type) {
	case SM_TO_ARGUMENT:
		list_add(m, &m->command, text, len);
		break;
	case SM_TO_VARIABLE:
		list_add(m, &m->environment, text, len);
		break;
	case SM_TO_FOLDER:
		m->folder = copy_of(m, text, len);
		break;
	case SM_TO_WRITABLE:
		mount_writable(m, word);
		break;
	case SM_TO_HOST:
		sethostname(word, len);
		break;
	case SM_TO_UMASK:
		m->mask = (mode_t)strtoul(word, NULL, 8);
		break;
	case SM_TO_DEVICES:
		m->devices = (unsigned int)strtoul(word, NULL, 10);
		break;
	case SM_TO_RUN:
		m->one_output = word[0] == '1';
		start(m);
		break;
	case SM_TO_INPUT:
		take_input(m, text, len);
		break;
	case SM_TO_CLOSE:
		close_one(word[0] == SM_FROM_STDERR ? &m->error : &m->output);
		break;
	case SM_TO_SIGNAL:
		if (m->pid > 0 && !m->is_over)
			kill(m->pid, atoi(word));
		break;
	case SM_TO_DUMP:
		dump();
		break;
	case SM_TO_END:
		end();
	default:
		fail(m, "init knows no frame of type %d", type);
	}
	free(word);
}

static void take_line(struct machine *m)
{
	ssize_t n = read(m->line, m->bytes + m->n_bytes, SM_FRAME_HEAD + SM_FRAME_MAX - m->n_bytes);
	size_t at = 0;
	uint32_t len;

	if (!n || (n < 0 && errno != EAGAIN && errno != EINTR))
		off();	/* the launcher is gone */
	if (n > 0) {
		m->n_bytes += (size_t)n;
		say(m, SM_FROM_READ, "%zd", n);
	}
	while (sm_frame_whole(m->bytes + at, m->n_bytes - at, &len)) {
		if (len > SM_FRAME_MAX)
			fail(m, "init got a frame of %u bytes", len);
		take_frame(m, m->bytes[at], m->bytes + at + SM_FRAME_HEAD, len);
		at += SM_FRAME_HEAD + len;
	}
	memmove(m->bytes, m->bytes + at, m->n_bytes - at);
	m->n_bytes -= at;
}

/* Reports the end of the command, after all that it has printed. */
static void take_children(struct machine *m)
{
	struct signalfd_siginfo info;
	int status;
	pid_t pid;

	while (read(m->children, &info, sizeof(info)) > 0)
		;
	while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
		if (pid != m->pid)
			continue;
		m->is_over = true;
		/* What its pipes hold; processes that it has left may write for ever. */
		for (int i = 0; i < PIPE_PIECES; i++) {
			pass_output(m, &m->output, SM_FROM_STDOUT);
			pass_output(m, &m->error, SM_FROM_STDERR);
		}
		say(m, SM_FROM_STATUS, "%d", status);
	}
}

static void serve(struct machine *m)
{
	enum { LINE_FD, CHILDREN, OUTPUT, ERROR, INPUT };
	struct pollfd fds[] = {
		[LINE_FD] = { .fd = m->line, .events = POLLIN },
		[CHILDREN] = { .fd = m->children, .events = POLLIN },
		[OUTPUT] = { .events = POLLIN },
		[ERROR] = { .events = POLLIN },
		[INPUT] = { .events = POLLOUT },
	};

	for (;;) {
		fds[OUTPUT].fd = m->output;
		fds[ERROR].fd = m->error;
		fds[INPUT].fd = m->n_waiting ? m->input : -1;
		poll(fds, sizeof(fds) / sizeof(fds[0]), -1);
		if (fds[OUTPUT].revents)
			pass_output(m, &m->output, SM_FROM_STDOUT);
		if (fds[ERROR].revents)
			pass_output(m, &m->error, SM_FROM_STDERR);
		if (fds[CHILDREN].revents)
			take_children(m);
		if (fds[LINE_FD].revents)
			take_line(m);
		pass_input(m);
	}
}

int main(void)
{
	struct machine m = { .input = -1, .output = -1, .error = -1, .mask = 022 };
	sigset_t all;

	if (getpid() != 1) {
		dprintf(2, "softmlx5-init: is only for the kernel of `softmlx5 --kernel`\n");
		return 2;
	}
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, NULL);
	mount_all();
	line_open(&m);
	loopback_up();
	sigemptyset(&all);
	sigaddset(&all, SIGCHLD);
	m.children = signalfd(-1, &all, SFD_NONBLOCK | SFD_CLOEXEC);
	m.waiting = malloc(SM_INPUT_WINDOW);
	m.bytes = malloc(SM_FRAME_HEAD + SM_FRAME_MAX);
	if (m.children < 0 || !m.waiting || !m.bytes)
		fail(&m, "init cannot start: %s", strerror(errno));
	say(&m, SM_FROM_READY, "%s", "");
	serve(&m);
}
