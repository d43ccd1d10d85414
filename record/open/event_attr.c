#include "record/open/event_attr.h"

#include "record/events/event_groups.h"
#include "record/events/event_traces.h"
#include "record/open/host_regs.h"

#include <string.h>

/* Raw data of tracepoints and of BPF programs are read with the CPU that they came from. */
static bool has_raw_data(const struct event_list *list)
{
	for (int i = 0; i < list->n; i++)
		if (list->events[i].is_tracepoint || list->events[i].extra.sample_type & PERF_SAMPLE_RAW)
			return true;
	return false;
}

/*
 * IDENTIFIER comes first in a sample, ID after the time. There zstd finds it in one match with its neighbours: with
 * short callchains files are 8 to 13 % smaller so. ID serves where no event has ADDR, which would come before it.
 */
static uint64_t common_sample_type(const struct event_list *list, const struct sampler_config *config,
				   const struct target *target)
{
	const struct event_spec *trace = event_traces_first(list);
	uint64_t type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME;

	type |= config->fields.data_addresses ? PERF_SAMPLE_IDENTIFIER : PERF_SAMPLE_ID;
	if (target->kind == TARGET_SYSTEM || target->cpus_given || config->fields.wants_cpu || has_raw_data(list))
		type |= PERF_SAMPLE_CPU;
	/* Of a CPU's trace, it has to be known which one it is; that of CoreSight may be of several for a thread, too.
	 */
	if (trace && (!target->per_thread || trace->trace.kind == TRACE_CS_ETM))
		type |= PERF_SAMPLE_CPU;
	return type;
}

static uint64_t common_flags(const struct sampler_config *config, const struct target *target)
{
	uint64_t flags = ATTR_SAMPLE_ID_ALL | ATTR_DISABLED | ATTR_WATERMARK;

	if (target->kind != TARGET_SYSTEM && target->inherit && !target->per_thread)
		flags |= ATTR_INHERIT;
	if (target->kind == TARGET_COMMAND && !config->starts_later)
		flags |= ATTR_ENABLE_ON_EXEC;
	if (config->clock.is_given)
		flags |= ATTR_USE_CLOCKID;
	return flags;
}

static uint32_t common_size(const struct event_list *list)
{
	uint32_t size = ATTR_SIZE_VER7;

	for (int i = 0; i < list->n; i++)
		if (list->events[i].attr.size > size)
			size = list->events[i].attr.size;
	return size;
}

struct event_attr_common event_attr_common(const struct event_list *list, const struct sampler_config *config,
					   const struct target *target)
{
	return (struct event_attr_common){ .size = common_size(list),
					   .sample_type = common_sample_type(list, config, target),
					   .flags = common_flags(config, target),
					   .per_cpu = !target->per_thread };
}

static void set_common(struct event_attr *attr, const struct event_attr_common *common,
		       const struct sampler_config *config)
{
	attr->size = common->size;
	attr->sample_type |= common->sample_type;
	attr->flags |= common->flags;
	/* go-perf reads no file whose events differ in this. */
	attr->read_format |= PERF_FORMAT_ID | PERF_FORMAT_LOST;
	if (config->count_threads || config->fields.read_times)
		attr->read_format |= PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
	if (config->clock.is_given)
		attr->clockid = config->clock.id;
}

/* The event's own terms first, then the configuration. attr->sample_period: that of a tracepoint or breakpoint. */
static void set_interval(struct event_attr *attr, const struct event_spec *spec, const struct sample_interval *interval)
{
	uint64_t period = spec->period;
	uint64_t freq = spec->freq;

	if (!period && !freq && interval->period)
		period = interval->period;
	if (!period && !freq && attr->sample_period && !interval->freq_of_traces)
		period = attr->sample_period;
	if (!period && !freq)
		freq = interval->freq;
	if (interval->none)
		period = freq = 0;
	/* A trace has its own; that of Arm SPE, which samples operations, may be another. */
	if (event_spec_is_trace(spec)) {
		if (!spec->period && (spec->trace.kind != TRACE_ARM_SPE || !interval->period))
			period = attr->sample_period;
		freq = 0;
	}
	attr->sample_period = period ? period : freq;
	if (!period && freq)
		attr->flags |= ATTR_FREQ;
}

/* The event's own terms first, then the configuration. */
static struct callgraph_spec wanted_callgraph(const struct event_spec *spec, const struct sample_fields *fields)
{
	struct callgraph_spec c = fields->callgraph;

	if (spec->callgraph.mode != CALLGRAPH_DEFAULT)
		c = (struct callgraph_spec){ .mode = spec->callgraph.mode, .max_stack = c.max_stack };
	if (spec->callgraph.stack_size)
		c.stack_size = spec->callgraph.stack_size;
	if (spec->callgraph.max_stack)
		c.max_stack = spec->callgraph.max_stack;
	/* What would be deferred comes after the time is over. */
	if (spec->is_off_cpu)
		c.defer = false;
	if (c.mode == CALLGRAPH_DEFAULT &&
	    (spec->is_off_cpu || c.max_stack || fields->user_callchain || fields->kernel_callchain))
		c.mode = CALLGRAPH_FP;
	return c;
}

static uint64_t wanted_branches(const struct event_spec *spec, const struct sample_fields *fields)
{
	return spec->extra.branches_given ? spec->extra.branches : fields->branches;
}

/* The kernel calls ftrace:function for each of its functions, where copying a user's stack is not allowed. */
static bool traces_functions(const struct event_spec *spec)
{
	return spec->is_tracepoint && !strcmp(spec->system, "ftrace") && !strcmp(spec->tracepoint, "function");
}

static void set_stack_copy(struct event_attr *attr, uint32_t size, const struct sample_fields *fields)
{
	attr->sample_type |= PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER;
	attr->sample_regs_user = fields->regs_user ? fields->regs_user | host_regs_unwind_mask() : host_regs_mask();
	attr->sample_stack_user = size ? size : CALLGRAPH_STACK_DEFAULT;
	attr->flags |= ATTR_EXCLUDE_CALLCHAIN_USER;
}

/* The CPU records the user's calls only; of events in the kernel there are none. */
static void set_call_branches(struct event_attr *attr)
{
	if (attr->flags & ATTR_EXCLUDE_USER)
		return;
	attr->sample_type |= PERF_SAMPLE_BRANCH_STACK;
	attr->branch_sample_type = PERF_SAMPLE_BRANCH_USER | PERF_SAMPLE_BRANCH_CALL_STACK |
				   PERF_SAMPLE_BRANCH_NO_FLAGS | PERF_SAMPLE_BRANCH_NO_CYCLES |
				   PERF_SAMPLE_BRANCH_HW_INDEX;
}

static void set_callchain(struct event_attr *attr, const struct event_spec *spec, const struct sample_fields *fields)
{
	const struct callgraph_spec wanted = wanted_callgraph(spec, fields);

	if (wanted.mode == CALLGRAPH_DEFAULT || wanted.mode == CALLGRAPH_NONE)
		return;
	attr->sample_type |= PERF_SAMPLE_CALLCHAIN;
	attr->sample_max_stack = wanted.max_stack;
	if (wanted.defer && !fields->kernel_callchain && !traces_functions(spec))
		attr->flags |= ATTR_DEFER_CALLCHAIN;
	if (wanted.mode == CALLGRAPH_LBR && !wanted_branches(spec, fields))
		set_call_branches(attr);
	if (traces_functions(spec))
		attr->flags |= ATTR_EXCLUDE_CALLCHAIN_USER;
	else if (wanted.mode == CALLGRAPH_DWARF)
		set_stack_copy(attr, wanted.stack_size, fields);
	if (fields->user_callchain)
		attr->flags |= ATTR_EXCLUDE_CALLCHAIN_KERNEL;
	if (fields->kernel_callchain)
		attr->flags |= ATTR_EXCLUDE_CALLCHAIN_USER;
}

bool event_attr_can_change(const struct event_attr *attr, const struct event_spec *spec)
{
	if (attr->type == PERF_TYPE_SOFTWARE)
		return attr->config == PERF_COUNT_SW_CPU_CLOCK || attr->config == PERF_COUNT_SW_TASK_CLOCK;
	return !event_spec_is_trace(spec) && attr->type != PERF_TYPE_TRACEPOINT && attr->type != PERF_TYPE_BREAKPOINT &&
	       !event_spec_is_probe(spec);
}

static bool wants_period(const struct event_attr *attr, const struct event_spec *spec, enum sample_period period)
{
	if (period == SAMPLE_PERIOD_LIVE && event_attr_can_change(attr, spec))
		return true;
	return period == SAMPLE_PERIOD_ALWAYS || (period != SAMPLE_PERIOD_NEVER && attr->flags & ATTR_FREQ);
}

static void set_fields(struct event_attr *attr, const struct event_spec *spec, const struct sample_fields *fields)
{
	bool period = wants_period(attr, spec, fields->period);

	if (period || spec->is_tracepoint || spec->is_off_cpu)
		attr->sample_type |= PERF_SAMPLE_PERIOD;
	if (spec->is_tracepoint)
		attr->sample_type |= PERF_SAMPLE_RAW;
	if (fields->data_addresses)
		attr->sample_type |= PERF_SAMPLE_ADDR | PERF_SAMPLE_DATA_SRC;
	if (wanted_branches(spec, fields)) {
		attr->sample_type |= PERF_SAMPLE_BRANCH_STACK;
		attr->branch_sample_type = wanted_branches(spec, fields);
	}
	attr->sample_type |= fields->more;
}

/* Terms and modifiers that no option of the command has. */
static void set_extra(struct event_attr *attr, const struct event_extra *extra, const struct event_attr_common *common)
{
	uint64_t sample_type = extra->sample_type;

	/* The kernel takes one kind of weight. */
	if (attr->sample_type & PERF_SAMPLE_WEIGHT)
		sample_type &= ~PERF_SAMPLE_WEIGHT_STRUCT;
	attr->sample_type |= sample_type;
	attr->flags |= extra->aux_flags;
	attr->aux_action = extra->aux_action;
	if (extra->aux_sample_size) {
		attr->sample_type |= PERF_SAMPLE_AUX;
		attr->aux_sample_size = extra->aux_sample_size;
	}
	if (extra->inherit == EVENT_INHERIT_NO)
		attr->flags &= ~ATTR_INHERIT;
	if (extra->inherit == EVENT_INHERIT_YES && common->per_cpu)
		attr->flags |= ATTR_INHERIT;
}

static void set_trace(struct event_attr *attr, const struct event_trace *trace, bool sampled,
		      const struct event_attr_common *common)
{
	if (common->per_cpu)
		attr->config |= trace->cpu_config;
	if (trace->kind == TRACE_INTEL_PT)
		attr->flags = (attr->flags & ~ATTR_EXCLUDE_GUEST) | (trace->leaves_out_guests ? ATTR_EXCLUDE_GUEST : 0);
	if (sampled)
		attr->config &= ~trace->sampled_config;
}

static void set_registers(struct event_attr *attr, const struct sample_fields *fields)
{
	if (fields->regs_user && !(attr->sample_type & PERF_SAMPLE_REGS_USER)) {
		attr->sample_type |= PERF_SAMPLE_REGS_USER;
		attr->sample_regs_user = fields->regs_user;
	}
	if (fields->regs_intr) {
		attr->sample_type |= PERF_SAMPLE_REGS_INTR;
		attr->sample_regs_intr = fields->regs_intr;
	}
}

static void set_modes(struct event_attr *attr, const struct sample_modes *modes)
{
	if (modes->no_user)
		attr->flags |= ATTR_EXCLUDE_USER;
	if (modes->no_kernel)
		attr->flags |= ATTR_EXCLUDE_KERNEL;
}

/*
 * Modifier S: samples have the event's count, or those of all members of its group, and the others only count. Where
 * children inherit the event, each thread has counts of its own (Linux 6.12).
 */
static void set_read(struct event_attr *attr, bool of_group, bool samples)
{
	attr->sample_type |= PERF_SAMPLE_READ;
	if (of_group)
		attr->read_format |= PERF_FORMAT_GROUP;
	if (!samples) {
		attr->sample_period = 0;
		attr->flags &= ~ATTR_FREQ;
	}
}

/*
 * Records of switches come with an event that samples, since there may be as many: in the ring of the sideband they
 * could be what mappings find no room for. An event of an uncore PMU sees no thread.
 */
static bool brings_switches(const struct event_list *list, int i, const struct sampler_config *config)
{
	int first = -1;

	for (int j = 0; j < list->n; j++) {
		if (list->events[j].is_off_cpu)
			return i == j;
		if (first < 0 && !list->events[j].pmu_is_system && !list->events[j].pmu_cpus.n)
			first = j;
	}
	return config->sideband.wants_switches && i == first;
}

void event_attr_fill(struct event_attr *attr, const struct event_list *list, int i,
		     const struct event_attr_common *common, const struct sampler_config *config)
{
	const struct event_spec *spec = &list->events[i];

	set_common(attr, common, config);
	set_interval(attr, spec, &config->interval);
	if (!spec->is_off_cpu)
		set_modes(attr, &config->modes);
	set_callchain(attr, spec, &config->fields);
	set_registers(attr, &config->fields);
	set_fields(attr, spec, &config->fields);
	set_extra(attr, &spec->extra, common);
	set_trace(attr, &spec->trace, event_traces_are_sampled(list), common);
	if (config->count_threads)
		attr->flags |= ATTR_INHERIT_STAT;
	if (spec->extra.overwrite == EVENT_OVERWRITE_YES ||
	    (config->overwrite && spec->extra.overwrite != EVENT_OVERWRITE_NO && !spec->is_off_cpu &&
	     !event_spec_is_trace(spec)))
		attr->flags |= ATTR_WRITE_BACKWARD;
	if (brings_switches(list, i, config))
		attr->flags |= ATTR_CONTEXT_SWITCH;
	if (spec->precise == EVENT_PRECISE_MAX)
		attr->flags |= ATTR_PRECISE_IP_MASK;
	if (spec->sample_read)
		set_read(attr, event_groups_has_members(list, i), event_groups_sampler(list, i) == i);
	/* The members of a group run when their leader does. */
	if (!event_groups_leads(list, i))
		attr->flags &= ~(ATTR_DISABLED | ATTR_ENABLE_ON_EXEC);
}

/* What says what a sample holds, and how. */
#define SAMPLE_FLAGS (ATTR_EXCLUDE_CALLCHAIN_KERNEL | ATTR_EXCLUDE_CALLCHAIN_USER | ATTR_DEFER_CALLCHAIN)

void event_attr_follow_leader(struct event_attr *attr, const struct event_attr *leader)
{
	attr->sample_type = leader->sample_type;
	attr->branch_sample_type = leader->branch_sample_type;
	attr->sample_regs_user = leader->sample_regs_user;
	attr->sample_regs_intr = leader->sample_regs_intr;
	attr->sample_stack_user = leader->sample_stack_user;
	attr->sample_max_stack = leader->sample_max_stack;
	attr->flags = (attr->flags & ~SAMPLE_FLAGS) | (leader->flags & SAMPLE_FLAGS);
}

bool event_attr_follows(const struct event_list *list, int i)
{
	return list->events[i].sample_read && !event_groups_leads(list, i);
}

static bool wants_data_maps(const struct sampler_config *config)
{
	if (config->sideband.data_maps == DATA_MAPS_WITH_ADDRESSES)
		return config->fields.data_addresses;
	return config->sideband.data_maps == DATA_MAPS_ALWAYS;
}

uint64_t event_attr_trace_sideband(const struct event_attr *attr, const struct event_trace *trace, bool per_cpu)
{
	bool has_times = attr->config & trace->times;

	switch (trace->kind) {
	case TRACE_INTEL_PT:
		return (has_times && per_cpu ? ATTR_CONTEXT_SWITCH : 0) |
		       (has_times && !(attr->flags & ATTR_EXCLUDE_KERNEL) ? ATTR_TEXT_POKE : 0);
	case TRACE_ARM_SPE: return per_cpu ? ATTR_CONTEXT_SWITCH : 0;
	case TRACE_CS_ETM: return ATTR_CONTEXT_SWITCH;
	default: return 0;
	}
}

void event_attr_fill_sideband(struct event_attr *attr, const struct event_attr_common *common,
			      const struct sampler_config *config)
{
	memset(attr, 0, sizeof(*attr));
	set_common(attr, common, config);
	attr->type = PERF_TYPE_SOFTWARE;
	attr->config = PERF_COUNT_SW_DUMMY;
	attr->sample_period = 1;
	attr->flags |= ATTR_MMAP | ATTR_MMAP2 | ATTR_COMM | ATTR_COMM_EXEC | ATTR_TASK | ATTR_KSYMBOL |
		       ATTR_NAMESPACES | ATTR_EXCLUDE_KERNEL | ATTR_EXCLUDE_HV;
	/* As with Linux perf: one event brings what all of them have deferred. */
	if (config->fields.callgraph.defer && !config->fields.kernel_callchain)
		attr->flags |= ATTR_DEFER_OUTPUT;
	if (config->sideband.bpf_programs)
		attr->flags |= ATTR_BPF_EVENT;
	if (config->sideband.wants_build_ids)
		attr->flags |= ATTR_BUILD_ID;
	if (config->sideband.wants_cgroups)
		attr->flags |= ATTR_CGROUP;
	if (config->sideband.text_pokes)
		attr->flags |= ATTR_TEXT_POKE;
	if (wants_data_maps(config))
		attr->flags |= ATTR_MMAP_DATA;
	/* Its records are wanted from the start, whenever sampling begins. */
	if (config->starts_later)
		attr->flags &= ~ATTR_DISABLED;
}

static bool is_inherited(const struct event_spec *spec, const struct target *target)
{
	switch (spec->extra.inherit) {
	case EVENT_INHERIT_NO: return false;
	case EVENT_INHERIT_YES: return target->kind != TARGET_SYSTEM;
	default: return target->kind != TARGET_SYSTEM && target->inherit;
	}
}

void counting_attr_fill(struct event_attr *attr, const struct event_list *list, int i, const struct target *target,
			const struct counting_config *config)
{
	const struct event_spec *spec = &list->events[i];

	attr->sample_period = 0;
	attr->sample_type = PERF_SAMPLE_IDENTIFIER;
	attr->read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
	if (event_groups_has_members(list, i))
		attr->read_format |= PERF_FORMAT_GROUP | PERF_FORMAT_ID;
	if (is_inherited(spec, target))
		attr->flags |= ATTR_INHERIT;
	if (config->modes.no_user)
		attr->flags |= ATTR_EXCLUDE_USER;
	if (config->modes.no_kernel)
		attr->flags |= ATTR_EXCLUDE_KERNEL;
	if (!event_groups_leads(list, i))
		return;
	attr->flags |= ATTR_DISABLED;
	if (target->kind == TARGET_COMMAND && !config->starts_later && !spec->pmu_is_system)
		attr->flags |= ATTR_ENABLE_ON_EXEC;
}
