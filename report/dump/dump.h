/*
 * dump: what `prec dump` does with an open file: write down all there is in it, or check it.
 */
#ifndef PREC_REPORT_DUMP_DUMP_H
#define PREC_REPORT_DUMP_DUMP_H

#include "formats/file/blocks.h"
#include "formats/record/regs.h"
#include "report/dump/dump_line.h"

#include <stdio.h>

/* Types of records somebody wants to see. */
#define DUMP_TYPES_MAX 64

struct dump_types {
	uint32_t n; /* 0: all */
	uint32_t types[DUMP_TYPES_MAX];
};

struct dump_counts {
	uint64_t records;
	uint64_t damaged;      /* records that end before their fields do */
	uint64_t eventless;    /* samples of no known event */
	uint64_t unknown;      /* records of types not known here */
	uint32_t unknown_type; /* the first of them */
	uint64_t unknown_bits; /* sample_type bits not known here, of all events together */
	struct error first;    /* of the damaged */
};

/* Names ("SAMPLE", in either case) or numbers, with commas between. 0 or -EINVAL. */
int dump_types_parse(struct dump_types *ret_types, const char *list, struct error *err);

bool dump_types_have(const struct dump_types *types, uint32_t type);

/* The header, the events and the features. */
int dump_head(struct dump_writer *w, const struct perf_file *f, struct error *err);

/* One record of a block. Counts it. */
void dump_record(struct dump_writer *w, struct dump_lines *lines, const struct perf_file *f, const struct block *block,
		 const struct record *r, enum regs_arch arch, struct dump_counts *counts);

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

/*
 * Checks the file and writes a line for every defect and a verdict. 0; 1: there are defects; or a negative errno when
 * it cannot be read to its end.
 */
int dump_validate(FILE *out, const struct perf_file *f, const char *name, struct error *err);

#endif
