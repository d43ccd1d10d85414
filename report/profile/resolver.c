#include "report/profile/resolver.h"

#include "common/hash.h"
#include "common/list.h"
#include "common/pages.h"
#include "report/scan/sample_values.h"

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

int resolver_init(struct resolver *r, const struct timeline *timeline, struct frames *frames, struct symbols *symbols,
		  const struct kernel_identity *kernel)
{
	memset(r, 0, sizeof(*r));
	r->timeline = timeline;
	r->frames = frames;
	r->symbols = symbols;
	r->kernel = *kernel;
	r->embedded = symbols && symbols_has_embedded(symbols);
	r->by_dso = calloc(timeline->dsos.n + 1, sizeof(*r->by_dso));
	r->has_code = calloc(timeline->dsos.n + 1, sizeof(*r->has_code));
	r->names = calloc(RESOLVER_NAMES, sizeof(*r->names));
	r->known = malloc(RESOLVER_KNOWN * sizeof(*r->known));
	r->kernel_map = kernel_map_find(timeline);
	if (!r->by_dso || !r->has_code || !r->names || !r->known) {
		resolver_fini(r);
		return -ENOMEM;
	}
	for (uint32_t i = 0; i < RESOLVER_KNOWN; i++)
		r->known[i].frame = FRAMES_NONE;
	return 0;
}

void resolver_fini(struct resolver *r)
{
	free(r->by_dso);
	free(r->has_code);
	free(r->names);
	free(r->known);
	free(r->stacks);
	free(r->stack_frames);
	hash_table_fini(&r->stacks_table);
	pages_free(r->frame_dsos, r->n_frame_dsos * sizeof(*r->frame_dsos));
	memset(r, 0, sizeof(*r));
}

/* --- symbols of dsos ------------------------------------------------------------------ */

static struct dso_symbols *symbols_of_kernel(const struct resolver *r, const struct dso *dso, const char *path)
{
	struct kernel_identity kernel = r->kernel;
	const char *bracket = strchr(path, ']');

	if (dso->build_id.size)
		kernel.build_id = dso->build_id;
	kernel.reloc_name = bracket && bracket[1] ? bracket + 1 : NULL;
	kernel.reloc_address = dso->pgoff;
	return symbols_kernel(r->symbols, &kernel);
}

static struct dso_symbols *symbols_of_module(const struct resolver *r, const struct dso *dso, const char *path)
{
	const struct module_identity module = { .name = strtab_get(r->frames->strings, dso->name),
						.path = path,
						.build_id = dso->build_id,
						.start = dso->start };

	return symbols_module(r->symbols, &r->kernel, &module);
}

struct dso_symbols *resolver_symbols(struct resolver *r, uint32_t number)
{
	const struct dso *dso = &r->timeline->dsos.list[number];
	const char *path = strtab_get(r->frames->strings, dso->path);
	struct dso_symbols **d = &r->by_dso[number];

	if (*d || !r->symbols)
		return *d;
	switch (dso->kind) {
	case DSO_FILE:
	case DSO_VDSO: *d = symbols_user(r->symbols, path, &dso->build_id); break;
	case DSO_KERNEL: *d = symbols_of_kernel(r, dso, path); break;
	case DSO_MODULE: *d = symbols_of_module(r, dso, path); break;
	case DSO_JIT: *d = symbols_jit_dump(r->symbols, (pid_t)dso->pid, path); break;
	case DSO_ANON: *d = symbols_perf_map(r->symbols, (pid_t)dso->pid); break;
	case DSO_NO_FILE:
	case DSO_KSYMBOL: break;
	}
	return *d;
}

enum unresolved_reason resolver_unresolved(const struct resolver *r, uint32_t number)
{
	const struct dso *dso = number == DSO_NONE ? NULL : &r->timeline->dsos.list[number];

	if (!dso)
		return UNRESOLVED_UNMAPPED;
	return unresolved_reason(dso->kind, strtab_get(r->frames->strings, dso->path), r->by_dso[number]);
}

/* --- locations ------------------------------------------------------------------------ */

/* What is mapped at an address by the mode it was met in. */
static const struct map *resolver_map(const struct resolver *r, const struct timeline_snapshot *at, unsigned mode,
				      uint64_t addr, unsigned flags)
{
	const struct space_version *space = timeline_snapshot_space(at, mode);

	if (mode == RECORD_MISC_USER && flags & RESOLVE_CALLER)
		return timeline_version_caller(r->timeline, space, addr);
	if (mode == RECORD_MISC_USER || mode == RECORD_MISC_KERNEL || mode == RECORD_MISC_GUEST_KERNEL)
		return timeline_version_map(r->timeline, space, addr);
	return NULL;
}

uint32_t resolver_dso(struct resolver *r, const struct timeline_snapshot *at, unsigned mode, uint64_t addr,
		      unsigned flags)
{
	const struct map *map = resolver_map(r, at, mode, addr, flags);

	return map ? map->dso : DSO_NONE;
}

/*
 * Linux perf records the kernel's mapping to the end of its text; what lies after it, like the code that started the
 * machine and stands at the end of the chains of an idle CPU, is the kernel's all the same if its symbols know it.
 */
static const struct map *resolver_kernel_beyond(struct resolver *r, uint64_t addr)
{
	const struct map *kernel = r->kernel_map;
	struct dso_symbols *symbols = kernel && addr >= kernel->start ? resolver_symbols(r, kernel->dso) : NULL;
	struct symbol_name symbol;

	return symbols && dso_symbols_lookup(symbols, addr, &symbol) ? kernel : NULL;
}

/* The address as the symbols of the dso take it: those a recording carries may be by other addresses than a file's. */
static uint64_t location_lookup(struct resolver *r, const struct location *l, uint64_t addr)
{
	struct dso_symbols *symbols = r->embedded ? resolver_symbols(r, l->map->dso) : NULL;

	switch (symbols ? dso_symbols_space(symbols) : DSO_SPACE_FILE) {
	case DSO_SPACE_MEMORY: return addr;
	case DSO_SPACE_MAPPING: return addr - l->map->start;
	default: return l->addr;
	}
}

/* Everything of a location but its symbol and its frames. */
static void location_map(struct resolver *r, const struct timeline_snapshot *at, unsigned mode, uint64_t addr,
			 unsigned flags, struct location *l)
{
	const struct map *map = resolver_map(r, at, mode, addr, flags);
	enum dso_kind kind;

	if (!map && mode == RECORD_MISC_KERNEL)
		map = resolver_kernel_beyond(r, addr);
	l->map = map;
	l->has_symbol = false;
	l->n_frames = 0;
	if (!map)
		return;
	l->dso = &r->timeline->dsos.list[map->dso];
	r->has_code[map->dso] = r->has_code[map->dso] || !(flags & RESOLVE_DATA);
	kind = l->dso->kind;
	l->addr = kind == DSO_KERNEL || kind == DSO_MODULE ? addr : addr - map->start + map->pgoff;
	l->lookup = flags & RESOLVE_SYMBOL ? location_lookup(r, l, addr) : l->addr;
}

static void location_symbol(struct resolver *r, struct location *l)
{
	const struct dso *dso = l->dso;
	struct dso_symbols *symbols;

	if (dso->kind == DSO_KSYMBOL) {
		l->has_symbol = true;
		l->symbol = (struct symbol_name){ .name = strtab_get(r->frames->strings, dso->name),
						  .start = l->map->start,
						  .end = l->map->start + l->map->size,
						  .kind = SYMBOL_KIND_SYMTAB };
		return;
	}
	symbols = resolver_symbols(r, l->map->dso);
	l->has_symbol = symbols && dso_symbols_lookup(symbols, l->lookup, &l->symbol);
	if (l->has_symbol)
		l->addr = l->lookup;
}

void resolver_locate(struct resolver *r, uint32_t pid, uint64_t time, unsigned mode, uint64_t addr, unsigned flags,
		     struct location *ret_location)
{
	struct timeline_snapshot at = timeline_snapshot(r->timeline, pid, time);

	location_map(r, &at, mode, addr, flags, ret_location);
	if (ret_location->map && (flags & RESOLVE_SYMBOL))
		location_symbol(r, ret_location);
}

/* --- source --------------------------------------------------------------------------- */

/* The symbols of a location whose lines may be known; NULL: they are not. */
static struct dso_symbols *source_symbols(struct resolver *r, const struct location *l)
{
	bool may_have = l->dso->kind == DSO_FILE || l->dso->kind == DSO_JIT;

	return may_have ? resolver_symbols(r, l->map->dso) : NULL;
}

unsigned resolver_source(struct resolver *r, const struct location *l, bool want_lines,
			 struct dso_frame frames[static DSO_FRAMES_MAX])
{
	struct dso_symbols *symbols = source_symbols(r, l);

	return symbols ? dso_symbols_frames(symbols, l->lookup, want_lines, frames) : 0;
}

static void line_put_file(const struct resolver *r, const struct dso_frame *frame, char *text, size_t size)
{
	const char *slash = r->full_source_path ? NULL : strrchr(frame->file, '/');

	snprintf(text, size, "%s:%u", slash ? slash + 1 : frame->file, frame->line);
}

bool resolver_line(struct resolver *r, const struct location *l, const struct dso_frame *frame, char *text, size_t size)
{
	struct dso_symbols *symbols = source_symbols(r, l);

	if (frame && frame->file)
		line_put_file(r, frame, text, size);
	else
		snprintf(text, size, "%s[%" PRIx64 "]", strtab_get(r->frames->strings, l->dso->name),
			 symbols ? dso_symbols_virtual(symbols, l->addr) : l->addr);
	return frame && frame->file;
}

/* --- frames --------------------------------------------------------------------------- */

char resolver_level(unsigned mode)
{
	switch (mode) {
	case RECORD_MISC_KERNEL: return 'k';
	case RECORD_MISC_USER: return '.';
	case RECORD_MISC_GUEST_KERNEL: return 'g';
	case RECORD_MISC_GUEST_USER: return 'u';
	default: return 'H';
	}
}

static uint32_t resolver_string(struct resolver *r, const char *name)
{
	struct resolver_name *known = &r->names[hash_u64((uintptr_t)name) & (RESOLVER_NAMES - 1)];

	if (known->name != name)
		*known = (struct resolver_name){ .name = name, .id = strtab_add_string(r->frames->strings, name) };
	return known->id;
}

uint32_t resolver_frame_dso(const struct resolver *r, uint32_t frame)
{
	return frame < r->n_frame_dsos && r->frame_dsos[frame] ? r->frame_dsos[frame] - 1 : DSO_NONE;
}

/* The number of a frame that was met in a dso. */
static uint32_t resolver_intern(struct resolver *r, const struct frame *frame, uint32_t dso)
{
	uint32_t number = frames_intern(r->frames, frame);

	if (number == FRAMES_NONE || dso == DSO_NONE)
		return number;
	if (number >= r->n_frame_dsos && pages_reach(&r->frame_dsos, &r->n_frame_dsos, number, sizeof(*r->frame_dsos)))
		return FRAMES_NONE;
	if (!r->frame_dsos[number])
		r->frame_dsos[number] = dso + 1;
	return number;
}

/* The frame of an address that has no name. */
static uint32_t resolver_unnamed(struct resolver *r, struct frame frame, uint32_t dso)
{
	if (r->merge_unnamed) {
		frame.kind = FRAME_UNNAMED;
		frame.why = resolver_unresolved(r, dso);
		frame.start = dso == DSO_NONE ? 0 : r->timeline->dsos.list[dso].path;
	}
	return resolver_intern(r, &frame, dso);
}

/* The frame of a location, looked up. */
static uint32_t resolver_frame(struct resolver *r, struct location *l, char level)
{
	struct frame frame = { .dso = l->dso->name, .kind = FRAME_ADDRESS, .start = l->addr, .level = level };

	location_symbol(r, l);
	if (!l->has_symbol)
		return resolver_unnamed(r, frame, l->map->dso);
	frame.kind = l->symbol.kind == SYMBOL_KIND_BOUNDS ? FRAME_BOUNDS : FRAME_SYMBOL;
	frame.start = l->symbol.start;
	if (frame.kind == FRAME_SYMBOL)
		frame.name = resolver_string(r, l->symbol.name);
	/* A function that is made again at run time is the same one, wherever its code is and however long. */
	if (l->dso->kind == DSO_JIT)
		frame.start = 0;
	else if (frame.kind == FRAME_SYMBOL && l->symbol.end != UINT64_MAX &&
		 l->symbol.end - l->symbol.start <= UINT32_MAX)
		frame.size = (uint32_t)(l->symbol.end - l->symbol.start);
	return resolver_intern(r, &frame, l->map->dso);
}

/* The same, remembered. */
static uint32_t resolver_known_frame(struct resolver *r, struct location *l, char level)
{
	struct resolver_known *known = &r->known[hash_pair(l->lookup, l->map->dso) & (RESOLVER_KNOWN - 1)];

	if (known->frame == FRAMES_NONE || known->addr != l->lookup || known->dso != l->map->dso)
		*known = (struct resolver_known){ .addr = l->lookup,
						  .dso = l->map->dso,
						  .frame = resolver_frame(r, l, level) };
	else
		frames_met(r->frames, known->frame, level);
	return known->frame;
}

/* --- stacks of frames ------------------------------------------------------------------- */

#define RESOLVE_STACK (RESOLVE_INLINES | RESOLVE_LINES | RESOLVE_ADDRESSES)

/* A path and a function's name. */
#define LINE_TEXT_MAX 8192

/* The line of a frame, or what stands for it. */
static bool stack_line(struct resolver *r, struct location *l, const struct dso_frame *source, char *text, size_t size)
{
	if (source && source->file)
		return resolver_line(r, l, source, text, size);
	if (!l->has_symbol)
		location_symbol(r, l);
	if (!l->has_symbol || l->symbol.kind != SYMBOL_KIND_SYMTAB)
		return resolver_line(r, l, source, text, size);
	snprintf(text, size, "%s+%" PRIu64, l->symbol.name, l->addr - l->symbol.start);
	return false;
}

/* Makes the frame of a function that of one inlined into it. As in Linux perf, one of the same name is the same. */
static void frame_inline(struct resolver *r, struct frame *frame, const char *name)
{
	uint32_t id = resolver_string(r, name ? name : "[unknown]");

	if (id == frame->name)
		return;
	frame->kind = FRAME_INLINED;
	frame->name = id;
	frame->size = 0;
}

/* One of the frames at a location, in the function whose frame is base; FRAMES_NONE without memory. */
static uint32_t stack_frame(struct resolver *r, struct location *l, const struct frame *base,
			    const struct dso_frame *source, bool inlined, unsigned wanted)
{
	struct frame frame = *base;
	char text[LINE_TEXT_MAX];

	if (inlined)
		frame_inline(r, &frame, source->name);
	if (wanted & RESOLVE_LINES) {
		frame.has_line = stack_line(r, l, source, text, sizeof(text));
		frame.line = strtab_add_string(r->frames->strings, text);
	}
	if (wanted & RESOLVE_ADDRESSES)
		frame.address = l->lookup;
	return resolver_intern(r, &frame, l->map->dso);
}

/* Replaces the frame of a location's function by all that are wanted. 0 or -ENOMEM. */
static int stack_make(struct resolver *r, struct location *l, unsigned wanted)
{
	struct dso_frame source[DSO_FRAMES_MAX];
	bool lines = wanted & RESOLVE_LINES;
	unsigned n = resolver_source(r, l, lines, source);
	struct frame base;

	base = r->frames->list[l->frames[0]];
	if (n > 1 && (!(wanted & RESOLVE_INLINES) || base.kind != FRAME_SYMBOL))
		n = 1;
	l->n_frames = n ? n : 1;
	for (uint32_t i = 0; i < l->n_frames; i++) {
		l->frames[i] = stack_frame(r, l, &base, n ? &source[i] : NULL, i + 1 < l->n_frames, wanted);
		if (l->frames[i] == FRAMES_NONE)
			return -ENOMEM;
	}
	return 0;
}

static uint64_t stack_hash(const struct resolver_stack *s)
{
	return hash_pair(s->addr, (uint64_t)s->dso << 32 | s->wanted);
}

static bool same_stack(const void *context, uint32_t number, const void *wanted)
{
	const struct resolver_stack *have = &((const struct resolver *)context)->stacks[number];
	const struct resolver_stack *stack = wanted;

	return have->addr == stack->addr && have->dso == stack->dso && have->wanted == stack->wanted;
}

/* Keeps the frames of a location. 0 or -ENOMEM. */
static int stack_keep(struct resolver *r, struct resolver_stack *stack, const struct location *l)
{
	stack->first = r->n_stack_frames;
	stack->n = l->n_frames;
	for (uint32_t i = 0; i < l->n_frames; i++) {
		if (!list_reserve(&r->stack_frames, r->n_stack_frames, &r->stack_frames_capacity,
				  sizeof(*r->stack_frames)))
			return -ENOMEM;
		r->stack_frames[r->n_stack_frames++] = l->frames[i];
	}
	if (!list_reserve(&r->stacks, r->n_stacks, &r->stacks_capacity, sizeof(*r->stacks)) ||
	    hash_table_add(&r->stacks_table, stack_hash(stack), r->n_stacks))
		return -ENOMEM;
	r->stacks[r->n_stacks++] = *stack;
	return 0;
}

/* Whether a location can have more than its function's frame. */
static bool stack_is_wanted(struct resolver *r, const struct location *l, unsigned wanted)
{
	struct dso_symbols *symbols;

	if (!wanted || r->frames->list[l->frames[0]].kind == FRAME_UNNAMED)
		return false;
	if (wanted & (RESOLVE_LINES | RESOLVE_ADDRESSES))
		return true;
	symbols = source_symbols(r, l);
	return symbols && dso_symbols_has_source(symbols);
}

/* All frames of a location that has its function's. 0 or -ENOMEM. */
static int resolver_stack(struct resolver *r, struct location *l, unsigned wanted)
{
	struct resolver_stack stack = { .addr = l->lookup, .dso = l->map->dso, .wanted = wanted };
	uint32_t number;

	if (!stack_is_wanted(r, l, wanted))
		return 0;
	number = hash_table_find(&r->stacks_table, stack_hash(&stack), same_stack, r, &stack);
	if (number == HASH_TABLE_NONE)
		return stack_make(r, l, wanted) || stack_keep(r, &stack, l) ? -ENOMEM : 0;
	l->n_frames = r->stacks[number].n;
	memcpy(l->frames, r->stack_frames + r->stacks[number].first, l->n_frames * sizeof(*l->frames));
	return 0;
}

int resolver_resolve(struct resolver *r, const struct timeline_snapshot *at, unsigned mode, uint64_t addr,
		     unsigned flags, struct location *ret_location)
{
	struct location *l = ret_location;
	struct frame frame = { .dso = r->frames->unknown_dso, .level = resolver_level(mode) };

	location_map(r, at, mode, addr, flags, l);
	if (!(flags & RESOLVE_SYMBOL)) {
		frame.kind = FRAME_DSO;
		if (l->map)
			frame.dso = l->dso->name;
		l->frames[0] = frames_intern(r->frames, &frame);
	} else if (!l->map) {
		frame.kind = FRAME_ADDRESS;
		frame.start = addr;
		if (flags & RESOLVE_LINES)
			frame.line = strtab_add_string(r->frames->strings, "??:0");
		l->frames[0] = resolver_unnamed(r, frame, DSO_NONE);
	} else {
		l->frames[0] = resolver_known_frame(r, l, frame.level);
	}
	l->n_frames = 1;
	if (l->frames[0] == FRAMES_NONE)
		return -ENOMEM;
	return l->map && flags & RESOLVE_SYMBOL ? resolver_stack(r, l, flags & RESOLVE_STACK) : 0;
}

int resolver_resolve_data(struct resolver *r, const struct timeline_snapshot *at, uint64_t addr, unsigned flags,
			  struct location *ret_location)
{
	unsigned mode = address_mode(addr);

	if (resolver_dso(r, at, mode, addr, flags) == DSO_NONE)
		mode = RECORD_MISC_HYPERVISOR;
	return resolver_resolve(r, at, mode, addr, flags, ret_location);
}

/* --- several threads ------------------------------------------------------------------ */

bool shared_resolver_kernel_function(void *context, uint64_t addr, char *name, size_t size, uint64_t *ret_offset)
{
	struct shared_resolver *shared = context;
	struct location location;
	bool found;

	pthread_mutex_lock(&shared->lock);
	resolver_locate(shared->resolver, 0, UINT64_MAX, RECORD_MISC_KERNEL, addr, RESOLVE_SYMBOL, &location);
	found = location.map && location.has_symbol;
	if (found) {
		snprintf(name, size, "%s", location.symbol.name);
		*ret_offset = location.addr - location.symbol.start;
	}
	pthread_mutex_unlock(&shared->lock);
	return found;
}
