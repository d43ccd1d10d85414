#include "record/session/drainer.h"

#include "record/session/thread_place.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

void drainer_wake(int event_fd)
{
	const uint64_t one = 1;

	/* It fails only where so many wakes are left that one more says nothing. */
	if (write(event_fd, &one, sizeof(one)) < 0)
		return;
}

void drainer_clear_wakes(int event_fd)
{
	uint64_t n;

	if (read(event_fd, &n, sizeof(n)) < 0)
		return;
}

static struct packed_block *take_spare(struct drainers *ds)
{
	struct packed_block *block;

	pthread_mutex_lock(&ds->lock);
	block = packed_list_take(&ds->spare);
	pthread_mutex_unlock(&ds->lock);
	return block ? block : packed_block_new();
}

/* By the drainer's own thread, it waits for room; by the session's, which makes that room, it does not. */
static void put_packed(struct drainer *d, struct packed_block *block)
{
	struct drainers *ds = d->all;
	bool first;

	pthread_mutex_lock(&ds->lock);
	first = !ds->packed.first;
	packed_list_put(&ds->packed, block);
	pthread_cond_signal(&ds->came);
	if (first)
		drainer_wake(ds->ready_fd);
	while (d->is_busy && !ds->is_ending && !ds->holds && ds->packed.bytes > DRAINERS_PACKED_MAX)
		pthread_cond_wait(&ds->go, &ds->lock);
	pthread_mutex_unlock(&ds->lock);
}

/* The sink of a drainer's stream. */
static int put_block(void *context, const void *raw, size_t size, const struct block_entry *about, struct error *err)
{
	struct drainer *d = context;
	struct packed_block *block = take_spare(d->all);
	int result;

	if (!block)
		return error_nomem(err);
	result = block_pack(d->zframe.context ? &d->zframe : NULL, raw, size, about, &block->data, &block->about, err);
	if (result) {
		packed_block_free(block);
		return result;
	}
	kept_seen_swap(&d->seen, &block->seen);
	put_packed(d, block);
	return 0;
}

static int open_fds(struct drainer *d, struct error *err)
{
	struct epoll_event event = { .events = EPOLLIN, .data.u64 = RING_WATCH_OTHER };

	d->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
	d->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (d->epoll_fd < 0 || d->wake_fd < 0 || epoll_ctl(d->epoll_fd, EPOLL_CTL_ADD, d->wake_fd, &event))
		return error_set(err, -errno, "epoll: %s", strerror(errno));
	return 0;
}

int drainer_init(struct drainer *d, struct drainers *ds, const struct thread_mask *mask,
		 const struct session_config *config, uint64_t sample_type, struct error *err)
{
	d->all = ds;
	d->mask = mask;
	block_stream_init(&d->samples, sample_type, 0);
	d->samples.sink = (struct block_sink){ put_block, d, ds->shared->streams->samples.sink.max };
	buffer_init(&d->diverted);
	d->lane = (struct lane){ .shared = ds->shared,
				 .samples = &d->samples,
				 .zframe = &d->zframe,
				 .diverted = &d->diverted,
				 .pressure = { .level = config->level } };
	d->epoll_fd = d->wake_fd = -1;
	if (config->level) {
		int result = zframe_init(&d->zframe, config->level, err);

		if (result)
			return result;
	}
	return open_fds(d, err);
}

void drainer_fini(struct drainer *d)
{
	block_stream_fini(&d->samples);
	zframe_fini(&d->zframe);
	buffer_fini(&d->diverted);
	kept_seen_fini(&d->seen);
	free(d->rings);
	if (d->epoll_fd >= 0)
		close(d->epoll_fd);
	if (d->wake_fd >= 0)
		close(d->wake_fd);
}

static int drain_rings(struct drainer *d, bool cut, struct error *err)
{
	int result = 0;

	for (uint32_t i = 0; i < d->n_rings && !result; i++)
		result = lane_drain(&d->lane, d->rings[i], true, err);
	if (!result && cut)
		result = block_stream_cut(&d->samples, err);
	if (!result && cut && d->zframe.context)
		result = drain_pressure_relax(&d->lane.pressure, &d->zframe, err);
	return result;
}

static int drain_filled(struct drainer *d, const struct epoll_event *events, int n, struct error *err)
{
	uint32_t ring;
	int result = 0;

	for (int i = 0; i < n && !result; i++)
		if (ring_watch_take(d->all->watch, &events[i], &ring))
			result = lane_drain(&d->lane, ring, true, err);
	return result;
}

/*
 * Who asks for a round writes what is packed until it is done, but takes the records of switches after it only: so a
 * round does not wait for these.
 */
static bool is_stopped(const struct drainer *d)
{
	const struct drainers *ds = d->all;

	return ds->holds || ds->packed.bytes > DRAINERS_PACKED_MAX ||
	       (ds->diverted > DRAINERS_DIVERTED_MAX && d->asked == d->done);
}

/* False: it is to end. *ret_round: a round is asked for. */
static bool begin_work(struct drainer *d, bool *ret_round, bool *ret_cut)
{
	struct drainers *ds = d->all;

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
static bool end_work(struct drainer *d, bool round, int result, const struct error *err)
{
	struct drainers *ds = d->all;

	pthread_mutex_lock(&ds->lock);
	d->is_busy = false;
	d->done += round;
	d->waiting = d->samples.staging.size;
	ds->diverted += d->diverted.size - d->counted;
	d->counted = d->diverted.size;
	if (result)
		d->error = *err;
	if (result || ds->diverted > DRAINERS_DIVERTED_MAX / 2)
		drainer_wake(ds->ready_fd);
	pthread_cond_signal(&ds->came);
	pthread_mutex_unlock(&ds->lock);
	return !result;
}

static void *run(void *context)
{
	struct drainer *d = context;
	struct epoll_event events[WATCH_EVENTS_MAX];
	bool round, cut;
	int result, n, code;

	drain_pressure_begin(&d->lane.pressure);
	do {
		struct error err = ERROR_INIT;

		n = epoll_wait(d->epoll_fd, events, WATCH_EVENTS_MAX, -1);
		code = errno;
		/* Before it is looked what is asked for: who asks wakes after that. */
		drainer_clear_wakes(d->wake_fd);
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
static int create(struct drainer *d)
{
	pthread_attr_t attr;
	int result;

	if (!d->mask->run.n)
		return pthread_create(&d->thread, NULL, run, d);
	pthread_attr_init(&attr);
	result = thread_place_set(&attr, &d->mask->run);
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
static void keep_seen(struct drainer *d)
{
	const struct block_stream *own = &d->all->shared->streams->samples;

	d->seen.wants_ips = own->kernel;
	d->samples.seen = own->kept ? &d->seen : NULL;
}

int drainer_start(struct drainer *d)
{
	int result;

	keep_seen(d);
	result = create(d);
	d->is_running = !result;
	return -result;
}
