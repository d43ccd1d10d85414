/*
 * private_record: writes and parses the records that prec adds to the data of a perf.data file.
 *
 * They have the type HEADER_EVENT_TYPE (65), which recorders wrote before 2011. Every reader skips it, whatever it
 * holds: Linux perf, quipper (pprof), linux-perf-data (samply), perfparser (hotspot). After the header come a magic and
 * the kind of the record. All numbers are in the file's byte order.
 *
 *	+--------+-------+----------+-------------+----------------------------+
 *	| header | magic | u32 kind | u32 version | content, by kind           |
 *	+--------+-------+----------+-------------+----------------------------+
 *
 * PRIVATE_RECORD_FOOTER: u32 state, u32 0, u64 index, u64 bundle. The last record of every data section that prec
 * writes to a file. state: enum footer_state. index, bundle: the offsets in the file of the first
 * PRIVATE_RECORD_BLOCK_INDEX and PRIVATE_RECORD_BUNDLE; 0: there is none.
 *
 * PRIVATE_RECORD_BLOCK_INDEX: a piece of the block index (formats/file/block_index.h). The pieces follow one another,
 * in the order of the blocks, up to the footer.
 *
 * PRIVATE_RECORD_CPU_GAP: u32 cpu, u32 0, u64 from, u64 until. The CPU was offline for a while. from: the time of the
 * last record before; 0: it was offline when the recording began. until: the time of the first record after;
 * UINT64_MAX: there was none.
 *
 * PRIVATE_RECORD_EVENT_CGROUP: u32 event, u32 0, name up to a NUL. An event counts in a cgroup. event: its number,
 * from 0.
 *
 * PRIVATE_RECORD_BUNDLE: a piece of what a reader on another machine needs (formats/file/bundle_parts.h). The pieces
 * follow one another, up to the block index or the footer.
 *
 * PRIVATE_RECORD_CLOCK: u32 clock, u32 0, the 16 bytes of the boot's id, u64 start, u64 start_wall, u64 end, u64
 * end_wall (struct clock_note). The first record of the data section; it gets the end when the file is finished.
 *
 * PRIVATE_RECORD_REDACTED: u32 level, u32 0. Secrets were taken out of the file (prec convert --redact). level: enum
 * redacted_level. It comes after the clock, if there is one.
 *
 * PRIVATE_RECORD_HOLE: zeros. What was here is lost: formats/archive/archive_file.h.
 *
 * The size is a multiple of 8, with zeros at the end, and at least PRIVATE_RECORD_SIZE_MIN: Linux perf 7 warns of
 * smaller records of the type (struct perf_record_header_event_type). A reader skips unknown kinds and versions.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_FORMATS_RECORD_PRIVATE_RECORD_H
#define PREC_FORMATS_RECORD_PRIVATE_RECORD_H

#include "common/buffer.h"
#include "common/cursor.h"
#include "formats/record/field.h"
#include "formats/record/record.h"

#include <stdbool.h>

#define PRIVATE_RECORD_MAGIC   0x45544f4e43455250ull /* "PRECNOTE" read on a little-endian machine */
#define PRIVATE_RECORD_VERSION 1

#define PRIVATE_RECORD_HEADER_SIZE (RECORD_HEADER_SIZE + 16)
#define PRIVATE_RECORD_CONTENT_MAX ((RECORD_SIZE_MAX & ~7) - PRIVATE_RECORD_HEADER_SIZE)
#define PRIVATE_RECORD_SIZE_MIN    80
#define FOOTER_SIZE                PRIVATE_RECORD_SIZE_MIN

enum private_record_kind {
	PRIVATE_RECORD_FOOTER = 1,
	PRIVATE_RECORD_BLOCK_INDEX = 2,
	PRIVATE_RECORD_CPU_GAP = 3,
	PRIVATE_RECORD_EVENT_CGROUP = 4,
	PRIVATE_RECORD_BUNDLE = 5,
	PRIVATE_RECORD_CLOCK = 6,
	PRIVATE_RECORD_HOLE = 8,
	PRIVATE_RECORD_REDACTED = 9,
};

/* Flags of a block in the block index. */
#define BLOCK_SIDEBAND   (1u << 0) /* has records about processes or mappings */
#define BLOCK_COMPRESSED (1u << 1)

enum footer_state {
	FOOTER_OPEN = 0, /* the recording did not finish */
	FOOTER_FINISHED = 1,
};

struct private_record {
	uint32_t kind;
	uint32_t version;
	struct cursor content; /* what follows the version */
};

#define BOOT_ID_SIZE 16

#define CLOCK_OF_PERF UINT32_MAX /* the kernel's own, of events that have no clock given; programs cannot read it */

/* The names of clocks; ends with a NULL. */
extern const struct field_word clock_words[];

/* The same moment on the recording's clock and on CLOCK_REALTIME, in ns; wall 0: not known. */
struct clock_moment {
	uint64_t time, wall;
};

/* When a file was recorded. */
struct clock_note {
	uint32_t clock;             /* a clock of clock_gettime(2), or CLOCK_OF_PERF */
	uint8_t boot[BOOT_ID_SIZE]; /* of the kernel that ran, /proc/sys/kernel/random/boot_id; zeros: not known */
	struct clock_moment start, end;
};

/* The words for enum redaction; ends with a NULL. */
extern const struct field_word redaction_words[];

/* What was taken out: with each what the one before says, too. */
enum redaction {
	REDACTION_NONE = 0,
	REDACTION_STACKS = 1,
	REDACTION_ARGS = 2,
	REDACTION_NAMES = 3,
};

struct footer {
	bool finished;
	uint64_t index, bundle;
	uint16_t size; /* as in the record's header; it may be more than FOOTER_SIZE: see formats/file/perf_writer.h */
};

/*
 * Begins a private record; the caller appends at most PRIVATE_RECORD_CONTENT_MAX bytes. Returns the offset for
 * private_record_end.
 */
size_t private_record_begin(struct buffer *b, enum private_record_kind kind);

/* Pads the record that begins at `start`, and sets its size. If it is too large, the buffer fails. */
void private_record_end(struct buffer *b, size_t start);

/* Append whole records; the arguments are as above. */
void private_record_put_footer(struct buffer *b, bool finished, uint64_t index, uint64_t bundle);

void private_record_put_cpu_gap(struct buffer *b, uint32_t cpu, uint64_t from, uint64_t until);

void private_record_put_event_cgroup(struct buffer *b, uint32_t event, const char *cgroup);

void private_record_put_clock(struct buffer *b, const struct clock_note *note);

void private_record_put_redacted(struct buffer *b, enum redaction level);

/* True if a record is one of prec's. *ret_private (may be NULL) then has its parts, which borrow the record's bytes. */
bool private_record_parse(const struct record *r, struct private_record *ret_private);

/* Reads the level of a private record; REDACTION_NONE: it has none. */
enum redaction private_record_redacted(const struct private_record *private);

/* True if the record describes the layout of its file: a copy of it in another file would be wrong. */
bool private_record_is_layout(const struct private_record *private);

/* True if it is a PRIVATE_RECORD_CLOCK, which *ret_note gets. */
bool private_record_parse_clock(const struct private_record *private, struct clock_note *ret_note);

/* True if the FOOTER_SIZE bytes at data, the last ones of a data section, are a footer. */
bool private_record_parse_footer(const uint8_t *data, bool swap, struct footer *ret_footer);

#endif
