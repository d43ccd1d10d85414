/*
 * writer_setup: the events and features that formats/file/perf_writer.h writes before the data, and how it waits for
 * the reader of a pipe.
 *
 * In pipe mode nothing can be rewritten, so these come first: magic and size; a HEADER_FEATURE record for COMPRESSED,
 * which readers need before the first compressed record; for each event a HEADER_ATTR record with its ids; the other
 * features; TRACING_DATA with its data. Source: tools/perf/Documentation/perf.data-file-format.txt.
 *
 * Threads: a list is used by one thread at a time.
 */
#ifndef PREC_FORMATS_FILE_WRITER_SETUP_H
#define PREC_FORMATS_FILE_WRITER_SETUP_H

#include "common/buffer.h"
#include "common/error.h"
#include "formats/feature/features_encode.h"
#include "formats/record/private_record.h"

/* The contents of a feature section. */
struct perf_writer_feature {
	unsigned bit; /* enum file_feature */
	const void *data;
	size_t size;
};

/*
 * wait: called when a pipe is full and `left` bytes are still to be written. 0: write again; or a negative errno with a
 * message: give up. NULL: write(2) blocks.
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
	const struct clock_note *clock; /* the data begin with it; NULL: there is none. In a pipe there never is */
	bool swap;                      /* the file, and what the caller appends, has the other byte order */
	bool is_copy;                   /* the file is a copy of another recording, and is never flushed */
};

/*
 * Feature sections that the caller builds one after the other in one buffer.
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

/* Sets up an empty list. swap: the contents have the other byte order. */
void feature_list_init(struct feature_list *list, bool swap);
void feature_list_fini(struct feature_list *list);

/* Adds a feature that is not in the list. Its contents are the bytes from `start` on. */
void feature_list_add(struct feature_list *list, unsigned bit, size_t start);

/* Fills ret_features for the writer, with pointers into the list's bytes. Returns the number of features. */
size_t feature_list_pointers(const struct feature_list *list,
			     struct perf_writer_feature ret_features[FILE_FEATURE_BITS]);

/*
 * Appends everything that comes before the data in pipe mode, without features that do not fit into a record (64 KiB):
 * readers can do without them. 0; -E2BIG: an event has more ids than fit into a record; -ENOMEM.
 */
int pipe_write_start(struct buffer *b, const struct perf_writer_setup *setup, struct error *err);

#endif
