/*
 * dso_files: the files that were found of a DSO, and where they are looked for.
 */
#ifndef PREC_REPORT_SYMBOLS_DSO_FILES_H
#define PREC_REPORT_SYMBOLS_DSO_FILES_H

#include "report/elf/elf_files.h"
#include "report/elf/elf_symbols.h"
#include "report/symbols/symbol_source.h"

/* Where to look; all borrowed. */
struct dso_dirs {
	const char *symfs;       /* before every path of the recorded machine; "": none */
	const char *cache;       /* the build-id cache */
	struct elf_files *files; /* what is open already */
	struct fetch *fetch;     /* debuginfod; NULL: nobody is asked */
	unsigned fetched;        /* what for, bits of enum dso_fetched */
};

/* What debuginfod is asked for where the files that are here do not have it. */
enum dso_fetched {
	DSO_FETCH_EXECUTABLE = 1, /* the executed file */
	DSO_FETCH_SYMBOLS = 2,    /* .symtab */
	DSO_FETCH_SOURCE = 4,     /* debug information */
};

#define DSO_FILES_MAX 6

struct dso_files {
	struct elf_file *files[DSO_FILES_MAX]; /* all that are open, owned */
	unsigned n;
	char *source; /* the path by which the one with the symbols was reached, owned; NULL: none, or no memory */
	const struct elf_file *symbols;  /* with .symtab, or NULL */
	const struct elf_file *embedded; /* it is MiniDebugInfo: .dynsym of runtime adds to it */
	const struct elf_file *runtime;  /* as executed, or NULL */
	const struct elf_file *recorded; /* the file at the recorded path, if it is the recorded one; or NULL */
	const struct elf_file *debug;    /* with debug information, where neither of these has any; or NULL */
	bool module;                     /* they are a kernel module's */
	char origin;                     /* as dso_symbols_origin */
	enum dso_symbols_status status;  /* OK when symbols or runtime is there */
	struct build_id other;           /* MISMATCH: of the file at the path; size 0: it has none */
	struct error why;                /* for the others */
};

void dso_files_fini(struct dso_files *f);

/*
 * Whether there is debug information in a file, which may be NULL. module: of a kernel module, others are no
 * relocatable files. What was unpacked from another one has symbols only.
 */
bool dso_file_has_debug(const struct elf_file *f, bool module);

/*
 * The one of the files that has debug information, or NULL. What it refers to by names (.dwo, dwz) is beside the file
 * that was built, not beside a copy of that in the build-id cache: so the one at the recorded path is preferred.
 */
const struct elf_file *dso_files_debug(const struct dso_files *f);

#endif
