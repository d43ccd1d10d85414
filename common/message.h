/*
 * message: the text of a message: a format, and what it is filled with.
 *
 * What fills it may be a name out of a recording, which is whatever somebody put there. The lines of a message are
 * those of its format: a newline that comes with an argument becomes a blank, so that no name begins a line that looks
 * like one of ours. A format that is only "%s" or "%.*s" shows a message that was made before, whose lines stay.
 */
#ifndef PREC_COMMON_MESSAGE_H
#define PREC_COMMON_MESSAGE_H

#include <stdarg.h>
#include <stddef.h>

/* Writes at most size bytes, with a NUL at the end; what is longer is cut. size: 1 or more. */
void message_print(char *to, size_t size, const char *format, va_list args) __attribute__((format(printf, 3, 0)));

#endif
