/* annotate_lines: the source lines of a function with the samples of all its rows there, for --print-line. */
#ifndef PREC_REPORT_ANNOTATE_ANNOTATE_LINES_H
#define PREC_REPORT_ANNOTATE_ANNOTATE_LINES_H

#include "report/annotate/annotate_code.h"

struct annotate_line {
	const char *file; /* borrowed */
	unsigned line;
	struct annotate_sum *sums; /* by event, owned */
};

/* Begins all zero. */
struct annotate_lines {
	struct annotate_line *list;
	uint32_t n, capacity;
	uint32_t n_events;
	struct hash_table table;
};

void annotate_lines_clear(struct annotate_lines *l, uint32_t n_events);
void annotate_lines_fini(struct annotate_lines *l);

/* Adds the samples of a row, if it has any. Its innermost frame has a file. Without memory nothing is added. */
void annotate_lines_add(struct annotate_lines *l, const struct annotate_row *row);

/* Sorts by the period of the first event, then the next; lines of a file after that. Nothing can be added then. */
void annotate_lines_sort(struct annotate_lines *l);

#endif
