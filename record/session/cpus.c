#include "record/session/cpus.h"

#include "common/cpulist.h"
#include "common/list.h"
#include "formats/record/private_record.h"
#include "record/drain/losses.h"
#include "record/drain/trace_snapshot.h"

#include <ctype.h>
#include <errno.h>
#include <linux/netlink.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
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
	int result = drain_add_rings(d, err);

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
		return drain_add_rings(c->drain, err);
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

#define UEVENT_MAX          8192 /* the kernel's are up to 2 KiB and a path (UEVENT_BUFFER_SIZE) */
#define UEVENT_GROUP_KERNEL 1    /* the other is that of udev */

int hotplug_open(void)
{
	const struct sockaddr_nl address = { .nl_family = AF_NETLINK, .nl_groups = UEVENT_GROUP_KERNEL };
	int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_KOBJECT_UEVENT);

	if (fd < 0)
		return -errno;
	if (bind(fd, (const struct sockaddr *)&address, sizeof(address))) {
		int code = -errno;

		close(fd);
		return code;
	}
	return fd;
}

/* The number of the CPU whose path the text is; -1 where it is none. */
static int parse_cpu(const char *text)
{
	static const char path[] = "/devices/system/cpu/cpu";
	const char *digits = text + sizeof(path) - 1;
	char *end;
	long cpu;

	if (strncmp(text, path, sizeof(path) - 1) != 0 || !isdigit((unsigned char)*digits))
		return -1;
	errno = 0;
	cpu = strtol(digits, &end, 10);
	return errno || *end || cpu > CPULIST_MAX_CPU ? -1 : (int)cpu;
}

/* "ACTION@PATH", then "KEY=VALUE" each, all ended by NUL. */
bool hotplug_parse(const char *uevent, size_t size, struct hotplug_change *ret_change)
{
	const char *path = memchr(uevent, '@', size);
	struct hotplug_change change;

	if (!path || !memchr(path, 0, size - (size_t)(path - uevent)))
		return false;
	change.online = path - uevent == strlen("online") && !memcmp(uevent, "online", strlen("online"));
	if (!change.online && (path - uevent != strlen("offline") || memcmp(uevent, "offline", strlen("offline")) != 0))
		return false;
	change.cpu = parse_cpu(path + 1);
	if (change.cpu < 0)
		return false;
	*ret_change = change;
	return true;
}

int hotplug_next(int fd, struct hotplug_change *ret_change)
{
	for (;;) {
		struct sockaddr_nl from = { 0 };
		socklen_t from_size = sizeof(from);
		char uevent[UEVENT_MAX];
		ssize_t n = recvfrom(fd, uevent, sizeof(uevent), 0, (struct sockaddr *)&from, &from_size);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return errno == EAGAIN ? 0 : -errno;
		/* Messages of other processes are not the kernel's. */
		if (!from.nl_pid && hotplug_parse(uevent, (size_t)n, ret_change))
			return 1;
	}
}

#define GAPS_SHOWN 8

void cpu_gaps_fini(struct cpu_gaps *gaps)
{
	free(gaps->list);
}

/* The CPU's gap that has not ended, or NULL. */
static struct cpu_gap *find_open(const struct cpu_gaps *gaps, int cpu)
{
	for (size_t i = gaps->n; i > 0; i--)
		if (gaps->list[i - 1].cpu == cpu && gaps->list[i - 1].is_open)
			return &gaps->list[i - 1];
	return NULL;
}

static uint64_t last_time(const struct drain *d, int cpu)
{
	uint64_t last = 0;

	for (size_t i = 0; i < d->n_rings; i++)
		if (d->sampler->rings.rings[i].cpu == cpu && d->rings[i].counts.last_time > last)
			last = d->rings[i].counts.last_time;
	return last;
}

static uint64_t first_time(const struct drain *d, int cpu)
{
	uint64_t first = 0;

	for (size_t i = 0; i < d->n_rings; i++) {
		uint64_t time = d->rings[i].counts.first_time;

		if (d->sampler->rings.rings[i].cpu == cpu && time && (!first || time < first))
			first = time;
	}
	return first;
}

int cpu_gaps_begin(struct cpu_gaps *gaps, struct drain *d, int cpu, struct error *err)
{
	struct cpu_gap *gap = find_open(gaps, cpu);
	int result = drain_cpu(d, cpu, err);

	if (!result && gap && gap->is_back)
		result = cpu_gaps_write(gaps, d, false, err);
	if (result)
		return result;
	gap = find_open(gaps, cpu);
	if (gap) {
		gap->is_back = false;
		return 0;
	}
	if (!list_reserve_unkept(&gaps->list, gaps->n, sizeof(*gaps->list)))
		return error_nomem(err);
	gaps->list[gaps->n++] = (struct cpu_gap){ .cpu = cpu, .from = last_time(d, cpu), .is_open = true };
	return 0;
}

void cpu_gaps_come_back(struct cpu_gaps *gaps, int cpu)
{
	find_open(gaps, cpu)->is_back = true;
}

static void end_gap(struct drain *d, struct cpu_gap *gap, uint64_t until)
{
	gap->until = until;
	gap->is_open = false;
	private_record_put_cpu_gap(&d->streams->sideband.staging, (uint32_t)gap->cpu, gap->from,
				   until ? until : UINT64_MAX);
}

int cpu_gaps_write(struct cpu_gaps *gaps, struct drain *d, bool all, struct error *err)
{
	for (size_t i = 0; i < gaps->n; i++) {
		struct cpu_gap *gap = &gaps->list[i];
		uint64_t until = gap->is_back ? first_time(d, gap->cpu) : 0;

		if (gap->is_open && (until || all))
			end_gap(d, gap, until);
	}
	return streams_take(&d->streams->sideband, err);
}

int cpu_gaps_copy(const struct cpu_gaps *gaps, struct drain *d, struct error *err)
{
	for (size_t i = 0; i < gaps->n; i++)
		if (gaps->list[i].is_open)
			private_record_put_cpu_gap(&d->streams->sideband.staging, (uint32_t)gaps->list[i].cpu,
						   gaps->list[i].from, UINT64_MAX);
	return streams_take(&d->streams->sideband, err);
}

static void describe(const struct cpu_gap *gap, struct diagnostics *diagnostics)
{
	double from = (double)gap->from / 1e9;
	double until = (double)gap->until / 1e9;

	if (!gap->until && !gap->from)
		diagnostics_add(diagnostics, NOTICE_NOTE, "CPU %d: nothing of it is recorded", gap->cpu);
	else if (!gap->until)
		diagnostics_add(diagnostics, NOTICE_NOTE, "CPU %d went offline: nothing of it is recorded after %.6f s",
				gap->cpu, from);
	else if (!gap->from)
		diagnostics_add(diagnostics, NOTICE_NOTE, "CPU %d came online: it is recorded from %.6f s on", gap->cpu,
				until);
	else
		diagnostics_add(diagnostics, NOTICE_NOTE,
				"CPU %d was offline: nothing of it is recorded from %.6f s to %.6f s", gap->cpu, from,
				until);
}

void cpu_gaps_describe(const struct cpu_gaps *gaps, struct diagnostics *diagnostics)
{
	for (size_t i = 0; i < gaps->n && i < GAPS_SHOWN; i++)
		describe(&gaps->list[i], diagnostics);
	if (gaps->n > GAPS_SHOWN)
		diagnostics_add(diagnostics, NOTICE_NOTE,
				"and CPUs were offline %zu times more: 'prec dump --type EVENT_TYPE' shows them",
				gaps->n - GAPS_SHOWN);
}
