#include "report/elf/gopclntab.h"

#include "common/cursor.h"

enum gopclntab_version { GO_1_2, GO_1_16, GO_1_18 };

/* The bytes of the header before its words. */
#define HEADER_SIZE 8u

struct gopclntab {
	const struct elf_image *image;
	struct cursor all; /* from the magic on */
	enum gopclntab_version version;
	bool is_64;
	uint64_t n, text;        /* functions; where offsets of functions count from */
	struct cursor names;     /* where offsets of names count from */
	struct cursor functab;   /* its entries */
	struct cursor functions; /* where their places count from */
	int area;                /* of the names in the symtab */
};

static const struct elf_section *table_section(const struct elf_image *e)
{
	const struct elf_section *s = elf_image_section(e, ".gopclntab");

	return s ? s : elf_image_section(e, ".data.rel.ro.gopclntab");
}

bool gopclntab_is_there(const struct elf_image *e)
{
	return table_section(e);
}

/* Returns the table from an offset on; empty if that is outside. */
static struct cursor part_at(const struct cursor *all, uint64_t offset)
{
	struct cursor c = *all;

	if (!cursor_skip(&c, offset))
		c.pos = c.end;
	c.start = c.pos;
	c.failed = false;
	return c;
}

static uint64_t header_word(const struct gopclntab *g, unsigned number)
{
	struct cursor c = part_at(&g->all, HEADER_SIZE + number * (g->is_64 ? 8u : 4u));

	return elf_word(&c, g->is_64);
}

/*
 * Functions are counted from the runtime's text. In a program that can be anywhere a relocation puts it there, and the
 * file has 0: it is .text then.
 */
static uint64_t text_start(const struct gopclntab *g)
{
	const struct elf_section *text = elf_image_section(g->image, ".text");
	const uint64_t start = header_word(g, 2);

	return start || !text ? start : text->address;
}

static bool take_version(struct gopclntab *g, uint32_t magic)
{
	switch (magic) {
	case 0xfffffffb: g->version = GO_1_2; return true;
	case 0xfffffffa: g->version = GO_1_16; return true;
	case 0xfffffff0:
	case 0xfffffff1: g->version = GO_1_18; return true;
	default: return false;
	}
}

/* False: it is no such table. */
static bool table_open(struct gopclntab *g, const struct elf_image *e)
{
	struct cursor c = elf_image_bytes(e, table_section(e));
	const uint32_t magic = cursor_u32(&c);
	uint8_t zeros[2], quantum, word;
	unsigned names, functions;

	zeros[0] = cursor_u8(&c);
	zeros[1] = cursor_u8(&c);
	quantum = cursor_u8(&c);
	word = cursor_u8(&c);
	*g = (struct gopclntab){ .image = e, .all = elf_image_bytes(e, table_section(e)), .is_64 = word == 8 };
	if (!cursor_ok(&c) || !take_version(g, magic) || zeros[0] || zeros[1] || quantum > 4 ||
	    (word != 4 && word != 8))
		return false;
	g->n = header_word(g, 0);
	if (g->version == GO_1_2) {
		g->names = g->functions = g->all;
		g->functab = part_at(&g->all, HEADER_SIZE + word);
		return true;
	}
	names = g->version == GO_1_16 ? 2 : 3;
	functions = g->version == GO_1_16 ? 6 : 7;
	g->text = g->version == GO_1_18 ? text_start(g) : 0;
	g->names = part_at(&g->all, header_word(g, names));
	g->functions = g->functab = part_at(&g->all, header_word(g, functions));
	return true;
}

/* Reads an address or a place of functab. */
static uint64_t functab_number(const struct gopclntab *g, struct cursor *c)
{
	return g->version == GO_1_18 ? cursor_u32(c) : elf_word(c, g->is_64);
}

/* Adds a function. [start, end): offsets from the text; place: of its description. */
static void add_function(const struct gopclntab *g, struct symtab *t, uint64_t start, uint64_t end, uint64_t place)
{
	struct cursor c = part_at(&g->functions, place);
	uint32_t name;
	uint64_t address = g->text + start;

	cursor_skip(&c, g->version == GO_1_18 || !g->is_64 ? 4 : 8);
	name = cursor_u32(&c);
	if (!cursor_ok(&c) || end <= start || !address)
		return;
	address = elf_image_file_offset(g->image, address, NULL);
	symtab_add(t, (struct symbol){ .start = address,
				       .end = address + (end - start),
				       .name = name,
				       .area = (uint8_t)g->area,
				       .info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC) });
}

int gopclntab_add(struct symtab *t, const struct elf_image *e, struct error *err)
{
	struct gopclntab g;
	uint64_t start, place;
	int ret;

	if (!table_open(&g, e) || !cursor_left(&g.names))
		return 0;
	g.area = symtab_add_area(t, (const char *)g.names.start, cursor_left(&g.names));
	if (g.area < 0)
		return error_set(err, g.area, "too large a table of names");
	start = functab_number(&g, &g.functab);
	place = functab_number(&g, &g.functab);
	for (uint64_t i = 0; i < g.n; i++) {
		uint64_t end = functab_number(&g, &g.functab);

		if (!cursor_ok(&g.functab))
			break;
		add_function(&g, t, start, end, place);
		start = end;
		place = i + 1 < g.n ? functab_number(&g, &g.functab) : 0;
	}
	ret = symtab_index(t);
	return ret ? error_set(err, ret, "no memory for symbols") : 0;
}
