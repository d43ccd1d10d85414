/*
 * percent_color: the colors that Linux perf gives to shares, in percent.
 */
#ifndef PREC_REPORT_TERMINAL_PERCENT_COLOR_H
#define PREC_REPORT_TERMINAL_PERCENT_COLOR_H

#include <stdbool.h>
#include <stdio.h>

/*
 * Around the text of a share: red from 5 percent on, green above half a percent, as in perf (tools/perf/util/color.c);
 * nothing where color is not set.
 */
void percent_color_begin(FILE *out, bool color, double percent);
void percent_color_end(FILE *out, bool color, double percent);

#endif
