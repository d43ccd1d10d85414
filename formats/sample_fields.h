/*
 * sample_fields: a decoded sample as named values (formats/field.h).
 */
#ifndef PREC_FORMATS_SAMPLE_FIELDS_H
#define PREC_FORMATS_SAMPLE_FIELDS_H

#include "formats/field.h"
#include "formats/regs.h"
#include "formats/sample_decode.h"

/* All fields the sample has, in the order of the record. */
void sample_fields(const struct sample *s, enum regs_arch arch, const struct field_sink *sink);

/* What a READ field holds, as fields of a group that the caller has begun. */
void sample_read_fields(const struct sample_read *read, const struct field_sink *sink);

#endif
