/* What the recorded command line of prec stat record or perf stat record says. */
#include "report/stat/stat_command.h"

#include "tests/support/built_file.h"
#include "tests/support/perf_builder.h"
#include "tests/support/test.h"

#include <stdlib.h>

#define WORDS_MAX 8

static struct perf_file *open_words(struct perf_builder *b, const char *const *words)
{
	static const struct event_attr attr = { .size = ATTR_SIZE_VER7 };
	struct perf_file *file;
	int n = 0;

	while (words[n])
		n++;
	perf_builder_init(b, 0);
	perf_builder_event(b, &attr, "cycles", (uint64_t[]){ 7 }, 1);
	perf_builder_comm(b, 10, 10, "first", 0);
	perf_builder_feature_cmdline(b, n, words);
	file = built_open(b, NULL);
	CHECK(file);
	return file;
}

/* The first option that says whom: those of the command, and other letters, say nothing. */
TEST(tasks_that_are_named)
{
	static const struct {
		const char *words[WORDS_MAX];
		bool names;
	} lines[] = {
		{ { "perf", "stat", "record", "-p", "1" }, true },
		{ { "perf", "stat", "record", "-e", "cycles", "-t1" }, true },
		{ { "perf", "stat", "record", "--per-core", "--pid=1" }, true },
		{ { "perf", "stat", "record", "-", "-u", "0" }, true },
		{ { "perf", "stat", "record", "-a", "-p", "1" }, false },
		{ { "perf", "stat", "record", "--all-cpus", "-p", "1" }, false },
		{ { "perf", "stat", "record", "-e", "cycles", "--", "-p" }, false },
		{ { "perf", "stat", "record", "-e", "cycles", "true" }, false },
	};

	for (size_t i = 0; i < ARRAY_SIZE(lines); i++) {
		struct perf_builder b;
		struct perf_file *file = open_words(&b, lines[i].words);

		CHECK_EQ_U64(stat_command_names_tasks(file), lines[i].names);
		perf_file_close(file);
		perf_builder_fini(&b);
	}
}

TEST(words_in_quotes)
{
	struct perf_builder b;
	struct perf_file *file = open_words(&b, (const char *const[]){ "perf", "stat", "true", NULL });
	char *text = stat_command_text(file);

	CHECK_STR(text, "'perf stat true'");
	free(text);
	perf_file_close(file);
	perf_builder_fini(&b);
}
