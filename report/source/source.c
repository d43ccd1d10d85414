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
	free((char *)f->place.path);
	free((char *)f->place.program);
	free((char *)f->place.symfs);
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

struct source_file *source_file_new(struct source *s, const struct source_origin *place)
{
	struct source_file *f = calloc(1, sizeof(*f));

	if (!f)
		return NULL;
	pthread_mutex_init(&f->lock, NULL);
	f->all = s;
	f->place = *place;
	f->place.path = strdup(place->path);
	f->place.program = strdup(place->program);
	f->place.symfs = strdup(place->symfs);
	if (!f->place.path || !f->place.program || !f->place.symfs) {
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
			take(f->place.path, f->missing, f->misses_more);
}

int source_keep(struct source *s, struct line_store *keeper, uint32_t *ret_n)
{
	int code = 0;

	*ret_n = 0;
	for (struct source_file *f = s->files; f; f = f->next) {
		if (f->kept_known && source_kept_is_new(&f->kept)) {
			int result = source_kept_write(&f->kept, f->place.path, keeper);

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

	/* An end that does not wrap. */
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
