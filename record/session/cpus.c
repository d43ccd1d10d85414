#include "record/session/cpus.h"

#include "record/session/hotplug.h"
#include "record/drain/losses.h"
#include "record/drain/trace_snapshot.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

void cpus_init(struct cpus *c, struct sampler *sampler, struct drain *drain, struct watch *watch,
	       const struct snapshot_config *snapshots, struct diagnostics *diagnostics)
{
	*c = (struct cpus){ .sampler = sampler,
			    .drain = drain,
			    .watch = watch,
			    .snapshots = snapshots,
			    .diagnostics = diagnostics,
			    .hotplug_fd = -1 };
	if (sampler->target->kind != TARGET_SYSTEM)
		return;
	c->hotplug_fd = hotplug_open();
	if (c->hotplug_fd < 0)
		diagnostics_add(diagnostics, NOTICE_VERBOSE,
				"CPUs that come online will not be recorded: no uevents: %s", strerror(-c->hotplug_fd));
}

void cpus_fini(struct cpus *c)
{
	if (c->hotplug_fd > 0)
		close(c->hotplug_fd);
	cpu_gaps_fini(&c->gaps);
}

/* Takes what a CPU's events lost and counted, and what it has in snapshots, before they are closed and opened again. */
static int retire_cpu(struct cpus *c, int cpu, struct error *err)
{
	struct ring_set *rings = &c->sampler->rings;

	for (uint32_t i = 0; i < rings->n_events; i++) {
		struct event_fd *event = &rings->events[i];

		if (event->cpu != cpu || event->fd < 0)
			continue;
		losses_count(c->drain, event);
		watch_forget(c->watch, i);
	}
	return c->snapshots->are_wanted ? trace_snapshot_take_cpu(c->drain, cpu, c->snapshots->bytes, err) : 0;
}

static int follow_cpu(struct cpus *c, int cpu, struct error *err)
{
	struct drain *d = c->drain;
	int result = drain_follow(d, err);

	for (uint32_t i = 0; i < d->n_rings && !result; i++) {
		if (c->sampler->rings.rings[i].cpu != cpu)
			continue;
		d->rings[i].counts.first_time = 0;
		result = watch_ring(c->watch, i);
	}
	if (!result)
		result = ring_set_enable(&c->sampler->rings, true, cpu, err);
	if (!result && c->sampling)
		result = ring_set_enable(&c->sampler->rings, false, cpu, err);
	return result;
}

/* The CPU's events end, and begin again. What is not sampled there leaves no gap. */
static int interrupt_cpu(struct cpus *c, int cpu, struct error *err)
{
	if (target_wants_cpu(c->sampler->target, cpu))
		return cpu_gaps_begin(&c->gaps, c->drain, cpu, err);
	return drain_cpu(c->drain, cpu, err);
}

static int cpu_came(struct cpus *c, int cpu, struct error *err)
{
	struct error cause = ERROR_INIT;
	int result = interrupt_cpu(c, cpu, err);

	if (result)
		return result;
	result = retire_cpu(c, cpu, err);
	if (!result)
		result = streams_take(&c->drain->streams->samples, err);
	if (result)
		return result;
	result = sampler_add_cpu(c->sampler, cpu, &cause);
	if (result < 0)
		diagnostics_add(c->diagnostics, NOTICE_WARNING, "CPU %d came online, and cannot be recorded: %s", cpu,
				cause.message);
	if (result <= 0)
		return drain_follow(c->drain, err);
	if (target_wants_cpu(c->sampler->target, cpu))
		cpu_gaps_come_back(&c->gaps, cpu);
	result = follow_cpu(c, cpu, err);
	if (!result)
		diagnostics_add(c->diagnostics, NOTICE_VERBOSE, "CPU %d came online and is recorded", cpu);
	return result;
}

static int cpu_went(struct cpus *c, int cpu, struct error *err)
{
	diagnostics_add(c->diagnostics, NOTICE_VERBOSE, "CPU %d went offline", cpu);
	return interrupt_cpu(c, cpu, err);
}

/* doubt: changes were missed, so every CPU may have been offline for a short time. */
static int check_cpus(struct cpus *c, bool suspect, struct error *err)
{
	struct cpulist online;
	int result = target_online_cpus(&online, err);

	if (result)
		return result;
	if (suspect)
		diagnostics_add(c->diagnostics, NOTICE_VERBOSE, "uevents were dropped: every CPU is opened again");
	for (int i = 0; i < online.n && !result; i++)
		if (suspect || !ring_set_have_cpu(&c->sampler->rings, online.cpus[i]))
			result = cpu_came(c, online.cpus[i], err);
	for (size_t i = 0; i < c->drain->n_rings && !result; i++)
		if (!cpulist_has(&online, c->sampler->rings.rings[i].cpu))
			result = interrupt_cpu(c, c->sampler->rings.rings[i].cpu, err);
	cpulist_fini(&online);
	return result;
}

int cpus_check(struct cpus *c, struct error *err)
{
	return c->hotplug_fd < 0 ? 0 : check_cpus(c, false, err);
}

/* The recording continues without uevents. */
static int stop_listening(struct cpus *c, int code)
{
	diagnostics_add(c->diagnostics, NOTICE_WARNING,
			"CPUs that come online from now on are not recorded: uevents: %s", strerror(-code));
	close(c->hotplug_fd);
	c->hotplug_fd = -1;
	return 0;
}

int cpus_take_changes(struct cpus *c, struct error *err)
{
	struct hotplug_change change;
	int next, result = 0;

	while (!result && (next = hotplug_next(c->hotplug_fd, &change))) {
		if (next == -ENOBUFS)
			result = check_cpus(c, true, err);
		else if (next < 0)
			return stop_listening(c, next);
		else
			result = change.online ? cpu_came(c, change.cpu, err) : cpu_went(c, change.cpu, err);
	}
	return result;
}
