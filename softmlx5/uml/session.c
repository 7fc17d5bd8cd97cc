// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/softmlx5.h"
#include "uml/channel.h"
#include "uml/keeper.h"
#include "uml/session.h"

/* Milliseconds. */
enum {
	BOOT_LIMIT = 60000,	/* from the start to the command */
	OFF_LIMIT = 20000,	/* from the command's end to the kernel's */
	SIGNAL_LIMIT = 5000,	/* for init to read the line, after a signal */
	DUMP_TIME = 500,	/* for the kernel to log what its processes wait for */
};

enum {
	PIECE = 4096,		/* of output: a pipe that polls as writable has room for it */
	ENOUGH_SIGNALS = 3,	/* the command ignores them, or cannot be killed */
};

enum phase { BOOTING, RUNNING, ENDING, OVER };

struct relay {
	struct sm_session *s;
	enum phase phase;
	int signals;		/* signalfd */
	long deadline, limit;	/* of the phase, of all; milliseconds, LONG_MAX: none */
	bool is_dumped, is_limit;	/* a deadline has passed; it is the limit of all */
	bool is_ready, is_line_over;	/* init has opened the line; the kernel has ended */
	size_t on_the_way;	/* bytes that init has not read */
	unsigned int n_signals;
	/* What has come from init; while output is being written, nothing is read. */
	unsigned char *bytes;
	size_t n_bytes;
	int output;		/* where the frame at the start goes; -1: it is no output */
	size_t length, written;	/* of its text */
	/* Bytes of stdin that init has room for; stdin is -1 after its end. */
	int input;
	size_t credit;
	bool failed;
};

static long now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

bool sm_frames_add(struct sm_frames *frames, int type, const void *text, size_t len)
{
	size_t needed = frames->n + SM_FRAME_HEAD + len;

	if (needed > frames->room) {
		unsigned char *more = realloc(frames->bytes, needed * 2);

		if (!more)
			return false;
		frames->bytes = more;
		frames->room = needed * 2;
	}
	sm_frame_head(frames->bytes + frames->n, type, (uint32_t)len);
	memcpy(frames->bytes + frames->n + SM_FRAME_HEAD, text, len);
	frames->n = needed;
	return true;
}

__attribute__((format(printf, 2, 3))) static void fail(struct relay *r, const char *format, ...)
{
	va_list args;

	if (r->failed)
		return;		/* the first reason is the cause of the others */
	va_start(args, format);
	vsnprintf(r->s->why, sizeof(r->s->why), format, args);
	va_end(args);
	r->failed = true;
}

static void send_frame(struct relay *r, int type, const void *text, size_t len)
{
	if (!sm_frames_add(&r->s->frames, type, text, len))
		fail(r, "out of memory");
}

static void send_number(struct relay *r, int type, int number)
{
	char text[16];

	send_frame(r, type, text, (size_t)snprintf(text, sizeof(text), "%d", number));
}

static void set_phase(struct relay *r, enum phase phase, long milliseconds)
{
	r->phase = phase;
	r->deadline = milliseconds ? now_ms() + milliseconds : LONG_MAX;
}

static void flush_frames(struct relay *r)
{
	struct sm_frames *frames = &r->s->frames;
	size_t room = SM_LINE_WINDOW - r->on_the_way;
	ssize_t n = send(r->s->line, frames->bytes, frames->n < room ? frames->n : room,
			 MSG_NOSIGNAL | MSG_DONTWAIT);

	if (n > 0) {
		r->on_the_way += (size_t)n;
		memmove(frames->bytes, frames->bytes + n, frames->n - (size_t)n);
		frames->n -= (size_t)n;
	} else if (n < 0 && errno != EAGAIN && errno != EINTR) {
		frames->n = 0;	/* the kernel is gone, which the keeper reports */
	}
}

static void take_input(struct relay *r)
{
	char bytes[16384];
	size_t wanted = r->credit < sizeof(bytes) ? r->credit : sizeof(bytes);
	ssize_t n = read(r->input, bytes, wanted);

	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (n <= 0)
		r->input = -1;
	else
		r->credit -= (size_t)n;
	send_frame(r, SM_TO_INPUT, bytes, n > 0 ? (size_t)n : 0);
}

/* The command may ignore a signal, but the kernel must pass it on. */
static void expect_reading(struct relay *r)
{
	r->deadline = r->on_the_way || r->s->frames.n ? now_ms() + SIGNAL_LIMIT : LONG_MAX;
}

/* A frame other than output. The text ends with a zero. */
static void take_frame(struct relay *r, int type, const char *text)
{
	switch (type) {
	case SM_FROM_FAILED:
		fail(r, "%s", text);
		break;
	case SM_FROM_READY:
		r->is_ready = true;
		break;
	case SM_FROM_STARTED:
		set_phase(r, RUNNING, 0);
		break;
	case SM_FROM_READ:
		r->on_the_way -= strtoul(text, NULL, 10);
		if (r->phase == RUNNING && r->deadline != LONG_MAX && !r->is_dumped)
			expect_reading(r);
		break;
	case SM_FROM_TAKEN:
		r->credit += strtoul(text, NULL, 10);
		break;
	case SM_FROM_STATUS:
		r->s->status = atoi(text);
		r->input = -1;
		set_phase(r, ENDING, OFF_LIMIT);
		send_frame(r, SM_TO_END, "", 0);
		break;
	default:
		fail(r, "the kernel's init sent a frame of type %d", type);
	}
}

static void drop_frame(struct relay *r, size_t len)
{
	size_t all = SM_FRAME_HEAD + len;

	memmove(r->bytes, r->bytes + all, r->n_bytes - all);
	r->n_bytes -= all;
	r->output = -1;
	r->written = 0;
}

/* Takes the whole frames that have come, up to one whose output must wait. */
static void take_frames(struct relay *r)
{
	uint32_t len;

	while (!r->failed && r->output < 0 && sm_frame_whole(r->bytes, r->n_bytes, &len)) {
		int type = r->bytes[0];

		if (len > SM_FRAME_MAX) {
			fail(r, "the kernel's init sent a frame of %u bytes", len);
		} else if (type == SM_FROM_STDOUT || type == SM_FROM_STDERR) {
			r->output = type == SM_FROM_STDOUT ? STDOUT_FILENO : STDERR_FILENO;
			r->length = len;
		} else {
			char text[1024];
			size_t n = len < sizeof(text) ? len : sizeof(text) - 1;

			memcpy(text, r->bytes + SM_FRAME_HEAD, n);
			text[n] = '\0';
			take_frame(r, type, text);
			drop_frame(r, len);
		}
	}
}

static void take_line(struct relay *r)
{
	ssize_t n = recv(r->s->line, r->bytes + r->n_bytes,
			 SM_FRAME_HEAD + SM_FRAME_MAX - r->n_bytes, MSG_DONTWAIT);

	if (n > 0)
		r->n_bytes += (size_t)n;
	r->is_line_over = !n;
	take_frames(r);
}

/* Writes a piece of the output at the start of what has come. */
static void write_output(struct relay *r)
{
	const unsigned char *text = r->bytes + SM_FRAME_HEAD + r->written;
	size_t rest = r->length - r->written;
	ssize_t n = write(r->output, text, rest < PIECE ? rest : PIECE);

	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (n < 0) {	/* nobody reads it any more: nor shall the command write it */
		char type = (char)r->bytes[0];

		send_frame(r, SM_TO_CLOSE, &type, 1);
		n = (ssize_t)rest;
	}
	r->written += (size_t)n;
	if (r->written == r->length) {
		drop_frame(r, r->length);
		take_frames(r);
	}
}

static const char *ended(int status)
{
	static char text[64];

	if (WIFSIGNALED(status))
		snprintf(text, sizeof(text), "was ended by signal %d", WTERMSIG(status));
	else
		snprintf(text, sizeof(text), "ended with status %d", WEXITSTATUS(status));
	return text;
}

static void take_report(struct relay *r)
{
	struct sm_keeper_report report;
	ssize_t n = recv(r->s->control, &report, sizeof(report), MSG_DONTWAIT);

	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (n != (ssize_t)sizeof(report)) {
		fail(r, "the process that keeps kernel and device has been killed");
		return;
	}
	switch (report.event) {
	case SM_KEEPER_CANNOT_START:
		fail(r, "cannot start a process: %s", strerror(report.status));
		break;
	case SM_KEEPER_DEVICE_ENDED:
		if (r->phase == BOOTING || WIFSIGNALED(report.status) || r->phase == RUNNING)
			fail(r, "the device %s", ended(report.status));
		break;
	case SM_KEEPER_KERNEL_ENDED:
		if (r->phase == ENDING)
			set_phase(r, OVER, 0);
		else
			fail(r, "the kernel %s before the command did", ended(report.status));
	}
}

static void take_signal(struct relay *r)
{
	struct signalfd_siginfo info;

	if (read(r->signals, &info, sizeof(info)) != (ssize_t)sizeof(info))
		return;
	r->s->status = r->phase == ENDING ? r->s->status : (int)info.ssi_signo;
	if (info.ssi_signo != SIGUSR1 && info.ssi_signo != SIGUSR2)
		r->n_signals++;
	if (r->phase == RUNNING)
		send_number(r, SM_TO_SIGNAL, (int)info.ssi_signo);
	if (r->phase == RUNNING && r->deadline == LONG_MAX)
		expect_reading(r);
}

/* A deadline has passed. The first time, the kernel is asked to log where it hangs. */
static void take_deadline(struct relay *r)
{
	if (r->phase == RUNNING && now_ms() < r->limit && r->output >= 0) {
		r->deadline = now_ms() + SIGNAL_LIMIT;	/* nobody reads the output: we wait, not the kernel */
		return;
	}
	if (!r->is_dumped) {
		send_frame(r, SM_TO_DUMP, "", 0);
		r->is_dumped = true;
		r->is_limit = r->limit < r->deadline;
		r->deadline = now_ms() + DUMP_TIME;
		r->limit = LONG_MAX;
		return;
	}
	if (r->phase == BOOTING)
		fail(r, "the kernel has not started the command");
	else if (r->phase == ENDING)
		fail(r, "the kernel has not ended after the command");
	else if (r->is_limit)
		fail(r, "the command has not ended");
	else
		fail(r, "the kernel does not run any more: it has not taken what was sent to it");
}

static long earlier(long a, long b)
{
	return a < b ? a : b;
}

static void serve(struct relay *r)
{
	enum { LINE, CONTROL, SIGNALS, INPUT, OUTPUT };
	long end = earlier(r->deadline, r->limit), now = now_ms();
	bool may_send = r->is_ready && r->s->frames.n && r->on_the_way < SM_LINE_WINDOW;
	bool is_signal_taken = r->phase == BOOTING || r->phase == RUNNING;
	struct pollfd fds[] = {
		[LINE] = { .fd = r->is_line_over ? -1 : r->s->line, .events = (short)((r->output < 0 ? POLLIN : 0) |
							(may_send ? POLLOUT : 0)) },
		[CONTROL] = { .fd = r->s->control, .events = POLLIN },
		[SIGNALS] = { .fd = is_signal_taken ? r->signals : -1, .events = POLLIN },
		[INPUT] = { .fd = r->credit && r->phase == RUNNING ? r->input : -1, .events = POLLIN },
		[OUTPUT] = { .fd = r->output, .events = POLLOUT },
	};

	if (now >= end) {
		take_deadline(r);
		return;
	}
	if (poll(fds, SM_ARRAY_SIZE(fds), end == LONG_MAX ? -1 : (int)earlier(end - now, 1000)) < 0)
		return;
	if (fds[OUTPUT].revents && r->output >= 0)
		write_output(r);
	if (fds[LINE].revents & POLLOUT)
		flush_frames(r);
	if (fds[LINE].revents & POLLIN)
		take_line(r);
	if (fds[INPUT].revents)
		take_input(r);
	if (fds[SIGNALS].revents)
		take_signal(r);
	if (fds[CONTROL].revents && !(fds[LINE].revents & POLLIN))
		take_report(r);	/* after all that has come before */
}

enum sm_session_end sm_session_run(struct sm_session *session, const int *signals, size_t n_signals)
{
	struct relay r = { .s = session, .input = STDIN_FILENO, .output = -1, .credit = SM_INPUT_WINDOW };
	sigset_t ours;

	sigemptyset(&ours);
	for (size_t i = 0; i < n_signals; i++)
		sigaddset(&ours, signals[i]);
	r.signals = signalfd(-1, &ours, SFD_NONBLOCK | SFD_CLOEXEC);
	r.bytes = malloc(SM_FRAME_HEAD + SM_FRAME_MAX);
	signal(SIGPIPE, SIG_IGN);
	set_phase(&r, BOOTING, BOOT_LIMIT);
	r.limit = session->limit ? now_ms() + (long)session->limit * 1000 : LONG_MAX;
	if (r.signals < 0 || !r.bytes)
		fail(&r, "out of memory");
	while (!r.failed && r.phase != OVER && !(r.phase == BOOTING && r.n_signals) &&
	       r.n_signals < ENOUGH_SIGNALS)
		serve(&r);
	close(r.signals);
	free(r.bytes);
	if (r.failed)
		return r.is_limit ? SM_SESSION_LIMIT : SM_SESSION_FAILED;
	return r.phase == OVER ? SM_SESSION_COMMAND : SM_SESSION_SIGNAL;
}
