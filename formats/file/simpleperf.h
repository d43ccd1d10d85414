/*
 * simpleperf: what Android's simpleperf has in perf.data files that Linux perf has not.
 *
 *	features	FILE or FILE2: the files that were hit and the symbols of theirs that were; META_INFO: facts by
 *			name; DEBUG_UNWIND: files whose unwinding failed; INIT_MAP: mappings of before the recording
 *	records		from SIMPLEPERF_RECORD_START up; those larger than a record can be are cut into SPLIT records,
 *			whose contents in a row, up to a SPLIT_END, are the record with its header
 *
 * Sources: record.h, record_file_format.h and record_file.proto of system/extras/simpleperf in AOSP.
 *
 * Decoders borrow the bytes they are given. Next functions: 1, 0 at the end, -EBADMSG. No state, any thread.
 */
#ifndef PREC_FORMATS_FILE_SIMPLEPERF_H
#define PREC_FORMATS_FILE_SIMPLEPERF_H

#include "common/cursor.h"
#include "formats/file/perf_file.h"
#include "formats/record/record.h"

/* Whether the file has any of simpleperf's features. */
bool simpleperf_is_writer(const struct perf_file *f);

/*
 * What the file tells in simpleperf's ways: the names of tracepoints and, in records, their fields; ids of events in
 * EVENT_ID records; the records of INIT_MAP as a part. For perf_file_open, as its last step. 0, -ENOMEM, -E2BIG; damage
 * is noted.
 */
int simpleperf_apply(struct perf_file *f, struct error *err);

/* --- files and their symbols ------------------------------------------------- */

enum simpleperf_type {
	SIMPLEPERF_KERNEL,
	SIMPLEPERF_MODULE,
	SIMPLEPERF_ELF,
	SIMPLEPERF_DEX,
	SIMPLEPERF_SYMBOL_MAP, /* perf-PID.map */
	SIMPLEPERF_UNKNOWN,
};

struct simpleperf_file {
	const char *path;
	size_t path_size; /* without NUL, which need not follow */
	uint32_t type;
	uint64_t min_vaddr; /* the lowest address of code in the file */
	uint64_t offset;    /* where that is in the file; of a module, in memory behind its start */
	bool has_offset;
	uint32_t n_symbols;
	struct cursor symbols; /* for simpleperf_next_symbol */
	bool is_message;       /* they are fields of a message, as in FILE2 */
};

struct simpleperf_symbol {
	uint64_t vaddr;
	uint64_t size;
	const char *name;
	size_t name_size;
};

/* The next of the files in the contents of FEATURE_SIMPLEPERF_FILE or FEATURE_SIMPLEPERF_FILE2. */
int simpleperf_next_file(struct cursor *c, unsigned feature, struct simpleperf_file *ret_file);
int simpleperf_next_symbol(struct simpleperf_file *file, struct simpleperf_symbol *ret_symbol);

/* Of FEATURE_SIMPLEPERF_DEBUG_UNWIND: a file's path and size. */
struct simpleperf_debug_file {
	const char *path;
	size_t path_size;
	uint64_t size;
};

int simpleperf_next_debug_file(struct cursor *c, struct simpleperf_debug_file *ret_file);

/* "kernel", "elf" ...; NULL: not known. */
const char *simpleperf_type_name(uint32_t type);

/* --- records ----------------------------------------------------------------- */

/* A record without its header: of one that was split, put together again. */
struct simpleperf_record {
	uint32_t type;
	struct cursor body;
};

struct simpleperf_dso {
	uint64_t type, id, min_vaddr;
	const char *path;
};

struct simpleperf_dso_symbol {
	uint64_t dso; /* the id of its DSO */
	struct simpleperf_symbol symbol;
};

/* 0 or -EBADMSG. */
int simpleperf_decode_dso(const struct simpleperf_record *r, struct simpleperf_dso *ret_dso);
int simpleperf_decode_symbol(const struct simpleperf_record *r, struct simpleperf_dso_symbol *ret_symbol);
/*
 * KERNEL_SYMBOL: the text of /proc/kallsyms, or the next piece of it (*ret_is_piece): the first simpleperf wrote it in
 * pieces of 64,000 bytes, and whether a piece was the last before its size.
 */
int simpleperf_decode_kallsyms(const struct simpleperf_record *r, const char **ret_text, size_t *ret_size,
			       bool *ret_is_piece);

/* What SPLIT records hold so far. Begins with the buffer initialized. */
struct simpleperf_join {
	struct buffer bytes;
	bool failed; /* too large: left out up to its end */
	bool ended;  /* the next SPLIT begins another record */
};

/* Records larger than this are passed over. */
#define SIMPLEPERF_JOIN_MAX (64u << 20)

/*
 * Takes the next record of simpleperf's in the order of the file. 1: *ret_record is whole, either that one or what it
 * ends, and lives until the next call; 0: it goes on; -EBADMSG, -E2BIG: it is damaged or too large, and passed over;
 * -ENOMEM.
 */
int simpleperf_join(struct simpleperf_join *j, const struct record *r, struct simpleperf_record *ret_record);

#endif
