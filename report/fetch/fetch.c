#include "report/fetch/fetch.h"

#include "report/fetch/fetch_helper.h"
#include "report/fetch/fetch_packet.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Longest wait between two calls of the caller's function, in ms. */
#define WAITING_EVERY 500 /* ms */

struct fetch {
	struct fetch_options options;
	int socket;
	pid_t helper;
	pthread_mutex_t lock;   /* of all below */
	pthread_cond_t changed; /* signalled when an answer has come, or no thread receives any more */
	bool receiving;         /* a thread waits at the socket, without the lock */
	bool is_shown;          /* the caller's function was called since a thread waits */
	bool is_gone;           /* no requests any more */
	bool is_late;           /* ended by the time limit: do not wait for the helper */
	int64_t until;          /* CLOCK_MONOTONIC in ms; 0: no request yet */
	struct fetch_requests requests;
	uint32_t sent; /* number of requests that were sent */
};

static int64_t now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* --- the helper ------------------------------------------------------------------------ */

#ifdef HAVE_DEBUGINFOD

/* Forks the helper. Returns the reader's end of the socket, or a negative errno. */
static int helper_start(struct fetch *f)
{
	int ends[2], code;

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends))
		return -errno;
	f->helper = fork();
	if (!f->helper) {
		if (f->options.urls)
			setenv("DEBUGINFOD_URLS", f->options.urls, 1);
		fetch_helper_run(ends[1], f->options.seconds);
	}
	code = -errno;
	close(ends[1]);
	if (f->helper > 0)
		return ends[0];
	close(ends[0]);
	return code;
}

#else

static int helper_start(struct fetch *f)
{
	(void)f;
	return -ENOSYS;
}

#endif

int fetch_start(struct fetch **ret_fetch, const struct fetch_options *options)
{
	struct fetch *f = calloc(1, sizeof(*f));
	int code = 0;

	if (!f)
		return -ENOMEM;
	f->options = *options;
	f->socket = helper_start(f);
	if (f->socket < 0) {
		code = f->socket;
		free(f);
		return code;
	}
	pthread_mutex_init(&f->lock, NULL);
	pthread_cond_init(&f->changed, NULL);
	*ret_fetch = f;
	return 0;
}

void fetch_stop(struct fetch *f)
{
	if (!f)
		return;
	close(f->socket);
	while (!f->is_late && !f->requests.pending && waitpid(f->helper, NULL, 0) < 0 && errno == EINTR)
		continue;
	fetch_requests_fini(&f->requests);
	pthread_cond_destroy(&f->changed);
	pthread_mutex_destroy(&f->lock);
	free(f);
}

/* --- requests; the lock is held ----------------------------------------------------------- */

/* Sends a request. 0 or a negative errno; -EAGAIN: the socket is full. */
static int request_send(struct fetch *f, enum fetch_request_type type, uint32_t number)
{
	const struct fetch_key *key = &f->requests.items[number].key;
	struct fetch_request r;

	memset(&r, 0, sizeof(r));
	r.type = type;
	r.number = number;
	r.kind = key->kind;
	r.id = key->id;
	return send(f->socket, &r, sizeof(r), MSG_NOSIGNAL | MSG_DONTWAIT) < 0 ? -errno : 0;
}

/* Ends all requests, pending and future. */
static void end(struct fetch *f, int code)
{
	fetch_requests_end(&f->requests, code);
	f->is_gone = true;
	f->is_late = f->is_late || code == -ETIME;
	pthread_cond_broadcast(&f->changed);
}

/* Sends the requests that found the socket full. */
static void requests_send(struct fetch *f)
{
	int code = 0;

	while (!f->is_gone && f->sent < f->requests.n && !code) {
		code = request_send(f, FETCH_ASK, f->sent);
		if (!code)
			f->sent++;
	}
	if (code && code != -EAGAIN && code != -EINTR)
		end(f, -EPIPE);
}

/* Returns the number of a request, which is made if it is new. HASH_TABLE_NONE: it cannot be made. */
static uint32_t request_make(struct fetch *f, const struct fetch_key *key)
{
	uint32_t number = fetch_requests_find(&f->requests, key);

	if (number != HASH_TABLE_NONE || f->is_gone)
		return number;
	number = fetch_requests_add(&f->requests, key);
	if (number == HASH_TABLE_NONE)
		return number;
	if (!f->until)
		f->until = now() + (int64_t)f->options.seconds * 1000;
	requests_send(f);
	return number;
}

/* size: of the packet. */
static void answer_take(struct fetch *f, struct fetch_answer *a, size_t size)
{
	size_t path = size - offsetof(struct fetch_answer, path);

	a->path[path < sizeof(a->path) ? path : sizeof(a->path) - 1] = 0;
	fetch_requests_answer(&f->requests, a->number, a->code, a->path);
}

/* --- waiting -------------------------------------------------------------------------------- */

/* Waits at the socket for one answer, or for a limited time. Releases the lock meanwhile. */
static void receive(struct fetch *f)
{
	int64_t left = f->until - now();
	struct pollfd fds = { .fd = f->socket, .events = POLLIN };
	struct fetch_answer a;
	ssize_t n = -1;
	int ready = 0;

	if (left <= 0) {
		end(f, -ETIME);
		return;
	}
	f->receiving = true;
	pthread_mutex_unlock(&f->lock);
	ready = poll(&fds, 1, left < WAITING_EVERY ? (int)left : WAITING_EVERY);
	if (ready > 0)
		n = read(f->socket, &a, sizeof(a));
	pthread_mutex_lock(&f->lock);
	f->receiving = false;
	if (n >= (ssize_t)offsetof(struct fetch_answer, path))
		answer_take(f, &a, (size_t)n);
	else if (ready > 0 && !(n < 0 && errno == EINTR))
		end(f, -EPIPE);
	requests_send(f);
	if (!ready && f->options.waiting)
		f->options.waiting(f->options.context, f->requests.n - f->requests.pending, f->requests.n,
				   (unsigned)((left + 999) / 1000));
	f->is_shown = f->is_shown || !ready;
	pthread_cond_broadcast(&f->changed);
}

void fetch_want(struct fetch *f, const struct build_id *id, enum fetch_kind kind)
{
	const struct fetch_key key = fetch_key(id, kind);

	pthread_mutex_lock(&f->lock);
	request_make(f, &key);
	pthread_mutex_unlock(&f->lock);
}

const char *fetch_path(struct fetch *f, const struct build_id *id, enum fetch_kind kind)
{
	const struct fetch_key key = fetch_key(id, kind);
	const char *path = NULL;
	uint32_t number;

	pthread_mutex_lock(&f->lock);
	number = request_make(f, &key);
	while (number != HASH_TABLE_NONE && f->requests.items[number].is_pending) {
		if (f->receiving)
			pthread_cond_wait(&f->changed, &f->lock);
		else
			receive(f);
	}
	if (f->is_shown && f->options.waiting && !f->receiving) {
		f->options.waiting(f->options.context, 0, 0, 0);
		f->is_shown = false;
	}
	if (number != HASH_TABLE_NONE && !f->requests.items[number].refused)
		path = f->requests.items[number].path;
	pthread_mutex_unlock(&f->lock);
	return path;
}

void fetch_refuse(struct fetch *f, const struct build_id *id, enum fetch_kind kind)
{
	const struct fetch_key key = fetch_key(id, kind);
	uint32_t number;

	pthread_mutex_lock(&f->lock);
	number = fetch_requests_find(&f->requests, &key);
	if (number != HASH_TABLE_NONE && fetch_requests_refuse(&f->requests, number))
		request_send(f, FETCH_REFUSE, number);
	pthread_mutex_unlock(&f->lock);
}

struct fetch_counts fetch_counts(struct fetch *f)
{
	struct fetch_counts counts;

	pthread_mutex_lock(&f->lock);
	counts = f->requests.counts;
	pthread_mutex_unlock(&f->lock);
	return counts;
}
