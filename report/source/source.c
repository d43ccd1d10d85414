#include "report/source/source.h"

#include "report/source/source_internal.h"

#include <search.h>
#include <stdlib.h>

struct source *source_new(const struct source_server *server, const char *cache)
{
	struct source *s = calloc(1, sizeof(*s));

	if (!s)
		return NULL;
	pthread_mutex_init(&s->lock, NULL);
	s->cache = cache;
	s->n_channels = server->n;
	for (unsigned i = 0; i < s->n_channels; i++)
		source_channel_init(&s->channels[i], server->sockets[i]);
	return s;
}

static void source_file_free(struct source_file *f)
{
	tdestroy(f->windows[0], free);
	tdestroy(f->windows[1], free);
	pthread_mutex_destroy(&f->lock);
	if (f->kept_known)
		source_kept_fini(&f->kept);
	free(f->missing);
	free((char *)f->origin.path);
	free((char *)f->origin.program);
	free((char *)f->origin.symfs);
	free(f);
}

void source_free(struct source *s)
{
	if (!s)
		return;
	for (struct source_file *f = s->files, *next; f; f = next) {
		next = f->next;
		source_file_free(f);
	}
	for (unsigned i = 0; i < s->n_channels; i++)
		source_channel_fini(&s->channels[i]);
	pthread_mutex_destroy(&s->lock);
	free(s);
}

struct source_file *source_file_new(struct source *s, const struct source_origin *origin)
{
	struct source_file *f = calloc(1, sizeof(*f));

	if (!f)
		return NULL;
	pthread_mutex_init(&f->lock, NULL);
	f->all = s;
	f->origin = *origin;
	f->origin.path = strdup(origin->path);
	f->origin.program = strdup(origin->program);
	f->origin.symfs = strdup(origin->symfs);
	if (!f->origin.path || !f->origin.program || !f->origin.symfs) {
		source_file_free(f);
		return NULL;
	}
	pthread_mutex_lock(&s->lock);
	f->next = s->files;
	s->files = f;
	f->number = s->n_files++;
	pthread_mutex_unlock(&s->lock);
	return f;
}

unsigned source_workers(const struct source *s)
{
	return s->n_channels;
}

struct source_counts source_counts(struct source *s)
{
	struct source_counts counts = { .kept = atomic_load(&s->kept),
					.lost = atomic_load(&s->lost),
					.code = atomic_load(&s->code) };

	for (unsigned i = 0; i < s->n_channels; i++) {
		pthread_mutex_lock(&s->channels[i].lock);
		counts.requests += s->channels[i].requests;
		counts.asked += s->channels[i].asked;
		counts.workers += s->channels[i].asked > 0;
		pthread_mutex_unlock(&s->channels[i].lock);
	}
	return counts;
}

void source_each_missing(struct source *s, source_missing_taker *take)
{
	for (struct source_file *f = s->files; f; f = f->next)
		if (f->missing)
			take(f->origin.path, f->missing, f->misses_more);
}

int source_keep(struct source *s, struct line_store *store, uint32_t *ret_n)
{
	int code = 0;

	*ret_n = 0;
	for (struct source_file *f = s->files; f; f = f->next) {
		if (f->kept_known && source_kept_is_new(&f->kept)) {
			int result = source_kept_write(&f->kept, f->origin.path, store);

			code = result ? result : code;
			*ret_n += !result;
		}
	}
	return code;
}

void source_file_prepare(struct source_file *f, const uint64_t *addresses, uint32_t n, bool want_lines, unsigned worker)
{
	source_ask(f, addresses, n, want_lines, worker);
}

bool source_file_find(struct source_file *f, uint64_t address, bool want_lines, const struct source_window **ret_window,
		      const struct source_row **ret_row)
{
	const struct source_window *w;

	/* The end of a window must not wrap. */
	if (address == UINT64_MAX)
		return false;
	for (unsigned asked = 0;; asked++) {
		pthread_mutex_lock(&f->lock);
		w = source_cache_find(f, address, want_lines);
		if (w) {
			*ret_window = w;
			*ret_row = source_window_row(w, address);
		}
		pthread_mutex_unlock(&f->lock);
		if (w || asked || atomic_load(&f->lost))
			break;
		source_ask(f, &address, 1, want_lines, f->number);
	}
	return w && (*ret_row)->n > 0;
}

/* Windows that overlap compare as equal. */
static int compare_windows(const void *a, const void *b)
{
	const struct source_window *x = a, *y = b;

	if (x->end <= y->begin)
		return -1;
	return x->begin >= y->end;
}

/* The caller holds the file's lock, as for all functions up to source_cache_find. */
static const struct source_window *tree_find(struct source_file *f, uint64_t address, bool want_lines)
{
	const struct source_window at = { .begin = address, .end = address + 1 };
	void *const *found = tfind(&at, &f->windows[1], compare_windows);

	if (!found && !want_lines)
		found = tfind(&at, &f->windows[0], compare_windows);
	return found ? *found : NULL;
}

/*
 * Adds a window, which holds the address, to the tree, without the parts that other windows cover. A window in the tree
 * that holds the address is kept instead. NULL without memory.
 */
static const struct source_window *tree_put(struct source_file *f, struct source_window *w, uint64_t address,
					    bool lines)
{
	for (;;) {
		void *const *found = tsearch(w, &f->windows[lines], compare_windows);
		const struct source_window *other = found ? *found : NULL;

		if (other == w)
			return w;
		if (!other || (other->begin <= address && address < other->end)) {
			free(w);
			return other;
		}
		if (other->begin > address)
			w->end = other->begin;
		else
			w->begin = other->end;
	}
}

/* Finds a window in the line cache; if lines are not wanted, also one with lines. */
static const struct source_window *kept_find(struct source_file *f, uint64_t address, bool want_lines)
{
	if (!f->kept_known)
		source_kept_init(&f->kept, f->all->cache, &f->origin);
	f->kept_known = true;
	for (int lines = 1; lines >= want_lines; lines--) {
		size_t size;
		struct source_window *w = source_kept_find(&f->kept, address, lines, &size);

		if (!w)
			continue;
		if (atomic_fetch_add(&f->all->taken, size) + size > SOURCE_MEMORY_MAX) {
			free(w);
			return NULL;
		}
		atomic_fetch_add(&f->all->kept, 1);
		return tree_put(f, w, address, lines);
	}
	return NULL;
}

const struct source_window *source_cache_find(struct source_file *f, uint64_t address, bool want_lines)
{
	const struct source_window *w = tree_find(f, address, want_lines);

	return w ? w : kept_find(f, address, want_lines);
}

bool source_cache_has(struct source_file *f, uint64_t address, bool want_lines)
{
	bool known;

	pthread_mutex_lock(&f->lock);
	known = source_cache_find(f, address, want_lines);
	pthread_mutex_unlock(&f->lock);
	return known;
}

/* Makes an empty window for the range, or, if that does not hold the address, for the address. */
static struct source_window *empty_window(const struct source_progress *p, uint64_t address)
{
	if (p->is_known && p->begin <= address && address < p->end)
		return source_window_empty(p->begin, p->end);
	return source_window_empty(address, address + 1);
}

void source_cache_add_empty(struct source_file *f, const struct source_progress *p, uint64_t address, bool lines,
			    bool keep)
{
	struct source_window *w = empty_window(p, address);
	const struct source_window *put;
	struct buffer b;

	pthread_mutex_lock(&f->lock);
	put = w ? tree_put(f, w, address, lines) : NULL;
	if (put == w && w && keep) {
		buffer_init(&b);
		source_window_encode(w, &b);
		if (buffer_ok(&b))
			source_kept_add(&f->kept, w, lines, b.data, b.size);
		buffer_fini(&b);
	}
	pthread_mutex_unlock(&f->lock);
}

bool source_cache_add(struct source_file *f, uint64_t address, bool lines, const struct buffer *bytes)
{
	struct source_window *w;
	size_t size;

	if (!buffer_ok(bytes) || source_window_decode(&w, bytes->data, bytes->size, &size))
		return false;
	if (address < w->begin || address >= w->end ||
	    atomic_fetch_add(&f->all->taken, size) + size > SOURCE_MEMORY_MAX) {
		free(w);
		return false;
	}
	pthread_mutex_lock(&f->lock);
	if (tree_put(f, w, address, lines) == w)
		source_kept_add(&f->kept, w, lines, bytes->data, bytes->size);
	pthread_mutex_unlock(&f->lock);
	return true;
}
