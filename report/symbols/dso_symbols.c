#include "report/symbols/dso_symbols.h"

#include "report/symbols/dso_load.h"
#include "report/symbols/vdso_file.h"

#include <string.h>

static bool dso_symbols_find_kernel(const struct dso_loaded *l, uint64_t addr, struct symbol_name *ret)
{
	const struct symbol *s = symtab_find(l->kernel_table, addr);
	const char *name;

	if (!s || s->module != l->module_number)
		return false;
	name = symtab_name(l->kernel_table, s);
	*ret = symbol_name_of(s, name, name);
	return *name;
}

static bool dso_symbols_find(const struct dso_loaded *l, uint64_t addr, struct symbol_name *ret)
{
	bool found = l->table && dso_content_symbol(l->table, addr + l->delta, ret);

	if (!found)
		found = l->kernel_table && dso_symbols_find_kernel(l, addr + l->delta, ret);
	if (!found)
		return false;
	ret->start -= l->delta;
	ret->end -= l->delta;
	return true;
}

static bool dso_symbols_find_bound(const struct dso_symbols *d, const struct dso_loaded *l, uint64_t addr,
				   struct symbol_name *ret)
{
	const char *slash = strrchr(d->path, '/');

	if (d->shared->config.no_bounds || !l->files || (d->kind != DSO_KIND_USER && d->kind != DSO_KIND_VDSO))
		return false;
	return dso_content_bound(l->files, addr, slash ? slash + 1 : d->path, ret);
}

bool dso_symbols_lookup(struct dso_symbols *d, uint64_t addr, struct symbol_name *ret)
{
	const struct dso_loaded *l = dso_symbols_load(d);

	if (l->is_bundled)
		return bundled_dso_lookup(l->bundled, addr, ret);
	return dso_symbols_find(l, addr, ret) || dso_symbols_find_bound(d, l, addr, ret);
}

/* Whether the recording says what its machine knew of it. */
static bool dso_symbols_is_carried(const struct dso_symbols *d)
{
	const struct bundled_identity identity = dso_symbols_identity(d);

	return bundled_names_find(d->shared->config.bundled, &identity);
}

bool dso_symbols_want(struct dso_symbols *d)
{
	const struct dso_dirs *dirs = &d->shared->dirs;

	if (!dirs->fetch || atomic_load(&d->is_loaded) || dso_symbols_is_carried(d))
		return false;
	if (d->kind == DSO_KIND_VDSO)
		return dso_files_want_vdso(dirs, d->path, &d->build_id);
	return d->kind == DSO_KIND_USER && dso_files_want(dirs, d->path, &d->build_id, &d->file);
}

uint64_t dso_symbols_virtual(struct dso_symbols *d, uint64_t addr)
{
	const struct dso_loaded *l = dso_symbols_load(d);
	bool by_offset = d->kind == DSO_KIND_USER || d->kind == DSO_KIND_VDSO;

	if (l->is_bundled && by_offset)
		return bundled_dso_virtual(l->bundled, addr);
	return l->files && by_offset ? dso_content_virtual(l->files, addr) : addr;
}

/* The address as the debug information has it. */
static uint64_t source_address(struct dso_symbols *d, uint64_t addr)
{
	switch (d->kind) {
	case DSO_KIND_KERNEL: return addr + dso_symbols_load(d)->delta;
	case DSO_KIND_MODULE: return addr - d->module.start + SOURCE_MODULE_TEXT;
	default: return dso_symbols_virtual(d, addr);
	}
}

/* Whether files of this machine have debug information. */
static bool has_own_source(const struct dso_symbols *d, const struct dso_loaded *l)
{
	const struct symbols_config *config = &d->shared->config;

	return !l->is_bundled && config->source && l->files &&
	       dso_content_has_source(l->files, config->source, config->symfs);
}

/* Lines of JIT code are shown in any case, since no debug information has to be read for them. */
static bool has_bundled_source(const struct dso_symbols *d, const struct dso_loaded *l)
{
	return l->bundled && (d->shared->config.source || d->kind == DSO_KIND_JIT_DUMP) &&
	       bundled_dso_has_source(l->bundled);
}

bool dso_symbols_has_source(struct dso_symbols *d)
{
	const struct dso_loaded *l = dso_symbols_load(d);

	return l->jit_lines || has_own_source(d, l) || has_bundled_source(d, l);
}

unsigned dso_symbols_frames(struct dso_symbols *d, uint64_t addr, bool want_lines, struct dso_frame *frames)
{
	const struct dso_loaded *l = dso_symbols_load(d);

	if (!l->jit_lines && has_own_source(d, l))
		return dso_content_frames(l->files, source_address(d, addr), want_lines, frames);
	if (!l->jit_lines)
		return has_bundled_source(d, l) ? bundled_dso_frames(l->bundled, addr, frames) : 0;
	frames[0] = (struct dso_frame){ 0 };
	return jit_lines_find(l->jit_lines, addr, &frames[0].file, &frames[0].line) ? 1 : 0;
}

bool dso_symbols_source_address(struct dso_symbols *d, uint64_t addr, uint64_t *ret_address)
{
	const struct dso_loaded *l = dso_symbols_load(d);

	if (l->jit_lines || !has_own_source(d, l))
		return false;
	*ret_address = source_address(d, addr);
	return true;
}

void dso_symbols_prepare_source(struct dso_symbols *d, const uint64_t *addresses, uint32_t n, bool want_lines,
				unsigned worker)
{
	source_file_prepare(dso_symbols_load(d)->files->source, addresses, n, want_lines, worker);
}

bool dso_symbols_ask_code(struct dso_symbols *d, uint64_t address, const void *code, uint32_t size,
			  struct buffer *ret_answer)
{
	return source_file_ask_code(dso_symbols_load(d)->files->source, address, code, size, ret_answer);
}

enum dso_symbols_status dso_symbols_status(struct dso_symbols *d, struct error *why)
{
	const struct dso_loaded *l = dso_symbols_load(d);

	if (why)
		*why = l->why;
	return l->status;
}

const struct build_id *dso_symbols_other(struct dso_symbols *d)
{
	return &dso_symbols_load(d)->other;
}

enum dso_doubt dso_symbols_doubt(struct dso_symbols *d)
{
	return dso_symbols_load(d)->doubt;
}

enum dso_symbols_space dso_symbols_space(struct dso_symbols *d)
{
	return dso_symbols_load(d)->space;
}

const char *dso_symbols_source(struct dso_symbols *d)
{
	return dso_symbols_load(d)->source;
}

char dso_symbols_origin(struct dso_symbols *d)
{
	return dso_symbols_load(d)->origin;
}
