// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The fuzzer as a program:
 *
 *	hostile [--runs N] [--seconds N] [--seed N] [--mode work|commands|ioctl|mixed]
 *		[--strict] [--serialise] [--poll] [--trace FILE] [--cases] [FILE...]
 *
 * Files are inputs, each one execution; --cases runs cases.c. After a defect it prints the command
 * that repeats the execution. With clang's -DHOSTILE_LIBFUZZER -fsanitize=fuzzer it is a target of
 * libFuzzer, run with -handle_segv=0 -handle_bus=0 -handle_trap=0, since the device handles faults
 * first.
 */
#include <signal.h>
#include <stdarg.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "hostile.h"

enum mode { MODE_WORK, MODE_COMMANDS, MODE_IOCTL, MODE_MIXED };

static struct {
	enum mode mode;
	uint64_t seed;
	volatile uint64_t runs;	/* executions that were started */
	char options[256];
} state;

__attribute__((weak)) void __sanitizer_set_death_callback(void (*callback)(void));
__attribute__((weak)) void __sanitizer_print_stack_trace(void);
const char *__asan_default_options(void);
const char *__ubsan_default_options(void);
void world_close_fd(int fd);

/* The device handles faults before the sanitizer does. */
const char *__asan_default_options(void)
{
	return "allow_user_segv_handler=1:detect_stack_use_after_return=0:"
	       "allocator_may_return_null=1:quarantine_size_mb=16";
}

const char *__ubsan_default_options(void)
{
	return "print_stacktrace=1:halt_on_error=1";
}

static void say_how(void)
{
	static const char *const names[] = { "work", "commands", "ioctl", "mixed" };
	char text[400];
	int len = snprintf(text, sizeof(text), "hostile: in execution %llu; again: hostile "
			   "--runs 1 --seed %llu --mode %s%s\n", (unsigned long long)state.runs,
			   (unsigned long long)state.seed, names[state.mode], state.options);

	if (write(STDERR_FILENO, text, (size_t)len) < 0)
		_exit(1);
}

void broken(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fprintf(stderr, "hostile: ");
	vfprintf(stderr, format, args);
	fprintf(stderr, "\n");
	va_end(args);
	abort();	/* prints the command */
}

static void on_abort(int sig)
{
	say_how();
	signal(sig, SIG_DFL);
	raise(sig);
}

/* An execution must end within a few seconds of processor time. */
static void on_time(int sig)
{
	static uint64_t last;

	(void)sig;
	if (last == state.runs) {
		static const char text[] = "hostile: an execution does not end\n";

		if (write(STDERR_FILENO, text, sizeof(text) - 1) < 0)
			_exit(1);
		if (__sanitizer_print_stack_trace)
			__sanitizer_print_stack_trace();
		abort();
	}
	last = state.runs;
}

#define WATCHDOG_SECONDS 10

static void watch(void)
{
	const struct itimerval interval = {
		.it_interval = { .tv_sec = WATCHDOG_SECONDS },
		.it_value = { .tv_sec = WATCHDOG_SECONDS },
	};

	signal(SIGABRT, on_abort);
	signal(SIGPROF, on_time);
	setitimer(ITIMER_PROF, &interval, NULL);
	if (__sanitizer_set_death_callback)
		__sanitizer_set_death_callback(say_how);
}

#define WORLDS 2u

/* Returns the worlds of all devices; executions start with the first one. */
static struct world *worlds(void)
{
	/* Messages are short, so that an execution ends soon. */
	static char caps[] = "connectx7", shorter[] = "log_max_msg=20",
		    * fields[] = { shorter, NULL };
	static struct world made[WORLDS];
	static bool is_made;
	unsigned int i;

	if (!is_made) {
		is_made = true;
		world_config.devices = WORLDS;
		world_config.caps = caps;
		world_config.cap_fields = fields;
		for (i = 0; i < WORLDS; i++)
			world_init(&made[i], i);
	}
	return made;
}

static void execute(struct source *src, enum mode mode)
{
	struct world *all = worlds(), *it;

	state.runs++;
	if (mode == MODE_IOCTL) {
		arena_reset();
		do_ioctls(&all[below(src, WORLDS)], src);
		return;
	}
	world_make(&all[0], &all[1], src);
	while (!source_ended(src)) {
		it = all[0].other && one_in(src, 2) ? all[0].other : &all[0];
		if (mode == MODE_COMMANDS)
			do_command(it, src);
		else
			do_work(it, src);
	}
	world_end(&all[0]);
}

static void execute_random(uint64_t seed)
{
	struct source src;
	enum mode mode = state.mode;

	if (mode == MODE_MIXED)
		mode = seed % 8 == 0 ? MODE_COMMANDS : seed % 8 == 1 ? MODE_IOCTL : MODE_WORK;
	state.seed = seed;
	source_random(&src, seed);
	execute(&src, mode);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct source src;

	if (len) {
		source_bytes(&src, data + 1, len - 1);
		execute(&src, data[0] % MODE_MIXED);
	}
	return 0;
}

#ifndef HOSTILE_LIBFUZZER

static void execute_file(const char *name)
{
	static uint8_t data[1 << 16];
	FILE *file = fopen(name, "rb");
	size_t len;

	if (!file)
		broken("%s cannot be opened", name);
	len = fread(data, 1, sizeof(data), file);
	fclose(file);
	LLVMFuzzerTestOneInput(data, len);
}

static enum mode mode_of(const char *name)
{
	if (!strcmp(name, "work"))
		return MODE_WORK;
	if (!strcmp(name, "commands"))
		return MODE_COMMANDS;
	return !strcmp(name, "ioctl") ? MODE_IOCTL : MODE_MIXED;
}

static void note_option(const char *name)
{
	strncat(state.options, " ", sizeof(state.options) - strlen(state.options) - 1);
	strncat(state.options, name, sizeof(state.options) - strlen(state.options) - 1);
}

int main(int argc, char **argv)
{
	uint64_t runs = UINT64_MAX, seed = 1, seconds = 0, i;
	bool has_files = false, has_cases = false;
	time_t start = time(NULL);
	int at;

	state.mode = MODE_MIXED;
	for (at = 1; at < argc; at++) {
		const char *name = argv[at], *value = at + 1 < argc ? argv[at + 1] : "";

		if (!strcmp(name, "--strict"))
			world_config.strict = true;
		else if (!strcmp(name, "--serialise"))
			world_config.serialise_wire = true;
		else if (!strcmp(name, "--poll"))
			world_config.doorbell = SM_DOORBELL_POLL;
		else if (!strcmp(name, "--cases"))
			has_cases = true;
		else if (name[0] != '-')
			has_files = true;
		else
			at++;
		if (!strcmp(name, "--runs"))
			runs = strtoull(value, NULL, 0);
		else if (!strcmp(name, "--seed"))
			seed = strtoull(value, NULL, 0);
		else if (!strcmp(name, "--seconds"))
			seconds = strtoull(value, NULL, 0);
		else if (!strcmp(name, "--mode"))
			state.mode = mode_of(value);
		else if (!strcmp(name, "--trace"))
			world_config.trace = argv[at + 1];
		else if (name[0] == '-')
			note_option(name);
	}
	watch();
	if (has_cases)
		return printf("%d cases\n", run_cases(worlds())) < 0;
	for (at = 1; has_files && at < argc; at++)
		if (argv[at][0] != '-')
			execute_file(argv[at]);
	for (i = 0; !has_files && i < runs; i++) {
		if (seconds && (i & 63) == 0 && time(NULL) - start >= (time_t)seconds)
			break;
		execute_random(seed + i);
	}
	printf("%llu executions\n", (unsigned long long)state.runs);
	return 0;
}

#endif
