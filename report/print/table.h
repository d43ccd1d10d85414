/*
 * table: the columns of an event's rows as text: how wide they are, and their cells, as `perf report --stdio` has them.
 */
#ifndef PREC_REPORT_PRINT_TABLE_H
#define PREC_REPORT_PRINT_TABLE_H

#include "report/rows/columns.h"
#include "report/rows/row_set.h"
#include "report/rows/rows.h"

#include <stdbool.h>

/*
 * print_breakdown: the column of a field that has parts (report/rows/sort_key.h): as Linux perf has it, a number for
 * each part that is there, below a second line of headings.
 */

/* Which parts some row has: a bit for each. */
uint64_t breakdown_parts(const struct rows *r, const struct column *column, const struct row **rows, uint32_t n);

/* How wide the numbers of these parts are. */
int breakdown_width(uint64_t parts);

/* "---- Mem Op ----" over their width, the names of the parts below it, and the numbers of a row; all padded. */
void breakdown_title(const struct column *column, uint64_t parts, char *text, size_t size);
void breakdown_names(const struct column *column, uint64_t parts, char *text, size_t size);
void breakdown_numbers(const struct rows *r, const struct column *column, uint64_t parts, const struct row *row,
		       char *text, size_t size);

/*
 * print_options: how a report of rows is printed as text.
 */

struct callgraph;

/* How wide the first columns are, from the left; 0: as wide as what is in it. */
struct column_widths {
	uint16_t list[COLUMNS_MAX];
	unsigned n;
};

struct print_options {
	const char *separator;       /* -t: NULL: columns padded to a width */
	double percent_limit;        /* rows below are not shown */
	bool quiet;                  /* no headings */
	struct callgraph *callgraph; /* NULL: none */
	bool color;                  /* large shares are red and green */
	bool view;                   /* for a person at a terminal: titles only, no width to spare */
	unsigned columns;            /* the table is made to fit so many columns; 0: it is as wide as what is in it */
	struct column_widths widths;
	bool whole; /* then, the last cell of a row may be longer */
};

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
	uint32_t *members;              /* in the event's group, of the members that have columns */
	uint32_t n_members;
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

/* A number of the member at an index of the group. */
void table_cell_number(const struct table *t, const struct column *column, const struct row *row, uint32_t member,
		       char text[static TABLE_CELL_MAX]);

/* The percentage that this number is of the total. */
double table_cell_share(const struct table *t, const struct column *column, const struct row *row, uint32_t member);

#endif
