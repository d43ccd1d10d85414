/*
 * row_source: the source that stands above the instructions of a function: what was not shown yet of it.
 *
 *	row -> names of its functions, if they are others than before; its line, with lines that no instruction is of
 *
 * One thread.
 */
#ifndef PREC_REPORT_ANNOTATE_ROW_SOURCE_H
#define PREC_REPORT_ANNOTATE_ROW_SOURCE_H

#include "report/annotate/annotate_view.h"

/* What was shown last. All zero at the start of a function. */
struct row_source {
	struct dso_frame frames[DSO_FRAMES_MAX];
	unsigned n_frames;
	const char *file; /* borrowed */
	unsigned highest; /* line that was shown of that file */
};

/* Takes a line of size bytes. number: of the source line that it is; 0: it says a function or a place. */
typedef void row_source_put(void *context, unsigned number, const char *text, size_t size);

/* Gives all that stands above a row with lines. */
void row_source_above(struct row_source *s, struct annotate_view *v, const struct annotate_code *c,
		      const struct annotate_row *row, row_source_put *put, void *context);

#endif
