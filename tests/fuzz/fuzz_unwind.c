/*
 * Any bytes as a file, and any registers and stack of a thread in it.
 *
 *	u8	1: arm64, else x86_64; 2: the stack is of the other byte order; 4: it was longer than its copy
 *	u16	bytes of the stack, whose first words are the registers, too
 *	...	the stack, then the file
 */
#include "common/cursor.h"
#include "report/unwind/unwind.h"
#include "tests/fuzz/fuzz.h"

#include <string.h>

#define STACK     0x7f0000001000ull
#define ADDRESSES 64u

/* The file. */
struct mapped {
	struct cfi cfi;
	struct code_file *symbols;
};

/* Below 2^32 an address is one of the file; from there to 2^40 no file is mapped, beyond nothing. */
static bool find(void *context, uint64_t address, struct unwind_location *ret_location)
{
	const struct mapped *mapped = context;

	*ret_location = (struct unwind_location){ .cfi = NULL };
	if (address >> 40)
		return false;
	if (!(address >> 32))
		*ret_location = (struct unwind_location){
			.cfi = &mapped->cfi, .symbols = mapped->symbols, .address = address, .has_file = true
		};
	return true;
}

static void read_registers(struct unwind_input *input)
{
	const struct unwind_roles *roles = &unwind_roles[input->machine];

	for (unsigned i = 0; i < CFI_REGISTERS && 8 * (i + 1) <= input->stack.size; i++)
		unwind_set(&input->registers, i, load_u64_order(input->stack.data + 8 * i, input->stack.swap));
	unwind_set(&input->registers, roles->ip, input->registers.value[roles->ip]);
	unwind_set(&input->registers, roles->stack, STACK);
}

static void check_chain(struct unwinder *u, const struct unwind_input *input)
{
	uint64_t first[ADDRESSES], again[ADDRESSES];
	enum unwind_end end, end_again;
	uint32_t n = unwind_chain(u, input, first, ADDRESSES, &end);

	fuzz_found += n;
	FUZZ_CHECK(n && n <= ADDRESSES && end < UNWIND_ENDS && unwind_end_text(end));
	FUZZ_CHECK(first[0] == input->registers.value[unwind_roles[input->machine].ip]);
	/* What was remembered says the same. */
	FUZZ_CHECK(unwind_chain(u, input, again, ADDRESSES, &end_again) == n && end_again == end);
	FUZZ_CHECK(!memcmp(first, again, n * sizeof(*first)));
}

/* A chain from each function of the file. */
static void check_functions(struct unwinder *u, struct unwind_input *input, const struct cfi *cfi)
{
	const struct cfi_index *indexes[] = { &cfi->eh.index, &cfi->debug.index };

	for (unsigned which = 0; which < 2; which++) {
		for (size_t i = 0; i < indexes[which]->n && i < 1000; i++) {
			struct cfi_range range;

			if (!cfi_index_range(indexes[which], i, &range))
				continue;
			input->registers.value[unwind_roles[input->machine].ip] = (uint32_t)(range.end - 1);
			check_chain(u, input);
		}
	}
}

static void unwind(struct unwind_input *input, const uint8_t *data, size_t size)
{
	struct unwinder *u = unwinder_new();
	struct dso_files files = { .n = 0 };
	struct elf_file *file;
	atomic_size_t memory = 0;
	struct mapped mapped;

	FUZZ_CHECK(u);
	if (elf_file_from_memory(&file, "", data, size, NULL) == 0) {
		files.runtime = files.symbols = file;
		FUZZ_CHECK(cfi_init(&mapped.cfi, &file->image, &file->image, &memory) == 0);
		mapped.symbols = code_file_new(&files, &memory);
		input->space.context = &mapped;
		check_chain(u, input);
		check_functions(u, input, &mapped.cfi);
		code_file_free(mapped.symbols);
		cfi_fini(&mapped.cfi);
		elf_file_free(file);
	}
	unwinder_free(u);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct unwind_input input = { .space = { .id = 1, .find = find }, .ways = (1u << UNWIND_WAYS) - 1 };
	struct cursor c = cursor_make(data, size, false);
	unsigned flags = cursor_u8(&c);
	uint16_t stack_size = cursor_u16(&c);

	input.machine = flags & 1 ? UNWIND_ARM64 : UNWIND_X86_64;
	input.stack = (struct unwind_stack){ .data = cursor_bytes(&c, stack_size),
					     .start = STACK,
					     .size = stack_size,
					     .is_cut = flags & 4,
					     .swap = flags & 2 };
	if (!cursor_ok(&c))
		return 0;
	read_registers(&input);
	unwind(&input, c.pos, cursor_left(&c));
	return 0;
}
