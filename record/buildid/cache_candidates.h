/*
 * cache_candidates: which files a recording needs for its names, and where they are.
 *
 * A file is needed when a process was sampled that had it mapped, be it by an ancestor since the last exec. That is
 * more than the files that have samples of their own: callers lie in the others, and to know it costs one comparison a
 * sample, where looking for each address would cost more than all else that is done with a sample.
 *
 * What will be gone or cannot be reached at the end is opened as it is mapped: files of processes that see other
 * mounts, files without a name, and, while samples are taken, every new file, since it may be replaced.
 *
 * Ownership: _init/_fini. One thread at a time.
 */
#ifndef PREC_RECORD_BUILDID_CACHE_CANDIDATES_H
#define PREC_RECORD_BUILDID_CACHE_CANDIDATES_H

#include "common/aside.h"
#include "common/hash_table.h"
#include "common/strtab.h"
#include "formats/record/record.h"
#include "record/buildid/candidate_kernel.h"
#include "record/buildid/jit_dumps.h"
#include "record/buildid/jit_maps.h"
#include "record/buildid/open_mapped_file.h"

#define KEPT_RECENT  64  /* pids that were sampled last; a power of two */
#define KEPT_FDS_MAX 256 /* files that are held open */

struct cache_candidate {
	struct build_id id;
	uint32_t name; /* in names */
	int fd;        /* O_PATH, or -1 */
	bool needed;
	bool is_stuck; /* its file system does not answer */
};

struct candidate_mapping {
	uint32_t pid, file;
};

/* Which process had which file mapped. */
struct candidate_mappings {
	struct candidate_mapping *list; /* each once */
	uint32_t n, capacity;
	struct hash_table table;
};

/* The processes that were sampled. */
struct candidates_sampled {
	uint32_t *list; /* pids, each once */
	uint32_t n, capacity;
	struct u32map by_pid;
	uint32_t recent[KEPT_RECENT];
};

struct cache_candidates {
	bool is_running; /* samples are taken: from now on every new file is opened */
	struct strtab names;
	struct cache_candidate *files;
	uint32_t n, capacity;
	struct hash_table by_id;
	struct candidate_mappings mappings;
	struct u32map parents;  /* of forked processes */
	struct u32map replaced; /* 1: an exec has replaced what the process had of its parent */
	struct candidates_sampled sampled;
	uint32_t n_open;
	struct jit_maps jit;
	struct jit_dumps dumps;
	struct candidate_kernel kernel;
	struct open_mapped_file_place here;
	struct aside aside; /* looks at files */
	struct u32map gone; /* 1: has ended, see record/buildid/candidates_prune.h */
	uint32_t enough;    /* when that many entries are there, it is time to prune */
	uint32_t looked_at; /* the process that was looked at last; 0: none */
	unsigned differs;   /* of it: OPEN_MAPPED_FILE_* */
};

/* 0 or -ENOMEM. */
int cache_candidates_init(struct cache_candidates *k);
void cache_candidates_fini(struct cache_candidates *k);

/* Takes what is of interest in a record of the kernel's that is no sample. Damaged ones are passed over. 0 or -ENOMEM.
 */
int cache_candidates_take(struct cache_candidates *k, const struct record *r);

/* The slow half of cache_candidates_note. */
int cache_candidates_add_sampled(struct cache_candidates *k, uint32_t pid);

/* A process was sampled. 0 or -ENOMEM. */
static inline int cache_candidates_note(struct cache_candidates *k, uint32_t pid)
{
	return k->sampled.recent[pid & (KEPT_RECENT - 1)] == pid ? 0 : cache_candidates_add_sampled(k, pid);
}

/* Sets `needed` in all files, when all records are taken. 0 or -ENOMEM. */
int cache_candidates_decide(struct cache_candidates *k);

/*
 * candidates_seen: what samples say of files that names need, noted by a thread that has no cache_candidates, for the
 * one that has.
 *
 * A number that was noted lately is left out, so that the lists are short: of processes, and of pages in the kernel.
 *
 * Ownership: _fini; an empty one is all zero. One thread at a time.
 */

#define CANDIDATES_SEEN_PAGE_BITS 12 /* modules begin and end at multiples of such pages */

/* Of samples: their processes, and their addresses in the kernel. */
struct candidates_seen_lists {
	uint32_t *pids;
	uint64_t *ips;
	uint32_t n_pids, pids_capacity;
	uint32_t n_ips, ips_capacity;
};

struct candidates_seen {
	bool wants_ips;
	struct candidates_seen_lists lists;
	uint32_t pids[KEPT_RECENT]; /* that are in the lists */
	uint64_t pages[KEPT_RECENT];
};

void candidates_seen_fini(struct candidates_seen *seen);
void candidates_seen_lists_fini(struct candidates_seen_lists *lists);

/* The slow halves of the two below. 0 or -ENOMEM. */
int candidates_seen_add_pid(struct candidates_seen *seen, uint32_t pid);
int candidates_seen_add_ip(struct candidates_seen *seen, uint64_t ip);

/* A process was sampled. 0 or -ENOMEM. */
static inline int candidates_seen_note_pid(struct candidates_seen *seen, uint32_t pid)
{
	return seen->pids[pid & (KEPT_RECENT - 1)] == pid ? 0 : candidates_seen_add_pid(seen, pid);
}

/* A sample was taken; misc: of its record. 0 or -ENOMEM. */
static inline int candidates_seen_note_ip(struct candidates_seen *seen, uint16_t misc, uint64_t ip)
{
	uint64_t page = ip >> CANDIDATES_SEEN_PAGE_BITS;

	if ((misc & RECORD_MISC_CPUMODE_MASK) != RECORD_MISC_KERNEL || seen->pages[page & (KEPT_RECENT - 1)] == page)
		return 0;
	return candidates_seen_add_ip(seen, ip);
}

/* Exchanges the lists for empty ones, whose memory is used again. */
void candidates_seen_swap(struct candidates_seen *seen, struct candidates_seen_lists *lists);

/* Notes everything in kept, in kernel too unless it is NULL, and empties the lists. 0 or -ENOMEM. */
int candidates_seen_give(struct candidates_seen_lists *lists, struct cache_candidates *kept,
			 struct candidate_kernel *kernel);

#endif
