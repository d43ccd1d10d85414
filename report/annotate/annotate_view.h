/*
 * annotate_view: what is shown of an annotation, and how: as text (annotate_text) or JSON (annotate_json).
 *
 * Functions come in their order, each disassembled while those before it are written.
 */
#ifndef PREC_REPORT_ANNOTATE_ANNOTATE_VIEW_H
#define PREC_REPORT_ANNOTATE_ANNOTATE_VIEW_H

#include "report/annotate/annotate_code.h"
#include "report/annotate/source_text.h"

#include <stdio.h>

/* Limit of the code that is disassembled in all, in bytes: a file may name each byte of it many times. */
#define ANNOTATE_CODE_MAX (1ull << 30)

/* What numbers stand before an instruction. */
enum annotate_number {
	ANNOTATE_PERCENT,
	ANNOTATE_SAMPLES,
	ANNOTATE_PERIOD,
};

struct annotate_view {
	const struct annotation *annotation; /* borrowed, like the rest */
	struct disasm *disasm;               /* NULL: none */
	struct source_texts texts;
	FILE *out;
	const char *symbol; /* only functions of that name; NULL: all */
	double limit;       /* only functions with so many percent of an event's total, or more */
	bool is_global;     /* percent of an event's total, not of the function's */
	bool of_hits;       /* percent of samples, not of periods */
	enum annotate_number number;
	bool shows_jumps;  /* lines of jumps beside instructions */
	bool shows_cycles; /* of blocks, where branch stacks have them */
	bool intel, shows_raw, no_source, full_paths, shows_summary, skip_missing, colored;
	uint32_t *events; /* those that are shown: numbers in the file */
	uint32_t n_events;
	/* What was found, for messages: */
	uint64_t code_size; /* bytes: above ANNOTATE_CODE_MAX, the code of some functions is not disassembled */
	uint32_t n_shown;
	uint32_t n_without_code;      /* functions */
	const char *one_without_code; /* the dso of the first */
};

/* Makes v->events of those that have samples; the caller frees it. 0 or -ENOMEM. */
int annotate_view_choose_events(struct annotate_view *v);

/* A function's writer: of one form. */
typedef void annotate_write(struct annotate_view *v, struct annotate_code *code, void *context);

/* Writes these functions, by their numbers. 0 or -ENOMEM. */
int annotate_view_run_some(struct annotate_view *v, const uint32_t *numbers, uint32_t n, annotate_write *write,
			   void *context);

/* Writes all functions that are to be shown. 0 or -ENOMEM. */
int annotate_view_run(struct annotate_view *v, annotate_write *write, void *context);

/* Returns the percentage of a sum of an event. */
double annotate_view_percent(const struct annotate_view *v, const struct annotate_function *f, uint32_t event,
			     const struct annotate_sum *sum);

/* Returns the words of --percent-type with the blank of perf's headers: "local period". */
const char *annotate_view_percent_type(const struct annotate_view *v);

/* Returns a source file's name, or with full_paths the path. */
const char *annotate_view_path(const struct annotate_view *v, const char *path);

/* Returns the dso's short name, or with full_paths its path. */
const char *annotate_view_dso(const struct annotate_view *v, const struct annotate_function *f);

#endif
