/*
 * timeline: keeps every process's mappings and every thread's name over the time of a recording.
 *
 *	time ------------------------------------------------------------->
 *	pid 7	| mmap mmap mmap	      | exec: dropped | mmap mmap
 *		'-- epoch 1 (root A)	      '-- epoch 2     '-- epoch 3 (root B)
 *	pid 9			| fork of 7: root A, shared
 *	tid 7	comm "sh"	              | comm "cc"
 *
 * It is built once, from all sideband records in the order of their time (timeline_make.h). Then it is constant, and
 * any number of threads may look up (process, time) and (thread, time) in any order. A record applies from its own time
 * on.
 *
 * Two words: a mapping epoch is the state of a process's mappings between two changes, a time range the times of one.
 */
#ifndef PREC_REPORT_TIMELINE_TIMELINE_H
#define PREC_REPORT_TIMELINE_TIMELINE_H

#include "common/hash_table.h"
#include "formats/record/record.h"
#include "report/timeline/address_space.h"
#include "report/timeline/dsos.h"
#include "report/timeline/thread_states.h"

/* The pid of the kernel's own mappings. */
#define TIMELINE_KERNEL_PID ((uint32_t)-1)

/*
 * Added to the pid of guest kernels. They are recorded under the pid of the virtual machine's process, or 0 if it is
 * unknown, and their addresses are not the host's. Nothing is known about programs in guests.
 */
#define TIMELINE_GUEST_PIDS 0x80000000u

struct map {
	uint64_t start, pgoff; /* as recorded: file offset of an address = address - start + pgoff */
	uint64_t size;         /* as recorded, including what was mapped over later */
	uint32_t dso;
	bool shared_data; /* a MAP_SHARED file without code */
	bool anon_data;   /* anonymous memory without code, also [heap] and [stack] */
	bool is_code;     /* it was mapped to be executed, or a part of it */
};

struct mapping_epoch {
	uint64_t time;
	address_space_root root;
	address_space_root code;   /* JIT code, which hides what root has there */
	address_space_root before; /* the mappings before the last exec, see timeline_epoch_caller */
	uint32_t generation;       /* counts replacements of all mappings: fork, exec */
	uint32_t coarse; /* counts also mappings over others, up to TIMELINE_COARSE_MAX: see timeline_coarse_epoch */
	bool by_code;    /* only JIT code changed since the epoch before */
};

struct process {
	struct mapping_epoch *epochs; /* ascending in time */
	uint32_t n, capacity;
};

struct comm_change {
	uint64_t time;
	uint32_t comm; /* string id; STRTAB_NONE: unknown, shown as ":TID" */
	bool by_fork;  /* the thread began here: what was before is another one of its tid */
};

struct thread {
	struct comm_change *changes; /* ascending in time */
	uint32_t n, capacity;
};

/* A control group, by the id in samples. */
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
	bool has_coarse_epochs; /* some mapping_epoch.coarse is not 0 */
	bool has_comm_changes;  /* some thread changed its comm */
};

/* Returns the path of a control group as first recorded: a string id, or STRTAB_NONE. */
uint32_t timeline_cgroup(const struct timeline *t, uint64_t id);

/*
 * The mapping epochs of a process, its kernel and its guest at one time. Look it up once, then use it for many
 * addresses.
 */
struct timeline_snapshot {
	const struct mapping_epoch *own, *kernel; /* NULL: nothing was mapped yet */
	const struct mapping_epoch *guest;        /* of the guest kernel that the process runs */
	uint32_t epoch;                           /* timeline_mapping_epoch */
};

/* Returns the epoch to look an address up in, by its mode: RECORD_MISC_KERNEL ... */
static inline const struct mapping_epoch *timeline_snapshot_space(const struct timeline_snapshot *m, unsigned mode)
{
	if (mode == RECORD_MISC_KERNEL)
		return m->kernel;
	return mode == RECORD_MISC_GUEST_KERNEL ? m->guest : m->own;
}

/* Makes the snapshot of a process at a time, in ns. */
struct timeline_snapshot timeline_snapshot(const struct timeline *t, uint32_t pid, uint64_t time);

/* Finds the map at an address. v may be NULL: then, or if nothing is mapped there, NULL. */
const struct map *timeline_epoch_map(const struct timeline *t, const struct mapping_epoch *v, uint64_t addr);

/*
 * Returns the size of the contiguous bytes around the address that are mapped like it, without what was mapped over
 * them; 0: not mapped.
 */
uint64_t timeline_epoch_extent(const struct timeline *t, const struct mapping_epoch *v, uint64_t addr);

/*
 * Finds the map of a caller's address. During an exec the kernel takes samples when the new mappings exist but the
 * saved registers still show callers of the old program. So an address that is not mapped any more is looked up in the
 * mappings before the last exec.
 */
const struct map *timeline_epoch_caller(const struct timeline *t, const struct mapping_epoch *v, uint64_t addr);

/* Returns the pid of the guest kernel that a process runs. pid -1, an unknown process, gives the unknown guest. */
static inline uint32_t timeline_guest_key(uint32_t pid)
{
	return TIMELINE_GUEST_PIDS | (pid & TIMELINE_GUEST_PIDS ? 0 : pid);
}

/*
 * Returns the pid of the guest kernel that a process runs, if mappings of it were recorded; else that of the unknown
 * guest.
 */
uint32_t timeline_guest_pid(const struct timeline *t, uint32_t pid);

/*
 * True if an address of a process (TIMELINE_KERNEL_PID: the kernel) is in one mapping at all times from first to last,
 * also as a caller's. May be false although it is.
 */
bool timeline_map_stable(const struct timeline *t, uint32_t pid, uint64_t first, uint64_t last, uint64_t addr);

/* True if the process has one mapping epoch from first to last. */
bool timeline_space_same(const struct timeline *t, uint32_t pid, uint64_t first, uint64_t last);

/*
 * Returns the thread's comm at a time: a string id, or STRTAB_NONE if unknown. A thread that has ended keeps its comm
 * and its mappings until its tid is reused: there are samples between its EXIT record and its last switch.
 */
uint32_t timeline_comm(const struct timeline *t, uint32_t tid, uint64_t time);

/*
 * Returns timeline_comm, or where that is unknown the first comm that this thread has later. So do rows of Linux perf,
 * which take their names when they are shown; its lines of samples do not.
 */
uint32_t timeline_comm_of_row(const struct timeline *t, uint32_t tid, uint64_t time);

/* True if timeline_comm is the same from first to last. May be false although it is. */
bool timeline_comm_stable(const struct timeline *t, uint32_t tid, uint64_t first, uint64_t last);

/* Returns an id of the mapping epoch of a process and the kernel. Equal ids of a process mean identical mappings. */
uint32_t timeline_mapping_epoch(const struct timeline *t, uint32_t pid, uint64_t time);

/*
 * Returns an id of the mapping epoch with the thread's comm. Equal ids of a thread mean identical mappings and comms.
 */
uint32_t timeline_thread_epoch(const struct timeline *t, uint32_t pid, uint32_t tid, uint64_t time);

/* Limit of mapping_epoch.coarse, and of the comm changes that timeline_coarse_epoch adds. */
#define TIMELINE_COARSE_MAX 64u

/* The times t with from <= t < until. */
struct time_range {
	uint64_t from, until;
};

/* True if a time is in the range. */
static inline bool time_range_holds(const struct time_range *s, uint64_t time)
{
	return time >= s->from && time < s->until;
}

/*
 * Returns a coarse epoch of a process. It goes up when a mapping is replaced, by an exec or another mapping, but not
 * when free memory is mapped; with comms also when the thread's comm changes. So most coarse epochs are long.
 * *ret_range: a time range around `time` in this epoch, which may extend beyond it.
 *
 * In one coarse epoch an address has one meaning, but for two rare cases, which timeline_map_stable and
 * timeline_comm_stable detect: it was not mapped yet, or TIMELINE_COARSE_MAX was reached.
 */
uint32_t timeline_coarse_epoch(const struct timeline *t, uint32_t pid, uint32_t tid, bool comms, uint64_t time,
			       struct time_range *ret_range);

/* Returns timeline_mapping_epoch. *ret_range: the time range around `time` in which it is constant. */
uint32_t timeline_mapping_range(const struct timeline *t, uint32_t pid, uint64_t time, struct time_range *ret_range);

/* Returns timeline_comm. *ret_range: the time range around `time` in which it is constant. */
uint32_t timeline_comm_range(const struct timeline *t, uint32_t tid, uint64_t time, struct time_range *ret_range);

#endif
