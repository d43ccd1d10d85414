/* dump_head: dumps what a file has besides records: header, files, events, features. */
#ifndef PREC_REPORT_DUMP_DUMP_HEAD_H
#define PREC_REPORT_DUMP_DUMP_HEAD_H

#include "formats/file/perf_file.h"
#include "report/dump/dump_writer.h"

/*
 * Dumps it all. Damage is written, and is no error. 0; or, after all else is written, the error for lack of resources
 * (error_is_of_machine) by which a feature could not be read, with *err filled.
 */
int dump_head(struct dump_writer *w, const struct perf_file *f, struct error *err);

#endif
