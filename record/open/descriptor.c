#include "record/open/descriptor.h"

#include "common/bytes.h"
#include "formats/record/attr.h"
#include "record/open/diagnose.h"
#include "record/open/file_limit.h"
#include "record/open/perf_ioctl.h"
#include "record/privilege/privilege.h"

#include <errno.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define INTERRUPTED_MAX 100

/* What the oldest supported kernel does not know of an attr, the newest first. Each is given up separately. */
static const struct open_optional {
	uint64_t read_format, flags, sample_type, branches; /* bits that are given up together */
	uint64_t beside;  /* only where sample_type has these: they were there before the two went together */
	uint64_t instead; /* of sample_type, in place of what is given up */
	const char *name; /* in perf_event_open(2) */
} open_optional[] = {
	{ .flags = ATTR_DEFER_CALLCHAIN | ATTR_DEFER_OUTPUT, .name = "defer_callchain" },
	{ .flags = ATTR_INHERIT, .beside = PERF_SAMPLE_READ, .name = "inherit with PERF_SAMPLE_READ" },
	{ .read_format = PERF_FORMAT_LOST, .name = "PERF_FORMAT_LOST" },
	{ .sample_type = PERF_SAMPLE_WEIGHT_STRUCT,
	  .instead = PERF_SAMPLE_WEIGHT,
	  .name = "PERF_SAMPLE_WEIGHT_STRUCT" },
	{ .flags = ATTR_INHERIT_THREAD, .name = "inherit_thread" },
	{ .flags = ATTR_BUILD_ID, .name = "build_id" },
	{ .flags = ATTR_TEXT_POKE, .name = "text_poke" },
	{ .branches = PERF_SAMPLE_BRANCH_HW_INDEX, .name = "PERF_SAMPLE_BRANCH_HW_INDEX" },
	{ .flags = ATTR_BPF_EVENT, .name = "bpf_event" },
	{ .flags = ATTR_KSYMBOL, .name = "ksymbol" },
	{ .flags = ATTR_NAMESPACES, .name = "namespaces" },
	{ .flags = ATTR_COMM_EXEC, .name = "comm_exec" },
	{ .branches = PERF_SAMPLE_BRANCH_NO_FLAGS | PERF_SAMPLE_BRANCH_NO_CYCLES,
	  .name = "PERF_SAMPLE_BRANCH_NO_FLAGS" },
	{ .flags = ATTR_MMAP2, .name = "mmap2" },
	{ .flags = ATTR_EXCLUDE_GUEST, .name = "exclude_guest" },
};

/* attr: the event's, but for what is only for the kernel. */
static int sys_perf_event_open(const struct set_event *event, struct event_attr *attr, pid_t tid, int cpu, int group)
{
	const bool probes = event->spec && event->spec->probed && !event->tracepoint;
	const struct privilege_held held = privilege_raise(probes ? PRIVILEGE_PROBES : PRIVILEGE_EVENTS);
	struct event_attr own = attr_to_kernel(attr);
	int fd = (int)syscall(SYS_perf_event_open, &own, descriptor_pid(event, tid), cpu, group,
			      descriptor_flags(event));
	int result = fd < 0 ? -errno : fd;

	privilege_drop(&held);
	attr->size = own.size; /* as the kernel knows it, where that is less */
	return result;
}

/*
 * What a probe is in stands in the attr as a pointer, which nobody else is to see: readers of the file get 0. That it
 * is a tracepoint they do not see either, since its number means nothing after the recording.
 */
static int event_fd(struct set_event *event, pid_t tid, int cpu, int group)
{
	struct event_attr attr = event->attr;
	int fd;

	if (event->tracepoint) {
		attr.type = PERF_TYPE_TRACEPOINT;
		attr.config = event->tracepoint;
		attr.config1 = attr.config2 = 0;
	} else if (event->spec && event->spec->probed) {
		attr.config1 = (uintptr_t)event->spec->probed;
	}
	fd = sys_perf_event_open(event, &attr, tid, cpu, group);
	event->attr.size = attr.size;
	return fd;
}

/* Whether the attr has something of what a row of the table names. */
static bool has_optional(const struct event_attr *attr, const struct open_optional *what)
{
	return !(what->beside & ~attr->sample_type) &&
	       (attr->read_format & what->read_format || attr->flags & what->flags ||
		attr->sample_type & what->sample_type || attr->branch_sample_type & what->branches);
}

static bool give_up(struct event_attr *attr, const struct open_optional *what)
{
	if (!has_optional(attr, what))
		return false;
	attr->read_format &= ~what->read_format;
	attr->flags &= ~what->flags;
	attr->sample_type = (attr->sample_type & ~what->sample_type) | what->instead;
	attr->branch_sample_type &= ~what->branches;
	return true;
}

/* Gives up the newest field the attr has that an older kernel may not know. */
static bool drop_optional(struct descriptor_opener *opener, struct event_attr *attr)
{
	for (size_t i = 0; i < ARRAY_SIZE(open_optional); i++)
		if (give_up(attr, &open_optional[i])) {
			opener->dropped |= 1u << i;
			return true;
		}
	return false;
}

/* What this kernel has refused before is not asked for again. */
static void drop_refused(const struct descriptor_opener *opener, struct event_attr *attr)
{
	for (size_t i = 0; i < ARRAY_SIZE(open_optional); i++)
		if (opener->dropped >> i & 1)
			give_up(attr, &open_optional[i]);
}

uint64_t descriptor_refused_flags(const struct descriptor_opener *opener)
{
	uint64_t flags = 0;

	for (size_t i = 0; i < ARRAY_SIZE(open_optional); i++)
		if (opener->dropped >> i & 1)
			flags |= open_optional[i].flags;
	return flags;
}

static bool lower_precision(struct set_event *event)
{
	uint64_t precise = event->attr.flags & ATTR_PRECISE_IP_MASK;

	if (!precise || !event->spec || event->spec->precise != EVENT_PRECISE_MAX)
		return false;
	event->attr.flags -= 1ull << ATTR_PRECISE_IP_SHIFT;
	return true;
}

/* A user without the right to see the kernel records user space alone, unless a modifier says which modes. */
static bool fall_back_to_user(struct descriptor_opener *opener, struct set_event *event)
{
	if (!event->spec || event->spec->exclude_given || event->spec->is_tracepoint ||
	    event_spec_is_probe(event->spec) || !opener->may_fall_back_to_user ||
	    event->attr.flags & (ATTR_EXCLUDE_KERNEL | ATTR_EXCLUDE_USER))
		return false;
	if (set_event_add_modifier(event, 'u'))
		return false;
	event->attr.flags |= ATTR_EXCLUDE_KERNEL | ATTR_EXCLUDE_HV;
	opener->user_only = true;
	return true;
}

/* Whether the event's first descriptor is worth another try, with less. */
static bool ask_for_less(struct descriptor_opener *opener, struct set_event *event, int code)
{
	switch (-code) {
	case EACCES:
	case EPERM:
		if (!event->spec && event->attr.flags & ATTR_NAMESPACES) {
			event->attr.flags &= ~ATTR_NAMESPACES;
			return true;
		}
		return fall_back_to_user(opener, event);
	case EOPNOTSUPP: return lower_precision(event);
	case EINVAL:
	case E2BIG: return lower_precision(event) || drop_optional(opener, &event->attr);
	default: return false;
	}
}

static unsigned attr_precision(const struct event_attr *attr)
{
	return (unsigned)((attr->flags & ATTR_PRECISE_IP_MASK) >> ATTR_PRECISE_IP_SHIFT);
}

/* Called when the event's first descriptor is open, so once for each event. asked: its attr before the first try. */
static void note_given_up(struct diagnostics *diagnostics, const struct set_event *event,
			  const struct event_attr *asked)
{
	const struct event_attr *have = &event->attr;

	for (size_t i = 0; i < ARRAY_SIZE(open_optional); i++)
		if (has_optional(asked, &open_optional[i]) && !has_optional(have, &open_optional[i]))
			diagnostics_add(diagnostics, NOTICE_VERBOSE,
					"event '%s': the kernel refused %s, recording without it", event->name,
					open_optional[i].name);
	if (event->alone)
		diagnostics_add(diagnostics, NOTICE_WARNING,
				"event '%s' misses threads and processes that start later: %s", event->name,
				event->alone);
	if (attr_precision(asked) != attr_precision(have))
		diagnostics_add(diagnostics, NOTICE_VERBOSE,
				"event '%s': the kernel refused precise_ip %u, recording with %u", event->name,
				attr_precision(asked), attr_precision(have));
}

int descriptor_open(struct descriptor_opener *opener, struct set_event *event, pid_t tid, int cpu, int leader)
{
	const struct event_attr asked = event->attr;

	if (!event->is_open)
		drop_refused(opener, &event->attr);
	for (int interrupted = 0;;) {
		int fd = event_fd(event, tid, cpu, leader);

		if (fd >= 0) {
			if (!event->is_open)
				note_given_up(opener->diagnostics, event, &asked);
			event->is_open = true;
			return fd;
		}
		if (fd == -EMFILE && file_limit_raise())
			continue;
		if (fd == -EINTR && interrupted++ < INTERRUPTED_MAX)
			continue;
		if (event->is_open || !ask_for_less(opener, event, fd))
			return fd;
	}
}

/*
 * The kernel has events share a ring only if they are on one CPU and have one clock (perf_event_set_output in
 * kernel/events/core.c); how full it gets until the reader is woken is in the attr of the event that has it mapped.
 */
int descriptor_anchor(const struct set_event *like, int cpu, struct error *err)
{
	struct set_event anchor = {
		.name = like->name,
		.cgroup_fd = -1,
		.attr = { .type = PERF_TYPE_SOFTWARE,
			  .size = like->attr.size,
			  .config = PERF_COUNT_SW_DUMMY,
			  .flags = ATTR_DISABLED | ATTR_EXCLUDE_KERNEL | ATTR_EXCLUDE_HV |
				   (like->attr.flags & (ATTR_WATERMARK | ATTR_USE_CLOCKID | ATTR_WRITE_BACKWARD)),
			  .wakeup_events = like->attr.wakeup_events,
			  .clockid = like->attr.clockid },
	};
	const struct diagnose_open what = { .event = &anchor, .tid = getpid() };
	int fd;

	do {
		fd = sys_perf_event_open(&anchor, &anchor.attr, what.tid, cpu, -1);
	} while (fd == -EMFILE && file_limit_raise());
	return fd < 0 ? diagnose_open(err, fd, &what) : fd;
}

void descriptor_opener_init(struct descriptor_opener *opener, const struct target *target,
			    struct diagnostics *diagnostics)
{
	*opener = (struct descriptor_opener){ .may_fall_back_to_user = target->kind != TARGET_SYSTEM &&
								       !diagnose_is_privileged() &&
								       diagnose_paranoid() > 1,
					      .diagnostics = diagnostics };
}

int descriptor_id(int fd, uint64_t *ret_id, struct error *err)
{
	if (ioctl(fd, PERF_EVENT_IOC_ID, ret_id))
		return error_set(err, -errno, "cannot read an event's id: %s", strerror(errno));
	return 0;
}

int descriptor_enable(int fd)
{
	return ioctl(fd, PERF_EVENT_IOC_ENABLE, 0) ? -errno : 0;
}

int descriptor_disable(int fd)
{
	return ioctl(fd, PERF_EVENT_IOC_DISABLE, 0) ? -errno : 0;
}

int descriptor_filter(int fd, const char *expression)
{
	return ioctl(fd, PERF_EVENT_IOC_SET_FILTER, expression) ? -errno : 0;
}

int descriptor_pause(int fd, bool paused)
{
	return ioctl(fd, PERF_EVENT_IOC_PAUSE_OUTPUT, (uint32_t)paused) ? -errno : 0;
}

int descriptor_redirect(int fd, int owner)
{
	return ioctl(fd, PERF_EVENT_IOC_SET_OUTPUT, (long)owner) ? -errno : 0;
}
