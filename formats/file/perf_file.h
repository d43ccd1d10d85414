/*
 * perf_file: a perf.data file that is open for reading: its events, feature sections, and where its records are.
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
 * The structure is the same for both: events, features by offset and size, and ranges of records, which
 * formats/file/blocks.h reads. A directory (formats/file/perf_dir.h) has one of these files, named `data`, and files
 * with more records. Offsets count on through all of these parts, so that each record has another one:
 *
 *	| data: header, records, features | data.0: records | data.1: records | ...
 *	0                                 parts[1].start    parts[2].start
 *
 * A file that its recorder did not finish has `unfinished` set. Sections that go beyond the end of the file are cut off
 * there, which is noted in `damages`.
 *
 * Threads: constant after recording_open (formats/file/recording.h); any thread.
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

/* --- parts: the files of a recording that have records -------------------------- */

#define PERF_FILE_PARTS_MAX 16384

#define FILE_SECTION_ENTRY_SIZE 16 /* bytes of a section's offset and size in a file */

struct file_section {
	uint64_t offset, size;
};

/* Reads a section's offset and size. If they are cut off, the cursor fails. */
static inline struct file_section file_section_read(struct cursor *c)
{
	struct file_section s;

	s.offset = cursor_u64(c);
	s.size = cursor_u64(c);
	return s;
}

struct file_part {
	int fd;
	char *name;               /* in the directory; NULL: the recording is a single file */
	uint64_t start;           /* the offset of its first byte, counted through all parts */
	uint64_t size;            /* when the file was opened */
	struct file_section data; /* its records */
};

struct file_parts {
	struct file_part *list;
	uint32_t n;
};

/*
 * Adds a file that has nothing but records, after at least one other part. Takes over fd, also after an error; copies
 * the name. 0; -ENOTSUP: not a regular file; -E2BIG: too many parts; -ENOMEM; or an errno of fstat(2).
 */
int file_parts_add(struct file_parts *parts, int fd, const char *name, struct error *err);

/* Closes the descriptors of all parts but the first, whose owner closes it, and frees the list. */
void file_parts_fini(struct file_parts *parts);

/* Returns the part that contains the offset; for an offset after all parts, the last. */
const struct file_part *file_parts_at(const struct file_parts *parts, uint64_t offset);

/* Reads from an offset on, at most up to the end of the part. Returns as fileio_pread. */
ssize_t file_part_pread(const struct file_part *part, void *data, size_t size, uint64_t offset);

/* Returns the offset of the end of the part's records. */
static inline uint64_t file_part_data_end(const struct file_part *part)
{
	return part->data.offset + part->data.size;
}

#define PERF_FILE_EVENTS_MAX    65536
#define PERF_FILE_FEATURE_MAX   (256u << 20) /* bytes of a feature section */
#define PERF_FILE_BUILD_IDS_MAX (16u << 20)  /* bytes of a pipe's BUILD_ID records */
#define PERF_FILE_DAMAGES_MAX   32

/* Damage that was found when the file was opened, in this order. */
struct file_damages {
	struct error list[PERF_FILE_DAMAGES_MAX]; /* the first n_kept */
	uint32_t n_kept;
	uint32_t n; /* all */
};

/* Files of a directory that do not belong to the recording. */
struct file_extras {
	char *name; /* the alphabetically first; owned; NULL: there is none */
	uint32_t n;
};

/* Which features there are, and where their contents are. */
struct feature_sections {
	struct file_section list[FILE_FEATURE_BITS];
	uint64_t bits[FILE_FEATURE_WORDS]; /* which features the file has */
	uint64_t cut[FILE_FEATURE_WORDS];  /* which of them are cut off by the end of the file */
};

/* What pipes and simpleperf write as records in place of features. */
struct file_of_records {
	struct buffer tracing;   /* TRACING_DATA: see formats/file/simpleperf.h */
	struct buffer build_ids; /* the BUILD_ID records of a pipe */
};

struct perf_file {
	int fd;        /* of the file with the header, parts[0] */
	uint64_t size; /* of that file, when it was opened */
	bool swap;     /* written in the other byte order */
	bool pipe;     /* pipe mode */
	bool unfinished;
	bool compressed;   /* has, or may have, COMPRESSED records */
	bool from_archive; /* the file is a copy without a name, of all that is in an archive (archive_file.h), */
	bool inexact;      /* which is damaged, or was packed by another version of zstd */
	uint64_t time;     /* when it was last written, in ns since 1970; of an archive, when that was */
	bool timed;        /* every record has a time; otherwise the order of time is that of the file */
	int version;       /* 1 or 2 */
	uint32_t attr_size;
	struct file_section data; /* the records of parts[0] */
	struct file_parts parts;
	struct file_of_records of_records;
	struct file_extras extras;
	struct file_event *events; /* with names after recording_open */
	uint32_t n_events;
	struct feature_sections features;
	uint64_t max_expansion; /* the caller may set it after opening; 0: BLOCKS_MAX_EXPANSION (decompress_limit.h) */
	struct id_index ids;
	bool same_id_offset; /* the samples of all events have their ids at the same offset, so ids tell the event */
	const struct file_event *sole; /* the only event that is no dummy; NULL: there is none, or there are more */
	struct file_damages damages;
};

/* Closes the file and frees it; NULL does nothing. */
void perf_file_close(struct perf_file *file);

/* Add to the damages; for the code that opens files. */
void perf_file_note_damage(struct perf_file *f, const struct error *damage);
__attribute__((format(printf, 4, 5))) void perf_file_damaged(struct perf_file *f, int code, uint64_t offset,
							     const char *format, ...);

/* Cuts a section off at the end of the file. If it goes further, damage of `what` is noted. */
struct file_section perf_file_clip(struct perf_file *f, struct file_section s, const char *what);

/* Adds a file that has nothing but records, as file_parts_add. */
int perf_file_add_part(struct perf_file *f, int fd, const char *name, struct error *err);

/* Fills the index of ids for perf_file_event_by_id. 0; -E2BIG: too many ids; -ENOMEM. */
int perf_file_index_ids(struct perf_file *f, struct error *err);

/* Returns the part that contains the offset; for an offset after all parts, the last. */
const struct file_part *perf_file_part_at(const struct perf_file *f, uint64_t offset);

/* True if the recording is a directory of files. */
bool perf_file_is_directory(const struct perf_file *f);

/* Returns how many bytes of records all parts have. */
uint64_t perf_file_data_size(const struct perf_file *f);

/* True if the file has the feature. */
static inline bool perf_file_has_feature(const struct perf_file *f, unsigned feature)
{
	return f->features.bits[feature / 64] >> feature % 64 & 1;
}

/* Reads a feature section into b, which gets the file's byte order. 0 or a negative errno; -ENOENT: there is none. */
int perf_file_read_feature(const struct perf_file *f, unsigned feature, struct buffer *b, struct error *err);

/* True if the file describes its tracepoints: by TRACING_DATA, or as simpleperf does. */
bool perf_file_has_tracing_data(const struct perf_file *f);

/* Reads that description, as perf_file_read_feature. */
int perf_file_read_tracing_data(const struct perf_file *f, struct buffer *b, struct error *err);

/* True if the samples of any event have a field, one of PERF_SAMPLE_*. */
bool perf_file_samples_have(const struct perf_file *f, uint64_t field);

/* True if the user part of callchains may be in CALLCHAIN_DEFERRED records. */
bool perf_file_has_deferred_chains(const struct perf_file *f);

/* Returns the event with the id; NULL: there is none. */
const struct file_event *perf_file_event_by_id(const struct perf_file *f, uint64_t id);

/*
 * Returns the event of a record: the only event of the file, or the one with the record's id. For a record that is no
 * SAMPLE and has no known id (in synthesized records it is 0) it is the first event. A SAMPLE without a known id is of
 * the only event that is no dummy: where two recorders sample one software event of a thread, Linux gives the samples
 * of both the id of the first (do_perf_sw_event of 6.18 has one perf_sample_data for all). NULL: a SAMPLE of no known
 * event.
 */
struct record;
const struct file_event *perf_file_event_of(const struct perf_file *f, const struct record *r);

/*
 * event_finder: finds the events of many records, one after the other. Samples of one event mostly follow each other,
 * so it first compares with the last.
 *
 * Threads: one at a time for each finder.
 */

/* All zero but for the file at first. */
struct event_finder {
	const struct perf_file *file;
	const struct file_event *last; /* the event of the last sample; NULL: none */
	uint64_t last_id;              /* and the sample's id */
	uint64_t id_mask;              /* 0: all samples are of one event */
	uint16_t id_end;               /* where the id ends in a sample, if `last` is set */
};

/* Returns the event of a record as perf_file_event_of, without a look at the last. */
const struct file_event *event_finder_find_anew(struct event_finder *f, const struct record *r);

/* True if a SAMPLE is of the same event as the last. */
static inline bool event_finder_is_last(const struct event_finder *f, const uint8_t *data, uint16_t size, bool swap)
{
	return f->last && f->id_end <= size &&
	       !((load_u64_order(data + f->id_end - 8, swap) ^ f->last_id) & f->id_mask);
}

/* Returns the event of a record, as perf_file_event_of. */
static inline const struct file_event *event_finder_find(struct event_finder *f, const struct record *r)
{
	if (r->type == PERF_RECORD_SAMPLE && event_finder_is_last(f, r->data, r->size, r->swap))
		return f->last;
	return event_finder_find_anew(f, r);
}

struct offset_text {
	char text[80];
};

/* Writes an offset for a message: "offset 1234", in a directory "offset 1234 of data.0". Returns p->text. */
const char *offset_text(struct offset_text *p, const struct perf_file *f, uint64_t offset);

#endif
