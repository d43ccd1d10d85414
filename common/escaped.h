/*
 * escaped: makes UTF-8 of names, which are bytes, so that different names stay different.
 *
 * A byte that belongs to no character becomes \xHH, and so does a backslash before an x and two hexadecimal digits.
 * Whoever puts the byte HH in the place of each \xHH has the name again.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_COMMON_ESCAPED_H
#define PREC_COMMON_ESCAPED_H

#include "common/buffer.h"

enum escaped_also {
	ESCAPED_CONTROLS = 1, /* control characters, those of U+007F to U+009F, too */
	ESCAPED_FORMULA = 2,  /* the first one of =+-@, which a spreadsheet would take for the beginning of a formula */
};

/* Appends a text. also: enum escaped_also. */
void escaped_put(struct buffer *b, const char *text, unsigned also);

#endif
