#include "report/source/source.h"

#include "report/source/source_packet.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <search.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

/* How often a request is made whose worker ended. */
#define TRIES 2u

/* The reader's side of a worker. */
struct channel {
	pthread_mutex_t lock;
	int socket;
	uint64_t serial;     /* of the last request */
	uint32_t generation; /* of workers: each knows none of the files that the one before knew */
	struct buffer answer;
};

struct source_file {
	struct source_file *next;
	struct source *all;
	struct channel *channel;
	uint32_t number;
	char *path, *symfs;
	uint64_t device, inode;
	pthread_mutex_t lock;
	uint32_t generation; /* of the worker that has opened it; 0: none */
	bool lost;           /* it is not asked for any more */
	void *windows[2];    /* trees (search.h) of those without and with lines */
};

struct source {
	struct channel channels[SOURCE_WORKERS_MAX];
	unsigned n_channels;
	pthread_mutex_t lock;
	struct source_file *files;
	uint32_t n_files;
	atomic_size_t taken; /* by windows */
	atomic_uint deaths, lost;
};

struct source *source_new(const struct source_server *server)
{
	struct source *s = calloc(1, sizeof(*s));

	if (!s)
		return NULL;
	pthread_mutex_init(&s->lock, NULL);
	s->n_channels = server->n;
	for (unsigned i = 0; i < s->n_channels; i++) {
		s->channels[i] = (struct channel){ .socket = server->sockets[i], .generation = 1 };
		pthread_mutex_init(&s->channels[i].lock, NULL);
		buffer_init(&s->channels[i].answer);
	}
	return s;
}

static void source_file_free(struct source_file *f)
{
	tdestroy(f->windows[0], free);
	tdestroy(f->windows[1], free);
	pthread_mutex_destroy(&f->lock);
	free(f->path);
	free(f->symfs);
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
	for (unsigned i = 0; i < s->n_channels; i++) {
		pthread_mutex_destroy(&s->channels[i].lock);
		buffer_fini(&s->channels[i].answer);
	}
	pthread_mutex_destroy(&s->lock);
	free(s);
}

struct source_file *source_file_new(struct source *s, const char *path, const char *symfs, uint64_t device,
				    uint64_t inode)
{
	struct source_file *f = calloc(1, sizeof(*f));

	if (!f)
		return NULL;
	pthread_mutex_init(&f->lock, NULL);
	f->all = s;
	f->device = device;
	f->inode = inode;
	f->path = strdup(path);
	f->symfs = strdup(symfs);
	if (!f->path || !f->symfs) {
		source_file_free(f);
		return NULL;
	}
	pthread_mutex_lock(&s->lock);
	f->next = s->files;
	s->files = f;
	f->channel = &s->channels[s->n_files % s->n_channels];
	f->number = s->n_files++ / s->n_channels;
	pthread_mutex_unlock(&s->lock);
	return f;
}

uint32_t source_lost(struct source *s)
{
	return atomic_load(&s->lost);
}

/* --- requests ------------------------------------------------------------------------------ */

enum answer {
	ANSWER_NO,
	ANSWER_YES,
	ANSWER_DIED,
	ANSWER_GONE, /* there is no server any more */
};

/* What a worker said last of where it is. */
struct progress {
	bool known;
	uint64_t begin, end;
};

static bool channel_send(struct channel *c, struct source_packet *head, const void *text, size_t size)
{
	char packet[SOURCE_PACKET_MAX];

	if (size > sizeof(packet) - sizeof(*head))
		return false;
	head->serial = ++c->serial;
	memcpy(packet, head, sizeof(*head));
	if (size)
		memcpy(packet + sizeof(*head), text, size);
	return send(c->socket, packet, sizeof(*head) + size, MSG_NOSIGNAL) == (ssize_t)(sizeof(*head) + size);
}

/* Reads up to the end of the answer; what it brought is in c->answer. */
static enum answer channel_receive(struct channel *c, struct progress *p)
{
	char packet[SOURCE_PACKET_MAX];
	struct source_packet head;
	ssize_t n;

	buffer_clear(&c->answer);
	for (;;) {
		n = read(c->socket, packet, sizeof(packet));
		if (n < 0 && errno == EINTR)
			continue;
		if (n < (ssize_t)sizeof(head))
			return ANSWER_GONE;
		memcpy(&head, packet, sizeof(head));
		if (head.type == SOURCE_DIED)
			return ANSWER_DIED;
		if (head.serial != c->serial)
			continue;
		if (head.type == SOURCE_END)
			return head.number ? ANSWER_YES : ANSWER_NO;
		if (head.type == SOURCE_UNIT)
			*p = (struct progress){ true, head.a, head.b };
		else if (c->answer.size + (size_t)n <= SOURCE_WINDOW_MAX + sizeof(head))
			buffer_append(&c->answer, packet + sizeof(head), (size_t)n - sizeof(head));
	}
}

/* A request and its answer. The channel's lock is held. */
static enum answer channel_request(struct source_file *f, struct source_packet *head, const void *text, size_t size,
				   struct progress *p)
{
	struct source *s = f->all;
	enum answer answer = ANSWER_GONE;

	p->known = false;
	if (atomic_load(&s->deaths) < SOURCE_DEATHS_MAX && channel_send(f->channel, head, text, size))
		answer = channel_receive(f->channel, p);
	if (answer == ANSWER_DIED) {
		atomic_fetch_add(&s->deaths, 1);
		f->channel->generation++;
	}
	if (answer == ANSWER_GONE)
		atomic_store(&s->deaths, SOURCE_DEATHS_MAX);
	return answer;
}

/* Has the worker at hand open the file. The channel's lock is held. */
static enum answer file_open(struct source_file *f)
{
	struct source_packet head = { .type = SOURCE_OPEN, .number = f->number, .a = f->device, .b = f->inode };
	size_t path = strlen(f->path) + 1, symfs = strlen(f->symfs) + 1;
	char text[2 * PATH_MAX];
	struct progress progress;
	enum answer answer;

	if (f->generation == f->channel->generation)
		return ANSWER_YES;
	if (path + symfs > sizeof(text))
		return ANSWER_NO;
	memcpy(text, f->path, path);
	memcpy(text + path, f->symfs, symfs);
	answer = channel_request(f, &head, text, path + symfs, &progress);
	if (answer == ANSWER_YES)
		f->generation = f->channel->generation;
	return answer;
}

/* Asks for the window of an address: YES with c->answer, NO with what is known of where there is none. */
static enum answer file_ask(struct source_file *f, uint64_t address, bool want_lines, struct progress *p)
{
	struct source_packet head = { .type = SOURCE_ASK, .number = f->number, .a = address, .b = want_lines };
	enum answer answer = ANSWER_DIED;

	*p = (struct progress){ 0 };
	for (unsigned i = 0; answer == ANSWER_DIED && i < TRIES; i++) {
		answer = file_open(f);
		if (answer == ANSWER_YES)
			answer = channel_request(f, &head, NULL, 0, p);
		else if (answer == ANSWER_NO)
			f->lost = true;
		/* It ended in this unit, and would again. */
		if (answer == ANSWER_DIED && p->known)
			break;
	}
	if (answer == ANSWER_DIED && !p->known)
		f->lost = true;
	if (answer == ANSWER_DIED)
		atomic_fetch_add(&f->all->lost, 1);
	return answer;
}

/* --- windows --------------------------------------------------------------------------------- */

/* Those that have an address in common are the same. */
static int compare_windows(const void *a, const void *b)
{
	const struct source_window *x = a, *y = b;

	if (x->end <= y->begin)
		return -1;
	return x->begin >= y->end;
}

static const struct source_window *find_window(struct source_file *f, uint64_t address, bool want_lines)
{
	const struct source_window at = { .begin = address, .end = address + 1 };
	void *const *found = tfind(&at, &f->windows[1], compare_windows);

	if (!found && !want_lines)
		found = tfind(&at, &f->windows[0], compare_windows);
	return found ? *found : NULL;
}

/* Keeps a window, which holds the address, as far as no other one reaches into it. NULL without memory. */
static const struct source_window *keep_window(struct source_file *f, struct source_window *w, uint64_t address,
					       bool want_lines)
{
	for (;;) {
		void *const *found = tsearch(w, &f->windows[want_lines], compare_windows);
		const struct source_window *other = found ? *found : NULL;

		if (other == w)
			return w;
		if (!other) {
			free(w);
			return NULL;
		}
		if (other->begin > address)
			w->end = other->begin;
		else
			w->begin = other->end;
	}
}

/* The window that the worker has sent. NULL: it has not. */
static struct source_window *received_window(struct source_file *f, uint64_t address)
{
	const struct buffer *b = &f->channel->answer;
	struct source_window *w;
	size_t size;

	if (!buffer_ok(b) || source_window_decode(&w, b->data, b->size, &size))
		return NULL;
	if (address >= w->begin && address < w->end &&
	    atomic_fetch_add(&f->all->taken, size) + size <= SOURCE_MEMORY_MAX)
		return w;
	free(w);
	return NULL;
}

/* Asks a worker. The file's lock is held. */
static const struct source_window *new_window(struct source_file *f, uint64_t address, bool want_lines)
{
	struct source_window *w = NULL;
	struct progress p;
	enum answer answer;

	pthread_mutex_lock(&f->channel->lock);
	answer = file_ask(f, address, want_lines, &p);
	if (answer == ANSWER_YES)
		w = received_window(f, address);
	pthread_mutex_unlock(&f->channel->lock);
	if (answer == ANSWER_GONE || f->lost)
		return NULL;
	/* Where there is nothing, or the worker ended: as far as it said that this reaches. */
	if (!w && p.known && answer != ANSWER_YES && p.begin <= address && address < p.end)
		w = source_window_empty(p.begin, p.end);
	if (!w)
		w = source_window_empty(address, address + 1);
	return w ? keep_window(f, w, address, want_lines) : NULL;
}

bool source_file_find(struct source_file *f, uint64_t address, bool want_lines, const struct source_window **ret_window,
		      const struct source_row **ret_row)
{
	const struct source_window *w = NULL;

	/* An end that does not wrap. */
	if (address == UINT64_MAX)
		return false;
	pthread_mutex_lock(&f->lock);
	w = find_window(f, address, want_lines);
	if (!w && !f->lost)
		w = new_window(f, address, want_lines);
	pthread_mutex_unlock(&f->lock);
	if (!w)
		return false;
	*ret_window = w;
	*ret_row = source_window_row(w, address);
	return (*ret_row)->n > 0;
}
