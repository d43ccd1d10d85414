/*
 * print_stats: how many records of each type a file holds, as `perf report --stats` prints it.
 */
#ifndef PREC_REPORT_PRINT_PRINT_STATS_H
#define PREC_REPORT_PRINT_PRINT_STATS_H

#include "report/scan/analysis.h"

#include <stdio.h>

void print_stats(FILE *out, const struct analysis *a);

#endif
