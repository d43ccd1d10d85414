#include "report/profile/frames.h"

#include "common/bytes.h"
#include "common/hash.h"
#include "common/log.h"
#include "common/text.h"
#include "report/profile/unresolved.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define FRAMES_FIRST_SLOTS 1024

static const struct map *kernel_map_find(const struct timeline *t)
{
	for (uint32_t i = 0; i < t->n_maps; i++)
		if (t->dsos.list[t->maps[i].dso].kind == DSO_KERNEL)
			return &t->maps[i];
	return NULL;
}

int frames_init(struct frames *f, const struct timeline *timeline, struct strtab *strings, struct symbols *symbols,
		const struct kernel_identity *kernel)
{
	memset(f, 0, sizeof(*f));
	f->timeline = timeline;
	f->strings = strings;
	f->symbols = symbols;
	f->kernel = *kernel;
	f->embedded = symbols && symbols_has_embedded(symbols);
	f->n_slots = FRAMES_FIRST_SLOTS;
	f->capacity = f->n_slots / 2;
	f->slots = calloc(f->n_slots, sizeof(*f->slots));
	f->list = calloc(f->capacity, sizeof(*f->list));
	f->by_dso = calloc(timeline->dsos.n + 1, sizeof(*f->by_dso));
	f->names = calloc(FRAMES_NAMES, sizeof(*f->names));
	f->known = malloc(FRAMES_KNOWN * sizeof(*f->known));
	f->kernel_map = kernel_map_find(timeline);
	f->unknown_dso = strtab_add_string(strings, "[unknown]");
	if (f->slots && f->list && f->by_dso && f->names && f->known && f->unknown_dso != STRTAB_NONE) {
		for (uint32_t i = 0; i < FRAMES_KNOWN; i++)
			f->known[i].frame = FRAMES_NONE;
		return 0;
	}
	frames_fini(f);
	return -ENOMEM;
}

void frames_fini(struct frames *f)
{
	free(f->slots);
	free(f->list);
	free(f->by_dso);
	free(f->names);
	free(f->known);
	memset(f, 0, sizeof(*f));
}

static uint32_t *frames_slot(const struct frames *f, const struct frame *frame)
{
	uint64_t hash = hash_pair(frame->start, (uint64_t)frame->dso << 8 | frame->kind);
	uint32_t i = (uint32_t)hash & (f->n_slots - 1);

	for (; f->slots[i]; i = (i + 1) & (f->n_slots - 1)) {
		const struct frame *have = &f->list[f->slots[i] - 1];

		if (have->start == frame->start && have->dso == frame->dso && have->kind == frame->kind &&
		    have->name == frame->name)
			break;
	}
	return &f->slots[i];
}

static int frames_grow(struct frames *f)
{
	uint32_t n_slots = f->n_slots * 2;
	uint32_t *slots = calloc(n_slots, sizeof(*slots));
	struct frame *list = realloc(f->list, n_slots / 2 * sizeof(*list));

	if (list)
		f->list = list;
	if (!slots || !list) {
		free(slots);
		return -ENOMEM;
	}
	free(f->slots);
	f->slots = slots;
	f->n_slots = n_slots;
	f->capacity = n_slots / 2;
	for (uint32_t i = 0; i < f->n; i++)
		*frames_slot(f, &f->list[i]) = i + 1;
	return 0;
}

/* Not the level that came first, which depends on the workers. */
static void frame_lower_level(struct frame *frame, char level)
{
	if (level < frame->level)
		frame->level = level;
}

static uint32_t frames_intern(struct frames *f, const struct frame *frame)
{
	uint32_t *slot;

	if (frame->name == STRTAB_NONE)
		return FRAMES_NONE;
	slot = frames_slot(f, frame);
	if (*slot) {
		frame_lower_level(&f->list[*slot - 1], frame->level);
		return *slot - 1;
	}
	if (f->n == f->capacity) {
		if (frames_grow(f))
			return FRAMES_NONE;
		slot = frames_slot(f, frame);
	}
	f->list[f->n] = *frame;
	*slot = ++f->n;
	return f->n - 1;
}

struct dso_symbols *frames_dso_symbols(struct frames *f, uint32_t number)
{
	const struct dso *dso = &f->timeline->dsos.list[number];
	const char *path = strtab_get(f->strings, dso->path);
	struct dso_symbols **d = &f->by_dso[number];
	struct module_identity module;

	if (*d || !f->symbols)
		return *d;
	switch (dso->kind) {
	case DSO_FILE:
	case DSO_VDSO: *d = symbols_user(f->symbols, path, &dso->build_id); break;
	case DSO_KERNEL: {
		struct kernel_identity kernel = f->kernel;
		const char *bracket = strchr(path, ']');

		if (dso->build_id.size)
			kernel.build_id = dso->build_id;
		kernel.reloc_name = bracket && bracket[1] ? bracket + 1 : NULL;
		kernel.reloc_address = dso->pgoff;
		*d = symbols_kernel(f->symbols, &kernel);
		break;
	}
	case DSO_MODULE:
		module = (struct module_identity){ .name = strtab_get(f->strings, dso->name),
						   .path = path,
						   .build_id = dso->build_id,
						   .start = dso->start };
		*d = symbols_module(f->symbols, &f->kernel, &module);
		break;
	case DSO_ANON: *d = symbols_perf_map(f->symbols, (pid_t)dso->pid); break;
	case DSO_NO_FILE:
	case DSO_KSYMBOL: break;
	}
	return *d;
}

static uint32_t frames_string(struct frames *f, const char *name)
{
	struct frame_name *known = &f->names[hash_u64((uintptr_t)name) & (FRAMES_NAMES - 1)];

	if (known->name != name)
		*known = (struct frame_name){ .name = name, .id = strtab_add_string(f->strings, name) };
	return known->id;
}

static char mode_level(unsigned mode)
{
	switch (mode) {
	case RECORD_MISC_KERNEL: return 'k';
	case RECORD_MISC_USER: return '.';
	case RECORD_MISC_GUEST_KERNEL: return 'g';
	case RECORD_MISC_GUEST_USER: return 'u';
	default: return 'H';
	}
}

/* What is mapped at an address by the mode it was met in. */
static const struct map *frames_map(const struct frames *f, const struct timeline_snapshot *at, unsigned mode,
				    uint64_t addr, unsigned flags)
{
	const struct space_version *space = timeline_snapshot_space(at, mode);

	if (mode == RECORD_MISC_USER && flags & FRAMES_CALLER)
		return timeline_version_caller(f->timeline, space, addr);
	if (mode == RECORD_MISC_USER || mode == RECORD_MISC_KERNEL || mode == RECORD_MISC_GUEST_KERNEL)
		return timeline_version_map(f->timeline, space, addr);
	return NULL;
}

/* The address as the symbols of the dso take it: those a recording carries may be by other addresses than a file's. */
static uint64_t place_lookup(struct frames *f, const struct frame_place *place, uint64_t addr)
{
	struct dso_symbols *symbols = f->embedded ? frames_dso_symbols(f, place->map->dso) : NULL;

	switch (symbols ? dso_symbols_space(symbols) : DSO_SPACE_FILE) {
	case DSO_SPACE_MEMORY: return addr;
	case DSO_SPACE_MAPPING: return addr - place->map->start;
	default: return place->addr;
	}
}

static void place_symbol(struct frames *f, struct frame_place *place)
{
	const struct dso *dso = place->dso;
	struct dso_symbols *symbols;

	if (dso->kind == DSO_KSYMBOL) {
		place->has_symbol = true;
		place->symbol = (struct symbol_name){ .name = strtab_get(f->strings, dso->name),
						      .start = place->map->start,
						      .end = UINT64_MAX,
						      .kind = SYMBOL_KIND_SYMTAB };
		return;
	}
	symbols = frames_dso_symbols(f, place->map->dso);
	place->has_symbol = symbols && dso_symbols_lookup(symbols, place->lookup, &place->symbol);
	if (place->has_symbol)
		place->addr = place->lookup;
}

/*
 * Linux perf records the kernel's mapping to the end of its text; what lies behind it, like the code that started the
 * machine and stands at the end of the chains of an idle CPU, is the kernel's all the same if its symbols know it.
 */
static const struct map *frames_kernel_beyond(struct frames *f, uint64_t addr)
{
	const struct map *kernel = f->kernel_map;
	struct dso_symbols *symbols = kernel && addr >= kernel->start ? frames_dso_symbols(f, kernel->dso) : NULL;
	struct symbol_name symbol;

	return symbols && dso_symbols_lookup(symbols, addr, &symbol) ? kernel : NULL;
}

/* Everything of the place but its symbol. */
static void frames_place(struct frames *f, const struct timeline_snapshot *at, unsigned mode, uint64_t addr,
			 unsigned flags, struct frame_place *ret_place)
{
	const struct map *map = frames_map(f, at, mode, addr, flags);
	enum dso_kind kind;

	if (!map && mode == RECORD_MISC_KERNEL)
		map = frames_kernel_beyond(f, addr);
	ret_place->map = map;
	ret_place->has_symbol = false;
	if (!map)
		return;
	ret_place->dso = &f->timeline->dsos.list[map->dso];
	kind = ret_place->dso->kind;
	ret_place->addr = kind == DSO_KERNEL || kind == DSO_MODULE ? addr : addr - map->start + map->pgoff;
	ret_place->lookup = flags & FRAMES_SYMBOL ? place_lookup(f, ret_place, addr) : ret_place->addr;
}

void frames_locate(struct frames *f, uint32_t pid, uint64_t time, unsigned mode, uint64_t addr, unsigned flags,
		   struct frame_place *ret_place)
{
	struct timeline_snapshot at = timeline_snapshot(f->timeline, pid, time);

	frames_place(f, &at, mode, addr, flags, ret_place);
	if (ret_place->map && (flags & FRAMES_SYMBOL))
		place_symbol(f, ret_place);
}

bool shared_frames_kernel_function(void *context, uint64_t addr, char *name, size_t size, uint64_t *ret_offset)
{
	struct shared_frames *shared = context;
	struct frame_place place;
	bool found;

	pthread_mutex_lock(&shared->lock);
	frames_locate(shared->frames, 0, UINT64_MAX, RECORD_MISC_KERNEL, addr, FRAMES_SYMBOL, &place);
	found = place.map && place.has_symbol;
	if (found) {
		snprintf(name, size, "%s", place.symbol.name);
		*ret_offset = place.addr - place.symbol.start;
	}
	pthread_mutex_unlock(&shared->lock);
	return found;
}

void frames_line(struct frames *f, const struct frame_place *place, char *text, size_t size)
{
	struct dso_symbols *symbols = place->dso->kind == DSO_FILE ? frames_dso_symbols(f, place->map->dso) : NULL;
	uint64_t addr = symbols ? dso_symbols_virtual(symbols, place->addr) : place->addr;
	const char *file;
	unsigned line;

	if (symbols && dso_symbols_line(symbols, place->addr, &file, &line))
		snprintf(text, size, "%s:%u", file, line);
	else
		snprintf(text, size, "%s[%" PRIx64 "]", strtab_get(f->strings, place->dso->name), addr);
}

/* The frame of an address that has no name. */
static uint32_t frames_unnamed(struct frames *f, struct frame frame)
{
	if (f->merge_unnamed) {
		frame.kind = FRAME_UNNAMED;
		frame.start = frame.file;
	}
	return frames_intern(f, &frame);
}

/* The frame of a place, looked up. */
static uint32_t frames_name(struct frames *f, struct frame_place *place, char level)
{
	struct frame frame = { .dso = place->dso->name,
			       .kind = FRAME_ADDRESS,
			       .start = place->addr,
			       .file = place->map->dso,
			       .level = level };

	place_symbol(f, place);
	if (!place->has_symbol)
		return frames_unnamed(f, frame);
	frame.kind = place->symbol.kind == SYMBOL_KIND_BOUNDS ? FRAME_BOUNDS : FRAME_SYMBOL;
	frame.start = place->symbol.start;
	if (frame.kind == FRAME_SYMBOL)
		frame.name = frames_string(f, place->symbol.name);
	return frames_intern(f, &frame);
}

uint32_t frames_dso(struct frames *f, const struct timeline_snapshot *at, unsigned mode, uint64_t addr, unsigned flags)
{
	const struct map *map = frames_map(f, at, mode, addr, flags);

	return map ? map->dso : DSO_NONE;
}

uint32_t frames_resolve(struct frames *f, const struct timeline_snapshot *at, unsigned mode, uint64_t addr,
			unsigned flags)
{
	struct frame_place place;
	struct frame_known *known;
	char level = mode_level(mode);

	frames_place(f, at, mode, addr, flags, &place);
	if (!(flags & FRAMES_SYMBOL)) {
		struct frame frame = { .dso = place.map ? place.dso->name : f->unknown_dso,
				       .kind = FRAME_DSO,
				       .level = level };

		return frames_intern(f, &frame);
	}
	if (!place.map) {
		struct frame frame = {
			.dso = f->unknown_dso, .kind = FRAME_ADDRESS, .start = addr, .file = DSO_NONE, .level = level
		};

		return frames_unnamed(f, frame);
	}
	known = &f->known[hash_pair(place.lookup, place.map->dso) & (FRAMES_KNOWN - 1)];
	if (known->frame == FRAMES_NONE || known->addr != place.lookup || known->dso != place.map->dso)
		*known = (struct frame_known){ .addr = place.lookup,
					       .dso = place.map->dso,
					       .frame = frames_name(f, &place, level) };
	else
		frame_lower_level(&f->list[known->frame], level);
	return known->frame;
}

/* What of a text is not its name: punctuation, a number and the NUL. */
#define FRAME_TEXT_REST 32

static void bounds_text(const char *dso, uint64_t start, char *text, size_t size)
{
	char *p = text_bytes(text, dso, strnlen(dso, size - FRAME_TEXT_REST));

	p = text_hex(text_bytes(p, "[+0x", 4), start, 0);
	memcpy(p, "]", 2);
}

/* As "%#.16x" has it, where 0 has no prefix. */
static void address_text(uint64_t address, char *text)
{
	char *digits = text_bytes(text, "0x", address ? 2 : 0);

	*text_hex(digits, address, 16) = 0;
	for (; *digits == ' '; digits++)
		*digits = '0';
}

const char *frame_text(const struct frames *f, uint32_t number, char *text, size_t size)
{
	const struct frame *frame = &f->list[number];

	switch (frame->kind) {
	case FRAME_SYMBOL: return strtab_get(f->strings, frame->name);
	case FRAME_BOUNDS: bounds_text(strtab_get(f->strings, frame->dso), frame->start, text, size); break;
	case FRAME_UNNAMED: snprintf(text, size, "(%s)", unresolved_words(unresolved_reason(f, frame->file))); break;
	default: address_text(frame->start, text); break;
	}
	return text;
}

/* Where the names of a dso are from, if it has some. */
static void frames_say_source(const struct frames *f, uint32_t dso)
{
	const struct dso *d = &f->timeline->dsos.list[dso];
	const char *source = dso_symbols_source(f->by_dso[dso]);
	const char *path = strtab_get(f->strings, d->path);

	if (source)
		log_verbose("symbols of %s: from %s", *path == '/' ? path : strtab_get(f->strings, d->name), source);
}

void frames_complain(const struct frames *f)
{
	struct error foreign = ERROR_INIT;
	uint32_t n_foreign = 0;

	for (uint32_t i = 0; i < f->timeline->dsos.n; i++) {
		struct error why = ERROR_INIT;

		if (!f->by_dso[i])
			continue;
		switch (dso_symbols_status(f->by_dso[i], &why)) {
		case DSO_SYMBOLS_FOREIGN:
			if (!n_foreign++)
				foreign = why;
			else
				log_verbose("%s", why.message);
			break;
		case DSO_SYMBOLS_BAD: log_warn("%s", why.message); break;
		case DSO_SYMBOLS_MISMATCH:
		case DSO_SYMBOLS_RESTRICTED:
		case DSO_SYMBOLS_MISSING:
		case DSO_SYMBOLS_STRIPPED: log_verbose("%s", why.message); break;
		default: frames_say_source(f, i); break;
		}
	}
	/* Of a machine full of JITs there are many, and what is to be done is the same for all. */
	if (n_foreign > 1)
		log_warn("%s (and %" PRIu32 " more like it)", foreign.message, n_foreign - 1);
	else if (n_foreign)
		log_warn("%s", foreign.message);
}
