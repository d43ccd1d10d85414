/* Code in, instructions out, by processes; also of bytes that are no code. */
#include "report/annotate/disasm.h"

#include "tests/support/random.h"
#include "tests/support/test.h"

#include <elf.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static const struct disasm_machine x86_64 = { .machine = EM_X86_64, .is_64 = true };

static void start(struct disasm *d, enum disasm_choice choice, void (*confine)(void))
{
	const struct disasm_worker_options options = { .choice = choice, .confine = confine };

	CHECK_EQ_I64(disasm_start(d, 2, &options), 0);
	if (!*disasm_name(d)) {
		disasm_stop(d);
		test_skip("no such disassembler is here");
	}
}

static void disassemble(struct disasm *d, unsigned seat, const struct disasm_code *code, struct disasm_list *list)
{
	disasm_begin(d, seat, code);
	CHECK_EQ_I64(disasm_finish(d, seat, code, list), 0);
}

/* One after the other without a gap, up to the end. */
static void check_whole(const struct disasm_list *l, size_t size)
{
	uint32_t at = 0;

	for (uint32_t i = 0; i < l->n; i++) {
		CHECK_EQ_U64(l->list[i].offset, at);
		at += l->list[i].size;
	}
	CHECK_EQ_U64(at, size);
	CHECK_EQ_U64(l->end, size);
}

static void random_bytes(uint8_t *bytes, size_t size, uint64_t seed)
{
	uint64_t state = RANDOM_FIRST + seed;

	for (size_t i = 0; i < size; i++)
		bytes[i] = (uint8_t)(random_next(&state) >> 32);
}

/* Larger than a request, so that pieces are put together. */
static void check_hostile(enum disasm_choice choice, uint16_t machine)
{
	struct disasm_list list = { 0 };
	size_t size = 50000;
	uint8_t *bytes = malloc(size);
	struct disasm d;

	start(&d, choice, NULL);
	CHECK(bytes);
	for (uint64_t seed = 1; seed <= 20; seed++) {
		const struct disasm_code code = { .machine = { .machine = machine, .is_64 = true, .intel = seed & 1 },
						  .address = seed << 60,
						  .bytes = bytes,
						  .size = size };

		random_bytes(bytes, size, seed);
		disassemble(&d, seed & 1, &code, &list);
		check_whole(&list, size);
	}
	CHECK_EQ_U64(d.n_died, 0);
	disasm_list_fini(&list);
	disasm_stop(&d);
	free(bytes);
}

TEST(random_bytes_are_taken_by_llvm)
{
	check_hostile(DISASM_LLVM, EM_X86_64);
	check_hostile(DISASM_LLVM, EM_AARCH64);
}

TEST(random_bytes_are_taken_by_capstone)
{
	check_hostile(DISASM_CAPSTONE, EM_X86_64);
	check_hostile(DISASM_CAPSTONE, EM_AARCH64);
}

/* At every size, the end cuts the last instruction off. */
TEST(a_piece_ends_anywhere)
{
	struct disasm_list list = { 0 };
	uint8_t bytes[64];
	struct disasm d;

	start(&d, DISASM_BEST, NULL);
	random_bytes(bytes, sizeof(bytes), 5);
	for (size_t size = 1; size <= sizeof(bytes); size++) {
		const struct disasm_code code = { .machine = x86_64, .bytes = bytes, .size = size };

		disassemble(&d, 0, &code, &list);
		check_whole(&list, size);
	}
	disasm_list_fini(&list);
	disasm_stop(&d);
}

static void check_references(enum disasm_choice choice)
{
	/* je -2; call +5; mov 0x10(%rip),%rax; a byte that is no instruction; lock incl (%rax) */
	static const uint8_t bytes[] = { 0x74, 0xfe, 0xe8, 5, 0, 0,    0,    0x48, 0x8b,
					 0x05, 0x10, 0,    0, 0, 0x06, 0xf0, 0xff, 0x00 };
	const struct disasm_code code = { .machine = x86_64, .address = 0x1000, .bytes = bytes, .size = sizeof(bytes) };
	struct disasm_list list = { 0 };
	struct disasm d;

	start(&d, choice, NULL);
	disassemble(&d, 1, &code, &list);
	CHECK_EQ_U64(list.n, 5);
	CHECK_EQ_U64(list.list[0].reference, DISASM_BRANCH);
	CHECK_EQ_U64(list.list[0].target, 0x1000);
	CHECK_STR((const char *)list.texts.data + list.list[0].text, "je     1000");
	CHECK_EQ_U64(list.list[1].reference, DISASM_BRANCH);
	CHECK_EQ_U64(list.list[1].target, 0x100c);
	CHECK_EQ_U64(list.list[2].reference, DISASM_DATA);
	CHECK_EQ_U64(list.list[2].target, 0x101e);
	CHECK_STR((const char *)list.texts.data + list.list[3].text, ".byte  0x06");
	CHECK_EQ_U64(list.list[4].size, 3);
	disasm_list_fini(&list);
	disasm_stop(&d);
}

TEST(llvm_says_what_is_referred_to)
{
	check_references(DISASM_LLVM);
}

TEST(capstone_says_what_is_referred_to)
{
	check_references(DISASM_CAPSTONE);
}

static void end_at_once(void)
{
	raise(SIGKILL);
}

/* A process that ends costs what it had to do. */
TEST(a_process_that_ends_is_noticed)
{
	static const uint8_t bytes[] = { 0x90 };
	const struct disasm_worker_options options = { .choice = DISASM_BEST, .confine = end_at_once };
	const struct disasm_code code = { .machine = x86_64, .bytes = bytes, .size = sizeof(bytes) };
	struct disasm_list list = { 0 };
	struct disasm d;

	CHECK_EQ_I64(disasm_start(&d, 1, &options), 0);
	CHECK_STR(disasm_name(&d), "");
	disassemble(&d, 0, &code, &list);
	CHECK_EQ_U64(list.n, 0);
	disasm_list_fini(&list);
	disasm_stop(&d);
}

TEST(an_unknown_machine_has_no_instructions)
{
	static const uint8_t bytes[] = { 0x90 };
	const struct disasm_code code = { .machine = { .machine = EM_VAX }, .bytes = bytes, .size = sizeof(bytes) };
	struct disasm_list list = { 0 };
	struct disasm d;

	start(&d, DISASM_BEST, NULL);
	disassemble(&d, 0, &code, &list);
	CHECK_EQ_U64(list.n, 0);
	CHECK_EQ_U64(d.unknown, EM_VAX);
	disasm_list_fini(&list);
	disasm_stop(&d);
}

TEST(words_stand_in_columns)
{
	char text[DISASM_TEXT_MAX];

	disasm_text_align(text, sizeof(text), "\tmov\teax, 1");
	CHECK_STR(text, "mov    eax, 1");
	disasm_text_align(text, sizeof(text), "\t{vex}\tvpdpbusd\txmm0");
	CHECK_STR(text, "{vex}  vpdpbusd xmm0");
	disasm_text_align(text, sizeof(text), "ret\t");
	CHECK_STR(text, "ret");
	disasm_text_align(text, 12, "mnemonics_are_cut");
	CHECK_STR(text, "mnem");
}
