/*
 * cpus: CPUs that come online and go offline while they are recorded.
 *
 * Where the target is whole CPUs, the kernel reports them by uevents (record/session/hotplug.h). A CPU that comes
 * online has its events opened, and its rings drained and watched. The time in which it was not recorded is a gap
 * (record/session/cpu_gaps.h). A CPU that cannot be recorded is no error: the others are. What the area of a hardware
 * trace holds for snapshots goes into the file before it is mapped anew.
 *
 * Ownership: _init/_fini; what it points to is borrowed. One thread at a time.
 */
#ifndef PREC_RECORD_SESSION_CPUS_H
#define PREC_RECORD_SESSION_CPUS_H

#include "record/session/cpu_gaps.h"
#include "record/drain/watch.h"

struct cpus {
	struct sampler *sampler;
	struct drain *drain;
	struct watch *watch;
	const struct snapshot_config *snapshots;
	struct diagnostics *diagnostics;
	int hotplug_fd; /* -1: the target has no CPUs of its own, or there are no uevents */
	bool sampling;  /* the events that sample have been enabled: those of CPUs that come are too */
	struct cpu_gaps gaps;
};

/* Begins to listen. Without uevents no CPU that comes online is recorded; a notice says so. */
void cpus_init(struct cpus *c, struct sampler *sampler, struct drain *drain, struct watch *watch,
	       const struct snapshot_config *snapshots, struct diagnostics *diagnostics);
void cpus_fini(struct cpus *c);

/* Opens the CPUs that have come online since they were listed. 0 or a negative errno. */
int cpus_check(struct cpus *c, struct error *err);

/* Reads what the kernel reports. A CPU that cannot be recorded is a notice. 0 or a negative errno. */
int cpus_take_changes(struct cpus *c, struct error *err);

#endif
