/*
 * pmu_names: the names of the recorded machine's PMUs, by type (FEATURE_PMU_MAPPINGS).
 *
 * The kernel assigns types from 6 up as PMUs are registered, so only the file says which PMU has which.
 */
#ifndef PREC_REPORT_HEADER_PMU_NAMES_H
#define PREC_REPORT_HEADER_PMU_NAMES_H

#include "formats/file/perf_file.h"

struct pmu_names {
	struct buffer section; /* empty when the file has none */
};

void pmu_names_init(struct pmu_names *names, const struct perf_file *file);
void pmu_names_fini(struct pmu_names *names);

/* Returns the name of the PMU of that type, valid as long as names, or NULL. */
const char *pmu_names_by_type(const struct pmu_names *names, uint32_t type);
bool pmu_names_has(const struct pmu_names *names, const char *name);

#endif
