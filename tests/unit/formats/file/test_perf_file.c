/* Headers, events and features in file and pipe mode; what is damaged, cut off or unfinished. */
#include "formats/feature/features_decode.h"
#include "formats/record/private_record.h"
#include "formats/record/record.h"
#include "tests/support/built_file.h"
#include "tests/support/test.h"

#include <errno.h>

#define EVERY_FIXED_FIELD \
	(PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ID | PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD)

static struct event_attr clock_attr(uint32_t size)
{
	return (struct event_attr){ .type = PERF_TYPE_SOFTWARE,
				    .size = size,
				    .sample_period = 1000,
				    .sample_type = EVERY_FIXED_FIELD,
				    .flags = ATTR_SAMPLE_ID_ALL | ATTR_MMAP2 | 2ull << ATTR_PRECISE_IP_SHIFT };
}

/* Two events, a few records, features; small enough to be cut at every byte. */
static void build_small(struct perf_builder *b, unsigned flags, uint32_t attr_size)
{
	struct event_attr attr = clock_attr(attr_size);

	perf_builder_init(b, flags);
	perf_builder_event(b, &attr, "cpu-clock:u", (uint64_t[]){ 7, 8 }, 2);
	attr.config = PERF_COUNT_SW_PAGE_FAULTS;
	perf_builder_event(b, &attr, "faults", (uint64_t[]){ 9 }, 1);
	b->at = (struct perf_builder_at){ .id = 7, .pid = 10, .tid = 11, .time = 1000, .cpu = 1 };
	perf_builder_comm(b, 10, 11, "cat", 0);
	perf_builder_sample(b, &(struct perf_builder_sample){ .misc = RECORD_MISC_USER, .ip = 0x400100, .period = 5 });
	b->at.id = 9;
	b->at.event = 1;
	perf_builder_sample(b, &(struct perf_builder_sample){ .misc = RECORD_MISC_USER, .ip = 0x400200, .period = 6 });
	perf_builder_feature_event_desc(b);
	perf_builder_feature_string(b, FEATURE_HOSTNAME, "host");
	perf_builder_feature_compressed(b, 1, 3, 4096);
}

static struct perf_file *open_bytes(const void *data, size_t size)
{
	struct error err = ERROR_INIT;
	struct perf_file *f;

	if (recording_open(&f, built_fd(data, size), &err))
		test_fail(__FILE__, __LINE__, "the file is refused: %s", err.message);
	return f;
}

static struct perf_file *open_built(struct perf_builder *b)
{
	const struct buffer *bytes = perf_builder_finish(b);

	return open_bytes(bytes->data, bytes->size);
}

static void check_refused(const void *data, size_t size, int code, const char *message)
{
	struct error err = ERROR_INIT;
	struct perf_file *f;
	int result = recording_open(&f, built_fd(data, size), &err);

	if (result != code || !strstr(err.message, message))
		test_fail(__FILE__, __LINE__, "%d \"%s\", not %d \"%s\"", result, err.message, code, message);
	CHECK_EQ_I64(err.code, code);
}

static void check_events(const struct perf_file *f, uint32_t attr_size)
{
	CHECK_EQ_U64(f->n_events, 2);
	CHECK_EQ_U64(f->attr_size, attr_size);
	CHECK_EQ_U64(f->events[0].attr.type, PERF_TYPE_SOFTWARE);
	CHECK_EQ_U64(f->events[0].attr.sample_type, EVERY_FIXED_FIELD);
	CHECK_EQ_U64(f->events[0].attr.flags, clock_attr(attr_size).flags);
	CHECK_EQ_U64(f->events[1].attr.config, PERF_COUNT_SW_PAGE_FAULTS);
	CHECK_EQ_U64(f->events[0].n_ids, 2);
	CHECK_EQ_U64(f->events[0].ids[1], 8);
	CHECK(perf_file_event_by_id(f, 8) == &f->events[0]);
	CHECK(perf_file_event_by_id(f, 9) == &f->events[1]);
	CHECK(!perf_file_event_by_id(f, 10));
	CHECK(f->timed);
	CHECK(f->same_id_offset);
}

static void check_features(const struct perf_file *f)
{
	struct buffer b;

	CHECK_STR(f->events[0].name, "cpu-clock:u");
	CHECK_STR(f->events[1].name, "faults");
	CHECK(perf_file_has_feature(f, FEATURE_HOSTNAME));
	CHECK(!perf_file_has_feature(f, FEATURE_OSRELEASE));
	CHECK(f->compressed);
	buffer_init(&b);
	CHECK_EQ_I64(perf_file_read_feature(f, FEATURE_HOSTNAME, &b, NULL), 0);
	CHECK(b.size >= 9);
	CHECK_STR((const char *)b.data + 4, "host");
	CHECK_EQ_I64(perf_file_read_feature(f, FEATURE_OSRELEASE, &b, NULL), -ENOENT);
	buffer_fini(&b);
}

/* Both modes, both orders, both versions, every size an attr has had, and one beyond what is known. */
TEST(all_kinds_of_files)
{
	static const uint32_t sizes[] = { 64, 72, 80, 96, 104, 112, 120, 128, 136, 144 };

	for (unsigned flags = 0; flags < 8; flags++) {
		for (size_t i = 0; i < ARRAY_SIZE(sizes); i++) {
			struct perf_builder b;
			struct perf_file *f;

			build_small(&b, flags, sizes[i]);
			f = open_built(&b);
			CHECK(f->swap == !!(flags & PERF_BUILDER_SWAP));
			CHECK(f->pipe == !!(flags & PERF_BUILDER_PIPE));
			CHECK_EQ_I64(f->version, flags & PERF_BUILDER_V1 ? 1 : 2);
			CHECK(!f->unfinished);
			CHECK_EQ_I64(f->damages.list[0].code, 0);
			check_events(f, sizes[i]);
			check_features(f);
			perf_file_close(f);
			perf_builder_fini(&b);
		}
	}
}

/* An attr of a later kernel: its size field says 160, and so many bytes are there. */
TEST(attr_larger_than_known)
{
	struct perf_builder b;
	struct perf_file *f;

	for (unsigned flags = 0; flags < 4; flags++) {
		build_small(&b, flags & ~2u, 160);
		f = open_built(&b);
		check_events(f, 160);
		perf_file_close(f);
		perf_builder_fini(&b);
	}
}

TEST(names_from_attrs_without_event_desc)
{
	struct event_attr attr = clock_attr(ATTR_SIZE_VER7);
	struct perf_builder b;
	struct perf_file *f;

	perf_builder_init(&b, 0);
	perf_builder_event(&b, &attr, "not written", NULL, 0);
	perf_builder_finished_round(&b);
	f = open_built(&b);
	CHECK_STR(f->events[0].name, "cpu-clock:pp");
	CHECK(!f->compressed);
	perf_file_close(f);
	perf_builder_fini(&b);
}

TEST(name_from_event_update)
{
	struct event_attr attr = clock_attr(ATTR_SIZE_VER7);

	for (int swap = 0; swap < 2; swap++) {
		struct perf_builder b;
		struct buffer update;
		struct perf_file *f;

		perf_builder_init(&b, PERF_BUILDER_PIPE | (swap ? PERF_BUILDER_SWAP : 0));
		perf_builder_event(&b, &attr, "not written", (uint64_t[]){ 41 }, 1);
		perf_builder_event(&b, &attr, "not written", (uint64_t[]){ 42 }, 1);
		buffer_init(&update);
		update.swap = swap;
		buffer_put_u64(&update, 2); /* a name */
		buffer_put_u64(&update, 42);
		buffer_put_string(&update, "sched:wakeup");
		buffer_pad(&update, 8);
		perf_builder_record(&b, PERF_RECORD_EVENT_UPDATE, 0, update.data, update.size, false);
		f = open_built(&b);
		CHECK_STR(f->events[0].name, "cpu-clock:pp");
		CHECK_STR(f->events[1].name, "sched:wakeup");
		perf_file_close(f);
		buffer_fini(&update);
		perf_builder_fini(&b);
	}
}

/* Build-ids that come in records of a pipe are what the feature has in a file. */
TEST(build_ids_of_a_pipe)
{
	const struct build_id id = { .size = 4, .data = { 1, 2, 3, 4 } };
	const struct event_attr attr = clock_attr(ATTR_SIZE_VER7);

	for (int swap = 0; swap < 2; swap++) {
		struct perf_builder b;
		struct build_id_entry entry;
		struct perf_file *f;
		struct buffer section;
		struct cursor c;

		perf_builder_init(&b, swap ? PERF_BUILDER_SWAP : 0);
		perf_builder_feature_build_id(&b, RECORD_MISC_USER, -1, &id, "/bin/cat");
		perf_builder_feature_build_id(&b, RECORD_MISC_USER, -1, &id, "/bin/dog");
		/* The contents become the records. */
		section = b.features[0].data;
		b.n_features = 0;
		b.flags |= PERF_BUILDER_PIPE;
		perf_builder_event(&b, &attr, "cpu-clock", (uint64_t[]){ 41 }, 1);
		buffer_append(&b.records, section.data, section.size);
		f = open_built(&b);
		buffer_clear(&section);
		CHECK(perf_file_has_feature(f, FEATURE_BUILD_ID));
		CHECK_EQ_I64(perf_file_read_feature(f, FEATURE_BUILD_ID, &section, NULL), 0);
		CHECK_EQ_U64(section.size, f->features.list[FEATURE_BUILD_ID].size);
		c = cursor_make(section.data, section.size, f->swap);
		CHECK_EQ_I64(build_id_list_next(&c, &entry), 1);
		CHECK_STR(entry.filename, "/bin/cat");
		CHECK_EQ_I64(build_id_list_next(&c, &entry), 1);
		CHECK_STR(entry.filename, "/bin/dog");
		CHECK(entry.build_id.size == 4 && entry.build_id.data[3] == 4);
		CHECK_EQ_I64(build_id_list_next(&c, &entry), 0);
		buffer_fini(&section);
		perf_file_close(f);
		perf_builder_fini(&b);
	}
}

/* Linux perf 6.1 ends the features of a pipe with a record of number 32, which means something else to newer ones. */
TEST(end_of_features_in_a_pipe)
{
	const struct event_attr attr = clock_attr(ATTR_SIZE_VER7);
	struct perf_builder b;
	struct perf_file *f;

	perf_builder_init(&b, PERF_BUILDER_PIPE);
	perf_builder_event(&b, &attr, "cpu-clock", (uint64_t[]){ 41 }, 1);
	perf_builder_feature_string(&b, FEATURE_HOSTNAME, "host");
	perf_builder_feature(&b, FEATURE_BRANCH_STACK, NULL, 0);
	perf_builder_feature(&b, FEATURE_CPU_DOMAIN_INFO, NULL, 0);
	f = open_built(&b);
	CHECK(perf_file_has_feature(f, FEATURE_HOSTNAME));
	CHECK(perf_file_has_feature(f, FEATURE_BRANCH_STACK));
	CHECK(!perf_file_has_feature(f, FEATURE_CPU_DOMAIN_INFO));
	perf_file_close(f);
	perf_builder_fini(&b);
}

/* Written on a big-endian machine of 32 bits: the lower half of each u64 of the bitmap stands first. */
TEST(bitmap_swapped_in_halves)
{
	struct perf_builder b;
	struct buffer *bytes;
	struct perf_file *f;

	build_small(&b, order_is_swapped(true) ? PERF_BUILDER_SWAP : 0, 64);
	bytes = (struct buffer *)perf_builder_finish(&b);
	for (int i = 0; i < FILE_FEATURE_WORDS; i++) {
		uint8_t *word = bytes->data + 72 + 8 * i;
		uint8_t half[4];

		memcpy(half, word, 4);
		memcpy(word, word + 4, 4);
		memcpy(word + 4, half, 4);
	}
	f = open_bytes(bytes->data, bytes->size);
	check_features(f);
	perf_file_close(f);
	perf_builder_fini(&b);
}

TEST(unfinished_data_reach_to_the_end)
{
	struct perf_builder b;
	struct perf_file *f;

	build_small(&b, PERF_BUILDER_UNFINISHED, 128);
	f = open_built(&b);
	CHECK(f->unfinished);
	CHECK(f->compressed); /* it may be: nothing says */
	CHECK_EQ_U64(f->data.size, b.records.size);
	CHECK_EQ_I64(f->damages.list[0].code, 0);
	CHECK_STR(f->events[0].name, "cpu-clock:pp");
	perf_file_close(f);
	perf_builder_fini(&b);
}

/* Written by prec 0.1: the table's features are good, and the recording did not finish. */
TEST(table_with_bit_0)
{
	struct perf_builder b;
	struct perf_file *f;

	build_small(&b, 0, 128);
	perf_builder_feature(&b, FEATURE_RESERVED, "", 0);
	f = open_built(&b);
	CHECK(f->unfinished);
	CHECK(!perf_file_has_feature(f, FEATURE_RESERVED));
	check_features(f);
	perf_file_close(f);
	perf_builder_fini(&b);
}

static void build_with_footer(struct perf_builder *b, bool finished)
{
	struct buffer footer;

	build_small(b, 0, 128);
	buffer_init(&footer);
	private_record_put_footer(&footer, finished, 0, 0);
	perf_builder_record(b, PERF_RECORD_HEADER_EVENT_TYPE, 0, footer.data + RECORD_HEADER_SIZE,
			    footer.size - RECORD_HEADER_SIZE, false);
	buffer_fini(&footer);
}

TEST(footer_tells_whether_it_finished)
{
	for (int finished = 0; finished < 2; finished++) {
		struct perf_builder b;
		struct perf_file *f;

		build_with_footer(&b, finished);
		f = open_built(&b);
		CHECK_EQ_I64(f->unfinished, !finished);
		CHECK_EQ_U64(f->data.size, b.records.size);
		check_features(f);
		perf_file_close(f);
		perf_builder_fini(&b);
	}
}

/* Killed between two writes: the footer has the table in it already, the header does not know of what comes after. */
TEST(footer_over_the_table)
{
	struct perf_builder b;
	const struct buffer *bytes;
	struct perf_file *f;
	size_t end;

	build_with_footer(&b, false);
	bytes = perf_builder_finish(&b);
	end = load_u64(bytes->data + 40) + load_u64(bytes->data + 48);
	buffer_set_u16((struct buffer *)bytes, end - FOOTER_SIZE + 6, FOOTER_SIZE + 32);
	f = open_bytes(bytes->data, bytes->size);
	CHECK(f->unfinished);
	CHECK_EQ_U64(f->damages.n, 0);
	CHECK_EQ_U64(f->data.size, b.records.size - FOOTER_SIZE);
	check_features(f);
	perf_file_close(f);
	perf_builder_fini(&b);
}

static void set_u64(const struct buffer *bytes, size_t at, uint64_t v)
{
	buffer_set_u64((struct buffer *)bytes, at, v);
}

TEST(data_beyond_the_end)
{
	struct perf_builder b;
	const struct buffer *bytes;
	struct perf_file *f;

	build_small(&b, 0, 128);
	bytes = perf_builder_finish(&b);
	set_u64(bytes, 40, bytes->size + 8);
	f = open_bytes(bytes->data, bytes->size);
	CHECK_EQ_U64(f->data.size, 0);
	CHECK_EQ_I64(f->damages.list[0].code, -ENODATA);
	perf_file_close(f);
	bytes = perf_builder_finish(&b);
	set_u64(bytes, 48, UINT64_MAX - 100);
	f = open_bytes(bytes->data, bytes->size);
	CHECK_EQ_U64(f->data.offset + f->data.size, bytes->size);
	CHECK_EQ_I64(f->damages.list[0].code, -ENODATA);
	CHECK(!perf_file_has_feature(f, FEATURE_HOSTNAME));
	perf_file_close(f);
	perf_builder_fini(&b);
}

TEST(feature_beyond_the_end)
{
	struct perf_builder b;
	const struct buffer *bytes;
	struct perf_file *f;
	struct buffer text;

	build_small(&b, 0, 128);
	bytes = perf_builder_finish(&b);
	/* the first entry of the table: HOSTNAME */
	set_u64(bytes, load_u64(bytes->data + 40) + load_u64(bytes->data + 48) + 8, 1ull << 40);
	f = open_bytes(bytes->data, bytes->size);
	CHECK_EQ_I64(f->damages.list[0].code, -ENODATA);
	CHECK(strstr(f->damages.list[0].message, "feature"));
	buffer_init(&text);
	CHECK_EQ_I64(perf_file_read_feature(f, FEATURE_HOSTNAME, &text, NULL), 0);
	CHECK(text.size < bytes->size);
	CHECK_STR(f->events[1].name, "faults");
	buffer_fini(&text);
	perf_file_close(f);
	perf_builder_fini(&b);
}

TEST(not_a_perf_file)
{
	uint8_t header[FILE_HEADER_SIZE] = "PERFILE2";

	check_refused("", 0, -ENODATA, "empty");
	check_refused("ELF", 3, -EBADMSG, "too short");
	check_refused("PERFILE2", 8, -ENODATA, "too short");
	check_refused("0123456789abcdef0123456789abcdef", 32, -EBADMSG, "not a perf.data file: it is a text");
	check_refused("\0\0\0\0\0\0\0\0aaaaaaaaaaaa", 20, -EBADMSG, "not a perf.data file: it begins with zeros");
	check_refused("\x1f\x8b\x08\0aaaaaaaaaaaaaaaa", 20, -EBADMSG, "not a perf.data file: it is compressed by gzip");
	check_refused("\x28\xb5\x2f\xfd"
		      "aaaaaaaaaaaaaaaa",
		      20, -EBADMSG, "compressed by zstd; unpack it first");
	check_refused("\x7f"
		      "ELF\2\1\1\0aaaaaaaaaaaaaa",
		      20, -EBADMSG, "program or library");
	header[8] = 103;
	check_refused(header, sizeof(header), -EBADMSG, "size of the header");
	header[8] = 104;
	check_refused(header, sizeof(header), -EBADMSG, "size of an event attribute: 0");
	header[16] = 80;
	check_refused(header, sizeof(header), -EBADMSG, "no events");
	header[8] = 16;
	check_refused(header, 16, -EBADMSG, "no events");
}

/* Every entry points at one long list: what would be read is the file's size a thousand times over. */
/* As many ids as the file has room for are taken, not so many times as many events. */
TEST(ids_shared_by_many_events)
{
	const uint64_t entry = ATTR_SIZE_VER0 + 16, n = 2000, ids = 16384;
	struct perf_file *f;
	struct buffer bytes;
	uint64_t taken = 0;

	buffer_init(&bytes);
	buffer_put_u64(&bytes, FILE_MAGIC_V2);
	buffer_put_u64(&bytes, FILE_HEADER_SIZE);
	buffer_put_u64(&bytes, entry);
	buffer_put_u64(&bytes, FILE_HEADER_SIZE);
	buffer_put_u64(&bytes, n * entry);
	buffer_append(&bytes, NULL, FILE_HEADER_SIZE - 40);
	for (uint64_t i = 0; i < n; i++) {
		struct event_attr attr = clock_attr(ATTR_SIZE_VER0);

		buffer_put_u32(&bytes, attr.type);
		buffer_put_u32(&bytes, attr.size);
		buffer_append(&bytes, NULL, ATTR_SIZE_VER0 - 8);
		buffer_put_u64(&bytes, FILE_HEADER_SIZE);
		buffer_put_u64(&bytes, 8 * ids);
	}
	CHECK(!recording_open(&f, built_fd(bytes.data, bytes.size), NULL));
	CHECK_EQ_U64(f->n_events, n);
	CHECK_EQ_I64(f->damages.list[0].code, -E2BIG);
	for (uint64_t i = 0; i < n; i++)
		taken += f->events[i].n_ids;
	CHECK_EQ_U64(f->events[0].n_ids, ids);
	CHECK_EQ_U64(taken, bytes.size / 8);
	perf_file_close(f);
	buffer_fini(&bytes);
}

/* Whatever is cut off: refused with a message, or read with what is there. */
TEST(every_truncation)
{
	for (unsigned flags = 0; flags < 16; flags++) {
		const struct buffer *bytes;
		struct perf_builder b;

		build_small(&b, flags, 64);
		bytes = perf_builder_finish(&b);
		for (size_t size = 0; size < bytes->size; size++) {
			struct error err = ERROR_INIT;
			struct perf_file *f;
			int result = recording_open(&f, built_fd(bytes->data, size), &err);

			if (result) {
				CHECK(result == -ENODATA || result == -EBADMSG);
				CHECK(err.message[0]);
				continue;
			}
			CHECK(f->n_events > 0);
			CHECK(f->data.offset + f->data.size <= size);
			CHECK(f->pipe || f->unfinished || f->damages.list[0].code == -ENODATA);
			perf_file_close(f);
		}
		perf_builder_fini(&b);
	}
}

/* Any byte changed: never a crash, and what is opened lies within the file. */
TEST(every_byte_changed)
{
	for (unsigned flags = 0; flags < 4; flags++) {
		struct perf_builder b;
		const struct buffer *bytes;

		build_small(&b, flags, 64);
		bytes = perf_builder_finish(&b);
		for (size_t at = 0; at < bytes->size; at++) {
			uint8_t before = bytes->data[at];
			struct error err = ERROR_INIT;
			struct perf_file *f;

			bytes->data[at] ^= 0xff;
			if (recording_open(&f, built_fd(bytes->data, bytes->size), &err)) {
				CHECK(err.message[0]);
			} else {
				CHECK(f->data.offset + f->data.size <= bytes->size);
				perf_file_close(f);
			}
			bytes->data[at] = before;
		}
		perf_builder_fini(&b);
	}
}

/* Which event a record is of: samples by their id, others by their trailer's, unknown ones by the first. */
TEST(events_of_records)
{
	struct perf_builder b;
	struct perf_file *f;
	struct record r;
	size_t pos = 0;

	build_small(&b, 0, 64);
	b.at.id = 1234;
	perf_builder_sample(&b, &(struct perf_builder_sample){ .ip = 1 });
	perf_builder_comm(&b, 10, 11, "dog", 0);
	f = open_built(&b);
	for (int i = 0; i < 5; i++) {
		static const int events[] = { 0, 0, 1, -1, 0 };

		CHECK_EQ_I64(record_at(&r, b.records.data + pos, b.records.size - pos, 0, false, NULL), 0);
		CHECK(perf_file_event_of(f, &r) == (events[i] < 0 ? NULL : &f->events[events[i]]));
		pos += r.size;
	}
	CHECK_EQ_U64(pos, b.records.size);
	perf_file_close(f);
	perf_builder_fini(&b);
}
