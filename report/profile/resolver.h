/*
 * resolver: finds the frames of an address, innermost first, at its location (report/profile/locator.h).
 *
 * The caller looks each distinct address up once.
 */
#ifndef PREC_REPORT_PROFILE_RESOLVER_H
#define PREC_REPORT_PROFILE_RESOLVER_H

#include "report/profile/frame_stacks.h"
#include "report/profile/frames.h"
#include "report/profile/locator.h"

/* A cache of interned names, by their pointers: thousands of addresses have the same name. */
struct resolver_name {
	const char *name;
	uint32_t id;
};

#define RESOLVER_NAMES 4096u

/* A cache of frames: each process has the same functions at its own addresses. */
struct resolver_cache_entry {
	uint64_t addr; /* in the dso */
	uint32_t dso;  /* its number */
	uint32_t frame;
};

#define RESOLVER_CACHE_ENTRIES 32768u

struct resolver {
	struct locator locator;
	struct frames *frames;      /* borrowed; other recordings may share it */
	bool merge_missing_symbols; /* addresses without names have one frame for each file */
	uint32_t *frame_dsos;       /* by frame: 1 + the lowest number of a dso with it; 0: none yet */
	uint32_t n_frame_dsos;
	struct resolver_name *names;        /* RESOLVER_NAMES, by the hash of the pointer */
	struct resolver_cache_entry *known; /* RESOLVER_CACHE_ENTRIES, by the hash of dso and address */
	struct frame_stacks stacks;
};

/* Borrows all; the timeline must not grow any more. 0 or -ENOMEM. */
int resolver_init(struct resolver *r, const struct timeline *timeline, struct frames *frames, struct symbols *symbols,
		  const struct kernel_identity *kernel);
void resolver_fini(struct resolver *r);

/*
 * Makes a resolver of the same recording for another thread, with its own frames, whose strings are over those of `of`
 * (strtab_init_over). 0 or -ENOMEM; the caller calls resolver_fini in both cases.
 */
int resolver_share(struct resolver *r, const struct resolver *of, struct frames *frames);

/* Adds what a shared resolver found about dsos. frames: maps its frames to those of r. 0 or -ENOMEM. */
int resolver_merge(struct resolver *r, const struct resolver *from, const uint32_t *frames);

/* Flags of resolver_resolve besides those of locator.h; they need RESOLVE_SYMBOL: */
#define RESOLVE_INLINES   8u  /* inlined functions are frames, too; without: one frame, of the outer function */
#define RESOLVE_LINES     16u /* frames have source lines; a single frame that of the address */
#define RESOLVE_ADDRESSES 32u /* frames have addresses */
#define RESOLVE_NAMED     64u /* an address without a symbol has no frame */

/*
 * Finds the frames of an address in a snapshot; without RESOLVE_SYMBOL only that of its dso. mode: RECORD_MISC_KERNEL
 * ... Sets frames, map and dso of the location. 0 or -ENOMEM.
 */
int resolver_resolve(struct resolver *r, const struct timeline_snapshot *at, unsigned mode, uint64_t addr,
		     unsigned flags, struct location *ret_location);

/*
 * Does so for an address without a mode: an end of a branch. As in Linux perf, an address in no mapping is the
 * hypervisor's.
 */
int resolver_resolve_data(struct resolver *r, const struct timeline_snapshot *at, uint64_t addr, unsigned flags,
			  struct location *ret_location);

/* Returns the letter of a mode (RECORD_MISC_*) as Linux perf shows it. */
char resolver_level(unsigned mode);

/* Returns the dso of a frame, the lowest number if several have its name; DSO_NONE: it is in no mapping. */
uint32_t resolver_frame_dso(const struct resolver *r, uint32_t frame);

#endif
