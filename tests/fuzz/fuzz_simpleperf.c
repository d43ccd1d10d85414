/*
 * What simpleperf puts into a file, in one whose samples lie in files of each kind it knows, through the commands:
 * sections with files and their symbols, names of events, files whose unwinding failed, mappings, and records.
 *
 * The input: a byte of flags (enum perf_builder_flags), a byte that says which command with which options
 * (fuzz_commands.c); then pieces until it ends, each a byte that says what it is, the number of its bytes (u16), and
 * these.
 */
#include "common/cursor.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/fuzz_commands.h"
#include "tests/support/perf_builder.h"

/* The lowest bits say what a piece is: of a section, or else a record, whose type the other bits say; or samples. */
enum { PIECE_SECTIONS = 5, PIECE_RECORD = 5, PIECE_KINDS = 8 };

static const int features[PIECE_SECTIONS] = {
	FEATURE_SIMPLEPERF_FILE,         FEATURE_SIMPLEPERF_FILE2,    FEATURE_SIMPLEPERF_META_INFO,
	FEATURE_SIMPLEPERF_DEBUG_UNWIND, FEATURE_SIMPLEPERF_INIT_MAP,
};

#define KERNEL 0xffffff8008000000
#define MODULE 0xffffff8000100000

static const struct perf_builder_map maps[] = {
	{ .start = KERNEL, .misc = RECORD_MISC_KERNEL, .name = "[kernel.kallsyms]" },
	{ .start = MODULE, .misc = RECORD_MISC_KERNEL, .name = "/vendor/wlan.ko" },
	{ .start = 0x70000000, .pgoff = 0x3a000, .misc = RECORD_MISC_USER, .name = "/nowhere/libcode.so" },
	{ .start = 0x71000000, .pgoff = 0x1000, .misc = RECORD_MISC_USER, .name = "/nowhere/core.jar" },
	{ .start = 0x72000000, .pgoff = 0x22f8, .misc = RECORD_MISC_USER, .name = "perf.data_jit_app_cache:0-784" },
	{ .start = 0x73000000, .misc = RECORD_MISC_USER, .name = "//anon" },
};

#define MAP_SIZE        0x10000
#define SAMPLES_PER_MAP 4

static void put_event(struct perf_builder *b, uint32_t type, uint64_t id)
{
	static const struct event_attr attr = {
		.size = ATTR_SIZE_VER7,
		.config = 314,
		.flags = ATTR_SAMPLE_ID_ALL,
		.sample_type =
			PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_RAW,
	};
	struct event_attr one = attr;

	one.type = type;
	perf_builder_event(b, &one, NULL, &id, 1);
}

static void put_sample(struct perf_builder *b, uint64_t ip)
{
	static const uint8_t raw[28] = { 58, 1 }; /* of event 314 */

	b->at.id = 7 + (ip >> 4) % 3; /* 9: none of an event's, unless a record has it */
	b->at.time++;
	perf_builder_sample(b, &(struct perf_builder_sample){ .misc = ip >> 63 ? RECORD_MISC_KERNEL : RECORD_MISC_USER,
							      .ip = ip,
							      .raw = raw,
							      .raw_size = sizeof(raw) });
}

static void put_maps(struct perf_builder *b)
{
	b->at = (struct perf_builder_at){ .id = 7, .pid = 10, .tid = 10, .time = 1000 };
	perf_builder_comm(b, 10, 10, "app", 0);
	for (size_t i = 0; i < ARRAY_SIZE(maps); i++) {
		struct perf_builder_map map = maps[i];

		map.pid = map.start >> 63 ? UINT32_MAX : 10;
		map.tid = 10;
		map.size = MAP_SIZE;
		map.prot = 5;
		perf_builder_mmap2(b, &map);
	}
}

static void put_piece(struct perf_builder *b, struct buffer *sections, uint8_t kind, struct cursor *piece)
{
	size_t size = cursor_left(piece);
	unsigned what = kind % PIECE_KINDS;
	const uint32_t types = SIMPLEPERF_RECORD_END - SIMPLEPERF_RECORD_START;

	if (what < PIECE_SECTIONS)
		buffer_append(&sections[what], cursor_bytes(piece, size), size);
	else if (what == PIECE_RECORD)
		perf_builder_record(b, SIMPLEPERF_RECORD_START + kind / PIECE_KINDS % types, 0,
				    cursor_bytes(piece, size), size, false);
	else
		while (cursor_left(piece) >= 8)
			put_sample(b, cursor_u64(piece));
}

static void put_pieces(struct perf_builder *b, struct cursor *c)
{
	struct buffer sections[PIECE_SECTIONS];

	for (int i = 0; i < PIECE_SECTIONS; i++)
		buffer_init(&sections[i]);
	while (cursor_ok(c) && cursor_left(c)) {
		uint8_t kind = cursor_u8(c);
		uint16_t size = cursor_u16(c);
		/* The last piece may be cut: it is what is there. */
		struct cursor piece = cursor_sub(c, size < cursor_left(c) ? size : cursor_left(c));

		put_piece(b, sections, kind, &piece);
	}
	for (int i = 0; i < PIECE_SECTIONS; i++) {
		if (sections[i].size)
			perf_builder_feature(b, features[i], sections[i].data, sections[i].size);
		buffer_fini(&sections[i]);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct cursor c = cursor_make(data, size, false);
	uint8_t flags = cursor_u8(&c), what = cursor_u8(&c);
	const struct buffer *file;
	struct perf_builder b;

	perf_builder_init(&b, flags & (PERF_BUILDER_SWAP | PERF_BUILDER_PIPE));
	put_event(&b, PERF_TYPE_SOFTWARE, 7);
	put_event(&b, PERF_TYPE_TRACEPOINT, 8);
	put_maps(&b);
	put_pieces(&b, &c);
	for (size_t i = 0; i < ARRAY_SIZE(maps) * SAMPLES_PER_MAP; i++)
		put_sample(&b, maps[i / SAMPLES_PER_MAP].start + 0x110 * (i % SAMPLES_PER_MAP));
	file = perf_builder_finish(&b);
	FUZZ_CHECK(file);
	fuzz_command(what % FUZZ_COMMANDS, what / FUZZ_COMMANDS, file->data, file->size);
	perf_builder_fini(&b);
	return 0;
}
