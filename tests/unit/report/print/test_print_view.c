/* What a terminal shows above the rows of a report. */
#include "report/print/print_view.h"

#include "tests/support/built_file.h"
#include "tests/support/report_text.h"
#include "tests/support/test.h"

#include <stdlib.h>
#include <sys/utsname.h>

static char *view_of(const char *host, const char *event)
{
	const struct event_attr attr = { .type = PERF_TYPE_SOFTWARE,
					 .size = ATTR_SIZE_VER7,
					 .sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID,
					 .flags = ATTR_SAMPLE_ID_ALL };
	const struct report_text_options options = { .sort = "comm", .view = 200 };
	struct error err = ERROR_INIT;
	struct perf_builder b;
	struct perf_file *file;
	char *text;

	perf_builder_init(&b, 0);
	perf_builder_event(&b, &attr, event, (uint64_t[]){ 7 }, 1);
	perf_builder_feature_event_desc(&b);
	perf_builder_feature_string(&b, FEATURE_HOSTNAME, host);
	perf_builder_sample(&b, &(struct perf_builder_sample){ .misc = RECORD_MISC_USER, .ip = 0x400000 });
	file = built_open(&b, &err);
	CHECK(file);
	text = report_text(file, &options, &err);
	CHECK(text);
	perf_file_close(file);
	perf_builder_fini(&b);
	return text;
}

/* Names may be missing since the files are on another machine. */
TEST(a_recording_of_another_machine_is_said_to_be_one)
{
	struct utsname uts;
	char *text;

	CHECK(!uname(&uts));
	text = view_of("a.host.elsewhere", "cycles");
	CHECK(strstr(text, "  Recorded on \"a.host.elsewhere\"; this machine is \""));
	free(text);
	text = view_of(uts.nodename, "cycles");
	CHECK(!strstr(text, "this machine is"));
	CHECK(strstr(text, "  50.0 % of the samples have no names; see the end."));
	free(text);
}

TEST(names_begin_no_lines)
{
	char *text = view_of("a\n  b", "cycles\n  and more");

	CHECK(strstr(text, " on host \"a   b\""));
	CHECK(strstr(text, " 1 sample of cycles   and more, none lost.\n"));
	CHECK(strstr(text, "  Recorded on \"a   b\"; this machine is \""));
	free(text);
}
