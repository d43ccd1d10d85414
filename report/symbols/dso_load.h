/*
 * dso_load: the inside of struct dso_symbols, and what loading finds: which source its symbols come from.
 */
#ifndef PREC_REPORT_SYMBOLS_DSO_LOAD_H
#define PREC_REPORT_SYMBOLS_DSO_LOAD_H

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

/* What all of a struct symbols share, unchanged once it is made but for what has a lock and memory. */
struct symbols_shared {
	struct symbols_config config; /* strings owned */
	struct dso_dirs dirs;
	struct symbols_memory *memory;
	struct dso_contents *contents;
	char *default_cache; /* what dirs.cache points to, unless it was configured */
};

/* What loading found. */
struct dso_loaded {
	enum dso_symbols_status status;
	struct error why;
	struct build_id other; /* MISMATCH: of the file that is there; size 0: it has none */
	bool refused;          /* for the memory that all may take */
	char origin;
	const char *source;
	char *source_path;                 /* what source points to, where it is this one's */
	struct dso_content *files;         /* of its files, shared; NULL: none */
	struct dso_content *own;           /* symbols of no file */
	struct dso_content *table;         /* files or own: whichever has the symbols; NULL: none */
	struct jit_lines *jit_lines;       /* of a JIT dump; NULL: it has none */
	const struct symtab *kernel_table; /* in the place of that */
	enum dso_symbols_space space;
	uint64_t delta;         /* table address = address asked for + delta */
	uint16_t module_number; /* in a kernel's table */
};

/*
 * All fields but the last three are fixed once it is made. What was loaded is reached through dso_symbols_load only,
 * and does not change any more.
 */
struct dso_symbols {
	struct dso_symbols *next; /* of the same hash */
	const struct symbols_shared *shared;
	enum dso_symbols_kind kind;
	char *path; /* user, JIT dump: as recorded; module: name; perf map: the map's path */
	struct build_id build_id;
	uint32_t pid;                   /* perf map, JIT dump: whose it is */
	struct recorded_kernel *kernel; /* kernel, module */
	struct module_identity module;  /* strings owned */

	pthread_mutex_t lock; /* of loading */
	atomic_bool is_loaded;
	struct dso_loaded loaded;
};

/*
 * What d stands for, loaded by the first thread that asks; others that ask meanwhile wait for it. Fixed from then on,
 * as long as d.
 */
const struct dso_loaded *dso_symbols_load(struct dso_symbols *d);

/* Nothing is loaded yet. Borrows shared, copies path. NULL without memory. */
struct dso_symbols *dso_symbols_new(const struct symbols_shared *shared, enum dso_symbols_kind kind, const char *path);

/* Frees what loading made but for what is shared, and d. */
void dso_symbols_free(struct dso_symbols *d);

#endif
