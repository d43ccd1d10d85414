/*
 * dump_head: what a file has beside its records: header, files, events, features.
 */
#ifndef PREC_REPORT_DUMP_DUMP_HEAD_H
#define PREC_REPORT_DUMP_DUMP_HEAD_H

#include "formats/file/perf_file.h"
#include "report/dump/dump_writer.h"

/*
 * 0; or, when all else is written, the error by which a feature could not be read that may be good
 * (error_is_of_machine), with *err filled. Damage is written, and is no error.
 */
int dump_head(struct dump_writer *w, const struct perf_file *f, struct error *err);

#endif
