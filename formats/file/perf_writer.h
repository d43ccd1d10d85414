/*
 * perf_writer: writes a perf.data file, and keeps it readable during the whole recording.
 *
 *	                                  |<-------------------- data section -------------------->|
 *	+--------+-----+-------+----------+--------+--------+-----+--------+--------+-----+--------+-------+----------+
 *	| header | ids | attrs | contents | blocks | footer | old | blocks | footer | ... | blocks | table | contents |
 *	|        |     |       | of the   |        |     +->|table|        |     +->|     |+ footer|       | of the   |
 *	|        |     |       | start    |        |        |     |        |        |     |        |       | end      |
 *	+--------+-----+-------+----------+--------+--------+-----+--------+--------+-----+--------+-------+----------+
 *
 * A perf.data file has its feature table (offset and size of each feature) right after the data, so a file that grows
 * would have to overwrite it. Here the last record of the data is always a footer (formats/record/private_record.h). A
 * flush makes the file grow in three steps:
 *
 *	1. New blocks, a FINISHED_ROUND, a new footer and a new table are appended after the old table.
 *	2. The size in the old footer's header grows by the size of the old table. So the table becomes part of the
 *	   footer, a record that every reader skips.
 *	3. The header gets the new size of the data, by one write of 104 bytes.
 *
 * If the process is killed before step 2, after step 3, or within a step, the file is well-formed. Between 2 and 3 the
 * last record is larger than the data have room for, and everything else is in order. prec and Linux perf (tried with
 * 6.1 and 7.3) read such a file whole; perf does so only if the data begin after the first page, because of how it maps
 * the file. So they never begin in the first page.
 *
 * At the start the header is written last: if the process is killed before, the file begins with zeros, and no reader
 * takes it for a perf.data file.
 *
 * The footer says that the recording did not finish. perf_writer_finish writes one that says it did. After the table it
 * writes the contents of all features again, since some readers (simpleperf, Perfetto) want these after the data. Those
 * before the data are for recordings that were not finished.
 *
 * A flush is a round in the sense of perf.data: the caller has drained every ring at least once since the last flush.
 *
 * A copy of another recording (setup.copy) is never flushed: it has the rounds of the original, and need not be
 * readable before it is finished. Only its end gets a footer, if that points to something, or there are no other data.
 *
 * In pipe mode there is no table: attrs and features are records before the data, and a flush ends with a
 * FINISHED_ROUND.
 *
 * Ownership: _start/_fini; the descriptor is borrowed. After a failed call only perf_writer_abandon and _fini may
 * follow. One thread at a time.
 */
#ifndef PREC_FORMATS_FILE_PERF_WRITER_H
#define PREC_FORMATS_FILE_PERF_WRITER_H

#include "common/buffer.h"
#include "common/error.h"
#include "formats/file/writer_setup.h"
#include "formats/record/abi.h"

/* The least offset of the data, except in a copy: the page size of most machines. */
#define PERF_WRITER_DATA_MIN 4096

struct perf_writer_section {
	uint64_t offset, size;
};

struct perf_writer {
	int fd;
	bool is_pipe, is_copy, has_clock;
	struct perf_writer_stall stall;
	uint32_t attr_size;
	struct perf_writer_section attrs;
	struct perf_writer_section features[FILE_FEATURE_BITS]; /* those before the data; offset 0: not there */
	struct buffer contents;                                 /* their contents, to be written again at the end */
	uint64_t contents_start;                                /* the offset of the contents in the file */
	uint64_t data_start;
	uint64_t flushed_end;  /* the end of the data in the header, after the footer; the table begins there */
	uint64_t table_size;   /* bytes of that table */
	uint64_t written;      /* the end of the file, where `pending` will be written */
	struct buffer pending; /* what was appended, and is not written yet */
	uint64_t *boundaries;  /* the ends of the blocks since the last flush */
	uint32_t n_boundaries, boundaries_capacity;
};

/*
 * Writes what is before the data, and the first table: the file is valid then, and has no records. fd: an empty file
 * that is open for writing; is_pipe: a pipe. The setup is not used after the call. 0 or a negative errno.
 */
int perf_writer_start(struct perf_writer *w, int fd, bool is_pipe, const struct perf_writer_setup *setup,
		      struct error *err);
void perf_writer_fini(struct perf_writer *w);

/*
 * Appends one block of whole records. *ret_offset (may be NULL): its offset in the file. It may stay in memory for a
 * while; readers see it after the next flush. 0 or a negative errno.
 */
int perf_writer_append(struct perf_writer *w, const void *data, size_t size, uint64_t *ret_offset, struct error *err);

struct perf_writer_piece {
	const void *data; /* NULL: zeros */
	size_t size;
};

/* Appends one block that is in n pieces, likewise. */
int perf_writer_append_pieces(struct perf_writer *w, const struct perf_writer_piece *pieces, size_t n,
			      uint64_t *ret_offset, struct error *err);

/*
 * Ends a round: what was appended becomes part of the file. Does nothing if nothing was appended. 0 or a negative
 * errno.
 */
int perf_writer_flush(struct perf_writer *w, struct error *err);

/* What is known at the end: the offsets of what the footer points to, 0: there is none. */
struct perf_writer_notes {
	uint64_t index;                 /* the block index */
	uint64_t bundle;                /* the bundle (formats/file/bundle_parts.h) */
	const struct clock_note *clock; /* takes the place of that of the start; NULL: that stays */
};

/*
 * Writes the last blocks, the last table, and all features: these, ascending by bit, and those of the start that they
 * do not replace. notes: what the footer points to; NULL: nothing. To a pipe only the last blocks are written. 0 or a
 * negative errno.
 */
int perf_writer_finish(struct perf_writer *w, const struct perf_writer_feature *features, size_t n,
		       const struct perf_writer_notes *notes, struct error *err);

/*
 * Call after a write has failed (disk full, limit of the file size). Cuts the file off after the last block that leaves
 * room for a footer and a table, and writes these and the header. The footer says that the recording did not finish. 0
 * or a negative errno.
 */
int perf_writer_abandon(struct perf_writer *w, struct error *err);

/* Returns how many bytes were written or are pending. */
static inline uint64_t perf_writer_size(const struct perf_writer *w)
{
	return w->written + w->pending.size;
}

#endif
