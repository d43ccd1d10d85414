/*
 * file_header: opens a perf.data file of file mode: the header, and what it points to.
 */
#ifndef PREC_FORMATS_FILE_FILE_HEADER_H
#define PREC_FORMATS_FILE_FILE_HEADER_H

#include "formats/file/perf_file.h"

/*
 * Fills events, features and the data section of f, whose fd, size and swap are set. 0 or a negative errno; what is
 * cut off by the file's end is noted as damage.
 */
int file_header_open(struct perf_file *f, struct error *err);

#endif
