/*
 * Every type of record: its fields in both byte orders, and cut off at every byte. What the fields are called and how
 * they look is shown by the golden output of tests/cli (dump-records).
 */
#include "formats/file/block_index.h"
#include "formats/record/private_record.h"
#include "formats/record/record_fields.h"
#include "tests/support/records_sample.h"
#include "tests/support/test.h"

#include <errno.h>
#include <stdlib.h>

/* Fields written down, one a line; and whether what begins is ended. */
struct field_texts {
	struct buffer text;
	int depth;
};

static void take_field(void *context, const struct field *f)
{
	struct field_texts *n = context;

	n->depth += f->kind == FIELD_LIST || f->kind == FIELD_GROUP;
	n->depth -= f->kind == FIELD_END_LIST || f->kind == FIELD_END_GROUP;
	CHECK(n->depth >= 0);
	buffer_put_string(&n->text, f->name ? f->name : "");
	buffer_put_u8(&n->text, (uint8_t)f->kind);
	buffer_put_u64(&n->text, f->number);
	if (f->size)
		buffer_append(&n->text, f->bytes, f->size);
	buffer_put_u8(&n->text, '\n');
}

static struct file_event sample_event(void)
{
	struct file_event e = { .attr = records_sample_attr };

	event_layout_make(&e.layout, &e.attr);
	return e;
}

static int fields_of(const struct record *r, struct field_texts *n, struct error *err)
{
	struct file_event e = sample_event();
	struct field_sink sink = { .put = take_field, .context = n };
	int result;

	buffer_init(&n->text);
	n->depth = 0;
	result = record_fields(r, &e, REGS_X86, &sink, err);
	CHECK_EQ_I64(n->depth, 0);
	return result;
}

static void all_records(struct perf_builder *b, bool swap)
{
	perf_builder_init(b, swap ? PERF_BUILDER_SWAP : 0);
	records_sample_event(b);
	records_sample_kernel(b);
	records_sample_recorder(b);
	perf_builder_record(b, PERF_RECORD_COMPRESSED, 0, "zzzzzzzz", 8, false);
	/* 5 bytes, and 3 of padding */
	perf_builder_record(b, PERF_RECORD_COMPRESSED2, 0,
			    order_is_big(swap) ? "\0\0\0\0\0\0\0\5zzzzz\0\0" : "\5\0\0\0\0\0\0\0zzzzz\0\0", 16, false);
}

/* Steps to the next record and the data after it. */
static bool next(const struct perf_builder *b, bool swap, size_t *pos, struct record *r)
{
	uint64_t trailing;

	if (*pos >= b->records.size)
		return false;
	CHECK_EQ_I64(record_at(r, b->records.data + *pos, b->records.size - *pos, *pos, swap, NULL), 0);
	CHECK_EQ_I64(record_trailing_size(r, &trailing, NULL), 0);
	*pos += r->size + trailing;
	return true;
}

TEST(every_type_in_both_orders)
{
	bool seen[PERF_RECORD_USER_TYPE_END] = { 0 };
	struct perf_builder native, swapped;
	size_t at = 0, at_swapped = 0;
	struct record r, s;

	all_records(&native, false);
	all_records(&swapped, true);
	while (next(&native, false, &at, &r)) {
		struct error err = ERROR_INIT;
		struct field_texts a, b;

		CHECK(next(&swapped, true, &at_swapped, &s));
		CHECK_EQ_I64(fields_of(&r, &a, &err), 0);
		CHECK_EQ_I64(fields_of(&s, &b, &err), 0);
		CHECK_EQ_U64(a.text.size, b.text.size);
		if (a.text.size) {
			CHECK_BYTES(a.text.data, b.text.data, a.text.size);
			CHECK(!memmem(a.text.data, a.text.size, "unknown", 7));
		}
		seen[r.type] = true;
		buffer_fini(&a.text);
		buffer_fini(&b.text);
	}
	for (uint32_t type = 0; type < PERF_RECORD_USER_TYPE_END; type++)
		if (record_type_name(type) && type != PERF_RECORD_HEADER_ATTR)
			CHECK_EQ_U64(seen[type] ? type : 0, type);
	perf_builder_fini(&native);
	perf_builder_fini(&swapped);
}

/* The bytes end where the record does, so that a read behind it is found by the sanitizer. */
static void check_cut(const struct record *r, uint16_t size)
{
	uint8_t *data = malloc(size);
	struct error err = ERROR_INIT;
	struct record cut = *r;
	struct field_texts n;
	int result;

	memcpy(data, r->data, size);
	cut.data = data;
	cut.size = size;
	result = fields_of(&cut, &n, &err);
	CHECK(result == 0 || result == -EBADMSG);
	CHECK(!result || strstr(err.message, "ends within its field") || strstr(err.message, "too small"));
	buffer_fini(&n.text);
	free(data);
}

/* All of a record of prec's own, in either order: every one of the blocks of an index. */
static void check_private_record(void (*put)(struct buffer *), const char *last, bool known)
{
	struct field_texts text[2];

	for (int swap = 0; swap < 2; swap++) {
		struct error err = ERROR_INIT;
		struct record r;
		struct buffer b;

		buffer_init(&b);
		b.swap = swap;
		put(&b);
		CHECK_EQ_I64(record_at(&r, b.data, b.size, 0, swap, NULL), 0);
		CHECK_EQ_I64(fields_of(&r, &text[swap], &err), 0);
		CHECK(memmem(text[swap].text.data, text[swap].text.size, last, strlen(last)));
		CHECK(known == !memmem(text[swap].text.data, text[swap].text.size, "unknown", 7));
		buffer_fini(&b);
	}
	CHECK_EQ_U64(text[0].text.size, text[1].text.size);
	CHECK_BYTES(text[0].text.data, text[1].text.data, text[0].text.size);
	buffer_fini(&text[0].text);
	buffer_fini(&text[1].text);
}

static void put_footer(struct buffer *b)
{
	private_record_put_footer(b, true, 1234, 0);
}

static void put_index(struct buffer *b)
{
	struct block_entry blocks[] = { { 1000, 200, 900, 5, 9, 12, BLOCK_COMPRESSED },
					{ 1200, 64, 64, UINT64_MAX, 0, 0, BLOCK_SIDEBAND },
					{ 1264, 88, 99, 10, 11, 2, BLOCK_COMPRESSED } };
	const struct block_index index = { .blocks = blocks, .n = 3 };

	block_index_put(b, &index);
}

static void put_cpu_gap(struct buffer *b)
{
	private_record_put_cpu_gap(b, 3, 1000, 2000);
}

static void put_other(struct buffer *b)
{
	private_record_end(b, private_record_begin(b, 99));
}

TEST(private_records)
{
	check_private_record(put_footer, "index", true);
	check_private_record(put_index, "blocks", true);
	check_private_record(put_cpu_gap, "until", true);
	check_private_record(put_other, "version", false);
}

TEST(cut_off_at_every_byte)
{
	for (int swap = 0; swap < 2; swap++) {
		struct perf_builder b;
		struct record r;
		size_t pos = 0;

		all_records(&b, swap);
		while (next(&b, swap, &pos, &r))
			for (uint16_t size = RECORD_HEADER_SIZE; size < r.size; size++)
				check_cut(&r, size);
		perf_builder_fini(&b);
	}
}

/* A record of the kernel's that lacks a byte of its fields or its trailer is damaged, not taken for a shorter one. */
TEST(fixed_fields_are_all_needed)
{
	static const uint32_t types[] = { PERF_RECORD_LOST,   PERF_RECORD_EXIT,        PERF_RECORD_THROTTLE,
					  PERF_RECORD_FORK,   PERF_RECORD_READ,        PERF_RECORD_AUX,
					  PERF_RECORD_SAMPLE, PERF_RECORD_BPF_EVENT,   PERF_RECORD_AUX_OUTPUT_HW_ID,
					  PERF_RECORD_STAT,   PERF_RECORD_STAT_CONFIG, PERF_RECORD_ID_INDEX };
	struct perf_builder b;
	struct record r;
	size_t pos = 0;

	all_records(&b, false);
	while (next(&b, false, &pos, &r))
		for (size_t i = 0; i < ARRAY_SIZE(types); i++) {
			struct field_texts n;

			if (r.type != types[i])
				continue;
			r.size--;
			CHECK_EQ_I64(fields_of(&r, &n, NULL), -EBADMSG);
			buffer_fini(&n.text);
			r.size++;
		}
	perf_builder_fini(&b);
}

TEST(header_attr)
{
	for (int swap = 0; swap < 2; swap++) {
		struct buffer b;
		struct record r;
		struct field_texts n;

		buffer_init(&b);
		b.swap = swap;
		buffer_put_u32(&b, PERF_RECORD_HEADER_ATTR);
		buffer_put_u16(&b, 0);
		buffer_put_u16(&b, RECORD_HEADER_SIZE + ATTR_SIZE_VER7 + 16);
		buffer_put_u32(&b, PERF_TYPE_SOFTWARE);
		buffer_put_u32(&b, ATTR_SIZE_VER7);
		buffer_append(&b, NULL, ATTR_SIZE_VER7 - 8);
		buffer_put_u64(&b, 77);
		buffer_put_u64(&b, 78);
		CHECK_EQ_I64(record_at(&r, b.data, b.size, 0, swap, NULL), 0);
		CHECK_EQ_I64(fields_of(&r, &n, NULL), 0);
		CHECK(memmem(n.text.data, n.text.size, "sample_type", 11));
		CHECK(memmem(n.text.data, n.text.size, &(uint64_t){ 78 }, 8));
		buffer_fini(&n.text);
		for (uint16_t size = RECORD_HEADER_SIZE; size < r.size; size++)
			check_cut(&r, size);
		buffer_fini(&b);
	}
}

/* Counts of things there is no room for: the list ends with the record. */
TEST(counts_beyond_all_bounds)
{
	static const uint32_t types[] = { PERF_RECORD_NAMESPACES, PERF_RECORD_ID_INDEX, PERF_RECORD_THREAD_MAP,
					  PERF_RECORD_STAT_CONFIG, PERF_RECORD_CALLCHAIN_DEFERRED };

	for (size_t i = 0; i < ARRAY_SIZE(types); i++) {
		uint8_t data[64];
		struct record r = { .data = data, .type = types[i], .size = sizeof(data) };
		struct field_texts n;

		memset(data, 0xff, sizeof(data));
		CHECK_EQ_I64(fields_of(&r, &n, NULL), -EBADMSG);
		CHECK(n.text.size < 4096);
		buffer_fini(&n.text);
	}
}

TEST(types_not_known)
{
	uint8_t data[8] = { 0 };
	struct record r = { .data = data, .type = 4000, .size = 8 };
	struct error err = ERROR_INIT;
	struct field_texts n;

	CHECK_EQ_I64(fields_of(&r, &n, &err), -ENOTSUP);
	CHECK_EQ_U64(n.text.size, 0);
}

/* What a newer kernel puts after the fields is shown as what it is. */
TEST(more_than_is_known)
{
	struct perf_builder b;
	struct record r;
	struct field_texts n;
	uint64_t words[] = { 7, 3, 0x1122334455667788 };

	perf_builder_init(&b, 0);
	records_sample_event(&b);
	perf_builder_record(&b, PERF_RECORD_LOST, 0, words, sizeof(words), true);
	CHECK_EQ_I64(record_at(&r, b.records.data, b.records.size, 0, false, NULL), 0);
	CHECK_EQ_I64(fields_of(&r, &n, NULL), 0);
	CHECK(memmem(n.text.data, n.text.size, "unknown", 7));
	CHECK(memmem(n.text.data, n.text.size, "sample_id", 9));
	buffer_fini(&n.text);
	perf_builder_fini(&b);
}
