#include "record/sampler/open.h"

#include "record/privilege/privilege.h"
#include "record/sampler/diagnose.h"

#include "common/list.h"
#include "common/log.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#define PERF_FLAG_FD_CLOEXEC      (1ul << 3)
#define PERF_EVENT_IOC_ENABLE     _IO('$', 0)
#define PERF_EVENT_IOC_DISABLE    _IO('$', 1)
#define PERF_EVENT_IOC_SET_OUTPUT _IO('$', 5)
#define PERF_EVENT_IOC_ID         _IOR('$', 7, uint64_t *)

/* 512 KiB, as perf_event_mlock_kb allows a user for each CPU (and a page). */
#define SAMPLE_RING_DEFAULT (512 * 1024)
/*
 * Root has no such limit. When every CPU is busy the recorder waits some milliseconds for one, in which a million
 * records a second fill 512 KiB: of system calls at full rate on two CPUs 18 % were lost, of 4 MiB 0.5 %.
 */
#define SAMPLE_RING_ROOT      (4 * 1024 * 1024)
#define SAMPLE_RINGS_ROOT     (32 * 1024 * 1024) /* all of them */
#define SIDEBAND_RING_DEFAULT (512 * 1024)
#define WATERMARK_MAX         (128 * 1024) /* so much wakes the reader: it is still in a CPU's cache then */
#define FILES_SPARE           64           /* descriptors that a recording needs beside those of its events */

/* Fields newer than the oldest kernel that is served, the newest first; each is given up for itself. */
static const struct {
	uint64_t read_format, flags;
	const char *name; /* in perf_event_open(2) */
} open_optional[] = {
	{ PERF_FORMAT_LOST, 0, "PERF_FORMAT_LOST" },
	{ 0, ATTR_BUILD_ID, "build_id" },
	{ 0, ATTR_BPF_EVENT, "bpf_event" },
	{ 0, ATTR_KSYMBOL, "ksymbol" },
	{ 0, ATTR_NAMESPACES, "namespaces" },
	{ 0, ATTR_COMM_EXEC, "comm_exec" },
	{ 0, ATTR_MMAP2, "mmap2" },
	{ 0, ATTR_EXCLUDE_GUEST, "exclude_guest" },
};

static int sys_perf_event_open(struct event_attr *attr, pid_t tid, int cpu, int group)
{
	const struct privilege_held held = privilege_raise(PRIVILEGE_EVENTS);
	int fd = (int)syscall(SYS_perf_event_open, attr, tid, cpu, group, PERF_FLAG_FD_CLOEXEC);

	privilege_drop(&held);
	return fd < 0 ? -errno : fd;
}

/* True when the limit could be raised, the hard one too where this process may. */
static bool raise_file_limit(void)
{
	struct privilege_held held;
	struct rlimit limit;
	int result;

	if (getrlimit(RLIMIT_NOFILE, &limit))
		return false;
	if (limit.rlim_cur < limit.rlim_max) {
		limit.rlim_cur = limit.rlim_max;
		return !setrlimit(RLIMIT_NOFILE, &limit);
	}
	limit.rlim_max *= 2;
	limit.rlim_cur = limit.rlim_max;
	held = privilege_raise(PRIVILEGE_FILE_LIMIT);
	result = setrlimit(RLIMIT_NOFILE, &limit);
	privilege_drop(&held);
	return !result;
}

/* The rest of the recording should not fail for want of a few descriptors. */
static void keep_spare_files(const struct open_rings *o)
{
	struct rlimit limit;

	if (!getrlimit(RLIMIT_NOFILE, &limit) && o->n_events + FILES_SPARE > limit.rlim_cur)
		raise_file_limit();
}

/* Gives up the newest field the attr has that an older kernel may not know. */
static bool drop_optional(struct open_rings *o, struct event_attr *attr)
{
	for (size_t i = 0; i < ARRAY_SIZE(open_optional); i++) {
		uint64_t read_format = attr->read_format & open_optional[i].read_format;
		uint64_t flags = attr->flags & open_optional[i].flags;

		if (!read_format && !flags)
			continue;
		attr->read_format &= ~read_format;
		attr->flags &= ~flags;
		o->dropped_read_format |= read_format;
		o->dropped_flags |= flags;
		return true;
	}
	return false;
}

static bool lower_precision(struct set_event *event)
{
	uint64_t precise = event->attr.flags & ATTR_PRECISE_IP_MASK;

	if (!precise || !event->spec || event->spec->precise != EVENT_PRECISE_MAX)
		return false;
	event->attr.flags -= 1ull << ATTR_PRECISE_IP_SHIFT;
	return true;
}

/* Without the right to see the kernel: user space alone, unless the user said what he wants. */
static bool fall_back_to_user(struct open_rings *o, struct set_event *event)
{
	if (!event->spec || event->spec->exclude_given || event->spec->is_tracepoint || !o->may_fall_back_to_user ||
	    event->attr.flags & (ATTR_EXCLUDE_KERNEL | ATTR_EXCLUDE_USER))
		return false;
	if (set_event_add_modifier(event, 'u'))
		return false;
	event->attr.flags |= ATTR_EXCLUDE_KERNEL | ATTR_EXCLUDE_HV;
	o->user_only = true;
	return true;
}

/* Whether the event's first descriptor is worth another try, with less. */
static bool ask_for_less(struct open_rings *o, struct set_event *event, int code)
{
	switch (-code) {
	case EACCES:
	case EPERM:
		if (!event->spec && event->attr.flags & ATTR_NAMESPACES) {
			event->attr.flags &= ~ATTR_NAMESPACES;
			return true;
		}
		return fall_back_to_user(o, event);
	case EOPNOTSUPP: return lower_precision(event);
	case EINVAL:
	case E2BIG: return lower_precision(event) || drop_optional(o, &event->attr);
	default: return false;
	}
}

static unsigned attr_precision(const struct event_attr *attr)
{
	return (unsigned)((attr->flags & ATTR_PRECISE_IP_MASK) >> ATTR_PRECISE_IP_SHIFT);
}

/* Called when the event's first descriptor is open, so once for each event; asked: its attr before the first try. */
static void report_given_up(const struct set_event *event, const struct event_attr *asked)
{
	const struct event_attr *have = &event->attr;

	for (size_t i = 0; i < ARRAY_SIZE(open_optional); i++)
		if (asked->read_format & ~have->read_format & open_optional[i].read_format ||
		    asked->flags & ~have->flags & open_optional[i].flags)
			log_verbose("event '%s': the kernel refused %s, recording without it", event->name,
				    open_optional[i].name);
	if (attr_precision(asked) != attr_precision(have))
		log_verbose("event '%s': the kernel refused precise_ip %u, recording with %u", event->name,
			    attr_precision(asked), attr_precision(have));
}

static int open_descriptor(struct open_rings *o, struct set_event *event, pid_t tid, int cpu, int group)
{
	const struct event_attr asked = event->attr;

	if (!event->is_open) {
		event->attr.read_format &= ~o->dropped_read_format;
		event->attr.flags &= ~o->dropped_flags;
	}
	for (;;) {
		int fd = sys_perf_event_open(&event->attr, tid, cpu, group);

		if (fd >= 0) {
			if (!event->is_open)
				report_given_up(event, &asked);
			event->is_open = true;
			return fd;
		}
		if (fd == -EMFILE && raise_file_limit())
			continue;
		if (event->is_open || !ask_for_less(o, event, fd))
			return fd;
	}
}

static int find_ring(struct open_rings *o, bool sideband, int cpu, pid_t tid)
{
	/* From the end: the ring of the thread or CPU at hand is among the last, or its number is small. */
	for (size_t i = o->n_rings; i > 0; i--) {
		const struct open_ring *ring = &o->rings[i - 1];

		if (ring->sideband == sideband && ring->cpu == cpu && (cpu >= 0 || ring->tid == tid))
			return (int)(i - 1);
	}
	return -1;
}

/* A place for one more ring: its number, or -ENOMEM. */
static int new_ring(struct open_rings *o, const struct open_event *event, bool sideband, struct error *err)
{
	if (!list_reserve(&o->rings, o->n_rings, &o->rings_capacity, sizeof(*o->rings)))
		return error_nomem(err);
	o->rings[o->n_rings] =
		(struct open_ring){ .sideband = sideband, .cpu = event->cpu, .tid = event->cpu < 0 ? event->tid : -1 };
	return (int)o->n_rings++;
}

static int map_ring(struct open_rings *o, const struct open_event *event, struct open_ring *ring, struct error *err)
{
	size_t size = ring->sideband ? o->sideband_size : o->sample_size;
	int result = ring_map(&ring->ring, event->fd, size);

	if (result)
		return diagnose_mmap(err, result, size);
	ring->owner = event->fd;
	return 0;
}

static int attach_ring(struct open_rings *o, struct open_event *event, bool sideband, struct error *err)
{
	int number = find_ring(o, sideband, event->cpu, event->tid);
	struct open_ring *ring;

	if (number < 0)
		number = new_ring(o, event, sideband, err);
	if (number < 0)
		return number;
	ring = &o->rings[number];
	event->ring = (uint32_t)number;
	if (!ring->ring.base)
		return map_ring(o, event, ring, err);
	if (ioctl(event->fd, PERF_EVENT_IOC_SET_OUTPUT, ring->owner))
		return error_set(err, -errno, "cannot redirect events to one buffer: %s", strerror(errno));
	return 0;
}

/* A place for one more event. 0 or -ENOMEM. */
static int reserve_event(struct open_rings *o, struct error *err)
{
	return list_reserve(&o->events, o->n_events, &o->events_capacity, sizeof(*o->events)) ? 0 : error_nomem(err);
}

static int append_event(struct open_rings *o, struct open_event *event, struct error *err)
{
	event->id = event->opened;
	if (set_event_add_id(&o->set->events[event->event], event->id))
		return error_nomem(err);
	o->events[o->n_events++] = *event;
	return 0;
}

/* The event of a CPU that was given up, or NULL. */
static struct open_event *find_closed(const struct open_rings *o, const struct open_event *event)
{
	for (size_t i = 0; i < o->n_events; i++) {
		struct open_event *have = &o->events[i];

		if (have->fd < 0 && have->event == event->event && have->cpu == event->cpu)
			return have;
	}
	return NULL;
}

static int add_renewal(struct open_rings *o, const struct open_event *event, struct error *err)
{
	struct open_ring *ring = &o->rings[event->ring];
	const struct set_event *of = &o->set->events[event->event];
	struct event_renewal *renewal;

	if (!list_reserve_unkept(&ring->renewals, ring->n_renewals, sizeof(*ring->renewals)))
		return error_nomem(err);
	renewal = &ring->renewals[ring->n_renewals++];
	*renewal = (struct event_renewal){ .opened = event->opened,
					   .id = event->id,
					   .counted = event->counted,
					   .has_read = of->attr.sample_type & PERF_SAMPLE_READ,
					   .read_format = of->attr.read_format };
	event_layout_make(&renewal->layout, &of->attr);
	return 0;
}

/* The file's ids are what they are: that of the event's place, or for a CPU that is new, that of another CPU. */
static int renew_event(struct open_rings *o, struct open_event *event, struct error *err)
{
	struct open_event *place = find_closed(o, event);
	int result;

	event->id = place ? place->id : o->set->events[event->event].ids[0];
	event->counted = place ? place->counted : 0;
	result = add_renewal(o, event, err);
	if (result)
		return result;
	if (!place)
		place = &o->events[o->n_events++];
	*place = *event;
	return 0;
}

static int add_event(struct open_rings *o, struct open_event event, struct error *err)
{
	int result = reserve_event(o, err);

	if (!result)
		result = attach_ring(o, &event, !o->set->events[event.event].spec, err);
	if (!result && ioctl(event.fd, PERF_EVENT_IOC_ID, &event.opened))
		result = error_set(err, -errno, "cannot read an event's id: %s", strerror(errno));
	if (!result)
		result = o->complete ? renew_event(o, &event, err) : append_event(o, &event, err);
	if (result)
		close(event.fd);
	return result;
}

/* Where the group of an event has its leader, for one thread on one CPU. */
struct open_groups {
	int group;
	int leader; /* descriptor, -1: none */
};

static int group_leader(struct open_groups *groups, const struct event_spec *spec)
{
	if (!spec || !spec->group || spec->group != groups->group) {
		groups->group = spec ? spec->group : 0;
		groups->leader = -1;
	}
	return groups->leader;
}

static bool counts_on(const struct set_event *event, int cpu)
{
	return !event->spec || !event->spec->pmu_cpus.n || cpu < 0 || cpulist_has(&event->spec->pmu_cpus, cpu);
}

/* 1: not there (any more), leave it out. */
static int open_one(struct open_rings *o, uint32_t index, pid_t tid, int cpu, struct open_groups *groups,
		    struct error *err)
{
	struct set_event *event = &o->set->events[index];
	const struct diagnose_open what = { .event = event, .system_wide = tid < 0, .tid = tid };
	int leader = group_leader(groups, event->spec);
	int fd;

	if (!counts_on(event, cpu))
		return 0;
	if (event->spec && event->spec->pmu_is_system && tid >= 0)
		return error_set(err, -EINVAL, "event '%s' counts on CPUs, not for a process: use -a", event->name);
	fd = open_descriptor(o, event, tid, cpu, leader);
	if (fd == -EINVAL && leader >= 0 && event->spec->weak)
		fd = open_descriptor(o, event, tid, cpu, -1);
	if (fd == -ESRCH && tid >= 0 && o->target->kind != TARGET_COMMAND)
		return 1;
	if (fd == -ENODEV && cpu >= 0 && event->is_open)
		return 1;
	if (fd < 0)
		return diagnose_open(err, fd, &what);
	if (event->spec && event->spec->group && leader < 0)
		groups->leader = fd;
	return add_event(o, (struct open_event){ .fd = fd, .event = index, .cpu = cpu, .tid = tid }, err);
}

static int open_on_cpu(struct open_rings *o, pid_t tid, int cpu, bool *ret_missing, struct error *err)
{
	struct open_groups groups = { .leader = -1 };

	for (uint32_t i = 0; i < o->set->n; i++) {
		int result = open_one(o, i, tid, cpu, &groups, err);

		if (result < 0)
			*ret_missing = i == 0 && !o->n_events &&
				       (result == -ENOENT || result == -EOPNOTSUPP || result == -ENODEV);
		if (result)
			return result < 0 ? result : 0;
	}
	return 0;
}

static int open_thread(struct open_rings *o, pid_t tid, bool *ret_missing, struct error *err)
{
	if (o->target->per_thread)
		return open_on_cpu(o, tid, -1, ret_missing, err);
	for (int i = 0; i < o->target->cpus.n; i++) {
		int result = open_on_cpu(o, tid, o->target->cpus.cpus[i], ret_missing, err);

		if (result)
			return result;
	}
	return 0;
}

/* Threads that are born while others are opened are found by listing again until there are no new ones. */
static int open_threads(struct open_rings *o, bool *ret_missing, struct error *err)
{
	struct target *t = o->target;
	size_t done = 0;

	for (;;) {
		int added = target_list_threads(t, err);

		if (added < 0)
			return added;
		if (done == t->n_tids)
			break;
		for (; done < t->n_tids; done++) {
			int result = open_thread(o, t->tids[done], ret_missing, err);

			if (result)
				return result;
		}
	}
	if (!o->n_events)
		return error_set(err, -ESRCH, "the processes or threads to record have ended");
	return 0;
}

static uint32_t watermark(size_t ring_size)
{
	return (uint32_t)(ring_size / 4 < WATERMARK_MAX ? ring_size / 4 : WATERMARK_MAX);
}

static int open_all(struct open_rings *o, bool *ret_missing, struct error *err)
{
	event_set_reset(o->set, watermark(o->sample_size), watermark(o->sideband_size));
	if (o->target->kind == TARGET_SYSTEM)
		return open_thread(o, -1, ret_missing, err);
	return open_threads(o, ret_missing, err);
}

static void close_ring(struct open_ring *ring)
{
	ring_unmap(&ring->ring);
	free(ring->renewals);
	ring->renewals = NULL;
	ring->n_renewals = 0;
}

static void close_event(struct open_event *event)
{
	if (event->fd >= 0)
		close(event->fd);
	event->fd = -1;
}

static void close_all(struct open_rings *o)
{
	for (size_t i = 0; i < o->n_rings; i++)
		close_ring(&o->rings[i]);
	for (size_t i = 0; i < o->n_events; i++)
		close_event(&o->events[i]);
	o->n_rings = o->n_events = 0;
}

static void close_cpu(struct open_rings *o, int cpu)
{
	for (size_t i = 0; i < o->n_rings; i++)
		if (o->rings[i].cpu == cpu)
			close_ring(&o->rings[i]);
	for (size_t i = 0; i < o->n_events; i++)
		if (o->events[i].cpu == cpu)
			close_event(&o->events[i]);
}

static size_t round_ring_size(uint64_t bytes)
{
	size_t size = (size_t)sysconf(_SC_PAGESIZE);

	while (size < bytes)
		size *= 2;
	return size;
}

/* The limit of locked memory covers both kinds; sideband records are the fewer. */
static bool shrink_rings(struct open_rings *o, bool sample_size_given)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	if (o->sideband_size > 4 * page && (o->sideband_size >= o->sample_size || sample_size_given)) {
		o->sideband_size /= 4;
		return true;
	}
	if (sample_size_given || o->sample_size == page)
		return false;
	o->sample_size /= 2;
	return true;
}

/* Threads with rings of their own may be many. */
static size_t default_ring_size(const struct target *target)
{
	size_t size = SAMPLE_RING_DEFAULT;

	if (geteuid() || target->per_thread)
		return size;
	while (size < SAMPLE_RING_ROOT && 2 * size * (size_t)target->cpus.n <= SAMPLE_RINGS_ROOT)
		size *= 2;
	return size;
}

int open_rings_init(struct open_rings *o, struct event_set *set, struct target *target, uint64_t mmap_bytes,
		    bool *ret_missing, struct error *err)
{
	int result;

	memset(o, 0, sizeof(*o));
	o->set = set;
	o->target = target;
	o->sample_size = round_ring_size(mmap_bytes ? mmap_bytes : default_ring_size(target));
	o->sideband_size = SIDEBAND_RING_DEFAULT;
	o->may_fall_back_to_user =
		target->kind != TARGET_SYSTEM && !diagnose_is_privileged() && diagnose_paranoid() > 1;
	for (;;) {
		*ret_missing = false;
		result = open_all(o, ret_missing, err);
		if (!result)
			break;
		close_all(o);
		if ((result != -EPERM && result != -ENOMEM) || !set->events[0].is_open ||
		    !shrink_rings(o, mmap_bytes != 0))
			break;
		log_verbose("buffers of %zu and %zu bytes", o->sample_size, o->sideband_size);
	}
	if (result)
		open_rings_fini(o);
	else
		keep_spare_files(o);
	o->complete = !result;
	return result;
}

void open_rings_fini(struct open_rings *o)
{
	close_all(o);
	free(o->events);
	free(o->rings);
	memset(o, 0, sizeof(*o));
}

bool open_rings_have_cpu(const struct open_rings *o, int cpu)
{
	for (size_t i = 0; i < o->n_events; i++)
		if (o->events[i].cpu == cpu && o->events[i].fd >= 0)
			return true;
	return false;
}

/* Counts that samples carry are compared with those before of the same id, so another CPU's id will not do. */
static bool needs_own_ids(const struct open_rings *o, int cpu)
{
	for (size_t i = 0; i < o->n_rings; i++)
		if (o->rings[i].cpu == cpu)
			return false;
	for (size_t i = 0; i < o->set->n; i++)
		if (o->set->events[i].attr.sample_type & PERF_SAMPLE_READ)
			return true;
	return false;
}

int open_rings_add_cpu(struct open_rings *o, int cpu, struct error *err)
{
	bool missing;
	int result;

	if (needs_own_ids(o, cpu))
		return error_set(err, -EOPNOTSUPP,
				 "events with modifier S are recorded only on CPUs that were online "
				 "at the start");
	close_cpu(o, cpu);
	result = open_on_cpu(o, -1, cpu, &missing, err);
	if (result)
		close_cpu(o, cpu);
	return result ? result : open_rings_have_cpu(o, cpu);
}

int open_rings_enable(struct open_rings *o, bool sideband, int cpu, struct error *err)
{
	for (size_t i = 0; i < o->n_events; i++) {
		const struct open_event *event = &o->events[i];

		if (!o->set->events[event->event].spec != sideband || event->fd < 0 ||
		    (cpu != OPEN_EVERY_CPU && event->cpu != cpu))
			continue;
		if (ioctl(event->fd, PERF_EVENT_IOC_ENABLE, 0))
			return error_set(err, -errno, "cannot enable event '%s': %s", o->set->events[event->event].name,
					 strerror(errno));
	}
	return 0;
}

void open_rings_disable(struct open_rings *o)
{
	for (size_t i = 0; i < o->n_events; i++)
		if (o->events[i].fd >= 0)
			ioctl(o->events[i].fd, PERF_EVENT_IOC_DISABLE, 0);
}
