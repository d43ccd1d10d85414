/*
 * printable: text from a file on its way to a terminal.
 *
 * Names in a recording are whatever the recorded machine, or whoever made the file, put there. A terminal takes some
 * characters for commands: what it is told by them it must not be told by a file.
 */
#ifndef PREC_COMMON_PRINTABLE_H
#define PREC_COMMON_PRINTABLE_H

#include <stdbool.h>
#include <stddef.h>

/* Of a text that comes in pieces: what the last one ended with. All zero at first. */
struct printable {
	bool lead; /* the first byte of a control character of two (U+0080 to U+009f in UTF-8) */
};

/* Puts '?' in the place of control characters but newline and tab, in the next piece of a text. */
void printable_mask(struct printable *p, char *text, size_t size);

#endif
