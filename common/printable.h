/*
 * printable: text from a file on its way to a terminal.
 *
 * Names in a recording are whatever the recorded machine, or whoever made the file, put there. A terminal takes control
 * characters as commands, and a file must not be able to send it any.
 */
#ifndef PREC_COMMON_PRINTABLE_H
#define PREC_COMMON_PRINTABLE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Puts '?' in the place of each byte of
 *
 *	control characters: U+0000 to U+001f but newline and tab, U+007f to U+009f
 *	bytes 0x80 to 0x9f that are no part of a character in UTF-8, which are control characters too to a terminal
 *	that does not take UTF-8, or not all the time
 *	characters that change the direction of what follows (U+202a to U+202e, U+2066 to U+2069)
 *
 * Other bytes that are no UTF-8 stay: they are letters of ISO 8859. more: the text goes on, so that a character may be
 * cut off at its end. Returns how many bytes are done: all but up to 3 of such a character, which
 * are to come again with what follows them.
 */
size_t printable_mask(char *text, size_t size, bool more);

#endif
