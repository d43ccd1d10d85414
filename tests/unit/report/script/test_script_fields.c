#include "common/clock_ns.h"
#include "report/script/script_fields.h"
#include "report/stream/time_ranges.h"
#include "tests/support/built_file.h"
#include "tests/support/test.h"

#include <errno.h>
#include <stdlib.h>
#include <time.h>

#define HEAD (SCRIPT_BIT(COMM) | SCRIPT_BIT(TID) | SCRIPT_BIT(CPU) | SCRIPT_BIT(TIME) | SCRIPT_BIT(EVENT))
#define CODE (SCRIPT_BIT(IP) | SCRIPT_BIT(SYM) | SCRIPT_BIT(SYMOFF) | SCRIPT_BIT(DSO))

static void parse(struct script_fields *f, const char *text)
{
	struct error err = ERROR_INIT;

	script_fields_init(f);
	if (script_fields_parse(f, text, &err))
		test_fail(__FILE__, __LINE__, "%s: %s", text, err.message);
}

static void check_bad(const char *text, int code)
{
	struct script_fields f;
	struct error err = ERROR_INIT;

	script_fields_init(&f);
	CHECK_EQ_I64(script_fields_parse(&f, text, &err), code);
	CHECK(err.message[0]);
}

TEST(defaults)
{
	struct script_fields f;

	script_fields_init(&f);
	CHECK_EQ_U64(f.types[PERF_TYPE_HARDWARE].fields, HEAD | CODE | SCRIPT_BIT(PERIOD));
	CHECK_EQ_U64(f.types[PERF_TYPE_TRACEPOINT].fields, HEAD | SCRIPT_BIT(TRACE));
	CHECK(f.types[PERF_TYPE_SOFTWARE].fields & SCRIPT_BIT(BPF_OUTPUT));
	CHECK(f.types[PERF_TYPE_RAW].fields & SCRIPT_BIT(PHYS_ADDR));
}

TEST(lists)
{
	struct script_fields f;

	parse(&f, "comm,trace,,ip");
	CHECK_EQ_U64(f.types[PERF_TYPE_TRACEPOINT].fields, SCRIPT_BIT(COMM) | SCRIPT_BIT(TRACE) | SCRIPT_BIT(IP));
	CHECK_EQ_U64(f.types[PERF_TYPE_HARDWARE].fields, SCRIPT_BIT(COMM) | SCRIPT_BIT(IP));
	parse(&f, "+addr,-comm");
	CHECK_EQ_U64(f.types[PERF_TYPE_HARDWARE].fields,
		     ((HEAD | CODE | SCRIPT_BIT(PERIOD)) & ~SCRIPT_BIT(COMM)) | SCRIPT_BIT(ADDR));
	parse(&f, "sw:ip");
	CHECK_EQ_U64(f.types[PERF_TYPE_SOFTWARE].fields, SCRIPT_BIT(IP));
	CHECK_EQ_U64(f.types[PERF_TYPE_HARDWARE].fields, HEAD | CODE | SCRIPT_BIT(PERIOD));
	parse(&f, "bpf-output");
	CHECK_EQ_U64(f.types[PERF_TYPE_SOFTWARE].fields, SCRIPT_BIT(BPF_OUTPUT));
	parse(&f, "+flags");
	CHECK(f.shows_flags);
	parse(&f, "trace:");
	CHECK_EQ_U64(f.types[PERF_TYPE_TRACEPOINT].fields, 0);
}

TEST(wrong_lists)
{
	check_bad("", -EINVAL);
	check_bad("comm,nothing", -EINVAL);
	check_bad("insn", -ENOTSUP);
	check_bad("nothing:ip", -EINVAL);
	check_bad("+comm,ip", -EINVAL);
	check_bad("hw:trace", -EINVAL);
}

static int check_with(const char *text, uint64_t sample_type, bool chains, uint64_t *ret_fields)
{
	struct event_attr attr = { .size = ATTR_SIZE_VER7, .sample_type = sample_type };
	struct error err = ERROR_INIT;
	struct perf_builder b;
	struct perf_file *file;
	struct script_fields f;
	int result;

	perf_builder_init(&b, 0);
	perf_builder_event(&b, &attr, "cycles", (uint64_t[]){ 7 }, 1);
	file = built_open(&b, &err);
	CHECK(file);
	script_fields_init(&f);
	if (text)
		CHECK(!script_fields_parse(&f, text, &err));
	result = script_fields_check(&f, file, chains, &err);
	*ret_fields = f.types[PERF_TYPE_HARDWARE].fields;
	perf_file_close(file);
	perf_builder_fini(&b);
	return result;
}

TEST(fields_that_an_event_lacks)
{
	uint64_t type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME;
	uint64_t fields;

	CHECK_EQ_I64(check_with(NULL, type, false, &fields), 0);
	CHECK_EQ_U64(fields, ((HEAD | CODE) & ~SCRIPT_BIT(CPU)) | SCRIPT_BIT(PERIOD));
	CHECK_EQ_I64(check_with("comm,cpu", type, false, &fields), -EINVAL);
	CHECK_EQ_I64(check_with("comm,symoff", type, false, &fields), -EINVAL);
	CHECK_EQ_I64(check_with("sym", PERF_SAMPLE_TID, false, &fields), -EINVAL);
	CHECK_EQ_I64(check_with("ip,dso,dsoff", type, false, &fields), 0);
	/* Named for one type only, what is missing is left out. */
	CHECK_EQ_I64(check_with("hw:comm,cpu", type, false, &fields), 0);
	CHECK_EQ_U64(fields, SCRIPT_BIT(COMM));
}

static const struct time_base base = { .first = 1000, .last = 2000 };

static void check_times(const char *text, unsigned n, const uint64_t *bounds)
{
	struct time_ranges t;
	struct error err = ERROR_INIT;

	CHECK_EQ_I64(time_ranges_parse(&t, text, &base, &err), 0);
	CHECK_EQ_U64(t.n, n);
	for (unsigned i = 0; i < n; i++) {
		CHECK_EQ_U64(t.ranges[i].start, bounds[2 * i]);
		CHECK_EQ_U64(t.ranges[i].end, bounds[2 * i + 1]);
	}
}

TEST(times)
{
	check_times("1.5,2", 1, (uint64_t[]){ 1500000000, 2000000000 });
	check_times("1,", 1, (uint64_t[]){ 1000000000, UINT64_MAX });
	check_times(",0.000000001", 1, (uint64_t[]){ 0, 1 });
	check_times("1,2 3,4.25", 2, (uint64_t[]){ 1000000000, 2000000000, 3000000000, 4250000000 });
	check_times("10%/2", 1, (uint64_t[]){ 1100, 1200 });
	check_times("0%-10%,90%-100%", 2, (uint64_t[]){ 1000, 1100, 1900, 2000 });
	check_times("10%", 1, (uint64_t[]){ 1000, 1100 });
}

/* The first sample came at 2026-11-28 12:30:00 UTC, when the recording's clock was at 1000 s. */
TEST(times_of_day)
{
	const struct wall_clock clock = { .is_known = true, .start = { 1000 * NS_PER_S, 1795869000000000000 } };
	const struct time_base day = { 1000 * NS_PER_S, 2000 * NS_PER_S, clock };
	static const struct {
		const char *text;
		uint64_t start, end; /* ms */
	} rows[] = {
		{ "12:30:01.5,12:31", 1001500, 1060000 },
		{ "2026-11-28T12:30,2026-11-29T12:30:00.25", 1000000, 1000000 + 86400250 },
		{ "12:40", 1600000, UINT64_MAX },
		{ ",12:30:02", 0, 1002000 },
		/* before the recording's clock began */
		{ "00:00,12:30", 0, 1000000 },
	};
	struct error err = ERROR_INIT;
	struct time_ranges t;

	setenv("TZ", "UTC", 1);
	tzset();
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		CHECK_EQ_I64(time_ranges_parse(&t, rows[i].text, &day, &err), 0);
		CHECK_EQ_U64(t.n, 1);
		CHECK_EQ_U64(t.ranges[0].start, rows[i].start * 1000000);
		CHECK_EQ_U64(t.ranges[0].end, rows[i].end == UINT64_MAX ? UINT64_MAX : rows[i].end * 1000000);
	}
	CHECK_EQ_I64(time_ranges_parse(&t, "12:30,12:29", &day, &err), -EINVAL);
	CHECK_EQ_I64(time_ranges_parse(&t, "25:00", &day, &err), -EINVAL);
	CHECK_EQ_I64(time_ranges_parse(&t, "12:30x", &day, &err), -EINVAL);
	/* The file has no CLOCK_DATA. */
	CHECK_EQ_I64(time_ranges_parse(&t, "12:30", &base, &err), -EINVAL);
}

TEST(times_that_meet)
{
	struct time_ranges t;
	struct error err = ERROR_INIT;

	CHECK(!time_ranges_parse(&t, "0%-10%,20%-30%", &base, &err));
	CHECK(time_ranges_has(&t, 1000) && time_ranges_has(&t, 1099) && !time_ranges_has(&t, 1100));
	CHECK(!time_ranges_has(&t, 1199) && time_ranges_has(&t, 1200) && time_ranges_has(&t, 1300));
	CHECK(!time_ranges_has(&t, 1301));
}

TEST(wrong_times)
{
	static const char *const wrong[] = {
		"",    "x", "1,x", "2,1", "1;2", "10%/0", "50%/3", "10%/x", "110%", "10%-5%", "99999999999999999999,",
		"-1,2"
	};
	struct time_ranges t;
	struct error err;

	for (size_t i = 0; i < ARRAY_SIZE(wrong); i++) {
		err = (struct error)ERROR_INIT;
		if (!time_ranges_parse(&t, wrong[i], &base, &err))
			test_fail(__FILE__, __LINE__, "'%s' is taken", wrong[i]);
		CHECK(err.message[0]);
	}
	CHECK_EQ_I64(time_ranges_parse(&t, "10%", &(struct time_base){ 0 }, &err), -EINVAL);
}
