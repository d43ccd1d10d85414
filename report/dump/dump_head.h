/*
 * dump_head: what a file has beside its records: header, files, events, features.
 */
#ifndef PREC_REPORT_DUMP_DUMP_HEAD_H
#define PREC_REPORT_DUMP_DUMP_HEAD_H

#include "formats/file/perf_file.h"
#include "report/dump/dump_writer.h"

void dump_head(struct dump_writer *w, const struct perf_file *f);

#endif
