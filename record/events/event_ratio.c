#include "record/events/event_ratio.h"

#include "record/events/event_groups.h"
#include "record/pmu/pmu.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>

#define MASK_FORMAT "acr_mask"
#define MASK_FIELD  2 /* config2 */
#define GROUP_MAX   64

/* Whether the PMU can start other counters again. */
static int check_pmu(const char *name, const struct event_context *context, struct error *err)
{
	const struct pmu_format *format;
	struct pmu pmu;
	int result = pmu_load(&pmu, context->sys_root, name, err);

	if (result)
		return result;
	format = pmu_find_format(&pmu, MASK_FORMAT);
	if (!format || format->field != MASK_FIELD)
		result = error_set(err, -EINVAL,
				   "term 'ratio-to-prev': PMU %s cannot reload counters: it has no format " MASK_FORMAT,
				   name);
	pmu_fini(&pmu);
	return result;
}

/* The event's index in its group, from 0 up. */
static int index_in_group(const struct event_list *list, int i)
{
	int index = 0;

	while (!event_groups_leads(list, i - index))
		index++;
	return index;
}

static int check_event(const struct event_list *list, int i, const struct event_context *context, struct error *err)
{
	const struct event_spec *spec = &list->events[i];

	if (event_groups_leads(list, i))
		return error_set(err, -EINVAL, "event '%s': the term ratio-to-prev needs an event before it in a group",
				 spec->name);
	if (!spec->pmu || !spec->pmu_is_core || !spec[-1].pmu || strcmp(spec->pmu, spec[-1].pmu) != 0 ||
	    index_in_group(list, i) >= GROUP_MAX)
		return error_set(err, -EINVAL,
				 "event '%s': the term ratio-to-prev is for an event and the one before it, of the "
				 "same cores",
				 spec->name);
	if (spec->attr.config2 || spec[-1].attr.config2 || spec[-1].ratio_to_prev)
		return error_set(err, -EINVAL,
				 "event '%s': the term ratio-to-prev is for two events without " MASK_FORMAT,
				 spec->name);
	return check_pmu(spec->pmu, context, err);
}

static uint64_t scaled(uint64_t period, double by)
{
	double wanted = (double)period * by;

	if (wanted < 1)
		return 1;
	return wanted < (double)INT64_MAX ? (uint64_t)wanted : INT64_MAX;
}

/* The period that one of the two has, for the other. */
static void share_period(struct event_spec *before, struct event_spec *spec)
{
	if (before->period && !spec->period)
		spec->period = scaled(before->period, spec->ratio_to_prev);
	else if (spec->period && !before->period)
		before->period = scaled(spec->period, 1 / spec->ratio_to_prev);
	if (before->period && spec->period)
		before->freq = spec->freq = 0;
}

int event_ratio_check(const struct event_list *list, int first, const struct event_context *context, struct error *err)
{
	for (int i = first; i < list->n; i++) {
		int result = list->events[i].ratio_to_prev ? check_event(list, i, context, err) : 0;

		if (result)
			return result;
	}
	return 0;
}

int event_ratio_finish(struct event_list *list, uint64_t period, struct error *err)
{
	for (int i = 1; i < list->n; i++) {
		struct event_spec *spec = &list->events[i];
		uint64_t bit;

		if (!spec->ratio_to_prev)
			continue;
		if (!spec[-1].period)
			spec[-1].period = period;
		share_period(&spec[-1], spec);
		if (!spec->period || !spec[-1].period)
			return error_set(err, -EINVAL,
					 "event '%s': the term ratio-to-prev needs a period, of this event or the one "
					 "before it: period=100000 or -c 100000",
					 spec->name);
		bit = 1ull << index_in_group(list, i);
		spec[-1].attr.config2 = bit;
		spec->attr.config2 = bit | bit >> 1;
	}
	return 0;
}
