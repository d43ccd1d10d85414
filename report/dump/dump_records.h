/*
 * dump_records: the records of a file as text. Workers format them; they are written in the order of the file.
 */
#ifndef PREC_REPORT_DUMP_DUMP_RECORDS_H
#define PREC_REPORT_DUMP_DUMP_RECORDS_H

#include "common/error.h"
#include "formats/file/block.h"
#include "formats/file/blocks.h"
#include "formats/file/perf_file.h"
#include "formats/record/regs.h"
#include "report/dump/dump_line.h"

#include <stdbool.h>
#include <stdint.h>

/* --- one record ---------------------------------------------------------------- */

struct dump_counts {
	uint64_t records;
	uint64_t damaged;      /* records that end before their fields do */
	uint64_t eventless;    /* samples of no known event */
	uint64_t unknown;      /* records of types not known here */
	uint32_t unknown_type; /* the first of them */
	uint64_t unknown_bits; /* sample_type bits not known here, of all events together */
	struct error first;    /* error of the first damaged record */
};

/* What records come from. */
struct dump_source {
	const struct perf_file *file;
	const struct block *block;
	enum regs_arch arch;
};

/* Writes and counts a record. */
void dump_record(struct dump_writer *w, struct dump_lines *lines, const struct dump_source *source,
		 const struct record *r, struct dump_counts *counts);

/* --- which types of record are dumped ---------------------------------------- */

#define DUMP_TYPES_MAX 64

struct dump_types {
	uint32_t n; /* 0: all */
	uint32_t types[DUMP_TYPES_MAX];
};

/* Parses record types: names ("SAMPLE", in either case) or numbers, separated by commas. 0 or -EINVAL. */
int dump_types_parse(struct dump_types *ret_types, const char *list, struct error *err);

bool dump_types_have(const struct dump_types *types, uint32_t type);

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

/*
 * Writes all records, in the order of the file. *ret_counts is filled also on failure. 0 or a negative errno with *err
 * filled.
 */
int dump_records(const struct dump_job *job, struct dump_counts *ret_counts, struct error *err);

#endif
