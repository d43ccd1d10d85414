/*
 * pmu_types: lists all PMUs of the machine by type number, and tells which are core PMUs.
 *
 * Ownership: _load/_fini. Threads: no state, any thread.
 */
#ifndef PREC_RECORD_PMU_PMU_TYPES_H
#define PREC_RECORD_PMU_PMU_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * pmu_match: tells which PMUs a word before a slash means, as in Linux perf.
 *
 * Threads: no state, any thread.
 */

/*
 * True if the word means the PMU: its name, a glob of it, or its name without the number at its end ("uncore_imc" for
 * uncore_imc_0; three or more hexadecimal digits are a number, too: "smmuv3_pmcg" for smmuv3_pmcg_10a0). "uncore_" may
 * be left out.
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

/* Loads the list; it is empty if sysfs has no PMUs, or without memory. */
void pmu_types_load(struct pmu_types *types, const char *sys_root);
void pmu_types_fini(struct pmu_types *types);

/* Returns the name of a type, valid as long as types, or NULL. */
const char *pmu_types_find(const struct pmu_types *types, uint32_t type);

/* Returns the number of core PMUs. */
size_t pmu_types_count_cores(const struct pmu_types *types);

#endif
