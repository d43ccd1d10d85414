#include "counts/counted.h"

#include <math.h>

uint64_t count_scaled(struct count count)
{
	double scaled;

	if (!count.running)
		return 0;
	if (count.running == count.enabled)
		return count.value;
	scaled = round((double)count.value * (double)count.enabled / (double)count.running);
	return scaled < 0x1p64 ? (uint64_t)scaled : UINT64_MAX;
}

struct count count_since(struct count now, struct count before)
{
	return (struct count){ now.value - before.value, now.enabled - before.enabled, now.running - before.running };
}
