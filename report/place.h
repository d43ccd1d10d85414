/*
 * place: where in a recording something was found, in the words of messages.
 */
#ifndef PREC_REPORT_PLACE_H
#define PREC_REPORT_PLACE_H

#include "formats/perf_file.h"

struct place {
	char text[80];
};

/* "offset 1234", or of a file beside others "offset 1234 of data.0". Returns p->text. */
const char *place_text(struct place *p, const struct perf_file *f, uint64_t offset);

#endif
