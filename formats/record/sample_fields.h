/*
 * sample_fields: puts a decoded sample into a sink as named values (formats/record/field.h).
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_FORMATS_RECORD_SAMPLE_FIELDS_H
#define PREC_FORMATS_RECORD_SAMPLE_FIELDS_H

#include "formats/record/field.h"
#include "formats/record/regs.h"
#include "formats/record/sample_decode.h"

/* Puts all fields of a sample, in the order of the record. */
void sample_fields(const struct sample *s, enum regs_arch arch, const struct field_sink *sink);

/* The offset in the record and the size (4 or 8 bytes) of a number that all samples of an event have there. */
struct sample_offset {
	uint16_t at;
	uint8_t size;
};

#define SAMPLE_OFFSETS_MAX 11

/*
 * Finds the numbers up to PERIOD, which sample_fields puts first, each by one field. Returns how many an event has, at
 * most SAMPLE_OFFSETS_MAX.
 */
unsigned sample_offsets(const struct event_attr *attr, struct sample_offset *ret_offsets);

/* Puts the fields after PERIOD. */
void sample_fields_after(const struct sample *s, enum regs_arch arch, const struct field_sink *sink);

/* Puts the fields of a READ. The caller has begun a group for them. */
void sample_read_fields(const struct sample_read *read, const struct field_sink *sink);

#endif
