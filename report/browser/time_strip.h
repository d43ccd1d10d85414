/*
 * time_strip: the samples over time as one line of cells, of which a range is chosen:
 *
 *	..:+##########+:....:###:..		a column for each piece of the time
 *	          [======]			from the mark to the cursor
 *
 * Ownership: _fini; `counts` is filled by whoever reads the recording. One thread.
 */
#ifndef PREC_REPORT_BROWSER_TIME_STRIP_H
#define PREC_REPORT_BROWSER_TIME_STRIP_H

#include "report/browser/browse_event.h"
#include "report/browser/cells.h"

#include <stddef.h>

struct time_strip {
	uint64_t *counts; /* samples of each piece; NULL: it is not open */
	unsigned n;
	uint64_t first, piece; /* ns: when the first piece begins, by the recording's clock; how long each is */
	unsigned at, mark;
	bool is_marked;
};

void time_strip_fini(struct time_strip *t);

static inline bool time_strip_is_open(const struct time_strip *t)
{
	return t->counts != NULL;
}

/* Moves the cursor, or marks one end of a range. False: the key has no meaning here. */
bool time_strip_key(struct time_strip *t, const struct browse_event *e);

/* Draws it into a line, from column 1 on. */
void time_strip_draw(const struct time_strip *t, struct cells *c, unsigned line);

/* Writes the range: as --time takes it, and as a person does, in seconds or ms from the first piece. */
void time_strip_range(const struct time_strip *t, char *times, char *label, size_t size);

/* Says how many samples the range has. */
void time_strip_status(const struct time_strip *t, char *text, size_t size);

#endif
