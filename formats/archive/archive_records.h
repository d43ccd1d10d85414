/*
 * archive_records: codes records, by what is known of those before them.
 *
 * What is predicted: the CPU, thread and id from the record before; the time from the last two on the CPU, and from the
 * period; callers from the two callers above them, outermost first; registers from the thread's last sample; words of
 * the stack from what was last seen at their address, and from the words before them. A record that is not as its event
 * says is coded as bytes.
 *
 * Every context begins empty with each call: what was coded together is decoded without anything else.
 *
 * Ownership: _new/_free. One thread at a time.
 */
#ifndef PREC_FORMATS_ARCHIVE_ARCHIVE_RECORDS_H
#define PREC_FORMATS_ARCHIVE_ARCHIVE_RECORDS_H

#include "formats/archive/archive_coder.h"
#include "formats/archive/archive_model.h"

struct archive_records;

/* Borrows the coder. NULL: no memory. */
struct archive_records *archive_records_new(struct archive_coder *coder);
void archive_records_free(struct archive_records *r);

/* Begins a block. Borrows the model. */
void archive_records_begin(struct archive_records *r, const struct archive_model *model);

/* Encodes size bytes, of any kind. */
void archive_records_encode(struct archive_records *r, const uint8_t *data, size_t size);

/* Encodes size bytes as what they are, without looking for records. */
void archive_records_encode_bytes(struct archive_records *r, const uint8_t *data, uint64_t size);

/* Decodes size bytes to `to`. False: the streams are damaged. */
bool archive_records_decode(struct archive_records *r, uint8_t *to, size_t size);

#endif
