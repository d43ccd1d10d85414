/*
 * dso_content: what a set of files knows about addresses: symbols, function bounds, source lines.
 *
 *	/lib/x.so, /usr/lib/x.so, /lib/../lib/./x.so     struct dso_symbols, one a name
 *	                      |
 *	        x.so and x.so.debug on the disk          struct dso_content, one a set of files
 *
 * One set of files has one content, whatever names lead to it. Addresses are those of the symtab: file offsets; of a
 * module counted from its .text. A perf map and the symbols in a recording have contents of their own, without files.
 *
 * Thread: any; each content has a lock. Fields that do not change after loading are read without it.
 */
#ifndef PREC_REPORT_SYMBOLS_DSO_CONTENT_H
#define PREC_REPORT_SYMBOLS_DSO_CONTENT_H

#include "common/strtab.h"
#include "report/elf/cfi_index.h"
#include "report/elf/symtab.h"
#include "report/source/source.h"
#include "report/symbols/dso_file.h"

#include <stdatomic.h>

/* The memory of a struct symbols and its limit, in bytes. */
struct symbols_memory {
	size_t limit;
	atomic_size_t taken;
	atomic_bool refused;           /* a request was refused: only the first is reported */
	atomic_uint_fast64_t embedded; /* number of symbols from the recording, in all tables */
};

/* Takes size bytes of the limit. False: over the limit; then nothing is taken. */
bool symbols_memory_take(struct symbols_memory *m, size_t size);

/* The identities of the files, and how they are read. */
struct dso_content_key {
	struct elf_file_id symbols, runtime;
	bool is_embedded, is_module;
};

/* A stored name, or NULL. */
typedef _Atomic(const char *) dso_content_kept;

struct dso_content {
	struct dso_content *next; /* of the same hash */
	struct symbols_memory *memory;
	struct dso_content_key key;
	struct dso_files files; /* owned; empty once memory was refused */
	pthread_mutex_t lock;
	enum dso_symbols_status status; /* UNLOADED until the first dso_content_load */
	struct error why;               /* lacks the name of the file */
	struct symtab symbols;
	bool is_exported;   /* they are .dynsym alone: what is not exported has no names */
	struct buffer text; /* of a perf map */
	struct elf_bounds bounds;
	dso_content_kept *bound_names; /* by number; NULL: not asked for yet */
	atomic_bool bounds_loaded;
	struct source_file *source; /* the file with its debug information; NULL: none */
	atomic_bool source_cache;
	_Atomic(dso_content_kept *) demangled; /* by symbol; NULL: not asked for yet */
	struct strtab names;                   /* demangled names, and names of bounds and of inlined functions */
	bool names_ready;
	const char **functions; /* demangled name by id of the mangled name; NULL: not yet */
	uint32_t n_functions, functions_capacity;
};

/* Enough for short lists with all files of a machine. */
#define DSO_CONTENTS_SLOTS 4096

/* All contents with files. */
struct dso_contents {
	pthread_mutex_t lock;
	struct dso_content *slots[DSO_CONTENTS_SLOTS];
};

void dso_contents_init(struct dso_contents *all);
void dso_contents_fini(struct dso_contents *all);

/* Finds or makes the content of the files. Takes the files over, but for files->source. NULL without memory. */
struct dso_content *dso_contents_get(struct dso_contents *all, struct dso_files *files, enum demangle_style style,
				     struct symbols_memory *memory);

/* Makes a content without files, whose symbols the caller fills in. NULL without memory. */
struct dso_content *dso_content_new(enum demangle_style style, struct symbols_memory *memory);
void dso_content_free(struct dso_content *c);

/*
 * Reads the symbols of the files on the first call. OK, STRIPPED or, with *why, BAD. UNLOADED with -E2BIG in *why: over
 * the limit of memory. The message lacks the name of the file.
 */
enum dso_symbols_status dso_content_load(struct dso_content *c, struct error *why);

/* Returns the memory that the content takes now, in bytes. */
size_t dso_content_memory(const struct dso_content *c);

/* Finds the symbol at an address, and its name. The table must be indexed. False: there is none. */
bool dso_content_symbol(struct dso_content *c, uint64_t addr, struct symbol_name *ret);

/* Writes "BASE[+0x1234]", the name of a function without one. address: as disassemblers show it. */
#define BOUND_BASE_MAX 256
#define BOUND_NAME_MAX 320
void bound_name_text(char text[static BOUND_NAME_MAX], const char *base, uint64_t address);

/* Finds the function at an address by its bounds, and names it "BASE[+0x1234]". False: there is none. */
bool dso_content_bound(struct dso_content *c, uint64_t addr, const char *base, struct symbol_name *ret);

/* Translates an address to the one that disassemblers show. */
uint64_t dso_content_virtual(const struct dso_content *c, uint64_t addr);

/* Says by the files' sections whether there is debug information. source: who reads it; NULL: nobody. */
bool dso_content_has_source(struct dso_content *c, struct source *source, const char *symfs);

/*
 * Returns the number of frames at an address as disassemblers show it, innermost first; at most DSO_FRAMES_MAX. Strings
 * are valid as long as c. want_lines: with files and lines. 0: unknown. Call it only if dso_content_has_source.
 */
unsigned dso_content_frames(struct dso_content *c, uint64_t addr, bool want_lines, struct dso_frame *frames);

#endif
