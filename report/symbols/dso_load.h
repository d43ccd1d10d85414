/*
 * dso_load: struct dso_symbols, and loading: which source its symbols come from.
 *
 * Of a file with a build-id those of this machine are used, if there are some. What the recording carries
 * (report/symbols/bundled_names.h) is used where there are none, or exported ones alone, and, as it was found where and
 * when it was recorded, before those of files that nothing identifies: JIT code, files without a build-id.
 */
#ifndef PREC_REPORT_SYMBOLS_DSO_LOAD_H
#define PREC_REPORT_SYMBOLS_DSO_LOAD_H

#include "report/symbols/bundled_dso.h"
#include "report/symbols/dso_content.h"
#include "report/symbols/jit_lines.h"
#include "report/symbols/recorded_kernel.h"

enum dso_symbols_kind {
	DSO_KIND_USER,
	DSO_KIND_VDSO,
	DSO_KIND_KERNEL,
	DSO_KIND_MODULE,
	DSO_KIND_PERF_MAP,
	DSO_KIND_JIT_DUMP,
};

/*
 * What all DSOs of a struct symbols share. It does not change once it is made, except memory and contents, which have
 * locks.
 */
struct symbols_shared {
	struct symbols_config config; /* strings owned */
	struct dso_dirs dirs;
	struct symbols_memory *memory;
	struct dso_contents *contents;
	char *default_cache; /* owns dirs.cache, unless that was configured */
};

/* The result of loading. */
struct dso_loaded {
	enum dso_symbols_status status;
	struct error why;
	struct build_id other; /* MISMATCH: build-id of the file at the path; size 0: it has none */
	bool refused;          /* over the limit of memory */
	enum dso_doubt doubt;
	char origin;
	const char *source;
	char *source_path;           /* owns source, if not NULL */
	struct dso_content *files;   /* content of its files, shared; NULL: none */
	struct dso_content *own;     /* content without files; NULL: none */
	struct dso_content *table;   /* files or own, whichever has the symbols; NULL: none */
	struct jit_lines *jit_lines; /* of a JIT dump; NULL: none */
	struct bundled_dso *bundled; /* what the recording carries; NULL: nothing */
	bool is_bundled;             /* its names are used; otherwise its lines alone, where there are no others */
	const struct symtab *kernel_table; /* the table of a kernel or module, in place of .table */
	enum dso_symbols_space space;
	uint64_t delta;         /* table address = address asked for + delta */
	uint16_t module_number; /* in a kernel's table */
};

/*
 * All fields but the last three are fixed once it is made. .loaded is read through dso_symbols_load only, and does not
 * change once it is loaded.
 */
struct dso_symbols {
	struct dso_symbols *next; /* of the same hash */
	const struct symbols_shared *shared;
	enum dso_symbols_kind kind;
	char *path; /* user, JIT dump: as recorded; module: name; perf map: the map's path */
	struct build_id build_id;
	struct mapped_file file;        /* user, without a build-id: inode 0: not known */
	uint32_t pid;                   /* perf map, JIT dump: the process */
	struct recorded_kernel *kernel; /* kernel, module */
	struct module_identity module;  /* strings owned */

	pthread_mutex_t lock; /* of loading */
	atomic_bool is_loaded;
	struct dso_loaded loaded;
};

/*
 * Returns the result of loading. The first thread that calls it loads; others wait. It is constant from then on and
 * valid as long as d.
 */
const struct dso_loaded *dso_symbols_load(struct dso_symbols *d);

/* Returns what identifies it in a bundle; borrows its strings. */
struct bundled_identity dso_symbols_identity(const struct dso_symbols *d);

/* Returns the address from which those in a bundle are counted. */
uint64_t dso_symbols_base(const struct dso_symbols *d);

/* Says whether the names are those that a recording of simpleperf carries. Loads on first use. */
bool dso_symbols_are_embedded(struct dso_symbols *d);

/* Makes the symbols of a DSO, not loaded yet. Borrows shared, copies path. NULL without memory. */
struct dso_symbols *dso_symbols_new(const struct symbols_shared *shared, enum dso_symbols_kind kind, const char *path);

/* Frees d and what it loaded, but not what is shared. */
void dso_symbols_free(struct dso_symbols *d);

#endif
