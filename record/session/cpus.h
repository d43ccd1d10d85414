/*
 * cpus: follows CPUs that come online and go offline while whole CPUs are recorded.
 *
 * The kernel reports them by uevents (hotplug). When a CPU comes online, its events are opened, and its rings are
 * drained and watched. The time in which it was not recorded is a gap (cpu_gaps). If one CPU cannot be recorded, the
 * others still are. What a trace's area holds for snapshots is written before the area is mapped again.
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
 * cpu_gaps: notes the times in which a CPU was not recorded because it was offline.
 *
 * A gap begins with the last record of the CPU, and ends with the first one after its events were opened again. Each is
 * written to the sideband stream once (private_record_put_cpu_gap in formats/record/private_record.h).
 *
 * Ownership: zero is an empty list; _fini. One thread at a time.
 */

struct cpu_gap {
	int cpu;
	uint64_t from;  /* the time of the last record before; 0: there was none */
	uint64_t until; /* the time of the first record after; 0: there is none yet */
	bool is_open;   /* until is 0 */
	bool is_back;   /* its events are open again */
};

struct cpu_gaps {
	struct cpu_gap *list; /* in the order in which they began */
	size_t n;
};

void cpu_gaps_fini(struct cpu_gaps *gaps);

/*
 * Begins the gap of a CPU that is offline, or was; drains its rings first. Continues a gap that is not written yet. 0
 * or a negative errno.
 */
int cpu_gaps_begin(struct cpu_gaps *gaps, struct drain *d, int cpu, struct error *err);

/* Call when a CPU whose gap is open has its events again. */
void cpu_gaps_come_back(struct cpu_gaps *gaps, int cpu);

/*
 * Call after all rings were drained. Writes the gaps that have ended; `all`, at the end of the recording: open ones,
 * too. 0 or a negative errno.
 */
int cpu_gaps_write(struct cpu_gaps *gaps, struct drain *d, bool all, struct error *err);

/* Does so at the end of a file that another one follows: open gaps stay open. 0 or a negative errno. */
int cpu_gaps_copy(const struct cpu_gaps *gaps, struct drain *d, struct error *err);

/* Adds messages about the gaps. */
void cpu_gaps_describe(const struct cpu_gaps *gaps, struct diagnostics *diagnostics);

/*
 * hotplug: reads from the kernel which CPUs go offline and come online.
 *
 * The kernel sends uevents on a netlink socket (lib/kobject_uevent.c). So /sys/devices/system/cpu/online need not be
 * polled, and a CPU that is offline for a moment is not missed. After a suspend only CPUs that come online are reported
 * (thaw_secondary_cpus in kernel/cpu.c). Listening needs no privilege. A network namespace that belongs to another user
 * namespace than the first gets no uevents.
 *
 * Threads: one at a time.
 */

struct hotplug_change {
	int cpu;
	bool online;
};

/* Returns a socket that polls as readable when there may be a change; the caller closes it. Or a negative errno. */
int hotplug_open(void);

/* Reads the next change: 1; 0: there is none now; or a negative errno. -ENOBUFS: the kernel dropped some. */
int hotplug_next(int fd, struct hotplug_change *ret_change);

/* True if the uevent of `size` bytes reports a CPU that goes offline or comes online. */
bool hotplug_parse(const char *uevent, size_t size, struct hotplug_change *ret_change);

struct cpus {
	struct sampler *sampler;
	struct drain *drain;
	struct watch *watch;
	const struct snapshot_config *snapshots;
	struct diagnostics *diagnostics;
	int hotplug_fd; /* -1: the target has no CPUs of its own, or there are no uevents */
	bool sampling;  /* sampling is on: CPUs that come online sample, too */
	struct cpu_gaps gaps;
};

/* Begins to listen. If there are no uevents, no CPU that comes online is recorded, and a message says so. */
void cpus_init(struct cpus *c, struct sampler *sampler, struct drain *drain, struct watch *watch,
	       const struct snapshot_config *snapshots, struct diagnostics *diagnostics);
void cpus_fini(struct cpus *c);

/* Opens the events of CPUs that came online since the list was made. 0 or a negative errno. */
int cpus_check(struct cpus *c, struct error *err);

/* Reads the changes. A CPU that cannot be recorded adds a message. 0 or a negative errno. */
int cpus_take_changes(struct cpus *c, struct error *err);

#endif
