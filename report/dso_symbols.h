/*
 * dso_symbols: the inside of struct dso_symbols, for symbols.c only.
 */
#ifndef PREC_REPORT_DSO_SYMBOLS_H
#define PREC_REPORT_DSO_SYMBOLS_H

#include "common/strtab.h"
#include "report/dso_file.h"
#include "report/elf_bounds.h"
#include "report/elf_lines.h"
#include "report/kernel_symbols.h"
#include "report/symtab.h"

#include <pthread.h>
#include <stdatomic.h>

enum dso_symbols_kind {
	DSO_KIND_USER,
	DSO_KIND_VDSO,
	DSO_KIND_KERNEL,
	DSO_KIND_MODULE,
	DSO_KIND_PERF_MAP,
};

/* A recorded kernel; its tables are shared by the kernel's and its modules' dso_symbols. */
struct kernel_entry {
	struct kernel_entry *next;
	struct kernel_identity identity; /* strings owned */
	pthread_mutex_t lock;            /* of loading */
	bool loaded[2];
	struct kernel_symbols symbols[2]; /* 0: the best for the kernel, 1: one that has modules, if 0 has none */
};

struct symbols_memory {
	size_t limit;
	atomic_size_t taken;
	atomic_uint n_refused;         /* told of the first one only */
	atomic_uint_fast64_t embedded; /* symbols of tables made from what the recording carries */
};

/* What all of a struct symbols share, unchanged once it is made but for memory. */
struct symbols_shared {
	struct symbols_config config; /* strings owned */
	struct dso_dirs dirs;
	struct symbols_memory *memory;
	char *default_cache; /* what dirs.cache points to, unless it was configured */
};

struct dso_symbols {
	struct dso_symbols *next; /* of the same hash */
	const struct symbols_shared *shared;
	enum dso_symbols_kind kind;
	char *path; /* user: as recorded; module: name; perf map: the map's path */
	struct build_id build_id;
	struct kernel_entry *kernel;   /* kernel, module */
	struct module_identity module; /* strings owned */

	enum dso_symbols_status status; /* UNLOADED until the first lookup */
	struct error why;
	char origin;
	const char *source;
	struct symtab own;          /* all but kernel tables */
	const struct symtab *table; /* own, or a kernel's; NULL: none */
	enum dso_symbols_space space;
	uint64_t delta;         /* table address = address asked for + delta */
	uint16_t module_number; /* in a kernel's table */
	struct dso_files files;
	struct elf_file *module_file;
	struct buffer text; /* perf map */
	struct elf_bounds bounds;
	bool bounds_loaded;
	struct elf_lines *lines;
	bool lines_loaded;
	const char **bound_names; /* by bound; NULL entries: not asked for yet */
	const char **demangled;   /* by symbol of own; NULL entries: not asked for yet */
	struct strtab names;      /* demangled names and those of bounds */
	bool names_ready;
};

/* Counts memory to all that symbols may take. False: that would be too much, and is not counted. */
bool dso_symbols_take(const struct dso_symbols *d, size_t size);

/* Loads what d stands for, if that is not done. */
void dso_symbols_load(struct dso_symbols *d);

/* Frees what loading made, and d. */
void dso_symbols_free(struct dso_symbols *d);

/* The kernel's tables, loaded on the first call. */
const struct kernel_symbols *kernel_entry_get(struct kernel_entry *k, const struct symbols_shared *shared,
					      bool modules);

#endif
