#include "common/perf_config.h"

#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

static void check(const char *text, const char *want)
{
	char dir[PATH_MAX] = "none";

	CHECK(perf_config_parse(text, strlen(text), "buildid", "dir", dir) == (strcmp(want, "none") != 0));
	CHECK_STR(dir, want);
}

TEST(values)
{
	check("[buildid]\n\tdir = /var/cache/ids\n", "/var/cache/ids");
	check("[buildid]dir=/a", "/a");
	check("[BuildID]\nDIR = /a\n", "/a");
	check("  [ buildid ]  # where\n dir = /a b  ; here\n", "/a b");
	check("[buildid]\ndir = \"/a # b \" \n", "/a # b ");
	check("[buildid]\ndir = /a\\\n/b\n", "/a/b");
	check("[buildid]\ndir = /a\\\\b\\\"c\n", "/a\\b\"c");
	check("[buildid]\ndir = /a\n[buildid]\ndir = /b\n", "/b");
	check("[report]\n\tpercent-limit = 1\n\n[buildid]\n# dir = /b\n\tdir = /a\n[top]\ndir = /c\n", "/a");
}

TEST(no_values)
{
	check("", "none");
	check("dir = /a\n", "none");
	check("[buildid \"x\"]\ndir = /a\n", "none");
	check("[buildids]\ndir = /a\n", "none");
	check("[buildid.x]\ndir = /a\n", "none");
	check("[buildid]\ndirs = /a\n", "none");
	check("[buildid]\ndir\n", "none");
	check("[buildid]\ndir =\n", "");
	check("[buildid]\ndir = \"/open\n", "none");
	check("[buildid", "none");
	check("[buildid]\ndir = /a\\", "/a");
}

/* At every place where it can be cut, and with a value that is too long, nothing is read beyond the end. */
TEST(damaged)
{
	static const char text[] = "[buildid] dir = \"/a\\tb\" # c\n";
	char dir[PATH_MAX];
	char *large = malloc(3 * PATH_MAX);

	for (size_t size = 0; size < sizeof(text); size++) {
		char *cut = malloc(size + 1);

		memcpy(cut, text, size);
		perf_config_parse(cut, size, "buildid", "dir", dir);
		free(cut);
	}
	CHECK(!perf_config_parse("[buildid]\ndir\0= /a\n", 20, "buildid", "dir", dir));
	memset(large, 'x', 3 * PATH_MAX);
	memcpy(large, "[buildid]\ndir = /", 17);
	CHECK(!perf_config_parse(large, 3 * PATH_MAX, "buildid", "dir", dir));
	free(large);
}

TEST(names)
{
	char value[PATH_MAX];
	static const char text[] =
		"[report]\n\tsort_order = comm,dso\n\tpercent-limit = 0.5\n[call-graph]\nrecord-mode=dwarf\n";

	CHECK(perf_config_parse(text, strlen(text), "report", "sort_order", value));
	CHECK_STR(value, "comm,dso");
	CHECK(perf_config_parse(text, strlen(text), "report", "percent-limit", value));
	CHECK_STR(value, "0.5");
	CHECK(perf_config_parse(text, strlen(text), "call-graph", "record-mode", value));
	CHECK_STR(value, "dwarf");
	CHECK(!perf_config_parse(text, strlen(text), "report", "record-mode", value));
}

TEST(booleans)
{
	CHECK_EQ_I64(perf_config_bool("true"), 1);
	CHECK_EQ_I64(perf_config_bool("Yes"), 1);
	CHECK_EQ_I64(perf_config_bool("0"), 0);
	CHECK_EQ_I64(perf_config_bool("off"), 0);
	CHECK_EQ_I64(perf_config_bool("2nd"), -1);
	CHECK_EQ_I64(perf_config_bool(""), -1);
}

/* A file is named once. */
TEST(what_is_in_effect)
{
	const struct perf_config_file own = { .path = "/own" }, system = { .path = "/system" };
	char *note = NULL;

	CHECK(perf_config_note(&note, &own, "report", "children", "false"));
	CHECK_STR(note, "/own: report.children=false");
	CHECK(perf_config_note(&note, &own, "record", "build-id", "skip"));
	CHECK(perf_config_note(&note, &system, "report", "group", "true"));
	CHECK_STR(note, "/own: report.children=false, record.build-id=skip, /system: report.group=true");
	free(note);
}
