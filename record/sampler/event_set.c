#include "config.h"

#include "record/sampler/event_set.h"

#include "common/bytes.h"
#include "common/fileio.h"
#include "common/list.h"
#include "common/log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#define SIDEBAND_NAME        "dummy:u"
#define MAX_SAMPLE_RATE_PATH "/proc/sys/kernel/perf_event_max_sample_rate"

/*
 * What every event has, so that times and ids lie at one place in all records. IDENTIFIER comes first in a sample, ID
 * after the time, where zstd finds it in one match with what it follows and precedes: with short callchains files are
 * 8 to 13 % smaller so. ID can serve where no event has ADDR, which would come before it.
 */
static uint64_t common_sample_type(const struct event_list *list, const struct record_options *o,
				   const struct target *target)
{
	uint64_t type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME;

	type |= o->data_addresses ? PERF_SAMPLE_IDENTIFIER : PERF_SAMPLE_ID;
	if (target->kind == TARGET_SYSTEM || o->cpus || o->sample_cpu || event_list_has_tracepoints(list))
		type |= PERF_SAMPLE_CPU;
	return type;
}

static uint64_t common_flags(const struct record_options *o, const struct target *target)
{
	uint64_t flags = ATTR_SAMPLE_ID_ALL | ATTR_DISABLED | ATTR_WATERMARK;

	if (target->kind != TARGET_SYSTEM && !o->no_inherit && !target->per_thread)
		flags |= ATTR_INHERIT;
	if (target->kind == TARGET_COMMAND && !o->delay_ms)
		flags |= ATTR_ENABLE_ON_EXEC;
	if (o->use_clockid)
		flags |= ATTR_USE_CLOCKID;
	return flags;
}

static void attr_set_interval(struct event_attr *attr, const struct event_spec *spec, const struct record_options *o)
{
	uint64_t period = spec->period;
	uint64_t freq = spec->freq;

	if (!period && !freq && o->period)
		period = o->period;
	if (!period && !freq && attr->sample_period && !o->freq_given)
		period = attr->sample_period;
	if (!period && !freq)
		freq = o->freq;
	if (o->no_samples)
		period = freq = 0;
	attr->sample_period = period ? period : freq;
	if (!period && freq)
		attr->flags |= ATTR_FREQ;
}

static void attr_set_callchain(struct event_attr *attr, const struct event_spec *spec, const struct record_options *o)
{
	bool wanted = o->callgraph || o->user_callchains || o->kernel_callchains;

	if (spec->callgraph != EVENT_CALLGRAPH_DEFAULT)
		wanted = spec->callgraph == EVENT_CALLGRAPH_FP;
	if (!wanted)
		return;
	attr->sample_type |= PERF_SAMPLE_CALLCHAIN;
	if (o->user_callchains)
		attr->flags |= ATTR_EXCLUDE_CALLCHAIN_KERNEL;
	if (o->kernel_callchains)
		attr->flags |= ATTR_EXCLUDE_CALLCHAIN_USER;
}

static void attr_set_modes(struct event_attr *attr, const struct record_options *o)
{
	if (o->all_kernel)
		attr->flags |= ATTR_EXCLUDE_USER;
	if (o->all_user)
		attr->flags |= ATTR_EXCLUDE_KERNEL;
}

/* A group read at its leader's samples (modifier S): the members only count, and children would have groups of their
 * own. */
static void attr_set_group_read(struct event_attr *attr, bool is_leader)
{
	attr->flags &= ~ATTR_INHERIT;
	attr->read_format |= PERF_FORMAT_GROUP;
	if (is_leader) {
		attr->sample_type |= PERF_SAMPLE_READ;
	} else {
		attr->sample_period = 0;
		attr->flags &= ~ATTR_FREQ;
	}
}

static void attr_fill(struct event_attr *attr, const struct event_spec *spec, const struct record_options *o)
{
	attr_set_interval(attr, spec, o);
	attr_set_callchain(attr, spec, o);
	attr_set_modes(attr, o);
	if ((attr->flags & ATTR_FREQ && !o->no_period) || o->period_given || spec->is_tracepoint)
		attr->sample_type |= PERF_SAMPLE_PERIOD;
	if (spec->is_tracepoint)
		attr->sample_type |= PERF_SAMPLE_RAW;
	if (o->data_addresses)
		attr->sample_type |= PERF_SAMPLE_ADDR | PERF_SAMPLE_DATA_SRC;
	if (o->stat)
		attr->flags |= ATTR_INHERIT_STAT;
	if (spec->precise == EVENT_PRECISE_MAX)
		attr->flags |= ATTR_PRECISE_IP_MASK;
}

static bool spec_leads(const struct event_list *list, int i)
{
	return i == 0 || list->events[i - 1].group != list->events[i].group;
}

static int set_add(struct event_set *set, const char *name, const struct event_spec *spec)
{
	struct set_event *event = &set->events[set->n];

	event->name = strdup(name);
	if (!event->name)
		return -ENOMEM;
	event->spec = spec;
	if (spec)
		event->attr = spec->attr;
	set->n++;
	return 0;
}

static void attr_set_common(struct event_attr *attr, uint32_t size, uint64_t sample_type, uint64_t flags,
			    const struct record_options *o)
{
	attr->size = size;
	attr->sample_type |= sample_type;
	attr->flags |= flags;
	/* go-perf reads no file whose events differ in this. */
	attr->read_format |= PERF_FORMAT_ID | PERF_FORMAT_LOST;
	if (o->stat)
		attr->read_format |= PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
	if (o->use_clockid)
		attr->clockid = o->clockid;
}

/* What the sideband event brings; it counts nothing, so that it needs no right to see the kernel. */
static void attr_fill_sideband(struct event_attr *attr, const struct record_options *o)
{
	attr->type = PERF_TYPE_SOFTWARE;
	attr->config = PERF_COUNT_SW_DUMMY;
	attr->sample_period = 1;
	attr->flags |= ATTR_MMAP | ATTR_MMAP2 | ATTR_COMM | ATTR_COMM_EXEC | ATTR_TASK | ATTR_KSYMBOL |
		       ATTR_NAMESPACES | ATTR_EXCLUDE_KERNEL | ATTR_EXCLUDE_HV;
	if (!o->no_bpf_event)
		attr->flags |= ATTR_BPF_EVENT;
	if (!o->no_build_ids)
		attr->flags |= ATTR_BUILD_ID;
	if (o->data_addresses)
		attr->flags |= ATTR_MMAP_DATA;
	/* Its records are wanted from the first moment, whenever sampling begins. */
	if (o->delay_ms)
		attr->flags &= ~ATTR_DISABLED;
}

static uint32_t list_attr_size(const struct event_list *list)
{
	uint32_t size = ATTR_SIZE_VER7;

	for (int i = 0; i < list->n; i++)
		if (list->events[i].attr.size > size)
			size = list->events[i].attr.size;
	return size;
}

int event_set_init(struct event_set *set, const struct event_list *list, const struct record_options *o,
		   const struct target *target, struct error *err)
{
	uint64_t sample_type = common_sample_type(list, o, target);
	uint64_t flags = common_flags(o, target);
	uint32_t size = list_attr_size(list);
	uint64_t callchain = 0;

	memset(set, 0, sizeof(*set));
	set->events = calloc(list->n + 1, sizeof(*set->events));
	if (!set->events)
		return error_nomem(err);
	for (int i = 0; i < list->n; i++) {
		const struct event_spec *spec = &list->events[i];
		struct event_attr *attr = &set->events[i].attr;

		if (set_add(set, spec->name, spec))
			return error_nomem(err);
		attr_set_common(attr, size, sample_type, flags, o);
		attr_fill(attr, spec, o);
		if (spec->group && spec->sample_read)
			attr_set_group_read(attr, spec_leads(list, i));
		callchain |= attr->sample_type & PERF_SAMPLE_CALLCHAIN;
		/* The members of a group run when their leader does. */
		if (spec->group && !spec_leads(list, i))
			attr->flags &= ~(ATTR_DISABLED | ATTR_ENABLE_ON_EXEC);
	}
	if (set_add(set, SIDEBAND_NAME, NULL))
		return error_nomem(err);
	/* Linux perf 6.1 looks for callchains only where every event has them, though this one has no samples. */
	attr_set_common(&event_set_sideband(set)->attr, size, sample_type | callchain, flags, o);
	attr_fill_sideband(&event_set_sideband(set)->attr, o);
	return 0;
}

void event_set_fini(struct event_set *set)
{
	for (size_t i = 0; i < set->n; i++) {
		free(set->events[i].name);
		free(set->events[i].ids);
	}
	free(set->events);
	memset(set, 0, sizeof(*set));
}

void event_set_reset(struct event_set *set, uint32_t sample_watermark, uint32_t sideband_watermark)
{
	for (size_t i = 0; i < set->n; i++) {
		struct set_event *event = &set->events[i];

		event->n_ids = 0;
		event->is_open = false;
		event->attr.wakeup_events = event->spec ? sample_watermark : sideband_watermark;
	}
}

int set_event_add_id(struct set_event *event, uint64_t id)
{
	if (!list_reserve_unkept(&event->ids, event->n_ids, sizeof(*event->ids)))
		return -ENOMEM;
	event->ids[event->n_ids++] = id;
	return 0;
}

int set_event_add_modifier(struct set_event *event, char modifier)
{
	char *name;

	if (asprintf(&name, "%s%s%c", event->name, strchr(event->name, ':') ? "" : ":", modifier) < 0)
		return -ENOMEM;
	free(event->name);
	event->name = name;
	return 0;
}

static int read_max_sample_rate(uint64_t *ret_rate)
{
	struct buffer text;
	int result;

	buffer_init(&text);
	result = fileio_read_file(AT_FDCWD, MAX_SAMPLE_RATE_PATH, &text, 64);
	if (!result)
		*ret_rate = strtoull((const char *)text.data, NULL, 10);
	buffer_fini(&text);
	return result;
}

int event_set_check_freq(struct record_options *o, struct error *err)
{
	uint64_t max = 0;
	int result = read_max_sample_rate(&max);

	if (result && o->freq == RECORD_FREQ_MAX)
		return error_set(err, result, "-F max: %s: %s", MAX_SAMPLE_RATE_PATH, strerror(-result));
	if (result || o->freq <= max)
		return 0;
	if (o->freq == RECORD_FREQ_MAX)
		log_note("-F max is %llu samples a second here (kernel.perf_event_max_sample_rate)",
			 (unsigned long long)max);
	else if (o->strict_freq)
		return error_set(err, -EINVAL,
				 "-F %llu is more than kernel.perf_event_max_sample_rate, %llu, allows; raise it with: "
				 "sudo sysctl kernel.perf_event_max_sample_rate=%llu",
				 (unsigned long long)o->freq, (unsigned long long)max, (unsigned long long)o->freq);
	else
		log_warn("-F %llu is lowered to %llu, kernel.perf_event_max_sample_rate; raise that with: "
			 "sudo sysctl kernel.perf_event_max_sample_rate=%llu",
			 (unsigned long long)o->freq, (unsigned long long)max, (unsigned long long)o->freq);
	o->freq = max;
	return 0;
}
