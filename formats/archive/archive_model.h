/*
 * archive_model: what the coding of records needs to know of a recording: its events and their ids.
 *
 * Encoding makes it from the recording, decoding from what encoding wrote of it.
 *
 * Threads: constant after archive_model_make or archive_model_read; any thread.
 */
#ifndef PREC_FORMATS_ARCHIVE_ARCHIVE_MODEL_H
#define PREC_FORMATS_ARCHIVE_ARCHIVE_MODEL_H

#include "common/buffer.h"
#include "common/cursor.h"
#include "common/error.h"
#include "formats/file/id_index.h"

#define ARCHIVE_EVENTS_MAX 1024
#define ARCHIVE_IDS_MAX    (1u << 20)

struct archive_model {
	bool swap;          /* the recording has the other byte order than this machine */
	uint8_t ip, sp;     /* the numbers of the registers that point to code and to the stack; 64: not known */
	uint16_t id_offset; /* of the id in samples; LAYOUT_NONE: there is none */
	uint16_t trailer;   /* bytes of the sample_id trailer */
	struct file_event *events;
	uint32_t n_events; /* 0: samples are not understood */
	struct id_index ids;
};

struct perf_file;

/*
 * Makes the model of a recording. Copies what it needs. Where the events' samples have their ids at different offsets,
 * or where there are too many events or ids, it has none. 0 or -ENOMEM.
 */
int archive_model_make(struct archive_model *m, const struct perf_file *file, struct error *err);
void archive_model_fini(struct archive_model *m);

/* Appends the model. */
void archive_model_write(const struct archive_model *m, struct buffer *out);

/* Reads what archive_model_write wrote; untrusted. 0, -EBADMSG or -ENOMEM; archive_model_fini is due in any case. */
int archive_model_read(struct archive_model *m, struct cursor *in, struct error *err);

/* Returns the event of a sample; NULL: not known. sample: at least RECORD_HEADER_SIZE bytes, as its header says. */
const struct file_event *archive_model_event(const struct archive_model *m, const uint8_t *sample, size_t size);

#endif
