/*
 * resolver: addresses of a recording to frames, innermost first, at their locations (report/profile/locator.h).
 *
 * Each distinct address is looked up once by the caller.
 */
#ifndef PREC_REPORT_PROFILE_RESOLVER_H
#define PREC_REPORT_PROFILE_RESOLVER_H

#include "report/profile/frame_stacks.h"
#include "report/profile/frames.h"
#include "report/profile/locator.h"

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

struct resolver {
	struct locator locator;
	struct frames *frames;      /* borrowed; other recordings may share it */
	bool merge_missing_symbols; /* addresses without a name have one frame a file, not one each */
	uint32_t *frame_dsos;       /* by frame: 1 + the least number of a dso that had it; 0: none yet */
	uint32_t n_frame_dsos;
	struct resolver_name *names;  /* RESOLVER_NAMES, by the hash of the pointer */
	struct resolver_known *known; /* RESOLVER_KNOWN, by the hash of dso and address */
	struct frame_stacks stacks;
};

/* Borrows all; the timeline must not grow any more. 0 or -ENOMEM. */
int resolver_init(struct resolver *r, const struct timeline *timeline, struct frames *frames, struct symbols *symbols,
		  const struct kernel_identity *kernel);
void resolver_fini(struct resolver *r);

/*
 * A resolver of the same recording for another thread, with frames of its own, whose strings are over those of `of`'s
 * (strtab_init_over). 0 or -ENOMEM; resolver_fini is due in any case.
 */
int resolver_share(struct resolver *r, const struct resolver *of, struct frames *frames);

/* What one that was shared has found of dsos. frames: by number of its frames, those of `r`. 0 or -ENOMEM. */
int resolver_merge(struct resolver *r, const struct resolver *from, const uint32_t *frames);

/* What resolver_resolve takes beside the flags of locator.h; with RESOLVE_SYMBOL: */
#define RESOLVE_INLINES   8u /* the functions that were inlined there, too; else one frame, of the function with them */
#define RESOLVE_LINES     16u /* frames have source lines; a single one that of the code itself */
#define RESOLVE_ADDRESSES 32u /* frames have addresses */
#define RESOLVE_NAMED     64u /* an address without a symbol has no frame */

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

/* The number of the dso a frame is of, of several of one name the least; DSO_NONE: in no mapping. */
uint32_t resolver_frame_dso(const struct resolver *r, uint32_t frame);

#endif
