/*
 * stat_pmu: the PMU that --cputype or --pmu-filter of prec stat name.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_COMMAND_STAT_PMU_H
#define PREC_RECORD_COMMAND_STAT_PMU_H

#include "common/error.h"

#include <stdbool.h>

/*
 * is_core: name is that of a kind of cores, whose PMU may begin with "cpu_" ("core", "atom"). ret_pmu: malloc'ed. 0, or
 * a negative errno with a message that begins with the option and says which there are.
 */
int stat_pmu_find(char **ret_pmu, const char *option, const char *name, bool is_core, const char *sys_root,
		  struct error *err);

#endif
