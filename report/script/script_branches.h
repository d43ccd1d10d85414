/*
 * script_branches: branch stacks as text: -F brstack, brstacksym and brstackoff.
 */
#ifndef PREC_REPORT_SCRIPT_SCRIPT_BRANCHES_H
#define PREC_REPORT_SCRIPT_SCRIPT_BRANCHES_H

#include "formats/record/sample_decode.h"
#include "report/script/script_worker.h"

/*
 * " 0xFROM/0xTO/P/-/-/CYCLES/TYPE/SPEC " for each branch; with the field dso also " (DSO)" after each address. offsets:
 * in place of addresses, how far into their files they are.
 */
void script_put_branches(struct script_worker *w, const struct script_event *e, const struct script_snapshot *at,
			 unsigned mode, const struct sample_branches *branches, bool offsets);

/* The same with symbols for the addresses. */
void script_put_branch_symbols(struct script_worker *w, const struct script_event *e, const struct script_snapshot *at,
			       unsigned mode, const struct sample_branches *branches);

#endif
