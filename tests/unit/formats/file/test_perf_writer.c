/*
 * The writer's files as a reader sees them: at rest after each call, and at every place where a kill may stop a flush.
 */
#include "common/fileio.h"
#include "formats/file/perf_writer.h"
#include "formats/record/private_record.h"
#include "tests/support/test.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#define FILE_MAX    65536
#define HEADER_DATA 40 /* where the header has the data section, and the feature bits */
#define HEADER_BITS 72

static const uint64_t event_ids[] = { 11, 12, 13 };

/* A file under test, and its bytes after the last call of image_read. */
struct image {
	int fd;
	struct perf_writer writer;
	uint8_t bytes[FILE_MAX];
	size_t size;
};

static const struct event_attr attr = { .size = ATTR_SIZE_VER7, .sample_type = PERF_SAMPLE_IP };
static const struct feature_event event = { "cpu-clock", &attr, event_ids, ARRAY_SIZE(event_ids) };
static const struct perf_writer_feature features[] = {
	{ FEATURE_HOSTNAME, "host", 4 },
	{ FEATURE_COMPRESSED, "12345678", 8 },
};
static const struct perf_writer_setup setup = {
	.events = &event, .n_events = 1, .features = features, .n_features = ARRAY_SIZE(features)
};

static void image_read(struct image *image)
{
	ssize_t n = fileio_pread(image->fd, image->bytes, FILE_MAX, 0);

	CHECK(n >= 0);
	image->size = (size_t)n;
}

static struct image *image_new(void)
{
	struct image *image = calloc(1, sizeof(*image));
	FILE *file = tmpfile();

	CHECK(image && file);
	image->fd = dup(fileno(file));
	fclose(file);
	CHECK_EQ_I64(perf_writer_start(&image->writer, image->fd, false, &setup, NULL), 0);
	image_read(image);
	return image;
}

static void image_free(struct image *image)
{
	perf_writer_fini(&image->writer);
	close(image->fd);
	free(image);
}

/* A block of one record of a kernel's type, filled with a letter. */
static void append_block(struct image *image, char letter, size_t size)
{
	uint8_t *block = malloc(size);

	memset(block, letter, size);
	memcpy(block, &(uint32_t){ PERF_RECORD_SAMPLE }, 4);
	memcpy(block + 4, &(uint16_t){ 0 }, 2);
	memcpy(block + 6, &(uint16_t){ (uint16_t)size }, 2);
	CHECK_EQ_I64(perf_writer_append(&image->writer, block, size, NULL, NULL), 0);
	free(block);
}

struct contents {
	size_t samples;
	size_t rounds;
	bool unfinished;
	uint64_t index;
	size_t n_features;
};

static bool section_fits(const uint8_t *entry, size_t size)
{
	uint64_t offset = load_u64(entry), length = load_u64(entry + 8);

	return offset <= size && length <= size - offset;
}

/* Walks the records of the data section; they must fill it, with a footer at the end. */
static void walk_data(const uint8_t *bytes, struct contents *contents, bool in_switch)
{
	size_t at = load_u64(bytes + HEADER_DATA);
	size_t end = at + load_u64(bytes + HEADER_DATA + 8);
	struct footer footer;

	CHECK(private_record_parse_footer(bytes + end - FOOTER_SIZE, false, &footer));
	contents->unfinished = !footer.finished;
	contents->index = footer.index;
	while (at < end) {
		size_t size = load_u16(bytes + at + 6);
		uint32_t type = load_u32(bytes + at);
		bool beyond = in_switch && at == end - FOOTER_SIZE;

		CHECK(size >= RECORD_HEADER_SIZE && size % 8 == 0 && (size <= end - at) != beyond);
		CHECK(type == PERF_RECORD_SAMPLE || type == PERF_RECORD_FINISHED_ROUND ||
		      type == PERF_RECORD_HEADER_EVENT_TYPE);
		CHECK(type != PERF_RECORD_FINISHED_ROUND || size == RECORD_HEADER_SIZE);
		CHECK(type != PERF_RECORD_HEADER_EVENT_TYPE || size >= PRIVATE_RECORD_SIZE_MIN);
		contents->samples += type == PERF_RECORD_SAMPLE;
		contents->rounds += type == PERF_RECORD_FINISHED_ROUND;
		at += size;
	}
}

/*
 * Reads a file as a strict reader does. in_switch: between the two writes that end a flush, where the last
 * record goes beyond the data.
 */
static struct contents read_strictly(const uint8_t *bytes, size_t size, bool in_switch)
{
	struct contents contents = { 0 };
	const uint8_t *entry = bytes + load_u64(bytes + HEADER_DATA) + load_u64(bytes + HEADER_DATA + 8);

	CHECK(size > FILE_HEADER_SIZE);
	CHECK_EQ_U64(load_u64(bytes), FILE_MAGIC_V2);
	CHECK(section_fits(bytes + HEADER_DATA, size));
	CHECK(!(load_u64(bytes + HEADER_BITS) & 1));
	for (unsigned bit = 0; bit < FILE_FEATURE_BITS; bit++) {
		if (!(load_u64(bytes + HEADER_BITS + bit / 64 * 8) >> bit % 64 & 1))
			continue;
		CHECK(entry + 16 <= bytes + size);
		CHECK(bit <= FEATURE_LAST_KNOWN);
		CHECK(section_fits(entry, size));
		contents.n_features++;
		if (bit == FEATURE_HOSTNAME)
			CHECK_BYTES(bytes + load_u64(entry), "host", 4);
		entry += 16;
	}
	walk_data(bytes, &contents, in_switch);
	return contents;
}

TEST(readable_before_the_first_record)
{
	struct image *image = image_new();
	struct contents contents = read_strictly(image->bytes, image->size, false);

	CHECK(contents.unfinished);
	CHECK_EQ_U64(contents.n_features, 2);
	CHECK_EQ_U64(contents.samples, 0);
	CHECK_EQ_U64(load_u64(image->bytes + HEADER_DATA), PERF_WRITER_DATA_MIN);
	CHECK(load_u64(image->bytes + HEADER_DATA + 8) > 0);
	image_free(image);
}

TEST(attrs_and_ids)
{
	struct image *image = image_new();
	const uint8_t *attrs = image->bytes + load_u64(image->bytes + 24);

	CHECK_EQ_U64(load_u64(image->bytes + 16), ATTR_SIZE_VER7 + 16);
	CHECK_EQ_U64(load_u64(image->bytes + 32), ATTR_SIZE_VER7 + 16);
	CHECK_EQ_U64(load_u32(attrs + 4), ATTR_SIZE_VER7);
	CHECK_EQ_U64(load_u64(attrs + ATTR_SIZE_VER7 + 8), sizeof(event_ids));
	CHECK_BYTES(image->bytes + load_u64(attrs + ATTR_SIZE_VER7), event_ids, sizeof(event_ids));
	image_free(image);
}

TEST(unflushed_does_not_count)
{
	struct image *image = image_new();

	append_block(image, 'a', 64);
	image_read(image);
	CHECK_EQ_U64(read_strictly(image->bytes, image->size, false).samples, 0);
	CHECK_EQ_I64(perf_writer_flush(&image->writer, NULL), 0);
	image_read(image);
	CHECK_EQ_U64(read_strictly(image->bytes, image->size, false).samples, 1);
	image_free(image);
}

TEST(flush_without_news_writes_nothing)
{
	struct image *image = image_new();
	size_t before = image->size;

	CHECK_EQ_I64(perf_writer_flush(&image->writer, NULL), 0);
	image_read(image);
	CHECK_EQ_U64(image->size, before);
	image_free(image);
}

/* Plays a flush write by write onto the file before it, cut short at every place, and reads what is there. */
static void check_kills(const uint8_t *before, size_t before_size, const uint8_t *after, size_t after_size,
			size_t old_samples)
{
	size_t footer = load_u64(before + HEADER_DATA) + load_u64(before + HEADER_DATA + 8) - FOOTER_SIZE;
	uint8_t *bytes = malloc(FILE_MAX);

	memcpy(bytes, before, before_size);
	for (size_t size = before_size; size <= after_size; size++) {
		memcpy(bytes + before_size, after + before_size, size - before_size);
		CHECK_EQ_U64(read_strictly(bytes, size, false).samples, old_samples);
	}
	memcpy(bytes + footer, after + footer, 8);
	CHECK_EQ_U64(read_strictly(bytes, after_size, true).samples, old_samples);
	memcpy(bytes, after, FILE_HEADER_SIZE);
	/* And nothing else was written. */
	CHECK_BYTES(bytes, after, after_size);
	free(bytes);
}

TEST(killed_anywhere_in_a_flush)
{
	struct image *image = image_new();
	uint8_t *before = malloc(FILE_MAX);

	for (size_t flush = 0; flush < 5; flush++) {
		size_t before_size = image->size;

		memcpy(before, image->bytes, before_size);
		append_block(image, 'a', 64);
		append_block(image, 'b', 128);
		CHECK_EQ_I64(perf_writer_flush(&image->writer, NULL), 0);
		image_read(image);
		check_kills(before, before_size, image->bytes, image->size, 2 * flush);
	}
	free(before);
	image_free(image);
}

TEST(a_round_a_flush)
{
	struct image *image = image_new();
	struct contents contents;

	for (int i = 0; i < 3; i++) {
		append_block(image, 'a', 64);
		CHECK_EQ_I64(perf_writer_flush(&image->writer, NULL), 0);
	}
	image_read(image);
	contents = read_strictly(image->bytes, image->size, false);
	CHECK_EQ_U64(contents.samples, 3);
	CHECK_EQ_U64(contents.rounds, 3);
	image_free(image);
}

TEST(finished_file)
{
	static const struct perf_writer_feature at_end[] = {
		{ FEATURE_SAMPLE_TIME, "0123456789abcdef", 16 },
		{ FEATURE_COMPRESSED, "4321", 4 },
	};
	struct image *image = image_new();
	struct contents contents;
	const uint8_t *table;
	uint64_t end;

	append_block(image, 'a', 64);
	CHECK_EQ_I64(perf_writer_flush(&image->writer, NULL), 0);
	append_block(image, 'b', 64);
	CHECK_EQ_I64(perf_writer_finish(&image->writer, at_end, ARRAY_SIZE(at_end),
					&(struct perf_writer_notes){ .index = 4711 }, NULL),
		     0);
	image_read(image);
	contents = read_strictly(image->bytes, image->size, false);
	CHECK(!contents.unfinished);
	CHECK_EQ_U64(contents.samples, 2);
	CHECK_EQ_U64(contents.index, 4711);
	CHECK_EQ_U64(contents.n_features, 3);
	end = load_u64(image->bytes + HEADER_DATA) + load_u64(image->bytes + HEADER_DATA + 8);
	table = image->bytes + end;
	end += contents.n_features * 16;
	/* All contents lie after the table, one after the other, and nothing after them. */
	for (size_t i = 0; i < contents.n_features; i++) {
		CHECK(load_u64(table + 16 * i) >= end);
		end = load_u64(table + 16 * i) + load_u64(table + 16 * i + 8);
	}
	CHECK_EQ_U64(end, image->size);
	CHECK_BYTES(image->bytes + load_u64(table), "host", 4);
	CHECK_BYTES(image->bytes + load_u64(table + 16), "0123456789abcdef", 16);
	CHECK_BYTES(image->bytes + load_u64(table + 32), "4321", 4);
	image_free(image);
}

static void limit_file_size(rlim_t size)
{
	const struct rlimit limit = { size, RLIM_INFINITY };

	signal(SIGXFSZ, SIG_IGN);
	CHECK_EQ_I64(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

/* The file may grow by `more` bytes from its state after one flush of one block; then two blocks of 64 come. */
static struct contents abandon_at(rlim_t more, size_t *ret_size)
{
	struct image *image = image_new();
	struct contents contents;
	int result;

	append_block(image, 'a', 64);
	CHECK_EQ_I64(perf_writer_flush(&image->writer, NULL), 0);
	image_read(image);
	append_block(image, 'b', 64);
	append_block(image, 'c', 64);
	limit_file_size(image->size + more);
	result = perf_writer_flush(&image->writer, NULL);
	if (result) {
		CHECK_EQ_I64(result, -EFBIG);
		CHECK_EQ_I64(perf_writer_abandon(&image->writer, NULL), 0);
	}
	limit_file_size(RLIM_INFINITY);
	image_read(image);
	contents = read_strictly(image->bytes, image->size, false);
	CHECK(contents.unfinished);
	*ret_size = image->size;
	image_free(image);
	return contents;
}

TEST(no_room_keeps_whole_blocks)
{
	const size_t round = RECORD_HEADER_SIZE;
	const size_t table = FOOTER_SIZE + 2 * 16;
	size_t size;

	for (rlim_t more = 0; more <= 2 * 64 + round + table; more++) {
		size_t fit = more < 64 + table ? 0 : more < 2 * 64 + table ? 1 : 2;

		CHECK_EQ_U64(abandon_at(more, &size).samples, 1 + fit);
	}
}

TEST(nothing_could_be_written)
{
	struct perf_writer writer;
	FILE *file = tmpfile();

	CHECK(file);
	limit_file_size(100);
	CHECK_EQ_I64(perf_writer_start(&writer, fileno(file), false, &setup, NULL), -EFBIG);
	CHECK_EQ_I64(perf_writer_abandon(&writer, NULL), -ENODATA);
	limit_file_size(RLIM_INFINITY);
	perf_writer_fini(&writer);
	fclose(file);
}

TEST(attrs_of_different_sizes)
{
	const struct event_attr longer = { .size = ATTR_SIZE_VER8 };
	const struct feature_event events[] = { event, { "other", &longer, event_ids, 1 } };
	const struct perf_writer_setup mixed = { .events = events, .n_events = 2 };
	struct perf_writer writer;

	CHECK_EQ_I64(perf_writer_start(&writer, -1, false, &mixed, NULL), -EINVAL);
	perf_writer_fini(&writer);
}

/* COMPRESSED comes first, then attrs, other features, names, tracing data with what follows its record, and the data.
 */
TEST(pipe_order)
{
	static const struct perf_writer_feature with_tracing[] = {
		{ FEATURE_TRACING_DATA, "tracing", 7 },
		{ FEATURE_HOSTNAME, "host", 4 },
		{ FEATURE_COMPRESSED, "12345678", 8 },
	};
	const struct perf_writer_setup with = {
		.events = &event, .n_events = 1, .features = with_tracing, .n_features = ARRAY_SIZE(with_tracing)
	};
	static const uint32_t types[] = { PERF_RECORD_HEADER_FEATURE,      PERF_RECORD_HEADER_ATTR,
					  PERF_RECORD_HEADER_FEATURE,      PERF_RECORD_EVENT_UPDATE,
					  PERF_RECORD_HEADER_TRACING_DATA, PERF_RECORD_SAMPLE,
					  PERF_RECORD_FINISHED_ROUND };
	struct image *image = calloc(1, sizeof(*image));
	size_t at = FILE_PIPE_HEADER_SIZE;
	int ends[2];

	CHECK_EQ_I64(pipe(ends), 0);
	CHECK_EQ_I64(perf_writer_start(&image->writer, ends[1], true, &with, NULL), 0);
	append_block(image, 'a', 64);
	CHECK_EQ_I64(perf_writer_finish(&image->writer, NULL, 0, NULL, NULL), 0);
	close(ends[1]);
	image->size = (size_t)fileio_read(ends[0], image->bytes, FILE_MAX);
	CHECK_EQ_U64(load_u64(image->bytes + 8), FILE_PIPE_HEADER_SIZE);
	for (size_t i = 0; i < ARRAY_SIZE(types); i++) {
		CHECK(at < image->size);
		CHECK_EQ_U64(load_u32(image->bytes + at), types[i]);
		if (types[i] == PERF_RECORD_EVENT_UPDATE) {
			CHECK_EQ_U64(load_u64(image->bytes + at + 8), EVENT_UPDATE_NAME);
			CHECK_EQ_U64(load_u64(image->bytes + at + 16), event.ids[0]);
			CHECK_STR((const char *)image->bytes + at + 24, event.name);
		}
		/* 7 bytes, and one of padding that counts. */
		if (types[i] == PERF_RECORD_HEADER_TRACING_DATA)
			CHECK_EQ_U64(load_u32(image->bytes + at + 8), 8);
		at += load_u16(image->bytes + at + 6);
		if (types[i] == PERF_RECORD_HEADER_TRACING_DATA)
			at += 8;
	}
	CHECK_EQ_U64(at, image->size);
	CHECK_EQ_U64(load_u64(image->bytes + FILE_PIPE_HEADER_SIZE + 8), FEATURE_COMPRESSED);
	image->fd = ends[0];
	image_free(image);
}

/* Nothing is added to what is copied. */
TEST(copy_to_pipe)
{
	const struct perf_writer_setup copy = { .events = &event, .n_events = 1, .is_copy = true };
	struct image *image = calloc(1, sizeof(*image));
	int ends[2];

	CHECK_EQ_I64(pipe(ends), 0);
	CHECK_EQ_I64(perf_writer_start(&image->writer, ends[1], true, &copy, NULL), 0);
	append_block(image, 'a', 64);
	CHECK_EQ_I64(perf_writer_finish(&image->writer, NULL, 0, NULL, NULL), 0);
	close(ends[1]);
	image->size = (size_t)fileio_read(ends[0], image->bytes, FILE_MAX);
	CHECK(image->size > 64);
	CHECK_EQ_U64(load_u32(image->bytes + image->size - 64), PERF_RECORD_SAMPLE);
	image->fd = ends[0];
	image_free(image);
}

TEST(copy_to_file)
{
	const struct perf_writer_setup copy = { .events = &event, .n_events = 1, .is_copy = true };
	struct image *image = calloc(1, sizeof(*image));
	FILE *file = tmpfile();
	struct footer footer;

	CHECK(image && file);
	image->fd = dup(fileno(file));
	fclose(file);
	/* Nothing was copied: the file has to say that this is all. With an index: where it is. */
	for (uint64_t index = 0; index <= 1; index++) {
		CHECK_EQ_I64(ftruncate(image->fd, 0), 0);
		CHECK_EQ_I64(perf_writer_start(&image->writer, image->fd, false, &copy, NULL), 0);
		CHECK_EQ_I64(perf_writer_finish(&image->writer, features, ARRAY_SIZE(features),
						&(struct perf_writer_notes){ .index = index }, NULL),
			     0);
		perf_writer_fini(&image->writer);
		image_read(image);
		CHECK_EQ_U64(load_u64(image->bytes + HEADER_DATA + 8), FOOTER_SIZE);
		CHECK(private_record_parse_footer(image->bytes + load_u64(image->bytes + HEADER_DATA), false, &footer));
		CHECK(footer.finished && footer.index == index);
	}
	CHECK_EQ_I64(ftruncate(image->fd, 0), 0);
	CHECK_EQ_I64(perf_writer_start(&image->writer, image->fd, false, &copy, NULL), 0);
	image_read(image);
	CHECK_EQ_U64(load_u64(image->bytes + HEADER_DATA + 8), 0);
	append_block(image, 'a', 64);
	CHECK_EQ_I64(perf_writer_finish(&image->writer, features, ARRAY_SIZE(features), NULL, NULL), 0);
	image_read(image);
	CHECK_EQ_U64(load_u64(image->bytes + HEADER_DATA + 8), 64);
	CHECK_EQ_U64(load_u64(image->bytes + HEADER_BITS), 1u << FEATURE_HOSTNAME | 1u << FEATURE_COMPRESSED);
	image_free(image);
}

/* The data begin with it, and the end of the file is added there. */
TEST(clock)
{
	const struct clock_note start = { .clock = 1, .start = { 10, 1000 } };
	const struct clock_note end = { .clock = 1, .start = { 10, 1000 }, .end = { 20, 1010 } };
	struct perf_writer_setup with = setup;
	struct image *image = image_new();
	const uint8_t *data;
	struct buffer b;

	with.clock = &start;
	perf_writer_fini(&image->writer);
	CHECK_EQ_I64(perf_writer_start(&image->writer, image->fd, false, &with, NULL), 0);
	append_block(image, 'a', 64);
	CHECK_EQ_I64(perf_writer_flush(&image->writer, NULL), 0);
	image_read(image);
	CHECK_EQ_U64(read_strictly(image->bytes, image->size, false).samples, 1);
	data = image->bytes + load_u64(image->bytes + HEADER_DATA);
	buffer_init(&b);
	private_record_put_clock(&b, &start);
	CHECK(!memcmp(data, b.data, b.size));
	CHECK_EQ_I64(perf_writer_finish(&image->writer, features, ARRAY_SIZE(features),
					&(struct perf_writer_notes){ .clock = &end }, NULL),
		     0);
	image_read(image);
	CHECK_EQ_U64(read_strictly(image->bytes, image->size, false).samples, 1);
	buffer_clear(&b);
	private_record_put_clock(&b, &end);
	CHECK(!memcmp(data, b.data, b.size));
	buffer_fini(&b);
	image_free(image);
}

/* A copy of no records has it, and says that this is all. */
TEST(clock_of_an_empty_copy)
{
	const struct clock_note note = { .clock = 1, .start = { 10, 1000 } };
	const struct perf_writer_setup with = { .events = &event, .n_events = 1, .clock = &note, .is_copy = true };
	struct image *image = image_new();
	struct footer footer;
	const uint8_t *data;

	perf_writer_fini(&image->writer);
	CHECK_EQ_I64(ftruncate(image->fd, 0), 0);
	CHECK_EQ_I64(perf_writer_start(&image->writer, image->fd, false, &with, NULL), 0);
	CHECK_EQ_I64(perf_writer_finish(&image->writer, features, ARRAY_SIZE(features), NULL, NULL), 0);
	image_read(image);
	CHECK_EQ_U64(load_u64(image->bytes + HEADER_DATA + 8), PRIVATE_RECORD_SIZE_MIN + FOOTER_SIZE);
	data = image->bytes + load_u64(image->bytes + HEADER_DATA) + PRIVATE_RECORD_SIZE_MIN;
	CHECK(private_record_parse_footer(data, false, &footer) && footer.finished);
	image_free(image);
}

/* All that is written around the data is in the byte order of the setup. */
TEST(other_byte_order)
{
	struct perf_writer_setup other = setup;
	struct image *image = calloc(1, sizeof(*image));
	FILE *file = tmpfile();
	struct footer footer;
	struct buffer record;
	uint64_t data, end;

	CHECK(image && file);
	other.swap = true;
	image->fd = dup(fileno(file));
	fclose(file);
	buffer_init(&record);
	record.swap = true;
	buffer_put_u32(&record, PERF_RECORD_SAMPLE);
	buffer_put_u16(&record, 0);
	buffer_put_u16(&record, 16);
	buffer_put_u64(&record, 1);
	CHECK_EQ_I64(perf_writer_start(&image->writer, image->fd, false, &other, NULL), 0);
	for (int i = 0; i < 2; i++) {
		CHECK_EQ_I64(perf_writer_append(&image->writer, record.data, record.size, NULL, NULL), 0);
		CHECK_EQ_I64(perf_writer_flush(&image->writer, NULL), 0);
	}
	CHECK_EQ_I64(perf_writer_finish(&image->writer, NULL, 0, NULL, NULL), 0);
	buffer_fini(&record);
	image_read(image);
	CHECK_EQ_U64(load_u64_order(image->bytes, true), FILE_MAGIC_V2);
	CHECK_EQ_U64(load_u64_order(image->bytes + 8, true), FILE_HEADER_SIZE);
	CHECK_EQ_U64(load_u64_order(image->bytes + HEADER_BITS, true),
		     1u << FEATURE_HOSTNAME | 1u << FEATURE_COMPRESSED);
	CHECK_EQ_U64(load_u64_order(image->bytes + FILE_HEADER_SIZE, true), event_ids[0]);
	data = load_u64_order(image->bytes + HEADER_DATA, true);
	end = data + load_u64_order(image->bytes + HEADER_DATA + 8, true);
	CHECK(private_record_parse_footer(image->bytes + end - FOOTER_SIZE, true, &footer) && footer.finished);
	for (uint64_t at = data; at < end; at += load_u16_order(image->bytes + at + 6, true)) {
		uint32_t type = load_u32_order(image->bytes + at, true);

		CHECK(type == PERF_RECORD_SAMPLE || type == PERF_RECORD_FINISHED_ROUND ||
		      type == PERF_RECORD_HEADER_EVENT_TYPE);
		CHECK(load_u16_order(image->bytes + at + 6, true) >= RECORD_HEADER_SIZE);
	}
	image_free(image);
}

/* What waits for a reader: each call reads some of the pipe, the last one gives up. */
struct stalled {
	int fd;
	unsigned calls, until;
	size_t left, taken;
};

static int read_some(void *context, size_t left, struct error *err)
{
	struct stalled *s = context;
	static uint8_t bytes[8192];

	CHECK(!s->calls || left < s->left);
	s->left = left;
	if (++s->calls == s->until)
		return error_set(err, -ETIMEDOUT, "no reader");
	CHECK_EQ_I64(fileio_read(s->fd, bytes, sizeof(bytes)), (ssize_t)sizeof(bytes));
	s->taken += sizeof(bytes);
	return 0;
}

/* A pipe that is full: the caller waits, as often as it takes, and may end that. */
static void check_stall(unsigned until, int want)
{
	struct image *image = calloc(1, sizeof(*image));
	struct stalled stalled = { .until = until };
	const struct perf_writer_setup with = { .events = &event, .n_events = 1, .stall = { read_some, &stalled } };
	struct error err = ERROR_INIT;
	int ends[2], result = 0;

	CHECK_EQ_I64(pipe(ends), 0);
	stalled.fd = ends[0];
	CHECK_EQ_I64(perf_writer_start(&image->writer, ends[1], true, &with, NULL), 0);
	CHECK_EQ_U64(stalled.calls, 0);
	for (int i = 0; i < 4; i++)
		append_block(image, 'a', 32 * 1024);
	result = perf_writer_finish(&image->writer, NULL, 0, NULL, &err);
	CHECK_EQ_I64(result, want);
	close(ends[1]);
	if (want) {
		CHECK_EQ_U64(stalled.calls, until);
		CHECK_STR(err.message, "no reader");
	} else {
		image->size = (size_t)fileio_read(ends[0], image->bytes, FILE_MAX);
		CHECK(stalled.calls > 1);
		CHECK_EQ_U64(stalled.taken + image->size, perf_writer_size(&image->writer));
	}
	image->fd = ends[0];
	image_free(image);
}

TEST(pipe_whose_reader_is_slow)
{
	check_stall(0, 0);
}

TEST(pipe_whose_reader_takes_nothing)
{
	check_stall(1, -ETIMEDOUT);
	check_stall(3, -ETIMEDOUT);
}

TEST(pipe_with_too_many_ids)
{
	uint64_t *ids = calloc(9000, sizeof(*ids));
	const struct feature_event many = { "cpu-clock", &attr, ids, 9000 };
	const struct perf_writer_setup too_many = { .events = &many, .n_events = 1 };
	struct error err = ERROR_INIT;
	struct perf_writer writer;

	CHECK_EQ_I64(perf_writer_start(&writer, -1, true, &too_many, &err), -E2BIG);
	CHECK(strstr(err.message, "cpu-clock"));
	perf_writer_fini(&writer);
	free(ids);
}
