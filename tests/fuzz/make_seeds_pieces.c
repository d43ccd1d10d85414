/*
 * Seeds of the targets whose input is made of pieces: fuzz_simpleperf.c, fuzz_directory.c and fuzz_jitdump.c say which;
 * and programs of Go.
 */
#include "tests/fuzz/fuzz_commands.h"
#include "tests/fuzz/make_seeds.h"
#include "tests/support/go_builder.h"
#include "tests/support/jitdump_builder.h"
#include "tests/support/simpleperf_builder.h"

#include <stdio.h>
#include <stdlib.h>

static void put_piece(struct buffer *b, uint8_t kind, const void *data, size_t size)
{
	buffer_put_u8(b, kind);
	buffer_put_u16(b, (uint16_t)size);
	if (size)
		buffer_append(b, data, size);
}

static void write_seed(const char *folder, const char *name, struct buffer *seed)
{
	if (!buffer_ok(seed))
		exit(1);
	seed_write(folder, name, seed->data, seed->size);
	buffer_fini(seed);
}

/* --- simpleperf ------------------------------------------------------------------ */

enum { PIECE_FILE, PIECE_FILE2, PIECE_META_INFO, PIECE_DEBUG_UNWIND, PIECE_INIT_MAP, PIECE_RECORD, PIECE_SAMPLES };

#define RECORD_KIND(type) ((uint8_t)(PIECE_RECORD + 8 * ((type)-SIMPLEPERF_RECORD_START)))

static const struct simpleperf_builder_symbol low[] = { { 0x3b100, 0x40, "_Z3foov" }, { 0x3b200, 0x80, "bar" } };
static const struct simpleperf_builder_symbol dex = { 0x1100, 0x80, "java.lang.Thread.run" };
static const struct simpleperf_builder_symbol jit = { 0x72000100, 0x80, "java.Jitted.run" };
static const struct simpleperf_builder_symbol mapped = { 0x73000100, 0x80, "jitted" };
static const struct simpleperf_builder_symbol module = { 0x1100, 0x80, "wlan_init" };
static const struct simpleperf_builder_symbol kernel = { 0xffffff8008000100, 0x80, "do_idle" };

/* Those the target's samples lie in. */
static const struct simpleperf_builder_file files[] = {
	{ "/nowhere/libcode.so", SIMPLEPERF_ELF, 0x3b000, 0x3a000, true, low, 2 },
	{ "/nowhere/core.jar", SIMPLEPERF_DEX, 0, 0, false, &dex, 1 },
	{ "perf.data_jit_app_cache:0-784", SIMPLEPERF_ELF, 0, 0, true, &jit, 1 },
	{ "perf-10.map", SIMPLEPERF_SYMBOL_MAP, 0, 0, false, &mapped, 1 },
	{ "/vendor/wlan.ko", SIMPLEPERF_MODULE, 0x1000, 0x1000, true, &module, 1 },
	{ "[kernel.kallsyms]", SIMPLEPERF_KERNEL, 0xffffff8008000000, 0, false, &kernel, 1 },
};

static void put_sections(struct buffer *seed, bool swap, uint8_t kind)
{
	static const char info[] =
		"simpleperf_version\0001.build.1\0event_type_info\0cpu-clock,1,314\ntest:count,2,314";
	static const char unwind[] = "\n\x18\n\x13/nowhere/libcode.so\x10\x07";
	static const struct event_attr attr = { .size = ATTR_SIZE_VER7 };
	static const uint64_t sample = 0x70000110;
	struct perf_builder b;
	struct buffer section;

	buffer_init(&section);
	section.swap = swap;
	for (size_t i = 0; i < ARRAY_SIZE(files); i++)
		(kind == PIECE_FILE ? simpleperf_put_file : simpleperf_put_file2)(&section, &files[i]);
	put_piece(seed, kind, section.data, section.size);
	buffer_fini(&section);
	put_piece(seed, PIECE_META_INFO, info, sizeof(info));
	put_piece(seed, PIECE_DEBUG_UNWIND, unwind, sizeof(unwind) - 1);
	perf_builder_init(&b, swap ? PERF_BUILDER_SWAP : 0);
	perf_builder_event(&b, &attr, NULL, NULL, 0);
	perf_builder_comm(&b, 10, 10, "earlier", 0);
	put_piece(seed, PIECE_INIT_MAP, b.records.data, b.records.size);
	put_piece(seed, PIECE_SAMPLES, &sample, sizeof(sample));
	perf_builder_fini(&b);
}

/* Every record as a piece. */
static void put_records(struct buffer *seed, bool swap)
{
	struct perf_builder b;
	size_t pos = 0;

	perf_builder_init(&b, swap ? PERF_BUILDER_SWAP : 0);
	simpleperf_records_all(&b);
	simpleperf_record_dso(&b, SIMPLEPERF_ELF, 4, 0x3b000, files[0].path);
	simpleperf_record_symbol(&b, 0x3b100, 0x80, 4, "told");
	simpleperf_record_kallsyms(&b, "ffffff8008000000 T _text\nffffff8008000100 T do_idle\n", 32);
	simpleperf_record_event_id(&b, (const uint64_t[][2]){ { 1, 9 } }, 1);
	while (pos < b.records.size) {
		uint32_t type = load_u32_order(b.records.data + pos, swap);
		uint16_t size = load_u16_order(b.records.data + pos + 6, swap);

		put_piece(seed, RECORD_KIND(type), b.records.data + pos + RECORD_HEADER_SIZE,
			  size - RECORD_HEADER_SIZE);
		pos += size;
	}
	perf_builder_fini(&b);
}

/* Each command with two of its sets of options, in either order, with either section. */
void seeds_simpleperf(const char *folder)
{
	for (uint8_t i = 0; i < 2 * FUZZ_COMMANDS; i++) {
		bool again = i / FUZZ_COMMANDS, swap = (i & 1) ^ again, is_file2 = (i >> 1 & 1) ^ again;
		uint8_t head[2] = { swap ? PERF_BUILDER_SWAP : 0, i % FUZZ_COMMANDS + 2 * FUZZ_COMMANDS * again };
		struct buffer seed;
		char name[32];

		buffer_init(&seed);
		buffer_append(&seed, head, sizeof(head));
		put_sections(&seed, swap, is_file2 ? PIECE_FILE2 : PIECE_FILE);
		put_records(&seed, swap);
		snprintf(name, sizeof(name), "all-%u", i);
		write_seed(folder, name, &seed);
	}
}

/* --- directories ------------------------------------------------------------------ */

enum { NAME_DATA, NAME_DATA_0, NAME_DATA_1, NAME_DATA_7 = 4, NAME_STRANGER = 6, NAME_KALLSYMS };

static void build_before(struct perf_builder *b)
{
	static const struct event_attr attr = { .type = PERF_TYPE_SOFTWARE,
						.size = ATTR_SIZE_VER7,
						.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
							       PERF_SAMPLE_CPU | PERF_SAMPLE_IDENTIFIER,
						.flags = ATTR_SAMPLE_ID_ALL | ATTR_MMAP2 | ATTR_COMM };

	perf_builder_event(b, &attr, "cpu-clock", (uint64_t[]){ 7, 8 }, 2);
	perf_builder_feature_dir_format(b, 1);
	perf_builder_comm(b, 10, 10, "first", 0);
	perf_builder_mmap(b, &(struct perf_builder_map){ .pid = UINT32_MAX,
							 .start = 0xffffffff81000000,
							 .size = 0x1000000,
							 .pgoff = 0xffffffff81000000,
							 .misc = RECORD_MISC_KERNEL,
							 .name = "[kernel.kallsyms]_text" });
}

/* A CPU's: its samples are between those of the other in time. */
static void build_cpu(struct perf_builder *b, uint32_t cpu, bool compressed)
{
	perf_builder_next_part(b);
	if (compressed)
		perf_builder_compress_begin(b);
	for (uint64_t i = 0; i < 4; i++) {
		b->at = (struct perf_builder_at){
			.id = 7 + cpu, .pid = 10, .tid = 10 + cpu, .cpu = cpu, .time = 1000 + 20 * i + 10 * cpu
		};
		if (i == 2)
			perf_builder_comm(b, 10, 10 + cpu, "second", 0);
		perf_builder_sample(
			b, &(struct perf_builder_sample){ .misc = RECORD_MISC_KERNEL, .ip = 0xffffffff81000110 });
		if (i == 1)
			perf_builder_finished_round(b);
	}
	if (compressed)
		perf_builder_compress_stream_end(b, 1, 50);
}

static void put_part(struct buffer *seed, const struct perf_builder *b, int part, uint8_t name)
{
	const uint8_t *data;
	size_t size;

	perf_builder_part(b, part, &data, &size);
	put_piece(seed, name, data, size);
}

static void directory_seed(const char *folder, const char *name, uint8_t what, unsigned flags, bool compressed)
{
	static const char kallsyms[] = "ffffffff81000000 T _text\nffffffff81000100 T do_idle\n";
	const struct buffer *file;
	struct perf_builder b;
	struct buffer seed;

	perf_builder_init(&b, flags);
	build_before(&b);
	if (compressed)
		perf_builder_feature_compressed(&b, 1, 2, 1 << 20);
	build_cpu(&b, 0, compressed);
	build_cpu(&b, 1, compressed);
	file = perf_builder_finish(&b);
	if (!file)
		exit(1);
	buffer_init(&seed);
	buffer_put_u8(&seed, what);
	put_piece(&seed, NAME_DATA, file->data, file->size);
	put_part(&seed, &b, 0, NAME_DATA_0);
	put_part(&seed, &b, 1, what & 1 ? NAME_DATA_7 : NAME_DATA_1);
	put_piece(&seed, NAME_STRANGER, "x", 1);
	put_piece(&seed, NAME_KALLSYMS, kallsyms, sizeof(kallsyms) - 1);
	write_seed(folder, name, &seed);
	perf_builder_fini(&b);
}

void seeds_directory(const char *folder)
{
	for (uint8_t command = 0; command < FUZZ_COMMANDS; command++) {
		char name[32];

		snprintf(name, sizeof(name), "plain-%u", command);
		directory_seed(folder, name, command, command & 1 ? PERF_BUILDER_SWAP : 0, false);
		snprintf(name, sizeof(name), "streams-%u", command);
		directory_seed(folder, name, command + FUZZ_COMMANDS, command & 1 ? 0 : PERF_BUILDER_SWAP, true);
	}
	directory_seed(folder, "unfinished", FUZZ_SCRIPT, PERF_BUILDER_UNFINISHED, false);
}

/* --- jitdump ---------------------------------------------------------------------- */

/* Code that is replaced, moved, and of a child; how: the first byte of fuzz_jitdump. */
static void jitdump_seed(const char *folder, const char *name, bool swap, uint8_t how, uint64_t flags)
{
	struct jitdump_builder b;
	struct buffer seed;

	jitdump_builder_init(&b, swap, 42, 1000, flags);
	jitdump_builder_load(&b, 2000, 0x7f0000000000, 64, 1, "first");
	jitdump_builder_lines(&b, 2900, 0x7f0000000020, 16, 10, 3, "/src/second.js");
	jitdump_builder_record(&b, 4, 2950, "0123456789abcdef01234567", 24);
	jitdump_builder_load(&b, 3000, 0x7f0000000020, 64, 2, "_ZN3jit6secondEv");
	jitdump_builder_load(&b, 3500, 0x7f0000000040, 0, 3, "");
	jitdump_builder_move(&b, 4000, 0x7f0000001000, 64, 1);
	b.pid = 43;
	jitdump_builder_load(&b, 5000, 0x7f0000000000, 16, 4, "of a child");
	jitdump_builder_close(&b, 6000);
	buffer_init(&seed);
	buffer_put_u8(&seed, how);
	buffer_append(&seed, b.file.data, b.file.size);
	write_seed(folder, name, &seed);
	jitdump_builder_fini(&b);
}

void seeds_jitdump(const char *folder)
{
	jitdump_seed(folder, "monotonic", false, 1, 0);
	jitdump_seed(folder, "another-clock", false, 2, 0);
	jitdump_seed(folder, "before-other-order", true, 0, 0);
	jitdump_seed(folder, "counter", false, 3, 1);
}

/* --- bundles ------------------------------------------------------------------------- */

/* formats/file/bundle_names.h and formats/file/bundle_stacks.h say what the numbers are. */
void seeds_bundle(const char *folder)
{
	/* A file: its strings, what it is and is known of it, a segment, two symbols, two frames, two addresses, code.
	 */
	static const char file[] = "\0\4f\0g\0_Z1hv\0l.c\0\1\0\1\2\7\7\0\0\0\0\0\1\0\0\0\0d\1\0\1\2\10\4"
				   "\2\20\10\2\3\40\10\0\1\2\3\4\16\0\4\2\2\21\2\2\2\2\43\2\0\0\1\76\1\42"
				   "\202\4\2\220\303";
	/* A jitdump: the same, and two pieces of code. */
	static const char dump[] = "\0\2j.dump\0js\0\1\5\1\0\0\0\0\0\11\1\0\0\0\0j\0\0\0\1\200\1\10\2\0\0\1"
				   "\202\1\2\0\2\10\20\10\200\2\11\0\2\20\4\10\11\1\0";
	/* Two ends, an id, two threads, of three runs and of one. */
	static const char stacks[] = "\1\3\2\0\0\0\0\0\2/bin/x\0\1\0\2\1\2\2\24\2\4\2\2\2\1\2\0\2\0\2";

	seed_write(folder, "file", file, sizeof(file) - 1);
	seed_write(folder, "jit-dump", dump, sizeof(dump) - 1);
	seed_write(folder, "stacks", stacks, sizeof(stacks) - 1);
}

/* --- programs of Go ------------------------------------------------------------------ */

void seeds_gopclntab(const char *folder)
{
	static const struct {
		const char *name;
		struct go_builder program;
	} seeds[] = {
		{ "go-1.16", { .magic = 0xfffffffa, .is_64 = true } },
		{ "go-1.18-big-endian", { .magic = 0xfffffff0, .is_64 = true, .big_endian = true } },
		{ "go-1.18-relocated", { .magic = 0xfffffff0, .is_64 = true, .is_relocated = true, .is_among = true } },
		{ "go-1.20", { .magic = 0xfffffff1, .is_64 = true } },
		{ "go-1.20-32-bits", { .magic = 0xfffffff1 } },
	};

	for (size_t i = 0; i < ARRAY_SIZE(seeds); i++) {
		struct elf_builder elf;

		go_builder_make(&seeds[i].program, &elf);
		seed_write(folder, seeds[i].name, elf.out.data, elf.out.size);
		elf_builder_fini(&elf);
	}
}
