/*
 * sample_fields: a decoded sample as named values (formats/record/field.h).
 */
#ifndef PREC_FORMATS_RECORD_SAMPLE_FIELDS_H
#define PREC_FORMATS_RECORD_SAMPLE_FIELDS_H

#include "formats/record/field.h"
#include "formats/record/regs.h"
#include "formats/record/sample_decode.h"

/* All fields the sample has, in the order of the record. */
void sample_fields(const struct sample *s, enum regs_arch arch, const struct field_sink *sink);

/* Where a field lies in every sample of an event, from the start of the record on, and how many bytes it has: 4 or 8.
 */
struct sample_offset {
	uint16_t at;
	uint8_t size;
};

#define SAMPLE_OFFSETS_MAX 11

/*
 * The fields up to PERIOD, which are one number each at such an offset: those that sample_fields puts first. Returns
 * how many of them the event has. sample_fields_after puts the others.
 */
unsigned sample_offsets(const struct event_attr *attr, struct sample_offset *ret_offsets);
void sample_fields_after(const struct sample *s, enum regs_arch arch, const struct field_sink *sink);

/* What a READ field holds, as fields of a group that the caller has begun. */
void sample_read_fields(const struct sample_read *read, const struct field_sink *sink);

#endif
