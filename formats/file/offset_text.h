/*
 * offset_text: where in a recording something was found, in the words of messages.
 */
#ifndef PREC_FORMATS_FILE_OFFSET_TEXT_H
#define PREC_FORMATS_FILE_OFFSET_TEXT_H

#include "formats/file/perf_file.h"

struct offset_text {
	char text[80];
};

/* "offset 1234", or of a file beside others "offset 1234 of data.0". Returns p->text. */
const char *offset_text(struct offset_text *p, const struct perf_file *f, uint64_t offset);

#endif
