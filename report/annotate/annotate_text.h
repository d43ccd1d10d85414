/*
 * annotate_text: functions as text, in the columns of perf annotate --stdio:
 *
 *	 Percent |	Source code & Disassembly of burn for cpu-clock (6038 samples, percent: local period)
 *	-------------------------------------------------------------------------------------------
 *	         :   0000000000001190 <hot>:
 *	         : mix(): inlined into hot() at burn.c:12
 *	         : 4    static inline unsigned mix(unsigned x) { x ^= x << 13; ...
 *	    4.79 :   11ad:   xor    %edx, %eax
 *
 * Several events have a column each.
 */
#ifndef PREC_REPORT_ANNOTATE_ANNOTATE_TEXT_H
#define PREC_REPORT_ANNOTATE_ANNOTATE_TEXT_H

#include "report/annotate/annotate_view.h"

/* Writes all functions. 0 or -ENOMEM. */
int annotate_text_write(struct annotate_view *v);

#endif
