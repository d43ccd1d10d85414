/*
 * make_seeds FOLDER: writes the corpora's first files, made by the builder: FOLDER/attr/..., FOLDER/perf_data/...
 * What fuzzing found comes beside them under a name that says what it was.
 */

#include "tests/fuzz/make_seeds.h"

#include "formats/archive/archive_file.h"
#include "formats/feature/tracing_data.h"
#include "formats/file/perf_open.h"
#include "formats/record/attr.h"
#include "tests/support/built_file.h"
#include "tests/support/elf_builder.h"
#include "tests/support/features_sample.h"
#include "tests/support/fixtures.h"
#include "tests/support/perf_builder.h"
#include "tests/support/records_sample.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

void seed_write(const char *folder, const char *name, const void *data, size_t size)
{
	char path[4096];
	FILE *f;

	mkdir(folder, 0777);
	snprintf(path, sizeof(path), "%s/%s", folder, name);
	f = fopen(path, "wb");
	if (!f || fwrite(data, 1, size, f) != size || fclose(f)) {
		perror(path);
		exit(1);
	}
}

static const struct event_attr attr = {
	.type = PERF_TYPE_SOFTWARE,
	.size = ATTR_SIZE_VER8,
	.sample_period = 4000,
	.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD |
		       PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_IDENTIFIER,
	.read_format = PERF_FORMAT_ID,
	.flags = ATTR_FREQ | ATTR_SAMPLE_ID_ALL | ATTR_MMAP | ATTR_MMAP2 | ATTR_COMM | 2ull << ATTR_PRECISE_IP_SHIFT,
	.branch_sample_type = 3,
	.sample_regs_user = 5,
	.sample_stack_user = 8192,
	.clockid = -1,
	.config3 = 7,
};

static void attr_seeds(const char *folder)
{
	for (uint8_t swap = 0; swap < 2; swap++)
		for (uint32_t size = ATTR_SIZE_VER0; size <= ATTR_SIZE_VER8; size += 24) {
			struct event_attr one = attr;
			struct buffer b;
			char name[64];

			one.size = size;
			buffer_init(&b);
			b.swap = swap;
			buffer_put_u8(&b, swap);
			attr_encode(&b, &one);
			snprintf(name, sizeof(name), "size-%u-%s", size, swap ? "other-order" : "machine-order");
			seed_write(folder, name, b.data, b.size);
			buffer_fini(&b);
		}
}

static void put_records(struct perf_builder *b)
{
	static const uint64_t chain[] = { CALLCHAIN_KERNEL, 0xffffffff81000010, CALLCHAIN_USER, 0x400100, 0x400200 };

	b->at = (struct perf_builder_at){ .id = 7, .pid = 10, .tid = 10, .time = 1000 };
	perf_builder_comm(b, 10, 10, "cat", RECORD_MISC_COMM_EXEC);
	perf_builder_mmap2(b, &(struct perf_builder_map){ .pid = 10,
							  .tid = 10,
							  .start = 0x400000,
							  .size = 0x1000,
							  .build_id = { 20, "12345678901234567890" },
							  .name = "/bin/cat" });
	perf_builder_mmap(b, &(struct perf_builder_map){ .pid = UINT32_MAX,
							 .start = 0xffffffff81000000,
							 .size = 0x1000000,
							 .pgoff = 0xffffffff81000000,
							 .misc = RECORD_MISC_KERNEL,
							 .name = "[kernel.kallsyms]_text" });
	perf_builder_sample(b, &(struct perf_builder_sample){ .misc = RECORD_MISC_KERNEL,
							      .ip = 0xffffffff81000010,
							      .period = 5,
							      .chain = chain,
							      .n_chain = 5 });
	perf_builder_fork(b, 11, 10, 11, 10);
	perf_builder_lost(b, 7, 3);
	perf_builder_finished_round(b);
	perf_builder_exit(b, 11, 10, 11, 10);
}

static void perf_data_seed(const char *folder, const char *name, unsigned flags, uint32_t compressed_type)
{
	struct perf_builder b;
	const struct buffer *file;

	perf_builder_init(&b, flags);
	perf_builder_event(&b, &attr, "cpu-clock", (uint64_t[]){ 7, 8 }, 2);
	perf_builder_compress_begin(&b);
	put_records(&b);
	if (compressed_type) {
		perf_builder_compress_end(&b, compressed_type, 1, 0);
		perf_builder_feature_compressed(&b, 1, 2, 1 << 20);
	}
	perf_builder_feature_string(&b, FEATURE_HOSTNAME, "host");
	perf_builder_feature_event_desc(&b);
	perf_builder_feature_sample_time(&b, 1000, 1000);
	perf_builder_feature_build_id(&b, RECORD_MISC_USER, -1, &(struct build_id){ 20, "12345678901234567890" },
				      "/bin/cat");
	file = perf_builder_finish(&b);
	if (!file)
		exit(1);
	seed_write(folder, name, file->data, file->size);
	perf_builder_fini(&b);
}

/* One record of every type, and every feature. */
static void everything_seed(const char *folder, const char *name, unsigned flags)
{
	struct perf_builder b;
	const struct buffer *file;

	perf_builder_init(&b, flags);
	records_sample_event(&b);
	records_sample_kernel(&b);
	records_sample_recorder(&b);
	for (unsigned bit = 0; bit < FILE_FEATURE_BITS; bit++) {
		struct buffer data;

		buffer_init(&data);
		data.swap = flags & PERF_BUILDER_SWAP;
		if (features_sample(&data, bit))
			perf_builder_feature(&b, bit, data.data, data.size);
		buffer_fini(&data);
	}
	file = perf_builder_finish(&b);
	if (!file)
		exit(1);
	seed_write(folder, name, file->data, file->size);
	perf_builder_fini(&b);
}

/* --- what the other targets' comments say of their input ------------------------- */

/* The bytes at data after `n` bytes of a head. */
static void headed_seed(const char *folder, const char *name, const void *head, size_t n, const void *data, size_t size)
{
	struct buffer b;

	buffer_init(&b);
	buffer_append(&b, head, n);
	buffer_append(&b, data, size);
	seed_write(folder, name, b.data, b.size);
	buffer_fini(&b);
}

static void pipe_seed(const char *folder, const char *name, unsigned flags)
{
	uint8_t order = flags & PERF_BUILDER_SWAP;
	struct perf_builder b;
	const struct buffer *file;

	perf_builder_init(&b, PERF_BUILDER_PIPE | flags);
	records_sample_event(&b);
	records_sample_recorder(&b);
	put_records(&b);
	file = perf_builder_finish(&b);
	headed_seed(folder, name, &order, 1, file->data + FILE_PIPE_HEADER_SIZE, file->size - FILE_PIPE_HEADER_SIZE);
	perf_builder_fini(&b);
}

/* The samples of records_sample_kernel. */
static void sample_seeds(const char *folder)
{
	struct perf_builder b;
	struct buffer head;
	size_t pos = 0;

	perf_builder_init(&b, 0);
	records_sample_event(&b);
	records_sample_kernel(&b);
	buffer_init(&head);
	buffer_put_u64(&head, records_sample_attr.sample_type);
	buffer_put_u64(&head, records_sample_attr.flags);
	buffer_put_u64(&head, records_sample_attr.read_format);
	buffer_put_u64(&head, records_sample_attr.branch_sample_type);
	buffer_put_u64(&head, records_sample_attr.sample_regs_user);
	buffer_put_u64(&head, records_sample_attr.sample_regs_intr);
	buffer_put_u8(&head, 0);
	while (pos < b.records.size) {
		uint16_t size = load_u16(b.records.data + pos + 6);

		if (load_u32(b.records.data + pos) == PERF_RECORD_SAMPLE)
			headed_seed(folder, "all-fields", head.data, head.size,
				    b.records.data + pos + RECORD_HEADER_SIZE, size - RECORD_HEADER_SIZE);
		pos += size;
	}
	buffer_fini(&head);
	perf_builder_fini(&b);
}

static void features_seeds(const char *folder)
{
	for (unsigned bit = 0; bit < FILE_FEATURE_BITS; bit++) {
		uint8_t head[2] = { (uint8_t)bit, bit & 1 };
		struct buffer data;
		char name[32];

		buffer_init(&data);
		data.swap = head[1];
		snprintf(name, sizeof(name), "feature-%u", bit);
		if (features_sample(&data, bit))
			headed_seed(folder, name, head, sizeof(head), data.data, data.size);
		buffer_fini(&data);
	}
}

/* A program of two steps on the same records. */
static void compressed_seed(const char *folder, const char *name, uint8_t first, uint8_t second)
{
	static const struct event_attr timed = { .size = ATTR_SIZE_VER7,
						 .flags = ATTR_SAMPLE_ID_ALL,
						 .sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME };
	struct perf_builder b;
	struct buffer program;

	perf_builder_init(&b, 0);
	perf_builder_event(&b, &timed, "cycles", NULL, 0);
	perf_builder_comm(&b, 10, 10, "cat", 0);
	perf_builder_sample(&b, &(struct perf_builder_sample){ .misc = RECORD_MISC_USER, .ip = 0x400100 });
	buffer_init(&program);
	buffer_put_u8(&program, 0);
	for (int i = 0; i < 2; i++) {
		buffer_put_u8(&program, i ? second : first);
		buffer_put_u16(&program, (uint16_t)b.records.size);
		buffer_append(&program, b.records.data, b.records.size);
	}
	seed_write(folder, name, program.data, program.size);
	buffer_fini(&program);
	perf_builder_fini(&b);
}

static const char trace_format[] = "name: count\nID: 314\nformat:\n"
				   "\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
				   "\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n"
				   "\tfield:int n;\toffset:8;\tsize:4;\tsigned:1;\n"
				   "\tfield:__data_loc char[] word;\toffset:12;\tsize:4;\tsigned:0;\n\n"
				   "print fmt: \"n=%d %s %s %s\", REC->n, __get_str(word), "
				   "__print_flags(REC->n & 7, \"|\", { 1, \"one\" }, { 2, \"two\" }), "
				   "__print_symbolic(REC->n >> 1, { 0, \"zero\" }, { 21, \"half\" })\n";

static void tracing_seed(const char *folder)
{
	static const struct tracing_text text = { trace_format, sizeof(trace_format) - 1 };
	static const struct tracing_system system = { "test", &text, 1 };
	static const struct tracing_data data = { .page_size = 4096,
						  .header_page = { "\tfield: u64 timestamp;\toffset:0;\tsize:8;\n",
								   42 },
						  .header_event = { "# none", 6 },
						  .systems = &system,
						  .n_systems = 1,
						  .printk_formats = { "0xffffffff82000000 : \"text\"\n", 28 } };
	struct buffer section, head;

	buffer_init(&section);
	buffer_init(&head);
	tracing_data_encode(&section, &data);
	buffer_put_u16(&head, 20);
	buffer_put_u32(&head, 314);
	buffer_put_u32(&head, 10);
	buffer_put_u32(&head, 42);
	buffer_put_u32(&head, 16 | 4 << 16);
	buffer_append(&head, "abc", 4);
	headed_seed(folder, "event", head.data, head.size, section.data, section.size);
	buffer_fini(&section);
	buffer_fini(&head);
}

static void text_seeds(const char *kallsyms, const char *perf_map)
{
	static const char symbols[] = "\003ffffffff81000000 T _stext\nffffffff81000000 T _text\n"
				      "ffffffff81000100 t one\nffffffff81000100 W one_alias\nffffffff81000200 D data\n"
				      "ffffffffc0000000 t init_module\t[ext4]\nffffffffc0000010 t f\t[ext4]\n";
	static const char map[] =
		"400000 100 one\n400080 100 two, inside\n0x500000 10 a name with spaces\n400000 100 anew\n";

	seed_write(kallsyms, "kernel", symbols, sizeof(symbols) - 1);
	seed_write(perf_map, "jit", map, sizeof(map) - 1);
}

static void elf_seed(const char *folder, const char *name, bool is_64, bool big_endian, uint8_t how)
{
	static const uint8_t code[256];
	struct elf_builder b;
	unsigned text;

	elf_builder_init(&b, is_64, big_endian, ET_DYN, is_64 ? EM_X86_64 : EM_ARM);
	text = elf_builder_section(&b, ".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 0x400, code, sizeof(code));
	elf_builder_section(&b, ".plt", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 0x600, code, 64);
	/* By which a kernel's file is found to be the recorded one. */
	elf_builder_symbol(&b, ELF_BUILDER_SYMTAB, "_text", 0x400, 0, ELF64_ST_INFO(STB_GLOBAL, STT_NOTYPE), text);
	elf_builder_symbol(&b, ELF_BUILDER_SYMTAB, "main", 0x400, 16, ELF64_ST_INFO(STB_GLOBAL, STT_FUNC), text);
	elf_builder_symbol(&b, ELF_BUILDER_SYMTAB, "_ZN1a1bEv", 0x410, 32, ELF64_ST_INFO(STB_LOCAL, STT_FUNC), text);
	elf_builder_symbol(&b, ELF_BUILDER_SYMTAB, "alias", 0x410, 0, ELF64_ST_INFO(STB_WEAK, STT_FUNC), text);
	elf_builder_symbol(&b, ELF_BUILDER_DYNSYM, "puts", 0, 0, ELF64_ST_INFO(STB_GLOBAL, STT_FUNC), 0);
	elf_builder_build_id(&b, &(struct build_id){ 20, "12345678901234567890" });
	elf_builder_load(&b, 0, 0, 0x700);
	elf_builder_finish(&b);
	headed_seed(folder, name, &how, 1, b.out.data, b.out.size);
	elf_builder_fini(&b);
}

/* A stripped Go program, of the table of Go 1.20: one function of 32 bytes. */
static void go_seed(const char *folder)
{
	static const uint8_t code[64];
	const uint64_t words[] = { 1, 0, 0x400, 0x48, 0, 0, 0, 0x58 };
	const uint32_t functab[] = { 0, 12, 32, 0, 1 };
	struct elf_builder elf;
	struct buffer b;

	buffer_init(&b);
	buffer_put_u32(&b, 0xfffffff1);
	buffer_put_u32(&b, 0x08010000);
	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		buffer_put_u64(&b, words[i]);
	buffer_append(&b, "\0main.main\0\0\0\0\0", 16);
	for (size_t i = 0; i < ARRAY_SIZE(functab); i++)
		buffer_put_u32(&b, functab[i]);
	elf_builder_init(&elf, true, false, ET_EXEC, EM_X86_64);
	elf_builder_section(&elf, ".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 0x400, code, sizeof(code));
	elf_builder_section(&elf, ".gopclntab", SHT_PROGBITS, SHF_ALLOC, 0x500, b.data, b.size);
	elf_builder_load(&elf, 0, 0, 0x700);
	elf_builder_finish(&elf);
	headed_seed(folder, "go-stripped", &(uint8_t){ 1 }, 1, elf.out.data, elf.out.size);
	elf_builder_fini(&elf);
	buffer_fini(&b);
}

/* A few programs, so that each kind of record is met. */
static void built_seeds(const char *folder)
{
	for (uint8_t n = 0; n < 12; n++) {
		uint8_t program[400] = { n % 4 | (n & 1 ? 16 : 0), n, n % 3, n };
		char name[16];

		for (size_t i = 7; i < sizeof(program); i++)
			program[i] = (uint8_t)((i * (n + 3) * 2654435761u) >> 13);
		snprintf(name, sizeof(name), "program-%u", n);
		seed_write(folder, name, program, sizeof(program));
	}
}

/* For the targets of commands: files of the folder perf_data, after the byte that chooses options. */
static void command_seeds(const char *folder)
{
	for (uint8_t how = 0; how < 4; how++) {
		static const unsigned flags[] = { 0, PERF_BUILDER_SWAP, PERF_BUILDER_PIPE, PERF_BUILDER_UNFINISHED };
		const struct buffer *file;
		struct perf_builder b;
		char name[32];

		perf_builder_init(&b, flags[how]);
		perf_builder_event(&b, &attr, "cpu-clock", (uint64_t[]){ 7, 8 }, 2);
		put_records(&b);
		perf_builder_feature_string(&b, FEATURE_ARCH, "x86_64");
		file = perf_builder_finish(&b);
		snprintf(name, sizeof(name), "options-%u", how);
		headed_seed(folder, name, &how, 1, file->data, file->size);
		perf_builder_fini(&b);
	}
}

/* The first byte is the set of options. */
static void stat_seeds(const char *folder)
{
	static const char *const names[] = { "stat-cpus", "stat-cpus-swapped", "stat-threads", "stat-strange" };

	for (uint8_t how = 0; how < ARRAY_SIZE(names); how++) {
		struct perf_builder b;
		const struct buffer *file = fixture_make(fixture_find(names[how]), &b);

		headed_seed(folder, names[how], &how, 1, file->data, file->size);
		perf_builder_fini(&b);
	}
}

/* What the sets of options of prec report are of (fuzz_commands.c). All bytes choose one: one more chooses another. */
static void report_seeds(const char *folder)
{
	static const char *const names[] = { "branches", "branch-history", "call-stacks", "chains",
					     "group",    "memory",         "off-cpu",     "switches" };
	static const uint8_t more[ARRAY_SIZE(names)] = { 1, [4] = 5 };

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		struct perf_builder b;
		const struct buffer *file = fixture_make(fixture_find(names[i]), &b);
		struct buffer seed;

		buffer_init(&seed);
		buffer_append(&seed, file->data, file->size);
		buffer_put_u8(&seed, more[i]);
		seed_write(folder, names[i], seed.data, seed.size);
		buffer_fini(&seed);
		perf_builder_fini(&b);
	}
}

/* Streams that are stored, so that what is changed in one is not lost in zstd; and one recording as users have it. */
static void archive_seed(const char *folder, const char *name, int level)
{
	struct archive_outcome outcome;
	struct error err = ERROR_INIT;
	struct perf_file *file;
	struct perf_builder b;
	const struct buffer *recording = fixture_make(fixture_find(name), &b);
	struct buffer seed;
	int to = built_fd("", 0);

	buffer_init(&seed);
	if (perf_file_open(&file, built_fd(recording->data, recording->size), &err) ||
	    archive_write(file, to, level, 1, &outcome, &err) || !buffer_reserve(&seed, outcome.archive_size) ||
	    pread(to, seed.data, outcome.archive_size, 0) != (ssize_t)outcome.archive_size)
		exit(1);
	seed_write(folder, name, seed.data, outcome.archive_size);
	buffer_fini(&seed);
	close(to);
	perf_file_close(file);
	perf_builder_fini(&b);
}

static void archive_seeds(const char *folder)
{
	static const char *const stored[] = { "flat", "chains-swapped", "branches", "memory", "group", "stacks" };

	for (size_t i = 0; i < ARRAY_SIZE(stored); i++)
		archive_seed(folder, stored[i], 0);
	archive_seed(folder, "chains", 9);
}

static const char *in(char *path, const char *root, const char *name)
{
	snprintf(path, 4096, "%s/%s", root, name);
	return path;
}

static void target_seeds(const char *root)
{
	static const char *const command_targets[] = { "convert", "dump", "recover", "script" };
	char path[4096], other[4096];

	archive_seeds(in(path, root, "archive"));
	pipe_seed(in(path, root, "pipe"), "records", 0);
	pipe_seed(path, "records-other-order", PERF_BUILDER_SWAP);
	sample_seeds(in(path, root, "sample"));
	features_seeds(in(path, root, "features"));
	in(path, root, "compressed");
	compressed_seed(path, "frames", 0, 8 | 16);
	compressed_seed(path, "stream", 1, 1 | 16);
	compressed_seed(path, "cut-frame", 32, 3);
	compressed_seed(path, "repeated", 4, 2);
	text_seeds(in(path, root, "kallsyms"), in(other, root, "perf_map"));
	seeds_jitdump(in(path, root, "jitdump"));
	tracing_seed(in(path, root, "tracing"));
	in(path, root, "elf");
	elf_seed(path, "user", true, false, 1);
	elf_seed(path, "user-32-big-endian", false, true, 2);
	elf_seed(path, "kernel", true, false, 4);
	elf_seed(path, "module", true, false, 8);
	go_seed(in(path, root, "elf"));
	seeds_unwind(in(path, root, "unwind"));
	seeds_code(in(path, root, "code"));
	seeds_gopclntab(in(path, root, "gopclntab"));
	seeds_bundle(in(path, root, "bundle"));
	built_seeds(in(path, root, "built"));
	seeds_simpleperf(in(path, root, "simpleperf"));
	stat_seeds(in(path, root, "stat"));
	report_seeds(in(path, root, "report"));
	seeds_directory(in(path, root, "directory"));
	for (size_t i = 0; i < ARRAY_SIZE(command_targets); i++)
		command_seeds(in(path, root, command_targets[i]));
}

int main(int argc, char **argv)
{
	char folder[4096];

	if (argc != 2)
		return 2;
	mkdir(argv[1], 0777);
	snprintf(folder, sizeof(folder), "%s/attr", argv[1]);
	attr_seeds(folder);
	snprintf(folder, sizeof(folder), "%s/perf_data", argv[1]);
	perf_data_seed(folder, "file", 0, 0);
	perf_data_seed(folder, "file-other-order", PERF_BUILDER_SWAP, 0);
	perf_data_seed(folder, "file-version-1", PERF_BUILDER_V1, 0);
	perf_data_seed(folder, "file-unfinished", PERF_BUILDER_UNFINISHED, 0);
	perf_data_seed(folder, "file-compressed", 0, PERF_RECORD_COMPRESSED);
	perf_data_seed(folder, "file-compressed2", 0, PERF_RECORD_COMPRESSED2);
	perf_data_seed(folder, "pipe", PERF_BUILDER_PIPE, 0);
	perf_data_seed(folder, "pipe-other-order", PERF_BUILDER_PIPE | PERF_BUILDER_SWAP, 0);
	target_seeds(argv[1]);
	snprintf(folder, sizeof(folder), "%s/perf_data", argv[1]);
	everything_seed(folder, "everything", 0);
	everything_seed(folder, "everything-other-order", PERF_BUILDER_SWAP);
	everything_seed(folder, "everything-pipe", PERF_BUILDER_PIPE);
	return 0;
}
