/*
 * timeline: every process's mappings and every thread's name, over the time of a recording.
 *
 *	time ------------------------------------------------------------->
 *	pid 7	| mmap mmap mmap	      | exec: dropped | mmap mmap
 *		'-- version 1 (root A)	      '-- version 2   '-- version 3 (root B)
 *	pid 9			| fork of 7: root A, shared
 *	tid 7	comm "sh"	              | comm "cc"
 *
 * It is built once, from all sideband records in the order of their time (timeline_make.h), and then only asked: by
 * (process, time) and (thread, time). A record counts for what comes at its time or later. Nothing is ever forgotten,
 * so questions may come in any order and from many threads.
 */
#ifndef PREC_REPORT_TIMELINE_TIMELINE_H
#define PREC_REPORT_TIMELINE_TIMELINE_H

#include "common/u32map.h"
#include "formats/record/record.h"
#include "report/timeline/cgroup_spaces.h"
#include "report/timeline/dsos.h"
#include "report/timeline/running.h"
#include "report/timeline/address_space.h"

/* The pid under which what the kernel has mapped is kept. */
#define TIMELINE_KERNEL_PID ((uint32_t)-1)

/*
 * Kernels of virtual machines: recorded under the pid of the machine's process, or under 0 if it is not known which.
 * They have pids of their own here, since their addresses are not the host's. Of programs in them nothing is known.
 */
#define TIMELINE_GUEST_PIDS 0x80000000u

struct map {
	uint64_t start, pgoff; /* as recorded: file offset of an address = address - start + pgoff */
	uint64_t size;         /* as recorded; what was mapped over it later is part of it */
	uint32_t dso;
	bool shared_data; /* of a file, MAP_SHARED, and no code */
	bool anon_data;   /* anonymous memory, [heap] and [stack] too, and no code */
};

struct address_space_version {
	uint64_t time;
	address_space_root root;
	address_space_root code;   /* what was made at run time: it lies over the root */
	address_space_root before; /* what the last exec replaced, for callchains: see timeline_version_caller */
	uint32_t generation;       /* goes up when all mappings are replaced: fork, exec */
	uint32_t phase; /* and when one is mapped over another: see timeline_phase; TIMELINE_PHASES_MAX at most */
	bool by_code;   /* nothing but code made at run time changed with it */
};

struct process {
	struct address_space_version *versions; /* ascending in time */
	uint32_t n, capacity;
};

struct comm_change {
	uint64_t time;
	uint32_t comm; /* string id; STRTAB_NONE: none known, shown as ":TID" */
};

struct thread {
	struct comm_change *changes; /* ascending in time */
	uint32_t n, capacity;
};

/* A control group, by the number samples have of it. */
struct cgroup_name {
	uint64_t id;
	uint32_t path; /* string id */
};

struct timeline_processes {
	struct process *list;
	uint32_t n, capacity;
	struct u32map by_pid;
};

struct timeline_threads {
	struct thread *list;
	uint32_t n, capacity;
	struct u32map by_tid;
};

struct timeline_cgroups {
	struct cgroup_name *list; /* in the order of the file */
	uint32_t n, capacity;
};

struct timeline {
	struct strtab *strings; /* borrowed */
	struct dsos dsos;
	struct address_space_store spaces;
	struct map *maps;
	uint32_t n_maps, maps_capacity;
	struct timeline_processes processes;
	struct timeline_threads threads;
	struct timeline_cgroups cgroups;
	struct cgroup_spaces cgroup_spaces;
	struct running running;
	uint64_t last_time;
	bool has_guests;
	bool has_phases;      /* the mappings of any process have more than one */
	bool has_comm_phases; /* the comm of any thread has */
};

/* The path of a control group as it was first recorded: a string id, or STRTAB_NONE. */
uint32_t timeline_cgroup(const struct timeline *t, uint64_t id);

/* What is mapped for a process and in the kernel at one time: looked up once, then asked for many addresses. */
struct timeline_snapshot {
	const struct address_space_version *own, *kernel; /* NULL: nothing was mapped yet */
	const struct address_space_version *guest;        /* of the kernel of the machine that the process runs */
	uint32_t epoch;                                   /* timeline_space_epoch */
};

/* The mappings among which an address of a mode lies: RECORD_MISC_KERNEL ... */
static inline const struct address_space_version *timeline_snapshot_space(const struct timeline_snapshot *m,
									  unsigned mode)
{
	if (mode == RECORD_MISC_KERNEL)
		return m->kernel;
	return mode == RECORD_MISC_GUEST_KERNEL ? m->guest : m->own;
}

struct timeline_snapshot timeline_snapshot(const struct timeline *t, uint32_t pid, uint64_t time);

/* What is mapped at the address in a state (NULL: none yet), or NULL. */
const struct map *timeline_version_map(const struct timeline *t, const struct address_space_version *v, uint64_t addr);

/* How many bytes around the address are mapped as it is, without what was mapped over them; 0: none. */
uint64_t timeline_version_extent(const struct timeline *t, const struct address_space_version *v, uint64_t addr);

/*
 * The same map of an address on a callchain. The kernel takes samples while an exec is under way, when the new mappings
 * are there and the saved registers still show where the old program called it: what is not mapped any more is looked
 * up in what the last exec replaced.
 */
const struct map *timeline_version_caller(const struct timeline *t, const struct address_space_version *v,
					  uint64_t addr);

/* Under what its mappings are kept: as -1 stands for no process, it does for no machine that is known. */
static inline uint32_t timeline_guest_key(uint32_t pid)
{
	return TIMELINE_GUEST_PIDS | (pid & TIMELINE_GUEST_PIDS ? 0 : pid);
}

/* The pid for the kernel of the machine that a process runs; what is mapped there is found as for any other. */
uint32_t timeline_guest_pid(const struct timeline *t, uint32_t pid);

/*
 * Whether the address of a process (TIMELINE_KERNEL_PID: of the kernel) is in the same mapping at all times from first
 * to last, also as that of a caller. May say no where it is the same.
 */
bool timeline_map_stable(const struct timeline *t, uint32_t pid, uint64_t first, uint64_t last, uint64_t addr);

/* Whether nothing at all changes in the process's mappings from first to last. */
bool timeline_space_same(const struct timeline *t, uint32_t pid, uint64_t first, uint64_t last);

/*
 * The thread's comm at a time: a string id, or STRTAB_NONE when none is known. A thread that has ended keeps its comm
 * and its mappings until another has its number: between its EXIT record and its last switch there are samples of it.
 */
uint32_t timeline_comm(const struct timeline *t, uint32_t tid, uint64_t time);

/* Whether timeline_comm gives the same for all times from first to last. May say no where it is the same. */
bool timeline_comm_stable(const struct timeline *t, uint32_t tid, uint64_t first, uint64_t last);

/* A number for the stretch of time around `time` in which the process's mappings and the kernel's do not change. */
uint32_t timeline_space_epoch(const struct timeline *t, uint32_t pid, uint64_t time);

/*
 * A number for the stretch of time around `time` in which neither the process's mappings nor the thread's comm change:
 * two times with the same number mean the same for every address.
 */
uint32_t timeline_epoch(const struct timeline *t, uint32_t pid, uint32_t tid, uint64_t time);

/* What is replaced more often, in a process or thread, has no more phases. */
#define TIMELINE_PHASES_MAX 64u

/* The times from `from` on and before `until`. */
struct timeline_stretch {
	uint64_t from, until;
};

static inline bool timeline_stretch_holds(const struct timeline_stretch *s, uint64_t time)
{
	return time >= s->from && time < s->until;
}

/*
 * A number for the phase of a process: it goes up, with time, when what was mapped is replaced, by an exec or by
 * another mapping; and with comms, when the thread's comm changes. Most phases are long, as mapping what was free
 * begins none. The stretch of time around `time` is in the phase, which may go on beyond it.
 *
 * An address means one thing in a phase but in rare cases: it was not mapped yet, or there were too many phases.
 * Whoever wants to know asks timeline_map_stable and timeline_comm_stable.
 */
uint32_t timeline_phase(const struct timeline *t, uint32_t pid, uint32_t tid, bool comms, uint64_t time,
			struct timeline_stretch *ret_stretch);

/* timeline_space_epoch, and the stretch of time around `time` in which it is that. */
uint32_t timeline_space_stretch(const struct timeline *t, uint32_t pid, uint64_t time,
				struct timeline_stretch *ret_stretch);

/* timeline_comm, and the stretch of time around `time` in which it is that. */
uint32_t timeline_comm_stretch(const struct timeline *t, uint32_t tid, uint64_t time,
			       struct timeline_stretch *ret_stretch);

#endif
