/*
 * dso_content: what a set of files says of addresses: their symbols, the bounds of functions, lines.
 *
 *	/lib/x.so, /usr/lib/x.so, /lib/../lib/./x.so     struct dso_symbols, one a name
 *	                      |
 *	        x.so and x.so.debug on the disk          struct dso_content, one a set of files
 *
 * It is made once, whatever number of names leads to the files. Addresses are those of the symtab: file offsets, of a
 * module counted from where .text lies. A perf map and the symbols a recording carries have contents of their own,
 * without files.
 *
 * Thread: any number; each content has a lock. What does not change once it is loaded is read without it.
 */
#ifndef PREC_REPORT_SYMBOLS_DSO_CONTENT_H
#define PREC_REPORT_SYMBOLS_DSO_CONTENT_H

#include "common/strtab.h"
#include "report/elf/elf_bounds.h"
#include "report/elf/symtab.h"
#include "report/source/source.h"
#include "report/symbols/dso_file.h"

#include <stdatomic.h>

/* What all of a struct symbols may take. */
struct symbols_memory {
	size_t limit;
	atomic_size_t taken;
	atomic_bool refused;           /* only the first that is refused is reported */
	atomic_uint_fast64_t embedded; /* symbols of tables made from what the recording carries */
};

/* Counts memory to it. False: that would be too much, and is not counted. */
bool symbols_memory_take(struct symbols_memory *m, size_t size);

/* The files' places, and how they are read. */
struct dso_content_key {
	struct elf_file_place symbols, runtime;
	bool embedded, module;
};

/* A name, or NULL. */
typedef _Atomic(const char *) dso_content_kept;

struct dso_content {
	struct dso_content *next; /* of the same hash */
	struct symbols_memory *memory;
	struct dso_content_key key;
	struct dso_files files; /* owned; none once memory was refused */
	pthread_mutex_t lock;
	enum dso_symbols_status status; /* UNLOADED until the first dso_content_load */
	struct error why;               /* without the name of a file */
	struct symtab symbols;
	struct buffer text; /* of a perf map */
	struct elf_bounds bounds;
	dso_content_kept *bound_names; /* by number; NULL entries: not asked for yet */
	atomic_bool bounds_loaded;
	struct source_file *source; /* where its debug information is; NULL: nowhere */
	atomic_bool source_cache;
	_Atomic(dso_content_kept *) demangled; /* by symbol; NULL entries: not asked for yet */
	struct strtab names;                   /* demangled names, those of bounds and of inlined functions */
	bool names_ready;
	const char **functions; /* by number of a name that is mangled: demangled; NULL entries: not yet */
	uint32_t n_functions, functions_capacity;
};

/* Lists stay short for the files of a machine. */
#define DSO_CONTENTS_SLOTS 4096

/* All contents that have files. */
struct dso_contents {
	pthread_mutex_t lock;
	struct dso_content *slots[DSO_CONTENTS_SLOTS];
};

void dso_contents_init(struct dso_contents *all);
void dso_contents_fini(struct dso_contents *all);

/*
 * The content of the files, made if there is none yet. They are taken over, all but their source. NULL without
 * memory.
 */
struct dso_content *dso_contents_get(struct dso_contents *all, struct dso_files *files, enum demangle_style style,
				     struct symbols_memory *memory);

/* One without files, its symbols to be filled in. NULL without memory. */
struct dso_content *dso_content_new(enum demangle_style style, struct symbols_memory *memory);
void dso_content_free(struct dso_content *c);

/*
 * Reads the symbols of the files, if that is not done. OK, STRIPPED or, with *why, BAD; UNLOADED with -E2BIG: for the
 * memory that all of them may take. The message lacks the name of the file.
 */
enum dso_symbols_status dso_content_load(struct dso_content *c, struct error *why);

/* The bytes that the content takes now. */
size_t dso_content_memory(const struct dso_content *c);

/* The symbol at an address, and its name, of a settled table. False when there is none. */
bool dso_content_symbol(struct dso_content *c, uint64_t addr, struct symbol_name *ret);

/* The function at an address by its bounds: "BASE[+0x1234]". False when there is none. */
bool dso_content_bound(struct dso_content *c, uint64_t addr, const char *base, struct symbol_name *ret);

/* The address as disassemblers show it. */
uint64_t dso_content_virtual(const struct dso_content *c, uint64_t addr);

/* Whether there is debug information, by a look at the files' sections. source: who reads it; NULL: nobody does. */
bool dso_content_has_source(struct dso_content *c, struct source *source, const char *symfs);

/*
 * What code is at an address as disassemblers show it, innermost first; at most DSO_FRAMES_MAX frames. The strings
 * last as long as c. want_lines: with files and lines. 0: nothing is known. Needs dso_content_has_source.
 */
unsigned dso_content_frames(struct dso_content *c, uint64_t addr, bool want_lines, struct dso_frame *frames);

#endif
