/* dso_files: the files of a DSO that were found, the directories that are searched, and what debuginfod adds. */
#ifndef PREC_REPORT_SYMBOLS_DSO_FILES_H
#define PREC_REPORT_SYMBOLS_DSO_FILES_H

#include "report/elf/elf_file.h"
#include "report/elf/elf_symbols.h"
#include "report/symbols/symbol_source.h"

/* Where to search; all borrowed. */
struct dso_dirs {
	const char *symfs;       /* prefix of every path of the recorded machine, or "" */
	const char *cache;       /* the build-id cache */
	struct elf_files *files; /* files that are open already */
	struct fetch *fetch;     /* debuginfod; NULL: not used */
	unsigned fetched;        /* bits of enum dso_fetched */
	uint64_t until;          /* the end of the recording in ns since 1970; 0: not known */
	bool believes;           /* the file at a path is taken whatever its inode and times are */
};

/* What debuginfod is asked for if local files do not have it. */
enum dso_fetched {
	DSO_FETCH_EXECUTABLE = 1, /* the executed file */
	DSO_FETCH_SYMBOLS = 2,    /* .symtab */
	DSO_FETCH_SOURCE = 4,     /* debug information */
};

#define DSO_FILES_MAX 6

struct dso_files {
	struct elf_file *files[DSO_FILES_MAX]; /* all open files, owned */
	unsigned n;
	char *source;                    /* path of the file with the symbols, owned; NULL: none, or no memory */
	const struct elf_file *symbols;  /* the file with .symtab, or NULL */
	const struct elf_file *embedded; /* set if that is MiniDebugInfo: .dynsym of runtime adds to it */
	const struct elf_file *runtime;  /* the executed file, or NULL */
	const struct elf_file
		*recorded;            /* the file at the recorded path, if its build-id is the recorded one; or NULL */
	const struct elf_file *debug; /* a file with debug information, if none of these has any; or NULL */
	bool is_module;               /* of a kernel module */
	enum dso_doubt doubt;
	char origin;                    /* as dso_symbols_origin */
	enum dso_symbols_status status; /* OK if symbols or runtime is set */
	struct build_id other;          /* MISMATCH: build-id of the file at the path; size 0: it has none */
	struct error why;               /* the reason for other statuses */
};

void dso_files_fini(struct dso_files *f);

/*
 * Says whether a file has debug information. f may be NULL. module: of a kernel module; other files with it are not
 * relocatable. A file unpacked into memory has symbols only.
 */
bool dso_file_has_debug(const struct elf_file *f, bool module);

/*
 * Returns the file with debug information, or NULL. Prefers the file at the recorded path: .dwo and dwz files lie
 * beside that, not beside a copy in the build-id cache.
 */
const struct elf_file *dso_files_debug(const struct dso_files *f);

/*
 * --- from debuginfod (report/fetch/fetch.h) --------------------------------------------
 *
 * The executed file gives what it has, then its debug file what is still missing. Each is opened and checked like any
 * other file, in the sandbox, and refused if its build-id is not the requested one.
 */

/*
 * Asks debuginfod for what the files lack and dirs->fetched wants, without waiting. build_id: as recorded; if its size
 * is 0, that of the executed file. False: nothing is asked for.
 */
bool dso_fetch_want_missing(const struct dso_files *files, const struct dso_dirs *dirs,
			    const struct build_id *build_id);

/* Waits for what was asked for, and adds it to the files. */
void dso_fetch_add(struct dso_files *files, const struct dso_dirs *dirs, const struct build_id *id);

#endif
