/*
 * perf_writer: lays out a perf.data file and keeps it readable throughout the recording.
 *
 *	                                  |<-------------------- data section -------------------->|
 *	+--------+-----+-------+----------+--------+--------+-----+--------+--------+-----+--------+-------+----------+
 *	| header | ids | attrs | contents | blocks | footer | old | blocks | footer | ... | blocks | table | contents |
 *	|        |     |       | of the   |        |     +->|table|        |     +->|     |+ footer|       | of the   |
 *	|        |     |       | start    |        |        |     |        |        |     |        |       | end      |
 *	+--------+-----+-------+----------+--------+--------+-----+--------+--------+-----+--------+-------+----------+
 *
 * perf.data has its feature table (an {offset, size} for each feature) right after the data, so a file that grows would
 * have to overwrite it. Here the last record of the data is always a footer (formats/record/private_record.h), and the
 * file grows like this:
 *
 *	1. new blocks, a FINISHED_ROUND, a new footer and a new table are appended after the table,
 *	2. the size in the old footer's header grows by that of the old table, which is thereby part of a record that
 * every reader passes over,
 *	3. the header's data size is renewed, with one write of 104 bytes.
 *
 * The beginning goes out the same way, its header last: a process killed before that leaves a file of nothing recorded,
 * which begins with zeros and no reader takes for perf.data.
 *
 * A process killed before step 2 or after step 3, or in the middle of a step, leaves a well-formed file. Between 2 and
 * 3 the last record of the data claims more than the data section has, and everything else is in its place: prec and
 * Linux perf (tried with 6.1 and 7.3) read such a file whole. Perf does where the data begin in the second page or
 * later: it maps from the page of their beginning on as many bytes as the file has up to their end, and takes records
 * that end in there. So data never begin in the first page.
 *
 * The footer also says that the recording did not finish. perf_writer_finish writes one that says it did, and after
 * its table the contents of all features once more, because some readers (simpleperf, Perfetto) want these after the
 * data. The contents at the start serve recordings that do not get that far.
 *
 * A flush is a round in the sense of perf.data: the caller has drained every ring at least once since the flush before.
 * A copy of another recording gets the rounds of that, and need not be readable before it is finished: nothing of the
 * writer's own is put among its data but, where there is an index or nothing else, the footer of the end.
 *
 * In pipe mode there is no table: features and attrs go ahead as records, a flush ends with a FINISHED_ROUND record.
 *
 * Ownership: the file descriptor is the caller's. What perf_writer_start is given need not outlive the call. One thread
 * at a time. After a failed call only perf_writer_abandon and _fini may follow.
 */
#ifndef PREC_FORMATS_FILE_PERF_WRITER_H
#define PREC_FORMATS_FILE_PERF_WRITER_H

#include "common/buffer.h"
#include "common/error.h"
#include "formats/file/writer_setup.h"
#include "formats/record/abi.h"

/* Where data begin at the earliest, but in a copy: a page of most machines. */
#define PERF_WRITER_DATA_MIN 4096

struct perf_writer_section {
	uint64_t offset, size;
};

struct perf_writer {
	int fd;
	bool is_pipe, copy;
	struct perf_writer_stall stall;
	uint32_t attr_size;
	struct perf_writer_section attrs;
	struct perf_writer_section features[FILE_FEATURE_BITS]; /* of the start; offset 0: not there */
	struct buffer contents;                                 /* of them, to be written again at the end */
	uint64_t contents_start;                                /* where in the file these are now */
	uint64_t data_start;
	uint64_t flushed_end;  /* of the data section as the header has it, footer included; its table is there */
	uint64_t table_size;   /* of that table */
	uint64_t written;      /* the file's end; what is pending goes here */
	struct buffer pending; /* appended, not yet written */
	uint64_t *boundaries;  /* ends of the blocks since the last flush */
	uint32_t n_boundaries, boundaries_capacity;
};

/*
 * Writes everything before the data, and the first table, so that the file is a valid one without records. fd: a file
 * open for writing, empty; or a pipe, where is_pipe is set. 0 or a negative errno.
 */
int perf_writer_start(struct perf_writer *w, int fd, bool is_pipe, const struct perf_writer_setup *setup,
		      struct error *err);
void perf_writer_fini(struct perf_writer *w);

/*
 * Appends one block of whole records. *ret_offset (may be NULL) is where in the file it begins. It is kept in memory
 * until enough has come together, and counts for readers from the next flush on. 0 or a negative errno.
 */
int perf_writer_append(struct perf_writer *w, const void *data, size_t size, uint64_t *ret_offset, struct error *err);

struct perf_writer_piece {
	const void *data; /* NULL: zeros */
	size_t size;
};

/* The same, where the block is in several pieces. */
int perf_writer_append_pieces(struct perf_writer *w, const struct perf_writer_piece *pieces, size_t n,
			      uint64_t *ret_offset, struct error *err);

/* The end of a round: whatever was appended becomes part of the file. Nothing new: does nothing. */
int perf_writer_flush(struct perf_writer *w, struct error *err);

/*
 * Ends the file: the last blocks, the last table, and after it all features: these (ascending by bit), and those of the
 * start that they do not replace. index: what the footer has (formats/record/private_record.h), 0 for none. In a pipe
 * only what was appended is written. 0 or a negative errno.
 */
int perf_writer_finish(struct perf_writer *w, const struct perf_writer_feature *features, size_t n, uint64_t index,
		       struct error *err);

/*
 * After a write failed (no space, file size limit): cuts the file back to the last whole block after which a footer and
 * a table have room, writes these and the header. The file stays marked as not finished. 0 or a negative errno.
 */
int perf_writer_abandon(struct perf_writer *w, struct error *err);

/* Bytes written or pending. */
static inline uint64_t perf_writer_size(const struct perf_writer *w)
{
	return w->written + w->pending.size;
}

#endif
