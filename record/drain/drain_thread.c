#include "record/drain/drain_thread.h"

#include "common/list.h"
#include "record/drain/thread_masks.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

void drain_thread_wake(int event_fd)
{
	const uint64_t one = 1;

	/* It fails only where so many wakes are left that one more says nothing. */
	if (write(event_fd, &one, sizeof(one)) < 0)
		return;
}

void drain_thread_clear_wakes(int event_fd)
{
	uint64_t n;

	if (read(event_fd, &n, sizeof(n)) < 0)
		return;
}

static struct packed_block *take_spare(struct drain_pool *ds)
{
	struct packed_block *block;

	pthread_mutex_lock(&ds->lock);
	block = packed_list_take(&ds->spare);
	pthread_mutex_unlock(&ds->lock);
	return block ? block : packed_block_new();
}

/* By the drain thread's own thread, it waits for room; by the session's, which makes that room, it does not. */
static void put_packed(struct drain_thread *d, struct packed_block *block)
{
	struct drain_pool *ds = d->all;
	bool first;

	pthread_mutex_lock(&ds->lock);
	first = !ds->packed.first;
	packed_list_put(&ds->packed, block);
	pthread_cond_signal(&ds->came);
	if (first)
		drain_thread_wake(ds->ready_fd);
	while (d->is_busy && !ds->is_ending && !ds->holds && ds->packed.bytes > DRAIN_POOL_PACKED_MAX)
		pthread_cond_wait(&ds->go, &ds->lock);
	pthread_mutex_unlock(&ds->lock);
}

/* The sink of a drain thread's stream. */
static int put_block(void *context, const void *raw, size_t size, const struct block_entry *about, struct error *err)
{
	struct drain_thread *d = context;
	struct packed_block *block = take_spare(d->all);
	int result;

	if (!block)
		return error_nomem(err);
	block->about = *about;
	result = block_pack(d->zframe.context ? &d->zframe : NULL, raw, size, &block->about, &block->data, err);
	if (result) {
		packed_block_free(block);
		return result;
	}
	candidates_seen_swap(&d->seen, &block->seen);
	put_packed(d, block);
	return 0;
}

static int open_fds(struct drain_thread *d, struct error *err)
{
	struct epoll_event event = { .events = EPOLLIN, .data.u64 = RING_WATCH_OTHER };

	d->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
	d->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (d->epoll_fd < 0 || d->wake_fd < 0 || epoll_ctl(d->epoll_fd, EPOLL_CTL_ADD, d->wake_fd, &event))
		return error_set(err, -errno, "epoll: %s", strerror(errno));
	return 0;
}

int drain_thread_init(struct drain_thread *d, struct drain_pool *ds, const struct thread_mask *mask,
		      const struct session_config *config, uint64_t sample_type, struct error *err)
{
	d->all = ds;
	d->mask = mask;
	block_stream_init(&d->samples, sample_type, 0);
	d->samples.sink = (struct block_sink){ put_block, d, ds->shared->streams->samples.sink.max };
	buffer_init(&d->switch_buffer);
	d->pipeline = (struct pipeline){ .shared = ds->shared,
					 .samples = &d->samples,
					 .zframe = &d->zframe,
					 .switch_buffer = &d->switch_buffer,
					 .pressure = { .level = config->level } };
	d->epoll_fd = d->wake_fd = -1;
	if (config->level) {
		int result = zframe_init(&d->zframe, config->level, err);

		if (result)
			return result;
	}
	return open_fds(d, err);
}

void drain_thread_fini(struct drain_thread *d)
{
	block_stream_fini(&d->samples);
	zframe_fini(&d->zframe);
	buffer_fini(&d->switch_buffer);
	candidates_seen_fini(&d->seen);
	free(d->rings);
	if (d->epoll_fd >= 0)
		close(d->epoll_fd);
	if (d->wake_fd >= 0)
		close(d->wake_fd);
}

static int drain_rings(struct drain_thread *d, bool cut, struct error *err)
{
	int result = 0;

	for (uint32_t i = 0; i < d->n_rings && !result; i++)
		result = pipeline_drain(&d->pipeline, d->rings[i], true, err);
	if (!result && cut)
		result = block_stream_cut(&d->samples, err);
	if (!result && cut && d->zframe.context)
		result = drain_pressure_relax(&d->pipeline.pressure, &d->zframe, err);
	return result;
}

static int drain_filled(struct drain_thread *d, const struct epoll_event *events, int n, struct error *err)
{
	uint32_t ring;
	int result = 0;

	for (int i = 0; i < n && !result; i++)
		if (ring_watch_take(d->all->watch, &events[i], &ring))
			result = pipeline_drain(&d->pipeline, ring, true, err);
	return result;
}

/*
 * Who asks for a round writes what is packed until it is done, but takes the records of switches after it only: so a
 * round does not wait for these.
 */
static bool is_stopped(const struct drain_thread *d)
{
	const struct drain_pool *ds = d->all;

	return ds->holds || ds->packed.bytes > DRAIN_POOL_PACKED_MAX ||
	       (ds->switch_buffer > DRAIN_POOL_SWITCH_BUFFER_MAX && d->asked == d->done);
}

/* False: it is to end. *ret_round: a round is asked for. */
static bool begin_work(struct drain_thread *d, bool *ret_round, bool *ret_cut)
{
	struct drain_pool *ds = d->all;

	pthread_mutex_lock(&ds->lock);
	while (!ds->is_ending && is_stopped(d))
		pthread_cond_wait(&ds->go, &ds->lock);
	d->is_busy = !ds->is_ending;
	*ret_round = d->asked != d->done;
	*ret_cut = ds->round_cuts;
	pthread_mutex_unlock(&ds->lock);
	return d->is_busy;
}

/* False: it has failed. */
static bool end_work(struct drain_thread *d, bool round, int result, const struct error *err)
{
	struct drain_pool *ds = d->all;

	pthread_mutex_lock(&ds->lock);
	d->is_busy = false;
	d->done += round;
	d->waiting = d->samples.staging.size;
	ds->switch_buffer += d->switch_buffer.size - d->counted;
	d->counted = d->switch_buffer.size;
	if (result)
		d->error = *err;
	if (result || ds->switch_buffer > DRAIN_POOL_SWITCH_BUFFER_MAX / 2)
		drain_thread_wake(ds->ready_fd);
	pthread_cond_signal(&ds->came);
	pthread_mutex_unlock(&ds->lock);
	return !result;
}

static void *run(void *context)
{
	struct drain_thread *d = context;
	struct epoll_event events[WATCH_EVENTS_MAX];
	bool round, cut;
	int result, n, code;

	drain_pressure_begin(&d->pipeline.pressure);
	do {
		struct error err = ERROR_INIT;

		n = epoll_wait(d->epoll_fd, events, WATCH_EVENTS_MAX, -1);
		code = errno;
		/* Before it is looked what is asked for: who asks wakes after that. */
		drain_thread_clear_wakes(d->wake_fd);
		if (!begin_work(d, &round, &cut))
			break;
		result = n < 0 && code != EINTR ? error_set(&err, -code, "epoll: %s", strerror(code)) : 0;
		if (!result)
			result = drain_filled(d, events, n, &err);
		if (!result && round)
			result = drain_rings(d, cut, &err);
		if (!end_work(d, round, result, &err))
			break;
	} while (true);
	return NULL;
}

/* On its CPUs, unless this process may not use them. */
static int create(struct drain_thread *d)
{
	pthread_attr_t attr;
	int result;

	if (!d->mask->run.n)
		return pthread_create(&d->thread, NULL, run, d);
	pthread_attr_init(&attr);
	result = cpu_affinity_set(&attr, &d->mask->run);
	if (!result)
		result = pthread_create(&d->thread, &attr, run, d);
	pthread_attr_destroy(&attr);
	if (result != EINVAL)
		return result;
	if (!d->all->n_displaced++)
		d->all->displaced_from = d->mask->run.cpus[0];
	return pthread_create(&d->thread, NULL, run, d);
}

/* What samples say of files is noted as the session's own stream does. */
static void keep_seen(struct drain_thread *d)
{
	const struct block_stream *own = &d->all->shared->streams->samples;

	d->seen.wants_ips = own->kernel;
	d->samples.seen = own->kept ? &d->seen : NULL;
}

int drain_thread_start(struct drain_thread *d)
{
	int result;

	keep_seen(d);
	result = create(d);
	d->is_running = !result;
	return -result;
}

struct packed_block *packed_block_new(void)
{
	struct packed_block *block = calloc(1, sizeof(*block));

	if (block)
		buffer_init(&block->data);
	return block;
}

void packed_block_free(struct packed_block *block)
{
	if (!block)
		return;
	buffer_fini(&block->data);
	candidates_seen_lists_fini(&block->seen);
	free(block);
}

void packed_list_put(struct packed_list *list, struct packed_block *block)
{
	block->next = NULL;
	if (list->last)
		list->last->next = block;
	else
		list->first = block;
	list->last = block;
	list->bytes += block->data.size;
}

struct packed_block *packed_list_take(struct packed_list *list)
{
	struct packed_block *block = list->first;

	if (!block)
		return NULL;
	list->first = block->next;
	if (!list->first)
		list->last = NULL;
	list->bytes -= block->data.size;
	return block;
}

void packed_list_fini(struct packed_list *list)
{
	struct packed_block *block;

	while ((block = packed_list_take(list)))
		packed_block_free(block);
}

#define NO_EVENT UINT32_MAX

void ring_watch_fini(struct ring_watch *w)
{
	free(w->watched);
}

static int make_room(struct ring_watch *w, uint32_t ring)
{
	if (ring < w->n)
		return 0;
	if (!list_extend(&w->watched, w->n, ring + 1, sizeof(*w->watched)))
		return -ENOMEM;
	w->n = ring + 1;
	return 0;
}

static int watch(const struct watched_ring *watched, uint32_t ring, int fd)
{
	struct epoll_event event = { .events = EPOLLIN, .data.u64 = RING_WATCH_RING | ring };

	return epoll_ctl(watched->epoll_fd, EPOLL_CTL_ADD, fd, &event) ? -errno : 0;
}

/* The first descriptor of the ring, from that of open event `from` on. */
static int watch_from(struct ring_watch *w, uint32_t ring, uint32_t from)
{
	const struct ring_set *rings = w->rings;
	struct watched_ring *watched = &w->watched[ring];

	watched->event = NO_EVENT;
	/* One that is overwritten never waits for its reader. */
	if (rings->rings[ring].overwritten)
		return 0;
	if (rings->rings[ring].has_own_fd)
		return watch(watched, ring, rings->rings[ring].owner);
	for (uint32_t i = from; i < rings->n_events; i++)
		if (rings->events[i].ring == ring && rings->events[i].fd >= 0) {
			watched->event = i;
			return watch(watched, ring, rings->events[i].fd);
		}
	return 0;
}

int ring_watch_add(struct ring_watch *w, uint32_t ring, int epoll_fd)
{
	int result = make_room(w, ring);

	if (result)
		return result;
	w->watched[ring].epoll_fd = epoll_fd;
	return watch_from(w, ring, 0);
}

void ring_watch_forget(struct ring_watch *w, uint32_t event)
{
	const struct event_fd *open = &w->rings->events[event];

	if (open->ring < w->n && w->watched[open->ring].event == event)
		epoll_ctl(w->watched[open->ring].epoll_fd, EPOLL_CTL_DEL, open->fd, NULL);
}

/* Whether it does so now: since epoll_wait(2) said so the ring may have got another descriptor. */
static bool hangs_up(int fd)
{
	struct pollfd wait = { .fd = fd };

	return poll(&wait, 1, 0) > 0 && wait.revents & (POLLHUP | POLLERR);
}

static void take_hang_up(struct ring_watch *w, uint32_t ring)
{
	const struct watched_ring watched = w->watched[ring];

	if (watched.event == NO_EVENT || !hangs_up(w->rings->events[watched.event].fd))
		return;
	epoll_ctl(watched.epoll_fd, EPOLL_CTL_DEL, w->rings->events[watched.event].fd, NULL);
	watch_from(w, ring, watched.event + 1);
}

bool ring_watch_take(struct ring_watch *w, const struct epoll_event *event, uint32_t *ret_ring)
{
	if (!(event->data.u64 & RING_WATCH_RING))
		return false;
	*ret_ring = (uint32_t)event->data.u64;
	if (event->events & (EPOLLHUP | EPOLLERR))
		take_hang_up(w, *ret_ring);
	return true;
}
