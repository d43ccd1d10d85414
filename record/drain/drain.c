#include "record/drain/drain.h"

#include "common/list.h"

#include <stdlib.h>
#include <string.h>

#define FOUND_AT_ONCE 64 /* processes */

int drain_init(struct drain *d, struct sampler *sampler, struct streams *streams, const struct session_config *config,
	       struct diagnostics *diagnostics, struct error *err)
{
	int result;

	*d = (struct drain){ .sampler = sampler, .streams = streams, .diagnostics = diagnostics };
	buffer_init(&d->ring_copy);
	d->shared = (struct pipeline_shared){ sampler, streams, &d->rings, &d->trim, &d->switches, &d->suspects };
	d->own = (struct pipeline){ .shared = &d->shared,
				    .samples = &streams->samples,
				    .zframe = &streams->zframe,
				    .ring_copy = &d->ring_copy,
				    .pressure = { .level = config->level } };
	result = drain_pool_init(&d->drain_pool, &d->shared, diagnostics, config,
				 event_set_sideband(&sampler->set)->attr.sample_type, err);
	if (!result && cpu_affinity_init(&d->cpu_affinity, config->affinity, &(struct host_roots){ 0 }))
		result = error_nomem(err);
	if (!result)
		result = stack_trim_init(&d->trim, &sampler->set, err);
	if (!result)
		result = switch_records_init(&d->switches, &sampler->set, config, err);
	if (!result && d->switches.off_cpu_wanted)
		result = off_cpu_found_init(&d->found, &streams->kept.aside, sampler->target,
					    &sampler->set.events[d->switches.event], &d->switches.off_cpu, err);
	return result ? result : drain_add_rings(d, err);
}

void drain_fini(struct drain *d)
{
	drain_pool_fini(&d->drain_pool);
	cpu_affinity_fini(&d->cpu_affinity);
	stack_trim_fini(&d->trim);
	off_cpu_found_fini(&d->found);
	switch_records_fini(&d->switches);
	duplicate_filter_fini(&d->suspects);
	buffer_fini(&d->ring_copy);
	free(d->rings);
}

int drain_begin(struct drain *d, struct ring_watch *watch, struct error *err)
{
	drain_pressure_begin(&d->own.pressure);
	return drain_pool_start(&d->drain_pool, watch, err);
}

void drain_end(struct drain *d)
{
	drain_pool_join(&d->drain_pool);
}

void drain_pause(struct drain *d)
{
	drain_pool_pause(&d->drain_pool);
}

void drain_resume(struct drain *d)
{
	drain_pool_resume(&d->drain_pool);
}

int drain_epoll_fd(const struct drain *d, uint32_t ring)
{
	int number = ring < d->n_rings ? d->rings[ring].drain_thread : DRAIN_THREAD_NONE;

	return number == DRAIN_THREAD_NONE ? -1 : d->drain_pool.list[number].epoll_fd;
}

/* The sideband, what is overwritten, and what has a hardware trace beside it is the session's own. */
static int assign(struct drain *d, uint32_t ring)
{
	const struct open_ring *open = &d->sampler->rings.rings[ring];

	d->rings[ring].drain_thread = DRAIN_THREAD_NONE;
	if (open->is_sideband || open->overwritten || open->area.aux.data)
		return 0;
	return drain_pool_assign(&d->drain_pool, ring, &d->rings[ring].drain_thread);
}

int drain_add_rings(struct drain *d, struct error *err)
{
	size_t n = d->sampler->rings.n_rings;

	if (n <= d->n_rings)
		return 0;
	if (!list_extend(&d->rings, d->n_rings, n, sizeof(*d->rings)))
		return error_nomem(err);
	for (; d->n_rings < n; d->n_rings++)
		if (assign(d, (uint32_t)d->n_rings))
			return error_nomem(err);
	return 0;
}

static struct pipeline *pipeline_of(struct drain *d, size_t ring)
{
	int number = d->rings[ring].drain_thread;

	return number == DRAIN_THREAD_NONE ? &d->own : &d->drain_pool.list[number].pipeline;
}

/* Where it was full, the trace has stopped, and goes on now that it has room. */
static int drain_area(struct drain *d, size_t index, struct error *err)
{
	struct open_ring *ring = &d->sampler->rings.rings[index];
	int result = trace_stream_take(&d->streams->traces, &ring->area, ring->cpu, err);

	if (result > 0)
		ring_set_resume(&d->sampler->rings, index);
	return result < 0 ? result : 0;
}

int drain_ring(struct drain *d, size_t ring, struct error *err)
{
	const struct open_ring *open = &d->sampler->rings.rings[ring];
	const struct aux_ring *aux = &open->area.aux;
	struct pipeline *pipeline = pipeline_of(d, ring);
	int result;

	cpu_affinity_follow(&d->cpu_affinity, open->cpu);
	result = pipeline_drain(pipeline, ring, pipeline == &d->own, err);
	return result || !aux->data || aux->overwritten ? result : drain_area(d, ring, err);
}

/* Those of the session's thread. */
static int drain_own(void *context, struct error *err)
{
	struct drain *d = context;
	int result = 0;

	for (size_t i = 0; i < d->n_rings && !result; i++)
		if (d->rings[i].drain_thread == DRAIN_THREAD_NONE)
			result = drain_ring(d, i, err);
	return result;
}

/* Most are empty most of the time. */
int drain_sideband(struct drain *d, struct error *err)
{
	const struct open_ring *rings = d->sampler->rings.rings;
	int result = 0;

	for (size_t i = 0; i < d->n_rings && !result; i++)
		if (rings[i].is_sideband && rings[i].ring.base && ring_has_records(&rings[i].ring))
			result = drain_ring(d, i, err);
	return result;
}

static int drain_each(struct drain *d, struct error *err)
{
	int result = 0;

	for (size_t i = 0; i < d->n_rings && !result; i++)
		result = drain_ring(d, i, err);
	return result;
}

int drain_all(struct drain *d, struct error *err)
{
	if (drain_pool_is_running(&d->drain_pool))
		return drain_pool_round(&d->drain_pool, false, drain_own, d, err);
	return drain_each(d, err);
}

int drain_round(struct drain *d, struct error *err)
{
	int result;

	if (drain_pool_is_running(&d->drain_pool))
		return drain_pool_round(&d->drain_pool, true, drain_own, d, err);
	result = drain_each(d, err);
	if (!result)
		result = drain_pool_cut(&d->drain_pool, err);
	return result ? result : drain_collect(d, err);
}

int drain_collect(struct drain *d, struct error *err)
{
	return drain_pool_collect(&d->drain_pool, err);
}

int drain_cut(struct drain *d, struct error *err)
{
	int result = drain_pool_cut(&d->drain_pool, err);

	if (!result)
		result = drain_collect(d, err);
	return result ? result : streams_cut(d->streams, err);
}

bool drain_has_snapshots(const struct drain *d)
{
	for (size_t i = 0; i < d->n_rings; i++)
		if (d->sampler->rings.rings[i].overwritten)
			return true;
	return false;
}

int drain_snapshot(struct drain *d, struct error *err)
{
	int result = 0;

	for (size_t i = 0; i < d->n_rings && !result; i++)
		result = pipeline_snapshot(&d->own, i, err);
	return result;
}

int drain_rounds(struct drain *d, struct error *err)
{
	int rounds = d->switches.off_cpu_wanted ? 2 : 1;
	int result = 0;

	while (!result && rounds--) {
		result = drain_all(d, err);
		if (!result)
			result = drain_flush(d, false, err);
	}
	return result;
}

/* There may be many, and the rings fill meanwhile. */
static int find_of(struct drain *d, const pid_t *ids, size_t n, pid_t except, struct error *err)
{
	const bool are_threads = d->sampler->target->kind == TARGET_THREADS;
	int result = 0;

	for (size_t i = 0; i < n && !result; i++) {
		if (ids[i] != except)
			result = are_threads ? off_cpu_found_thread(&d->found, ids[i], err)
					     : off_cpu_found_process(&d->found, ids[i], err);
		if (!result && i % FOUND_AT_ONCE == FOUND_AT_ONCE - 1)
			result = drain_all(d, err);
	}
	return result;
}

static int find_of_target(struct drain *d, pid_t except, struct error *err)
{
	const struct target *t = d->sampler->target;
	const struct live_tasks *tasks = &d->streams->tasks;
	pid_t *all = NULL;
	size_t n = 0;
	int result = drain_sideband(d, err);

	if (result)
		return result;
	if (t->kind == TARGET_THREADS)
		return find_of(d, t->tids, t->n_tids, except, err);
	if (t->kind != TARGET_SYSTEM)
		return find_of(d, tasks->pids, tasks->n, except, err);
	result = target_list_all(&all, &n, err);
	if (!result)
		result = find_of(d, all, n, except, err);
	free(all);
	return result;
}

int drain_sampling_on(struct drain *d, pid_t pid, pid_t except, struct error *err)
{
	int result;

	if (!d->switches.off_cpu_wanted)
		return 0;
	result = off_cpu_found_begin(&d->found, err);
	if (!result)
		result = pid ? find_of(d, &pid, 1, except, err) : find_of_target(d, except, err);
	off_cpu_found_done(&d->found);
	return result;
}

static int end_times(struct drain *d, pid_t pid, struct error *err)
{
	struct block_stream *samples = &d->streams->samples;

	if (off_cpu_found_end(&d->found, pid, &samples->staging))
		return error_nomem(err);
	return block_stream_take(samples, &d->made, err);
}

int drain_sampling_off(struct drain *d, pid_t pid, struct error *err)
{
	int result;

	if (!d->switches.off_cpu_wanted)
		return 0;
	result = drain_rounds(d, err);
	return result ? result : end_times(d, pid, err);
}

int drain_cpu(struct drain *d, int cpu, struct error *err)
{
	int result = 0;

	for (size_t i = 0; i < d->n_rings && !result; i++)
		if (d->sampler->rings.rings[i].cpu == cpu)
			result = d->sampler->rings.rings[i].overwritten ? pipeline_snapshot(&d->own, i, err)
									: drain_ring(d, i, err);
	return result;
}

/* The records of switches that drain threads, which are held or have ended, have put aside. */
static int take_switch_buffer(struct drain *d, struct error *err)
{
	if (drain_pool_take_switch_buffer(&d->drain_pool, &d->switches, &d->streams->sideband.staging))
		return error_nomem(err);
	return streams_take(&d->streams->sideband, err);
}

int drain_flush(struct drain *d, bool at_end, struct error *err)
{
	struct block_stream *samples = &d->streams->samples;
	int result = 0;

	if (d->switches.are_wanted) {
		drain_pause(d);
		result = take_switch_buffer(d, err);
		drain_resume(d);
	}
	if (result || !d->switches.off_cpu_wanted)
		return result;
	if (off_cpu_flush(&d->switches.off_cpu, at_end, &samples->staging))
		return error_nomem(err);
	return at_end ? end_times(d, 0, err) : block_stream_take(samples, &d->made, err);
}

static size_t count_rings(const struct drain *d)
{
	size_t n = 0;

	for (size_t i = 0; i < d->n_rings; i++)
		n += !d->sampler->rings.rings[i].is_sideband && !d->sampler->rings.rings[i].is_trace;
	return n;
}

const char *drain_advice(const struct drain *d)
{
	const size_t n = count_rings(d);

	if (n <= 1 || d->drain_pool.n >= n)
		return "larger buffers (-m 4M) or fewer samples (-F, -c) help";
	if (d->drain_pool.n)
		return "larger buffers (-m 4M), more threads that drain them (--threads) or fewer samples (-F, -c) "
		       "help";
	return "larger buffers (-m 4M), threads that drain them (--threads) or fewer samples (-F, -c) help";
}

static bool is_behind(const struct drain *d)
{
	for (unsigned i = 0; i < d->drain_pool.n; i++)
		if (d->drain_pool.list[i].pipeline.pressure.is_behind)
			return true;
	return d->own.pressure.is_behind;
}

int drain_relax(struct drain *d, struct error *err)
{
	if (!d->warned && is_behind(d)) {
		diagnostics_add(d->diagnostics, NOTICE_WARNING,
				"records come faster than they can be written: samples may get lost; %s",
				drain_advice(d));
		d->warned = true;
	}
	return drain_pressure_relax(&d->own.pressure, d->own.zframe, err);
}

size_t drain_unflushed(struct drain *d)
{
	return drain_pool_switch_buffer(&d->drain_pool) + off_cpu_waiting(&d->switches.off_cpu);
}

size_t drain_waiting(struct drain *d)
{
	return d->streams->samples.staging.size + d->streams->sideband.staging.size +
	       drain_pool_waiting(&d->drain_pool);
}

uint64_t drain_samples(const struct drain *d)
{
	uint64_t samples = d->made.samples;

	for (size_t i = 0; i < d->n_rings; i++)
		samples += d->rings[i].counts.samples;
	return samples;
}

uint64_t drain_lost_so_far(const struct drain *d)
{
	uint64_t lost = 0;

	for (size_t i = 0; i < d->n_rings; i++)
		if (!d->sampler->rings.rings[i].is_sideband && !d->sampler->rings.rings[i].is_trace)
			lost += d->rings[i].counts.lost;
	return lost;
}

void drain_sample_times(const struct drain *d, uint64_t *ret_first, uint64_t *ret_last)
{
	*ret_first = d->streams->samples.first_sample;
	*ret_last = d->streams->samples.last_sample;
	for (unsigned i = 0; i < d->drain_pool.n; i++) {
		const struct block_stream *samples = &d->drain_pool.list[i].samples;

		if (samples->first_sample < *ret_first)
			*ret_first = samples->first_sample;
		if (samples->last_sample > *ret_last)
			*ret_last = samples->last_sample;
	}
}

void drain_reset_times(struct drain *d)
{
	block_stream_reset_times(&d->streams->samples);
	block_stream_reset_times(&d->streams->sideband);
	for (unsigned i = 0; i < d->drain_pool.n; i++)
		block_stream_reset_times(&d->drain_pool.list[i].samples);
}
