/*
 * dump_records: all records of a file, made into text by workers and written in the order of the file.
 */
#ifndef PREC_REPORT_DUMP_DUMP_RECORDS_H
#define PREC_REPORT_DUMP_DUMP_RECORDS_H

#include "formats/file/blocks.h"
#include "report/dump/dump_record.h"
#include "report/dump/dump_types.h"

/* How records are dumped, and where to. */
struct dump_job {
	const struct perf_file *file;
	struct blocks *blocks;
	const struct dump_style *style;
	bool hex;
	struct dump_types types;
	unsigned workers;
	int fd;
};

/* The records, in the order of the file. *ret_counts is filled at failure too. */
int dump_records(const struct dump_job *job, struct dump_counts *ret_counts, struct error *err);

#endif
