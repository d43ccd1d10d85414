/*
 * shared_files FOLDER: recordings that give several workers the same things to do at the same time, in all forms a file
 * has: FOLDER/plain, swapped, frames, stream, pipe; and FOLDER/many, in which each of two workers has rows to make.
 *
 * Each of a few files is mapped with its build-id in one process and without in others, and has it in the list of
 * build-ids: two dsos whose symbols are the same. The files are below FOLDER/root, for --symfs, with symbols enough
 * that they take their time to load; FOLDER/kallsyms has those of the kernel. There are as many samples as fill several
 * blocks, and mappings that change among them.
 */
#include "tests/support/elf_builder.h"
#include "tests/support/perf_builder.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#define FILES     6
#define SYMBOLS   8000u
#define TEXT      0x1000u /* where the functions begin, in the file and in its mapping */
#define SIZE      16u     /* of a function */
#define TEXT_SIZE (SYMBOLS * SIZE)

#define KERNEL         0xffffffff81000000ull
#define KERNEL_SYMBOLS 1000u
#define MODULE         0xffffffffc0000000ull

#define SAMPLES 6000u
#define MANY    12600u
#define CHANGES 8    /* of the mappings; frames, too, end there */
#define USED    200u /* of each file's functions */

/* Distinct ones, all of them in each of the processes: 3 does not divide their number. */
#define CHAINS      751u
#define MANY_CHAINS 2101u

static const struct event_attr attr = { .type = PERF_TYPE_SOFTWARE,
					.size = ATTR_SIZE_VER7,
					.sample_period = 1000,
					.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
						       PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD | PERF_SAMPLE_CALLCHAIN,
					.flags = ATTR_SAMPLE_ID_ALL | ATTR_MMAP2 | ATTR_COMM };

static const uint32_t pids[] = { 10, 20, 30 };

static const struct {
	const char *name;
	unsigned flags;
	enum { WHOLE, FRAMES, STREAM } compression;
	uint32_t n_samples;
	uint32_t n_chains;
} forms[] = {
	{ "plain", 0, WHOLE, SAMPLES, CHAINS },
	{ "swapped", PERF_BUILDER_SWAP, WHOLE, SAMPLES, CHAINS },
	{ "frames", 0, FRAMES, SAMPLES, CHAINS },
	{ "stream", 0, STREAM, SAMPLES, CHAINS },
	{ "pipe", PERF_BUILDER_PIPE, WHOLE, SAMPLES, CHAINS },
	{ "many", 0, WHOLE, MANY, MANY_CHAINS },
};

static void file_name(char *name, size_t size, unsigned file)
{
	snprintf(name, size, "/file%u.so", file);
}

static uint64_t file_start(unsigned file)
{
	return 0x10000000 + (uint64_t)file * 0x1000000;
}

static struct build_id file_build_id(unsigned file)
{
	return (struct build_id){ .size = 20, .data = { 0xab, (uint8_t)file } };
}

static bool write_bytes(const char *folder, const char *name, const void *data, size_t size)
{
	char path[4096];
	bool good;
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	f = fopen(path, "wb");
	good = f && fwrite(data, 1, size, f) == size;
	return f && !fclose(f) && good;
}

/* Functions file0::f1000(), file0::f1001() ... as C++ has them, one after the other. */
static bool write_file(const char *folder, unsigned file)
{
	static uint8_t code[TEXT_SIZE];
	struct build_id id = file_build_id(file);
	struct elf_builder b;
	char name[64];
	unsigned text;
	bool good;

	elf_builder_init(&b, true, false, ET_DYN, EM_X86_64);
	elf_builder_load(&b, TEXT, TEXT, TEXT_SIZE);
	text = elf_builder_section(&b, ".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, TEXT, code, sizeof(code));
	elf_builder_build_id(&b, &id);
	for (unsigned i = 0; i < SYMBOLS; i++) {
		snprintf(name, sizeof(name), "_ZN5file%u5f%uEv", file, 1000 + i);
		elf_builder_symbol(&b, ELF_BUILDER_SYMTAB, name, TEXT + (uint64_t)i * SIZE, SIZE,
				   ELF64_ST_INFO(STB_GLOBAL, STT_FUNC), text);
	}
	elf_builder_finish(&b);
	memcpy(name, "root", 4);
	file_name(name + 4, sizeof(name) - 4, file);
	good = write_bytes(folder, name, b.out.data, b.out.size);
	elf_builder_fini(&b);
	return good;
}

static bool write_kallsyms(const char *folder)
{
	struct buffer b;
	char line[64];
	bool good;

	buffer_init(&b);
	for (unsigned i = 0; i < 2 * KERNEL_SYMBOLS; i++) {
		bool module = i >= KERNEL_SYMBOLS;
		uint64_t start = module ? MODULE + (i - KERNEL_SYMBOLS) * SIZE : KERNEL + i * SIZE;

		if (i)
			snprintf(line, sizeof(line), "%" PRIx64 " t kernel%u%s\n", start, i,
				 module ? "\t[shared]" : "");
		else
			snprintf(line, sizeof(line), "%" PRIx64 " T _text\n", start);
		buffer_append(&b, line, strlen(line));
	}
	good = buffer_ok(&b) && write_bytes(folder, "kallsyms", b.data, b.size);
	buffer_fini(&b);
	return good;
}

static void build_map(struct perf_builder *b, const char *name, uint64_t start, uint64_t size, uint64_t pgoff,
		      const struct build_id *build_id)
{
	struct perf_builder_map map = { .pid = b->at.pid,
					.tid = b->at.tid,
					.start = start,
					.size = size,
					.pgoff = pgoff,
					.prot = 5,
					.misc = b->at.pid == UINT32_MAX ? RECORD_MISC_KERNEL : RECORD_MISC_USER,
					.name = name };

	if (build_id)
		map.build_id = *build_id;
	b->at.time += 1000;
	perf_builder_mmap2(b, &map);
}

/* All files of a process, each where it was or, with `shift`, where another one was. */
static void build_maps(struct perf_builder *b, uint32_t pid, unsigned shift)
{
	char name[32];

	b->at.pid = b->at.tid = pid;
	for (unsigned file = 0; file < FILES; file++) {
		struct build_id id = file_build_id(file);

		file_name(name, sizeof(name), file);
		build_map(b, name, file_start((file + shift) % FILES), TEXT_SIZE, TEXT, pid == pids[0] ? &id : NULL);
	}
	build_map(b, "[vdso]", 0x7fff00000000, 0x2000, 0, NULL);
}

static void build_kernel(struct perf_builder *b)
{
	const struct build_id id = { .size = 20, .data = { 0xcd } };

	b->at.pid = b->at.tid = UINT32_MAX;
	build_map(b, "[kernel.kallsyms]_text", KERNEL, KERNEL_SYMBOLS * SIZE, KERNEL, NULL);
	build_map(b, "[shared]", MODULE, KERNEL_SYMBOLS * SIZE, 0, NULL);
	perf_builder_feature_build_id(b, RECORD_MISC_KERNEL, -1, &id, "[kernel.kallsyms]");
}

static void build_sample(struct perf_builder *b, uint32_t i, uint32_t n_chains)
{
	uint32_t which = i % n_chains;
	bool user = which % 2;
	uint64_t chain[16] = { CALLCHAIN_KERNEL, KERNEL + which % KERNEL_SYMBOLS * SIZE, MODULE + which % 7 * SIZE + 3,
			       KERNEL + which % 11 * SIZE + 5, CALLCHAIN_USER };
	uint64_t n = 5;

	for (unsigned depth = 0; depth < 6; depth++)
		chain[n++] =
			file_start((which + depth) % FILES) + (uint64_t)(which / (depth + 1)) % USED * SIZE + depth;
	b->at.pid = b->at.tid = pids[i % 3];
	b->at.cpu = i % 4;
	b->at.time += 1000;
	perf_builder_sample(b, &(struct perf_builder_sample){ .misc = user ? RECORD_MISC_USER : RECORD_MISC_KERNEL,
							      .ip = user ? chain[5] : chain[1],
							      .period = 1000,
							      .chain = user ? chain + 4 : chain,
							      .n_chain = user ? n - 4 : n });
}

static void build_samples(struct perf_builder *b, int compression, uint32_t n, uint32_t n_chains)
{
	char comm[24];

	for (uint32_t i = 0; i < n; i++) {
		if (i % (n / CHANGES) == 0) {
			if (i && compression == FRAMES)
				perf_builder_compress_end(b, PERF_RECORD_COMPRESSED, 1, 0);
			if (!i || compression == FRAMES)
				perf_builder_compress_begin(b);
			snprintf(comm, sizeof(comm), "changes%u", i / (n / CHANGES));
			perf_builder_comm(b, pids[2], pids[2], comm, 0);
			build_maps(b, pids[2], i / (n / CHANGES));
		}
		build_sample(b, i, n_chains);
	}
	if (compression == FRAMES)
		perf_builder_compress_end(b, PERF_RECORD_COMPRESSED, 1, 0);
	else if (compression == STREAM)
		perf_builder_compress_stream_end(b, 1, 10000);
	if (compression != WHOLE)
		perf_builder_feature_compressed(b, 1, 2, 1 << 20);
}

static bool write_recording(const char *folder, size_t form)
{
	struct perf_builder b;
	char path[4096], name[32];
	bool good;

	perf_builder_init(&b, forms[form].flags);
	perf_builder_event(&b, &attr, "cpu-clock", (uint64_t[]){ 7 }, 1);
	b.at = (struct perf_builder_at){ .id = 7, .time = 1000 };
	perf_builder_comm(&b, pids[0], pids[0], "with", 0);
	perf_builder_comm(&b, pids[1], pids[1], "without", 0);
	build_kernel(&b);
	build_maps(&b, pids[0], 0);
	build_maps(&b, pids[1], 0);
	build_samples(&b, forms[form].compression, forms[form].n_samples, forms[form].n_chains);
	for (unsigned file = 0; file < FILES; file++) {
		struct build_id id = file_build_id(file);

		file_name(name, sizeof(name), file);
		perf_builder_feature_build_id(&b, RECORD_MISC_USER, -1, &id, name);
	}
	snprintf(path, sizeof(path), "%s/%s", folder, forms[form].name);
	good = perf_builder_finish(&b) && perf_builder_write(&b, path);
	perf_builder_fini(&b);
	return good;
}

int main(int argc, char **argv)
{
	char path[4096];
	bool good;

	if (argc != 2) {
		fputs("usage: shared_files FOLDER\n", stderr);
		return 2;
	}
	snprintf(path, sizeof(path), "%s/root", argv[1]);
	mkdir(argv[1], 0777);
	mkdir(path, 0777);
	good = write_kallsyms(argv[1]);
	for (unsigned file = 0; file < FILES && good; file++)
		good = write_file(argv[1], file);
	for (size_t form = 0; form < ARRAY_SIZE(forms) && good; form++)
		good = write_recording(argv[1], form);
	if (!good)
		perror(argv[1]);
	return !good;
}
