/*
 * missing_symbols: which files the samples without names are in, why they have none, and what can be done about it.
 *
 * Of a report the shares are counted from its rows, when all is named: code known by the bounds of its function alone
 * ("gzip[+0x4290]") has no name either. prec script has no rows: there it is which files gave no names that is known.
 */
#ifndef PREC_REPORT_PRINT_MISSING_SYMBOLS_H
#define PREC_REPORT_PRINT_MISSING_SYMBOLS_H

#include "report/rows/rows.h"
#include "report/profile/missing_reason.h"

/* More than so many percent without names are explained at length. */
#define MISSING_SYMBOLS_MUCH 5.0
/* Fewer than so many percent are not worth a word, unless a file is wrong. */
#define MISSING_SYMBOLS_LEAST 0.1

struct missing_symbols_file {
	uint32_t file; /* number of the dso, or DSO_NONE */
	enum missing_reason why;
	double percent; /* of all samples, by period; of several events the mean, each by its number of samples */
};

struct missing_symbols {
	const struct locator *locator;      /* borrowed */
	struct missing_symbols_file *files; /* the largest share first */
	uint32_t n;
	bool shares;    /* the percentages are known */
	bool much;      /* it is worth an explanation at length */
	bool wrong;     /* some files are here and are not the recorded ones, or are hidden */
	double percent; /* of all files together */
};

/* Empty if the rows do not show symbols. 0 or -ENOMEM. */
int missing_symbols_of_rows(struct missing_symbols *u, const struct rows *r);

/* Of all files whose names were asked for. 0 or -ENOMEM. */
int missing_symbols_of_files(struct missing_symbols *u, const struct locator *locator);

void missing_symbols_fini(struct missing_symbols *u);

/* The explanation in lines, the last one without a newline: the files, the reasons, what to do. */
void missing_symbols_text(const struct missing_symbols *u, const struct perf_file *file,
			  const struct symbols_config *config, struct buffer *b);

/* The same in two lines: the largest files, and what to do about the first for which something can be done. */
void missing_symbols_brief(const struct missing_symbols *u, const struct perf_file *file,
			   const struct symbols_config *config, struct buffer *b);

/*
 * Logs it, in two lines unless more is wanted (-v); where there is not that much to explain, one line if some files are
 * not the recorded ones or are hidden. config: what the names were looked up with.
 */
void missing_symbols_explain(const struct missing_symbols *u, const struct perf_file *file,
			     const struct symbols_config *config);

/* "gzip 3.3 % (no symbols), libc.so.6 0.4 % (file changed)": the largest, into b. */
void missing_symbols_line(const struct missing_symbols *u, struct buffer *b);

#endif
