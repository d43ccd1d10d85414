/* source_requests: asks workers for windows, and handles their answers and their deaths. */
#include "report/source/source.h"
#include "report/source/source_internal.h"

/* How often a request is tried if its worker ends. */
#define TRIES 2u

/* A request: ascending addresses of a file, and the worker. */
struct asking {
	struct source_file *file;
	struct source_channel *channel; /* locked */
	unsigned number;                /* number of the channel */
	const uint64_t *addresses;
	uint32_t n;
	bool want_lines;
};

static void take_answer(void *context, uint32_t number, enum source_answer answer, const struct source_progress *p,
			const struct buffer *bytes)
{
	const struct asking *a = context;
	const struct source_progress none = { 0 };
	uint64_t address = a->addresses[number];

	if (answer == SOURCE_NO)
		source_cache_add_empty(a->file, p, address, a->want_lines, p->is_known);
	else if (!source_cache_add(a->file, address, a->want_lines, bytes))
		source_cache_add_empty(a->file, &none, address, a->want_lines, false);
}

/* Stores the first missing file, for a message. */
static void note_missing(struct source_file *f, const char *path)
{
	if (!f->missing)
		f->missing = strdup(path);
	else if (strcmp(f->missing, path) != 0)
		f->misses_more = true;
}

static void take_other(void *context, const char *path, bool missing)
{
	struct source_file *f = ((const struct asking *)context)->file;

	pthread_mutex_lock(&f->lock);
	if (missing)
		note_missing(f, path);
	else
		source_kept_other(&f->kept, path);
	pthread_mutex_unlock(&f->lock);
}

/* Makes the worker open the file, if it has not yet. */
static enum source_answer asking_open(struct asking *a)
{
	const struct source_taker taker = { .context = a, .other = take_other };
	struct source_file *f = a->file;
	const struct source_packet head = {
		.type = SOURCE_OPEN, .number = f->number, .a = f->origin.device, .b = f->origin.inode
	};
	enum source_answer answer;

	if (f->generations[a->number] == a->channel->generation)
		return SOURCE_YES;
	answer = source_channel_open(a->channel, &head, &f->origin, &taker);
	if (answer == SOURCE_YES)
		f->generations[a->number] = a->channel->generation;
	return answer;
}

/* Counts a worker that has ended, or cannot be started, and says what kept files from being opened. */
static void asking_note(const struct asking *a, enum source_answer answer)
{
	struct source *s = a->file->all;

	if (answer == SOURCE_ENDED)
		atomic_fetch_add(&s->deaths, 1);
	if (answer == SOURCE_GONE)
		atomic_store(&s->deaths, SOURCE_DEATHS_MAX);
	if (a->channel->code)
		atomic_store(&s->code, a->channel->code);
}

/* Asks for the remaining addresses, up to SOURCE_ASK_MAX. */
static enum source_answer asking_ask(struct asking *a, uint32_t *ret_done, struct source_progress *p)
{
	const struct source_taker taker = { a, take_answer, take_other };
	const struct source_question question = { a->file->number, a->addresses,
						  a->n < SOURCE_ASK_MAX ? a->n : SOURCE_ASK_MAX, a->want_lines };
	enum source_answer answer;

	*ret_done = 0;
	*p = (struct source_progress){ 0 };
	if (atomic_load(&a->file->all->deaths) >= SOURCE_DEATHS_MAX)
		return SOURCE_GONE;
	answer = asking_open(a);
	if (answer == SOURCE_YES)
		answer = source_channel_ask(a->channel, &question, &taker, ret_done, p);
	asking_note(a, answer);
	return answer;
}

static void asking_pass(struct asking *a, uint32_t n)
{
	a->addresses += n;
	a->n -= n;
}

/* Skips addresses that have a window by now. */
static void asking_skip_known(struct asking *a)
{
	while (a->n && source_cache_has(a->file, a->addresses[0], a->want_lines))
		asking_pass(a, 1);
}

/* Handles a worker that ended at the first address. False: do not ask for this file any more. */
static bool asking_lost(struct asking *a, const struct source_progress *p, unsigned *tries)
{
	/* If the unit is known, the worker would end in it again. */
	if (!p->is_known && ++*tries < TRIES)
		return true;
	atomic_fetch_add(&a->file->all->lost, 1);
	if (!p->is_known) {
		atomic_store(&a->file->lost, true);
		return false;
	}
	source_cache_add_empty(a->file, p, a->addresses[0], a->want_lines, false);
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
		/* The worker may have skipped some. */
		asking_skip_known(a);
		if (a->n && !asking_lost(a, &p, &tries))
			return;
	}
}

void source_ask(struct source_file *f, const uint64_t *addresses, uint32_t n, bool want_lines, unsigned worker)
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

bool source_file_ask_code(struct source_file *f, uint64_t address, const void *code, uint32_t size,
			  struct buffer *ret_answer)
{
	struct source *s = f->all;
	struct asking a = { .file = f, .number = f->number % s->n_channels };
	const struct source_taker taker = { .context = &a, .other = take_other };
	enum source_answer answer = SOURCE_ENDED;

	a.channel = &s->channels[a.number];
	buffer_clear(ret_answer);
	pthread_mutex_lock(&a.channel->lock);
	for (unsigned tries = 0; tries < TRIES && answer == SOURCE_ENDED; tries++) {
		answer = atomic_load(&s->deaths) < SOURCE_DEATHS_MAX ? asking_open(&a) : SOURCE_GONE;
		if (answer == SOURCE_YES)
			answer = source_channel_ask_code(a.channel, f->number, address, code, size, &taker);
		asking_note(&a, answer);
	}
	if (answer == SOURCE_YES && buffer_ok(&a.channel->answer))
		buffer_append(ret_answer, a.channel->answer.data, a.channel->answer.size);
	pthread_mutex_unlock(&a.channel->lock);
	if (answer == SOURCE_ENDED)
		atomic_fetch_add(&s->lost, 1);
	return answer == SOURCE_YES && buffer_ok(ret_answer);
}
