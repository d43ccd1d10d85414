/*
 * code_files x86|arm64|branches: in this folder a program, prog, without debug information, and perf.data, with samples
 * of two events in it: in a function and its part elsewhere, at a byte that is no instruction, and within an
 * instruction. branches: x86 with branch stacks, of a loop in hot, and of the way to hot.cold and back.
 */
#include "tests/support/elf_builder.h"
#include "tests/support/perf_builder.h"

#include <stdio.h>
#include <string.h>

#define PID         10
#define TEXT        0x1000
#define LOADED      0x400000
#define SAMPLE_TYPE (PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_PERIOD | PERF_SAMPLE_IDENTIFIER)

/* hot: nop; push; je hot; jmp hot.cold; no instruction; ret. hot.cold: call hot; lock inc; ret */
static const uint8_t x86[] = { 0x90, 0x55, 0x74, 0xfc, 0xe9, 0x07, 0x00, 0x00, 0x00, 0x06, 0xc3, 0x00, 0x00,
			       0x00, 0x00, 0x00, 0xe8, 0xeb, 0xff, 0xff, 0xff, 0xf0, 0xff, 0x00, 0xc3 };

/* hot: nop; b.eq hot; b hot.cold; no instruction. hot.cold: bl hot; ret */
static const uint8_t arm64[] = { 0x1f, 0x20, 0x03, 0xd5, 0xe0, 0xff, 0xff, 0x54, 0x02, 0x00, 0x00, 0x14,
				 0xff, 0xff, 0xff, 0xff, 0xfc, 0xff, 0xff, 0x97, 0xc0, 0x03, 0x5f, 0xd6 };

static bool write_program(bool is_x86)
{
	const uint8_t *code = is_x86 ? x86 : arm64;
	size_t size = is_x86 ? sizeof(x86) : sizeof(arm64), hot = is_x86 ? 11 : 16;
	const unsigned function = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC);
	struct elf_builder b;
	unsigned text;
	FILE *f = fopen("prog", "wb");
	bool good;

	elf_builder_init(&b, true, false, ET_DYN, is_x86 ? EM_X86_64 : EM_AARCH64);
	text = elf_builder_section(&b, ".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, TEXT, code, size);
	elf_builder_symbol(&b, ELF_BUILDER_SYMTAB, "hot", TEXT, hot, function, text);
	elf_builder_symbol(&b, ELF_BUILDER_SYMTAB, "hot.cold", TEXT + 16, size - 16, function, text);
	elf_builder_load(&b, TEXT, TEXT, size);
	elf_builder_finish(&b);
	good = f && fwrite(b.out.data, 1, b.out.size, f) == b.out.size;
	if (f && fclose(f))
		good = false;
	elf_builder_fini(&b);
	return good;
}

/* The newest first: mispredicted or not, with cycles. */
static const struct perf_builder_branch branches[] = {
	{ LOADED + 2, LOADED, 2 | 6 << 4 },
	{ LOADED + 2, LOADED, 1 | 10 << 4 },
	{ LOADED + 16, LOADED, 2 | 3 << 4 },
	{ LOADED + 4, LOADED + 16, 2 | 4 << 4 },
};

static void sample(struct perf_builder *b, int event, uint64_t offset, uint64_t period)
{
	b->at.event = event;
	b->at.id = (uint64_t)event + 1;
	b->at.time += 1000;
	perf_builder_sample(b, &(struct perf_builder_sample){ .misc = RECORD_MISC_USER,
							      .ip = LOADED + offset,
							      .period = period,
							      .branches = branches,
							      .n_branches = sizeof(branches) / sizeof(*branches) });
}

static bool write_recording(bool is_x86, bool with_branches)
{
	struct event_attr attr = { .type = PERF_TYPE_HARDWARE,
				   .size = ATTR_SIZE_VER7,
				   .sample_type = SAMPLE_TYPE,
				   .flags = ATTR_SAMPLE_ID_ALL | ATTR_MMAP2 | ATTR_COMM };
	struct event_attr misses = attr;
	struct perf_builder_map map = { .pid = PID,
					.tid = PID,
					.prot = 5,
					.flags = 2,
					.start = LOADED,
					.size = 0x1000,
					.pgoff = TEXT,
					.name = "/prog" };
	struct perf_builder b;
	bool good;

	if (with_branches) {
		attr.sample_type |= PERF_SAMPLE_BRANCH_STACK;
		attr.branch_sample_type = PERF_SAMPLE_BRANCH_USER | PERF_SAMPLE_BRANCH_ANY;
	}
	perf_builder_init(&b, 0);
	perf_builder_event(&b, &attr, "cycles", (uint64_t[]){ 1 }, 1);
	misses.config = PERF_COUNT_HW_CACHE_MISSES;
	perf_builder_event(&b, &misses, "misses", (uint64_t[]){ 2 }, 1);
	b.at = (struct perf_builder_at){ .id = 1, .pid = PID, .tid = PID, .time = 1000 };
	perf_builder_comm(&b, PID, PID, "prog", 0);
	perf_builder_mmap2(&b, &map);
	sample(&b, 0, 0, 1000);
	sample(&b, 0, 4, 2000);
	sample(&b, 0, is_x86 ? 6 : 4, 1000);
	sample(&b, 0, is_x86 ? 9 : 12, 3000);
	sample(&b, 0, 16, 500);
	sample(&b, 1, 4, 10);
	sample(&b, 1, is_x86 ? 24 : 20, 30);
	perf_builder_feature_event_desc(&b);
	good = perf_builder_write(&b, "perf.data");
	perf_builder_fini(&b);
	return good;
}

int main(int argc, char **argv)
{
	bool with_branches = argc == 2 && !strcmp(argv[1], "branches");
	bool is_x86 = with_branches || (argc == 2 && !strcmp(argv[1], "x86"));

	return write_program(is_x86) && write_recording(is_x86, with_branches) ? 0 : 1;
}
