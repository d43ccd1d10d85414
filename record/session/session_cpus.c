#include "record/session/hotplug.h"
#include "record/session/session.h"
#include "record/session/status.h"

#include "common/list.h"
#include "common/log.h"
#include "formats/record/note.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#define GAPS_SHOWN 8

static bool is_wanted(const struct session *s, int cpu)
{
	return !s->setup.options->cpus || cpulist_has(&s->setup.target->cpus, cpu);
}

/* --- gaps ------------------------------------------------------------------- */

static struct session_gap *find_gap(const struct session *s, int cpu)
{
	for (size_t i = s->n_gaps; i > 0; i--)
		if (s->gaps[i - 1].cpu == cpu && s->gaps[i - 1].is_open)
			return &s->gaps[i - 1];
	return NULL;
}

static uint64_t last_time(const struct session *s, int cpu)
{
	uint64_t last = 0;

	for (size_t i = 0; i < s->n_rings; i++)
		if (s->setup.rings->rings[i].cpu == cpu && s->rings[i].counts.last_time > last)
			last = s->rings[i].counts.last_time;
	return last;
}

static uint64_t first_time(const struct session *s, int cpu)
{
	uint64_t first = 0;

	for (size_t i = 0; i < s->n_rings; i++) {
		uint64_t time = s->rings[i].counts.first_time;

		if (s->setup.rings->rings[i].cpu == cpu && time && (!first || time < first))
			first = time;
	}
	return first;
}

static int drain_cpu(struct session *s, int cpu, struct error *err)
{
	int result = 0;

	for (size_t i = 0; i < s->n_rings && !result; i++)
		if (s->setup.rings->rings[i].cpu == cpu)
			result = session_drain_ring(s, i, err);
	return result;
}

/* The CPU is offline, or was. A gap that has not been written yet goes on. */
static int begin_gap(struct session *s, int cpu, struct error *err)
{
	struct session_gap *gap = find_gap(s, cpu);
	int result = drain_cpu(s, cpu, err);

	if (!result && gap && gap->is_back)
		result = session_write_gaps(s, false, err);
	if (result)
		return result;
	gap = find_gap(s, cpu);
	if (gap) {
		gap->is_back = false;
		return 0;
	}
	if (!list_reserve_unkept(&s->gaps, s->n_gaps, sizeof(*s->gaps)))
		return error_nomem(err);
	s->gaps[s->n_gaps++] = (struct session_gap){ .cpu = cpu, .from = last_time(s, cpu), .is_open = true };
	return 0;
}

static void end_gap(struct session *s, struct session_gap *gap, uint64_t until)
{
	gap->until = until;
	gap->is_open = false;
	note_put_cpu_gap(&s->sideband.staging, (uint32_t)gap->cpu, gap->from, until ? until : UINT64_MAX);
}

int session_write_gaps(struct session *s, bool all, struct error *err)
{
	struct stream_counts counts = { 0 };

	for (size_t i = 0; i < s->n_gaps; i++) {
		struct session_gap *gap = &s->gaps[i];
		uint64_t until = gap->is_back ? first_time(s, gap->cpu) : 0;

		if (gap->is_open && (until || all))
			end_gap(s, gap, until);
	}
	return block_stream_take(&s->sideband, &counts, err);
}

static void report_gap(const struct session_gap *gap)
{
	double from = (double)gap->from / 1e9;
	double until = (double)gap->until / 1e9;

	if (!gap->until && !gap->from)
		log_note("CPU %d: nothing of it is recorded", gap->cpu);
	else if (!gap->until)
		log_note("CPU %d went offline: nothing of it is recorded after %.6f s", gap->cpu, from);
	else if (!gap->from)
		log_note("CPU %d came online: it is recorded from %.6f s on", gap->cpu, until);
	else
		log_note("CPU %d was offline: nothing of it is recorded from %.6f s to %.6f s", gap->cpu, from, until);
}

void session_report_gaps(const struct session *s)
{
	for (size_t i = 0; i < s->n_gaps && i < GAPS_SHOWN; i++)
		report_gap(&s->gaps[i]);
	if (s->n_gaps > GAPS_SHOWN)
		log_note("and CPUs were offline %zu times more: 'prec dump --type EVENT_TYPE' shows them",
			 s->n_gaps - GAPS_SHOWN);
}

/* --- CPUs that come --------------------------------------------------------- */

/* Before a CPU's events are opened again: what the old ones lost and counted, which the kernel still says. */
static void retire_cpu(struct session *s, int cpu)
{
	struct open_rings *rings = s->setup.rings;

	for (size_t i = 0; i < rings->n_events; i++) {
		struct open_event *event = &rings->events[i];

		if (event->cpu != cpu || event->fd < 0)
			continue;
		session_count_loss(s, event);
		if (s->rings[event->ring].watched == i)
			epoll_ctl(s->epoll_fd, EPOLL_CTL_DEL, event->fd, NULL);
	}
}

static int follow_cpu(struct session *s, int cpu, struct error *err)
{
	int result = session_follow_rings(s, err);

	for (uint32_t i = 0; i < s->n_rings && !result; i++) {
		if (s->setup.rings->rings[i].cpu != cpu)
			continue;
		s->rings[i].counts.first_time = 0;
		result = session_watch_ring(s, i);
	}
	if (!result)
		result = open_rings_enable(s->setup.rings, true, cpu, err);
	if (!result && s->sampling)
		result = open_rings_enable(s->setup.rings, false, cpu, err);
	return result;
}

static void report_change(const struct session *s, int cpu, const char *what, const char *why)
{
	if (s->show_status && (why || log_level() >= LOG_VERBOSE))
		status_clear();
	if (why)
		log_warn("CPU %d %s: %s", cpu, what, why);
	else
		log_verbose("CPU %d %s", cpu, what);
}

/* Only what is wrong with the recording as a whole is an error: the other CPUs go on. */
static int cpu_came(struct session *s, int cpu, struct error *err)
{
	struct stream_counts written = { 0 };
	struct error cause = ERROR_INIT;
	int result = begin_gap(s, cpu, err);

	if (result)
		return result;
	retire_cpu(s, cpu);
	result = block_stream_take(&s->samples, &written, err);
	if (result)
		return result;
	result = open_rings_add_cpu(s->setup.rings, cpu, &cause);
	if (result < 0)
		report_change(s, cpu, "came online, and cannot be recorded", cause.message);
	if (result <= 0)
		return session_follow_rings(s, err);
	find_gap(s, cpu)->is_back = true;
	result = follow_cpu(s, cpu, err);
	if (!result)
		report_change(s, cpu, "came online and is recorded", NULL);
	return result;
}

static int cpu_went(struct session *s, int cpu, struct error *err)
{
	report_change(s, cpu, "went offline", NULL);
	return begin_gap(s, cpu, err);
}

/* doubt: changes were missed, so every CPU may have been offline for a moment. */
static int check_cpus(struct session *s, bool doubt, struct error *err)
{
	struct cpulist online;
	int result = target_online_cpus(&online, err);

	if (result)
		return result;
	if (doubt)
		log_verbose("uevents were dropped: every CPU is opened again");
	for (int i = 0; i < online.n && !result; i++)
		if (is_wanted(s, online.cpus[i]) && (doubt || !open_rings_have_cpu(s->setup.rings, online.cpus[i])))
			result = cpu_came(s, online.cpus[i], err);
	for (size_t i = 0; i < s->n_rings && !result; i++)
		if (!cpulist_has(&online, s->setup.rings->rings[i].cpu))
			result = begin_gap(s, s->setup.rings->rings[i].cpu, err);
	cpulist_fini(&online);
	return result;
}

int session_check_cpus(struct session *s, struct error *err)
{
	return s->hotplug_fd < 0 ? 0 : check_cpus(s, false, err);
}

/* --- what the kernel says --------------------------------------------------- */

void session_listen_to_cpus(struct session *s)
{
	if (s->setup.target->kind != TARGET_SYSTEM)
		return;
	s->hotplug_fd = hotplug_open();
	if (s->hotplug_fd < 0)
		log_verbose("CPUs that come online will not be recorded: no uevents: %s", strerror(-s->hotplug_fd));
}

/* The recording goes on without. */
static int stop_listening(struct session *s, int code)
{
	if (s->show_status)
		status_clear();
	log_warn("CPUs that come online from now on are not recorded: uevents: %s", strerror(-code));
	close(s->hotplug_fd);
	s->hotplug_fd = -1;
	return 0;
}

int session_take_cpu_changes(struct session *s, struct error *err)
{
	struct hotplug_change change;
	int next, result = 0;

	while (!result && (next = hotplug_next(s->hotplug_fd, &change))) {
		if (next == -ENOBUFS)
			result = check_cpus(s, true, err);
		else if (next < 0)
			return stop_listening(s, next);
		else if (is_wanted(s, change.cpu))
			result = change.online ? cpu_came(s, change.cpu, err) : cpu_went(s, change.cpu, err);
	}
	return result;
}
