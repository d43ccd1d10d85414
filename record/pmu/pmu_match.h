/*
 * pmu_match: which PMUs a word before a slash stands for, as in Linux perf.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_PMU_PMU_MATCH_H
#define PREC_RECORD_PMU_PMU_MATCH_H

#include <stdbool.h>

/*
 * Whether what was typed stands for the PMU: its name, a glob of it, or the name without the number at its end
 * ("uncore_imc" for uncore_imc_0; three hexadecimal digits or more are a number too, "smmuv3_pmcg" for
 * smmuv3_pmcg_10a0). "uncore_" may be left out.
 */
bool pmu_match(const char *pmu, const char *typed);

#endif
