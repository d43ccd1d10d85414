#include "report/profile/locator.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static const struct map *kernel_map_find(const struct timeline *t)
{
	for (uint32_t i = 0; i < t->n_maps; i++)
		if (t->dsos.list[t->maps[i].dso].kind == DSO_KERNEL)
			return &t->maps[i];
	return NULL;
}

int locator_init(struct locator *locator, const struct timeline *timeline, const struct strtab *strings,
		 struct symbols *symbols, const struct kernel_identity *kernel)
{
	*locator = (struct locator){ .timeline = timeline,
				     .strings = strings,
				     .symbols = symbols,
				     .kernel = *kernel,
				     .has_embedded = symbols && symbols_has_embedded(symbols),
				     .kernel_map = kernel_map_find(timeline) };
	locator->by_dso = calloc(timeline->dsos.n + 1, sizeof(*locator->by_dso));
	locator->has_code = calloc(timeline->dsos.n + 1, sizeof(*locator->has_code));
	return locator->by_dso && locator->has_code ? 0 : -ENOMEM;
}

void locator_fini(struct locator *locator)
{
	free(locator->by_dso);
	free(locator->has_code);
	memset(locator, 0, sizeof(*locator));
}

int locator_share(struct locator *locator, const struct locator *of)
{
	int result = locator_init(locator, of->timeline, of->strings, of->symbols, &of->kernel);

	locator->full_source_path = of->full_source_path;
	return result;
}

void locator_merge(struct locator *locator, const struct locator *from)
{
	for (uint32_t i = 0; i < locator->timeline->dsos.n; i++) {
		locator->has_code[i] = locator->has_code[i] || from->has_code[i];
		if (!locator->by_dso[i])
			locator->by_dso[i] = from->by_dso[i];
	}
}

/* --- symbols of dsos ------------------------------------------------------------------ */

/* The kernel that was recorded, by its dso. */
static struct kernel_identity kernel_of(const struct locator *locator, const struct dso *dso)
{
	const char *bracket = strchr(strtab_get(locator->strings, dso->path), ']');
	struct kernel_identity kernel = locator->kernel;

	if (dso->build_id.size)
		kernel.build_id = dso->build_id;
	kernel.reloc_name = bracket && bracket[1] ? bracket + 1 : NULL;
	kernel.reloc_address = dso->pgoff;
	return kernel;
}

static struct dso_symbols *symbols_of_kernel(const struct locator *locator, const struct dso *dso)
{
	const struct kernel_identity kernel = kernel_of(locator, dso);

	return symbols_kernel(locator->symbols, &kernel);
}

/* What runs here as that kernel's module may be one of another kernel or lie elsewhere, so it has to be the same one.
 */
static struct dso_symbols *symbols_of_module(const struct locator *locator, const struct dso *dso, const char *path)
{
	const struct module_identity module = { .name = strtab_get(locator->strings, dso->name),
						.path = path,
						.build_id = dso->build_id,
						.start = dso->start };
	const struct map *map = locator->kernel_map;
	const struct kernel_identity kernel =
		map ? kernel_of(locator, &locator->timeline->dsos.list[map->dso]) : locator->kernel;

	return symbols_module(locator->symbols, &kernel, &module);
}

struct dso_symbols *locator_symbols(struct locator *locator, uint32_t number)
{
	const struct dso *dso = &locator->timeline->dsos.list[number];
	const char *path = strtab_get(locator->strings, dso->path);
	struct dso_symbols **d = &locator->by_dso[number];

	if (*d || !locator->symbols)
		return *d;
	switch (dso->kind) {
	case DSO_FILE:
	case DSO_VDSO: *d = symbols_mapped(locator->symbols, path, &dso->build_id, &dso->file); break;
	case DSO_KERNEL: *d = symbols_of_kernel(locator, dso); break;
	case DSO_MODULE: *d = symbols_of_module(locator, dso, path); break;
	case DSO_JIT: *d = symbols_jit_dump(locator->symbols, (pid_t)dso->pid, path); break;
	case DSO_ANON: *d = symbols_perf_map(locator->symbols, (pid_t)dso->pid); break;
	case DSO_NO_FILE:
	case DSO_KSYMBOL: break;
	}
	return *d;
}

enum missing_reason locator_missing_reason(const struct locator *locator, uint32_t number)
{
	const struct dso *dso = number == DSO_NONE ? NULL : &locator->timeline->dsos.list[number];

	if (!dso)
		return UNRESOLVED_UNMAPPED;
	return missing_reason(dso->kind, strtab_get(locator->strings, dso->path), locator->by_dso[number]);
}

/* --- locations ------------------------------------------------------------------------ */

/* What is mapped at an address by the mode it was met in. */
static const struct map *mapping_at(const struct locator *locator, const struct timeline_snapshot *at, unsigned mode,
				    uint64_t addr, unsigned flags)
{
	const struct mapping_epoch *space = timeline_snapshot_space(at, mode);

	if (mode == RECORD_MISC_USER && flags & RESOLVE_CALLER)
		return timeline_epoch_caller(locator->timeline, space, addr);
	if (mode == RECORD_MISC_USER || mode == RECORD_MISC_KERNEL || mode == RECORD_MISC_GUEST_KERNEL)
		return timeline_epoch_map(locator->timeline, space, addr);
	return NULL;
}

uint32_t locator_dso(const struct locator *locator, const struct timeline_snapshot *at, unsigned mode, uint64_t addr,
		     unsigned flags)
{
	const struct map *map = mapping_at(locator, at, mode, addr, flags);

	return map ? map->dso : DSO_NONE;
}

/*
 * Linux perf records the kernel's mapping to the end of its text; what lies after it, like the code that started the
 * machine and stands at the end of the chains of an idle CPU, is the kernel's all the same if its symbols know it.
 */
static const struct map *kernel_beyond(struct locator *locator, uint64_t addr)
{
	const struct map *kernel = locator->kernel_map;
	struct dso_symbols *symbols = kernel && addr >= kernel->start ? locator_symbols(locator, kernel->dso) : NULL;
	struct symbol_name symbol;

	return symbols && dso_symbols_lookup(symbols, addr, &symbol) ? kernel : NULL;
}

/* The address as the symbols of the dso take it: those a recording carries may be by other addresses than a file's. */
static uint64_t location_lookup(struct locator *locator, const struct location *l, uint64_t addr)
{
	struct dso_symbols *symbols = locator->has_embedded ? locator_symbols(locator, l->map->dso) : NULL;

	switch (symbols ? dso_symbols_space(symbols) : DSO_SPACE_FILE) {
	case DSO_SPACE_MEMORY: return addr;
	case DSO_SPACE_MAPPING: return addr - l->map->start;
	default: return l->addr;
	}
}

void locator_map(struct locator *locator, const struct timeline_snapshot *at, unsigned mode, uint64_t addr,
		 unsigned flags, struct location *l)
{
	const struct map *map = mapping_at(locator, at, mode, addr, flags);
	enum dso_kind kind;

	if (!map && mode == RECORD_MISC_KERNEL)
		map = kernel_beyond(locator, addr);
	l->map = map;
	l->has_symbol = false;
	l->n_frames = 0;
	if (!map)
		return;
	l->dso = &locator->timeline->dsos.list[map->dso];
	locator->has_code[map->dso] = locator->has_code[map->dso] || !(flags & RESOLVE_DATA);
	kind = l->dso->kind;
	l->addr = kind == DSO_KERNEL || kind == DSO_MODULE ? addr : addr - map->start + map->pgoff;
	l->lookup = flags & RESOLVE_SYMBOL ? location_lookup(locator, l, addr) : l->addr;
}

/* Memory that lies over a file's code, or is named like a file, may hold JIT code, if a map of the process says so. */
static bool is_in_map_of_jit(struct locator *locator, struct location *l)
{
	struct dso_symbols *jit = locator->symbols ? symbols_perf_map(locator->symbols, (pid_t)l->dso->pid) : NULL;
	const uint64_t shift = l->map->start - l->map->pgoff;

	if (!jit || !dso_symbols_lookup(jit, l->addr + shift, &l->symbol))
		return false;
	l->symbol.start -= shift;
	l->symbol.end -= shift;
	return true;
}

void locator_symbol(struct locator *locator, struct location *l)
{
	const struct dso *dso = l->dso;
	struct dso_symbols *symbols;

	if (dso->kind == DSO_KSYMBOL) {
		l->has_symbol = true;
		l->symbol = (struct symbol_name){ .name = strtab_get(locator->strings, dso->name),
						  .start = l->map->start,
						  .end = l->map->start + l->map->size,
						  .kind = SYMBOL_KIND_SYMTAB };
		return;
	}
	l->has_symbol = dso_may_hold_jit(dso) && is_in_map_of_jit(locator, l);
	if (l->has_symbol)
		return;
	symbols = locator_symbols(locator, l->map->dso);
	l->has_symbol = symbols && dso_symbols_lookup(symbols, l->lookup, &l->symbol);
	if (l->has_symbol)
		l->addr = l->lookup;
}

void locator_find(struct locator *locator, const struct timeline_snapshot *at, unsigned mode, uint64_t addr,
		  unsigned flags, struct location *ret_location)
{
	locator_map(locator, at, mode, addr, flags, ret_location);
	if (ret_location->map && (flags & RESOLVE_SYMBOL))
		locator_symbol(locator, ret_location);
}

/* --- source --------------------------------------------------------------------------- */

/* The symbols of a location whose lines may be known; NULL: they are not. */
static struct dso_symbols *source_symbols(struct locator *locator, const struct location *l)
{
	bool may_have = l->dso->kind == DSO_FILE || l->dso->kind == DSO_JIT || l->dso->kind == DSO_KERNEL ||
			l->dso->kind == DSO_MODULE || l->dso->kind == DSO_VDSO;

	return may_have ? locator_symbols(locator, l->map->dso) : NULL;
}

unsigned locator_source(struct locator *locator, const struct location *l, bool want_lines,
			struct dso_frame frames[static DSO_FRAMES_MAX])
{
	struct dso_symbols *symbols = source_symbols(locator, l);

	return symbols ? dso_symbols_frames(symbols, l->lookup, want_lines, frames) : 0;
}

struct dso_symbols *locator_source_address(struct locator *locator, const struct timeline_snapshot *at, unsigned mode,
					   uint64_t addr, unsigned flags, uint64_t *ret_address)
{
	struct dso_symbols *symbols;
	struct location l;

	locator_map(locator, at, mode, addr, flags | RESOLVE_SYMBOL, &l);
	symbols = l.map ? source_symbols(locator, &l) : NULL;
	return symbols && dso_symbols_source_address(symbols, l.lookup, ret_address) ? symbols : NULL;
}

static void line_put_file(const struct locator *locator, const struct dso_frame *frame, char *text, size_t size)
{
	const char *slash = locator->full_source_path ? NULL : strrchr(frame->file, '/');

	snprintf(text, size, "%s:%u", slash ? slash + 1 : frame->file, frame->line);
}

bool locator_line(struct locator *locator, const struct location *l, const struct dso_frame *frame, char *text,
		  size_t size)
{
	struct dso_symbols *symbols = source_symbols(locator, l);

	if (frame && frame->file)
		line_put_file(locator, frame, text, size);
	else
		snprintf(text, size, "%s[%" PRIx64 "]", strtab_get(locator->strings, l->dso->name),
			 symbols ? dso_symbols_virtual(symbols, l->addr) : l->addr);
	return frame && frame->file;
}

bool locator_has_source(struct locator *locator, const struct location *l)
{
	struct dso_symbols *symbols = source_symbols(locator, l);

	return symbols && dso_symbols_has_source(symbols);
}

/* --- several threads ------------------------------------------------------------------ */

bool shared_locator_kernel_function(void *context, uint64_t addr, char *name, size_t size, uint64_t *ret_offset)
{
	struct shared_locator *shared = context;
	const struct timeline_snapshot at = timeline_snapshot(shared->locator->timeline, 0, UINT64_MAX);
	struct location location;
	bool found;

	pthread_mutex_lock(&shared->lock);
	locator_find(shared->locator, &at, RECORD_MISC_KERNEL, addr, RESOLVE_SYMBOL, &location);
	found = location.map && location.has_symbol;
	if (found) {
		snprintf(name, size, "%s", location.symbol.name);
		*ret_offset = location.addr - location.symbol.start;
	}
	pthread_mutex_unlock(&shared->lock);
	return found;
}
