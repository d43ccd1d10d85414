#include "report/dso_symbols.h"

#include "report/demangle.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define BOUNDS_NAME_MAX 320

/* The string kept as long as d; NULL without memory. */
static const char *dso_symbols_keep(struct dso_symbols *d, const char *name)
{
	uint32_t id;

	if (!d->names_ready && strtab_init(&d->names) != 0)
		return NULL;
	d->names_ready = true;
	id = strtab_add_string(&d->names, name);
	return id == STRTAB_NONE ? NULL : strtab_get(&d->names, id);
}

/* The demangled name, found once for each symbol; the mangled one where there is none or no memory for it. */
static const char *dso_symbols_demangled(struct dso_symbols *d, const struct symbol *s, const char *mangled)
{
	size_t index = (size_t)(s - d->own.symbols);
	const char *kept = NULL;
	char *name;

	if (d->own.style == DEMANGLE_NONE || d->table != &d->own || mangled[0] != '_')
		return mangled;
	if (!d->demangled)
		d->demangled = calloc(d->own.n, sizeof(*d->demangled));
	if (!d->demangled)
		return mangled;
	if (d->demangled[index])
		return d->demangled[index];
	name = demangle_name(mangled, d->own.style);
	if (name && dso_symbols_take(d, strlen(name)))
		kept = dso_symbols_keep(d, name);
	free(name);
	d->demangled[index] = kept ? kept : mangled;
	return d->demangled[index];
}

static bool dso_symbols_find(struct dso_symbols *d, uint64_t addr, struct symbol_name *ret)
{
	const struct symbol *s = d->table ? symtab_find(d->table, addr + d->delta) : NULL;
	const char *mangled;

	if (!s || s->module != d->module_number)
		return false;
	mangled = symtab_name(d->table, s);
	if (!*mangled)
		return false; /* the file was cut short since it was loaded */
	*ret = (struct symbol_name){ .name = dso_symbols_demangled(d, s, mangled),
				     .mangled = mangled,
				     .start = s->start - d->delta,
				     .end = s->end - d->delta,
				     .kind = SYMBOL_KIND_SYMTAB,
				     .global = symbol_binding(s) == STB_GLOBAL,
				     .weak = symbol_binding(s) == STB_WEAK };
	return true;
}

static const struct elf_bounds *dso_symbols_bounds(struct dso_symbols *d)
{
	if (d->bounds_loaded)
		return &d->bounds;
	d->bounds_loaded = true;
	/* Without memory there are none: addresses stay addresses. */
	if (d->files.runtime && elf_bounds_init(&d->bounds, &d->files.runtime->image) != 0)
		d->bounds = (struct elf_bounds){ 0 };
	if (!dso_symbols_take(d, d->bounds.n * (sizeof(*d->bounds.items) + sizeof(*d->bound_names))))
		elf_bounds_fini(&d->bounds);
	return &d->bounds;
}

/* The name of a function known by its bounds, made once. NULL without memory. */
static const char *dso_symbols_bound_name(struct dso_symbols *d, const struct elf_bound *b, size_t number)
{
	const char *slash = d->path ? strrchr(d->path, '/') : NULL;
	char name[BOUNDS_NAME_MAX];

	if (!d->bound_names)
		d->bound_names = calloc(d->bounds.n, sizeof(*d->bound_names));
	if (!d->bound_names || d->bound_names[number])
		return d->bound_names ? d->bound_names[number] : NULL;
	snprintf(name, sizeof(name), "%.256s[+0x%" PRIx64 "]", slash ? slash + 1 : d->path,
		 elf_image_address(&d->files.runtime->image, b->start));
	d->bound_names[number] = dso_symbols_keep(d, name);
	return d->bound_names[number];
}

static bool dso_symbols_find_bounds(struct dso_symbols *d, uint64_t addr, struct symbol_name *ret)
{
	struct elf_bound b;
	const char *name;
	size_t number;

	if (d->shared->config.no_bounds || (d->kind != DSO_KIND_USER && d->kind != DSO_KIND_VDSO))
		return false;
	if (!elf_bounds_find(dso_symbols_bounds(d), addr, &b, &number))
		return false;
	name = dso_symbols_bound_name(d, &b, number);
	if (!name)
		return false;
	*ret = (struct symbol_name){
		.name = name, .mangled = name, .start = b.start, .end = b.end, .kind = SYMBOL_KIND_BOUNDS
	};
	return true;
}

bool dso_symbols_lookup(struct dso_symbols *d, uint64_t addr, struct symbol_name *ret)
{
	dso_symbols_load(d);
	return dso_symbols_find(d, addr, ret) || dso_symbols_find_bounds(d, addr, ret);
}

enum dso_symbols_status dso_symbols_status(struct dso_symbols *d, struct error *why)
{
	dso_symbols_load(d);
	if (why)
		*why = d->why;
	return d->status;
}

enum dso_symbols_space dso_symbols_space(struct dso_symbols *d)
{
	dso_symbols_load(d);
	return d->space;
}

const char *dso_symbols_source(struct dso_symbols *d)
{
	dso_symbols_load(d);
	return d->source;
}

char dso_symbols_origin(struct dso_symbols *d)
{
	dso_symbols_load(d);
	return d->origin;
}
