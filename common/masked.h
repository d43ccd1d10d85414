/*
 * masked: text on its way to a terminal, in pieces, with what the terminal would take for commands masked
 * (common/printable.h).
 *
 * Threads: one at a time for each.
 */
#ifndef PREC_COMMON_MASKED_H
#define PREC_COMMON_MASKED_H

#include <stddef.h>
#include <stdio.h>

#define MASKED_PIECE 4096

/* What is not written yet: the beginning of a character. All zero: nothing. */
struct masked {
	char bytes[MASKED_PIECE];
	size_t size;
};

/*
 * Masks a text and has `write` write it in pieces of up to MASKED_PIECE bytes, but the beginning of a character at its
 * end, which comes with the next text. 0, or what write returned: a negative errno.
 */
int masked_put(struct masked *m, const char *text, size_t size,
	       int (*write)(void *context, const char *text, size_t size), void *context);

/* A stream to a terminal, by lines. It takes the descriptor, and closes it. NULL and errno, with nothing taken. */
FILE *masked_stream(int fd);

#endif
