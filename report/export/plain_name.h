/*
 * plain_name: a name, which is bytes, as text that every reader takes: UTF-8 without control characters.
 *
 * A byte that belongs to no character of UTF-8, or to a control character (U+0000 to U+001F, U+007F to U+009F), becomes
 * \xHH. Where a name has a backslash before an x, that backslash becomes \x5c. So different names stay different, and
 * the bytes can be had back.
 */
#ifndef PREC_REPORT_EXPORT_PLAIN_NAME_H
#define PREC_REPORT_EXPORT_PLAIN_NAME_H

#include "common/buffer.h"

/* Appends a name, without a NUL. */
void plain_name_put(struct buffer *b, const char *name);

/* Returns the name, which is itself if it is plain, or else in b, which is cleared. NULL without memory. */
const char *plain_name(struct buffer *b, const char *name);

#endif
