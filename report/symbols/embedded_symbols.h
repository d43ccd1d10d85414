/*
 * embedded_symbols: the symbols in a recording itself. simpleperf records the symbols that were hit in files that only
 * the recorded machine has.
 *
 * A file's table is used if the file with the recorded build-id is missing; see report/symbols/symbols.h. Thread: one
 * fills it, then any number may read.
 */
#ifndef PREC_REPORT_SYMBOLS_EMBEDDED_SYMBOLS_H
#define PREC_REPORT_SYMBOLS_EMBEDDED_SYMBOLS_H

#include "common/hash_table.h"
#include "common/strtab.h"
#include "formats/feature/simpleperf_files.h"
#include "formats/file/perf_file.h"
#include "report/elf/symtab.h"
#include "report/symbols/symbol_source.h"

/* A symbol from a record. */
struct embedded_symbol {
	uint64_t start, size;
	uint32_t name; /* string id */
};

struct embedded_file {
	uint32_t path; /* string id */
	uint32_t type; /* enum simpleperf_type */
	uint64_t min_vaddr, offset;
	bool has_offset;
	bool in_section;
	uint32_t section_at;      /* offset of its entry in the section */
	uint32_t section_symbols; /* and the number of symbols there */
	struct embedded_symbol *symbols;
	uint32_t n_symbols, capacity; /* symbols from records */
};

struct embedded_symbols {
	struct strtab strings;
	struct buffer section; /* contents of the feature FILE or FILE2, which `feature` says */
	unsigned feature;
	struct embedded_file *files;
	uint32_t n_files, capacity;
	uint64_t n_symbols;    /* in all files */
	struct u32map by_path; /* file number by string id */
	struct u32map by_id;   /* file number by dso_id of records */
	struct buffer kallsyms;
	struct error damage; /* code 0: none */
	bool ready;
};

/*
 * Reads the symbols in a file; none if it is not simpleperf's. records: some records name symbols, so all records are
 * read. 0 or a negative errno; damage is reported in e->damage.
 */
int embedded_symbols_load(struct embedded_symbols *e, const struct perf_file *f, bool records, struct error *err);
void embedded_symbols_fini(struct embedded_symbols *e);

/* Finds the file of a path, if it has symbols, or NULL. e may be NULL. */
const struct embedded_file *embedded_symbols_find(const struct embedded_symbols *e, const char *path);

/* Returns the symbols of the recorded kernel, or NULL. */
const struct embedded_file *embedded_symbols_kernel(const struct embedded_symbols *e);

/* Returns the limit of the symbols that embedded_file_add adds. */
uint64_t embedded_file_symbols(const struct embedded_file *file);

/* Adds the symbols of a file. Call symtab_index afterwards. */
void embedded_file_add(const struct embedded_symbols *e, const struct embedded_file *file, struct symtab *table);

/*
 * Returns the space of addresses in which its symbols are looked up. *ret_delta: table address = address + delta.
 * Recordings place a file by the lowest address of its code and, since 2019, the offset of that in the file.
 */
enum dso_symbols_space embedded_file_space(const struct embedded_symbols *e, const struct embedded_file *file,
					   uint64_t *ret_delta);

#endif
