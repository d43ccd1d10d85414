/*
 * table: the columns of an event's rows as text: how wide they are, and their cells, as `perf report --stdio` has them.
 */
#ifndef PREC_REPORT_PRINT_TABLE_H
#define PREC_REPORT_PRINT_TABLE_H

#include "report/print/print_options.h"
#include "report/rows/rows.h"

/* Between the numbers of two members, for a person; perf's numbers are wide enough without. */
#define TABLE_VIEW_GAP 2

struct table {
	const struct rows *rows;
	const struct print_options *options;
	struct columns columns; /* those of the event */
	uint32_t event;
	int widths[COLUMNS_MAX];
	bool fixed[COLUMNS_MAX];        /* by the options' widths, not by what is in it */
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

/* Whether there are breakdowns, whose titles stand above the headings. */
bool table_has_two_headings(const struct table *t);

/* Of the numbers of all members in a number's column. */
int table_numbers_width(const struct table *t, unsigned column);

/* --- cells, without padding ------------------------------------------------------------ */

/* Bytes of a cell's text with its end. */
#define TABLE_CELL_MAX 4096

/* How many columns a text takes. */
int table_cell_width(const struct table *t, const char *text);

/* Of a key. */
void table_cell_key(const struct table *t, const struct column *column, const struct row *row, char *text, size_t size);

/*
 * A cell of a key that is longer than its column, as one of a given width or a terminal's has it, is shortened; what
 * could break a line on a terminal is masked. Numbers stay whole.
 */
void table_cell_fit(const struct table *t, unsigned column, char *text);

/* A number of the member at a place of the group. */
void table_cell_number(const struct table *t, const struct column *column, const struct row *row, uint32_t place,
		       char text[static TABLE_CELL_MAX]);

/* The percentage that this number is of the total. */
double table_cell_share(const struct table *t, const struct column *column, const struct row *row, uint32_t place);

#endif
