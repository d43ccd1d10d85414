/*
 * Any bytes as code without call frame information, which is walked (report/unwind/code_walk.h).
 *
 *	u8	1: arm64, 4: i386, else x86_64; 2: the place that is looked for follows a call
 *	u16	where that place is in the code
 *	...	the code, from address CODE on
 */
#include "common/cursor.h"
#include "report/unwind/code_walk.h"
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

#define CODE 0x401000ull

/* Every instruction, in a copy of its own, so that a read after its end is seen. */
static void decode(const struct code_bytes *code)
{
	for (uint64_t at = 0; at < code->size;) {
		const size_t left = (size_t)(code->size - at), most = left < INSN_SIZE_MAX ? left : INSN_SIZE_MAX;
		uint8_t *copy = malloc(most);
		struct insn i;

		FUZZ_CHECK(copy);
		memcpy(copy, code->data + at, most);
		machine_insn(&i, code->machine, copy, most, code->start + at);
		FUZZ_CHECK(i.size <= most && i.n_effects <= INSN_EFFECTS && !(i.written >> CFI_REGISTERS));
		for (unsigned k = 0; k < i.n_effects; k++)
			FUZZ_CHECK(i.effects[k].reg < CFI_REGISTERS && i.effects[k].base < CFI_REGISTERS);
		fuzz_found += i.size != 0;
		free(copy);
		at += i.size ? i.size : 1;
	}
}

static void check_frame(const struct code_frame *f)
{
	FUZZ_CHECK(f->address.kind == CODE_VALUE || f->address.kind == CODE_AT);
	FUZZ_CHECK(f->address.reg < CFI_REGISTERS);
	for (unsigned i = 0; i < CODE_SAVED_MAX; i++)
		FUZZ_CHECK(f->saved[i].kind <= CODE_FRAME && f->saved[i].reg < CFI_REGISTERS);
	fuzz_found++;
}

static enum unwind_machine machine_of(unsigned flags)
{
	if (flags & 1)
		return UNWIND_ARM64;
	return flags & 4 ? UNWIND_I386 : UNWIND_X86_64;
}

static void walk(struct code_walker *w, const struct code_bytes *code, uint64_t to, bool is_after_call)
{
	struct code_span span = { .from = code->start,
				  .low = code->start,
				  .high = code->start + code->size,
				  .to = to,
				  .is_after_call = is_after_call };
	struct code_frame frames[WALK_RETURNS_MAX];
	bool is_endless;
	unsigned n;

	if (code_walk_to(w, code, &span, frames) == CODE_FOUND)
		check_frame(frames);
	span.from = to;
	n = code_walk_out(w, code, &span, frames, &is_endless);
	FUZZ_CHECK(n <= WALK_RETURNS_MAX);
	for (unsigned i = 0; i < n; i++)
		check_frame(&frames[i]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct cursor c = cursor_make(data, size, false);
	struct code_walker *w = code_walker_new();
	const unsigned flags = cursor_u8(&c);
	const uint16_t to = cursor_u16(&c);
	struct code_bytes code = {
		.data = c.pos, .start = CODE, .size = cursor_left(&c), .machine = machine_of(flags)
	};

	FUZZ_CHECK(w);
	if (cursor_ok(&c) && code.size) {
		decode(&code);
		walk(w, &code, CODE + to, flags & 2);
	}
	code_walker_free(w);
	return 0;
}
