/*
 * online_cpus: the CPUs of the machine that run.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_PMU_ONLINE_CPUS_H
#define PREC_RECORD_PMU_ONLINE_CPUS_H

#include "common/cpulist.h"

/*
 * What devices/system/cpu/online of sysfs says; sys_root: NULL: "/sys". 0 with a list for cpulist_fini; or, with an
 * empty one, a negative errno of open(2) or read(2), -EINVAL: no list, -ENOMEM.
 */
int online_cpus_read(struct cpulist *ret_cpus, const char *sys_root, struct error *err);

#endif
