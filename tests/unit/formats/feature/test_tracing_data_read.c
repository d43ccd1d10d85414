#include "formats/feature/tracing_data.h"
#include "tests/support/built_file.h"
#include "tests/support/test.h"

#include <errno.h>

#define TEXT(s)                                \
	{                                      \
		.data = (s), .size = strlen(s) \
	}

static const struct tracing_text ftrace[] = { TEXT("name: function\nID: 1\n") };
static const struct tracing_text sched[] = { TEXT("name: sched_switch\nID: 314\nformat:\n"),
					     TEXT("name: sched_wakeup\nID: 316\n") };
static const struct tracing_text odd[] = { TEXT("ID: 3x\nname: none\n"), TEXT("name: without_id\n"), TEXT("") };
static const struct tracing_system systems[] = { { "sched", sched, 2 }, { "empty", NULL, 0 }, { "odd", odd, 3 } };
static const struct tracing_data data = {
	.page_size = 4096,
	.header_page = TEXT("page"),
	.header_event = TEXT("event"),
	.ftrace_formats = ftrace,
	.n_ftrace_formats = 1,
	.systems = systems,
	.n_systems = 3,
	.kallsyms = TEXT(""),
	.printk_formats = TEXT("0x10 : \"x\"\n"),
	.saved_cmdlines = TEXT("7 cat\n"),
};

static const struct {
	enum tracing_part_kind kind;
	const char *system, *text;
} wanted[] = {
	{ TRACING_HEADER_PAGE, NULL, "page" },
	{ TRACING_FTRACE_FORMAT, NULL, "name: function\nID: 1\n" },
	{ TRACING_FORMAT, "sched", "name: sched_switch\nID: 314\nformat:\n" },
	{ TRACING_FORMAT, "sched", "name: sched_wakeup\nID: 316\n" },
	{ TRACING_FORMAT, "odd", "ID: 3x\nname: none\n" },
	{ TRACING_FORMAT, "odd", "name: without_id\n" },
	{ TRACING_FORMAT, "odd", "" },
	{ TRACING_KALLSYMS, NULL, "" },
	{ TRACING_PRINTK, NULL, "0x10 : \"x\"\n" },
	{ TRACING_CMDLINES, NULL, "7 cat\n" },
};

static void check_part(const struct tracing_part *part, size_t i)
{
	CHECK(i < ARRAY_SIZE(wanted));
	CHECK_EQ_U64(part->kind, wanted[i].kind);
	CHECK(!part->system == !wanted[i].system);
	if (part->system)
		CHECK_STR(part->system, wanted[i].system);
	CHECK_EQ_U64(part->size, strlen(wanted[i].text));
	CHECK_BYTES(part->text, wanted[i].text, part->size);
}

TEST(parts_in_both_byte_orders)
{
	for (int swap = 0; swap < 2; swap++) {
		struct tracing_reader reader;
		struct tracing_part part;
		struct error err = ERROR_INIT;
		struct buffer b;
		size_t i = 0;
		int result;

		buffer_init(&b);
		b.swap = swap;
		tracing_data_encode(&b, &data);
		CHECK(!tracing_reader_init(&reader, b.data, b.size, &err));
		CHECK_EQ_U64(reader.page_size, 4096);
		CHECK_EQ_U64(reader.big_endian, order_is_big(swap));
		while ((result = tracing_reader_next(&reader, &part, &err)) > 0)
			check_part(&part, i++);
		CHECK_EQ_I64(result, 0);
		CHECK_EQ_U64(i, ARRAY_SIZE(wanted));
		buffer_fini(&b);
	}
}

/* Cut anywhere, the section gives what is whole, and says that it is cut. */
TEST(every_truncation)
{
	struct buffer b;

	buffer_init(&b);
	tracing_data_encode(&b, &data);
	for (size_t size = 0; size < b.size; size++) {
		struct tracing_reader reader;
		struct tracing_part part;
		struct error err = ERROR_INIT;
		size_t i = 0;
		int result = tracing_reader_init(&reader, b.data, size, &err);

		while (!result && (result = tracing_reader_next(&reader, &part, &err)) > 0) {
			check_part(&part, i++);
			result = 0;
		}
		CHECK_EQ_I64(result, -EBADMSG);
		CHECK(err.message[0]);
	}
	buffer_fini(&b);
}

static void put_event(struct perf_builder *b, uint64_t config, const char *name, uint64_t id)
{
	struct event_attr attr = { .size = ATTR_SIZE_VER7,
				   .type = PERF_TYPE_TRACEPOINT,
				   .config = config,
				   .sample_type = PERF_SAMPLE_TID | PERF_SAMPLE_IDENTIFIER };

	perf_builder_event(b, &attr, name, &id, 1);
}

TEST(tracepoints_are_named)
{
	struct error err = ERROR_INIT;
	struct perf_builder b;
	struct perf_file *f;
	struct buffer section;

	perf_builder_init(&b, 0);
	put_event(&b, 316, NULL, 1);
	put_event(&b, 314, NULL, 2);
	put_event(&b, 316, NULL, 3);
	put_event(&b, 999, NULL, 4);
	buffer_init(&section);
	tracing_data_encode(&section, &data);
	perf_builder_feature(&b, FEATURE_TRACING_DATA, section.data, section.size);
	perf_builder_comm(&b, 1, 1, "a", 0);
	f = built_open(&b, &err);
	CHECK(f);
	CHECK_STR(f->events[0].name, "sched:sched_wakeup");
	CHECK_STR(f->events[1].name, "sched:sched_switch");
	CHECK_STR(f->events[2].name, "sched:sched_wakeup");
	CHECK(!strchr(f->events[3].name, ':'));
	perf_file_close(f);
	buffer_fini(&section);
	perf_builder_fini(&b);
}
