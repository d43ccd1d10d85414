/*
 * plain_name: a name, which is bytes, as text that every reader takes: UTF-8 without control characters. What is not is
 * escaped by common/escaped.h, so that different names stay different.
 */
#ifndef PREC_REPORT_EXPORT_PLAIN_NAME_H
#define PREC_REPORT_EXPORT_PLAIN_NAME_H

#include "common/buffer.h"

/* Returns the name itself where it is ASCII, or else its text in b, which is cleared. NULL without memory. */
const char *plain_name(struct buffer *b, const char *name);

#endif
