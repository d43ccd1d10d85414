#include "report/elf/gopclntab_module.h"

#include "common/cursor.h"

/* How many places that relocations give the table's address are looked at. */
#define TRIED_MAX 8u

static unsigned word_size(const struct gopclntab_pointers *p)
{
	return p->is_64 ? 8 : 4;
}

/* --- relocations --------------------------------------------------------------------- */

/* Entries of SHT_RELA: where, what, addend. Only those of programs of 64 bits have addends of their own. */
struct relocation {
	uint64_t address, addend;
};

static bool has_relocations(const struct elf_section *s)
{
	return s->type == SHT_RELA && s->flags & SHF_ALLOC;
}

static bool next_relocation(struct cursor *c, struct relocation *ret)
{
	ret->address = cursor_u64(c);
	cursor_u64(c);
	ret->addend = cursor_u64(c);
	return cursor_ok(c);
}

/* Returns what a relocation puts at an address; 0: nothing. */
static uint64_t relocated(const struct gopclntab_pointers *p, uint64_t address)
{
	const struct elf_image *e = p->image;
	struct relocation r;

	for (uint32_t i = 0; p->is_64 && i < e->n_sections; i++) {
		struct cursor c = elf_image_bytes(e, &e->sections[i]);

		while (has_relocations(&e->sections[i]) && next_relocation(&c, &r))
			if (r.address == address)
				return r.addend;
	}
	return 0;
}

uint64_t gopclntab_pointer(const struct gopclntab_pointers *p, uint64_t address)
{
	const struct elf_image *e = p->image;
	const struct elf_segment *s = elf_image_segment(e, address);
	const uint64_t at = s ? address - s->address : 0;
	struct cursor c = cursor_make(e->data, e->size, e->swap);
	uint64_t word = 0;

	if (s && at < s->file_size && cursor_skip(&c, s->offset) && cursor_skip(&c, at))
		word = elf_word(&c, p->is_64);
	return word ? word : relocated(p, address);
}

/* --- moduledata ---------------------------------------------------------------------- */

static bool is_module(const struct gopclntab_pointers *p, uint64_t address)
{
	return gopclntab_pointer(p, address + word_size(p)) == p->names;
}

/* Finds it by what a section of data has. */
static uint64_t module_in(const struct gopclntab_pointers *p, const struct elf_section *s)
{
	struct cursor c = elf_image_bytes(p->image, s);
	uint64_t at = s->address, word;

	for (; cursor_left(&c) >= 2 * word_size(p); at += word_size(p)) {
		word = elf_word(&c, p->is_64);
		if (word == p->table && is_module(p, at))
			return at;
	}
	return 0;
}

static uint64_t module_by_relocation(const struct gopclntab_pointers *p, const struct elf_section *s)
{
	struct cursor c = elf_image_bytes(p->image, s);
	struct relocation r;
	unsigned tried = 0;

	while (next_relocation(&c, &r) && tried < TRIED_MAX) {
		if (r.addend != p->table)
			continue;
		if (is_module(p, r.address))
			return r.address;
		tried++;
	}
	return 0;
}

uint64_t gopclntab_module(const struct gopclntab_pointers *p)
{
	const struct elf_image *e = p->image;
	uint64_t found = 0;

	for (uint32_t i = 0; !found && i < e->n_sections; i++) {
		const struct elf_section *s = &e->sections[i];

		if (s->type == SHT_PROGBITS && s->flags & SHF_WRITE)
			found = module_in(p, s);
		else if (p->is_64 && has_relocations(s))
			found = module_by_relocation(p, s);
	}
	return found;
}
