#include "report/elf/elf_symbols.h"

#include <errno.h>

static const struct elf_section *elf_symbols_find(const struct elf_image *e, const char *name, uint32_t type)
{
	const struct elf_section *s = elf_image_section(e, name);

	return s && s->type == type && elf_image_has_bytes(e, s) ? s : NULL;
}

bool elf_symbols_has_symtab(const struct elf_image *e)
{
	return elf_symbols_find(e, ".symtab", SHT_SYMTAB) != NULL;
}

bool elf_symbols_has_code(const struct elf_image *e)
{
	for (uint32_t i = 0; i < e->n_sections; i++) {
		const struct elf_section *s = &e->sections[i];

		if (s->type == SHT_PROGBITS && s->flags & SHF_EXECINSTR && s->size && elf_image_has_bytes(e, s))
			return true;
	}
	return elf_symbols_find(e, ".dynsym", SHT_DYNSYM) != NULL;
}

/* Whether a NOTYPE symbol is kept: it may be a label of hand-written code. */
static bool elf_symbols_is_label(const struct elf_image *e, const struct elf_symbol *s,
				 const struct elf_section *section)
{
	unsigned visibility = ELF64_ST_VISIBILITY(s->other);
	const char *name;

	if (visibility == STV_HIDDEN || visibility == STV_INTERNAL)
		return false;
	name = elf_image_section_name(e, section);
	return strstr(name, "text") || strstr(name, "data");
}

static bool elf_symbols_is_wanted(const struct elf_image *e, const struct elf_symbol *s,
				  const struct elf_section *section)
{
	switch (ELF64_ST_TYPE(s->info)) {
	case STT_FUNC:
	case STT_OBJECT:
	case STT_GNU_IFUNC: return true;
	case STT_NOTYPE: return elf_symbols_is_label(e, s, section);
	default: return false;
	}
}

static const char *elf_symbols_mapping_kinds(const struct elf_image *e)
{
	switch (e->machine) {
	case EM_ARM:
	case EM_AARCH64: return "adtx";
	case EM_RISCV: return "dx";
	default: return NULL;
	}
}

/* "$x", "$d.17": places where code becomes data, not functions (ELF for the ARM and RISC-V architectures). */
static bool elf_symbols_is_mapping(const struct elf_image *e, const char *name)
{
	const char *kinds = elf_symbols_mapping_kinds(e);

	/* the machine first: for others the names are not read, which take several times the symbols' size */
	if (!kinds || name[0] != '$' || !name[1] || !strchr(kinds, name[1]))
		return false;
	return e->machine == EM_RISCV || !name[2] || name[2] == '.';
}

/* The state of a pass over one symbol section. */
struct elf_symbols_run {
	struct symtab *table;
	const struct elf_image *image;
	elf_symbols_translate translate;
	void *context;
	int area;
};

/*
 * ppc64 ELFv1: a function's symbol lies in .opd, where its code's address is the first word. That section's bytes are
 * in the runtime file.
 */
static uint64_t elf_symbols_resolve_opd(const struct elf_image *e, const struct elf_section *section, uint64_t value)
{
	struct cursor opd;

	if (e->machine != EM_PPC64 || strcmp(elf_image_section_name(e, section), ".opd") != 0)
		return value;
	opd = elf_image_bytes(e, section);
	if (value < section->address || !cursor_skip(&opd, value - section->address))
		return value;
	value = cursor_u64(&opd);
	return value;
}

static void elf_symbols_add_one(const struct elf_symbols_run *run, const struct elf_symbol *s)
{
	const struct elf_image *e = run->image;
	const struct elf_section *section;
	const struct symtab_area *names = &run->table->areas[run->area];
	uint64_t value = s->value;
	uint64_t address;

	if (!s->name || s->name >= names->size || s->section == SHN_UNDEF || s->section >= e->n_sections)
		return;
	section = &e->sections[s->section];
	if (!(section->flags & SHF_ALLOC) || !elf_symbols_is_wanted(e, s, section) ||
	    elf_symbols_is_mapping(e, names->text + s->name))
		return;
	value = elf_symbols_resolve_opd(e, section, value);
	if (e->machine == EM_ARM && ELF64_ST_TYPE(s->info) == STT_FUNC)
		value &= ~1ull; /* Thumb code */
	if (!run->translate(run->context, e, section, value, &address))
		return;
	symtab_add(run->table, (struct symbol){ .start = address,
						.end = address + s->size,
						.name = s->name,
						.area = (uint8_t)run->area,
						.info = s->info });
}

static int elf_symbols_add_section(struct elf_symbols_run *run, const struct elf_section *section, struct error *err)
{
	const struct elf_image *e = run->image;
	struct cursor symbols = elf_image_bytes(e, section);
	struct cursor names;
	int ret;

	if (section->link >= e->n_sections)
		return error_set(err, -EBADMSG, "symbols without names");
	/* Skipped symbols count too: a sparse file has any number of empty ones. */
	if (cursor_left(&symbols) / elf_image_symbol_size(e) > SYMTAB_MAX_SYMBOLS)
		return error_set(err, -E2BIG, "more than %u symbols", SYMTAB_MAX_SYMBOLS);
	names = elf_image_bytes(e, &e->sections[section->link]);
	run->area = symtab_add_area(run->table, (const char *)names.start, cursor_left(&names));
	if (run->area < 0)
		return error_set(err, run->area, "too large a table of names");
	while (cursor_left(&symbols) >= elf_image_symbol_size(e)) {
		struct elf_symbol s = elf_image_symbol(e, &symbols);

		elf_symbols_add_one(run, &s);
	}
	ret = symtab_index(run->table);
	return ret ? error_set(err, ret, ret == -E2BIG ? "more than %u symbols" : "no memory for symbols",
			       SYMTAB_MAX_SYMBOLS)
		   : 0;
}

/* Computes the file offset by the segments and sections of the runtime file. */
static bool elf_symbols_to_runtime(void *context, const struct elf_image *image, const struct elf_section *section,
				   uint64_t value, uint64_t *ret_address)
{
	const struct elf_image *runtime = context;
	size_t index = (size_t)(section - image->sections);

	if (section->type == SHT_NOBITS && index < runtime->n_sections)
		section = &runtime->sections[index];
	*ret_address = elf_image_file_offset(runtime, value, section);
	return true;
}

static int elf_symbols_add_named(struct symtab *t, const struct elf_image *image, uint32_t type,
				 elf_symbols_translate translate, void *context, struct error *err)
{
	const struct elf_section *section = elf_symbols_find(image, type == SHT_DYNSYM ? ".dynsym" : ".symtab", type);
	struct elf_symbols_run run = { .table = t, .image = image, .translate = translate, .context = context };

	return section ? elf_symbols_add_section(&run, section, err) : 0;
}

int elf_symbols_add_symtab(struct symtab *t, const struct elf_image *image, const struct elf_image *runtime,
			   struct error *err)
{
	return elf_symbols_add_named(t, image, SHT_SYMTAB, elf_symbols_to_runtime, (void *)runtime, err);
}

int elf_symbols_add_dynsym(struct symtab *t, const struct elf_image *image, const struct elf_image *runtime,
			   struct error *err)
{
	return elf_symbols_add_named(t, image, SHT_DYNSYM, elf_symbols_to_runtime, (void *)runtime, err);
}

int elf_symbols_add_translated(struct symtab *t, const struct elf_image *image, elf_symbols_translate translate,
			       void *context, struct error *err)
{
	return elf_symbols_add_named(t, image, SHT_SYMTAB, translate, context, err);
}

bool elf_symbols_value(const struct elf_image *image, const char *name, uint64_t *ret_value)
{
	const struct elf_section *section = elf_symbols_find(image, ".symtab", SHT_SYMTAB);
	struct cursor symbols = elf_image_bytes(image, section);
	size_t size = strlen(name) + 1;
	struct cursor names;

	if (!section || section->link >= image->n_sections ||
	    cursor_left(&symbols) / elf_image_symbol_size(image) > SYMTAB_MAX_SYMBOLS)
		return false;
	names = elf_image_bytes(image, &image->sections[section->link]);
	while (cursor_left(&symbols) >= elf_image_symbol_size(image)) {
		struct elf_symbol s = elf_image_symbol(image, &symbols);
		struct cursor at = names;
		const uint8_t *found;

		cursor_skip(&at, s.name);
		found = cursor_bytes(&at, size);
		if (!found || memcmp(found, name, size) != 0)
			continue;
		*ret_value = s.value;
		return true;
	}
	return false;
}
