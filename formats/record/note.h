/*
 * note: records of prec's own in the data section of a perf.data file.
 *
 * They have the type HEADER_EVENT_TYPE (65), which recorders wrote before 2011 and which every reader passes over with
 * its body: Linux perf, quipper (pprof), linux-perf-data (samply), perfparser (hotspot). A body of ours begins with a
 * magic; the kinds differ in what follows. All numbers are in the file's byte order.
 *
 *	+--------+-------+----------+-------------+----------------------------+
 *	| header | magic | u32 kind | u32 version | content, by kind           |
 *	+--------+-------+----------+-------------+----------------------------+
 *
 * NOTE_TAIL: u32 state, u32 0, u64 index. The last record of every data section that prec writes to a file. A state of
 * NOTE_TAIL_OPEN says that the recording did not finish. index: the offset in the file of the first NOTE_BLOCK_INDEX, 0
 * for none.
 *
 * NOTE_BLOCK_INDEX: a piece of the block index (formats/file/block_index.h). The pieces follow one another, in the
 * order of the blocks, up to the tail.
 *
 * NOTE_CPU_GAP: u32 cpu, u32 0, u64 from, u64 until. The CPU was offline for a while. from: the time of the last record
 * before; 0: it was offline when the recording began. until: the time of the first record after; UINT64_MAX: there was
 * none.
 *
 * NOTE_EVENT_CGROUP: u32 event, u32 0, name up to a NUL. An event counts in a cgroup. event: its number, from 0.
 *
 * Invariants: a note's size is a multiple of 8, and at least NOTE_SIZE_MIN: Linux perf 7 warns of records of the type
 * that are smaller than what they once held (struct perf_record_header_event_type). Zeros pad it. A reader passes over
 * kinds and versions it does not know.
 */
#ifndef PREC_FORMATS_RECORD_NOTE_H
#define PREC_FORMATS_RECORD_NOTE_H

#include "common/buffer.h"
#include "common/cursor.h"
#include "formats/record/record.h"

#include <stdbool.h>

#define NOTE_MAGIC   0x45544f4e43455250ull /* "PRECNOTE" read on a little-endian machine */
#define NOTE_VERSION 1

#define NOTE_HEADER_SIZE (RECORD_HEADER_SIZE + 16)
#define NOTE_CONTENT_MAX ((RECORD_SIZE_MAX & ~7) - NOTE_HEADER_SIZE)
#define NOTE_SIZE_MIN    80
#define NOTE_TAIL_SIZE   NOTE_SIZE_MIN

enum note_kind {
	NOTE_TAIL = 1,
	NOTE_BLOCK_INDEX = 2,
	NOTE_CPU_GAP = 3,
	NOTE_EVENT_CGROUP = 4,
};

/* Of an entry of the block index. */
#define BLOCK_SIDEBAND   (1u << 0) /* holds records other than samples about processes or mappings */
#define BLOCK_COMPRESSED (1u << 1)

enum note_tail_state {
	NOTE_TAIL_OPEN = 0,
	NOTE_TAIL_FINISHED = 1,
};

struct note {
	uint32_t kind;
	uint32_t version;
	struct cursor content;
};

struct note_tail {
	bool finished;
	uint64_t index;
	uint16_t size; /* of the record; more than NOTE_TAIL_SIZE: see formats/file/perf_writer.h */
};

/* A note around what the caller appends in between: at most NOTE_CONTENT_MAX bytes. begin returns where it starts. */
size_t note_begin(struct buffer *b, enum note_kind kind);
void note_end(struct buffer *b, size_t start);

void note_put_tail(struct buffer *b, bool finished, uint64_t index);

void note_put_cpu_gap(struct buffer *b, uint32_t cpu, uint64_t from, uint64_t until);

void note_put_event_cgroup(struct buffer *b, uint32_t event, const char *cgroup);

/* Whether a record is a note; *ret_note (may be NULL) then has its parts, which live as long as the record's bytes. */
bool note_parse(const struct record *r, struct note *ret_note);

/* Whether the note says how the file it is in was laid out, which is not true of a copy. */
bool note_is_layout(const struct note *note);

/*
 * Whether the NOTE_TAIL_SIZE bytes at data, the last of a data section, are a tail. The size its header says may be
 * more.
 */
bool note_parse_tail(const uint8_t *data, bool swap, struct note_tail *ret_tail);

#endif
