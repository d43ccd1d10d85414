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

/* "HOSTNAME" for FEATURE_HOSTNAME; NULL: not known. */
const char *header_feature_name(unsigned feature);

/*
 * One feature of the file, as print_header shows it; nothing for those that are not known. *ret_left (may be NULL): how
 * many bytes there are after what was printed, 0 if that is not known. 0; -EBADMSG: damaged, what came before has been
 * printed; -ENOTSUP: of a version not known here; or what perf_file_read_feature says.
 */
int header_feature_print(FILE *out, const struct perf_file *f, unsigned feature, size_t *ret_left, struct error *err);

/* A stream for it that keeps nothing, and opens no file (see report/sandbox/sandbox.h). NULL: no memory. */
FILE *header_nowhere(void);

#endif
