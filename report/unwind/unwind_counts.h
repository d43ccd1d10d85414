/*
 * unwind_counts: how many stacks were unwound, and why those that end too early do, by cause and by the dso of their
 * last address.
 */
#ifndef PREC_REPORT_UNWIND_UNWIND_COUNTS_H
#define PREC_REPORT_UNWIND_UNWIND_COUNTS_H

#include "report/unwind/unwind.h"

/* One cause in one dso; dso DSO_NONE: in no mapping. */
struct unwind_count {
	uint32_t dso;
	enum unwind_end end;
	uint64_t n;
};

struct unwind_counts {
	uint64_t n;                 /* all stacks */
	uint64_t ends[UNWIND_ENDS]; /* by how they end */
	struct unwind_count *list;  /* of those that end too early */
	uint32_t n_list, capacity;
};

/* Counts one stack. All zero at first. Without memory `list` is not complete. */
void unwind_counts_add(struct unwind_counts *c, enum unwind_end end, uint32_t dso);

void unwind_counts_merge(struct unwind_counts *c, const struct unwind_counts *from);

/* The largest first. */
void unwind_counts_sort(struct unwind_counts *c);
void unwind_counts_fini(struct unwind_counts *c);

/* Whether a stack that ends so has callers that are not known. */
static inline bool unwind_end_is_early(enum unwind_end end)
{
	return end != UNWIND_COMPLETE && end != UNWIND_LIMIT;
}

/* How many end too early. */
uint64_t unwind_counts_early(const struct unwind_counts *c);

#endif
