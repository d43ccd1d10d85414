/*
 * printable: masks control characters in text from a file before it is written to a terminal.
 *
 * Names in a recording were chosen by the recorded machine, or by whoever made the file. Control characters are
 * commands to a terminal, and a file must not be able to send any.
 *
 * Threads: one at a time for each struct masked.
 */
#ifndef PREC_COMMON_PRINTABLE_H
#define PREC_COMMON_PRINTABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/*
 * Returns the size of the UTF-8 character of two to four bytes at p (The Unicode Standard, table 3-7, Well-Formed UTF-8
 * Byte Sequences); 0: there is none. left: how many bytes there are. *ret_cut (may be NULL): they are the beginning of
 * such a character.
 */
size_t utf8_size(const uint8_t *p, size_t left, bool *ret_cut);

/*
 * Replaces by '?' each byte of
 *
 *	control characters: U+0000 to U+001f but newline and tab, U+007f to U+009f
 *	bytes 0x80 to 0x9f outside of a UTF-8 character: control characters for a terminal that does not use UTF-8
 *	characters that change the direction of what follows (U+202a to U+202e, U+2066 to U+2069)
 *
 * Other bytes that are no UTF-8 stay: they are letters of ISO 8859. more: the text continues, so its last character may
 * be cut off. Returns how many bytes are done: all, or all but up to 3 of that character, which the caller passes again
 * with the bytes that follow.
 */
size_t printable_mask(char *text, size_t size, bool more);

#define MASKED_PIECE 4096

/* The state of text that is masked in pieces: the first bytes of a character that is cut off. All zero at first. */
struct masked {
	char bytes[MASKED_PIECE];
	size_t size;
};

/*
 * Masks a text, and passes it to `write` in pieces of up to MASKED_PIECE bytes. A character that is cut off at its end
 * is kept for the next call. 0 or the negative errno of `write`.
 */
int masked_put(struct masked *m, const char *text, size_t size,
	       int (*write)(void *context, const char *text, size_t size), void *context);

/*
 * Opens a line-buffered stream that masks what is written to the terminal fd; fclose(3) closes fd, too. NULL: errno is
 * set, and fd stays open.
 */
FILE *masked_stream(int fd);

#endif
