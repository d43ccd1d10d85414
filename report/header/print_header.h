/*
 * print_header: a file's header and features as `perf report --header` prints them.
 */
#ifndef PREC_REPORT_HEADER_PRINT_HEADER_H
#define PREC_REPORT_HEADER_PRINT_HEADER_H

#include "formats/file/perf_file.h"

#include <stdio.h>

/*
 * all: the long features too (-I). What is damaged is named as such and passed over; features that are not known are
 * named with -v.
 */
void print_header(FILE *out, const struct perf_file *f, bool all);

#endif
