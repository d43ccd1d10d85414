/*
 * fit: tables and names that are wider than a terminal, made to fit it.
 */
#ifndef PREC_REPORT_TERMINAL_FIT_H
#define PREC_REPORT_TERMINAL_FIT_H

#include <stdbool.h>

/*
 * Narrows the n columns of a table to room altogether, the widest first, each by its share: of two that are too wide
 * the one with twice the share is left twice as wide. None is made narrower than FIT_LEAST for a share of 1, so that it
 * may still be too much.
 */
#define FIT_LEAST 6
void fit_columns(int *widths, const int *shares, unsigned n, int room);

/*
 * Shortens a name of more than width columns, in place: first what stands between the angle brackets of templates is
 * left out ("std::map<>::find"), then, with cut, what is still too much is cut off, for which a '~' stands.
 */
void fit_name(char *name, int width, bool cut);

#endif
