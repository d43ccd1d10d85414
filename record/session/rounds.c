#include "record/session/rounds.h"

#include "common/clock_ns.h"

#define ROUND_INTERVAL_NS    (900 * NS_PER_MS)
#define SIDEBAND_INTERVAL_NS (50 * NS_PER_MS)

void rounds_watch_sideband(struct rounds *r, uint64_t now)
{
	r->sideband_ns = now + SIDEBAND_INTERVAL_NS;
}

void rounds_end(struct rounds *r, uint64_t now)
{
	r->round_ns = now + ROUND_INTERVAL_NS;
}

bool rounds_is_due(const struct rounds *r, uint64_t now)
{
	return now >= r->round_ns;
}

bool rounds_take_sideband(struct rounds *r, uint64_t now)
{
	if (!r->sideband_ns || now < r->sideband_ns)
		return false;
	r->sideband_ns = now + SIDEBAND_INTERVAL_NS;
	return true;
}

uint64_t rounds_next(const struct rounds *r)
{
	return r->sideband_ns && r->sideband_ns < r->round_ns ? r->sideband_ns : r->round_ns;
}
