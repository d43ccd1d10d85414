/*
 * event_text: a piece of the text of -e. It is not ended by a NUL.
 */
#ifndef PREC_RECORD_PMU_EVENT_TEXT_H
#define PREC_RECORD_PMU_EVENT_TEXT_H

#include "common/error.h"

#include <stddef.h>

#define EVENT_WORD_MAX 256 /* bytes of a name, the NUL included */

struct event_text {
	const char *start;
	size_t size;
};

/* Copies a name to EVENT_WORD_MAX bytes. 0, or -EINVAL where it is too long. */
int event_text_copy(char *ret_word, struct event_text text, struct error *err);

/* The base of a number for strtoull(3): hexadecimal after 0x, else decimal. As for Linux perf, none is octal. */
int event_number_base(const char *text);

#endif
