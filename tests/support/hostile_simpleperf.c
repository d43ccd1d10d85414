/* Hostile files by what simpleperf alone writes. */

#include "tests/support/hostile.h"
#include "tests/support/simpleperf_builder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KERNEL 0xffffff8008000000
#define PIECE  60000

static const struct event_attr timed = { .size = ATTR_SIZE_VER7,
					 .flags = ATTR_SAMPLE_ID_ALL,
					 .sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME };

static void begin(struct perf_builder *b, const struct event_attr *attr)
{
	perf_builder_event(b, attr, NULL, (uint64_t[]){ 7 }, 1);
	perf_builder_event(b, attr, NULL, (uint64_t[]){ 8 }, 1);
	perf_builder_feature(b, FEATURE_SIMPLEPERF_META_INFO, "a\0b", 4);
	b->at = (struct perf_builder_at){ .id = 7, .pid = 10, .tid = 10, .time = 1000 };
}

static void sample_at(struct perf_builder *b, uint64_t ip)
{
	b->at.time++;
	perf_builder_sample(
		b, &(struct perf_builder_sample){ .misc = ip >> 63 ? RECORD_MISC_KERNEL : RECORD_MISC_USER, .ip = ip });
}

static void map_at(struct perf_builder *b, uint64_t start, const char *name, const struct build_id *id)
{
	struct perf_builder_map map = { .pid = start >> 63 ? UINT32_MAX : 10,
					.tid = 10,
					.start = start,
					.size = 0x1000,
					.misc = start >> 63 ? RECORD_MISC_KERNEL : RECORD_MISC_USER,
					.name = name };

	if (id)
		map.build_id = *id;
	b->at.time++;
	perf_builder_mmap2(b, &map);
}

/* Lines of a kallsyms, all the same; freed by the caller. */
static char *kernel_text(size_t lines)
{
	static const char line[] = "ffffff8008000100 t a\n";
	char *text = malloc(lines * (sizeof(line) - 1) + 1);

	if (!text)
		exit(2);
	for (size_t i = 0; i < lines; i++)
		memcpy(text + i * (sizeof(line) - 1), line, sizeof(line));
	return text;
}

/* One record in pieces, and many ends of it. */
static void split_ends(struct perf_builder *b)
{
	char *text = kernel_text(300000);

	begin(b, &timed);
	map_at(b, KERNEL, "[kernel.kallsyms]", NULL);
	simpleperf_record_kallsyms(b, text, PIECE);
	free(text);
	for (int i = 0; i < 80000; i++)
		perf_builder_record(b, SIMPLEPERF_RECORD_SPLIT_END, 0, NULL, 0, false);
	sample_at(b, KERNEL + 0x100);
}

/* As many names as a section has room for, and as many events that have them. */
static void names(struct perf_builder *b)
{
	enum { EVENTS = 40000, LINES = 10000 };
	static const char key[] = "event_type_info", line[] = "a,2,1\n";
	struct buffer body;

	perf_builder_event(b, &timed, NULL, NULL, 0);
	buffer_init(&body);
	buffer_append(&body, key, sizeof(key));
	for (int i = 0; i < LINES; i++)
		buffer_append(&body, line, sizeof(line) - 1);
	buffer_put_u8(&body, 0);
	perf_builder_feature(b, FEATURE_SIMPLEPERF_META_INFO, body.data, body.size);
	for (uint64_t i = 0; i < EVENTS; i++) {
		buffer_clear(&body);
		buffer_put_u32(&body, PERF_TYPE_TRACEPOINT);
		buffer_put_u32(&body, ATTR_SIZE_VER0);
		buffer_put_u64(&body, 1);
		buffer_append(&body, NULL, ATTR_SIZE_VER0 - body.size);
		buffer_put_u64(&body, 100 + i);
		perf_builder_record(b, PERF_RECORD_HEADER_ATTR, 0, body.data, body.size, false);
	}
	buffer_fini(&body);
}

/* Bytes of no use: how far a file expands has a limit that grows with its size. */
static void filler(struct perf_builder *b)
{
	static const uint8_t zeros[PIECE];

	for (int i = 0; i < 6; i++)
		perf_builder_record(b, SIMPLEPERF_RECORD_DEBUG, 0, zeros, sizeof(zeros), false);
}

/* A million symbols in 400 KB; a sanitizer sees what is done with them in fewer. */
#ifdef PREC_SANITIZERS
#define SYMBOLS_MANY 60000
#else
#define SYMBOLS_MANY 1000000
#endif

static void symbols(struct perf_builder *b)
{
	begin(b, &timed);
	map_at(b, 0x400000, "/nowhere/a", NULL);
	filler(b);
	perf_builder_compress_begin(b);
	simpleperf_record_dso(b, SIMPLEPERF_ELF, 1, 0, "/nowhere/a");
	for (int i = 0; i < SYMBOLS_MANY; i++)
		simpleperf_record_symbol(b, 0x100, 0x10, 1, "s");
	sample_at(b, 0x400100);
	perf_builder_compress_stream_end(b, 1, 1 << 20);
	perf_builder_feature_compressed(b, 1, 2, 1 << 20);
}

/* 60 MB of the kernel's symbols in 400 KB. */
static void kallsyms(struct perf_builder *b)
{
	char *text = kernel_text(2900000);

	begin(b, &timed);
	map_at(b, KERNEL, "[kernel.kallsyms]", NULL);
	filler(b);
	perf_builder_compress_begin(b);
	simpleperf_record_kallsyms(b, text, PIECE);
	sample_at(b, KERNEL + 0x100);
	perf_builder_compress_stream_end(b, 1, 1 << 20);
	perf_builder_feature_compressed(b, 1, 2, 1 << 20);
	free(text);
}

/* One table of symbols, of a file that was mapped under thousands of build-ids. */
static void one_table(struct perf_builder *b)
{
	enum { SYMBOLS = 100000, MAPS = 10000 };
	static struct simpleperf_builder_symbol list[SYMBOLS];
	const struct simpleperf_builder_file file = { "/nowhere/a", SIMPLEPERF_ELF, 0, 0, true, list, SYMBOLS };
	struct buffer section;

	for (uint32_t i = 0; i < SYMBOLS; i++)
		list[i] = (struct simpleperf_builder_symbol){ i, 1, "s" };
	begin(b, &timed);
	buffer_init(&section);
	simpleperf_put_file2(&section, &file);
	perf_builder_feature(b, FEATURE_SIMPLEPERF_FILE2, section.data, section.size);
	buffer_fini(&section);
	for (uint64_t i = 0; i < MAPS; i++) {
		struct build_id id = { .size = 20 };

		memcpy(id.data, &i, sizeof(i));
		map_at(b, 0x400000 + i * 0x1000, file.path, &id);
		sample_at(b, 0x400100 + i * 0x1000);
	}
}

const struct hostile_file hostile_simpleperf[] = {
	{ "simpleperf-kallsyms", 0, kallsyms },   { "simpleperf-names", PERF_BUILDER_PIPE, names },
	{ "simpleperf-one-table", 0, one_table }, { "simpleperf-split-ends", 0, split_ends },
	{ "simpleperf-symbols", 0, symbols },     { 0 },
};
