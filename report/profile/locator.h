/*
 * locator: finds the location of an address: its mapping at its time, and the symbol and source lines there.
 *
 *	address, process, time -> location: mapping, dso, address in it -> symbol, lines
 *
 * The symbols of a dso are loaded when its first address is looked up.
 */
#ifndef PREC_REPORT_PROFILE_LOCATOR_H
#define PREC_REPORT_PROFILE_LOCATOR_H

#include "common/strtab.h"
#include "report/profile/missing_reason.h"
#include "report/symbols/symbols.h"
#include "report/timeline/timeline.h"

#include <pthread.h>

struct locator {
	const struct timeline *timeline; /* borrowed */
	const struct strtab *strings;    /* those of the timeline; borrowed */
	struct symbols *symbols;         /* borrowed; NULL: no names */
	struct kernel_identity kernel;   /* borrowed strings */
	bool has_embedded;               /* the recording carries symbols */
	bool full_source_path;           /* lines are shown with the whole path of the file */
	struct dso_symbols **by_dso;     /* by number of the dso; NULL: not looked up yet, or it can have none */
	bool *has_code;                  /* by number of the dso: an address of code was looked up */
	const struct map *kernel_map;    /* the kernel's own mapping as it was recorded, or NULL */
};

/* Borrows all; the timeline must not grow any more. 0 or -ENOMEM; the caller calls locator_fini in both cases. */
int locator_init(struct locator *locator, const struct timeline *timeline, const struct strtab *strings,
		 struct symbols *symbols, const struct kernel_identity *kernel);
void locator_fini(struct locator *locator);

/* Makes a locator for another thread, like `of`. 0 or -ENOMEM; the caller calls locator_fini in both cases. */
int locator_share(struct locator *locator, const struct locator *of);

/* Adds which dsos another locator of the same timeline and symbols has looked up. */
void locator_merge(struct locator *locator, const struct locator *from);

/* What an address of a process means at a time. */
struct location {
	const struct map *map; /* NULL: it is in no mapping; then only the frames are set */
	const struct dso *dso;
	uint64_t addr;   /* comparable with symbol.start */
	uint64_t lookup; /* the address for looking up symbols of the dso */
	bool has_symbol;
	struct symbol_name symbol;       /* with has_symbol; its mangled name and binding may be missing */
	uint32_t n_frames;               /* locator_find: 0; resolver_resolve: at least 1, but with RESOLVE_NAMED */
	uint32_t frames[DSO_FRAMES_MAX]; /* innermost first */
};

#define RESOLVE_SYMBOL 1u /* find the symbol, too */
#define RESOLVE_CALLER 2u /* it is on a callchain: see timeline_epoch_caller */
#define RESOLVE_DATA   4u /* it is an address of data, and its file need not be ELF */

/* Finds the mapping and the symbol of an address, without frames. mode: RECORD_MISC_KERNEL ... */
void locator_find(struct locator *locator, const struct timeline_snapshot *at, unsigned mode, uint64_t addr,
		  unsigned flags, struct location *ret_location);

/* Do so in two steps: the mapping in a snapshot; then the symbol of a location with a map. */
void locator_map(struct locator *locator, const struct timeline_snapshot *at, unsigned mode, uint64_t addr,
		 unsigned flags, struct location *ret_location);
void locator_symbol(struct locator *locator, struct location *location);

/* Returns the number of the dso at an address; DSO_NONE: there is none. */
uint32_t locator_dso(const struct locator *locator, const struct timeline_snapshot *at, unsigned mode, uint64_t addr,
		     unsigned flags);

/* Returns the symbols of a dso, perhaps not loaded yet; NULL: it can have none. */
struct dso_symbols *locator_symbols(struct locator *locator, uint32_t dso);

/* Tells why addresses of a dso have no names. dso: its number, or DSO_NONE. GAP: no name of it was looked up. */
enum missing_reason locator_missing_reason(const struct locator *locator, uint32_t dso);

/* Finds the functions at a location with a map, as dso_symbols_frames; none without debug information. */
unsigned locator_source(struct locator *locator, const struct location *location, bool want_lines,
			struct dso_frame frames[static DSO_FRAMES_MAX]);

/* True if the file of a location with a map has debug information. */
bool locator_has_source(struct locator *locator, const struct location *location);

/*
 * Whether an address lies in a file with debug information: its symbols and *ret_address, the address there as
 * disassemblers show it; or NULL. flags: RESOLVE_CALLER.
 */
struct dso_symbols *locator_source_address(struct locator *locator, const struct timeline_snapshot *at, unsigned mode,
					   uint64_t addr, unsigned flags, uint64_t *ret_address);

/*
 * The source line of a frame, of a location with a map: "burn.c:42" in text. Where it is not known, and frame may be
 * NULL, "libc.so.6[2724a]", the dso and the address in it; false then.
 */
bool locator_line(struct locator *locator, const struct location *location, const struct dso_frame *frame, char *text,
		  size_t size);

/* A locator that several threads use. */
struct shared_locator {
	pthread_mutex_t lock;
	struct locator *locator; /* borrowed */
};

/*
 * For struct kernel_functions (report/tracepoint/trace_machine.h), with a struct shared_locator as the context: the
 * kernel function at an address as the kernel was at the end of the recording.
 */
bool shared_locator_kernel_function(void *context, uint64_t addr, char *name, size_t size, uint64_t *ret_offset);

#endif
