/*
 * bundle_names: the functions, inlined functions and source lines at the addresses that a recording hit, by file.
 *
 * A file is the one that was looked up: identified by its build-id or, without one, by what the recording says of it.
 * Addresses are those that report/symbols/dso_symbols.h takes: offsets in a file; of a kernel from its relocation
 * symbol on, of a module from where it was loaded, so that they hold for each boot; those of the process for JIT code.
 *
 * A part (BUNDLE_NAMES of formats/file/bundle_parts.h) has some of the files and all strings of these; the numbers of
 * formats/file/bundle_numbers.h:
 *
 *	strings   their number; each with a NUL. Others refer to them by 1 + their place; 0: none
 *	files     their number; each with its identity, what is known of it, then lists, a number of elements before
 *	          each:
 *		segments   offset, size, address; differences to the one before
 *		symbols    ascending: difference of the start to that of the one before, size, name, flags
 *		frames     function, file, line: each once
 *		addresses  ascending: difference to the one before; symbol, as a difference; number of frames, frames
 *		codes      of a jitdump: times and places of the functions that were hit
 *		functions  with prec bundle --code: their bytes, and what machine they are for
 *
 * Source lines (BUNDLE_LINES, with --source) are a part of their own: strings, then the number of lines, each with the
 * string of its file, its number as a difference, and the string of its text.
 *
 * Several parts are read into one struct, which has each string once. What is read is checked: all numbers refer to
 * what is there, and addresses and symbols ascend.
 *
 * Ownership: _init/_fini. One thread at a time; any number may read while nothing is added.
 */
#ifndef PREC_FORMATS_FILE_BUNDLE_NAMES_H
#define PREC_FORMATS_FILE_BUNDLE_NAMES_H

#include "common/strtab.h"
#include "formats/file/bundle_parts.h"
#include "formats/record/record.h"

#define BUNDLE_NAMES_VERSION 1

/* Limits of all files together, which hold for what is read. */
#define BUNDLE_FILES_MAX     (1u << 20)
#define BUNDLE_ADDRESSES_MAX (8u << 20) /* also of each of the other lists */
#define BUNDLE_FRAMES_MAX    64u        /* frames at one address */
#define BUNDLE_STRING_MAX    65536u

enum bundle_file_kind {
	BUNDLE_FILE_USER,
	BUNDLE_FILE_VDSO,
	BUNDLE_FILE_KERNEL,
	BUNDLE_FILE_MODULE,
	BUNDLE_FILE_PERF_MAP,
	BUNDLE_FILE_JIT_DUMP,
	BUNDLE_FILE_KINDS,
};

#define BUNDLE_NONE UINT32_MAX /* no symbol */

/* A part of a file that is mapped: PT_LOAD of elf(5). */
struct bundle_segment {
	uint64_t offset, size, address;
};

/* Flags of a symbol. */
#define BUNDLE_SYMBOL_BOUNDS 1u /* a function without a name */
#define BUNDLE_SYMBOL_GLOBAL 2u
#define BUNDLE_SYMBOL_WEAK   4u
#define BUNDLE_SYMBOL_OBJECT 8u

struct bundle_symbol {
	uint64_t start, end;
	uint32_t name; /* string id: as in the file, mangled; of BOUNDS 0 */
	uint32_t flags;
};

struct bundle_frame {
	uint32_t function; /* string id: as shown; 0: unknown, or that of the symbol */
	uint32_t file;     /* string id; 0: not known */
	uint32_t line;
};

struct bundle_address {
	uint64_t addr;
	uint32_t symbol;      /* number in bundle_names.symbols; BUNDLE_NONE: it has no name */
	uint32_t first_frame; /* in bundle_names.refs, each the number of a frame */
	uint32_t n_frames;    /* innermost first */
};

/* A piece of JIT code, of a jitdump. */
struct bundle_code {
	uint64_t time; /* of the recording's clock, in ns */
	uint64_t start, size;
	uint64_t offset; /* in the dump */
	uint32_t pid;
	bool is_timeless; /* it is unknown when it was generated */
};

/* The code of a function. */
struct bundle_function {
	uint64_t start;
	uint64_t address; /* of the first byte, as disassemblers show it */
	uint32_t at;      /* in bundle_names.bytes */
	uint32_t size;
};

/* A line of a source file. */
struct bundle_line {
	uint32_t file; /* string id: as frames have it */
	uint32_t line;
	uint32_t text; /* string id */
};

/* n elements of a list of struct bundle_names, from the first on. */
struct bundle_range {
	uint32_t first, n;
};

struct bundle_file {
	enum bundle_file_kind kind;
	uint32_t path; /* string id, of a module its name */
	struct build_id build_id;
	struct mapped_file file; /* user, without a build-id */
	uint32_t pid;            /* perf map, jitdump */
	/* What came of looking for its symbols. */
	uint32_t status; /* enum dso_symbols_status; readers check it */
	uint32_t doubt;  /* enum dso_doubt, likewise */
	uint32_t code;   /* a positive errno, or 0 */
	uint32_t why;    /* string id: a sentence; 0: none */
	uint32_t source; /* string id: the file they were read from; 0: none */
	char origin;     /* as dso_symbols_origin */
	bool has_source; /* it has debug information */
	struct build_id other;
	struct bundle_range segments, symbols, addresses, codes, functions;
	uint16_t machine; /* of the functions: EM_* of elf(5) */
	bool is_64, is_big_endian;
};

struct bundle_names {
	struct strtab strings;
	struct bundle_file *files;
	uint32_t n_files, files_capacity;
	struct bundle_segment *segments;
	uint32_t n_segments, segments_capacity;
	struct bundle_symbol *symbols;
	uint32_t n_symbols, symbols_capacity;
	struct bundle_frame *frames;
	uint32_t n_frames, frames_capacity;
	uint32_t *refs;
	uint32_t n_refs, refs_capacity;
	struct bundle_address *addresses;
	uint32_t n_addresses, addresses_capacity;
	struct bundle_code *codes;
	uint32_t n_codes, codes_capacity;
	struct bundle_function *functions;
	uint32_t n_functions, functions_capacity;
	struct buffer bytes; /* of the functions */
	struct bundle_line *lines;
	uint32_t n_lines, lines_capacity;
};

/* 0 or -ENOMEM; the caller calls bundle_names_fini in both cases. */
int bundle_names_init(struct bundle_names *names);
void bundle_names_fini(struct bundle_names *names);

/*
 * Appends parts with all files and lines as records, numbered from *number on, which becomes that of the next part. 0,
 * -ENOMEM or -E2BIG.
 */
int bundle_names_put(const struct bundle_names *names, struct buffer *records, uint32_t *number, struct error *err);

/*
 * Adds what is in a part of NAMES or LINES. 0; -EBADMSG: it is damaged, or the limits are exceeded: what comes before
 * is added; * -ENOTSUP: another version; -ENOMEM.
 */
int bundle_names_read(struct bundle_names *names, const struct bundle_part *part);

#endif
