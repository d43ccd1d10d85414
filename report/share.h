/*
 * share: what part of a whole something has, in percent, and perf's colors for it.
 */
#ifndef PREC_REPORT_SHARE_H
#define PREC_REPORT_SHARE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* 0 of nothing. */
static inline double share_percent(uint64_t part, uint64_t whole)
{
	return whole ? 100.0 * (double)part / (double)whole : 0.0;
}

/*
 * Around the text of a share: red from 5 percent on, green above half a percent, as in perf (tools/perf/util/color.c);
 * nothing where color is not set.
 */
void share_color_begin(FILE *out, bool color, double percent);
void share_color_end(FILE *out, bool color, double percent);

#endif
