#include "counts/counted.h"

#include <math.h>

uint64_t count_rounded(double count)
{
	const double whole = round(count);

	return whole < 0x1p64 ? (uint64_t)whole : UINT64_MAX;
}

uint64_t count_scaled(struct count count)
{
	if (!count.running)
		return 0;
	if (count.running == count.enabled)
		return count.value;
	return count_rounded((double)count.value * (double)count.enabled / (double)count.running);
}

struct count count_since(struct count now, struct count before)
{
	return (struct count){ now.value - before.value, now.enabled - before.enabled, now.running - before.running };
}

bool counted_is_clock(const struct counted_event *event)
{
	return !event->tool && event->attr->type == PERF_TYPE_SOFTWARE &&
	       (event->attr->config == PERF_COUNT_SW_CPU_CLOCK || event->attr->config == PERF_COUNT_SW_TASK_CLOCK);
}

struct counted_kind counted_kind(const struct counted_event *event)
{
	const struct event_attr *attr = event->attr;
	const bool has_pmu = attr->type == PERF_TYPE_HARDWARE || attr->type == PERF_TYPE_HW_CACHE;

	if (event->is_generic)
		return event->kind;
	if (!has_pmu)
		return (struct counted_kind){ attr->type, attr->config, 0 };
	return (struct counted_kind){ attr->type, (uint32_t)attr->config,
				      (uint32_t)(attr->config >> PERF_PMU_TYPE_SHIFT) };
}
