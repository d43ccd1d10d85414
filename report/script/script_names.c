#include "report/script/script_names.h"

#include "common/escaped.h"
#include "common/text.h"
#include "common/word_list.h"

#include <errno.h>

#define LINE_MAX_SIZE 8192 /* a path and the line */

/*
 * A key's kind: of an address its mode (4 bits) and flags (4 bits), of a chain KIND_CHAIN; then the id of the style (23
 * bits); the byte order of a chain (1 bit). stop_bt is the same for all texts.
 */
#define KIND_CHAIN 0xff

void script_names_init(struct script_names *n, struct shared_locator *shared, const char *stop_bt)
{
	n->shared = shared;
	n->stop_bt = stop_bt;
	text_cache_init(&n->kept, SCRIPT_NAMES_MAX);
}

void script_names_fini(struct script_names *n)
{
	text_cache_fini(&n->kept);
}

static void put_name(const char *name, const struct script_ip_style *style, struct buffer *b)
{
	if (style->escaped)
		escaped_put(b, name, ESCAPED_CONTROLS);
	else
		text_put(b, name);
}

/* Appends the symbol of a location. name: that of an inlined function in its place, or NULL. */
static void put_symbol(const struct location *l, const char *name, const struct script_ip_style *style,
		       struct buffer *b)
{
	if (!l->map || !l->has_symbol) {
		text_put(b, "[unknown]");
		return;
	}
	put_name(name ? name : l->symbol.name, style, b);
	if (!style->shows_symoff)
		return;
	text_put(b, "+0x");
	text_put_hex(b, l->addr - l->symbol.start, 0);
}

/* Returns the name that perf script shows of a dso: a path if it has one. */
static const char *location_dso(const struct strtab *strings, const struct location *l)
{
	if (!l->map)
		return "[unknown]";
	switch (l->dso->kind) {
	case DSO_MODULE:
		/* Linux perf takes modules from the list of build-ids, which has paths, else from mappings. */
		return strtab_get(strings, l->dso->build_id.size ? l->dso->path : l->dso->name);
	case DSO_KERNEL:
	case DSO_KSYMBOL: return strtab_get(strings, l->dso->name);
	case DSO_ANON:
		if (l->map->anon_data)
			return "//anon";
		return strtab_get(strings, l->dso->mapping ? l->dso->mapping : l->dso->path);
	default: return strtab_get(strings, l->dso->path);
	}
}

static void put_dso(const struct strtab *strings, const struct location *l, const struct script_ip_style *style,
		    struct buffer *b)
{
	text_put(b, " (");
	put_name(location_dso(strings, l), style, b);
	if (style->shows_dsoff && l->map && l->dso->kind != DSO_KERNEL && l->dso->kind != DSO_KSYMBOL) {
		text_put(b, "+0x");
		text_put_hex(b, l->addr, 0);
	}
	text_put(b, ")");
}

static void shared_locate(struct shared_locator *shared, const struct script_snapshot *at, unsigned mode, uint64_t addr,
			  unsigned flags, struct location *ret_location)
{
	const struct timeline_snapshot then = timeline_snapshot(shared->locator->timeline, at->pid, at->time);

	pthread_mutex_lock(&shared->lock);
	locator_find(shared->locator, &then, mode, addr, flags, ret_location);
	pthread_mutex_unlock(&shared->lock);
}

/* Calls locator_source, locked. */
static unsigned shared_source(struct shared_locator *shared, const struct location *l, bool want_lines,
			      struct dso_frame frames[static DSO_FRAMES_MAX])
{
	unsigned n;

	pthread_mutex_lock(&shared->lock);
	n = locator_source(shared->locator, l, want_lines, frames);
	pthread_mutex_unlock(&shared->lock);
	return n;
}

static void put_line(struct shared_locator *shared, const struct location *l, const struct dso_frame *frame,
		     struct buffer *b)
{
	char line[LINE_MAX_SIZE];

	pthread_mutex_lock(&shared->lock);
	locator_line(shared->locator, l, frame, line, sizeof(line));
	pthread_mutex_unlock(&shared->lock);
	text_printf(b, "\n  %s", line);
}

/* An address, and how it is shown. */
struct shown_address {
	const struct script_snapshot *at;
	const struct script_ip_style *style;
	uint64_t addr;
	unsigned mode;
	unsigned flags; /* RESOLVE_CALLER or 0 */
};

/* Appends a frame of an address. source: its function and line, or NULL: unknown. */
static void put_frame(struct shared_locator *shared, const struct shown_address *a, const struct location *l,
		      const struct dso_frame *source, bool inlined, struct buffer *b)
{
	const struct script_ip_style *style = a->style;

	if (style->shows_ip)
		text_put_hex(b, a->addr, 16);
	if (style->shows_sym) {
		text_put(b, " ");
		put_symbol(l, inlined ? source->name : NULL, style, b);
	}
	if (style->shows_dso && !inlined)
		put_dso(shared->locator->strings, l, style, b);
	if (style->shows_srcline && l->map)
		put_line(shared, l, source, b);
	if (inlined)
		text_put(b, " (inlined)");
}

/* Finds the frames of an address that are to be shown, from its debug information. Returns their number; 0: unknown. */
static unsigned address_source(struct shared_locator *shared, const struct shown_address *a, const struct location *l,
			       struct dso_frame frames[static DSO_FRAMES_MAX])
{
	bool want_lines = a->style->shows_srcline;
	bool inlines = a->style->shows_inlines && a->flags & RESOLVE_CALLER && l->map && l->has_symbol;
	unsigned n = l->map && (want_lines || inlines) ? shared_source(shared, l, want_lines, frames) : 0;

	return n > 1 && !inlines ? 1 : n;
}

static void put_address(struct shared_locator *shared, const struct shown_address *a, struct buffer *b)
{
	const struct script_ip_style *style = a->style;
	struct location location = { .map = NULL };
	unsigned flags = (style->shows_sym ? RESOLVE_SYMBOL : 0) | a->flags;
	struct dso_frame frames[DSO_FRAMES_MAX];
	unsigned n;

	if (style->shows_sym || style->shows_dso || style->shows_srcline)
		shared_locate(shared, a->at, a->mode, a->addr, flags, &location);
	n = address_source(shared, a, &location, frames);
	for (unsigned i = 0; i + 1 < n; i++) {
		const char *name = frames[i].name ? frames[i].name : "[unknown]";

		frames[i].name = name;
		/* As in Linux perf, a frame with the symbol's name does not count as inlined. */
		put_frame(shared, a, &location, &frames[i], strcmp(name, location.symbol.name) != 0, b);
		text_put(b, style->shows_ip ? "\n\t" : "\n");
	}
	put_frame(shared, a, &location, n ? &frames[n - 1] : NULL, false, b);
}

/* Makes the key of an address. Addresses of the host's kernel have one text for all processes. */
static struct text_key address_key(const struct shown_address *a)
{
	bool kernel = a->mode == RECORD_MISC_KERNEL;

	return (struct text_key){ .pid = kernel ? 0 : a->at->pid,
				  .epoch = kernel ? a->at->kernel_epoch : a->at->epoch,
				  .kind = a->mode | a->flags << 4 | a->style->id << 8,
				  .n_words = 1 };
}

static int names_address(struct script_names *n, const struct shown_address *a, struct text_cache_entry *ret_text)
{
	struct text_key key = address_key(a);
	uint8_t words[8];
	uint64_t hash;
	size_t begin;

	memcpy(words, &a->addr, sizeof(a->addr));
	hash = text_key_hash(&key, words);
	if (text_cache_find(&n->kept, &key, words, hash, ret_text))
		return 0;
	begin = text_cache_begin(&n->kept, &key, words);
	put_address(n->shared, a, &n->kept.texts);
	return text_cache_keep(&n->kept, &key, hash, begin, ret_text);
}

int script_names_address(struct script_names *n, const struct script_snapshot *at, unsigned mode, uint64_t addr,
			 const struct script_ip_style *style, struct text_cache_entry *ret_text)
{
	const struct shown_address a = { .at = at, .style = style, .addr = addr, .mode = mode };

	return names_address(n, &a, ret_text);
}

/* --- a callchain ------------------------------------------------------------------- */

/* Returns the mode that a marker stands for in *ret_mode. False: it is unknown. */
static bool marker_mode(uint64_t marker, unsigned *ret_mode)
{
	switch (marker) {
	case CALLCHAIN_HV: *ret_mode = RECORD_MISC_HYPERVISOR; return true;
	case CALLCHAIN_KERNEL: *ret_mode = RECORD_MISC_KERNEL; return true;
	case CALLCHAIN_USER:
	case CALLCHAIN_USER_DEFERRED: *ret_mode = RECORD_MISC_USER; return true;
	default: return false;
	}
}

static bool chain_stops(struct script_names *n, const struct shown_address *a)
{
	struct location location;

	if (!n->stop_bt)
		return false;
	shared_locate(n->shared, a->at, a->mode, a->addr, RESOLVE_SYMBOL | RESOLVE_CALLER, &location);
	return location.map && location.has_symbol && word_list_has(n->stop_bt, location.symbol.name);
}

/* Makes the text of a chain in a buffer of its own: n->kept may move while texts of addresses are added. 0 or -ENOMEM.
 */
static int chain_put(struct script_names *n, const struct script_snapshot *at, const struct chain_words *words,
		     const struct script_ip_style *style, struct buffer *b)
{
	struct shown_address a = { .at = at, .style = style, .mode = RECORD_MISC_USER, .flags = RESOLVE_CALLER };

	for (uint64_t i = 0; i < words->n; i++) {
		struct text_cache_entry text;

		a.addr = chain_word(words, i);
		if (a.addr >= CALLCHAIN_MARKER_MIN) {
			/* A chain with an unknown marker is not shown at all. */
			if (!marker_mode(a.addr, &a.mode)) {
				buffer_clear(b);
				return 0;
			}
			continue;
		}
		if (names_address(n, &a, &text))
			return -ENOMEM;
		if (style->shows_ip)
			text_put(b, "\t");
		buffer_append(b, text.data, text.size);
		text_put(b, "\n");
		if (chain_stops(n, &a))
			break;
	}
	return buffer_ok(b) ? 0 : -ENOMEM;
}

int script_names_chain(struct script_names *n, const struct script_snapshot *at, const struct chain_words *words,
		       const struct script_ip_style *style, struct text_cache_entry *ret_text)
{
	struct text_key key = { .pid = at->pid,
				.epoch = at->epoch,
				.kind = KIND_CHAIN | style->id << 8 | (uint32_t)words->swap << 31,
				.n_words = (uint32_t)words->n };
	uint64_t hash = text_key_hash(&key, words->data);
	struct buffer text;
	size_t begin;
	int result;

	if (text_cache_find(&n->kept, &key, words->data, hash, ret_text))
		return 0;
	buffer_init(&text);
	result = chain_put(n, at, words, style, &text);
	if (!result) {
		begin = text_cache_begin(&n->kept, &key, words->data);
		buffer_append(&n->kept.texts, text.data ? text.data : (const uint8_t *)"", text.size);
		result = text_cache_keep(&n->kept, &key, hash, begin, ret_text);
	}
	buffer_fini(&text);
	return result;
}

/* --- what is not kept ---------------------------------------------------------------- */

unsigned script_names_mode(unsigned mode, uint64_t addr)
{
	bool kernel = addr >> 63;

	switch (mode) {
	case RECORD_MISC_KERNEL:
	case RECORD_MISC_USER: return kernel ? RECORD_MISC_KERNEL : RECORD_MISC_USER;
	case RECORD_MISC_GUEST_KERNEL:
	case RECORD_MISC_GUEST_USER: return kernel ? RECORD_MISC_GUEST_KERNEL : RECORD_MISC_GUEST_USER;
	default: return mode;
	}
}

void script_names_put_symbol(struct script_names *n, const struct script_snapshot *at, unsigned mode, uint64_t addr,
			     bool offset, struct buffer *b)
{
	struct location location;

	shared_locate(n->shared, at, mode, addr, RESOLVE_SYMBOL, &location);
	put_symbol(&location, NULL, &(struct script_ip_style){ .shows_symoff = offset }, b);
}

void script_names_put_dso(struct script_names *n, const struct script_snapshot *at, unsigned mode, uint64_t addr,
			  bool dsoff, struct buffer *b)
{
	struct location location;

	shared_locate(n->shared, at, mode, addr, 0, &location);
	put_dso(n->shared->locator->strings, &location, &(struct script_ip_style){ .shows_dsoff = dsoff }, b);
}

uint64_t script_names_offset(struct script_names *n, const struct script_snapshot *at, unsigned mode, uint64_t addr)
{
	struct location location;

	shared_locate(n->shared, at, mode, addr, 0, &location);
	if (!location.map)
		return addr;
	if (location.dso->kind == DSO_KERNEL || location.dso->kind == DSO_KSYMBOL)
		return addr - location.map->start;
	return location.addr;
}

void script_names_put_known(struct script_names *n, const struct script_snapshot *at, unsigned mode, uint64_t addr,
			    struct buffer *b)
{
	struct location location;

	shared_locate(n->shared, at, mode, addr, RESOLVE_SYMBOL, &location);
	if (location.map && location.has_symbol)
		put_symbol(&location, NULL, &(struct script_ip_style){ .shows_symoff = true }, b);
}

bool script_names_put_access(struct script_names *n, const struct script_snapshot *at, unsigned mode, uint64_t addr,
			     struct buffer *b)
{
	struct location location;

	shared_locate(n->shared, at, mode, addr, RESOLVE_SYMBOL, &location);
	text_put(b, location.map ? location_dso(n->shared->locator->strings, &location) : "???");
	text_put(b, ":");
	text_put(b, location.has_symbol ? location.symbol.name : "???");
	return location.has_symbol;
}

static bool dso_matches(const struct script_names *n, const struct location *l, const struct script_code_filter *filter)
{
	const struct strtab *strings = n->shared->locator->strings;
	const char *name;

	if (!filter->dsos && !filter->only_dso)
		return true;
	if (!l->map)
		return false;
	name = strtab_get(strings, l->dso->name);
	return (!filter->only_dso || !strcmp(filter->only_dso, name)) &&
	       (!filter->dsos || word_list_has(filter->dsos, name) ||
		word_list_has(filter->dsos, strtab_get(strings, l->dso->path)));
}

bool script_names_match(struct script_names *n, const struct script_snapshot *at, unsigned mode, uint64_t addr,
			const struct script_code_filter *filter)
{
	bool by_symbol = filter->symbols || filter->only_symbol;
	struct location location;

	shared_locate(n->shared, at, mode, addr, by_symbol ? RESOLVE_SYMBOL : 0, &location);
	if (!dso_matches(n, &location, filter))
		return false;
	return !by_symbol || (location.map && location.has_symbol &&
			      (!filter->symbols || word_list_has(filter->symbols, location.symbol.name)) &&
			      (!filter->only_symbol || !strcmp(filter->only_symbol, location.symbol.name)));
}
