/*
 * cache_candidates: finds out which files belong into the build-id cache: those that readers need for symbols.
 *
 * A file is needed if a process was sampled that had it mapped. A process also has what the process that forked it had
 * mapped, until its next exec. So files without samples of their own count too: callers lie in them. This costs one
 * comparison a sample. To look up the address of each sample would cost more than everything else that is done with it.
 *
 * Some files are gone or out of reach when the recording ends. They are opened as soon as they are mapped: files of
 * processes with other mounts or another root, deleted files, and, while samples are taken, every new file, since it
 * may be replaced. Programs without a build-id are opened as soon, too: later nothing tells whether they are the same.
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
#include "record/buildid/jit_kept.h"
#include "record/buildid/jit_maps.h"
#include "record/buildid/open_mapped_file.h"

#define KEPT_RECENT  64  /* how many of the last pids are remembered; a power of two */
#define KEPT_FDS_MAX 256 /* how many files are held open */

struct cache_candidate {
	struct mapped_identity of; /* inode 0 if it has a build-id */
	struct timespec modified;  /* of one without a build-id: st_mtim and st_ctim when it was mapped */
	struct timespec changed;
	uint32_t name; /* its path, a string id of names */
	int fd;        /* open with O_PATH; -1: not open */
	bool needed;
	bool is_stuck; /* its file system did not answer */
};

/* A process that had a file mapped. */
struct candidate_mapping {
	uint32_t pid, file; /* file: an index of files */
};

struct candidate_mappings {
	struct candidate_mapping *list; /* each pair once */
	uint32_t n, capacity;
	struct hash_table table;
};

/* The processes that were sampled. */
struct candidates_sampled {
	uint32_t *list; /* pids, each once */
	uint32_t n, capacity;
	struct u32map by_pid;         /* the index in the list */
	uint32_t recent[KEPT_RECENT]; /* some of the pids in the list; the index of a pid is its low bits */
};

struct cache_candidates {
	bool is_running; /* set by the caller when samples are taken: from then on every new file is opened */
	struct strtab names;
	struct cache_candidate *files;
	uint32_t n, capacity;
	struct hash_table by_id;
	struct candidate_mappings mappings;
	struct u32map parents;  /* the parent of each forked process, by pid */
	struct u32map replaced; /* 1: the process has called exec, and nothing of its parent's is mapped any more */
	struct candidates_sampled sampled;
	uint32_t n_open; /* files that are held open */
	struct jit_maps jit;
	struct jit_dumps dumps;
	struct jit_kept kept_jit;
	struct candidate_kernel kernel;
	struct open_mapped_file_view here; /* of the recorder */
	struct aside aside;                /* the process that looks at files of others */
	struct u32map gone;                /* 1: the process has ended (record/buildid/candidates_prune.h) */
	uint32_t enough;                   /* no pruning below this number of entries */
	uint32_t looked_at;                /* the process that was examined last; 0: none */
	unsigned differs;                  /* what was found then: OPEN_MAPPED_FILE_* */
};

/* Sets up *k. 0 or -ENOMEM. */
int cache_candidates_init(struct cache_candidates *k);
void cache_candidates_fini(struct cache_candidates *k);

/* Looks at a sideband record: mappings, forks and execs count. Skips damaged records. 0 or -ENOMEM. */
int cache_candidates_take(struct cache_candidates *k, const struct record *r);

/* Does what cache_candidates_note does, without its shortcut. 0 or -ENOMEM. */
int cache_candidates_add_sampled(struct cache_candidates *k, uint32_t pid);

/* Notes that a process was sampled. 0 or -ENOMEM. */
static inline int cache_candidates_note(struct cache_candidates *k, uint32_t pid)
{
	return k->sampled.recent[pid & (KEPT_RECENT - 1)] == pid ? 0 : cache_candidates_add_sampled(k, pid);
}

/* Sets `needed` in all files that are, by the records and samples so far. 0 or -ENOMEM. */
int cache_candidates_decide(struct cache_candidates *k);

/*
 * candidates_seen: lists the processes and kernel addresses of samples in a drain thread, which may not use the
 * cache_candidates of the session's thread. That thread takes the lists later.
 *
 * A process or page of the kernel that was added a short time ago is not added again, so that the lists stay short.
 *
 * Ownership: _fini; an empty one is all zero. One thread at a time.
 */

#define CANDIDATES_SEEN_PAGE_BITS 12 /* modules begin and end at multiples of such pages */

struct candidates_seen_lists {
	uint32_t *pids;
	uint64_t *ips;
	uint32_t n_pids, pids_capacity;
	uint32_t n_ips, ips_capacity;
};

struct candidates_seen {
	bool wants_ips; /* set by the caller: addresses are wanted, too */
	struct candidates_seen_lists lists;
	uint32_t pids[KEPT_RECENT];  /* some of those in the lists */
	uint64_t pages[KEPT_RECENT]; /* likewise */
};

void candidates_seen_fini(struct candidates_seen *seen);
void candidates_seen_lists_fini(struct candidates_seen_lists *lists);

/* Do what the two functions below do, without their shortcut. 0 or -ENOMEM. */
int candidates_seen_add_pid(struct candidates_seen *seen, uint32_t pid);
int candidates_seen_add_ip(struct candidates_seen *seen, uint64_t ip);

/* Notes that a process was sampled. 0 or -ENOMEM. */
static inline int candidates_seen_note_pid(struct candidates_seen *seen, uint32_t pid)
{
	return seen->pids[pid & (KEPT_RECENT - 1)] == pid ? 0 : candidates_seen_add_pid(seen, pid);
}

/* Notes the address of a sample if it is the kernel's. misc: that of its record. 0 or -ENOMEM. */
static inline int candidates_seen_note_ip(struct candidates_seen *seen, uint16_t misc, uint64_t ip)
{
	uint64_t page = ip >> CANDIDATES_SEEN_PAGE_BITS;

	if ((misc & RECORD_MISC_CPUMODE_MASK) != RECORD_MISC_KERNEL || seen->pages[page & (KEPT_RECENT - 1)] == page)
		return 0;
	return candidates_seen_add_ip(seen, ip);
}

/* Exchanges the lists for those in *lists, which are empty. Ownership is exchanged with them. */
void candidates_seen_swap(struct candidates_seen *seen, struct candidates_seen_lists *lists);

/*
 * Notes the processes in *kept and the addresses in *kernel (NULL: nowhere), and empties the lists. Their memory stays
 * for the next swap. 0 or -ENOMEM.
 */
int candidates_seen_give(struct candidates_seen_lists *lists, struct cache_candidates *kept,
			 struct candidate_kernel *kernel);

#endif
