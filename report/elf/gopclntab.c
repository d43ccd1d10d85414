#include "report/elf/gopclntab.h"

#include "common/sorting.h"

/* The bytes of the header before its words. */
#define HEADER_SIZE 8u

struct cursor gopclntab_part(const struct cursor *part, uint64_t offset)
{
	struct cursor c = *part;

	if (!cursor_skip(&c, offset))
		c.pos = c.end;
	c.start = c.pos;
	c.failed = false;
	return c;
}

/* --- where it is --------------------------------------------------------------------- */

static bool version_of(uint32_t magic, enum gopclntab_version *ret)
{
	switch (magic) {
	case 0xfffffffb: *ret = GO_1_2; return true;
	case 0xfffffffa: *ret = GO_1_16; return true;
	case 0xfffffff0: *ret = GO_1_18; return true;
	case 0xfffffff1: *ret = GO_1_20; return true;
	default: return false;
	}
}

/* Reads what is before the words of the header. */
static bool take_head(struct cursor c, struct gopclntab *g)
{
	const uint32_t magic = cursor_u32(&c);
	const uint16_t zeros = cursor_u16(&c);
	uint8_t word;

	g->quantum = cursor_u8(&c);
	word = cursor_u8(&c);
	g->is_64 = word == 8;
	return cursor_ok(&c) && version_of(magic, &g->version) && !zeros && g->quantum <= 4 && (word == 4 || word == 8);
}

/* A linker of C puts the table of a program that can be anywhere between other data that are relocated. */
static bool find_among_data(struct gopclntab *g)
{
	const struct elf_section *s = elf_image_section(g->image, ".data.rel.ro");

	if (!s || !elf_image_section(g->image, ".note.go.buildid"))
		return false;
	g->all = elf_image_bytes(g->image, s);
	for (g->address = s->address; cursor_left(&g->all) >= HEADER_SIZE; g->address += HEADER_SIZE) {
		if (take_head(g->all, g))
			return true;
		cursor_skip(&g->all, HEADER_SIZE);
	}
	return false;
}

/* False: there is no table. Else its start and address are set. */
static bool find_table(struct gopclntab *g, const struct elf_image *e)
{
	const struct elf_section *s = elf_image_section(e, ".gopclntab");

	*g = (struct gopclntab){ .image = e };
	s = s ? s : elf_image_section(e, ".data.rel.ro.gopclntab");
	if (!s)
		return find_among_data(g);
	g->all = elf_image_bytes(e, s);
	g->address = s->address;
	return true;
}

bool gopclntab_is_there(const struct elf_image *e)
{
	struct gopclntab g;

	return find_table(&g, e);
}

/* --- the header ---------------------------------------------------------------------- */

static uint64_t header_word(const struct gopclntab *g, unsigned number)
{
	struct cursor c = gopclntab_part(&g->all, HEADER_SIZE + number * (g->is_64 ? 8u : 4u));

	return elf_word(&c, g->is_64);
}

struct gopclntab_pointers gopclntab_pointers(const struct gopclntab *g)
{
	return (struct gopclntab_pointers){ .image = g->image,
					    .is_64 = g->is_64,
					    .table = g->address,
					    .names = g->address + (uint64_t)(g->names.start - g->all.start) };
}

/*
 * Functions are counted from the runtime's text. In a program that can be anywhere a relocation puts it there, and
 * since Go 1.26 it is in moduledata alone. Where both are missing it is .text.
 */
static uint64_t text_start(const struct gopclntab *g)
{
	const struct gopclntab_pointers p = gopclntab_pointers(g);
	const struct elf_section *text = elf_image_section(g->image, ".text");
	const unsigned word = g->is_64 ? 8 : 4;
	uint64_t start = gopclntab_pointer(&p, g->address + HEADER_SIZE + 2 * word), module;

	if (start)
		return start;
	module = gopclntab_module(&p);
	start = module ? gopclntab_pointer(&p, module + GO_MODULE_TEXT * word) : 0;
	return start || !text ? start : text->address;
}

static unsigned functab_size(const struct gopclntab *g)
{
	return g->version >= GO_1_18 || !g->is_64 ? 4 : 8;
}

/* There are no more functions than functab has room for. */
static void limit_functions(struct gopclntab *g)
{
	const uint64_t room = cursor_left(&g->functab) / (2 * functab_size(g));

	g->n = g->n < room ? g->n : room;
}

bool gopclntab_open(struct gopclntab *g, const struct elf_image *e)
{
	unsigned first;

	if (!find_table(g, e) || !take_head(g->all, g))
		return false;
	g->all = gopclntab_part(&g->all, 0);
	g->n = header_word(g, 0);
	if (g->version == GO_1_2) {
		g->names = g->functions = g->all;
		g->functab = gopclntab_part(&g->all, HEADER_SIZE + (g->is_64 ? 8 : 4));
		limit_functions(g);
		return true;
	}
	first = g->version == GO_1_16 ? 2 : 3;
	g->names = gopclntab_part(&g->all, header_word(g, first));
	g->units = gopclntab_part(&g->all, header_word(g, first + 1));
	g->files = gopclntab_part(&g->all, header_word(g, first + 2));
	g->numbers = gopclntab_part(&g->all, header_word(g, first + 3));
	g->functions = g->functab = gopclntab_part(&g->all, header_word(g, first + 4));
	g->text = g->version >= GO_1_18 ? text_start(g) : 0;
	limit_functions(g);
	return true;
}

/* --- functions ----------------------------------------------------------------------- */

/* Reads an address or a place of functab. */
static uint64_t functab_number(const struct gopclntab *g, struct cursor *c)
{
	return g->version >= GO_1_18 ? cursor_u32(c) : elf_word(c, g->is_64);
}

/* Returns the address of a function, as it is in functab; all ones: outside. */
static uint64_t functab_start(const struct gopclntab *g, uint64_t number)
{
	struct cursor c = gopclntab_part(&g->functab, number * 2 * functab_size(g));
	const uint64_t start = functab_number(g, &c);

	return cursor_ok(&c) ? start : UINT64_MAX;
}

bool gopclntab_function(const struct gopclntab *g, uint64_t number, struct gopclntab_function *ret)
{
	struct cursor c = gopclntab_part(&g->functab, number * 2 * functab_size(g));
	const uint64_t start = functab_number(g, &c), place = functab_number(g, &c), end = functab_number(g, &c);

	*ret = (struct gopclntab_function){ .start = g->text + start,
					    .end = g->text + end,
					    .description = gopclntab_part(&g->functions, place) };
	return cursor_ok(&c) && end > start && ret->start && ret->end > ret->start;
}

bool gopclntab_find(const struct gopclntab *g, uint64_t address, struct gopclntab_function *ret)
{
	const uint64_t wanted = address - g->text;
	const uint64_t after = BISECT(0, g->n, i, functab_start(g, i) <= wanted);

	return address >= g->text && after && gopclntab_function(g, after - 1, ret) && address < ret->end;
}

/* Adds a function, whose name is in an area. */
static void add_function(const struct gopclntab *g, struct symtab *t, const struct gopclntab_function *f, int area)
{
	struct cursor c = f->description;
	uint32_t name;
	uint64_t address;

	cursor_skip(&c, functab_size(g));
	name = cursor_u32(&c);
	if (!cursor_ok(&c))
		return;
	address = elf_image_file_offset(g->image, f->start, NULL);
	symtab_add(t, (struct symbol){ .start = address,
				       .end = address + (f->end - f->start),
				       .name = name,
				       .area = (uint8_t)area,
				       .info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC) });
}

int gopclntab_add(struct symtab *t, const struct elf_image *e, struct error *err)
{
	struct gopclntab_function f;
	struct gopclntab g;
	int area, ret;

	if (!gopclntab_open(&g, e) || !cursor_left(&g.names))
		return 0;
	area = symtab_add_area(t, (const char *)g.names.start, cursor_left(&g.names));
	if (area < 0)
		return error_set(err, area, "too large a table of names");
	for (uint64_t i = 0; i < g.n; i++)
		if (gopclntab_function(&g, i, &f))
			add_function(&g, t, &f, area);
	ret = symtab_index(t);
	return ret ? error_set(err, ret, "no memory for symbols") : 0;
}
