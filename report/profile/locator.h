/*
 * locator: addresses of a recording to locations: the mapping an address lay in at its time, and the symbol and the
 * source lines there.
 *
 *	address, process, time -> location: mapping, dso, address in it -> symbol, lines
 *
 * Each dso's symbols are loaded at its first address.
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
	bool embedded;                   /* the recording carries symbols */
	bool full_source_path;           /* lines are shown with the whole path of the file */
	struct dso_symbols **by_dso;     /* by number of the dso; NULL: not asked for yet, or it can have none */
	bool *has_code;                  /* likewise: an address of code was looked up */
	const struct map *kernel_map;    /* the kernel's own mapping as it was recorded, or NULL */
};

/* Borrows all; the timeline must not grow any more. 0 or -ENOMEM; locator_fini is due in any case. */
int locator_init(struct locator *locator, const struct timeline *timeline, const struct strtab *strings,
		 struct symbols *symbols, const struct kernel_identity *kernel);
void locator_fini(struct locator *locator);

/* One for another thread, with the same configuration. 0 or -ENOMEM; locator_fini is due in any case. */
int locator_share(struct locator *locator, const struct locator *of);

/* Which dsos another locator of the same timeline and symbols was asked for. */
void locator_merge(struct locator *locator, const struct locator *from);

/* Where an address of a process lies at a time, and what is known of it there. */
struct location {
	const struct map *map; /* NULL: nowhere; of the rest only the frames are then set */
	const struct dso *dso;
	uint64_t addr;   /* in the space of symbol.start */
	uint64_t lookup; /* as the dso's symbols take it; addr is that once there is a symbol */
	bool has_symbol;
	struct symbol_name symbol;       /* with has_symbol; its mangled name and binding may be missing */
	uint32_t n_frames;               /* 0 of locator_find; of resolver_resolve 1 or more, but with RESOLVE_NAMED */
	uint32_t frames[DSO_FRAMES_MAX]; /* innermost first */
};

#define RESOLVE_SYMBOL 1u /* with its symbol */
#define RESOLVE_CALLER 2u /* it is on a callchain: see timeline_version_caller */
#define RESOLVE_DATA   4u /* data are there, perhaps of a file that is no ELF: nothing is wrong then */

/* The mapping and the symbol of an address, no frames. mode: RECORD_MISC_KERNEL ... */
void locator_find(struct locator *locator, uint32_t pid, uint64_t time, unsigned mode, uint64_t addr, unsigned flags,
		  struct location *ret_location);

/* The same in two steps. In a snapshot all but the symbol; then the symbol of one with a map. */
void locator_map(struct locator *locator, const struct timeline_snapshot *at, unsigned mode, uint64_t addr,
		 unsigned flags, struct location *ret_location);
void locator_symbol(struct locator *locator, struct location *location);

/* The number of the dso an address lies in, DSO_NONE when in none. */
uint32_t locator_dso(const struct locator *locator, const struct timeline_snapshot *at, unsigned mode, uint64_t addr,
		     unsigned flags);

/* The symbols of a dso, which need not be loaded yet, or NULL when it can have none. */
struct dso_symbols *locator_symbols(struct locator *locator, uint32_t dso);

/* Why addresses of a dso have no names; dso: its number, or DSO_NONE. Of one whose names were not asked for, GAP. */
enum missing_reason locator_missing_reason(const struct locator *locator, uint32_t dso);

/* The functions at a location with a map, as dso_symbols_frames; none where there is no debug information. */
unsigned locator_source(struct locator *locator, const struct location *location, bool want_lines,
			struct dso_frame frames[static DSO_FRAMES_MAX]);

/* Whether there may be such functions: the file of a location with a map has debug information. */
bool locator_has_source(struct locator *locator, const struct location *location);

/*
 * Whether an address lies in a file with debug information: its symbols and *ret_address, the address there as
 * disassemblers show it; or NULL. flags: RESOLVE_CALLER.
 */
struct dso_symbols *locator_source_place(struct locator *locator, const struct timeline_snapshot *at, unsigned mode,
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
