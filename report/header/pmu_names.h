/*
 * pmu_names: the PMUs of the machine a file was recorded on, by their type (FEATURE_PMU_MAPPINGS).
 *
 * Types from 6 up are given by the kernel as PMUs are registered, so that only the file can say whose they are.
 */
#ifndef PREC_REPORT_HEADER_PMU_NAMES_H
#define PREC_REPORT_HEADER_PMU_NAMES_H

#include "formats/file/perf_file.h"

struct pmu_names {
	struct buffer section; /* empty when the file has none */
};

void pmu_names_init(struct pmu_names *names, const struct perf_file *file);
void pmu_names_fini(struct pmu_names *names);

/* The name of the PMU of that type, or NULL; it lives as long as names. */
const char *pmu_names_by_type(const struct pmu_names *names, uint32_t type);
bool pmu_names_has(const struct pmu_names *names, const char *name);

#endif
