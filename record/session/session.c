#include "record/session/session.h"

#include "common/clock_ns.h"
#include "record/buildid/candidates_prune.h"
#include "record/buildid/jit_copy.h"
#include "record/drain/trace_snapshot.h"
#include "record/session/prior_state.h"

#include <string.h>

#define FLUSH_BYTES (4 * 1024 * 1024)

/*
 * A flush costs some 400 bytes of the file, and what begins anew compresses badly: of a sample every 50 ms most of the
 * file would be that. So where few bytes have come, it waits for more, but not for long.
 */
#define QUIET_BYTES (256 * 1024)
#define QUIET_NS    (5 * NS_PER_S)

static bool inherits(const struct event_set *set)
{
	for (size_t i = 0; i < set->n; i++)
		if (set->events[i].spec && set->events[i].attr.flags & ATTR_INHERIT)
			return true;
	return false;
}

static int begin_process_tree(struct session *s, struct error *err)
{
	const struct target *target = s->setup.sampler->target;

	if (s->setup.control.fd < 0 || target->kind == TARGET_SYSTEM || !inherits(&s->setup.sampler->set))
		return 0;
	s->streams.sideband.process_tree = &s->process_tree;
	for (size_t i = 0; i < target->n_pids; i++)
		if (process_tree_add(&s->process_tree, target->pids[i]))
			return error_nomem(err);
	return 0;
}

int session_init(struct session *s, const struct session_setup *setup, struct error *err)
{
	int result;

	memset(s, 0, sizeof(*s));
	s->setup = *setup;
	s->stop = (struct stop){ .signal_fd = setup->signal_fd,
				 .output_fd = setup->output->fd,
				 .workload = setup->workload };
	cpus_init(&s->cpus, setup->sampler, &s->drain, &s->watch, &s->setup.config.snapshots, setup->diagnostics);
	result = streams_init(&s->streams, &setup->config, &setup->sampler->set, !setup->output->is_pipe, err);
	if (!result)
		result = drain_init(&s->drain, setup->sampler, &s->streams, &setup->config, setup->diagnostics, err);
	if (!result)
		result = watch_init(&s->watch, &s->drain, setup->signal_fd, s->cpus.hotplug_fd, &s->stop.is_due, err);
	if (!result && setup->control.fd >= 0)
		result = watch_for(&s->watch, setup->control.fd, WATCH_INPUT, WATCH_CONTROL, err);
	if (!result && setup->trigger)
		result = watch_trigger(&s->watch, &setup->trigger->sampler, err);
	if (!result)
		result = begin_process_tree(s, err);
	if (output_has_reader(setup->output))
		setup->output->stall = (struct perf_writer_stall){ stop_wait_for_reader, &s->stop };
	s->file = (struct session_file){ .config = &s->setup.config,
					 .facts = setup->facts,
					 .output = setup->output,
					 .drain = &s->drain,
					 .gaps = &s->cpus.gaps,
					 .diagnostics = setup->diagnostics };
	return result ? result : session_file_init(&s->file, err);
}

void session_fini(struct session *s)
{
	cpus_fini(&s->cpus);
	watch_fini(&s->watch);
	drain_fini(&s->drain);
	streams_fini(&s->streams);
	process_tree_fini(&s->process_tree);
	rate_change_fini(&s->change);
	session_file_fini(&s->file);
}

/* Every ring, and what is known of processes that had ended before that is forgotten. */
static int drain_rings(struct session *s, struct error *err)
{
	struct cache_candidates *kept = &s->streams.kept;
	int result;

	if (candidates_prune_is_due(kept) && candidates_prune_look(kept))
		return error_nomem(err);
	result = drain_round(&s->drain, err);
	if (!result && candidates_prune(kept, drain_has_snapshots(&s->drain)))
		result = error_nomem(err);
	return result;
}

/* What was found in the rings but is no record of theirs as it is. */
static int finish_round(struct session *s, struct error *err)
{
	int result;

	drain_pause(&s->drain);
	result = drain_flush(&s->drain, false, err);
	if (!result)
		result = cpu_gaps_write(&s->cpus.gaps, &s->drain, false, err);
	if (!result)
		result = drain_relax(&s->drain, err);
	if (!result && s->setup.control.finish && !s->stop.is_due)
		result = s->setup.control.finish(s->setup.control.context, err);
	drain_resume(&s->drain);
	return result;
}

static int drain_into_round(struct session *s, struct error *err)
{
	int result = output_check(s->setup.output, s->setup.diagnostics, err);

	if (!result)
		result = drain_rings(s, err);
	return result ? result : finish_round(s, err);
}

static void note_flush(struct session *s)
{
	s->flushed_bytes = perf_writer_size(&s->streams.writer);
	s->flushed_ns = clock_now();
}

static int flush_round(struct session *s, struct error *err)
{
	struct perf_writer *writer = &s->streams.writer;
	int result = streams_cut(&s->streams, err);

	if (!result)
		result = perf_writer_flush(writer, err);
	if (!result)
		output_watch_mark(&s->setup.output->watch, perf_writer_size(writer));
	note_flush(s);
	return result;
}

/* Every ring drained, every block cut, the file flushed. */
static int write_round(struct session *s, struct error *err)
{
	int result = drain_into_round(s, err);

	if (!result)
		result = flush_round(s, err);
	rounds_end(&s->rounds, clock_now());
	return result;
}

/* What the next flush is going to write, packed or not. */
static uint64_t unflushed_bytes(struct session *s)
{
	return perf_writer_size(&s->streams.writer) - s->flushed_bytes + drain_unflushed(&s->drain);
}

/* The reader of a pipe gets what there is. */
static bool may_wait(struct session *s)
{
	return !s->setup.output->is_pipe && !s->setup.config.no_waiting && clock_now() - s->flushed_ns < QUIET_NS &&
	       unflushed_bytes(s) + drain_waiting(&s->drain) < QUIET_BYTES;
}

/* As write_round, where nobody waits for the file. */
static int pass_round(struct session *s, struct error *err)
{
	int result = drain_into_round(s, err);

	if (!result && !may_wait(s))
		result = flush_round(s, err);
	rounds_end(&s->rounds, clock_now());
	return result;
}

/*
 * Sideband records come before anything is read from /proc, so that no mapping can fall between; samples after that, so
 * that the recorder's own work is not in the profile.
 */
int session_start(struct session *s, struct error *err)
{
	int result = 0;

	/* Before its exec a command is this program. */
	if (s->setup.sampler->target->kind != TARGET_COMMAND) {
		streams_keep_files(&s->streams, &s->setup.config);
		result = ring_set_enable(&s->setup.sampler->rings, true, OPEN_EVERY_CPU, err);
	}
	if (!result)
		result = cpus_check(&s->cpus, err);
	if (!result)
		result = prior_state_write(&s->drain, &s->setup.config, NULL, err);
	return result ? result : write_round(s, err);
}

int session_set_sampling(struct session *s, bool on, struct error *err)
{
	s->cpus.sampling = on;
	s->has_sampled |= on;
	return s->setup.trigger ? switch_trigger_switch(s->setup.trigger, on, err) : 0;
}

int session_sample(struct session *s, bool on, struct error *err)
{
	const struct workload *w = s->setup.workload;
	int result = session_set_sampling(s, on, err);

	if (result)
		return result;
	if (on && s->drain.switches.off_cpu_wanted)
		result = off_cpu_found_prepare(&s->drain.found, err);
	if (on && !result)
		result = ring_set_enable(&s->setup.sampler->rings, false, OPEN_EVERY_CPU, err);
	if (on)
		return result ? result : drain_sampling_on(&s->drain, 0, w->is_started ? 0 : w->pid, err);
	ring_set_disable(&s->setup.sampler->rings, OPEN_SAMPLING);
	return drain_sampling_off(&s->drain, 0, err);
}

/* The events of a command are enabled by its exec. */
int session_begin(struct session *s, struct error *err)
{
	int result = 0;

	streams_keep_files(&s->streams, &s->setup.config);
	s->streams.kept.is_running = true;
	if (s->streams.sideband.kept)
		rounds_watch_sideband(&s->rounds, clock_now());
	rotation_begin(&s->file.rotation, clock_now());
	sample_schedule_start(&s->schedule, &s->setup.config.times, clock_now());
	if (s->schedule.is_on && s->setup.sampler->target->kind != TARGET_COMMAND)
		result = session_sample(s, true, err);
	else
		s->cpus.sampling = s->has_sampled = s->schedule.is_on;
	if (!result)
		result = drain_begin(&s->drain, &s->watch.rings, err);
	if (!result && s->setup.workload->pid)
		result = workload_start(s->setup.workload, err);
	return result;
}

static int timeout_ms(const struct session *s, uint64_t wake_ns)
{
	uint64_t now = clock_now();
	uint64_t next = rounds_next(&s->rounds);
	uint64_t change = sample_schedule_next(&s->schedule);
	uint64_t file = rotation_wake_ns(&s->file.rotation);

	if (wake_ns && wake_ns < next)
		next = wake_ns;
	if (change && change < next)
		next = change;
	if (file && file < next)
		next = file;
	return next > now ? (int)((next - now) / NS_PER_MS) + 1 : 0;
}

static int cpus_take(void *context, struct error *err)
{
	return cpus_take_changes(context, err);
}

/* What may open and close events and rings, or looks at what drain threads count. */
static int take_held(struct session *s, int (*take)(void *context, struct error *err), void *context, struct error *err)
{
	int result;

	drain_pause(&s->drain);
	result = take(context, err);
	drain_resume(&s->drain);
	return result;
}

static int take_event(struct session *s, const struct watch_event *event, struct error *err)
{
	switch (event->source) {
	case WATCH_RING: return drain_ring(&s->drain, event->ring, err);
	case WATCH_SIGNAL: stop_take_signals(&s->stop); return 0;
	case WATCH_THREADS: s->stop.is_due |= !s->outlasts_targets; return 0;
	case WATCH_CONTROL: return take_held(s, s->setup.control.take, s->setup.control.context, err);
	case WATCH_CPUS: return take_held(s, cpus_take, &s->cpus, err);
	case WATCH_PACKED: return drain_collect(&s->drain, err);
	case WATCH_TRIGGER: return switch_trigger_take(s->setup.trigger, event->ring, &s->stop.wants_file, err);
	}
	return 0;
}

static int take_events(struct session *s, uint64_t wake_ns, struct error *err)
{
	struct watch_event events[WATCH_EVENTS_MAX];
	int n = watch_wait(&s->watch, timeout_ms(s, wake_ns), events, err);
	int result = n < 0 ? n : 0;

	for (int i = 0; i < n && !result; i++)
		result = take_event(s, &events[i], err);
	return result;
}

/* Begins and ends to sample, as the times of the recording say. */
static int follow_schedule(struct session *s, uint64_t now, struct error *err)
{
	enum sample_change change;
	int result = 0;

	while (!result && (change = sample_schedule_take(&s->schedule, now)) != SAMPLE_SAME) {
		s->stop.is_due |= change == SAMPLE_OVER;
		result = session_sample(s, change == SAMPLE_ON, err);
	}
	return result;
}

/* Whether the file has that many bytes, or could have with what is not packed yet. */
static bool may_exceed(struct session *s, uint64_t limit)
{
	return limit && perf_writer_size(&s->streams.writer) + drain_waiting(&s->drain) >= limit;
}

static int keep_limit(struct session *s, struct error *err)
{
	uint64_t limit = s->setup.config.max_bytes;
	int result = may_exceed(s, limit) && !s->stop.is_due ? write_round(s, err) : 0;

	if (result || !limit || perf_writer_size(&s->streams.writer) < limit || s->stop.is_due)
		return result;
	diagnostics_add(s->setup.diagnostics, NOTICE_NOTE, "%s has reached the size of --max-size: recording ended",
			s->setup.output->path);
	s->stop.is_due = true;
	return 0;
}

int session_next_file(struct session *s, struct error *err)
{
	int result = session_file_switch(&s->file, err);

	if (!result)
		s->stop.wants_file = false;
	note_flush(s);
	return result;
}

int session_snapshot(struct session *s, struct error *err)
{
	s->stop.wants_snapshot = false;
	return trace_snapshot_take(&s->drain, s->setup.config.snapshots.bytes, err);
}

static int change_file(struct session *s, uint64_t now, struct error *err)
{
	bool signalled = s->stop.wants_file;
	bool is_full = now >= s->file.rotation.postponed_ns && may_exceed(s, s->file.rotation.config.bytes);
	int result = is_full ? write_round(s, err) : 0;

	if (result || s->stop.is_due ||
	    !rotation_is_due(&s->file.rotation, now, perf_writer_size(&s->streams.writer), signalled))
		return result;
	result = session_next_file(s, err);
	return result < 0 ? result : 0;
}

static int take_deadlines(struct session *s, struct error *err)
{
	uint64_t now = clock_now();
	int result = follow_schedule(s, now, err);

	if (!result && rounds_take_sideband(&s->rounds, now))
		result = drain_sideband(&s->drain, err);
	if (!result && unflushed_bytes(s) > FLUSH_BYTES)
		result = write_round(s, err);
	else if (!result && rounds_is_due(&s->rounds, now))
		result = pass_round(s, err);
	if (!result && s->stop.wants_snapshot && s->setup.config.snapshots.are_wanted)
		result = session_snapshot(s, err);
	if (!result)
		result = keep_limit(s, err);
	return result ? result : change_file(s, now, err);
}

int session_step(struct session *s, uint64_t wake_ns, struct error *err)
{
	int result = 0;

	if (s->stop.is_due)
		return 0;
	result = take_events(s, wake_ns, err);
	if (!result)
		result = take_deadlines(s, err);
	return result ? result : !s->stop.is_due;
}

static int finish(struct session *s, struct error *err)
{
	int result;

	off_cpu_found_stop(&s->drain.found);
	ring_set_disable(&s->setup.sampler->rings, OPEN_ALL);
	result = drain_all(&s->drain, err);
	drain_end(&s->drain);
	if (!result)
		result = drain_snapshot(&s->drain, err);
	if (!result && s->setup.config.snapshots.at_end)
		result = session_snapshot(s, err);
	if (!result)
		result = write_round(s, err);
	if (!result)
		result = drain_flush(&s->drain, true, err);
	if (!result)
		result = cpu_gaps_write(&s->cpus.gaps, &s->drain, true, err);
	return result ? result : session_file_finish(&s->file, err);
}

/* Leaves the file readable, and says so. */
static int abandon(struct session *s, int result, struct error *err)
{
	const struct output *out = s->setup.output;
	const struct error cause = *err;
	struct error second = ERROR_INIT;

	ring_set_disable(&s->setup.sampler->rings, OPEN_ALL);
	drain_end(&s->drain);
	if (out->watch.is_lost)
		return result;
	if (!out->fd) /* the file before was finished, and the next one could not be begun */
		return error_set(err, result, "%s; recording ended early", cause.message);
	if (s->setup.workload->exec_error) /* nothing is wrong with the file */
		finish(s, &second);
	else if (out->is_pipe)
		error_prefix(err, "%s", out->path);
	else if (perf_writer_abandon(&s->streams.writer, &second))
		error_set(err, result, "%s: %s; recording ended early, and the file's end may be damaged (%s)",
			  out->path, cause.message, second.message);
	else
		error_set(err, result, "%s: %s; recording ended early, the file is readable up to there", out->path,
			  cause.message);
	return result;
}

int session_end(struct session *s, int result, struct error *err)
{
	if (!result)
		result = finish(s, err);
	cpu_affinity_return(&s->drain.cpu_affinity);
	if (result)
		return abandon(s, result, err);
	session_file_name(&s->file);
	return 0;
}

int session_cache(struct session *s, const struct cache_fill_config *config, struct error *err)
{
	uint64_t left;

	if (!s->streams.sideband.kept)
		return 0;
	left = jit_copy_room(JIT_COPY_FOLDER);
	jit_maps_copy(&s->streams.kept.jit, JIT_COPY_FOLDER, &left, s->setup.diagnostics);
	jit_dumps_copy(&s->streams.kept.dumps, JIT_COPY_FOLDER, &left, s->setup.diagnostics);
	if (cache_candidates_decide(&s->streams.kept))
		return error_nomem(err);
	return cache_fill(&s->streams.kept, config, s->setup.diagnostics, err);
}
