/*
 * perf_file: a perf.data file open for reading: its events, feature sections and ranges of records.
 *
 *	file mode			pipe mode (perf record -o -)
 *	+--------------------+		+--------------------+
 *	| header, 104 bytes  |		| header, 16 bytes   |
 *	| ids, attrs         |		| HEADER_ATTR ...    |
 *	| data: records      |		| HEADER_FEATURE ... |
 *	| feature table      |		| records            |
 *	| feature contents   |		+--------------------+
 *	+--------------------+
 *
 * Both look alike from here: events, features by offset and size, and ranges of records that formats/file/blocks.h
 * reads. In a directory (formats/file/perf_dir.h) the file named `data` is one of the above, and files beside it hold
 * more records. Offsets of records count on through all of them, so that each has one of its own:
 *
 *	| data: header, records, features | data.0: records | data.1: records | ...
 *	0                                 parts[1].start    parts[2].start
 *
 * A file that its recorder did not finish is opened like any other, with `unfinished` set; sections that
 * reach beyond the end of the file are cut down, which is noted in `damages`.
 *
 * After recording_open (formats/file/recording.h) the structure does not change and may be read by many threads.
 */
#ifndef PREC_FORMATS_FILE_PERF_FILE_H
#define PREC_FORMATS_FILE_PERF_FILE_H

#include "common/buffer.h"
#include "common/cursor.h"
#include "common/error.h"
#include "formats/feature/features.h"
#include "formats/file/id_index.h"
#include "formats/record/event.h"
#include "formats/record/record.h"

#include <sys/types.h>

/*
 * file_parts: the files of a recording that hold records: the one with the header, and those beside it.
 */

#define PERF_FILE_PARTS_MAX 16384

#define FILE_SECTION_ENTRY_SIZE 16 /* of a section in a file */

struct file_section {
	uint64_t offset, size;
};

/* A section as it stands in a file. Fails as the cursor does. */
static inline struct file_section file_section_read(struct cursor *c)
{
	struct file_section s;

	s.offset = cursor_u64(c);
	s.size = cursor_u64(c);
	return s;
}

/* A file that holds records. */
struct file_part {
	int fd;
	char *name;               /* within its directory; NULL: the file stands alone */
	uint64_t start;           /* the offset of its first byte, counted through all parts */
	uint64_t size;            /* when it was opened */
	struct file_section data; /* its records */
};

struct file_parts {
	struct file_part *list;
	uint32_t n;
};

/*
 * Adds a file of nothing but records to those there are, at least one. Takes the descriptor over, also at
 * failure; the name is copied. 0; -ENOTSUP: not a regular file; -E2BIG: too many; -ENOMEM; -errno of fstat.
 */
int file_parts_add(struct file_parts *parts, int fd, const char *name, struct error *err);

/* Closes all but the first part's descriptor, which is the owner's, and frees the list. */
void file_parts_fini(struct file_parts *parts);

/* The part in which an offset lies; of one beyond all of them, the last. */
const struct file_part *file_parts_at(const struct file_parts *parts, uint64_t offset);

/* Reads from an offset on, no further than to the end of the part. As fileio_pread. */
ssize_t file_part_pread(const struct file_part *part, void *data, size_t size, uint64_t offset);

static inline uint64_t file_part_data_end(const struct file_part *part)
{
	return part->data.offset + part->data.size;
}

#define PERF_FILE_EVENTS_MAX    65536
#define PERF_FILE_FEATURE_MAX   (256u << 20)
#define PERF_FILE_BUILD_IDS_MAX (16u << 20) /* bytes of a pipe's records */
#define PERF_FILE_DAMAGES_MAX   32

/* Damage that did not keep the file from being opened, in the order in which it was found. */
struct file_damages {
	struct error list[PERF_FILE_DAMAGES_MAX]; /* code 0 in the first: none */
	uint32_t n_kept;                          /* there */
	uint32_t n;                               /* all; not all of them need be kept */
};

/* Files of a directory that are no part of the recording. */
struct file_extras {
	char *name; /* the first by name; owned; NULL: there is none */
	uint32_t n;
};

/* Which features there are, and where their contents lie. */
struct feature_sections {
	struct file_section list[FILE_FEATURE_BITS];
	uint64_t bits[FILE_FEATURE_WORDS];
	uint64_t cut[FILE_FEATURE_WORDS]; /* those that are cut off by the end of the file */
};

/* What pipes and simpleperf write as records in place of features. */
struct file_of_records {
	struct buffer tracing;   /* TRACING_DATA: see formats/file/simpleperf.h */
	struct buffer build_ids; /* BUILD_ID, of a pipe */
};

struct perf_file {
	int fd;        /* of the file with the header: parts[0], whose offsets are as they stand in the file */
	uint64_t size; /* of that file, when it was opened */
	bool swap;     /* written in the other byte order */
	bool pipe;
	bool unfinished;
	bool compressed; /* holds COMPRESSED records, or may */
	bool timed;      /* every record carries a time; otherwise the order in the file is the order in time */
	int version;     /* 1 or 2 */
	uint32_t attr_size;
	struct file_section data; /* of parts[0] */
	struct file_parts parts;
	struct file_of_records of_records;
	struct file_extras extras;
	struct file_event *events; /* their names are there after recording_open */
	uint32_t n_events;
	struct feature_sections features;
	uint64_t max_expansion; /* set after opening; 0: BLOCKS_MAX_EXPANSION (formats/file/decompress_limit.h) */
	struct id_index ids;
	bool same_id_offset; /* all events keep their ids at one offset, by which records are assigned to events */
	struct file_damages damages;
};

void perf_file_close(struct perf_file *file);

/* Adds to the damages; for the code that opens files. */
void perf_file_note_damage(struct perf_file *f, const struct error *damage);
__attribute__((format(printf, 4, 5))) void perf_file_damaged(struct perf_file *f, int code, uint64_t offset,
							     const char *format, ...);

/* Limits a section to the file; what is cut off is noted as damage of `what`. */
struct file_section perf_file_clip(struct perf_file *f, struct file_section s, const char *what);

/* Adds a file that holds only records, as file_parts_add. */
int perf_file_add_part(struct perf_file *f, int fd, const char *name, struct error *err);

/* Builds the table of ids for perf_file_event_by_id. 0, -E2BIG, -ENOMEM. */
int perf_file_index_ids(struct perf_file *f, struct error *err);

/* The part in which an offset lies; of one beyond all of them, the last. */
const struct file_part *perf_file_part_at(const struct perf_file *f, uint64_t offset);

/* Returns the size of all data sections. */
uint64_t perf_file_data_size(const struct perf_file *f);

static inline bool perf_file_has_feature(const struct perf_file *f, unsigned feature)
{
	return f->features.bits[feature / 64] >> feature % 64 & 1;
}

/* The contents of a feature section, read into b (which takes the file's byte order). -ENOENT: not in the file. */
int perf_file_read_feature(const struct perf_file *f, unsigned feature, struct buffer *b, struct error *err);

/* What describes the tracepoints: TRACING_DATA, or what simpleperf has in its place. As perf_file_read_feature. */
bool perf_file_has_tracing_data(const struct perf_file *f);
int perf_file_read_tracing_data(const struct perf_file *f, struct buffer *b, struct error *err);

/* Whether the samples of any event have a field. field: one of PERF_SAMPLE_*. */
bool perf_file_samples_have(const struct perf_file *f, uint64_t field);

/* Whether the user's part of any event's callchains may be in records of its own. */
bool perf_file_has_deferred_chains(const struct perf_file *f);

/* Finds the event with the id, or NULL. */
const struct file_event *perf_file_event_by_id(const struct perf_file *f, uint64_t id);

/*
 * The event a record belongs to: by the id at its offset, or the only one. For a record that is no SAMPLE and whose id
 * is unknown (synthesized records have id 0) the first event. NULL: a SAMPLE of no known event.
 */
struct record;
const struct file_event *perf_file_event_of(const struct perf_file *f, const struct record *r);

/*
 * event_finder: the events of many records, one after the other.
 *
 * Threads: one for each.
 */

/* Begins as { .file = file }. */
struct event_finder {
	const struct perf_file *file;
	const struct file_event *last; /* of the sample seen last, and its id: samples of an event come in rows */
	uint64_t last_id;
	uint64_t id_mask; /* 0: all samples are of one event */
	uint16_t id_end;  /* where the id of a sample ends, once `last` is set */
};

/* The same, whatever came before. */
const struct file_event *event_finder_find_anew(struct event_finder *f, const struct record *r);

/* Whether a SAMPLE is of the event of the one before. */
static inline bool event_finder_is_last(const struct event_finder *f, const uint8_t *data, uint16_t size, bool swap)
{
	return f->last && f->id_end <= size &&
	       !((load_u64_order(data + f->id_end - 8, swap) ^ f->last_id) & f->id_mask);
}

/* As perf_file_event_of. */
static inline const struct file_event *event_finder_find(struct event_finder *f, const struct record *r)
{
	if (r->type == PERF_RECORD_SAMPLE && event_finder_is_last(f, r->data, r->size, r->swap))
		return f->last;
	return event_finder_find_anew(f, r);
}

/*
 * offset_text: where in a recording something was found, in the words of messages.
 */

struct offset_text {
	char text[80];
};

/* "offset 1234", or of a file beside others "offset 1234 of data.0". Returns p->text. */
const char *offset_text(struct offset_text *p, const struct perf_file *f, uint64_t offset);

#endif
