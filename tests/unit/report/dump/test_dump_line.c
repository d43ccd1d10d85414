/*
 * Samples that share a line are dumped like those that do not: with --hex every field is put on its own, and but for
 * the bytes the text is the same.
 */
#include "report/dump/dump_records.h"
#include "report/dump/dump_writer.h"
#include "tests/support/built_file.h"
#include "tests/support/test.h"

#include <stdlib.h>
#include <unistd.h>

#define PLACED                                                                                     \
	(PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ADDR | PERF_SAMPLE_ID | \
	 PERF_SAMPLE_STREAM_ID | PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD)

/* The text of the records, malloced. */
static char *dump(const struct perf_file *file, const struct dump_style *style, bool hex)
{
	struct dump_job job = { .file = file, .style = style, .hex = hex, .workers = 1 };
	struct dump_counts counts;
	char *text;
	off_t size;

	job.fd = built_fd("", 0);
	CHECK_EQ_I64(blocks_new(&job.blocks, file, NULL), 0);
	CHECK_EQ_I64(dump_records(&job, &counts, NULL), 0);
	blocks_free(job.blocks);
	size = lseek(job.fd, 0, SEEK_END);
	text = calloc(1, (size_t)size + 1);
	CHECK_EQ_I64(pread(job.fd, text, (size_t)size, 0), size);
	close(job.fd);
	return text;
}

/* Takes out the lines that begin with four spaces, and what JSON has at the end of a line instead. */
static void drop_bytes(char *text)
{
	char *to = text;

	for (char *line; (line = strsep(&text, "\n")) && (text || *line);) {
		char *hex = strstr(line, ",\"hex\":");
		size_t size;

		if (!strncmp(line, "    ", 4) || !*line)
			continue;
		if (hex)
			memcpy(hex, "}", 2);
		size = strlen(line);
		memmove(to, line, size);
		to += size;
		*to++ = '\n';
	}
	*to = 0;
}

static void check_style(const struct perf_file *file, const struct dump_style *style)
{
	char *have = dump(file, style, false), *want = dump(file, style, true);

	drop_bytes(want);
	CHECK(*want);
	CHECK_STR(have, want);
	free(have);
	free(want);
}

static void check(struct perf_builder *b)
{
	struct perf_file *file = built_open(b, NULL);

	CHECK(file);
	check_style(file, &dump_text_style);
	check_style(file, &dump_json_style);
	perf_file_close(file);
	perf_builder_fini(b);
}

/* Numbers of every length. */
static void put_sample(struct perf_builder *b, unsigned i)
{
	uint64_t v = 0x9e3779b97f4a7c15 * (i + 1);

	b->at.pid = (uint32_t)v >> i % 32;
	b->at.tid = (uint32_t)(v >> 32) >> i % 31;
	b->at.time = v >> i % 64;
	b->at.stream_id = i;
	b->at.cpu = i % 3;
	perf_builder_sample(b, &(struct perf_builder_sample){ .misc = (uint16_t)(i % 7 | i % 2 << 14),
							      .ip = v >> i % 61,
							      .addr = i ? v >> i % 59 : 0,
							      .period = i % 1000 });
}

static void add_event(struct perf_builder *b, uint64_t sample_type, const char *name, uint64_t id)
{
	struct event_attr attr = { .size = ATTR_SIZE_VER7, .sample_type = sample_type };

	perf_builder_event(b, &attr, name, &id, 1);
}

/* Few enough for the first lines to stay, and more text than is written at once. */
static void all_fields(unsigned flags)
{
	struct perf_builder b;

	perf_builder_init(&b, flags);
	add_event(&b, PERF_SAMPLE_IDENTIFIER | PLACED, "all \"of\" them", 7);
	b.at.id = 7;
	for (unsigned i = 0; i < 8000; i++)
		put_sample(&b, i);
	check(&b);
}

TEST(all_fields)
{
	all_fields(0);
	all_fields(PERF_BUILDER_SWAP);
}

TEST(fields_one_by_one)
{
	for (uint64_t bit = 1; bit <= PERF_SAMPLE_STREAM_ID; bit <<= 1) {
		struct perf_builder b;

		if (!(PLACED & bit))
			continue;
		perf_builder_init(&b, 0);
		add_event(&b, bit, "one", 7);
		for (unsigned i = 0; i < 20; i++)
			put_sample(&b, i);
		check(&b);
	}
}

/* Callchains of any length after them, and among those samples some that end within theirs. */
TEST(fields_after)
{
	uint64_t chain[40], cut[10] = { 7, 1, 2, 3, 4, 5, 6, 8, 9, 40 };
	struct perf_builder b;

	perf_builder_init(&b, 0);
	add_event(&b, PERF_SAMPLE_IDENTIFIER | PLACED | PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_WEIGHT, "chains", 7);
	b.at.id = 7;
	for (unsigned i = 0; i < ARRAY_SIZE(chain); i++)
		chain[i] = 0xffffffff81000000 + i;
	for (unsigned i = 0; i < 1000; i++) {
		if (i % 13 == 0)
			perf_builder_record(&b, PERF_RECORD_SAMPLE, 1 + i % 2, cut, sizeof(cut), false);
		perf_builder_sample(&b, &(struct perf_builder_sample){ .misc = 1 + i % 2,
								       .ip = i,
								       .chain = chain,
								       .n_chain = i % ARRAY_SIZE(chain),
								       .weight = i });
	}
	check(&b);
}

/* More events and modes than lines are kept of, among them events whose fields are of varying size. */
TEST(many_events)
{
	struct perf_builder b;

	perf_builder_init(&b, 0);
	for (unsigned i = 0; i < PERF_BUILDER_EVENTS_MAX; i++) {
		uint64_t type = PERF_SAMPLE_IDENTIFIER | (PLACED & 0x5555555 << i % 2);

		add_event(&b, i == 5 ? type | PERF_SAMPLE_CALLCHAIN : type, i % 2 ? "odd" : "even", 100 + i);
	}
	for (unsigned i = 0; i < 3000; i++) {
		b.at.event = (int)(i * i % PERF_BUILDER_EVENTS_MAX);
		b.at.id = 100 + (uint64_t)b.at.event;
		put_sample(&b, i);
	}
	check(&b);
}

TEST(names_too_long)
{
	char name[2 * DUMP_LINE_TEXT];
	struct perf_builder b;

	for (size_t size = DUMP_LINE_TEXT - 200; size < sizeof(name); size += 7) {
		memset(name, 'n', size);
		name[size] = 0;
		perf_builder_init(&b, 0);
		add_event(&b, PERF_SAMPLE_IDENTIFIER | PLACED, name, 7);
		add_event(&b, PERF_SAMPLE_IDENTIFIER | PLACED, "other", 8);
		perf_builder_feature_event_desc(&b);
		b.at.id = 7;
		for (unsigned i = 0; i < 10; i++)
			put_sample(&b, i);
		check(&b);
	}
}

TEST(files_of_a_directory)
{
	struct perf_builder b;

	perf_builder_init(&b, 0);
	add_event(&b, PERF_SAMPLE_IDENTIFIER | PLACED, "one", 7);
	b.at.id = 7;
	for (unsigned i = 0; i < 30; i++) {
		if (i % 10 == 5)
			perf_builder_next_part(&b);
		put_sample(&b, i);
	}
	check(&b);
}

/* Among whole ones. */
TEST(cut_short)
{
	uint8_t body[24];
	struct perf_builder b;

	memset(body, 0x55, sizeof(body));
	perf_builder_init(&b, 0);
	add_event(&b, PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_CPU, "one", 7);
	for (size_t size = 0; size <= sizeof(body); size += 8) {
		put_sample(&b, (unsigned)size);
		perf_builder_record(&b, PERF_RECORD_SAMPLE, 1, body, size, false);
	}
	check(&b);
}
