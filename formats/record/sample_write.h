/*
 * sample_write: builds a SAMPLE record that no kernel wrote, with every field that its event's sample_type asks for.
 */
#ifndef PREC_FORMATS_RECORD_SAMPLE_WRITE_H
#define PREC_FORMATS_RECORD_SAMPLE_WRITE_H

#include "common/buffer.h"
#include "formats/record/sample_decode.h"

/*
 * Appends the sample in the machine's byte order, as sample_decode reads it. Written are the numbers up to the period,
 * the callchain, and the user's registers and stack, whose sizes are multiples of 8; registers are there if
 * regs_user.abi is not 0, one for each bit of the attr's mask. Of READ the value is 0; raw data, branches, the
 * registers of the interrupt and traces are empty, other numbers 0. misc: RECORD_MISC_KERNEL or _USER. A sample that
 * exceeds RECORD_SIZE_MAX marks the buffer as failed.
 */
void sample_put(struct buffer *b, const struct event_attr *attr, uint16_t misc, const struct sample *s);

#endif
