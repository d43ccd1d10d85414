/*
 * cpus: CPUs that come online and go offline while they are recorded.
 *
 * Where the target is whole CPUs, the kernel reports them by uevents (record/session/cpus.h). A CPU that comes
 * online has its events opened, and its rings drained and watched. The time in which it was not recorded is a gap
 * (record/session/cpus.h). A CPU that cannot be recorded is no error: the others are. What the area of a hardware
 * trace holds for snapshots goes into the file before it is mapped anew.
 *
 * Ownership: _init/_fini; what it points to is borrowed. One thread at a time.
 */
#ifndef PREC_RECORD_SESSION_CPUS_H
#define PREC_RECORD_SESSION_CPUS_H

#include "record/drain/drain.h"
#include "record/drain/watch.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * cpu_gaps: the times in which a CPU was not recorded, because it was offline.
 *
 * A gap begins with the last record of the CPU, and ends with the first one after its events were opened again. Each is
 * written into the sideband stream once (note_put_cpu_gap in formats/record/note.h).
 *
 * Ownership: zero is an empty list; _fini. One thread at a time.
 */

struct cpu_gap {
	int cpu;
	uint64_t from;  /* time of the last record before, 0: there was none */
	uint64_t until; /* of the first record after, 0: there is none yet */
	bool is_open;   /* until is 0 */
	bool is_back;   /* its events are there again */
};

struct cpu_gaps {
	struct cpu_gap *list; /* in the order in which they began */
	size_t n;
};

void cpu_gaps_fini(struct cpu_gaps *gaps);

/*
 * The CPU is offline, or was. Drains its rings first. A gap that has not been written yet continues. 0 or a negative
 * errno.
 */
int cpu_gaps_begin(struct cpu_gaps *gaps, struct drain *d, int cpu, struct error *err);

/* The CPU whose gap is open has its events again. */
void cpu_gaps_come_back(struct cpu_gaps *gaps, int cpu);

/*
 * After all rings were drained: writes the gaps that have ended; with all, at the end of the recording, those that are
 * open too. 0 or a negative errno.
 */
int cpu_gaps_write(struct cpu_gaps *gaps, struct drain *d, bool all, struct error *err);

/* The same at the end of a file that another one follows: those that are open stay open. 0 or a negative errno. */
int cpu_gaps_copy(const struct cpu_gaps *gaps, struct drain *d, struct error *err);

/* What the user is to know of them. */
void cpu_gaps_describe(const struct cpu_gaps *gaps, struct diagnostics *diagnostics);

/*
 * hotplug: CPUs that go offline and come online, as the kernel reports them.
 *
 * It sends uevents on a netlink socket (lib/kobject_uevent.c). So /sys/devices/system/cpu/online need not be polled,
 * and a CPU that was offline only for a short time is not missed. A resume after a suspend reports only CPUs that come
 * online (thaw_secondary_cpus in kernel/cpu.c). Listening needs no privilege, but there are no uevents in network
 * namespaces of other user namespaces than the first.
 *
 * Threads: one at a time.
 */

struct hotplug_change {
	int cpu;
	bool online;
};

/* A socket that polls as readable when there may be a change; the caller closes it. Or a negative errno. */
int hotplug_open(void);

/* The next change: 1, 0 when there is none for now, or a negative errno; -ENOBUFS: some were dropped. */
int hotplug_next(int fd, struct hotplug_change *ret_change);

/* Whether the uevent of `size` bytes is of a CPU that goes offline or comes online. */
bool hotplug_parse(const char *uevent, size_t size, struct hotplug_change *ret_change);

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
