/*
 * cpus: CPUs that come online and go offline while they are recorded.
 *
 * Where the target is whole CPUs, the kernel's uevents (record/session/hotplug.h) say so. A CPU that comes has its
 * events opened and its rings drained and watched; what it could not be recorded in is a gap
 * (record/session/cpu_gaps.h). Only what is wrong with the recording as a whole is an error: the other CPUs go on.
 *
 * Ownership: _init/_fini; what the setup points to is borrowed. One thread at a time.
 */
#ifndef PREC_RECORD_SESSION_CPUS_H
#define PREC_RECORD_SESSION_CPUS_H

#include "record/session/cpu_gaps.h"
#include "record/session/watch.h"

struct cpus {
	struct sampler *sampler;
	struct drain *drain;
	struct watch *watch;
	struct notices *notices;
	int hotplug_fd; /* -1: the target has no CPUs of its own, or there are no uevents */
	bool sampling;  /* the events that sample have been enabled: those of CPUs that come are too */
	struct cpu_gaps gaps;
};

/* Begins to listen. Without uevents CPUs that come online are not recorded, which a notice says. */
void cpus_init(struct cpus *c, struct sampler *sampler, struct drain *drain, struct watch *watch,
	       struct notices *notices);
void cpus_fini(struct cpus *c);

/* Opens the CPUs that have come online since they were listed. 0 or a negative errno. */
int cpus_check(struct cpus *c, struct error *err);

/* Takes what the kernel says. A CPU that cannot be recorded is a notice. 0 or a negative errno. */
int cpus_take_changes(struct cpus *c, struct error *err);

#endif
