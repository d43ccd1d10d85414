/*
 * dso_file: which files on this machine hold the symbols of a recorded DSO.
 *
 * Looked through in Linux perf's order: the file of .gnu_debuglink, the build-id cache, /usr/lib/debug by path and by
 * build-id, MiniDebugInfo, the file itself, .debug beside it. The first with .symtab gives the symbols, the first with
 * .dynsym is the file that was executed.
 *
 * A file whose build-id is not the recorded one is passed over. Where none was recorded, the file's own decides what
 * belongs to it.
 */
#ifndef PREC_REPORT_SYMBOLS_DSO_FILE_H
#define PREC_REPORT_SYMBOLS_DSO_FILE_H

#include "report/elf/elf_files.h"
#include "report/elf/elf_symbols.h"
#include "report/symbols/symbol_source.h"

/* Where to look; all borrowed. */
struct dso_dirs {
	const char *symfs;       /* before every path of the recorded machine; "": none */
	const char *cache;       /* the build-id cache */
	struct elf_files *files; /* what is open already */
};

#define DSO_FILES_MAX 4

struct dso_files {
	struct elf_file *files[DSO_FILES_MAX]; /* all that are open, owned */
	unsigned n;
	char *source; /* the path by which the one with the symbols was reached, owned; NULL: none, or no memory */
	const struct elf_file *symbols;  /* with .symtab, or NULL */
	const struct elf_file *embedded; /* it is MiniDebugInfo: .dynsym of runtime adds to it */
	const struct elf_file *runtime;  /* as executed, or NULL */
	char origin;                     /* as dso_symbols_origin */
	enum dso_symbols_status status;  /* OK when symbols or runtime is there */
	struct build_id other;           /* MISMATCH: of the file at the path; size 0: it has none */
	struct error why;                /* for the others */
};

/* Never fails as such: the status says what was found. build_id may have size 0. */
void dso_files_find(struct dso_files *ret_files, const struct dso_dirs *dirs, const char *path,
		    const struct build_id *build_id);

void dso_files_fini(struct dso_files *f);

/* The path of a build-id's entry in the cache; what: "elf", "debug", "kallsyms", "vdso". False when it is too long. */
bool dso_cache_path(char *path, size_t size, const char *cache, const struct build_id *id, const char *what);

#endif
