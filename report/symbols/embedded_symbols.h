/*
 * embedded_symbols: the symbols a recording carries itself: simpleperf writes down those that were hit, of files that
 * only the recorded machine has.
 *
 * A file's table is used where the file itself, with the recorded build-id, is not here; see report/symbols/symbols.h.
 * Filled in one thread, then read by any number.
 */
#ifndef PREC_REPORT_SYMBOLS_EMBEDDED_SYMBOLS_H
#define PREC_REPORT_SYMBOLS_EMBEDDED_SYMBOLS_H

#include "common/strtab.h"
#include "common/u32map.h"
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
	uint32_t section_at;      /* where in the section its entry begins */
	uint32_t section_symbols; /* and how many it has */
	struct embedded_symbol *symbols;
	uint32_t n_symbols, capacity; /* those from records */
};

struct embedded_symbols {
	struct strtab strings;
	struct buffer section; /* contents of FILE or FILE2, whichever `feature` says */
	unsigned feature;
	struct embedded_file *files;
	uint32_t n_files, capacity;
	uint64_t n_symbols;    /* of all files */
	struct u32map by_path; /* string id to number */
	struct u32map by_id;   /* dso_id of records to number */
	struct buffer kallsyms;
	struct error damage; /* code 0: none */
	bool ready;
};

/*
 * What the file has; nothing where it is not simpleperf's. records: some of its records name symbols, so that all are
 * walked over. 0 or a negative errno; damage is reported in e->damage.
 */
int embedded_symbols_load(struct embedded_symbols *e, const struct perf_file *f, bool records, struct error *err);
void embedded_symbols_fini(struct embedded_symbols *e);

/* The file of that path if it has any symbols, or NULL. e may be NULL. */
const struct embedded_file *embedded_symbols_find(const struct embedded_symbols *e, const char *path);

/* The recorded kernel's. */
const struct embedded_file *embedded_symbols_kernel(const struct embedded_symbols *e);

/* At most so many it adds. */
uint64_t embedded_file_symbols(const struct embedded_file *file);

/* Adds its symbols, which are then to be settled. */
void embedded_file_add(const struct embedded_symbols *e, const struct embedded_file *file, struct symtab *table);

/*
 * In which space its symbols are looked up, and what is to be added to an address there to have one of the table:
 * files are placed by the lowest address of their code and, since 2019, its offset in the file.
 */
enum dso_symbols_space embedded_file_space(const struct embedded_symbols *e, const struct embedded_file *file,
					   uint64_t *ret_delta);

#endif
