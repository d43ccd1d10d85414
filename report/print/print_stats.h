/*
 * print_stats: prints how many records of each type a file has, as `perf report --stats` does.
 */
#ifndef PREC_REPORT_PRINT_PRINT_STATS_H
#define PREC_REPORT_PRINT_PRINT_STATS_H

#include "report/scan/analysis.h"

#include <stdio.h>

/* Prints the numbers of records by type, then those of samples and losses by event. */
void print_stats(FILE *out, const struct analysis *a);

#endif
