#include "report/profile/resolver.h"

#include "common/hash_table.h"
#include "common/memory.h"
#include "report/scan/value_table.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* A resolver whose locator was made with the result. 0 or -ENOMEM: nothing is left of it then. */
static int resolver_begin(struct resolver *r, struct frames *frames, int result)
{
	r->frames = frames;
	r->names = calloc(RESOLVER_NAMES, sizeof(*r->names));
	r->known = malloc(RESOLVER_CACHE_ENTRIES * sizeof(*r->known));
	if (result || !r->names || !r->known) {
		resolver_fini(r);
		return -ENOMEM;
	}
	for (uint32_t i = 0; i < RESOLVER_CACHE_ENTRIES; i++)
		r->known[i].frame = FRAMES_NONE;
	return 0;
}

int resolver_init(struct resolver *r, const struct timeline *timeline, struct frames *frames, struct symbols *symbols,
		  const struct kernel_identity *kernel)
{
	*r = (struct resolver){ 0 };
	return resolver_begin(r, frames, locator_init(&r->locator, timeline, frames->strings, symbols, kernel));
}

int resolver_share(struct resolver *r, const struct resolver *of, struct frames *frames)
{
	*r = (struct resolver){ .merge_missing_symbols = of->merge_missing_symbols };
	return resolver_begin(r, frames, locator_share(&r->locator, &of->locator));
}

void resolver_fini(struct resolver *r)
{
	locator_fini(&r->locator);
	free(r->names);
	free(r->known);
	frame_stacks_fini(&r->stacks);
	pages_free(r->frame_dsos, r->n_frame_dsos * sizeof(*r->frame_dsos));
	memset(r, 0, sizeof(*r));
}

/* A frame was met in a dso. 0 or -ENOMEM. */
static int frame_dso_met(struct resolver *r, uint32_t frame, uint32_t dso)
{
	if (frame >= r->n_frame_dsos && pages_reach(&r->frame_dsos, &r->n_frame_dsos, frame, sizeof(*r->frame_dsos)))
		return -ENOMEM;
	/* Not the one that came first, which depends on the workers. */
	if (!r->frame_dsos[frame] || r->frame_dsos[frame] > dso + 1)
		r->frame_dsos[frame] = dso + 1;
	return 0;
}

int resolver_merge(struct resolver *r, const struct resolver *from, const uint32_t *frames)
{
	uint32_t n = from->frames->n < from->n_frame_dsos ? from->frames->n : from->n_frame_dsos;

	for (uint32_t i = 0; i < n; i++)
		if (from->frame_dsos[i] && frame_dso_met(r, frames[i], from->frame_dsos[i] - 1))
			return -ENOMEM;
	locator_merge(&r->locator, &from->locator);
	return 0;
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
	return frame_dso_met(r, number, dso) ? FRAMES_NONE : number;
}

/* The frame of an address that has no name. */
static uint32_t resolver_missing_symbols(struct resolver *r, struct frame frame, uint32_t dso)
{
	if (r->merge_missing_symbols) {
		frame.kind = FRAME_UNNAMED;
		frame.why = locator_missing_reason(&r->locator, dso);
		frame.start = dso == DSO_NONE ? 0 : r->locator.timeline->dsos.list[dso].path;
	}
	return resolver_intern(r, &frame, dso);
}

/* The frame of a location, looked up. */
static uint32_t resolver_frame(struct resolver *r, struct location *l, char level)
{
	struct frame frame = { .dso = l->dso->name, .kind = FRAME_ADDRESS, .start = l->addr, .level = level };

	locator_symbol(&r->locator, l);
	if (!l->has_symbol)
		return resolver_missing_symbols(r, frame, l->map->dso);
	frame.kind = l->symbol.kind == SYMBOL_KIND_BOUNDS ? FRAME_BOUNDS : FRAME_SYMBOL;
	frame.start = l->symbol.start;
	if (frame_is_named(&frame))
		frame.name = resolver_string(r, l->symbol.name);
	/* A function that is made again at run time is the same one, wherever its code is and however long. */
	if (l->dso->kind == DSO_JIT)
		frame.start = 0;
	else if (frame_is_named(&frame) && l->symbol.end != UINT64_MAX && l->symbol.end - l->symbol.start <= UINT32_MAX)
		frame.size = (uint32_t)(l->symbol.end - l->symbol.start);
	return resolver_intern(r, &frame, l->map->dso);
}

/* The same, remembered. */
static uint32_t resolver_known_frame(struct resolver *r, struct location *l, char level)
{
	struct resolver_cache_entry *known =
		&r->known[hash_pair(l->lookup, l->map->dso) & (RESOLVER_CACHE_ENTRIES - 1)];

	if (known->frame == FRAMES_NONE || known->addr != l->lookup || known->dso != l->map->dso)
		*known = (struct resolver_cache_entry){ .addr = l->lookup,
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
		return locator_line(&r->locator, l, source, text, size);
	if (!l->has_symbol)
		locator_symbol(&r->locator, l);
	if (!l->has_symbol || l->symbol.kind != SYMBOL_KIND_SYMTAB)
		return locator_line(&r->locator, l, source, text, size);
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
	unsigned n = locator_source(&r->locator, l, lines, source);
	struct frame base;

	base = r->frames->list[l->frames[0]];
	if (n > 1 && (!(wanted & RESOLVE_INLINES) || !frame_is_named(&base)))
		n = 1;
	l->n_frames = n ? n : 1;
	for (uint32_t i = 0; i < l->n_frames; i++) {
		l->frames[i] = stack_frame(r, l, &base, n ? &source[i] : NULL, i + 1 < l->n_frames, wanted);
		if (l->frames[i] == FRAMES_NONE)
			return -ENOMEM;
	}
	return 0;
}

/* Whether a location can have more than its function's frame. */
static bool stack_is_wanted(struct resolver *r, const struct location *l, unsigned wanted)
{
	if (!wanted || frame_is_merged(&r->frames->list[l->frames[0]]))
		return false;
	return wanted & (RESOLVE_LINES | RESOLVE_ADDRESSES) || locator_has_source(&r->locator, l);
}

/* All frames of a location that has its function's. 0 or -ENOMEM. */
static int resolver_stack(struct resolver *r, struct location *l, unsigned wanted)
{
	const struct frame_stack stack = { .addr = l->lookup, .dso = l->map->dso, .wanted = wanted };
	const uint32_t *frames;

	if (!stack_is_wanted(r, l, wanted))
		return 0;
	frames = frame_stacks_find(&r->stacks, &stack, &l->n_frames);
	if (!frames)
		return stack_make(r, l, wanted) || frame_stacks_add(&r->stacks, &stack, l->frames, l->n_frames)
			       ? -ENOMEM
			       : 0;
	memcpy(l->frames, frames, l->n_frames * sizeof(*l->frames));
	return 0;
}

int resolver_resolve(struct resolver *r, const struct timeline_snapshot *at, unsigned mode, uint64_t addr,
		     unsigned flags, struct location *ret_location)
{
	struct location *l = ret_location;
	struct frame frame = { .dso = r->frames->unknown_dso, .level = resolver_level(mode) };

	locator_map(&r->locator, at, mode, addr, flags, l);
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
		l->frames[0] = resolver_missing_symbols(r, frame, DSO_NONE);
	} else {
		l->frames[0] = resolver_known_frame(r, l, frame.level);
	}
	l->n_frames = 1;
	if (l->frames[0] == FRAMES_NONE)
		return -ENOMEM;
	if (flags & RESOLVE_NAMED && !frame_is_named(&r->frames->list[l->frames[0]])) {
		l->n_frames = 0;
		return 0;
	}
	return l->map && flags & RESOLVE_SYMBOL ? resolver_stack(r, l, flags & RESOLVE_STACK) : 0;
}

int resolver_resolve_data(struct resolver *r, const struct timeline_snapshot *at, uint64_t addr, unsigned flags,
			  struct location *ret_location)
{
	unsigned mode = address_mode(addr);

	if (locator_dso(&r->locator, at, mode, addr, flags) == DSO_NONE)
		mode = RECORD_MISC_HYPERVISOR;
	return resolver_resolve(r, at, mode, addr, flags, ret_location);
}
