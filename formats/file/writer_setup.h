/*
 * writer_setup: what a perf.data file or stream begins with (formats/file/perf_writer.h): events, features, and what to
 * do while a pipe's reader does not read.
 *
 * In a stream (pipe mode), where nothing can be rewritten, all of it goes ahead of the data: magic and size; a
 * HEADER_FEATURE record for COMPRESSED, which readers need before the first compressed record; a HEADER_ATTR record
 * with its ids for each event; the other features; TRACING_DATA with its data after it. Source:
 * tools/perf/Documentation/perf.data-file-format.txt.
 *
 * Threads: one at a time for each list.
 */
#ifndef PREC_FORMATS_FILE_WRITER_SETUP_H
#define PREC_FORMATS_FILE_WRITER_SETUP_H

#include "common/buffer.h"
#include "common/error.h"
#include "formats/feature/features_encode.h"

/* The contents of a feature section. */
struct perf_writer_feature {
	unsigned bit; /* enum file_feature */
	const void *data;
	size_t size;
};

/*
 * Called when a pipe is full and `left` bytes are still to be written. Returns 0 to try again, or a negative errno with
 * a message to give up. NULL: the write itself blocks.
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
	bool swap; /* the file has the other byte order; so has what the caller appends */
	bool copy; /* the file is a copy of another recording, which is never flushed */
};

/*
 * Feature sections that are built one after the other in one buffer.
 *
 *	start = list.bytes.size;
 *	... append the contents to list.bytes ...
 *	feature_list_add(&list, FEATURE_HOSTNAME, start);
 */
struct feature_list {
	struct buffer bytes;
	struct {
		unsigned bit;
		size_t start, size;
	} entries[FILE_FEATURE_BITS];
	size_t n;
};

/* swap: the contents are in the other byte order. */
void feature_list_init(struct feature_list *list, bool swap);
void feature_list_fini(struct feature_list *list);

/* Adds a feature that is not in the list; its contents are the bytes from `start` on. */
void feature_list_add(struct feature_list *list, unsigned bit, size_t start);

/* Fills ret_features for the writer, with pointers into the list's bytes. Returns how many there are. */
size_t feature_list_pointers(const struct feature_list *list,
			     struct perf_writer_feature ret_features[FILE_FEATURE_BITS]);

/*
 * Appends everything that goes ahead of the data in a stream. A feature that does not fit a record (64 KiB) is left
 * out: readers do without. 0; -E2BIG: an event has more ids than a record holds; -ENOMEM.
 */
int pipe_write_start(struct buffer *b, const struct perf_writer_setup *setup, struct error *err);

#endif
