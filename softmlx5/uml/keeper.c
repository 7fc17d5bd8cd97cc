// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/folder.h"
#include "uml/keeper.h"

enum { DEVICE_ENDS_MS = 3000 };	/* after SIGTERM */

struct keeper {
	const struct sm_keeper_plan *plan;
	int control, children;	/* children: signalfd of SIGCHLD */
	pid_t device, kernel;	/* 0 before the start and after the end */
};

static void report(const struct keeper *k, enum sm_keeper_event event, int status)
{
	struct sm_keeper_report report = { .event = event, .status = status };

	if (send(k->control, &report, sizeof(report), MSG_NOSIGNAL | MSG_DONTWAIT) < 0)
		return;	/* the launcher is gone, which the loop notices */
}

__attribute__((noreturn)) static void exec_in(const struct keeper *k, char *const *command,
					      char *const *environment)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	setpgid(0, 0);
	sigprocmask(SIG_SETMASK, k->plan->mask, NULL);
	if (chdir(k->plan->root))
		_exit(125);
	if (environment)
		execve(command[0], command, environment);
	else
		execv(command[0], command);
	dprintf(STDERR_FILENO, "softmlx5: %s cannot be executed, errno %d\n", command[0], errno);
	_exit(125);
}

static pid_t start_device(const struct keeper *k)
{
	pid_t child = fork();

	if (!child) {
		dup2(STDERR_FILENO, STDOUT_FILENO);	/* stdout is the command's */
		exec_in(k, k->plan->device, NULL);
	}
	return child;
}

static pid_t start_kernel(const struct keeper *k)
{
	pid_t child = fork();

	if (!child) {
		const struct rlimit none = { 0, 0 };	/* a core would be that of its memory */
		int line = fcntl(k->plan->line, F_DUPFD, SM_KEEPER_LINE + 1);

		dup2(k->plan->log, STDOUT_FILENO);
		dup2(k->plan->log, STDERR_FILENO);
		dup2(line, SM_KEEPER_LINE);
		close(line);
		setrlimit(RLIMIT_CORE, &none);
		exec_in(k, k->plan->kernel, k->plan->kernel_environment);
	}
	return child;
}

static void take_children(struct keeper *k)
{
	struct signalfd_siginfo info;
	int status;
	pid_t pid;

	while (read(k->children, &info, sizeof(info)) > 0)
		;
	while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
		if (pid == k->kernel) {
			k->kernel = 0;
			report(k, SM_KEEPER_KERNEL_ENDED, status);
		} else if (pid == k->device) {
			k->device = 0;
			report(k, SM_KEEPER_DEVICE_ENDED, status);
		}
	}
}

static bool is_listening(const struct keeper *k)
{
	char path[4096];
	struct stat about;

	for (unsigned int i = 0; i < k->plan->functions; i++)
		if (snprintf(path, sizeof(path), "%s/" SM_KEEPER_SOCKET, k->plan->root, i) >=
			    (int)sizeof(path) || stat(path, &about) || !S_ISSOCK(about.st_mode))
			return false;
	return true;
}

/* Waits for a change of the children, or for the launcher's wish to end; gives whether it is the latter. */
static bool wait_for(struct keeper *k, int milliseconds)
{
	struct pollfd fds[] = {
		{ .fd = k->control, .events = POLLIN },
		{ .fd = k->children, .events = POLLIN },
	};

	poll(fds, 2, milliseconds);
	if (fds[1].revents)
		take_children(k);
	return fds[0].revents;
}

static long now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Waits for the end of the device. */
static void wait_for_device(struct keeper *k)
{
	long end = now_ms() + DEVICE_ENDS_MS, rest;

	while (k->device && (rest = end - now_ms()) > 0) {
		struct pollfd fd = { .fd = k->children, .events = POLLIN };

		poll(&fd, 1, (int)rest);
		take_children(k);
	}
}

/* Kills all processes that are below this one, whichever they are: helpers of the kernel, too. */
static void kill_all(void)
{
	char path[64], text[4096];

	snprintf(path, sizeof(path), "/proc/self/task/%d/children", (int)getpid());
	for (;;) {
		int fd = open(path, O_RDONLY | O_CLOEXEC);
		ssize_t n = fd < 0 ? 0 : read(fd, text, sizeof(text) - 1);
		char *at = text, *end;
		long pid;

		close(fd);
		text[n < 0 ? 0 : n] = '\0';
		for (; (pid = strtol(at, &end, 10)) > 0; at = end)
			kill((pid_t)pid, SIGKILL);
		if (waitpid(-1, NULL, 0) < 0 && errno == ECHILD)
			return;
	}
}

__attribute__((noreturn)) static void end(struct keeper *k)
{
	if (k->kernel)
		kill(-k->kernel, SIGKILL);
	if (k->device)
		kill(k->device, SIGTERM);
	wait_for_device(k);
	kill_all();
	sm_folder_remove(k->plan->root);
	_exit(0);
}

static pid_t started(const struct keeper *k, pid_t child)
{
	if (child < 0)
		report(k, SM_KEEPER_CANNOT_START, errno);
	return child < 0 ? 0 : child;
}

/* Starts the device, and the kernel as soon as the device listens. */
static void keep(struct keeper *k)
{
	bool is_wished = false;

	k->device = started(k, start_device(k));
	while (k->device && !is_wished && !is_listening(k))
		is_wished = wait_for(k, 5);
	if (k->device && !is_wished)
		k->kernel = started(k, start_kernel(k));
	close(k->plan->line);
	while (!is_wished)
		is_wished = wait_for(k, -1);
}

pid_t sm_keeper_start(const struct sm_keeper_plan *plan, int *control)
{
	struct keeper k = { .plan = plan };
	int ends[2], null;
	sigset_t all;
	pid_t pid;

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends))
		return -1;
	pid = fork();
	if (pid) {
		close(ends[1]);
		*control = ends[0];
		return pid;
	}
	close(ends[0]);
	k.control = ends[1];
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	setsid();	/* signals of the terminal are for the launcher */
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, NULL);
	sigemptyset(&all);
	sigaddset(&all, SIGCHLD);
	k.children = signalfd(-1, &all, SFD_NONBLOCK | SFD_CLOEXEC);
	null = open("/dev/null", O_RDWR | O_CLOEXEC);
	dup2(null, STDIN_FILENO);
	dup2(null, STDOUT_FILENO);	/* nobody shall wait for its end longer than for the launcher */
	keep(&k);
	end(&k);
}
