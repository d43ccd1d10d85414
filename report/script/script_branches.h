/*
 * script_branches: writes branch stacks as text: -F brstack, brstacksym and brstackoff.
 */
#ifndef PREC_REPORT_SCRIPT_SCRIPT_BRANCHES_H
#define PREC_REPORT_SCRIPT_SCRIPT_BRANCHES_H

#include "formats/record/sample_decode.h"
#include "report/script/script_worker.h"

/*
 * Appends " 0xFROM/0xTO/P/-/-/CYCLES/TYPE/SPEC " to w->out for each branch, with the field dso also " (DSO)" after each
 * address. offsets: shows offsets in the file (script_names_offset) in place of addresses.
 */
void script_put_branches(struct script_worker *w, const struct script_event *e, const struct script_snapshot *at,
			 unsigned mode, const struct sample_branches *branches, bool offsets);

/* Appends the same with symbols in place of addresses: "FROM+0x10/TO+0x0/P/...". */
void script_put_branch_symbols(struct script_worker *w, const struct script_event *e, const struct script_snapshot *at,
			       unsigned mode, const struct sample_branches *branches);

#endif
