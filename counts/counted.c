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
