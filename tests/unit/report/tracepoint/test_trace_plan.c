/*
 * Plans of print formats against libtraceevent, which is what they are to be the same as: formats written for the
 * purpose, and all of the running kernel's where they can be read, each with many random records.
 */
#include "report/tracepoint/trace_plan.h"

#include "report/tracepoint/trace_check.h"
#include "report/tracepoint/trace_format.h"
#include "report/tracepoint/trace_plan_put.h"

#include "tests/support/random.h"
#include "tests/support/test.h"

#include "config.h"

#ifdef HAVE_LIBTRACEEVENT

#include "common/fileio.h"

#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <traceevent/event-parse.h>

#define RECORD_SIZE 512
#define TAIL        70000 /* where the library may look beyond a record */
#define ROUNDS      20

#define COMMON                                                                         \
	"format:\n"                                                                    \
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"         \
	"\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n"         \
	"\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n" \
	"\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n"

#define FIELDS                                                                \
	"\tfield:u8 byte;\toffset:8;\tsize:1;\tsigned:0;\n"                   \
	"\tfield:short word;\toffset:10;\tsize:2;\tsigned:1;\n"               \
	"\tfield:int number;\toffset:12;\tsize:4;\tsigned:1;\n"               \
	"\tfield:unsigned long wide;\toffset:16;\tsize:8;\tsigned:0;\n"       \
	"\tfield:unsigned long list[4];\toffset:24;\tsize:32;\tsigned:0;\n"   \
	"\tfield:char name[16];\toffset:56;\tsize:16;\tsigned:0;\n"           \
	"\tfield:__data_loc char[] text;\toffset:72;\tsize:4;\tsigned:0;\n"   \
	"\tfield:__rel_loc char[] other;\toffset:76;\tsize:4;\tsigned:0;\n\n" \
	"print fmt: "

static void put_u32(uint8_t *p, uint32_t v)
{
	memcpy(p, &v, sizeof(v));
}

static unsigned refused; /* formats without a plan that are not the library's either */
static unsigned insane;  /* formats of the kernel that are not given to the library at all */
static uint64_t random_state = RANDOM_FIRST;

/* Small numbers and large, words that are there; strings that lie within the record. */
static void record_fill(uint8_t *data, const struct tep_event *event)
{
	memset(data, 0, RECORD_SIZE + TAIL);
	for (size_t i = 0; i < RECORD_SIZE; i += 8) {
		uint64_t word = random_next(&random_state) >> random_next(&random_state) % 64;

		memcpy(data + i, &word, sizeof(word));
	}
	data[0] = (uint8_t)event->id;
	data[1] = (uint8_t)(event->id >> 8);
	memcpy(data + RECORD_SIZE - 9, "a string", 9);
	for (const struct tep_format_field *f = event->format.fields; f; f = f->next) {
		uint32_t at = RECORD_SIZE - 1 - (uint32_t)random_next(&random_state) % 20;
		uint32_t size = RECORD_SIZE - at;

		if (!(f->flags & TEP_FIELD_IS_DYNAMIC))
			continue;
		if (f->flags & TEP_FIELD_IS_RELATIVE)
			at -= (uint32_t)f->offset + 4;
		put_u32(data + f->offset, size << 16 | at);
	}
}

static void check_same(struct tep_handle *tep, struct tep_event *event, const struct trace_plan *plan)
{
	static uint8_t data[RECORD_SIZE + TAIL];
	struct trace_seq want;
	struct buffer have;

	buffer_init(&have);
	trace_seq_init(&want);
	for (int round = 0; round < ROUNDS; round++) {
		struct tep_record record = { .size = RECORD_SIZE, .data = data };

		record_fill(data, event);
		trace_seq_reset(&want);
		buffer_clear(&have);
		tep_print_event(tep, &want, &record, "%s", TEP_PRINT_INFO);
		CHECK(trace_plan_put(plan, data, RECORD_SIZE, &have));
		buffer_put_u8(&have, 0);
		trace_seq_terminate(&want);
		if (strcmp((const char *)have.data, want.buffer))
			test_fail(__FILE__, __LINE__, "%s: \"%s\", the library says \"%s\"", event->print_fmt.format,
				  (const char *)have.data, want.buffer);
	}
	trace_seq_destroy(&want);
	buffer_fini(&have);
}

static bool check_safe(const char *print)
{
	struct tep_handle *tep = tep_alloc();
	char text[4096];
	bool safe;

	snprintf(text, sizeof(text), "name: x\nID: 77\n" COMMON FIELDS "%s\n", print);
	CHECK(tep && !tep_parse_event(tep, text, strlen(text), "test"));
	safe = trace_event_is_safe(tep_get_event(tep, 0));
	tep_free(tep);
	return safe;
}

/* Parses a format, and checks its plan if it has one. Returns whether it has. */
static bool check_format(const char *text, size_t size)
{
	struct tep_handle *tep = tep_alloc();
	struct tep_event *event = NULL;
	const struct trace_plan *plan;
	struct arena arena;
	size_t print;

	arena_init(&arena);
	CHECK(tep);
	tep_set_long_size(tep, 8);
	insane += trace_format_check(text, size, &print) != TRACE_GOOD;
	if (tep_parse_event(tep, text, size, "test") || !(event = tep_get_event(tep, 0))) {
		tep_free(tep);
		return false;
	}
	plan = trace_plan_new(&arena, event);
	refused += !plan && !trace_event_is_safe(event);
	if (plan)
		check_same(tep, event, plan);
	arena_fini(&arena);
	tep_free(tep);
	return plan;
}

static bool check_print(const char *print)
{
	char text[4096];

	snprintf(text, sizeof(text), "name: x\nID: 77\n" COMMON FIELDS "%s\n", print);
	return check_format(text, strlen(text));
}

TEST(numbers)
{
	CHECK(check_print("\"%d %i %u %x %X\", REC->number, REC->number, REC->number, REC->number, REC->number"));
	CHECK(check_print("\"%ld %lu %lx %lld %llu %llx %zu\", REC->wide, REC->wide, REC->wide, REC->wide, REC->wide, "
			  "REC->wide, REC->wide"));
	CHECK(check_print("\"%hd %hu %hx\", REC->word, REC->word, REC->word"));
	CHECK(check_print(
		"\"%03d %-6d| %6d %08lx %#x %#010x %-8x| %5u\", REC->byte, REC->number, REC->byte, REC->wide, "
		"REC->byte, REC->number, REC->byte, REC->word"));
	CHECK(check_print("\"%p 100%%\", REC->wide"));
	CHECK(check_print("\"%d %d %lu\", REC->byte, REC->word, REC->common_pid"));
}

TEST(expressions)
{
	CHECK(check_print("\"%lx %lx\", REC->list[0], REC->list[3]"));
	CHECK(check_print("\"%d %d\", ((unsigned int) ((REC->number) >> 20)), ((unsigned int) (REC->wide & 0xff))"));
	CHECK(check_print("\"%lu %lu %lu\", REC->wide + 3, REC->wide - REC->number, REC->wide * 5"));
	CHECK(check_print("\"%lu %d\", REC->wide / 1000, REC->byte ? REC->number : REC->word"));
	CHECK(check_print("\"%d %d %d %d\", REC->byte < 5, REC->byte >= 5, REC->byte == 1, REC->byte != 1"));
	CHECK(check_print("\"%d %d %d\", REC->byte && REC->word, REC->byte || REC->word, !REC->byte"));
	CHECK(check_print("\"%lx %lx\", ~REC->wide, (unsigned long)1 << (REC->byte & 3)"));
	CHECK(check_print("\"%d %x\", (int)REC->wide, (u16)REC->wide"));
}

TEST(strings)
{
	CHECK(check_print("\"%s %-20s| %20s\", REC->name, REC->name, REC->name"));
	CHECK(check_print("\"%s %s\", __get_str(text), __get_rel_str(other)"));
	CHECK(check_print("\"%s%s\", REC->byte & 1 ? \"odd\" : \"even\", REC->word ? REC->name : \"\""));
	CHECK(check_print("\"%s\", __print_flags(REC->byte, \"|\", { 1, \"S\" }, { 2, \"D\" }, { 0x40, \"P\" })"));
	CHECK(check_print("\"%s\", REC->byte ? __print_flags(REC->byte, \"|\", { 1, \"S\" }, { 6, \"D\" }) : \"R\""));
	CHECK(check_print("\"%s\", __print_symbolic(REC->byte, { 0, \"HI\" }, { 1, \"TIMER\" }, { 2, \"NET_TX\" })"));
}

/* What a plan could get wrong is the library's. */
TEST(left_to_the_library)
{
	CHECK(!check_print("\"%pS\", (void *)REC->wide"));
	CHECK(!check_print("\"%.3s\", REC->name"));
	CHECK(!check_print("\"%*d\", REC->byte, REC->number"));
	CHECK(!check_print("\"%+d\", REC->number"));
	CHECK(!check_print("\"%s\", __print_hex(REC->name, 4)"));
	CHECK(!check_print("\"%d %d\", REC->number"));
	CHECK(!check_print("\"%d\", REC->nothing"));
}

/* A record that is too short, or whose string lies outside, is no business of a plan. */
TEST(short_records)
{
	static const char text[] = "name: x\nID: 77\n" COMMON FIELDS "\"%s %ld\", __get_str(text), REC->list[2]\n";
	struct tep_handle *tep = tep_alloc();
	const struct trace_plan *plan;
	uint8_t data[80] = { 77 };
	struct arena arena;
	struct buffer b;

	arena_init(&arena);
	buffer_init(&b);
	CHECK(tep);
	tep_set_long_size(tep, 8);
	CHECK(!tep_parse_event(tep, text, strlen(text), "test"));
	plan = trace_plan_new(&arena, tep_get_event(tep, 0));
	CHECK(plan);
	memcpy(data + 56, "name", 5);
	put_u32(data + 72, 5u << 16 | 56);
	CHECK(trace_plan_put(plan, data, 76, &b));
	CHECK_EQ_U64(b.size, 6);
	for (size_t size = 0; size < 76; size++)
		CHECK(!trace_plan_put(plan, data, size, &b));
	put_u32(data + 72, 5u << 16 | 76);
	CHECK(!trace_plan_put(plan, data, 76, &b));
	put_u32(data + 72, 5u << 16 | 75);
	data[75] = 1;
	CHECK(!trace_plan_put(plan, data, 76, &b));
	CHECK_EQ_U64(b.size, 6);
	buffer_fini(&b);
	arena_fini(&arena);
	tep_free(tep);
}

/* What could lead the library astray; and what the kernel's formats have of the same kind. */
TEST(safe_for_the_library)
{
	CHECK(check_safe("\"%d\", REC->number / 10"));
	CHECK(!check_safe("\"%d\", 10 / REC->number"));
	CHECK(!check_safe("\"%d\", REC->number / 0"));
	CHECK(check_safe("\"%s\", __print_hex(REC->name, 4)"));
	CHECK(check_safe("\"%s\", __print_hex(REC->name, REC->byte)"));
	CHECK(!check_safe("\"%s\", __print_hex(REC->name, REC->number)"));
	CHECK(check_safe("\"%s\", __print_array(REC->list, REC->word, 8)"));
	CHECK(!check_safe("\"%s\", __print_array(REC->list, REC->wide, 8)"));
	CHECK(!check_safe("\"%d\", REC->nothing"));
}

TEST(texts_that_no_kernel_writes)
{
	static const char *const prints[] = {
		"\"%d\", REC->number |",
		"\"%d\", (REC->number",
		"\"%d\", REC->number)",
		"\"%d\", REC->list[[1]",
		"\"%d\", 9 (REC->number)",
		"\"%d\", REC->number |, 3",
		"\"%d, REC->number",
		"\"%d\", 1 / 0",
		"\"%s\", __print_flags(REC->byte, \"|\", { 1 / 0, \"S\" })",
		"\"%d\", REC->number % (0)",
		"\"\\",
		"\"%d\", REC->nothing",
		"\"%s\", __get_str(nothing)",
		"\"%s\", __get_dynamic_array((nothing))",
		"\"%d\", REC->number \x01",
		"",
		"\"%d\", (})",
	};

	for (size_t i = 0; i < ARRAY_SIZE(prints); i++) {
		char text[512];
		size_t print;

		snprintf(text, sizeof(text),
			 "name: x\nID: 77\nformat:\n\tfield:int number;\toffset:8;\tsize:4;\tsigned:1;\n"
			 "\tfield:long list[4];\toffset:16;\tsize:32;\tsigned:1;\n"
			 "\tfield:u8 byte;\toffset:48;\tsize:1;\tsigned:0;\n\nprint fmt: %s\n",
			 prints[i]);
		if (trace_format_check(text, strlen(text), &print) == TRACE_GOOD)
			test_fail(__FILE__, __LINE__, "taken for sane: %s", prints[i]);
	}
}

TEST(kernel)
{
	unsigned n = 0, with_plan = 0;
	glob_t found;

	if (glob("/sys/kernel/tracing/events/*/*/format", 0, NULL, &found) || !found.gl_pathc)
		test_skip("the formats of the running kernel cannot be read");
	for (size_t i = 0; i < found.gl_pathc; i++) {
		struct buffer text;

		buffer_init(&text);
		if (!fileio_read_file(AT_FDCWD, found.gl_pathv[i], &text, 1 << 20)) {
			n++;
			with_plan += check_format((const char *)text.data, text.size);
		}
		buffer_fini(&text);
	}
	printf("# %u of %u formats have plans, %u are refused\n", with_plan, n, refused);
	CHECK(with_plan > n / 2);
	CHECK(refused < n / 50);
	/* Those of a few have statements of C, which the library cannot read either. */
	CHECK(insane < n / 100);
	globfree(&found);
}

#endif
