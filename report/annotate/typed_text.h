/*
 * typed_text: the members of types with their shares of the samples, as text in the columns of Linux perf, and as JSON.
 */
#ifndef PREC_REPORT_ANNOTATE_TYPED_TEXT_H
#define PREC_REPORT_ANNOTATE_TYPED_TEXT_H

#include "report/annotate/typed_samples.h"

/* Write all types that are shown. 0 or -ENOMEM. */
int typed_text_write(const struct typed_samples *t);
int typed_json_write(const struct typed_samples *t);

/* Writes how many samples have a type, and what keeps the others from one. */
void typed_text_statistics(const struct typed_samples *t);

#endif
