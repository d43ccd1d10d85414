/*
 * code_page: the code of functions on the screen: instructions with shares, jumps and cycles, below or beside the
 * source.
 *
 *	 57.86       || |    122f   testb  $0x1, %r8b
 *	             ||\+-   1233 ^ jne    20
 *	 0.71        ||      1244 > callq  warm
 *
 * On wide screens source stands on the left, in a window of its own that follows the cursor. Keys are those of Linux
 * perf's annotate browser, as far as it has some.
 *
 * Ownership: the page takes over the lines; _fini. One thread.
 */
#ifndef PREC_REPORT_BROWSER_CODE_PAGE_H
#define PREC_REPORT_BROWSER_CODE_PAGE_H

#include "report/annotate/code_lines.h"
#include "report/browser/browse_event.h"
#include "report/browser/cells.h"
#include "report/browser/name_pattern.h"

/* From so many columns on, source has a window of its own. */
#define CODE_WIDE_COLUMNS 160u

/* Which instructions have their offset before them. */
enum code_offsets {
	CODE_OFFSETS_TARGETS, /* those that are jumped to */
	CODE_OFFSETS_CALLS,   /* and calls */
	CODE_OFFSETS_ALL,
	CODE_OFFSETS_COUNT,
};

/* What keys have chosen; pages that are opened from a page begin with its choice. */
struct code_view {
	bool hides_source, hides_jumps, counts_sources, shows_raw, shows_limits, shows_numbers, full_paths,
		full_addresses;
	bool is_global, of_hits;
	enum annotate_number number;
	enum code_offsets offsets;
};

struct code_page {
	struct code_lines lines;
	struct code_view view;
	uint32_t event;      /* its place among the sums */
	uint32_t *shown;     /* numbers of lines */
	uint32_t n, at, top; /* of what is shown */
	uint32_t *hot;       /* lines with the largest shares, the largest first */
	uint32_t n_hot, hot_at;
	unsigned from; /* the first column that is shown */
	bool is_wide;  /* as it was drawn last */
};

/* Shows lines, the hottest one under the cursor. 0 or -ENOMEM; then nothing is open, and the lines are freed. */
int code_page_init(struct code_page *p, struct code_lines *lines, uint32_t event, const struct code_view *view);
void code_page_fini(struct code_page *p);

static inline bool code_page_is_open(const struct code_page *p)
{
	return p->shown != NULL;
}

/* Returns the line under the cursor; NULL: there is none. */
static inline const struct code_line *code_page_line(const struct code_page *p)
{
	return p->at < p->n ? &p->lines.list[p->shown[p->at]] : NULL;
}

/* Makes the page one of a screen with so many columns. */
void code_page_fit(struct code_page *p, unsigned columns);

/* Does what a key asks for. lines: of the screen that are the page's. */
void code_page_key(struct code_page *p, const struct browse_event *e, unsigned lines);

/* Goes to where the jump under the cursor goes. False: it is none, or leaves the function. */
bool code_page_follow(struct code_page *p);

/* Goes to the next line that matches, in either direction. False: there is none. */
bool code_page_find(struct code_page *p, const struct name_pattern *pattern, bool backward);

/* Puts the page into lines `first` to first + lines - 1. */
void code_page_draw(struct code_page *p, struct cells *c, unsigned first, unsigned lines,
		    const struct name_pattern *pattern);

/* Writes what the line under the cursor does, or the function that it is of. */
void code_page_status(const struct code_page *p, char *text, size_t size);

/* Returns all lines as text, as they are drawn without a limit of columns, malloced; NULL: no memory. */
char *code_page_text(const struct code_page *p);

/* --- for the files of the page ---------------------------------------------------------------------- */

/* Returns the share of a sum, in percent, of the function's or, with is_global, all samples. */
double code_page_percent(const struct code_page *p, uint32_t function, uint32_t sums);

#endif
