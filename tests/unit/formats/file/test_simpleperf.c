/*
 * simpleperf's sections and records: both byte orders, every truncation, sizes and counts that lie.
 */
#include "formats/feature/simpleperf_files.h"
#include "formats/file/blocks.h"
#include "formats/record/record_fields.h"
#include "tests/support/built_file.h"
#include "tests/support/simpleperf_builder.h"
#include "tests/support/test.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static const struct simpleperf_builder_symbol symbols[] = { { 0x1000, 0x20, "first" },
							    { 0xffffffffff, 0xffffffff, "" } };

static const struct simpleperf_builder_file files[] = {
	{ "/system/lib64/libc.so", SIMPLEPERF_ELF, 0x3b000, 0x3c000, true, symbols, 2 },
	{ "/system/lib/old.so", SIMPLEPERF_ELF, 0x8000, 0, false, symbols, 1 },
	{ "/framework/core.jar", SIMPLEPERF_DEX, 0, 0, false, symbols, 1 },
	{ "[kernel.kallsyms]", SIMPLEPERF_KERNEL, 0, 0, false, NULL, 0 },
	{ "/vendor/wlan.ko", SIMPLEPERF_MODULE, 0, 0, true, symbols, 2 },
};

typedef void (*put_file)(struct buffer *b, const struct simpleperf_builder_file *file);

static const struct {
	unsigned feature;
	put_file put;
} sections[] = { { FEATURE_SIMPLEPERF_FILE, simpleperf_put_file }, { FEATURE_SIMPLEPERF_FILE2, simpleperf_put_file2 } };

static void check_symbols(struct simpleperf_file *f, const struct simpleperf_builder_file *want)
{
	struct simpleperf_symbol s;

	CHECK_EQ_U64(f->n_symbols, want->n);
	for (uint32_t i = 0; i < want->n; i++) {
		CHECK_EQ_I64(simpleperf_next_symbol(f, &s), 1);
		CHECK_EQ_U64(s.vaddr, want->symbols[i].vaddr);
		CHECK_EQ_U64(s.size, want->symbols[i].size);
		CHECK_EQ_U64(s.name_size, strlen(want->symbols[i].name));
		CHECK(!s.name_size || !memcmp(s.name, want->symbols[i].name, s.name_size));
	}
	CHECK_EQ_I64(simpleperf_next_symbol(f, &s), 0);
}

TEST(files_of_both_kinds)
{
	for (unsigned n = 0; n < 4; n++) {
		struct simpleperf_file f;
		struct buffer b;
		struct cursor c;

		buffer_init(&b);
		b.swap = n & 1;
		for (size_t i = 0; i < ARRAY_SIZE(files); i++)
			sections[n / 2].put(&b, &files[i]);
		c = cursor_make(b.data, b.size, b.swap);
		for (size_t i = 0; i < ARRAY_SIZE(files); i++) {
			CHECK_EQ_I64(simpleperf_next_file(&c, sections[n / 2].feature, &f), 1);
			CHECK_EQ_U64(f.path_size, strlen(files[i].path));
			CHECK(!memcmp(f.path, files[i].path, f.path_size));
			CHECK_EQ_U64(f.type, files[i].type);
			CHECK_EQ_U64(f.min_vaddr, files[i].min_vaddr);
			CHECK_EQ_U64(f.has_offset, files[i].has_offset);
			CHECK_EQ_U64(f.offset, files[i].offset);
			check_symbols(&f, &files[i]);
		}
		CHECK_EQ_I64(simpleperf_next_file(&c, sections[n / 2].feature, &f), 0);
		buffer_fini(&b);
	}
}

/* Reads all there is, from memory of exactly that size. 0 or what stopped it. */
static int read_all(unsigned feature, const uint8_t *data, size_t size)
{
	uint8_t *exact = malloc(size ? size : 1);
	struct simpleperf_symbol s;
	struct simpleperf_file f;
	struct cursor c;
	int result, inner = 0;

	CHECK(exact);
	memcpy(exact, data, size);
	c = cursor_make(exact, size, false);
	while (!inner && (result = simpleperf_next_file(&c, feature, &f)) > 0)
		while ((inner = simpleperf_next_symbol(&f, &s)) > 0)
			;
	free(exact);
	return inner ? inner : result;
}

TEST(files_cut_and_damaged)
{
	static const uint8_t values[] = { 0x00, 0x01, 0x7f, 0x80, 0xff };

	for (size_t n = 0; n < ARRAY_SIZE(sections); n++) {
		struct buffer b;
		size_t first;

		buffer_init(&b);
		sections[n].put(&b, &files[0]);
		first = b.size;
		sections[n].put(&b, &files[2]);
		CHECK_EQ_I64(read_all(sections[n].feature, b.data, b.size), 0);
		for (size_t size = 0; size < b.size; size++)
			CHECK_EQ_I64(read_all(sections[n].feature, b.data, size), size && size != first ? -EBADMSG : 0);
		for (size_t i = 0; i < b.size * ARRAY_SIZE(values); i++) {
			uint8_t was = b.data[i / ARRAY_SIZE(values)];

			b.data[i / ARRAY_SIZE(values)] = values[i % ARRAY_SIZE(values)];
			read_all(sections[n].feature, b.data, b.size);
			b.data[i / ARRAY_SIZE(values)] = was;
		}
		buffer_fini(&b);
	}
}

/* A count of four billion symbols is found out at the end of the bytes, not believed. */
TEST(files_with_lying_counts)
{
	struct simpleperf_builder_file file = files[0];
	struct buffer b;

	file.n = 0;
	file.has_offset = false;
	buffer_init(&b);
	simpleperf_put_file(&b, &file);
	memset(b.data + b.size - 4, 0xff, 4);
	CHECK_EQ_I64(read_all(FEATURE_SIMPLEPERF_FILE, b.data, b.size), -EBADMSG);
	buffer_clear(&b);
	file.type = SIMPLEPERF_DEX;
	simpleperf_put_file(&b, &file);
	memset(b.data + b.size - 12, 0xff, 4);
	CHECK_EQ_I64(read_all(FEATURE_SIMPLEPERF_FILE, b.data, b.size), -EBADMSG);
	buffer_fini(&b);
}

TEST(debug_files)
{
	struct simpleperf_debug_file f;
	struct buffer b, file;
	struct cursor c;

	buffer_init(&b);
	buffer_init(&file);
	protobuf_put_bytes(&file, 1, "/a/b.so", 7);
	protobuf_put_number(&file, 2, 4096);
	protobuf_put_number(&b, 9, 1);
	protobuf_put_number(&b, 1, 1);
	protobuf_put_bytes(&b, 9, "another field", 13);
	protobuf_put_bytes(&b, 1, file.data, file.size);
	c = cursor_make(b.data, b.size, false);
	CHECK_EQ_I64(simpleperf_next_debug_file(&c, &f), 1);
	CHECK_EQ_U64(f.size, 4096);
	CHECK_BYTES(f.path, "/a/b.so", 7);
	CHECK_EQ_I64(simpleperf_next_debug_file(&c, &f), 0);
	c = cursor_make(b.data, b.size - 1, false);
	CHECK_EQ_I64(simpleperf_next_debug_file(&c, &f), -EBADMSG);
	buffer_fini(&file);
	buffer_fini(&b);
}

/* --- records -------------------------------------------------------------------- */

static const struct event_attr attr = {
	.type = PERF_TYPE_SOFTWARE,
	.size = ATTR_SIZE_VER7,
	.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ID,
	.flags = ATTR_SAMPLE_ID_ALL,
};

static void ignore(void *context, const struct field *field)
{
	(void)field;
	++*(uint64_t *)context;
}

TEST(records_of_every_type)
{
	for (int swap = 0; swap < 2; swap++) {
		uint64_t n_fields = 0, types = 0;
		struct field_sink sink = { .put = ignore, .context = &n_fields };
		struct perf_builder b;
		struct record r;

		perf_builder_init(&b, swap ? PERF_BUILDER_SWAP : 0);
		simpleperf_records_all(&b);
		for (size_t pos = 0; pos < b.records.size; pos += r.size) {
			CHECK(!record_at(&r, b.records.data + pos, b.records.size - pos, pos, swap, NULL));
			CHECK(!strncmp(record_type_name(r.type), "SIMPLEPERF_", 11));
			CHECK_EQ_I64(record_fields(&r, NULL, REGS_UNKNOWN, &sink, NULL), 0);
			types |= 1ull << (r.type - SIMPLEPERF_RECORD_START);
		}
		CHECK_EQ_U64(types, (1ull << (SIMPLEPERF_RECORD_END - SIMPLEPERF_RECORD_START)) - 2);
		CHECK(n_fields > 60);
		perf_builder_fini(&b);
	}
}

/* Cut at every byte: decoded or reported, never read beyond. */
TEST(records_cut_everywhere)
{
	uint64_t n_fields;
	struct field_sink sink = { .put = ignore, .context = &n_fields };
	struct perf_builder b;
	struct record r;

	perf_builder_init(&b, 0);
	simpleperf_records_all(&b);
	for (size_t pos = 0; pos < b.records.size; pos += r.size) {
		CHECK(!record_at(&r, b.records.data + pos, b.records.size - pos, pos, false, NULL));
		for (uint16_t size = RECORD_HEADER_SIZE; size < r.size; size++) {
			struct record cut = r;
			uint8_t *exact = malloc(size);

			CHECK(exact);
			memcpy(exact, r.data, size);
			cut.data = exact;
			cut.size = size;
			record_fields(&cut, NULL, REGS_UNKNOWN, &sink, NULL);
			free(exact);
		}
	}
	perf_builder_fini(&b);
}

/* Takes all records; the text of the last KERNEL_SYMBOL, or what the last result was. */
static int join_all(const struct perf_builder *b, char *text, size_t text_size)
{
	struct simpleperf_join j = { 0 };
	struct simpleperf_record whole;
	int result = 0;
	struct record r;

	buffer_init(&j.bytes);
	text[0] = 0;
	for (size_t pos = 0; pos < b->records.size; pos += r.size) {
		const char *kallsyms;
		bool is_piece;
		size_t size;

		CHECK(!record_at(&r, b->records.data + pos, b->records.size - pos, pos, b->records.swap, NULL));
		result = simpleperf_join(&j, &r, &whole);
		if (result > 0 && whole.type == SIMPLEPERF_RECORD_KERNEL_SYMBOL) {
			result = simpleperf_decode_kallsyms(&whole, &kallsyms, &size, &is_piece);
			if (!result)
				snprintf(text, text_size, "%.*s", (int)size, kallsyms);
		}
	}
	buffer_fini(&j.bytes);
	return result;
}

TEST(split_records)
{
	char text[64];

	for (int swap = 0; swap < 2; swap++)
		for (size_t piece = 0; piece < 40; piece++) {
			struct perf_builder b;

			perf_builder_init(&b, swap ? PERF_BUILDER_SWAP : 0);
			simpleperf_record_kallsyms(&b, "another before it", 8);
			simpleperf_record_kallsyms(&b, "1000 T start\n", piece);
			CHECK_EQ_I64(join_all(&b, text, sizeof(text)), 0);
			CHECK_STR(text, "1000 T start\n");
			perf_builder_fini(&b);
		}
}

/* A piece is missing, or there is an end without a beginning, or another one: no record is returned twice. */
TEST(split_records_damaged)
{
	struct perf_builder b;
	char text[64];

	perf_builder_init(&b, 0);
	simpleperf_record_kallsyms(&b, "1000 T start\n", 8);
	perf_builder_record(&b, SIMPLEPERF_RECORD_SPLIT_END, 0, NULL, 0, false);
	CHECK_EQ_I64(join_all(&b, text, sizeof(text)), -EBADMSG);
	buffer_clear(&b.records);
	simpleperf_record_kallsyms(&b, "1000 T start\n", 8);
	memmove(b.records.data, b.records.data + 16, b.records.size - 16);
	b.records.size -= 16;
	CHECK_EQ_I64(join_all(&b, text, sizeof(text)), -EBADMSG);
	buffer_clear(&b.records);
	perf_builder_record(&b, SIMPLEPERF_RECORD_SPLIT_END, 0, NULL, 0, false);
	CHECK_EQ_I64(join_all(&b, text, sizeof(text)), -EBADMSG);
	perf_builder_fini(&b);
}

TEST(split_record_too_large)
{
	static uint8_t zeros[60000];
	struct simpleperf_join j = { 0 };
	struct simpleperf_record whole;
	struct perf_builder b;
	struct record r;

	perf_builder_init(&b, 0);
	perf_builder_record(&b, SIMPLEPERF_RECORD_SPLIT, 0, zeros, sizeof(zeros), false);
	perf_builder_record(&b, SIMPLEPERF_RECORD_SPLIT_END, 0, NULL, 0, false);
	buffer_init(&j.bytes);
	CHECK(!record_at(&r, b.records.data, b.records.size, 0, false, NULL));
	for (uint64_t size = 0; size < SIMPLEPERF_JOIN_MAX + sizeof(zeros); size += sizeof(zeros))
		CHECK_EQ_I64(simpleperf_join(&j, &r, &whole), 0);
	CHECK(j.bytes.size <= SIMPLEPERF_JOIN_MAX);
	CHECK(!record_at(&r, b.records.data + r.size, RECORD_HEADER_SIZE, 0, false, NULL));
	CHECK_EQ_I64(simpleperf_join(&j, &r, &whole), -E2BIG);
	buffer_fini(&j.bytes);
	perf_builder_fini(&b);
}

/* --- files ------------------------------------------------------------------------ */

static void builder_start(struct perf_builder *b, unsigned flags, const uint64_t *ids, int n_ids)
{
	perf_builder_init(b, flags);
	perf_builder_event(b, &attr, "one", ids, n_ids);
	perf_builder_event(b, &attr, "two", ids ? ids + n_ids : NULL, n_ids);
	perf_builder_feature(b, FEATURE_SIMPLEPERF_META_INFO, "a\0b", 4);
}

static struct perf_file *open_built(struct perf_builder *b)
{
	struct error err = ERROR_INIT;
	struct perf_file *f = built_open(b, &err);

	if (!f)
		test_fail(__FILE__, __LINE__, "the file is refused: %s", err.message);
	return f;
}

/* Records have ids that the head of the file does not have; they may be compressed. */
TEST(event_ids)
{
	static const uint64_t pairs[][2] = { { 0, 70 }, { 1, 80 }, { 1, 81 }, { 1, 82 }, { 9, 90 } };

	for (unsigned n = 0; n < 4; n++) {
		struct perf_builder b;
		struct perf_file *f;

		builder_start(&b, n & 1 ? PERF_BUILDER_SWAP : 0, (const uint64_t[]){ 7, 8 }, 1);
		if (n & 2)
			perf_builder_feature_compressed(&b, 1, 1, 1 << 20);
		perf_builder_comm(&b, 1, 1, "comm", 0);
		perf_builder_compress_begin(&b);
		simpleperf_record_event_id(&b, pairs, ARRAY_SIZE(pairs));
		if (n & 2)
			perf_builder_compress_end(&b, PERF_RECORD_COMPRESSED, 1, 0);
		f = open_built(&b);
		CHECK_EQ_U64(f->events[0].n_ids, 2);
		CHECK_EQ_U64(f->events[1].n_ids, 4);
		CHECK(perf_file_event_by_id(f, 7) == &f->events[0]);
		CHECK(perf_file_event_by_id(f, 70) == &f->events[0]);
		CHECK(perf_file_event_by_id(f, 8) == &f->events[1]);
		CHECK(perf_file_event_by_id(f, 82) == &f->events[1]);
		CHECK(!perf_file_event_by_id(f, 90));
		perf_file_close(f);
		perf_builder_fini(&b);
	}
}

/* Their count is more than the record holds: what is there counts. */
/* A small file may expand to far more than any recording has: not all are taken. */
TEST(event_ids_of_a_bomb)
{
	static uint64_t pairs[4000][2];
	struct perf_builder b;
	struct perf_file *f;

	builder_start(&b, 0, (const uint64_t[]){ 7, 8 }, 1);
	perf_builder_feature_compressed(&b, 1, 1, 1 << 20);
	perf_builder_comm(&b, 1, 1, "comm", 0);
	perf_builder_compress_begin(&b);
	for (int i = 0; i < 40; i++)
		simpleperf_record_event_id(&b, (const uint64_t(*)[2])pairs, ARRAY_SIZE(pairs));
	perf_builder_compress_end(&b, PERF_RECORD_COMPRESSED, 1, 0);
	f = open_built(&b);
	CHECK(f->events[0].n_ids > 60000 && f->events[0].n_ids < 80000);
	perf_file_close(f);
	perf_builder_fini(&b);
}

TEST(event_ids_with_a_lying_count)
{
	struct perf_builder b;
	struct perf_file *f;

	builder_start(&b, 0, NULL, 0);
	simpleperf_record_event_id(&b, (const uint64_t[][2]){ { 1, 80 } }, 1);
	memset(b.records.data + RECORD_HEADER_SIZE, 0xff, 8);
	f = open_built(&b);
	CHECK_EQ_U64(f->events[1].n_ids, 1);
	CHECK(perf_file_event_by_id(f, 80) == &f->events[1]);
	perf_file_close(f);
	perf_builder_fini(&b);
}

/* Events in no order, two of one number; the first name of a number counts. */
TEST(names_of_tracepoints)
{
	static const char info[] = "event_type_info\0cpu-cycles,0,0\nsched:sched_switch,2,45\nbroken\n"
				   "a:b,2,7\nc:d,2,45\ne:f,1,9\ng:h,2,8\n";
	static const uint64_t configs[] = { 45, 9, 7, 45 };
	struct event_attr tracepoint = attr;
	struct perf_builder b;
	struct perf_file *f;

	tracepoint.type = PERF_TYPE_TRACEPOINT;
	perf_builder_init(&b, 0);
	perf_builder_event(&b, &attr, NULL, NULL, 0);
	for (size_t i = 0; i < ARRAY_SIZE(configs); i++) {
		tracepoint.config = configs[i];
		perf_builder_event(&b, &tracepoint, NULL, NULL, 0);
	}
	perf_builder_comm(&b, 1, 1, "comm", 0);
	perf_builder_feature(&b, FEATURE_SIMPLEPERF_META_INFO, info, sizeof(info));
	f = open_built(&b);
	CHECK_STR(f->events[0].name, "cpu-clock");
	CHECK_STR(f->events[1].name, "sched:sched_switch");
	CHECK(!f->events[2].name || !strchr(f->events[2].name, ':'));
	CHECK_STR(f->events[3].name, "a:b");
	CHECK_STR(f->events[4].name, "sched:sched_switch");
	perf_file_close(f);
	perf_builder_fini(&b);
}

struct count {
	uint32_t type;
	uint64_t n;
};

static int count_record(void *context, const struct record *r, struct error *err)
{
	struct count *count = context;

	(void)err;
	count->n += r->type == count->type;
	return 0;
}

static uint64_t count_records(const struct perf_file *f, uint32_t type)
{
	struct count count = { .type = type };

	CHECK(!blocks_each_record(f, NULL, count_record, &count, NULL));
	return count.n;
}

/* The records of INIT_MAP come with the others. */
TEST(init_map)
{
	for (int swap = 0; swap < 2; swap++) {
		struct perf_builder b, maps;
		struct perf_file *f;

		builder_start(&maps, swap ? PERF_BUILDER_SWAP : 0, NULL, 0);
		perf_builder_comm(&maps, 1, 1, "first", 0);
		perf_builder_comm(&maps, 2, 2, "second", 0);
		builder_start(&b, swap ? PERF_BUILDER_SWAP : 0, NULL, 0);
		perf_builder_comm(&b, 3, 3, "third", 0);
		perf_builder_feature(&b, FEATURE_SIMPLEPERF_INIT_MAP, maps.records.data, maps.records.size);
		f = open_built(&b);
		CHECK_EQ_U64(f->parts.n, 2);
		CHECK_STR(f->parts.list[1].name, "INIT_MAP");
		CHECK_EQ_U64(f->parts.list[1].data.offset - f->parts.list[1].start,
			     f->features.list[FEATURE_SIMPLEPERF_INIT_MAP].offset);
		CHECK_EQ_U64(count_records(f, PERF_RECORD_COMM), 3);
		perf_file_close(f);
		perf_builder_fini(&b);
		perf_builder_fini(&maps);
	}
}

static void put_tracing(struct perf_builder *b, uint32_t type, const char *text)
{
	struct buffer body;

	buffer_init(&body);
	body.swap = b->records.swap;
	buffer_put_u32(&body, (uint32_t)strlen(text));
	buffer_append(&body, text, strlen(text));
	buffer_pad(&body, 64);
	perf_builder_record(b, type, 0, body.data, body.size, false);
	buffer_fini(&body);
}

/* The fields of tracepoints are in a record: of simpleperf's own, or before of perf's type, but with the data in it. */
TEST(tracing_data_in_a_record)
{
	static const uint32_t types[] = { SIMPLEPERF_RECORD_TRACING_DATA, PERF_RECORD_HEADER_TRACING_DATA };

	for (unsigned n = 0; n < 4; n++) {
		struct event_attr tracepoint = attr;
		struct buffer contents;
		struct perf_builder b;
		struct perf_file *f;

		tracepoint.type = PERF_TYPE_TRACEPOINT;
		perf_builder_init(&b, n & 1 ? PERF_BUILDER_SWAP : 0);
		perf_builder_event(&b, &tracepoint, "t", NULL, 0);
		perf_builder_feature(&b, FEATURE_SIMPLEPERF_META_INFO, "a\0b", 4);
		put_tracing(&b, types[n / 2], "the fields");
		perf_builder_comm(&b, 1, 1, "behind", 0);
		f = open_built(&b);
		CHECK(perf_file_has_tracing_data(f));
		buffer_init(&contents);
		CHECK(!perf_file_read_tracing_data(f, &contents, NULL));
		CHECK_EQ_U64(contents.size, 10);
		CHECK_BYTES(contents.data, "the fields", 10);
		CHECK_EQ_U64(count_records(f, PERF_RECORD_COMM), 1);
		buffer_fini(&contents);
		perf_file_close(f);
		perf_builder_fini(&b);
	}
}

/* A file has them once. Of a second record, whether it is looked for (among ids) or not, nothing is used. */
TEST(tracing_data_in_two_records)
{
	for (unsigned n_events = 1; n_events < 3; n_events++) {
		struct event_attr tracepoint = attr;
		struct perf_builder b;
		struct perf_file *f;

		tracepoint.type = PERF_TYPE_TRACEPOINT;
		perf_builder_init(&b, 0);
		for (unsigned i = 0; i < n_events; i++)
			perf_builder_event(&b, &tracepoint, "t", NULL, 0);
		perf_builder_feature(&b, FEATURE_SIMPLEPERF_META_INFO, "a\0b", 4);
		put_tracing(&b, SIMPLEPERF_RECORD_TRACING_DATA, "the first");
		put_tracing(&b, SIMPLEPERF_RECORD_TRACING_DATA, "another");
		f = open_built(&b);
		CHECK_EQ_U64(f->of_records.tracing.size, 9);
		CHECK_BYTES(f->of_records.tracing.data, "the first", 9);
		perf_file_close(f);
		perf_builder_fini(&b);
	}
}

/* Before records were split, their size had 32 bits. */
TEST(record_beyond_64_kib)
{
	for (int swap = 0; swap < 2; swap++) {
		struct perf_builder b;
		struct perf_file *f;

		builder_start(&b, swap ? PERF_BUILDER_SWAP : 0, NULL, 0);
		perf_builder_comm(&b, 1, 1, "before", 0);
		perf_builder_header(&b, SIMPLEPERF_RECORD_KERNEL_SYMBOL, 2, 16);
		buffer_append(&b.records, NULL, 8 + 0x20000);
		perf_builder_comm(&b, 1, 1, "behind", 0);
		f = open_built(&b);
		CHECK_EQ_U64(count_records(f, PERF_RECORD_COMM), 2);
		CHECK_EQ_U64(count_records(f, SIMPLEPERF_RECORD_KERNEL_SYMBOL), 1);
		perf_file_close(f);
		perf_builder_fini(&b);
	}
}
