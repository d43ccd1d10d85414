/*
 * writer_setup: what a perf.data file or stream is begun with (formats/file/perf_writer.h): events, features, and what
 * to do while a pipe's reader takes nothing.
 */
#ifndef PREC_FORMATS_FILE_WRITER_SETUP_H
#define PREC_FORMATS_FILE_WRITER_SETUP_H

#include "common/error.h"
#include "formats/feature/features_encode.h"

struct perf_writer_feature {
	unsigned bit; /* enum file_feature */
	const void *data;
	size_t size;
};

/*
 * For a pipe: called when its reader takes nothing for now and `left` bytes wait. Returns 0 when it may be tried again,
 * or a negative errno with a message, to give up. NULL: the write itself waits.
 */
struct perf_writer_stall {
	int (*wait)(void *context, size_t left, struct error *err);
	void *context;
};

struct perf_writer_setup {
	const struct feature_event *events;
	size_t n_events;
	const struct perf_writer_feature *features; /* ascending by bit */
	size_t n_features;
	struct perf_writer_stall stall;
	bool swap; /* the file is of the other byte order: what is appended is, and what is written around it */
	bool copy; /* of another recording; it is never flushed */
};

#endif
