/*
 * PLT entries have no symbols of their own. The n-th entry jumps through the n-th relocation of .rela.plt:
 *
 *	.plt      header | entry 0 | entry 1 | ...      lazy binding; with .plt.sec it only calls the dynamic linker
 *	.plt.sec           entry 0 | entry 1 | ...      what the code calls when built for IBT
 *	.plt.got           entry | entry | ...          functions whose address is taken too; the jump names the slot
 */
#include "report/elf/elf_plt.h"

#include "common/list.h"
#include "common/sorting.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define PLT_NAME_MAX    4096
#define PLT_ENTRIES_MAX (1u << 20)
#define PLT_NAMES_MAX   (64u << 20) /* limit of the copied names of a file's PLT, in bytes */

struct elf_relocation {
	uint64_t offset;
	uint64_t addend;
	uint32_t symbol;
	uint32_t order;
};

struct elf_relocations {
	struct elf_relocation *items;
	size_t n;
	const struct elf_section *symbols;
};

struct elf_plt {
	struct symtab *table;
	const struct elf_image *image;
};

static uint64_t elf_plt_offset(const struct elf_plt *p, const struct elf_section *s)
{
	return elf_image_file_offset(p->image, s->address, s);
}

static bool elf_plt_is_x86(const struct elf_image *e)
{
	return e->machine == EM_386 || e->machine == EM_X86_64;
}

/* Returns the entry size that linkers use; on x86 sh_entsize has it. False: unknown. */
static bool elf_plt_sizes(const struct elf_image *e, const struct elf_section *s, uint64_t *header, uint64_t *entry)
{
	static const struct {
		uint16_t machine;
		uint8_t header, entry;
	} known[] = {
		{ EM_ARM, 20, 12 },   { EM_AARCH64, 32, 16 },  { EM_LOONGARCH, 32, 16 },
		{ EM_SPARC, 48, 12 }, { EM_SPARCV9, 128, 32 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(known); i++) {
		if (known[i].machine == e->machine) {
			*header = known[i].header;
			*entry = known[i].entry;
			return true;
		}
	}
	*entry = s->entry_size;
	if (elf_plt_is_x86(e) && *entry != 8 && *entry != 16)
		*entry = s->align == 8 ? 8 : 16;
	*header = *entry;
	return *entry != 0;
}

static int elf_relocation_compare(const void *va, const void *vb)
{
	const struct elf_relocation *a = va, *b = vb;

	if (a->offset != b->offset)
		return a->offset < b->offset ? -1 : 1;
	return a->order < b->order ? -1 : a->order > b->order;
}

/* By offset; linkers mostly write them so. */
static void elf_relocations_sort(struct elf_relocations *all)
{
	for (size_t i = 1; i < all->n; i++) {
		if (elf_relocation_compare(&all->items[i - 1], &all->items[i]) > 0) {
			qsort(all->items, all->n, sizeof(*all->items), elf_relocation_compare);
			return;
		}
	}
}

static struct elf_relocation elf_relocation_read(const struct elf_image *e, struct cursor *c, bool with_addend)
{
	struct elf_relocation r = { 0 };
	uint64_t info;

	r.offset = elf_word(c, e->is_64);
	info = elf_word(c, e->is_64);
	if (with_addend)
		r.addend = elf_word(c, e->is_64);
	r.symbol = (uint32_t)(e->is_64 ? info >> 32 : info >> 8);
	return r;
}

static bool elf_relocations_append(struct elf_relocations *all, const struct elf_relocation *r)
{
	if (!list_reserve_unkept(&all->items, all->n, sizeof(*all->items)))
		return false;
	all->items[all->n++] = *r;
	return true;
}

/*
 * Reads the relocations of a section for the slots [first, last]; *ret may be empty. Keeps only those: .rela.dyn of a
 * large library has hundreds of thousands, of which .plt.got needs a few. 0 or -ENOMEM.
 */
static int elf_relocations_read(const struct elf_image *e, const struct elf_section *s, uint64_t first, uint64_t last,
				struct elf_relocations *ret)
{
	struct cursor c = elf_image_bytes(e, s);
	size_t words = s && s->type == SHT_RELA ? 3 : 2;
	size_t size = words * (e->is_64 ? 8 : 4);
	size_t n = cursor_left(&c) / size;

	*ret = (struct elf_relocations){ 0 };
	if (!s || (s->type != SHT_RELA && s->type != SHT_REL) || !s->link || s->link >= e->n_sections || !n)
		return 0;
	if (n > SYMTAB_MAX_SYMBOLS)
		return 0;
	ret->symbols = &e->sections[s->link];
	for (size_t i = 0; i < n; i++) {
		struct elf_relocation r = elf_relocation_read(e, &c, words == 3);

		r.order = (uint32_t)i;
		if (r.offset >= first && r.offset <= last && !elf_relocations_append(ret, &r))
			return -ENOMEM;
	}
	return 0;
}

/* Returns the name of a relocation's symbol, or "". */
static const char *elf_relocation_name(const struct elf_image *e, const struct elf_relocations *all,
				       const struct elf_relocation *r)
{
	struct cursor symbols = elf_image_bytes(e, all->symbols);
	struct elf_symbol s;
	struct cursor names;
	const char *name;

	cursor_skip(&symbols, (uint64_t)r->symbol * elf_image_symbol_size(e));
	s = elf_image_symbol(e, &symbols);
	if (!cursor_ok(&symbols) || all->symbols->link >= e->n_sections)
		return "";
	names = elf_image_bytes(e, &e->sections[all->symbols->link]);
	cursor_skip(&names, s.name);
	/* Limits the length of a name: in a damaged file each relocation could search the whole string table. */
	names = cursor_sub(&names, cursor_left(&names) < PLT_NAME_MAX ? cursor_left(&names) : PLT_NAME_MAX);
	name = cursor_string(&names);
	return name ? name : "";
}

static void elf_plt_add_symbol(const struct elf_plt *p, uint64_t offset, uint64_t size, const char *name)
{
	struct symbol s = { .start = offset, .end = offset + size, .info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC) };

	if (p->table->own_names.size < PLT_NAMES_MAX)
		symtab_add_copy(p->table, s, name);
}

static void elf_plt_add_entry(const struct elf_plt *p, uint64_t offset, uint64_t size, const char *target)
{
	static const char suffix[] = "@plt";
	char name[PLT_NAME_MAX + sizeof(suffix)];

	if (*target)
		memcpy(mempcpy(name, target, strnlen(target, PLT_NAME_MAX)), suffix, sizeof(suffix));
	else
		snprintf(name, sizeof(name), "offset_%#" PRIx64 "%s", offset, suffix);
	elf_plt_add_symbol(p, offset, size, name);
}

/* A relocation without a symbol is an ifunc's: its addend is the address of the resolver. */
static const char *elf_plt_ifunc(const struct elf_plt *p, const struct elf_relocation *r)
{
	uint64_t offset = elf_image_file_offset(p->image, r->addend, NULL);
	const struct symbol *s = r->addend ? symtab_find(p->table, offset) : NULL;

	return s && s->start == offset ? symtab_name(p->table, s) : "";
}

/*
 * Adds the entries from offset on, one a relocation. Finds all names first, since names in the table move as it grows.
 */
static int elf_plt_add_entries(const struct elf_plt *p, const struct elf_relocations *all, uint64_t offset,
			       uint64_t size)
{
	size_t n = all->n < PLT_ENTRIES_MAX ? all->n : PLT_ENTRIES_MAX;
	const char **targets = malloc(n * sizeof(*targets));

	if (!targets)
		return -ENOMEM;
	for (size_t i = 0; i < n; i++) {
		targets[i] = elf_relocation_name(p->image, all, &all->items[i]);
		if (!*targets[i])
			targets[i] = elf_plt_ifunc(p, &all->items[i]);
	}
	for (size_t i = 0; i < n; i++)
		elf_plt_add_entry(p, offset + i * size, size, targets[i]);
	free(targets);
	return 0;
}

/*
 * The GOT slot that an x86-64 entry jumps through, as an offset from the entry: an optional endbr64, an optional bnd
 * prefix, jmp *disp32(%rip). 0: other instructions.
 */
static uint32_t elf_plt_jump(struct cursor entry)
{
	static const uint8_t endbr64[] = { 0xf3, 0x0f, 0x1e, 0xfa };
	const uint8_t *start = entry.pos;
	uint32_t displacement;

	if (cursor_left(&entry) > sizeof(endbr64) && memcmp(start, endbr64, sizeof(endbr64)) == 0)
		cursor_skip(&entry, sizeof(endbr64));
	if (cursor_left(&entry) && *entry.pos == 0xf2)
		cursor_skip(&entry, 1);
	if (cursor_u8(&entry) != 0xff || cursor_u8(&entry) != 0x25)
		return 0;
	displacement = cursor_u32(&entry);
	return cursor_ok(&entry) ? (uint32_t)(entry.pos - start) + displacement : 0;
}

/* Returns the address of the GOT slot that an entry jumps through; the entry's own address if unknown. */
static uint64_t elf_plt_got_slot(const struct elf_plt *p, uint64_t address, struct cursor entry)
{
	return p->image->machine == EM_X86_64 ? address + (uint64_t)(int64_t)(int32_t)elf_plt_jump(entry) : address;
}

static const char *elf_plt_got_target(const struct elf_plt *p, const struct elf_relocations *dynamic, uint64_t slot)
{
	size_t at = BISECT(0, dynamic->n, i, dynamic->items[i].offset < slot);

	if (at == dynamic->n || dynamic->items[at].offset != slot)
		return "";
	return elf_relocation_name(p->image, dynamic, &dynamic->items[at]);
}

/* The dynamic relocations for the slots that the entries of .plt.got use, by offset. */
static int elf_plt_read_dynamic(const struct elf_plt *p, const struct elf_section *s, struct elf_relocations *ret)
{
	struct cursor entries = elf_image_bytes(p->image, s);
	uint64_t first = UINT64_MAX, last = 0;
	int result;

	for (uint64_t at = s->address; cursor_left(&entries) >= s->entry_size; at += s->entry_size) {
		uint64_t slot = elf_plt_got_slot(p, at, cursor_sub(&entries, s->entry_size));

		if (slot == at)
			continue;
		first = slot < first ? slot : first;
		last = slot > last ? slot : last;
	}
	result = elf_relocations_read(p->image, elf_image_section(p->image, ".rela.dyn"), first, last, ret);
	if (!result)
		elf_relocations_sort(ret);
	return result;
}

static int elf_plt_add_got(const struct elf_plt *p)
{
	const struct elf_section *s = elf_image_section(p->image, ".plt.got");
	struct cursor entries = elf_image_bytes(p->image, s);
	struct elf_relocations dynamic;
	int ret;

	if (!s || !s->entry_size || !cursor_left(&entries) || cursor_left(&entries) / s->entry_size > PLT_ENTRIES_MAX)
		return 0;
	ret = elf_plt_read_dynamic(p, s, &dynamic);
	for (uint64_t at = 0; !ret && cursor_left(&entries) >= s->entry_size && !p->table->failed;
	     at += s->entry_size) {
		uint64_t slot = elf_plt_got_slot(p, s->address + at, cursor_sub(&entries, s->entry_size));
		const char *target = slot == s->address + at ? "" : elf_plt_got_target(p, &dynamic, slot);

		elf_plt_add_entry(p, elf_plt_offset(p, s) + at, s->entry_size, target);
	}
	free(dynamic.items);
	return ret;
}

/* .plt (or .plt.sec in its place) and its header. */
static int elf_plt_add_main(const struct elf_plt *p, const struct elf_section *plt, const struct elf_relocations *all)
{
	const struct elf_section *second = elf_plt_is_x86(p->image) ? elf_image_section(p->image, ".plt.sec") : NULL;
	uint64_t start = elf_plt_offset(p, plt);
	uint64_t header, entry;

	if (!elf_plt_sizes(p->image, second ? second : plt, &header, &entry))
		return 0;
	if (second) {
		elf_plt_add_symbol(p, start, plt->size, ".plt");
		return elf_plt_add_entries(p, all, elf_plt_offset(p, second), entry);
	}
	/* As many relocations as entries: bound at start (BIND_NOW), so there is no header. */
	if (all->n * entry == plt->size)
		header = 0;
	else
		elf_plt_add_symbol(p, start, header, ".plt");
	return elf_plt_add_entries(p, all, start + header, entry);
}

int elf_plt_add(struct symtab *t, const struct elf_image *runtime, struct error *err)
{
	const struct elf_section *plt = elf_image_section(runtime, ".plt");
	const struct elf_section *section = elf_image_section(runtime, ".rela.plt");
	struct elf_plt p = { .table = t, .image = runtime };
	struct elf_relocations all;
	int ret;

	if (!plt || !elf_image_has_bytes(runtime, plt))
		return 0;
	symtab_cut(t, elf_plt_offset(&p, plt));
	ret = elf_relocations_read(runtime, section ? section : elf_image_section(runtime, ".rel.plt"), 0, UINT64_MAX,
				   &all);
	if (!ret && all.n) {
		/* Relocations of ifuncs are not in the order of their entries. */
		if (elf_plt_is_x86(runtime))
			elf_relocations_sort(&all);
		ret = elf_plt_add_main(&p, plt, &all);
	}
	free(all.items);
	if (!ret && elf_plt_is_x86(runtime))
		ret = elf_plt_add_got(&p);
	if (!ret)
		ret = symtab_index(t);
	return ret ? error_set(err, ret, "the PLT's symbols: %s", strerror(-ret)) : 0;
}
