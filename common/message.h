/*
 * message: makes the text of a message from a format and arguments.
 *
 * An argument may be a name from a recording, which anybody may have chosen. So only the format has newlines: those of
 * arguments become blanks, and no name can begin a line that looks like a message of the program. Only if the format is
 * "%s" or "%.*s", newlines stay: the argument is a message that was made before.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_COMMON_MESSAGE_H
#define PREC_COMMON_MESSAGE_H

#include <stdarg.h>
#include <stddef.h>

/* Writes the text and a NUL into `size` bytes, 1 or more; a longer text is cut off. */
void message_print(char *to, size_t size, const char *format, va_list args) __attribute__((format(printf, 3, 0)));

#endif
