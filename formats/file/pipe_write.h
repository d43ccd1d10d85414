/*
 * pipe_write: what goes ahead of the data in a perf.data stream (pipe mode), where nothing can be sought or renewed.
 *
 * Magic and size; a HEADER_FEATURE record for COMPRESSED, which readers need before the first compressed record; a
 * HEADER_ATTR record with its ids for each event; the other features; TRACING_DATA with its data after it.
 * Source: tools/perf/Documentation/perf.data-file-format.txt. Threads: no state, any thread.
 */
#ifndef PREC_FORMATS_FILE_PIPE_WRITE_H
#define PREC_FORMATS_FILE_PIPE_WRITE_H

#include "common/buffer.h"
#include "common/error.h"
#include "formats/file/writer_setup.h"

/*
 * Appends it all. A feature too large for a record (64 KiB) is left out: readers do without. 0; -E2BIG for an event
 * with more ids than a record holds; -ENOMEM.
 */
int pipe_write_start(struct buffer *b, const struct perf_writer_setup *setup, struct error *err);

#endif
