#include "record/session/drainers.h"

#include "common/list.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

int drainers_init(struct drainers *ds, const struct lane_shared *shared, struct notices *notices,
		  const struct session_config *config, uint64_t sample_type, struct error *err)
{
	const struct thread_masks *masks = config->threads;
	int result = 0;

	*ds = (struct drainers){ .shared = shared, .notices = notices, .ready_fd = -1 };
	if (!masks || !masks->n)
		return 0;
	ds->list = calloc(masks->n, sizeof(*ds->list));
	if (!ds->list)
		return error_nomem(err);
	pthread_mutex_init(&ds->lock, NULL);
	pthread_cond_init(&ds->go, NULL);
	pthread_cond_init(&ds->came, NULL);
	ds->ready_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (ds->ready_fd < 0)
		return error_set(err, -errno, "eventfd: %s", strerror(errno));
	while (!result && ds->n < masks->n) {
		result = drainer_init(&ds->list[ds->n], ds, &masks->list[ds->n], config, sample_type, err);
		ds->n++;
	}
	return result;
}

void drainers_fini(struct drainers *ds)
{
	if (!ds->list)
		return;
	drainers_join(ds);
	for (unsigned i = 0; i < ds->n; i++)
		drainer_fini(&ds->list[i]);
	free(ds->list);
	packed_list_fini(&ds->packed);
	packed_list_fini(&ds->spare);
	if (ds->ready_fd >= 0)
		close(ds->ready_fd);
	pthread_cond_destroy(&ds->came);
	pthread_cond_destroy(&ds->go);
	pthread_mutex_destroy(&ds->lock);
	*ds = (struct drainers){ .ready_fd = -1 };
}

/* The rings of threads belong to no CPU, and are dealt out: of each two, one is of the sideband. */
static int find_drainer(const struct drainers *ds, uint32_t ring)
{
	int cpu = ds->shared->sampler->rings.rings[ring].cpu;

	if (cpu < 0)
		return ds->n ? (int)(ring / 2 % ds->n) : DRAINER_NONE;
	for (unsigned i = 0; i < ds->n; i++)
		if (cpulist_has(&ds->list[i].mask->rings, cpu))
			return (int)i;
	return DRAINER_NONE;
}

int drainers_assign(struct drainers *ds, uint32_t ring, int *ret_drainer)
{
	int number = find_drainer(ds, ring);
	struct drainer *d;

	*ret_drainer = DRAINER_NONE;
	if (number == DRAINER_NONE)
		return 0;
	d = &ds->list[number];
	if (!list_reserve(&d->rings, d->n_rings, &d->rings_capacity, sizeof(*d->rings)))
		return -ENOMEM;
	d->rings[d->n_rings++] = ring;
	*ret_drainer = number;
	return 0;
}

static void note_displaced(const struct drainers *ds)
{
	if (ds->n_displaced == 1)
		notices_add(ds->notices, NOTICE_WARNING,
			    "a thread of --threads runs on any CPU: this process may not use CPU %d",
			    ds->displaced_from);
	else if (ds->n_displaced)
		notices_add(ds->notices, NOTICE_WARNING,
			    "%u threads of --threads run on any CPU: this process may not use theirs, such as CPU %d",
			    ds->n_displaced, ds->displaced_from);
}

int drainers_start(struct drainers *ds, struct ring_watch *watch, struct error *err)
{
	ds->watch = watch;
	for (unsigned i = 0; i < ds->n; i++) {
		int result = drainer_start(&ds->list[i]);

		if (result)
			return error_set(err, result, "cannot start thread %u of --threads: %s", i + 1,
					 strerror(-result));
	}
	note_displaced(ds);
	return 0;
}

bool drainers_are_free(struct drainers *ds)
{
	return ds->n && ds->list[ds->n - 1].is_running && !ds->holds;
}

static bool any_busy(const struct drainers *ds)
{
	for (unsigned i = 0; i < ds->n; i++)
		if (ds->list[i].is_busy)
			return true;
	return false;
}

void drainers_hold(struct drainers *ds)
{
	if (!ds->n)
		return;
	pthread_mutex_lock(&ds->lock);
	ds->holds++;
	/* One that waits for room for a packed block goes on to the end of its work. */
	pthread_cond_broadcast(&ds->go);
	while (any_busy(ds))
		pthread_cond_wait(&ds->came, &ds->lock);
	pthread_mutex_unlock(&ds->lock);
}

void drainers_release(struct drainers *ds)
{
	if (!ds->n)
		return;
	pthread_mutex_lock(&ds->lock);
	if (!--ds->holds)
		pthread_cond_broadcast(&ds->go);
	pthread_mutex_unlock(&ds->lock);
}

static void write_block(struct drainers *ds, struct packed_block *block, int *result, struct error *err)
{
	struct streams *streams = ds->shared->streams;

	if (!*result && streams->samples.kept &&
	    kept_seen_give(&block->seen, streams->samples.kept, streams->samples.kernel))
		*result = error_nomem(err);
	if (!*result)
		*result = block_writer_put_packed(&streams->blocks, block->data.data, &block->about, err);
	buffer_clear(&block->data);
}

/* Writes the blocks of a list, unless something has failed, and gives their memory back to the drainers. */
static void write_packed(struct drainers *ds, struct packed_list *list, int *result, struct error *err)
{
	struct packed_list written = { 0 };
	struct packed_block *block;

	while ((block = packed_list_take(list))) {
		write_block(ds, block, result, err);
		packed_list_put(&written, block);
	}
	pthread_mutex_lock(&ds->lock);
	while ((block = packed_list_take(&written)))
		packed_list_put(&ds->spare, block);
	pthread_cond_broadcast(&ds->go);
	pthread_mutex_unlock(&ds->lock);
}

/* A drainer that has failed does no round any more. */
static bool round_is_done(const struct drainers *ds)
{
	for (unsigned i = 0; i < ds->n; i++)
		if (ds->list[i].done != ds->list[i].asked && !ds->list[i].error.code)
			return false;
	return true;
}

static void ask_round(struct drainers *ds, bool cut)
{
	pthread_mutex_lock(&ds->lock);
	ds->round_cuts = cut;
	for (unsigned i = 0; i < ds->n; i++)
		ds->list[i].asked++;
	pthread_cond_broadcast(&ds->go);
	pthread_mutex_unlock(&ds->lock);
	for (unsigned i = 0; i < ds->n; i++)
		drainer_wake(ds->list[i].wake_fd);
}

/* What is packed; waits until something is or the round is done, which it returns. */
static bool await_packed(struct drainers *ds, struct packed_list *ret_list)
{
	bool done;

	pthread_mutex_lock(&ds->lock);
	while (!(done = round_is_done(ds)) && !ds->packed.first)
		pthread_cond_wait(&ds->came, &ds->lock);
	*ret_list = ds->packed;
	ds->packed = (struct packed_list){ 0 };
	pthread_mutex_unlock(&ds->lock);
	return done;
}

/* result: what else has failed. */
static int first_error(struct drainers *ds, int result, struct error *err)
{
	pthread_mutex_lock(&ds->lock);
	for (unsigned i = 0; i < ds->n && !result; i++)
		if (ds->list[i].error.code) {
			*err = ds->list[i].error;
			result = err->code;
		}
	pthread_mutex_unlock(&ds->lock);
	return result;
}

int drainers_round(struct drainers *ds, bool cut, int (*own)(void *context, struct error *err), void *context,
		   struct error *err)
{
	struct packed_list list;
	bool done;
	int result;

	ask_round(ds, cut);
	result = own(context, err);
	do {
		done = await_packed(ds, &list);
		write_packed(ds, &list, &result, err);
	} while (!done);
	return first_error(ds, result, err);
}

int drainers_cut(struct drainers *ds, struct error *err)
{
	int result = 0;

	for (unsigned i = 0; i < ds->n && !result; i++)
		result = block_stream_cut(&ds->list[i].samples, err);
	return result;
}

int drainers_collect(struct drainers *ds, struct error *err)
{
	struct packed_list list;
	int result = 0;

	if (!ds->n)
		return 0;
	drainer_clear_wakes(ds->ready_fd);
	pthread_mutex_lock(&ds->lock);
	list = ds->packed;
	ds->packed = (struct packed_list){ 0 };
	pthread_mutex_unlock(&ds->lock);
	write_packed(ds, &list, &result, err);
	return first_error(ds, result, err);
}

void drainers_join(struct drainers *ds)
{
	if (!ds->n)
		return;
	pthread_mutex_lock(&ds->lock);
	ds->is_ending = true;
	pthread_cond_broadcast(&ds->go);
	pthread_mutex_unlock(&ds->lock);
	for (unsigned i = 0; i < ds->n; i++) {
		if (!ds->list[i].is_running)
			continue;
		drainer_wake(ds->list[i].wake_fd);
		pthread_join(ds->list[i].thread, NULL);
		ds->list[i].is_running = false;
	}
}

int drainers_take_diverted(struct drainers *ds, struct switch_records *switches, struct buffer *sideband)
{
	int result = 0;

	if (!ds->n)
		return 0;
	for (unsigned i = 0; i < ds->n && !result; i++) {
		struct drainer *d = &ds->list[i];

		if (d->diverted.size)
			result = switch_records_take(switches, d->diverted.data, &d->diverted.size, sideband);
		buffer_clear(&d->diverted);
		d->counted = 0;
	}
	pthread_mutex_lock(&ds->lock);
	ds->diverted = 0;
	pthread_mutex_unlock(&ds->lock);
	return result;
}

size_t drainers_diverted(struct drainers *ds)
{
	size_t bytes;

	if (!ds->n)
		return 0;
	pthread_mutex_lock(&ds->lock);
	bytes = ds->diverted;
	pthread_mutex_unlock(&ds->lock);
	return bytes;
}

size_t drainers_waiting(struct drainers *ds)
{
	size_t bytes;

	if (!ds->n)
		return 0;
	pthread_mutex_lock(&ds->lock);
	bytes = ds->packed.bytes + ds->diverted;
	for (unsigned i = 0; i < ds->n; i++)
		bytes += ds->list[i].waiting;
	pthread_mutex_unlock(&ds->lock);
	return bytes;
}
