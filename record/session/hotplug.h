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
#ifndef PREC_RECORD_SESSION_HOTPLUG_H
#define PREC_RECORD_SESSION_HOTPLUG_H

#include <stdbool.h>
#include <stddef.h>

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

#endif
