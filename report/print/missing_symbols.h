/*
 * missing_symbols: explains which files have samples without names, why, and what helps.
 *
 * A report computes each file's share of samples from its rows, after all is named. A function known by its bounds only
 * ("gzip[+0x4290]") counts as unnamed. prec script has no rows: it knows which files gave no names, but no shares.
 */
#ifndef PREC_REPORT_PRINT_MISSING_SYMBOLS_H
#define PREC_REPORT_PRINT_MISSING_SYMBOLS_H

#include "report/profile/missing_reason.h"
#include "report/rows/rows.h"

/* Above this percentage of samples without names the explanation is long. */
#define MISSING_SYMBOLS_MUCH 5.0
/* Below this percentage a file is not listed, and nothing is explained unless a file is wrong. */
#define MISSING_SYMBOLS_LEAST 0.1

struct missing_symbols_file {
	uint32_t file; /* number of the dso; DSO_NONE: addresses in no mapping */
	enum missing_reason why;
	double percent; /* of all samples, by period; of several events the mean, weighted by their numbers of samples
			 */
};

struct missing_symbols {
	const struct locator *locator;      /* borrowed */
	struct missing_symbols_file *files; /* the largest share first; owned */
	uint32_t n;
	bool has_shares; /* the percentages are known */
	bool much;       /* the explanation is long */
	bool wrong;      /* some files are not the recorded ones, or are hidden */
	double percent;  /* of all files together */
};

/* Finds the files of a report's samples without names; none if the rows show no symbols. 0 or -ENOMEM. */
int missing_symbols_of_rows(struct missing_symbols *u, const struct rows *r);

/* Finds the files that gave no names, of those in which names were looked up. 0 or -ENOMEM. */
int missing_symbols_of_files(struct missing_symbols *u, const struct locator *locator);

void missing_symbols_fini(struct missing_symbols *u);

/* Appends the long explanation: the files, the reasons, what helps. The last line has no newline. */
void missing_symbols_text(const struct missing_symbols *u, const struct perf_file *file,
			  const struct symbols_config *config, struct buffer *b);

/* Appends two lines: the largest files, and what helps with the first reason for which something does. */
void missing_symbols_brief(const struct missing_symbols *u, const struct perf_file *file,
			   const struct symbols_config *config, struct buffer *b);

/*
 * Logs the explanation: if there is much to explain, the brief one or, with -v, the long one; else one line if some
 * files are wrong. config: that with which names were looked up.
 */
void missing_symbols_explain(const struct missing_symbols *u, const struct perf_file *file,
			     const struct symbols_config *config);

/* Appends the largest files: "gzip 3.3 % (no symbols), libc.so.6 0.4 % (file changed)". */
void missing_symbols_line(const struct missing_symbols *u, struct buffer *b);

#endif
