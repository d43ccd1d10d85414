#include "record/session/prior_state.h"

#include "common/procfs.h"
#include "formats/record/record_write.h"
#include "record/aux/aux_info.h"
#include "record/open/cgroup.h"
#include "record/pmu/event_context.h"
#include "record/sampler/sampler.h"
#include "record/synth/synth_cgroups.h"
#include "record/synth/synth_kernel.h"
#include "record/synth/synth_tasks.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>

/*
 * trace_info: what decoders of hardware traces need to know before the first part of one: the records ID_INDEX, which
 * say what area goes with an event's id, and AUXTRACE_INFO (record/aux/aux_info.h).
 *
 * Threads: no state, any thread.
 */

/* The number of a trace's own area, or the first one of its CPU or of a thread with areas; 0 where it has none. */
static uint32_t area_of(const struct ring_set *rings, const struct event_fd *event)
{
	if (rings->rings[event->ring].is_trace)
		return rings->rings[event->ring].area.number;
	for (size_t i = 0; i < rings->n_rings; i++) {
		const struct open_ring *ring = &rings->rings[i];

		if (ring->is_trace && ring->cpu == event->cpu && (event->cpu >= 0 || ring->tid == event->tid))
			return ring->area.number;
	}
	return 0;
}

static int put_ids(const struct ring_set *rings, struct buffer *out, struct error *err)
{
	struct record_id_entry *entries = calloc(rings->n_events ? rings->n_events : 1, sizeof(*entries));

	if (!entries)
		return error_nomem(err);
	for (size_t i = 0; i < rings->n_events; i++) {
		const struct event_fd *event = &rings->events[i];

		entries[i] = (struct record_id_entry){
			.id = event->id, .index = area_of(rings, event), .cpu = event->cpu, .tid = event->tid
		};
	}
	record_put_id_index(out, entries, rings->n_events);
	free(entries);
	return 0;
}

static enum aux_switches switches_of(const struct sampler *s)
{
	if (!(event_set_sideband(&s->set)->attr.flags & ATTR_CONTEXT_SWITCH))
		return AUX_SWITCHES_NONE;
	return s->target->kind == TARGET_SYSTEM ? AUX_SWITCHES_OF_CPUS : AUX_SWITCHES_OF_THREADS;
}

/* Its packets have the counter's times. */
static void warn_of_clock(const struct aux_info *info, struct diagnostics *diagnostics)
{
	if (diagnostics && info->spec->trace.kind == TRACE_INTEL_PT && !info->conv.mult)
		diagnostics_add(diagnostics, NOTICE_WARNING,
				"the kernel's clock is not the CPU's counter of time (TSC): decoders cannot relate the "
				"trace's times to those of records");
}

/*
 * Appends them; nothing where no event is a trace. snapshots: that is how traces are read. diagnostics: get what
 * decoders will miss; NULL: not wanted. 0 or a negative errno.
 */
static int trace_info_put(const struct sampler *s, bool snapshots, struct buffer *out, struct diagnostics *diagnostics,
			  struct error *err)
{
	const struct set_event *trace = event_set_trace(&s->set);
	const struct event_context context = event_context_of_environment();
	struct aux_info info;
	int result;

	if (!trace)
		return 0;
	info = (struct aux_info){ .list = s->list,
				  .spec = trace->spec,
				  .config = trace->attr.config,
				  .sys_root = context.sys_root,
				  .cpus = &s->target->cpus,
				  .snapshot = snapshots,
				  .per_cpu = !s->target->per_thread,
				  .switches = switches_of(s) };
	ring_set_time_conv(&s->rings, &info.conv);
	warn_of_clock(&info, diagnostics);
	result = put_ids(&s->rings, out, err);
	return result ? result : aux_info_put(out, &info, err);
}

#define SYNTHESIZED_AT_ONCE (64 * 1024)

struct taker {
	struct drain *drain;
	struct next_file *next; /* NULL: the stream takes the records */
	uint64_t taken;         /* bytes since rings were last drained */
	struct error *err;
};

static struct buffer *taker_buffer(const struct taker *taker)
{
	return taker->next ? &taker->next->records : &taker->drain->streams->sideband.staging;
}

/* What was appended to the taker's buffer. */
static int take(const struct taker *taker)
{
	if (!taker->next)
		return streams_take(&taker->drain->streams->sideband, taker->err);
	return buffer_ok(&taker->next->records) ? 0 : error_nomem(taker->err);
}

static int take_record(void *context, const void *record, size_t size)
{
	struct taker *taker = context;
	int result;

	buffer_append(taker_buffer(taker), record, size);
	result = take(taker);
	taker->taken += size;
	if (result || taker->taken < SYNTHESIZED_AT_ONCE)
		return result;
	taker->taken = 0;
	return taker->next ? drain_all(taker->drain, taker->err) : drain_sideband(taker->drain, taker->err);
}

/* Under way the processes are those that were there at first, came later, or were started, and still run. */
static int synthesize_known(struct synth *synth, struct live_tasks *tasks, struct error *err)
{
	return live_tasks_prune(tasks) ? error_nomem(err) : synth_pids(synth, tasks->pids, tasks->n, err);
}

static int synthesize_target(struct synth *synth, const struct target *t, struct error *err)
{
	switch (t->kind) {
	case TARGET_SYSTEM: return synth_processes(synth, err);
	case TARGET_THREADS: return synth_tids(synth, t->tids, t->n_tids, err);
	default: return synth_pids(synth, t->pids, t->n_pids, err);
	}
}

static void describe(const struct drain *d, const struct synth_counts *counts)
{
	char advice[KERNEL_POINTERS_ADVICE_MAX];

	diagnostics_add(d->diagnostics, NOTICE_VERBOSE,
			"found %llu processes, %llu more threads, %llu mappings; %llu processes vanished meanwhile",
			(unsigned long long)counts->processes, (unsigned long long)counts->threads,
			(unsigned long long)counts->mmaps, (unsigned long long)counts->vanished);
	if (counts->denied)
		diagnostics_add(d->diagnostics, NOTICE_VERBOSE,
				"the mappings of %llu processes are not this user's to read",
				(unsigned long long)counts->denied);
	if (counts->silent)
		diagnostics_add(d->diagnostics, NOTICE_WARNING,
				"%llu mapped files have no build-ids: their file system does not answer",
				(unsigned long long)counts->silent);
	if (counts->stuck)
		diagnostics_add(
			d->diagnostics, NOTICE_WARNING,
			"the mappings of %llu processes cannot be read: they wait for something that does not come",
			(unsigned long long)counts->stuck);
	if (counts->kernel_restricted && !d->sampler->walk.opener.user_only)
		diagnostics_add(d->diagnostics, NOTICE_NOTE,
				"kernel addresses are hidden, so samples in the kernel will have no names: %s",
				kernel_pointers_advice(advice));
}

/* time: of every record. no_maps: of no process. NULL without memory. */
static struct synth *make_synth(struct taker *taker, const struct session_config *config, uint64_t time, bool no_maps,
				struct error *err)
{
	const struct drain *d = taker->drain;
	const struct set_event *sideband = event_set_sideband(&d->sampler->set);
	/* A thread that has ended since the first event was opened leaves the last one without a descriptor. */
	const uint64_t id = sideband->n_ids ? sideband->ids[0] : 0;
	const struct synth_sink sink = { .emit = take_record, .context = taker };
	struct build_id_set *ids = taker->next ? &taker->next->ids : &d->streams->ids;
	const struct synth_options options = { .wants_build_ids = config->wants_build_ids,
					       .namespaces = sideband->attr.flags & ATTR_NAMESPACES,
					       .mmap_data = sideband->attr.flags & ATTR_MMAP_DATA,
					       .no_maps = no_maps,
					       .sample_id_all = true,
					       .sample_type = sideband->attr.sample_type,
					       .id = id,
					       .time = time,
					       .ids = config->wants_build_ids ? ids : NULL,
					       .aside = &d->streams->kept.aside };

	return synth_new(&options, &sink, err);
}

/* Without a hierarchy cgroups have no names, only ids. */
static int synthesize_cgroups(struct synth *synth, const struct taker *taker, struct error *err)
{
	struct error why = ERROR_INIT;
	int root = cgroup_open_root(&why);

	if (root >= 0)
		return synth_cgroups(synth, root, err);
	if (!taker->next)
		diagnostics_add(taker->drain->diagnostics, NOTICE_WARNING,
				"the cgroups of samples will have no names: %s", why.message);
	return 0;
}

static int synthesize(struct taker *taker, const struct session_config *config, struct error *err)
{
	struct drain *d = taker->drain;
	const uint64_t flags = event_set_sideband(&d->sampler->set)->attr.flags;
	/* What a file before this one has is not left out of this one. */
	const bool known = taker->next && d->sampler->target->kind != TARGET_SYSTEM;
	struct synth *synth = make_synth(taker, config, 0, config->left_out.no_maps && !known, err);
	int result;

	if (!synth)
		return -ENOMEM;
	result = synth_kernel(synth, err);
	if (!result && flags & ATTR_BPF_EVENT)
		result = synth_bpf(synth, err);
	if (!result && flags & ATTR_CGROUP && !config->left_out.no_cgroups)
		result = synthesize_cgroups(synth, taker, err);
	if (!result && known)
		result = synthesize_known(synth, &d->streams->tasks, err);
	else if (!result && !config->left_out.no_tasks)
		result = synthesize_target(synth, d->sampler->target, err);
	if (!result && !taker->next)
		describe(d, &synth->counts);
	synth_free(synth);
	return result;
}

/* For JIT code whose dump has the counter's values. It is no use for another clock. */
static int put_time_conv(const struct taker *taker)
{
	const struct sampler *sampler = taker->drain->sampler;
	struct time_conv conv;

	if (event_set_sideband(&sampler->set)->attr.flags & ATTR_USE_CLOCKID ||
	    !ring_set_time_conv(&sampler->rings, &conv))
		return 0;
	record_put_time_conv(taker_buffer(taker), &conv);
	return take(taker);
}

/* Readers take no part of a trace before it, and parts do not wait for a block to be full. */
static int put_trace_info(const struct taker *taker, bool snapshots)
{
	const struct drain *d = taker->drain;
	int result = trace_info_put(d->sampler, snapshots, taker_buffer(taker), taker->next ? NULL : d->diagnostics,
				    taker->err);

	if (!result)
		result = take(taker);
	return result || taker->next ? result : block_stream_cut(&d->streams->sideband, taker->err);
}

int prior_state_write(struct drain *d, const struct session_config *config, struct next_file *next, struct error *err)
{
	const struct {
		uint32_t type;
		uint16_t misc, size;
	} end = { PERF_RECORD_FINISHED_INIT, 0, RECORD_HEADER_SIZE };
	struct taker taker = { .drain = d, .next = next, .err = err };
	int result = put_time_conv(&taker);

	if (!result)
		result = put_trace_info(&taker, config->snapshots.are_wanted);
	if (!result)
		result = synthesize(&taker, config, err);
	if (result)
		return result;
	buffer_append(taker_buffer(&taker), &end, sizeof(end));
	return take(&taker);
}

static uint64_t last_time(const struct drain *d)
{
	uint64_t last = 0;

	for (size_t i = 0; i < d->n_rings; i++)
		if (d->rings[i].counts.last_time > last)
			last = d->rings[i].counts.last_time;
	return last;
}

int prior_state_write_process(struct drain *d, const struct session_config *config, pid_t pid, struct error *err)
{
	struct taker taker = { .drain = d, .err = err };
	struct synth *synth = make_synth(&taker, config, last_time(d), false, err);
	int result;

	if (!synth)
		return -ENOMEM;
	result = synth_pids(synth, &pid, 1, err);
	synth_free(synth);
	return result ? result : streams_take(&d->streams->sideband, err);
}
