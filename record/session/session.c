#include "record/session/session.h"

#include "record/session/status.h"
#include "record/synth/synthesize.h"

#include "common/kernel_pointers.h"
#include "common/log.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <unistd.h>

#define NS_PER_MS           1000000ull
#define STATUS_INTERVAL_NS  (250 * NS_PER_MS)
#define FLUSH_BYTES         (4 * 1024 * 1024)
#define SYNTHESIZED_AT_ONCE (64 * 1024)
#define EPOLL_EVENTS        64

/* What an epoll event is about: in the upper half of its data, the ring in the lower. */
enum session_source { SOURCE_RING, SOURCE_SIGNAL, SOURCE_TARGETS, SOURCE_CPUS };

static int watch(int epoll_fd, int fd, uint32_t events, enum session_source source, uint32_t index)
{
	struct epoll_event event = { .events = events, .data.u64 = (uint64_t)source << 32 | index };

	return epoll_ctl(epoll_fd, EPOLL_CTL_ADD, fd, &event) ? -errno : 0;
}

/* --- rings and targets ------------------------------------------------------ */

/*
 * A ring's filling shows on every descriptor that writes to it, until its thread has ended. Watches the first one from
 * `from` on; when there is none left, rounds will do.
 */
static int watch_ring(struct session *s, uint32_t ring, uint32_t from)
{
	const struct open_rings *rings = s->setup.rings;

	for (uint32_t i = from; i < rings->n_events; i++)
		if (rings->events[i].ring == ring && rings->events[i].fd >= 0) {
			s->rings[ring].watched = i;
			return watch(s->epoll_fd, rings->events[i].fd, EPOLLIN, SOURCE_RING, ring);
		}
	return 0;
}

int session_watch_ring(struct session *s, uint32_t ring)
{
	return watch_ring(s, ring, 0);
}

static int watch_rings(struct session *s)
{
	int result = 0;

	for (uint32_t i = 0; i < s->setup.rings->n_rings && !result; i++)
		result = watch_ring(s, i, 0);
	return result;
}

/* The sideband events on the first CPU stand for the threads: such a descriptor hangs up when the thread and all that
 * it started have ended. */
static int watch_targets(struct session *s)
{
	const struct open_rings *rings = s->setup.rings;
	int first_cpu = s->setup.target->per_thread ? -1 : s->setup.target->cpus.cpus[0];

	if (s->setup.target->kind == TARGET_SYSTEM || s->setup.target->kind == TARGET_COMMAND)
		return 0;
	for (uint32_t i = 0; i < rings->n_events; i++) {
		const struct open_event *event = &rings->events[i];
		int result;

		if (event->cpu != first_cpu || s->setup.set->events[event->event].spec)
			continue;
		result = watch(s->targets_fd, event->fd, 0, SOURCE_TARGETS, i);
		if (result)
			return result;
		s->n_targets_left++;
	}
	/* All ended while their events were opened. */
	s->done = !s->n_targets_left;
	return watch(s->epoll_fd, s->targets_fd, EPOLLIN, SOURCE_TARGETS, 0);
}

static void take_ended_targets(struct session *s)
{
	struct epoll_event events[EPOLL_EVENTS];
	int n = epoll_wait(s->targets_fd, events, EPOLL_EVENTS, 0);

	for (int i = 0; i < n; i++) {
		uint32_t index = (uint32_t)events[i].data.u64;

		epoll_ctl(s->targets_fd, EPOLL_CTL_DEL, s->setup.rings->events[index].fd, NULL);
		if (--s->n_targets_left == 0)
			s->done = true;
	}
}

/* --- starting ---------------------------------------------------------------- */

static int init_streams(struct session *s, struct error *err)
{
	const struct record_options *o = s->setup.options;
	uint64_t sample_type = event_set_sideband(s->setup.set)->attr.sample_type;
	int result = 0;

	block_stream_init(&s->samples, sample_type, 0);
	block_stream_init(&s->sideband, sample_type, BLOCK_SIDEBAND);
	block_index_init(&s->index);
	if (build_id_set_init(&s->ids))
		return error_nomem(err);
	if (o->level)
		result = zframe_init(&s->zframe, o->level, err);
	block_writer_init(&s->blocks, &s->writer, o->level ? &s->zframe : NULL,
			  s->setup.output->is_pipe ? NULL : &s->index, false);
	s->samples.writer = s->sideband.writer = &s->blocks;
	s->sideband.ids = o->no_build_ids ? NULL : &s->ids;
	return result;
}

static int init_epoll(struct session *s, struct error *err)
{
	int result;

	s->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
	s->targets_fd = epoll_create1(EPOLL_CLOEXEC);
	if (s->epoll_fd < 0 || s->targets_fd < 0)
		return error_set(err, -errno, "epoll: %s", strerror(errno));
	result = watch(s->epoll_fd, s->setup.signal_fd, EPOLLIN, SOURCE_SIGNAL, 0);
	if (!result && s->hotplug_fd >= 0)
		result = watch(s->epoll_fd, s->hotplug_fd, EPOLLIN, SOURCE_CPUS, 0);
	if (!result)
		result = watch_rings(s);
	if (!result)
		result = watch_targets(s);
	return result ? error_set(err, result, "epoll: %s", strerror(-result)) : 0;
}

int session_follow_rings(struct session *s, struct error *err)
{
	size_t n = s->setup.rings->n_rings;
	struct session_ring *rings;

	if (n <= s->n_rings)
		return 0;
	rings = reallocarray(s->rings, n, sizeof(*rings));
	if (!rings)
		return error_nomem(err);
	memset(rings + s->n_rings, 0, (n - s->n_rings) * sizeof(*rings));
	s->rings = rings;
	s->n_rings = n;
	return 0;
}

int session_init(struct session *s, const struct session_setup *setup, struct error *err)
{
	int result;

	memset(s, 0, sizeof(*s));
	s->setup = *setup;
	s->epoll_fd = s->targets_fd = s->hotplug_fd = -1;
	result = session_follow_rings(s, err);
	if (!result)
		result = init_streams(s, err);
	session_listen_to_cpus(s);
	if (!result)
		result = init_epoll(s, err);
	if (output_has_reader(setup->output))
		setup->output->stall = (struct perf_writer_stall){ session_wait_for_reader, s };
	if (!result)
		result = output_start(setup->output, &s->writer, setup->facts, err);
	s->started_ns = session_now();
	s->show_status = status_is_wanted(setup->target->kind == TARGET_COMMAND, setup->options->quiet);
	return result;
}

void session_fini(struct session *s)
{
	block_stream_fini(&s->samples);
	block_stream_fini(&s->sideband);
	block_writer_fini(&s->blocks);
	block_index_fini(&s->index);
	build_id_set_fini(&s->ids);
	zframe_fini(&s->zframe);
	perf_writer_fini(&s->writer);
	free(s->rings);
	free(s->gaps);
	if (s->epoll_fd >= 0)
		close(s->epoll_fd);
	if (s->targets_fd >= 0)
		close(s->targets_fd);
	if (s->hotplug_fd >= 0)
		close(s->hotplug_fd);
}

struct synth_taker {
	struct session *session;
	struct error *err;
};

/* A synthesized record goes into the sideband stream; what the kernel writes meanwhile must not wait too long. */
static int take_synthesized(void *context, const void *record, size_t size)
{
	const struct synth_taker *taker = context;
	struct session *s = taker->session;
	struct stream_counts counts = { 0 };
	int result;

	buffer_append(&s->sideband.staging, record, size);
	result = block_stream_take(&s->sideband, &counts, taker->err);
	s->synthesized_bytes += size;
	if (result || s->synthesized_bytes < SYNTHESIZED_AT_ONCE)
		return result;
	s->synthesized_bytes = 0;
	return session_drain_sideband(s, taker->err);
}

static int synthesize_targets(struct session *s, struct synth *synth, struct error *err)
{
	const struct target *t = s->setup.target;

	switch (t->kind) {
	case TARGET_SYSTEM: return synthesize_processes(synth, err);
	case TARGET_THREADS: return synthesize_tids(synth, t->tids, t->n_tids, err);
	default: return synthesize_pids(synth, t->pids, t->n_pids, err);
	}
}

static void tell_synthesized(const struct session *s, const struct synth_counts *counts)
{
	char advice[KERNEL_POINTERS_ADVICE_MAX];

	log_verbose("found %llu processes, %llu more threads, %llu mappings; %llu processes vanished meanwhile",
		    (unsigned long long)counts->processes, (unsigned long long)counts->threads,
		    (unsigned long long)counts->mmaps, (unsigned long long)counts->vanished);
	if (counts->denied)
		log_verbose("the mappings of %llu processes are not this user's to read",
			    (unsigned long long)counts->denied);
	if (counts->kernel_restricted && !s->setup.rings->user_only)
		log_note("kernel addresses are hidden, so samples in the kernel will have no names: %s",
			 kernel_pointers_advice(advice));
}

static int synthesize(struct session *s, struct error *err)
{
	const struct record_options *o = s->setup.options;
	const struct set_event *sideband = event_set_sideband(s->setup.set);
	struct synth_taker taker = { s, err };
	const struct synth_sink sink = { .emit = take_synthesized, .context = &taker };
	const struct synth_options options = { .build_ids = !o->no_build_ids,
					       .namespaces = sideband->attr.flags & ATTR_NAMESPACES,
					       .mmap_data = o->data_addresses,
					       .sample_id_all = true,
					       .sample_type = sideband->attr.sample_type,
					       .id = sideband->ids[0],
					       .ids = o->no_build_ids ? NULL : &s->ids };
	struct synth *synth = synth_new(&options, &sink, err);
	int result;

	if (!synth)
		return -ENOMEM;
	result = synthesize_kernel(synth, err);
	if (!result)
		result = synthesize_targets(s, synth, err);
	if (!result)
		tell_synthesized(s, synth_counts(synth));
	synth_free(synth);
	return result;
}

/* Tells readers that what ran before is complete. */
static int finish_init(struct session *s, struct error *err)
{
	const struct {
		uint32_t type;
		uint16_t misc, size;
	} record = { PERF_RECORD_FINISHED_INIT, 0, RECORD_HEADER_SIZE };
	struct stream_counts counts = { 0 };

	buffer_append(&s->sideband.staging, &record, sizeof(record));
	return block_stream_take(&s->sideband, &counts, err);
}

static int enable_sampling(struct session *s, struct error *err)
{
	s->sampling = true;
	return open_rings_enable(s->setup.rings, false, OPEN_EVERY_CPU, err);
}

static int start_sampling(struct session *s, struct error *err)
{
	const struct record_options *o = s->setup.options;

	if (o->delay_ms)
		s->enable_ns = session_now() + (uint64_t)o->delay_ms * NS_PER_MS;
	else if (s->setup.target->kind != TARGET_COMMAND)
		return enable_sampling(s, err);
	return 0;
}

/*
 * Sideband records come before anything is read from /proc, so that no mapping can fall between; samples after that, so
 * that the recorder's own work is not in the profile.
 */
static int session_start(struct session *s, struct error *err)
{
	int result = 0;

	if (s->setup.target->kind != TARGET_COMMAND)
		result = open_rings_enable(s->setup.rings, true, OPEN_EVERY_CPU, err);
	if (!result)
		result = session_check_cpus(s, err);
	if (!result)
		result = synthesize(s, err);
	if (!result)
		result = finish_init(s, err);
	if (!result)
		result = session_round(s, err);
	if (!result)
		result = start_sampling(s, err);
	if (!result && s->setup.workload->pid) {
		result = workload_start(s->setup.workload, err);
		if (result)
			error_prefix(err, "%s", s->setup.options->command[0]);
	}
	return result;
}

/* --- running ----------------------------------------------------------------- */

void session_take_signals(struct session *s)
{
	struct signalfd_siginfo info;

	while (read(s->setup.signal_fd, &info, sizeof(info)) == sizeof(info)) {
		if (info.ssi_signo != SIGCHLD) {
			s->stop_signals++;
			s->done = true;
		} else if (workload_reap(s->setup.workload, false)) {
			s->done = true;
		}
	}
}

static int take_ring_event(struct session *s, uint32_t ring, uint32_t events, struct error *err)
{
	if (events & (EPOLLHUP | EPOLLERR)) {
		uint32_t index = s->rings[ring].watched;

		epoll_ctl(s->epoll_fd, EPOLL_CTL_DEL, s->setup.rings->events[index].fd, NULL);
		watch_ring(s, ring, index + 1);
	}
	return session_drain_ring(s, ring, err);
}

static int take_event(struct session *s, const struct epoll_event *event, struct error *err)
{
	uint32_t index = (uint32_t)event->data.u64;

	switch ((enum session_source)(event->data.u64 >> 32)) {
	case SOURCE_RING: return take_ring_event(s, index, event->events, err);
	case SOURCE_SIGNAL: session_take_signals(s); return 0;
	case SOURCE_TARGETS: take_ended_targets(s); return 0;
	case SOURCE_CPUS: return session_take_cpu_changes(s, err);
	}
	return 0;
}

static int timeout_ms(const struct session *s, uint64_t now)
{
	uint64_t next = s->flush_ns;

	if (s->show_status && s->status_ns < next)
		next = s->status_ns;
	if (s->enable_ns && s->enable_ns < next)
		next = s->enable_ns;
	return next > now ? (int)((next - now) / NS_PER_MS) + 1 : 0;
}

static int take_events(struct session *s, struct error *err)
{
	struct epoll_event events[EPOLL_EVENTS];
	int n = epoll_wait(s->epoll_fd, events, EPOLL_EVENTS, timeout_ms(s, session_now()));
	int result = 0;

	if (n < 0 && errno != EINTR)
		return error_set(err, -errno, "epoll: %s", strerror(errno));
	for (int i = 0; i < n && !result; i++)
		result = take_event(s, &events[i], err);
	return result;
}

static int draw_status(struct session *s, uint64_t now, struct error *err)
{
	struct status_facts facts = { .elapsed = (double)(now - s->started_ns) / 1e9 };
	int result = session_drain_all(s, err);

	facts.samples = session_samples(s);
	facts.lost = session_lost_so_far(s);
	facts.bytes = perf_writer_size(&s->writer);
	status_draw(&facts);
	s->status_ns = now + STATUS_INTERVAL_NS;
	return result;
}

static int take_deadlines(struct session *s, struct error *err)
{
	uint64_t now = session_now();
	int result = 0;

	if (s->enable_ns && now >= s->enable_ns) {
		s->enable_ns = 0;
		result = enable_sampling(s, err);
	}
	if (!result && (now >= s->flush_ns || perf_writer_size(&s->writer) - s->flushed_bytes > FLUSH_BYTES))
		result = session_round(s, err);
	if (!result && s->show_status && now >= s->status_ns)
		result = draw_status(s, now, err);
	return result;
}

static int session_loop(struct session *s, struct error *err)
{
	int result = 0;

	while (!s->done && !result) {
		result = take_events(s, err);
		if (!result)
			result = take_deadlines(s, err);
	}
	return result;
}

/* Leaves the file readable, and says so. */
static int session_fail(struct session *s, int result, struct error *err)
{
	const struct error cause = *err;
	struct error abandon = ERROR_INIT;

	open_rings_disable(s->setup.rings);
	if (s->setup.output->watch.is_lost)
		return result;
	if (s->setup.workload->exec_error) /* nothing is wrong with the file */
		session_finish(s, &abandon);
	else if (s->setup.output->is_pipe)
		error_prefix(err, "%s", s->setup.output->path);
	else if (perf_writer_abandon(&s->writer, &abandon))
		error_set(err, result, "%s: %s; recording ended early, and the file's end may be damaged (%s)",
			  s->setup.output->path, cause.message, abandon.message);
	else
		error_set(err, result, "%s: %s; recording ended early, the file is readable up to there",
			  s->setup.output->path, cause.message);
	return result;
}

int session_run(struct session *s, struct error *err)
{
	int result;

	s->pressure.wall_ns = session_now();
	result = session_start(s, err);
	if (!result)
		result = session_loop(s, err);
	if (!result)
		result = session_finish(s, err);
	if (s->show_status)
		status_clear();
	return result ? session_fail(s, result, err) : 0;
}
