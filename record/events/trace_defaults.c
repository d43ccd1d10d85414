#include "record/events/trace_defaults.h"

#include "record/events/event_terms.h"

#include <stdio.h>
#include <string.h>

/* 2^3: an MTC packet each 8 cycles of the crystal clock; a PSB packet each 2^(3+11) bytes. */
#define PERIOD_WANTED 3
#define TERM_MAX      48

/* The number of the set bit that is wanted, else of the next lower, else of the lowest; bits are not 0. */
static int nearest_bit(uint64_t bits, int wanted)
{
	uint64_t low = bits & ((2ull << wanted) - 1);

	return low ? 63 - __builtin_clzll(low) : __builtin_ctzll(bits);
}

/* One of the periods that the CPU can make, a mask in the file; -1: none. */
static int period_of(const struct pmu *pmu, const char *sys_root, const char *file)
{
	uint64_t periods;

	if (pmu_read_number(&periods, sys_root, pmu->name, file, 16) || !periods)
		return -1;
	return nearest_bit(periods, PERIOD_WANTED);
}

static bool can(const struct pmu *pmu, const char *sys_root, const char *file)
{
	uint64_t able;

	return pmu_read_number(&able, sys_root, pmu->name, file, 10) || able;
}

int trace_defaults_apply(struct event_spec *spec, const struct pmu *pmu, const char *sys_root, struct error *err)
{
	bool has_branch = pmu_find_format(pmu, "pt") && pmu_find_format(pmu, "branch");
	char mtc_term[TERM_MAX] = "", psb_term[TERM_MAX] = "", terms[3 * TERM_MAX];
	int mtc = -1, psb = -1;

	if (!strcmp(pmu->name, "intel_pt") || !strcmp(pmu->name, "intel_bts"))
		spec->attr.sample_period = 1;
	if (strcmp(pmu->name, "intel_pt") != 0 || !pmu_find_format(pmu, "tsc"))
		return 0;
	if (can(pmu, sys_root, "caps/mtc"))
		mtc = period_of(pmu, sys_root, "caps/mtc_periods");
	if (mtc >= 0 && can(pmu, sys_root, "caps/psb_cyc"))
		psb = period_of(pmu, sys_root, "caps/psb_periods");
	if (mtc >= 0)
		snprintf(mtc_term, sizeof(mtc_term), ",mtc,mtc_period=%d", mtc);
	if (psb >= 0)
		snprintf(psb_term, sizeof(psb_term), ",psb_period=%d", psb);
	snprintf(terms, sizeof(terms), "tsc%s%s%s", mtc_term, psb_term, has_branch ? ",pt,branch" : "");
	return event_terms_apply(spec, pmu, terms, strlen(terms), err);
}
