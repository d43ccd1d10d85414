/*
 * table: computes the columns of an event's rows as text: their widths and their cells, as in `perf report --stdio`.
 *
 * Ownership: table_init/_fini; all else is borrowed. One thread at a time.
 */
#ifndef PREC_REPORT_PRINT_TABLE_H
#define PREC_REPORT_PRINT_TABLE_H

#include "report/rows/columns.h"
#include "report/rows/row_set.h"
#include "report/rows/rows.h"

#include <stdbool.h>

/*
 * A breakdown is a column of several numbers, one for each part of a field (report/rows/sort_key.h) that some row has,
 * below two lines of headings, as in Linux perf. Texts have room for size bytes.
 */

/* Returns the parts that some of n rows have: a bit for each. */
uint64_t breakdown_parts(const struct rows *r, const struct column *column, const struct row **rows, uint32_t n);

/* Returns the width of the numbers of these parts. */
int breakdown_width(uint64_t parts);

/* Makes the upper heading, "---- Mem Op ----", as wide as the parts. */
void breakdown_title(const struct column *column, uint64_t parts, char *text, size_t size);

/* Makes the lower heading: the names of the parts, padded. */
void breakdown_names(const struct column *column, uint64_t parts, char *text, size_t size);

/* Makes the numbers of a row, padded. */
void breakdown_numbers(const struct rows *r, const struct column *column, uint64_t parts, const struct row *row,
		       char *text, size_t size);

struct callgraph;

/* Widths of the first columns, from the left; 0: as wide as the longest cell. */
struct column_widths {
	uint16_t list[COLUMNS_MAX];
	unsigned n;
};

/* How rows are printed as text. */
struct print_options {
	const char *separator;       /* -t: printed between cells; NULL: cells are padded */
	double percent_limit;        /* rows with a smaller share are not shown */
	uint32_t max_rows;           /* how many rows are printed at most; 0: all */
	uint64_t min_count;          /* rows of fewer samples are not shown */
	bool quiet;                  /* no headings */
	struct callgraph *callgraph; /* NULL: none */
	bool is_colored;             /* large shares are red and green */
	bool for_person;             /* for a person at a terminal: headings without lines, narrow columns */
	unsigned columns;            /* width that the table must fit into; 0: no limit */
	struct column_widths widths;
	bool last_is_whole; /* with `columns`: the last cell of a row may be longer */
};

/* Spaces between the numbers of two members with `view`; numbers in the form of perf are wide enough without. */
#define TABLE_VIEW_GAP 2

struct table {
	const struct rows *rows;
	const struct print_options *options;
	struct columns columns; /* those of the event */
	uint32_t event;
	int widths[COLUMNS_MAX];        /* by shown column; without a separator */
	bool fixed[COLUMNS_MAX];        /* the width is that of options->widths */
	int number_widths[COLUMNS_MAX]; /* width of one member's number */
	uint64_t parts[COLUMNS_MAX];    /* of a breakdown: the parts that are shown */
	uint32_t *members;              /* the members of the event's group that are shown, by their index */
	uint32_t n_members;
};

/*
 * Makes the table of an event. rows: the n rows that cells are measured of. 0 or -ENOMEM; the caller calls table_fini
 * in both cases.
 */
int table_init(struct table *t, const struct rows *r, uint32_t event, const struct print_options *o,
	       const struct row **rows, uint32_t n);
void table_fini(struct table *t);

/*
 * True if a row's share, with children if these are shown, is not below the limit. In a group it is the leader's share,
 * as in perf; with `view` that of any member.
 */
bool table_shows(const struct table *t, const struct row *row);

/* True if there are breakdowns, whose headings take two lines. */
bool table_has_two_headings(const struct table *t);

/* Returns the width of the numbers of all members in a column of numbers. */
int table_numbers_width(const struct table *t, unsigned column);

/* --- cells, without padding ------------------------------------------------------------ */

/* Limit of a cell's text in bytes, with its NUL. */
#define TABLE_CELL_MAX 4096

/* Returns the width of a text: on a terminal in columns, else in bytes. */
int table_cell_width(const struct table *t, const char *text);

/* Makes the cell of a key. */
void table_cell_key(const struct table *t, const struct column *column, const struct row *row, char *text, size_t size);

/*
 * Shortens a cell of a key that is longer than its column, if the column has a given width or the table a limit;
 * numbers stay whole. On a terminal replaces what could break the line.
 */
void table_cell_fit(const struct table *t, unsigned column, char *text);

/* Makes a cell with the number of a member of the group, by its index. */
void table_cell_number(const struct table *t, const struct column *column, const struct row *row, uint32_t member,
		       char text[static TABLE_CELL_MAX]);

/* Returns that number in percent of the member's total. */
double table_cell_share(const struct table *t, const struct column *column, const struct row *row, uint32_t member);

#endif
