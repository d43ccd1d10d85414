/*
 * browse_zoom: narrows what is shown to samples like those of a row, and undoes that: the path in the head.
 */
#ifndef PREC_REPORT_BROWSER_BROWSE_ZOOM_H
#define PREC_REPORT_BROWSER_BROWSE_ZOOM_H

#include "report/browser/browse.h"

/* Says what a kind is called: "thread". */
const char *browse_zoom_word(enum browse_zoom kind);

/*
 * Finds what the line under the cursor would be narrowed to. value, label: TABLE_CELL_MAX bytes. False: it says nothing
 * of the kind.
 */
bool browse_zoom_value(struct browse *b, enum browse_zoom *kind, char *value, char *label);

/* Narrows to it, or undoes that if it was the last step; b->must_load is set then. */
void browse_zoom_in(struct browse *b, enum browse_zoom kind);

/* Narrows to the kernel's code, or undoes that. */
void browse_zoom_kernel(struct browse *b);

/* Narrows to a value. */
void browse_zoom_to(struct browse *b, enum browse_zoom kind, const char *value, const char *label);

/* Takes back the last step. False: there is none. */
bool browse_zoom_out(struct browse *b);

/* Writes the cell of the line under the cursor, by the name of its key, without blanks before it. False: no such key.
 */
bool browse_zoom_cell(const struct browse *b, const char *key, char *text);

#endif
