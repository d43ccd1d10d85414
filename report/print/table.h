/*
 * table: the columns of an event's rows as text: how wide they are, their headings and their cells, as
 * `perf report --stdio` has them.
 */
#ifndef PREC_REPORT_PRINT_TABLE_H
#define PREC_REPORT_PRINT_TABLE_H

#include "report/print/print_options.h"
#include "report/profile/rows.h"

#include <stdio.h>

struct table {
	const struct rows *rows;
	const struct print_options *options;
	struct columns columns; /* those of the event */
	uint32_t event;
	int widths[COLUMNS_MAX];
	int number_widths[COLUMNS_MAX]; /* of the number of one event */
	uint64_t parts[COLUMNS_MAX];    /* of a breakdown: those that are shown */
	uint32_t *places;               /* in the event's group, of the members that have columns */
	uint32_t n_places;
};

/* For the rows of an event, n of which are in the list. Borrows all. 0 or -ENOMEM; table_fini is due in any case. */
int table_init(struct table *t, const struct rows *r, uint32_t event, const struct print_options *o,
	       const struct row **rows, uint32_t n);
void table_fini(struct table *t);

/*
 * What the limit is compared with: the children's share where there is one. Of a group it is the leader's, as in perf;
 * a person sees what is much of any member.
 */
bool table_shows(const struct table *t, const struct row *row);

void table_print_headings(FILE *out, const struct table *t);
void table_print_row(FILE *out, const struct table *t, const struct row *row);

/*
 * Pieces of them: the heading above a shown column in the upper or the lower line, or the only one; numbers of a row,
 * and the value of a key where nothing stands after it and it begins a column of its own.
 */
bool table_has_two_headings(const struct table *t);
void table_print_heading(FILE *out, const struct table *t, unsigned c, bool upper);
void table_print_number(FILE *out, const struct table *t, unsigned c, const struct row *row);
void table_print_level_key(FILE *out, const struct table *t, unsigned c, const struct row *row);

#endif
