/*
 * drain_pressure: less effort goes into packing while records come faster than a thread can pack them.
 *
 * One thread at a time: the one that packs.
 */
#ifndef PREC_RECORD_DRAIN_DRAIN_PRESSURE_H
#define PREC_RECORD_DRAIN_DRAIN_PRESSURE_H

#include "common/error.h"
#include "formats/file/zframe.h"

struct drain_pressure {
	int level;                /* of zstd, as asked for; 0: none */
	uint64_t wall_ns, cpu_ns; /* where the time being looked at began */
	bool felt;                /* since it was relaxed */
	bool is_behind;           /* less effort does not help any more */
};

/* It is measured from now on. */
void drain_pressure_begin(struct drain_pressure *p);

/* A ring was found over half full: zframe makes less effort, if this thread was busy. 0 or a negative errno. */
int drain_pressure_feel(struct drain_pressure *p, struct zframe *zframe, struct error *err);

/* A round is over: back towards the level asked for, when there was no pressure. 0 or a negative errno. */
int drain_pressure_relax(struct drain_pressure *p, struct zframe *zframe, struct error *err);

#endif
