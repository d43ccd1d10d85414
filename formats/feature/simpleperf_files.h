/*
 * simpleperf_files: reads the feature sections with files of Android's simpleperf: FILE and FILE2 have files with
 * samples, and their symbols with samples; DEBUG_UNWIND has files for debugging simpleperf's unwinder.
 *
 * Sources: record_file_format.h and record_file.proto of system/extras/simpleperf in AOSP. What is returned borrows the
 * section's bytes. The functions return 1; 0: the end; -EBADMSG: damaged.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_FORMATS_FEATURE_SIMPLEPERF_FILES_H
#define PREC_FORMATS_FEATURE_SIMPLEPERF_FILES_H

#include "common/cursor.h"
#include "formats/record/simpleperf_record.h"

struct simpleperf_file {
	const char *path;
	size_t path_size;   /* bytes of the path, which may have no NUL */
	uint32_t type;      /* enum simpleperf_type */
	uint64_t min_vaddr; /* the lowest address of code in the file */
	uint64_t offset;    /* that of min_vaddr in the file; of a module: in memory, from its start */
	bool has_offset;
	uint32_t n_symbols;
	struct cursor symbols; /* for simpleperf_next_symbol */
	bool is_message;       /* the symbols are fields of a message: FILE2 */
};

/* Reads the next file. feature: FEATURE_SIMPLEPERF_FILE or FEATURE_SIMPLEPERF_FILE2. */
int simpleperf_next_file(struct cursor *c, unsigned feature, struct simpleperf_file *ret_file);

/* Reads the next symbol of a file. */
int simpleperf_next_symbol(struct simpleperf_file *file, struct simpleperf_symbol *ret_symbol);

/* A file of FEATURE_SIMPLEPERF_DEBUG_UNWIND. */
struct simpleperf_debug_file {
	const char *path;
	size_t path_size;
	uint64_t size;
};

/* Reads the next file of FEATURE_SIMPLEPERF_DEBUG_UNWIND. */
int simpleperf_next_debug_file(struct cursor *c, struct simpleperf_debug_file *ret_file);

/* Returns the word for a type: "kernel", "elf"; NULL: not known. */
const char *simpleperf_type_name(uint32_t type);

#endif
