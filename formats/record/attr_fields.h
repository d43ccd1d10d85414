/*
 * attr_fields: a perf_event_attr as named values (formats/record/field.h).
 */
#ifndef PREC_FORMATS_RECORD_ATTR_FIELDS_H
#define PREC_FORMATS_RECORD_ATTR_FIELDS_H

#include "formats/record/abi.h"
#include "formats/record/field.h"

/* All fields, within a group that the caller has begun. */
void attr_fields(const struct event_attr *attr, const struct field_sink *sink);

#endif
