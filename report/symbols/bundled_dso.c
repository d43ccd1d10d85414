#include "report/symbols/bundled_dso.h"

#include "report/elf/demangle.h"
#include "report/symbols/dso_content.h"

#include <assert.h>
#include <stdlib.h>

/* The file's part of a list of all files, which is NULL where nobody has any. */
#define LIST_OF(d, list) ((d)->file->list.n ? (d)->names->list + (d)->file->list.first : NULL)

static_assert(BUNDLE_FRAMES_MAX == DSO_FRAMES_MAX, "frames of a bundle are those of an address");

struct bundled_dso {
	const struct bundle_names *names;
	const struct bundle_file *file;
	uint64_t start;
	bool demangles, has_no_bounds;
	struct strtab strings;
	bool has_strings;
	const char **symbols;    /* names as shown, by the number of the symbol in the file */
	struct u32map functions; /* by the id of a frame's function: that of its name in strings */
};

/* --- making them ---------------------------------------------------------------------- */

/* Keeps a text. NULL without memory. */
static const char *keep(struct bundled_dso *d, const char *text)
{
	uint32_t id = strtab_add_string(&d->strings, text);

	return id == STRTAB_NONE ? NULL : strtab_get(&d->strings, id);
}

/* Returns a name as it is shown. NULL without memory. */
static const char *shown_name(struct bundled_dso *d, const char *name)
{
	const char *kept = name;
	char *demangled;

	if (!d->demangles || !demangle_may_be_mangled(name))
		return name;
	demangled = demangle_name(name, DEMANGLE_FULL);
	if (demangled)
		kept = keep(d, demangled);
	free(demangled);
	return kept;
}

static const char *symbol_text(struct bundled_dso *d, const struct bundle_symbol *s, const char *base)
{
	char text[BOUND_NAME_MAX];

	if (!(s->flags & BUNDLE_SYMBOL_BOUNDS))
		return shown_name(d, strtab_get(&d->names->strings, s->name));
	bound_name_text(text, base, bundled_dso_virtual(d, s->start + d->start));
	return keep(d, text);
}

static bool name_symbols(struct bundled_dso *d, const char *base)
{
	const struct bundle_range *range = &d->file->symbols;

	d->symbols = calloc(range->n + 1ull, sizeof(*d->symbols));
	for (uint32_t i = 0; d->symbols && i < range->n; i++) {
		d->symbols[i] = symbol_text(d, &d->names->symbols[range->first + i], base);
		if (!d->symbols[i])
			return false;
	}
	return d->symbols;
}

static bool name_function(struct bundled_dso *d, uint32_t function)
{
	const char *name = strtab_get(&d->names->strings, function);
	uint32_t id;

	if (!function || u32map_get(&d->functions, function) != U32MAP_NONE)
		return true;
	name = shown_name(d, name);
	id = name ? strtab_add_string(&d->strings, name) : STRTAB_NONE;
	return id != STRTAB_NONE && !u32map_set(&d->functions, function, id);
}

static bool name_functions(struct bundled_dso *d)
{
	const struct bundle_range *range = &d->file->addresses;

	for (uint32_t i = 0; i < range->n; i++) {
		const struct bundle_address *a = &d->names->addresses[range->first + i];

		for (uint32_t k = 0; k < a->n_frames; k++)
			if (!name_function(d, d->names->frames[d->names->refs[a->first_frame + k]].function))
				return false;
	}
	return true;
}

struct bundled_dso *bundled_dso_new(const struct bundled_names *b, const struct bundle_file *file,
				    const struct bundled_style *style)
{
	struct bundled_dso *d = calloc(1, sizeof(*d));

	if (!d)
		return NULL;
	d->names = &b->names;
	d->file = file;
	d->start = style->start;
	d->demangles = style->demangles;
	d->has_no_bounds = style->has_no_bounds;
	d->has_strings = !strtab_init(&d->strings);
	if (d->has_strings && name_symbols(d, style->base) && name_functions(d))
		return d;
	bundled_dso_free(d);
	return NULL;
}

void bundled_dso_free(struct bundled_dso *d)
{
	if (!d)
		return;
	if (d->has_strings)
		strtab_fini(&d->strings);
	u32map_fini(&d->functions);
	free(d->symbols);
	free(d);
}

/* --- asking --------------------------------------------------------------------------- */

/* The last address that is carried, up to one; NULL: there is none. */
static const struct bundle_address *find_before(const struct bundled_dso *d, uint64_t addr)
{
	const struct bundle_address *list = LIST_OF(d, addresses);
	uint32_t from = 0, to = d->file->addresses.n;

	while (from < to) {
		uint32_t middle = from + (to - from) / 2;

		if (list[middle].addr <= addr)
			from = middle + 1;
		else
			to = middle;
	}
	return from ? &list[from - 1] : NULL;
}

/* The address itself; NULL: it is not carried. */
static const struct bundle_address *find_address(const struct bundled_dso *d, uint64_t addr)
{
	const struct bundle_address *a = find_before(d, addr);

	return a && a->addr == addr ? a : NULL;
}

/* The function whose code has an address; NULL: none is carried. */
static const struct bundle_function *find_function(const struct bundled_dso *d, uint64_t addr)
{
	const struct bundle_function *list = LIST_OF(d, functions);

	for (uint32_t i = 0; i < d->file->functions.n; i++)
		if (addr >= list[i].start && addr - list[i].start < list[i].size)
			return &list[i];
	return NULL;
}

/* The address whose frames one has: itself or, in code, the one before it that changed them. */
static const struct bundle_address *find_framed(const struct bundled_dso *d, uint64_t addr)
{
	const struct bundle_address *a = find_before(d, addr);
	const struct bundle_function *function;

	if (!a || a->addr == addr)
		return a;
	function = find_function(d, addr);
	return function && a->addr >= function->start ? a : NULL;
}

/* The number of the last symbol that begins there or before, and does not end before; BUNDLE_NONE: there is none. */
static uint32_t find_symbol(const struct bundled_dso *d, uint64_t addr)
{
	const struct bundle_symbol *list = LIST_OF(d, symbols);
	uint32_t from = 0, to = d->file->symbols.n;

	while (from < to) {
		uint32_t middle = from + (to - from) / 2;

		if (list[middle].start <= addr)
			from = middle + 1;
		else
			to = middle;
	}
	return from && addr < list[from - 1].end ? d->file->symbols.first + from - 1 : BUNDLE_NONE;
}

bool bundled_dso_lookup(const struct bundled_dso *d, uint64_t addr, struct symbol_name *ret)
{
	const struct bundle_address *a = find_address(d, addr - d->start);
	uint32_t number = a ? a->symbol : find_symbol(d, addr - d->start);
	const struct bundle_symbol *s;
	const char *name;

	if (number == BUNDLE_NONE)
		return false;
	s = &d->names->symbols[number];
	if (s->flags & BUNDLE_SYMBOL_BOUNDS && d->has_no_bounds)
		return false;
	name = d->symbols[number - d->file->symbols.first];
	*ret = (struct symbol_name){
		.name = name,
		.mangled = s->flags & BUNDLE_SYMBOL_BOUNDS ? name : strtab_get(&d->names->strings, s->name),
		.start = s->start + d->start,
		.end = s->end + d->start,
		.kind = s->flags & BUNDLE_SYMBOL_BOUNDS ? SYMBOL_KIND_BOUNDS : SYMBOL_KIND_SYMTAB,
		.global = s->flags & BUNDLE_SYMBOL_GLOBAL,
		.weak = s->flags & BUNDLE_SYMBOL_WEAK,
		.object = s->flags & BUNDLE_SYMBOL_OBJECT,
	};
	return true;
}

unsigned bundled_dso_frames(const struct bundled_dso *d, uint64_t addr, struct dso_frame *frames)
{
	const struct bundle_address *a = find_framed(d, addr - d->start);
	const struct bundle_names *names = d->names;

	for (uint32_t i = 0; a && i < a->n_frames; i++) {
		const struct bundle_frame *f = &names->frames[names->refs[a->first_frame + i]];

		frames[i] = (struct dso_frame){
			.name = f->function ? strtab_get(&d->strings, u32map_get(&d->functions, f->function)) : NULL,
			.file = f->file ? strtab_get(&names->strings, f->file) : NULL,
			.line = f->line,
		};
	}
	return a ? a->n_frames : 0;
}

uint64_t bundled_dso_virtual(const struct bundled_dso *d, uint64_t addr)
{
	const struct bundle_segment *list = LIST_OF(d, segments);

	for (uint32_t i = 0; i < d->file->segments.n; i++)
		if (addr >= list[i].offset && addr - list[i].offset < list[i].size)
			return addr - list[i].offset + list[i].address;
	return addr;
}

uint64_t bundled_dso_offset(const struct bundled_dso *d, uint64_t address)
{
	const struct bundle_segment *list = LIST_OF(d, segments);

	for (uint32_t i = 0; i < d->file->segments.n; i++)
		if (address >= list[i].address && address - list[i].address < list[i].size)
			return address - list[i].address + list[i].offset;
	return address;
}

const uint8_t *bundled_dso_code(const struct bundled_dso *d, uint64_t start, uint32_t *ret_size, uint64_t *ret_address)
{
	const struct bundle_function *function = find_function(d, start - d->start);
	uint64_t skipped;

	if (!function)
		return NULL;
	skipped = start - d->start - function->start;
	*ret_size = function->size - (uint32_t)skipped;
	*ret_address = function->address + skipped;
	return d->names->bytes.data + function->at + skipped;
}

const struct bundle_file *bundled_dso_file(const struct bundled_dso *d)
{
	return d->file;
}

uint32_t bundled_dso_segments(const struct bundled_dso *d, const struct bundle_segment **ret_segments)
{
	*ret_segments = LIST_OF(d, segments);
	return d->file->segments.n;
}

bool bundled_dso_has_source(const struct bundled_dso *d)
{
	return d->file->has_source;
}
