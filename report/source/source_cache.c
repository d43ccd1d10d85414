#include "report/source/source.h"
#include "report/source/source_internal.h"

#include <search.h>
#include <stdlib.h>

/* Those that have an address in common are the same. */
static int compare_windows(const void *a, const void *b)
{
	const struct source_window *x = a, *y = b;

	if (x->end <= y->begin)
		return -1;
	return x->begin >= y->end;
}

/* The file's lock is held, as for all up to source_cache_find. */
static const struct source_window *tree_find(struct source_file *f, uint64_t address, bool want_lines)
{
	const struct source_window at = { .begin = address, .end = address + 1 };
	void *const *found = tfind(&at, &f->windows[1], compare_windows);

	if (!found && !want_lines)
		found = tfind(&at, &f->windows[0], compare_windows);
	return found ? *found : NULL;
}

/*
 * Puts a window, which holds the address, into the tree, as far as no other one reaches into it. One that holds the
 * address and is there already stays. NULL without memory.
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

/* Of those that were kept, one with lines where they are not wanted, too. */
static const struct source_window *kept_find(struct source_file *f, uint64_t address, bool want_lines)
{
	if (!f->kept_known)
		source_kept_init(&f->kept, f->all->cache, &f->place);
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

/* Without anything, for the range if it holds the address. */
static struct source_window *empty_window(const struct source_progress *p, uint64_t address)
{
	if (p->known && p->begin <= address && address < p->end)
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
