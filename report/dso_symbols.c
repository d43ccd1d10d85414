#include "report/dso_symbols.h"

#include <string.h>

static bool dso_symbols_find_kernel(const struct dso_symbols *d, uint64_t addr, struct symbol_name *ret)
{
	const struct symbol *s = symtab_find(d->kernel_table, addr);
	const char *name;

	if (!s || s->module != d->module_number)
		return false;
	name = symtab_name(d->kernel_table, s);
	*ret = (struct symbol_name){ .name = name,
				     .mangled = name,
				     .start = s->start,
				     .end = s->end,
				     .kind = SYMBOL_KIND_SYMTAB,
				     .global = symbol_binding(s) == STB_GLOBAL,
				     .weak = symbol_binding(s) == STB_WEAK };
	return *name;
}

static bool dso_symbols_find(struct dso_symbols *d, uint64_t addr, struct symbol_name *ret)
{
	bool found = d->table && dso_content_symbol(d->table, addr + d->delta, ret);

	if (!found)
		found = d->kernel_table && dso_symbols_find_kernel(d, addr + d->delta, ret);
	if (!found)
		return false;
	ret->start -= d->delta;
	ret->end -= d->delta;
	return true;
}

static bool dso_symbols_find_bound(struct dso_symbols *d, uint64_t addr, struct symbol_name *ret)
{
	const char *slash = strrchr(d->path, '/');

	if (d->shared->config.no_bounds || !d->files || (d->kind != DSO_KIND_USER && d->kind != DSO_KIND_VDSO))
		return false;
	return dso_content_bound(d->files, addr, slash ? slash + 1 : d->path, ret);
}

bool dso_symbols_lookup(struct dso_symbols *d, uint64_t addr, struct symbol_name *ret)
{
	dso_symbols_load(d);
	return dso_symbols_find(d, addr, ret) || dso_symbols_find_bound(d, addr, ret);
}

uint64_t dso_symbols_virtual(struct dso_symbols *d, uint64_t addr)
{
	dso_symbols_load(d);
	return d->files ? dso_content_virtual(d->files, addr) : addr;
}

bool dso_symbols_line(struct dso_symbols *d, uint64_t addr, const char **ret_file, unsigned *ret_line)
{
	uint64_t address = dso_symbols_virtual(d, addr);
	struct elf_line line;
	const char *slash;

	if (!d->files || !dso_content_line(d->files, address, &line))
		return false;
	slash = strrchr(line.file, '/');
	*ret_file = slash ? slash + 1 : line.file;
	*ret_line = line.line;
	return true;
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
