/*
 * pmu_types: all PMUs of the machine by their type numbers, and which of them count a CPU's own events.
 *
 * Ownership: _load/_fini. Threads: no state, any thread.
 */
#ifndef PREC_RECORD_PMU_PMU_TYPES_H
#define PREC_RECORD_PMU_PMU_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * pmu_match: which PMUs a word before a slash stands for, as in Linux perf.
 *
 * Threads: no state, any thread.
 */

/*
 * Whether what was typed stands for the PMU: its name, a glob of it, or the name without the number at its end
 * ("uncore_imc" for uncore_imc_0; three hexadecimal digits or more are a number too, "smmuv3_pmcg" for
 * smmuv3_pmcg_10a0). "uncore_" may be left out.
 */
bool pmu_match(const char *pmu, const char *typed);

struct pmu_types {
	struct pmu_type {
		char *name;
		uint32_t type;
		bool is_core; /* "cpu" and the like, or one of several kinds of cores */
	} * pmus;             /* as strverscmp(3) orders */
	size_t n;
};

/* None where sysfs has none, or there is no memory. */
void pmu_types_load(struct pmu_types *types, const char *sys_root);
void pmu_types_fini(struct pmu_types *types);

/* The name, which lives as long as types, or NULL. */
const char *pmu_types_find(const struct pmu_types *types, uint32_t type);

/* How many core PMUs there are. */
size_t pmu_types_count_cores(const struct pmu_types *types);

#endif
