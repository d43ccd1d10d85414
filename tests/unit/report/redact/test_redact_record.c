/*
 * Records of all types, filled with secrets: in texts, in bytes of which it is not known what they are, behind the NUL
 * of names, in padding, after the last item. None is left at the level `names`, and none of the hidden ones at any.
 */
#include "report/redact/redact.h"

#include "formats/record/record_types.h"
#include "formats/record/record_write.h"
#include "tests/support/records_sample.h"
#include "tests/support/test.h"

static const char hidden[] = "HIDDENHIDDENHIDDEN", secret[] = "SECRETSECRETSECRET";

static void fill(struct buffer *b, const char *text, size_t size)
{
	for (size_t i = 0; i < size; i++)
		buffer_put_u8(b, (uint8_t)text[i % 6]);
}

/* Puts items whose numbers are all 1. */
static void put_items(struct buffer *b, const struct record_item *items)
{
	for (; items->type != ITEM_END; items++) {
		if (items->misc || (items->when && items->when_value != 1))
			continue;
		switch ((enum item_type)items->type) {
		case ITEM_U8: buffer_put_u8(b, 1); break;
		case ITEM_U16: buffer_put_u16(b, 1); break;
		case ITEM_U32:
		case ITEM_S32: buffer_put_u32(b, 1); break;
		case ITEM_U64:
		case ITEM_READ: buffer_put_u64(b, 1); break;
		case ITEM_SKIP: fill(b, hidden, items->size); break;
		case ITEM_STRING: buffer_put_string(b, "SECRET"); break;
		case ITEM_CHARS:
			buffer_put_string(b, "SECRET");
			fill(b, hidden, items->size - sizeof("SECRET"));
			break;
		case ITEM_HEX:
		case ITEM_BYTES: fill(b, secret, items->size ? items->size : 1); break;
		case ITEM_LIST:
		case ITEM_GROUP: put_items(b, items->items); break;
		case ITEM_ATTR:
		case ITEM_SAMPLE:
		case ITEM_END: break;
		}
	}
}

static struct record make(struct buffer *b, uint32_t type)
{
	size_t start = record_begin(b, type, RECORD_MISC_USER);

	put_items(b, record_type_find(type)->items);
	fill(b, hidden, 6 + (16 - (b->size + 6) % 8) % 8);
	record_end(b, start, NULL);
	return (struct record){
		.data = b->data, .type = type, .misc = RECORD_MISC_USER, .size = (uint16_t)b->size, .swap = b->swap
	};
}

static bool tells(const struct buffer *b, const char *text)
{
	return b->size && memmem(b->data, b->size, text, strlen(text));
}

static void check_type(uint32_t type, enum redact_level level, bool swap, unsigned *n_left)
{
	struct buffer in, out;
	struct redact r;
	struct record record;
	int result;

	buffer_init(&in);
	buffer_init(&out);
	in.swap = out.swap = swap;
	CHECK_EQ_I64(redact_init(&r, level, "salt", 4), 0);
	record = make(&in, type);
	CHECK(buffer_ok(&in));
	result = redact_record(&r, &record, NULL, &out);
	CHECK(result == 0 || result == 1);
	CHECK_EQ_I64(result, out.size > 0);
	CHECK(result == 0 || load_u16_order(out.data + 6, swap) == out.size);
	CHECK(!tells(&out, "HIDDEN"));
	CHECK(level < REDACT_NAMES || !tells(&out, "SECRET"));
	CHECK_EQ_I64(result, level < redact_record_goes(type));
	*n_left += (unsigned)result;
	redact_fini(&r);
	buffer_fini(&in);
	buffer_fini(&out);
}

TEST(records_of_all_types)
{
	for (enum redact_level level = REDACT_STACKS; level < REDACT_NEVER; level++) {
		unsigned n_left = 0;

		/* Samples are below. */
		for (uint32_t type = 0; type < SIMPLEPERF_RECORD_END; type++)
			if (record_type_find(type) && type != PERF_RECORD_SAMPLE) {
				check_type(type, level, false, &n_left);
				check_type(type, level, true, &n_left);
			}
		CHECK(n_left > 50);
	}
}

/* A sample with all fields, whose stack, registers, raw data and trace are texts. */
TEST(samples)
{
	for (enum redact_level level = REDACT_STACKS; level < REDACT_NEVER; level++) {
		struct event_attr attr = records_sample_attr;
		struct perf_builder b;
		struct redact r;
		struct buffer out;
		struct record record = { .type = PERF_RECORD_SAMPLE };
		struct sample s;

		perf_builder_init(&b, 0);
		records_sample_event(&b);
		records_sample_kernel(&b);
		for (size_t at = 0; at < b.records.size; at += load_u16(b.records.data + at + 6))
			if (load_u32(b.records.data + at) == PERF_RECORD_SAMPLE)
				record.data = b.records.data + at;
		CHECK(record.data != NULL);
		record.size = load_u16(record.data + 6);
		record.misc = load_u16(record.data + 4);
		buffer_init(&out);
		CHECK_EQ_I64(redact_init(&r, level, "salt", 4), 0);
		CHECK_EQ_I64(redact_sample(&r, &record, &attr, &out), 1);
		redact_attr(&r, &attr);
		record.data = out.data;
		record.size = (uint16_t)out.size;
		CHECK_EQ_I64(sample_decode(&record, &attr, &s, NULL), 0);
		CHECK_EQ_U64(s.rest.size, 0);
		CHECK_EQ_U64(s.ip, 0x401000);
		CHECK_EQ_U64(s.cgroup, 55);
		CHECK_EQ_U64(s.addr, level < REDACT_ARGS ? 0x7ffc00001000 : 0);
		CHECK(!tells(&out, "stacksta") && !tells(&out, "auxaux"));
		CHECK_EQ_I64(tells(&out, "rawdata"), level < REDACT_ARGS);
		CHECK_EQ_U64(r.counts[REDACTED_STACKS], 1);
		CHECK_EQ_U64(r.counts[REDACTED_REGISTERS], 2);
		redact_fini(&r);
		buffer_fini(&out);
		perf_builder_fini(&b);
	}
}

/* Words of a chain of user space that lie where no code was mapped. */
TEST(words_of_chains_that_are_no_code)
{
	static const uint64_t chain[] = { CALLCHAIN_KERNEL, 0xffffffff81000010, CALLCHAIN_USER,
					  0x401000,         0x5345435245545321, 0x403000 };
	const struct event_attr attr = { .sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_CALLCHAIN };
	struct redact_range code[] = { { 0x400000, 0x403000 } };
	struct buffer in, out;
	struct redact r;
	struct record record = { .type = PERF_RECORD_SAMPLE, .misc = RECORD_MISC_KERNEL };
	struct sample s;

	buffer_init(&in);
	buffer_init(&out);
	record_begin(&in, PERF_RECORD_SAMPLE, RECORD_MISC_KERNEL);
	buffer_put_u64(&in, 0xffffffff81000010);
	buffer_put_u64(&in, ARRAY_SIZE(chain));
	buffer_append(&in, chain, sizeof(chain));
	record_end(&in, 0, NULL);
	record.data = in.data;
	record.size = (uint16_t)in.size;
	CHECK_EQ_I64(redact_init(&r, REDACT_STACKS, "salt", 4), 0);
	r.code = code;
	r.n_code = 1;
	CHECK_EQ_I64(redact_sample(&r, &record, &attr, &out), 1);
	record.data = out.data;
	CHECK_EQ_I64(sample_decode(&record, &attr, &s, NULL), 0);
	for (uint32_t i = 0; i < ARRAY_SIZE(chain); i++)
		CHECK_EQ_U64(sample_word(&s.callchain, i), i == 4 ? 0 : chain[i]);
	CHECK_EQ_U64(r.counts[REDACTED_CHAIN_WORDS], 1);
	r.code = NULL;
	redact_fini(&r);
	buffer_fini(&in);
	buffer_fini(&out);
}

/* Every member of an attr: the smallest values of what stays, and secrets in the others. */
TEST(attrs)
{
	struct event_attr attr;
	struct redact r;

	CHECK_EQ_I64(redact_init(&r, REDACT_ARGS, "salt", 4), 0);
	memset(&attr, 0xff, sizeof(attr));
	attr.type = PERF_TYPE_BREAKPOINT;
	redact_attr(&r, &attr);
	CHECK_EQ_U64(attr.config1, 0);
	CHECK_EQ_U64(attr.flags, ATTR_DEFER_OUTPUT * 2 - 1);
	CHECK_EQ_U64(attr.config2, UINT64_MAX);
	CHECK_EQ_U64(attr.sig_data, 0);
	CHECK_EQ_U64(attr.sample_stack_user, 0);
	CHECK_EQ_U64(attr.sample_regs_user, 0);
	CHECK_EQ_U64(attr.sample_regs_intr, 0);
	CHECK_EQ_U64(attr.reserved_2, 0);
	CHECK_EQ_U64(attr.sample_type & (PERF_SAMPLE_STACK_USER | PERF_SAMPLE_RAW | PERF_SAMPLE_ADDR | 1ull << 63), 0);
	attr.flags = 0;
	CHECK_STR(redact_event_name(&r, &attr, "mem:0x7ffc12345678:rw"), "mem:0x0:rwx");
	attr = (struct event_attr){ .type = PERF_TYPE_HARDWARE };
	CHECK_STR(redact_event_name(&r, &attr, "cycles:u"), "cycles:u");
	CHECK(strcmp(redact_event_name(&r, &attr, "of /srv/ann"), "of /srv/ann") != 0);
	attr = (struct event_attr){ .type = PERF_TYPE_TRACEPOINT };
	CHECK_STR(redact_event_name(&r, &attr, "sched:sched_switch"), "sched:sched_switch");
	CHECK_STR(redact_event_name(&r, &attr, "probe_shop:pay"), "probe_shop:pay");
	CHECK(strstr(redact_event_name(&r, &attr, "uprobe:/srv/ann/shop:pay"), "probes:e_") != NULL);
	r.level = REDACT_NAMES;
	CHECK_STR(redact_event_name(&r, &attr, "sched:sched_switch"), "sched:sched_switch");
	CHECK(strstr(redact_event_name(&r, &attr, "probe_shop:pay"), "probes:e_") != NULL);
	redact_fini(&r);
}

/* Which boot it was tells which machine; when it was stays. */
TEST(clocks)
{
	for (enum redact_level level = REDACT_STACKS; level < REDACT_NEVER; level++) {
		struct clock_note note = { .clock = 1, .boot = { 1, 2, 3 }, .start = { 1000, 2000 } };
		struct redact r;

		CHECK_EQ_I64(redact_init(&r, level, "salt", 4), 0);
		redact_clock(&r, &note);
		CHECK_EQ_U64(note.boot[1], level < REDACT_ARGS ? 2 : 0);
		CHECK_EQ_U64(note.start.wall, 2000);
		redact_fini(&r);
	}
}
