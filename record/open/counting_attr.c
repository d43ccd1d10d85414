#include "record/open/counting_attr.h"

#include "record/events/event_groups.h"

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
