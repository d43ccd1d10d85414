
#include "record/open/event_set.h"

#include "common/list.h"
#include "formats/record/abi.h"
#include "record/events/traced_probe.h"
#include "record/open/cgroup.h"
#include "record/open/event_attr.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SIDEBAND_NAME "dummy:u"

static int set_add(struct event_set *set, const char *name, const struct event_spec *spec)
{
	struct set_event *event = &set->events[set->n];

	event->name = strdup(name);
	if (!event->name)
		return -ENOMEM;
	event->spec = spec;
	event->cgroup_fd = -1;
	if (spec)
		event->attr = spec->attr;
	set->n++;
	return 0;
}

static int copy_cgroup(int cgroup_fd, struct error *err)
{
	int fd = fcntl(cgroup_fd, F_DUPFD_CLOEXEC, 0);

	return fd < 0 ? error_set(err, -errno, "descriptor %d of a cgroup: %s", cgroup_fd, strerror(errno)) : fd;
}

static int open_cgroup(struct set_event *event, const struct target *target, struct error *err)
{
	int fd;

	if (!event->spec->cgroup && !target->cgroup_fd)
		return 0;
	fd = event->spec->cgroup ? cgroup_open(event->spec->cgroup, err) : copy_cgroup(target->cgroup_fd, err);
	event->cgroup_fd = fd < 0 ? -1 : fd;
	return fd < 0 ? fd : 0;
}

int event_set_restrict(struct event_set *set, int cgroup_fd, struct error *err)
{
	for (size_t i = 0; i < set->n; i++) {
		const int fd = cgroup_fd ? copy_cgroup(cgroup_fd, err) : -1;

		if (cgroup_fd && fd < 0)
			return fd;
		if (set->events[i].cgroup_fd >= 0)
			close(set->events[i].cgroup_fd);
		set->events[i].cgroup_fd = fd;
	}
	return 0;
}

/*
 * Linux perf 6.1 looks for callchains only where every event has them, though the sideband event has no samples; other
 * readers take for all samples that they have a period, or none, as the last event says. To unwind stacks perf reads a
 * program's unwinding information where it was mapped, as data.
 */
static void follow_samples(struct event_attr *sideband, const struct event_attr *event)
{
	sideband->sample_type |= event->sample_type & (PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_PERIOD);
	if (event->sample_type & PERF_SAMPLE_STACK_USER)
		sideband->flags |= ATTR_MMAP_DATA;
}

/* Where a trace needs them, switches between threads come with the sideband: they go on while the trace is disabled. */
static void follow_traces(struct event_set *set, bool per_cpu)
{
	uint64_t flags = 0;

	for (size_t i = 0; i + 1 < set->n; i++)
		flags |= event_attr_trace_sideband(&set->events[i].attr, &set->events[i].spec->trace, per_cpu);
	event_set_sideband(set)->attr.flags |= flags;
	for (size_t i = 0; i + 1 < set->n && flags & ATTR_CONTEXT_SWITCH; i++)
		if (!set->events[i].spec->is_off_cpu)
			set->events[i].attr.flags &= ~ATTR_CONTEXT_SWITCH;
}

int event_set_init(struct event_set *set, const struct event_list *list, const struct sampler_config *config,
		   const struct target *target, struct error *err)
{
	struct event_attr_common common = event_attr_common(list, config, target);
	int leader = 0;
	int result;

	memset(set, 0, sizeof(*set));
	set->events = calloc(list->n + 1, sizeof(*set->events));
	if (!set->events)
		return error_nomem(err);
	for (int i = 0; i < list->n; i++) {
		if (set_add(set, list->events[i].name, &list->events[i]))
			return error_nomem(err);
		event_attr_fill(&set->events[i].attr, list, i, &common, config);
		if (event_attr_follows(list, i))
			event_attr_follow_leader(&set->events[i].attr, &set->events[leader].attr);
		else
			leader = i;
		result = open_cgroup(&set->events[i], target, err);
		if (result)
			return result;
	}
	if (set_add(set, SIDEBAND_NAME, NULL))
		return error_nomem(err);
	event_attr_fill_sideband(&event_set_sideband(set)->attr, &common, config);
	for (int i = 0; i < list->n; i++)
		follow_samples(&event_set_sideband(set)->attr, &set->events[i].attr);
	follow_traces(set, common.per_cpu);
	return 0;
}

int event_set_init_counting(struct event_set *set, const struct event_list *list, const struct counting_config *config,
			    const struct target *target, struct error *err)
{
	int result = 0;

	memset(set, 0, sizeof(*set));
	set->events = calloc((size_t)list->n + 1, sizeof(*set->events));
	if (!set->events)
		return error_nomem(err);
	for (int i = 0; i < list->n && !result; i++) {
		if (set_add(set, list->events[i].name, &list->events[i]))
			return error_nomem(err);
		counting_attr_fill(&set->events[i].attr, list, i, target, config);
		result = open_cgroup(&set->events[i], target, err);
	}
	return result;
}

void event_set_fini(struct event_set *set)
{
	for (size_t i = 0; i < set->n; i++) {
		if (set->events[i].tracepoint)
			traced_probe_remove(set->events[i].spec);
		free(set->events[i].name);
		free(set->events[i].alone);
		free(set->events[i].ids);
		if (set->events[i].cgroup_fd >= 0)
			close(set->events[i].cgroup_fd);
	}
	free(set->events);
	memset(set, 0, sizeof(*set));
}

void event_set_reset(struct event_set *set, const struct event_watermarks *watermarks)
{
	for (size_t i = 0; i < set->n; i++) {
		struct set_event *event = &set->events[i];

		event->n_ids = 0;
		event->is_open = false;
		/* Rings of traces are as large as those of the sideband. */
		event->attr.wakeup_events =
			event->spec && !event_spec_is_trace(event->spec) ? watermarks->samples : watermarks->sideband;
		if (event->spec && event->spec->trace.kind == TRACE_INTEL_PT)
			event->attr.aux_watermark = watermarks->area;
	}
}

int set_event_add_id(struct set_event *event, uint64_t id)
{
	if (!list_reserve_unkept(&event->ids, event->n_ids, sizeof(*event->ids)))
		return -ENOMEM;
	event->ids[event->n_ids++] = id;
	return 0;
}

/* Those of a breakpoint come after its address, "mem:0x1000", and its access, ":rw". */
static bool has_modifiers(const struct set_event *event)
{
	const char *last = strrchr(event->name, ':');

	if (!last || event->attr.type != PERF_TYPE_BREAKPOINT)
		return last;
	return last != strchr(event->name, ':') && last[1 + strspn(last + 1, "rwx")];
}

int set_event_add_modifier(struct set_event *event, char modifier)
{
	char *name;

	if (asprintf(&name, "%s%s%c", event->name, has_modifiers(event) ? "" : ":", modifier) < 0)
		return -ENOMEM;
	free(event->name);
	event->name = name;
	return 0;
}

const struct set_event *event_set_trace(const struct event_set *set)
{
	for (size_t i = 0; i + 1 < set->n; i++)
		if (event_spec_is_trace(set->events[i].spec))
			return &set->events[i];
	return NULL;
}

bool event_set_has_stacks(const struct event_set *set)
{
	for (size_t i = 0; i < set->n; i++)
		if (set->events[i].attr.sample_type & PERF_SAMPLE_STACK_USER)
			return true;
	return false;
}

/* The index borrows the ids. */
int set_ids_index(struct id_index *index, const struct event_set *set, struct error *err)
{
	struct file_event *events = calloc(set->n, sizeof(*events));
	int result;

	if (!events)
		return error_nomem(err);
	for (size_t i = 0; i < set->n; i++) {
		events[i].ids = set->events[i].ids;
		events[i].n_ids = (uint32_t)set->events[i].n_ids;
	}
	result = id_index_make(index, events, (uint32_t)set->n, err);
	free(events);
	return result;
}

static size_t count_times(uint64_t format)
{
	return !!(format & PERF_FORMAT_TOTAL_TIME_ENABLED) + !!(format & PERF_FORMAT_TOTAL_TIME_RUNNING);
}

static void take(struct event_reading *reading, uint64_t count, const uint64_t *lost)
{
	reading->count = count;
	reading->lost = lost ? *lost : 0;
	reading->has_lost = lost;
}

static int decode_alone(struct event_reading *ret_reading, const uint64_t *words, size_t n, uint64_t format)
{
	size_t lost_at = 1 + count_times(format) + !!(format & PERF_FORMAT_ID);
	bool has_lost = format & PERF_FORMAT_LOST;

	if (n < lost_at + has_lost)
		return -EIO;
	take(ret_reading, words[0], has_lost ? &words[lost_at] : NULL);
	return 0;
}

static int decode_group(struct event_reading *ret_reading, const uint64_t *words, size_t n, uint64_t format,
			uint64_t id)
{
	size_t at = 1 + count_times(format);
	bool has_lost = format & PERF_FORMAT_LOST;
	size_t step = 2 + has_lost;

	if (n < at || words[0] > (n - at) / step)
		return -EIO;
	for (uint64_t i = 0; i < words[0]; i++, at += step) {
		if (words[at + 1] != id)
			continue;
		take(ret_reading, words[at], has_lost ? &words[at + 2] : NULL);
		return 0;
	}
	return -ENOENT;
}

int event_reading_decode(struct event_reading *ret_reading, const uint64_t *words, size_t n, uint64_t format,
			 uint64_t id)
{
	if (!(format & PERF_FORMAT_GROUP))
		return decode_alone(ret_reading, words, n, format);
	return format & PERF_FORMAT_ID ? decode_group(ret_reading, words, n, format, id) : -ENOENT;
}

int event_reading_get(struct event_reading *ret_reading, int fd, uint64_t format, uint64_t id)
{
	uint64_t words[EVENT_READING_WORDS_MAX];
	ssize_t size = read(fd, words, sizeof(words));

	if (size < 0)
		return -errno;
	return event_reading_decode(ret_reading, words, (size_t)size / sizeof(words[0]), format, id);
}
