#include "record/drain/drain_pool.h"

#include "common/list.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

int drain_pool_init(struct drain_pool *ds, const struct pipeline_shared *shared, struct diagnostics *diagnostics,
		    const struct session_config *config, uint64_t sample_type, struct error *err)
{
	const struct thread_masks *masks = config->threads;
	int result = 0;

	*ds = (struct drain_pool){ .shared = shared, .diagnostics = diagnostics, .ready_fd = -1 };
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
		result = drain_thread_init(&ds->list[ds->n], ds, &masks->list[ds->n], config, sample_type, err);
		ds->n++;
	}
	return result;
}

void drain_pool_fini(struct drain_pool *ds)
{
	if (!ds->list)
		return;
	drain_pool_join(ds);
	for (unsigned i = 0; i < ds->n; i++)
		drain_thread_fini(&ds->list[i]);
	free(ds->list);
	packed_list_fini(&ds->packed);
	packed_list_fini(&ds->spare);
	if (ds->ready_fd >= 0)
		close(ds->ready_fd);
	pthread_cond_destroy(&ds->came);
	pthread_cond_destroy(&ds->go);
	pthread_mutex_destroy(&ds->lock);
	*ds = (struct drain_pool){ .ready_fd = -1 };
}

/* The rings of threads belong to no CPU, and are dealt out: of each two, one is of the sideband. */
static int find_drain_thread(const struct drain_pool *ds, uint32_t ring)
{
	int cpu = ds->shared->sampler->rings.rings[ring].cpu;

	if (cpu < 0)
		return ds->n ? (int)(ring / 2 % ds->n) : DRAIN_THREAD_NONE;
	for (unsigned i = 0; i < ds->n; i++)
		if (cpulist_has(&ds->list[i].mask->rings, cpu))
			return (int)i;
	return DRAIN_THREAD_NONE;
}

int drain_pool_assign(struct drain_pool *ds, uint32_t ring, int *ret_drain_thread)
{
	int number = find_drain_thread(ds, ring);
	struct drain_thread *d;

	*ret_drain_thread = DRAIN_THREAD_NONE;
	if (number == DRAIN_THREAD_NONE)
		return 0;
	d = &ds->list[number];
	if (!list_reserve(&d->rings, d->n_rings, &d->rings_capacity, sizeof(*d->rings)))
		return -ENOMEM;
	d->rings[d->n_rings++] = ring;
	*ret_drain_thread = number;
	return 0;
}

static void note_displaced(const struct drain_pool *ds)
{
	if (ds->n_displaced == 1)
		diagnostics_add(ds->diagnostics, NOTICE_WARNING,
				"a thread of --threads runs on any CPU: this process may not use CPU %d",
				ds->displaced_from);
	else if (ds->n_displaced)
		diagnostics_add(
			ds->diagnostics, NOTICE_WARNING,
			"%u threads of --threads run on any CPU: this process may not use theirs, such as CPU %d",
			ds->n_displaced, ds->displaced_from);
}

int drain_pool_start(struct drain_pool *ds, struct ring_watch *watch, struct error *err)
{
	ds->watch = watch;
	for (unsigned i = 0; i < ds->n; i++) {
		int result = drain_thread_start(&ds->list[i]);

		if (result)
			return error_set(err, result, "cannot start thread %u of --threads: %s", i + 1,
					 strerror(-result));
	}
	note_displaced(ds);
	return 0;
}

bool drain_pool_is_running(struct drain_pool *ds)
{
	return ds->n && ds->list[ds->n - 1].is_running && !ds->holds;
}

static bool any_busy(const struct drain_pool *ds)
{
	for (unsigned i = 0; i < ds->n; i++)
		if (ds->list[i].is_busy)
			return true;
	return false;
}

void drain_pool_pause(struct drain_pool *ds)
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

void drain_pool_resume(struct drain_pool *ds)
{
	if (!ds->n)
		return;
	pthread_mutex_lock(&ds->lock);
	if (!--ds->holds)
		pthread_cond_broadcast(&ds->go);
	pthread_mutex_unlock(&ds->lock);
}

static void write_block(struct drain_pool *ds, struct packed_block *block, int *result, struct error *err)
{
	struct streams *streams = ds->shared->streams;

	if (!*result && streams->samples.kept &&
	    candidates_seen_give(&block->seen, streams->samples.kept, streams->samples.kernel))
		*result = error_nomem(err);
	if (!*result)
		*result = block_writer_put_packed(&streams->blocks, block->data.data, &block->about, err);
	buffer_clear(&block->data);
}

/* Writes the blocks of a list, unless something has failed, and gives their memory back to the drain threads. */
static void write_packed(struct drain_pool *ds, struct packed_list *list, int *result, struct error *err)
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

/* A drain thread that has failed does no round any more. */
static bool round_is_done(const struct drain_pool *ds)
{
	for (unsigned i = 0; i < ds->n; i++)
		if (ds->list[i].done != ds->list[i].asked && !ds->list[i].error.code)
			return false;
	return true;
}

static void ask_round(struct drain_pool *ds, bool cut)
{
	pthread_mutex_lock(&ds->lock);
	ds->round_cuts = cut;
	for (unsigned i = 0; i < ds->n; i++)
		ds->list[i].asked++;
	pthread_cond_broadcast(&ds->go);
	pthread_mutex_unlock(&ds->lock);
	for (unsigned i = 0; i < ds->n; i++)
		drain_thread_wake(ds->list[i].wake_fd);
}

/* What is packed; waits until something is or the round is done, which it returns. */
static bool await_packed(struct drain_pool *ds, struct packed_list *ret_list)
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
static int first_error(struct drain_pool *ds, int result, struct error *err)
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

int drain_pool_round(struct drain_pool *ds, bool cut, int (*own)(void *context, struct error *err), void *context,
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

int drain_pool_cut(struct drain_pool *ds, struct error *err)
{
	int result = 0;

	for (unsigned i = 0; i < ds->n && !result; i++)
		result = block_stream_cut(&ds->list[i].samples, err);
	return result;
}

int drain_pool_collect(struct drain_pool *ds, struct error *err)
{
	struct packed_list list;
	int result = 0;

	if (!ds->n)
		return 0;
	drain_thread_clear_wakes(ds->ready_fd);
	pthread_mutex_lock(&ds->lock);
	list = ds->packed;
	ds->packed = (struct packed_list){ 0 };
	pthread_mutex_unlock(&ds->lock);
	write_packed(ds, &list, &result, err);
	return first_error(ds, result, err);
}

void drain_pool_join(struct drain_pool *ds)
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
		drain_thread_wake(ds->list[i].wake_fd);
		pthread_join(ds->list[i].thread, NULL);
		ds->list[i].is_running = false;
	}
}

int drain_pool_take_switch_buffer(struct drain_pool *ds, struct switch_records *switches, struct buffer *sideband)
{
	int result = 0;

	if (!ds->n)
		return 0;
	for (unsigned i = 0; i < ds->n && !result; i++) {
		struct drain_thread *d = &ds->list[i];

		if (d->switch_buffer.size)
			result = switch_records_take(switches, d->switch_buffer.data, &d->switch_buffer.size, sideband);
		buffer_clear(&d->switch_buffer);
		d->counted = 0;
	}
	pthread_mutex_lock(&ds->lock);
	ds->switch_buffer = 0;
	pthread_mutex_unlock(&ds->lock);
	return result;
}

size_t drain_pool_switch_buffer(struct drain_pool *ds)
{
	size_t bytes;

	if (!ds->n)
		return 0;
	pthread_mutex_lock(&ds->lock);
	bytes = ds->switch_buffer;
	pthread_mutex_unlock(&ds->lock);
	return bytes;
}

size_t drain_pool_waiting(struct drain_pool *ds)
{
	size_t bytes;

	if (!ds->n)
		return 0;
	pthread_mutex_lock(&ds->lock);
	bytes = ds->packed.bytes + ds->switch_buffer;
	for (unsigned i = 0; i < ds->n; i++)
		bytes += ds->list[i].waiting;
	pthread_mutex_unlock(&ds->lock);
	return bytes;
}
