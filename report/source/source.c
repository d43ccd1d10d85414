#include "report/source/source.h"

#include "report/source/source_channel.h"

#include <search.h>
#include <stdatomic.h>
#include <stdlib.h>

/* How often a request is made whose worker ended. */
#define TRIES 2u

struct source_file {
	struct source_file *next;
	struct source *all;
	uint32_t number;
	struct source_origin place;               /* its strings owned */
	uint32_t generations[SOURCE_WORKERS_MAX]; /* by channel: of the worker that has opened it; 0: none */
	atomic_bool lost;                         /* it is not asked for any more */
	pthread_mutex_t lock;                     /* of the rest; after that of a channel */
	void *windows[2];                         /* trees (search.h) of those without and with lines */
	bool kept_known;
	struct source_kept kept;
};

struct source {
	struct source_channel channels[SOURCE_WORKERS_MAX];
	unsigned n_channels;
	const char *cache;
	pthread_mutex_t lock;
	struct source_file *files;
	uint32_t n_files;
	atomic_size_t taken; /* by windows */
	atomic_uint deaths, lost;
	atomic_uint_fast64_t kept;
};

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
	free((char *)f->place.path);
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
	f->place.symfs = strdup(place->symfs);
	if (!f->place.path || !f->place.symfs) {
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
	struct source_counts counts = { .kept = atomic_load(&s->kept), .lost = atomic_load(&s->lost) };

	for (unsigned i = 0; i < s->n_channels; i++) {
		pthread_mutex_lock(&s->channels[i].lock);
		counts.asked += s->channels[i].asked;
		counts.workers += s->channels[i].asked > 0;
		pthread_mutex_unlock(&s->channels[i].lock);
	}
	return counts;
}

int source_keep(struct source *s, struct line_keeper *keeper, uint32_t *ret_n)
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

/* --- windows that are known ---------------------------------------------------------------- */

/* Those that have an address in common are the same. */
static int compare_windows(const void *a, const void *b)
{
	const struct source_window *x = a, *y = b;

	if (x->end <= y->begin)
		return -1;
	return x->begin >= y->end;
}

/* The file's lock is held, as for all that follow with windows. */
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

static const struct source_window *known_window(struct source_file *f, uint64_t address, bool want_lines)
{
	const struct source_window *w = tree_find(f, address, want_lines);

	return w ? w : kept_find(f, address, want_lines);
}

static bool is_known(struct source_file *f, uint64_t address, bool want_lines)
{
	bool known;

	pthread_mutex_lock(&f->lock);
	known = known_window(f, address, want_lines);
	pthread_mutex_unlock(&f->lock);
	return known;
}

/* --- answers --------------------------------------------------------------------------------- */

/* Addresses of a file, ascending, and who is asked. */
struct asking {
	struct source_file *file;
	struct source_channel *channel; /* locked */
	unsigned number;                /* of the channel */
	const uint64_t *addresses;
	uint32_t n;
	bool want_lines;
};

/* Without anything, for the range if it holds the address. */
static struct source_window *empty_window(const struct source_progress *p, uint64_t address)
{
	if (p->known && p->begin <= address && address < p->end)
		return source_window_empty(p->begin, p->end);
	return source_window_empty(address, address + 1);
}

static void put_empty(struct source_file *f, const struct source_progress *p, uint64_t address, bool lines, bool keep)
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

/* The window that a worker has sent. False: it is none for this address. */
static bool put_window(struct source_file *f, uint64_t address, bool lines, const struct buffer *bytes)
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

static void take_answer(void *context, uint32_t number, enum source_answer answer, const struct source_progress *p,
			const struct buffer *bytes)
{
	const struct asking *a = context;
	const struct source_progress none = { 0 };
	uint64_t address = a->addresses[number];

	if (answer == SOURCE_NO)
		put_empty(a->file, p, address, a->want_lines, p->known);
	else if (!put_window(a->file, address, a->want_lines, bytes))
		put_empty(a->file, &none, address, a->want_lines, false);
}

static void take_other(void *context, const char *path)
{
	struct source_file *f = ((const struct asking *)context)->file;

	pthread_mutex_lock(&f->lock);
	source_kept_other(&f->kept, path);
	pthread_mutex_unlock(&f->lock);
}

/* --- requests -------------------------------------------------------------------------------- */

/* Has the worker at hand open the file. */
static enum source_answer asking_open(struct asking *a)
{
	const struct source_taker taker = { .context = a, .other = take_other };
	struct source_file *f = a->file;
	const struct source_packet head = {
		.type = SOURCE_OPEN, .number = f->number, .a = f->place.device, .b = f->place.inode
	};
	enum source_answer answer;

	if (f->generations[a->number] == a->channel->generation)
		return SOURCE_YES;
	answer = source_channel_open(a->channel, &head, f->place.path, f->place.symfs, &taker);
	if (answer == SOURCE_YES)
		f->generations[a->number] = a->channel->generation;
	return answer;
}

/* Asks for all addresses from the first on. */
static enum source_answer asking_ask(struct asking *a, uint32_t *ret_done, struct source_progress *p)
{
	const struct source_taker taker = { a, take_answer, take_other };
	enum source_answer answer;

	*ret_done = 0;
	*p = (struct source_progress){ 0 };
	if (atomic_load(&a->file->all->deaths) >= SOURCE_DEATHS_MAX)
		return SOURCE_GONE;
	answer = asking_open(a);
	if (answer == SOURCE_YES)
		answer = source_channel_ask(a->channel, a->file->number, a->addresses,
					    a->n < SOURCE_ASK_MAX ? a->n : SOURCE_ASK_MAX, a->want_lines, &taker,
					    ret_done, p);
	if (answer == SOURCE_ENDED)
		atomic_fetch_add(&a->file->all->deaths, 1);
	if (answer == SOURCE_GONE)
		atomic_store(&a->file->all->deaths, SOURCE_DEATHS_MAX);
	return answer;
}

static void asking_pass(struct asking *a, uint32_t n)
{
	a->addresses += n;
	a->n -= n;
}

/* What is known by now need not be asked. */
static void asking_skip_known(struct asking *a)
{
	while (a->n && is_known(a->file, a->addresses[0], a->want_lines))
		asking_pass(a, 1);
}

/* A worker ended with the first address. False: the file is not asked for any more. */
static bool asking_lost(struct asking *a, const struct source_progress *p, unsigned *tries)
{
	/* It ended in this unit, and would again. */
	if (!p->known && ++*tries < TRIES)
		return true;
	atomic_fetch_add(&a->file->all->lost, 1);
	if (!p->known) {
		atomic_store(&a->file->lost, true);
		return false;
	}
	put_empty(a->file, p, a->addresses[0], a->want_lines, false);
	asking_pass(a, 1);
	*tries = 0;
	return true;
}

static void asking_run(struct asking *a)
{
	struct source_progress p;
	enum source_answer answer;
	unsigned tries = 0;
	uint32_t done;

	while (asking_skip_known(a), a->n && !atomic_load(&a->file->lost)) {
		answer = asking_ask(a, &done, &p);
		asking_pass(a, done);
		if (answer == SOURCE_GONE)
			return;
		if (answer == SOURCE_NO)
			atomic_store(&a->file->lost, true);
		if (answer != SOURCE_ENDED)
			continue;
		if (done)
			tries = 0;
		/* It may have been about to pass over some. */
		asking_skip_known(a);
		if (a->n && !asking_lost(a, &p, &tries))
			return;
	}
}

void source_file_prepare(struct source_file *f, const uint64_t *addresses, uint32_t n, bool want_lines, unsigned worker)
{
	struct source *s = f->all;
	struct asking a = {
		.file = f, .number = worker % s->n_channels, .addresses = addresses, .n = n, .want_lines = want_lines
	};

	a.channel = &s->channels[a.number];
	pthread_mutex_lock(&a.channel->lock);
	asking_run(&a);
	pthread_mutex_unlock(&a.channel->lock);
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
		w = known_window(f, address, want_lines);
		if (w) {
			*ret_window = w;
			*ret_row = source_window_row(w, address);
		}
		pthread_mutex_unlock(&f->lock);
		if (w || asked || atomic_load(&f->lost))
			break;
		source_file_prepare(f, &address, 1, want_lines, f->number);
	}
	return w && (*ret_row)->n > 0;
}
