#include "report/annotate/disasm_library.h"

#include <elf.h>
#include <stdio.h>
#include <string.h>

/* Operands begin here, unless the mnemonic is longer. */
#define OPERANDS_COLUMN 7u

static bool take(struct disasm_library *l, const struct disasm_backend *backend)
{
	if (!backend->load(l->name, sizeof(l->name)))
		return false;
	l->backend = backend;
	return true;
}

void disasm_library_load(struct disasm_library *l, enum disasm_choice choice)
{
	if (choice == DISASM_BEST || choice == DISASM_LLVM)
		if (take(l, &disasm_llvm))
			return;
	if (choice == DISASM_BEST || choice == DISASM_CAPSTONE)
		take(l, &disasm_capstone);
}

static bool same_machine(const struct disasm_machine *a, const struct disasm_machine *b)
{
	return a->machine == b->machine && a->is_64 == b->is_64 && a->is_big_endian == b->is_big_endian &&
	       a->intel == b->intel;
}

bool disasm_library_open(struct disasm_library *l, const struct disasm_machine *m)
{
	if (!l->backend)
		return false;
	if (l->is_open && same_machine(&l->machine, m))
		return l->state != NULL;
	if (l->state)
		l->backend->close(l->state);
	l->state = l->backend->open(m);
	l->machine = *m;
	l->is_open = true;
	return l->state != NULL;
}

/* Instructions of x86 have any size, those of other machines four bytes or, of some, two. */
static size_t smallest(const struct disasm_machine *m)
{
	switch (m->machine) {
	case EM_X86_64:
	case EM_386: return 1;
	case EM_S390:
	case EM_RISCV: return 2;
	default: return 4;
	}
}

static size_t put_bytes(const struct disasm_library *l, const uint8_t *bytes, size_t size, struct disasm_text *ret)
{
	size_t n = smallest(&l->machine), used;

	n = n < size ? n : size;
	*ret = (struct disasm_text){ 0 };
	used = (size_t)snprintf(ret->text, sizeof(ret->text), "%-6s ", ".byte");
	for (size_t i = 0; i < n; i++)
		used += (size_t)snprintf(ret->text + used, sizeof(ret->text) - used, "%s0x%02x", i ? "," : "",
					 bytes[i]);
	return n;
}

size_t disasm_library_next(struct disasm_library *l, const uint8_t *bytes, size_t size, uint64_t address,
			   struct disasm_text *ret)
{
	size_t n;

	*ret = (struct disasm_text){ 0 };
	n = l->backend->next(l->state, bytes, size, address, ret);
	return n && n <= size ? n : put_bytes(l, bytes, size, ret);
}

void disasm_text_align(char *text, size_t size, const char *words)
{
	bool is_first = true;
	size_t n = 0;

	words += strspn(words, "\t ");
	for (; *words && n + OPERANDS_COLUMN + 1 < size; words++) {
		if (*words != '\t') {
			text[n++] = *words;
			continue;
		}
		do
			text[n++] = ' ';
		while (is_first && n < OPERANDS_COLUMN);
		is_first = false;
	}
	while (n && text[n - 1] == ' ')
		n--;
	text[n] = 0;
}
