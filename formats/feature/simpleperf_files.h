/*
 * simpleperf_files: the feature sections in which Android's simpleperf lists files: FILE and FILE2, those that were hit
 * and the symbols of theirs that were; DEBUG_UNWIND, those whose unwinding failed.
 *
 * Sources: record_file_format.h and record_file.proto of system/extras/simpleperf in AOSP. Decoders borrow the bytes
 * they are given. Next functions: 1, 0 at the end, -EBADMSG. No state, any thread.
 */
#ifndef PREC_FORMATS_FEATURE_SIMPLEPERF_FILES_H
#define PREC_FORMATS_FEATURE_SIMPLEPERF_FILES_H

#include "common/cursor.h"
#include "formats/record/simpleperf_record.h"

struct simpleperf_file {
	const char *path;
	size_t path_size; /* without NUL, which need not follow */
	uint32_t type;
	uint64_t min_vaddr; /* the lowest address of code in the file */
	uint64_t offset;    /* where that is in the file; of a module, in memory from its start */
	bool has_offset;
	uint32_t n_symbols;
	struct cursor symbols; /* for simpleperf_next_symbol */
	bool is_message;       /* they are fields of a message, as in FILE2 */
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

#endif
