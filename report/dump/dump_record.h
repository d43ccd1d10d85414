/*
 * dump_record: one record in the style of a writer, and what is counted of it.
 */
#ifndef PREC_REPORT_DUMP_DUMP_RECORD_H
#define PREC_REPORT_DUMP_DUMP_RECORD_H

#include "formats/file/block.h"
#include "formats/file/perf_file.h"
#include "formats/record/regs.h"
#include "report/dump/dump_line.h"

struct dump_counts {
	uint64_t records;
	uint64_t damaged;      /* records that end before their fields do */
	uint64_t eventless;    /* samples of no known event */
	uint64_t unknown;      /* records of types not known here */
	uint32_t unknown_type; /* the first of them */
	uint64_t unknown_bits; /* sample_type bits not known here, of all events together */
	struct error first;    /* of the damaged */
};

/* One record of a block. Counts it. */
void dump_record(struct dump_writer *w, struct dump_lines *lines, const struct perf_file *f, const struct block *block,
		 const struct record *r, enum regs_arch arch, struct dump_counts *counts);

#endif
