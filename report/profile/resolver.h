/*
 * resolver: addresses of a recording to locations: the mapping an address lay in at its time, the symbol there, and the
 * frames it stands for.
 *
 *	address, process, time -> location: dso, address in it -> frames, innermost first
 *
 * Each distinct address is looked up once by the caller; each dso's symbols are loaded at its first address.
 */
#ifndef PREC_REPORT_PROFILE_RESOLVER_H
#define PREC_REPORT_PROFILE_RESOLVER_H

#include "report/profile/frames.h"
#include "report/symbols/symbols.h"
#include "report/timeline/timeline.h"

#include <pthread.h>

/* A symbol's name as it was last interned: thousands of addresses have the same one, known by where it stands. */
struct resolver_name {
	const char *name;
	uint32_t id;
};

#define RESOLVER_NAMES 4096u

/* The frame an address was last given: each process has the same functions at addresses of its own. */
struct resolver_known {
	uint64_t addr; /* in the dso */
	uint32_t dso;  /* its number */
	uint32_t frame;
};

#define RESOLVER_KNOWN 32768u

/* The frames of an address of which more than its function is wanted. */
struct resolver_stack {
	uint64_t addr; /* in the dso */
	uint32_t dso;
	uint32_t wanted; /* flags */
	uint32_t first, n;
};

struct resolver {
	const struct timeline *timeline; /* borrowed */
	struct frames *frames;           /* borrowed; other recordings may share it */
	struct symbols *symbols;         /* borrowed; NULL: no names */
	struct kernel_identity kernel;   /* borrowed strings */
	bool embedded;                   /* the recording carries symbols */
	bool merge_unnamed;              /* addresses without a name have one frame a file, not one each */
	struct dso_symbols **by_dso;     /* by number of the dso */
	bool *has_code;                  /* likewise: an address of code was looked up */
	uint32_t *frame_dsos;            /* by frame: 1 + the number of the first dso that had it; 0: none yet */
	uint32_t n_frame_dsos;
	struct resolver_name *names;   /* RESOLVER_NAMES, by the hash of the pointer */
	struct resolver_known *known;  /* RESOLVER_KNOWN, by the hash of dso and address */
	const struct map *kernel_map;  /* the kernel's own mapping as it was recorded, or NULL */
	struct resolver_stack *stacks; /* each once */
	uint32_t n_stacks, stacks_capacity;
	struct hash_table stacks_table;
	uint32_t *stack_frames;
	uint32_t n_stack_frames, stack_frames_capacity;
	bool full_source_path; /* lines are shown with the whole path of the file */
};

/* Borrows all; the timeline must not grow any more. 0 or -ENOMEM. */
int resolver_init(struct resolver *r, const struct timeline *timeline, struct frames *frames, struct symbols *symbols,
		  const struct kernel_identity *kernel);
void resolver_fini(struct resolver *r);

/* Where an address of a process lies at a time, and what is known of it there. */
struct location {
	const struct map *map; /* NULL: nowhere; of the rest only the frames are then set */
	const struct dso *dso;
	uint64_t addr;   /* in the space of symbol.start */
	uint64_t lookup; /* as the dso's symbols take it; addr is that once there is a symbol */
	bool has_symbol;
	struct symbol_name symbol;       /* with has_symbol; its mangled name and binding may be missing */
	uint32_t n_frames;               /* 0 of resolver_locate; otherwise 1 or more */
	uint32_t frames[DSO_FRAMES_MAX]; /* innermost first */
};

#define RESOLVE_SYMBOL 1u /* with its symbol */
#define RESOLVE_DATA   4u /* data are there, perhaps of a file that is no ELF: nothing is wrong then */
#define RESOLVE_CALLER 2u /* it is on a callchain: see timeline_version_caller */

/* With RESOLVE_SYMBOL: */
#define RESOLVE_INLINES   8u /* the functions that were inlined there, too; else one frame, of the function with them */
#define RESOLVE_LINES     16u /* frames have source lines; a single one that of the code itself */
#define RESOLVE_ADDRESSES 32u /* frames have addresses */

/* The mapping and the symbol of an address, no frames. mode: RECORD_MISC_KERNEL ... */
void resolver_locate(struct resolver *r, uint32_t pid, uint64_t time, unsigned mode, uint64_t addr, unsigned flags,
		     struct location *ret_location);

/*
 * The frames of an address in a snapshot; without RESOLVE_SYMBOL that of its dso alone. mode: RECORD_MISC_KERNEL ...
 * Of the rest of the location only map and dso are set. 0 or -ENOMEM.
 */
int resolver_resolve(struct resolver *r, const struct timeline_snapshot *at, unsigned mode, uint64_t addr,
		     unsigned flags, struct location *ret_location);

/*
 * The same of an address whose mode no record says: a branch's end. As in Linux perf, one in no mapping is the
 * hypervisor's.
 */
int resolver_resolve_data(struct resolver *r, const struct timeline_snapshot *at, uint64_t addr, unsigned flags,
			  struct location *ret_location);

/* The letter of a mode (RECORD_MISC_*), as Linux perf shows it. */
char resolver_level(unsigned mode);

/*
 * The source line of a frame, of a location with a map: "burn.c:42" in text. Where it is not known, and frame may be
 * NULL, "libc.so.6[2724a]", the dso and the address in it; false then.
 */
bool resolver_line(struct resolver *r, const struct location *location, const struct dso_frame *frame, char *text,
		   size_t size);

/* The functions at a location with a map, as dso_symbols_frames; none where there is no debug information. */
unsigned resolver_source(struct resolver *r, const struct location *location, bool want_lines,
			 struct dso_frame frames[static DSO_FRAMES_MAX]);

/* The number of the dso an address lies in, DSO_NONE when in none. */
uint32_t resolver_dso(struct resolver *r, const struct timeline_snapshot *at, unsigned mode, uint64_t addr,
		      unsigned flags);

/* The number of the dso a frame is of, of several of one name the first; DSO_NONE: in no mapping. */
uint32_t resolver_frame_dso(const struct resolver *r, uint32_t frame);

/* The symbols of a dso, which need not be loaded yet, or NULL when it can have none. */
struct dso_symbols *resolver_symbols(struct resolver *r, uint32_t dso);

/* Why addresses of a dso have no names; dso: its number, or DSO_NONE. Of one whose names were not asked for, GAP. */
enum unresolved_reason resolver_unresolved(const struct resolver *r, uint32_t dso);

/* A resolver that several threads use. */
struct shared_resolver {
	pthread_mutex_t lock;
	struct resolver *resolver; /* borrowed */
};

/*
 * For struct kernel_functions (report/tracepoint/trace_machine.h), with a struct shared_resolver as the context: the
 * kernel function at an address as the kernel was at the end of the recording.
 */
bool shared_resolver_kernel_function(void *context, uint64_t addr, char *name, size_t size, uint64_t *ret_offset);

#endif
