/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
#include <dirent.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "replay.h"

static const char usage[] =
	"usage: replay [--family FAMILY] [--only ID] [--every N] [--differences] FOLDER\n"
	"Replays the golden vectors in FOLDER/*.jsonl through the library.\n"
	"  --family FAMILY  cases of this family only\n"
	"  --only ID        this case only\n"
	"  --every N        each Nth case only\n"
	"  --differences    print `ID RULE` where the library differs from libmlx5 and should\n";

struct options {
	const char *family, *only, *folder;
	unsigned int every;
	bool differences;
};

struct totals {
	unsigned int passed, failed, files;
};

bool replay_fail(struct replay *r, const char *format, ...)
{
	va_list args;

	if (r->has_failed)
		return false;
	r->has_failed = true;
	va_start(args, format);
	vsnprintf(r->message, sizeof(r->message), format, args);
	va_end(args);
	return false;
}

void replay_differs(struct replay *r, const char *rule)
{
	if (!r->rule)
		r->rule = rule;
}

static void replay_case(const struct options *options, const json_t *c, struct totals *totals)
{
	const char *family = get_string(c, "family");
	struct replay r = { .id = get_string(c, "id") };

	if ((options->family && strcmp(options->family, family)) ||
	    (options->only && strcmp(options->only, r.id)))
		return;
	if (!strcmp(family, "commands"))
		replay_command(&r, c);
	else if (json_is(json_object_get(c, "steps"), JSON_ARRAY))
		replay_steps(&r, c);
	else
		replay_fail(&r, "family '%s' without steps", family);
	if (r.has_failed) {
		totals->failed++;
		printf("%s: %s\n", r.id, r.message);
		return;
	}
	totals->passed++;
	if (options->differences && r.rule)
		printf("%s %s\n", r.id, r.rule);
}

static bool replay_file(const struct options *options, const char *path, struct totals *totals)
{
	FILE *file = fopen(path, "r");
	unsigned int line = 0, number = 0;
	size_t size = 0, at;
	char *text = NULL;
	json_t *c;

	if (!file) {
		fprintf(stderr, "replay: %s: %s\n", path, strerror(errno));
		return false;
	}
	totals->files++;
	while (getline(&text, &size, file) >= 0) {
		line++;
		if (text[strspn(text, " \t\r\n")] == '\0' || number++ % options->every)
			continue;
		c = json_parse(text, &at);
		if (c) {
			replay_case(options, c, totals);
		} else {
			printf("%s:%u:%zu: no JSON\n", path, line, at + 1);
			totals->failed++;
		}
		json_free(c);
	}
	free(text);
	fclose(file);
	return true;
}

static int is_vectors(const struct dirent *entry)
{
	size_t len = strlen(entry->d_name);

	return len > 6 && !strcmp(entry->d_name + len - 6, ".jsonl");
}

static bool replay_folder(const struct options *options, struct totals *totals)
{
	struct dirent **entries;
	int i, num = scandir(options->folder, &entries, is_vectors, alphasort);
	bool is_read = num > 0;
	char path[4096];

	if (num < 0)
		fprintf(stderr, "replay: %s: %s\n", options->folder, strerror(errno));
	else if (!num)
		fprintf(stderr, "replay: %s: no file *.jsonl\n", options->folder);
	for (i = 0; i < num; i++) {
		snprintf(path, sizeof(path), "%s/%s", options->folder, entries[i]->d_name);
		is_read = replay_file(options, path, totals) && is_read;
		free(entries[i]);
	}
	if (num >= 0)
		free(entries);
	return is_read;
}

static bool read_options(struct options *options, int argc, char **argv)
{
	int i;

	for (i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "--family") && i + 1 < argc)
			options->family = argv[++i];
		else if (!strcmp(argv[i], "--only") && i + 1 < argc)
			options->only = argv[++i];
		else if (!strcmp(argv[i], "--every") && i + 1 < argc)
			options->every = (unsigned int)strtoul(argv[++i], NULL, 10);
		else if (!strcmp(argv[i], "--differences"))
			options->differences = true;
		else if (argv[i][0] == '-' || options->folder)
			return false;
		else
			options->folder = argv[i];
	}
	return options->folder && options->every;
}

int main(int argc, char **argv)
{
	struct options options = { .every = 1 };
	struct totals totals = { 0 };
	bool is_read;

	if (!read_options(&options, argc, argv)) {
		fputs(usage, stderr);
		return 2;
	}
	is_read = replay_folder(&options, &totals);
	if (is_read && !totals.passed && !totals.failed) {
		fprintf(stderr, "replay: no such case\n");
		is_read = false;
	}
	printf("%u passed, %u failed, 0 skipped\n", totals.passed, totals.failed);
	return is_read ? totals.failed != 0 : 2;
}
