#include "record/drain/drain_pressure.h"

#include "common/clock_ns.h"

#define PRESSURE_WINDOW_NS (NS_PER_S / 4)
#define PRESSURE_BUSY      0.6 /* of one CPU: below that the thread waits for a CPU, and packing less does not help */
#define LEVEL_STEP         3

void drain_pressure_begin(struct drain_pressure *p)
{
	p->wall_ns = clock_now();
	p->cpu_ns = clock_ns(CLOCK_THREAD_CPUTIME_ID);
}

/* Whether this thread has been busy rather than waiting, over the last fraction of a second. */
static bool is_busy(struct drain_pressure *p)
{
	uint64_t wall = clock_now();
	uint64_t cpu = clock_ns(CLOCK_THREAD_CPUTIME_ID);
	bool busy = (double)(cpu - p->cpu_ns) > PRESSURE_BUSY * (double)(wall - p->wall_ns);

	if (wall - p->wall_ns < PRESSURE_WINDOW_NS)
		return false;
	p->wall_ns = wall;
	p->cpu_ns = cpu;
	return busy;
}

int drain_pressure_feel(struct drain_pressure *p, struct zframe *zframe, struct error *err)
{
	int level = zframe->level;

	if (!p->level || !is_busy(p))
		return 0;
	p->felt = true;
	if (level > 1)
		return zframe_set_level(zframe, 1, err);
	if (level > ZFRAME_LEVEL_MIN)
		return zframe_set_level(
			zframe, level - LEVEL_STEP > ZFRAME_LEVEL_MIN ? level - LEVEL_STEP : ZFRAME_LEVEL_MIN, err);
	p->is_behind = true;
	return 0;
}

int drain_pressure_relax(struct drain_pressure *p, struct zframe *zframe, struct error *err)
{
	int level = zframe->level + LEVEL_STEP;
	bool felt = p->felt;

	p->felt = false;
	if (felt || !p->level || zframe->level == p->level)
		return 0;
	return zframe_set_level(zframe, level < p->level ? level : p->level, err);
}
