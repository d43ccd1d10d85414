/*
 * A whole file: opened, read, counted, put into rows and drawn. Names of this machine's files are left out. By the sets
 * of options of fuzz_commands.c it goes through the command too.
 */
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/fuzz_commands.h"
#include "tests/support/built_file.h"
#include "tests/support/report_text.h"

#include <stdlib.h>

/* The bytes say which view is made, so that inputs stay what they are when views are added. */
static const struct report_text_options views[] = {
	{ .sort = "comm,dso,sym", .workers = 2 },
	{ .sort = "sym", .callgraph = "graph,0,callee" },
	{ .sort = "pid,tid,cpu,event,dso,sym", .callgraph = "fractal,0.5,caller", .children = true },
	{ .sort = "dso", .callgraph = "folded,0" },
	{ .sort = "sym", .callgraph = "flat,0", .children = true },
	{ .sort = "trace,sym", .children = true, .workers = 3 },
	{ .all_keys = true },
	{ .all_keys = true, .mode = SORT_KEY_BRANCH },
	{ .all_keys = true, .mode = SORT_KEY_MEMORY },
};

static void view(const struct report_text_options *options, const uint8_t *data, size_t size)
{
	struct error err = ERROR_INIT;
	struct perf_file *file;
	char *text;

	if (recording_open(&file, built_fd(data, size), &err))
		return;
	text = report_text(file, options, &err);
	for (const char *c = text; c && *c; c++)
		fuzz_found += *c == '\n';
	free(text);
	perf_file_close(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	unsigned sum = 0;

	for (size_t i = 0; i < size; i++)
		sum += data[i];
	sum %= ARRAY_SIZE(views) + fuzz_command_variants(FUZZ_REPORT);
	if (sum < ARRAY_SIZE(views))
		view(&views[sum], data, size);
	else
		fuzz_command(FUZZ_REPORT, sum - ARRAY_SIZE(views), data, size);
	return 0;
}
