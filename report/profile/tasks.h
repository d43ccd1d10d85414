/*
 * tasks: lists the threads of a recording, their parents, and their last mappings.
 *
 * It is the state after all records in the order of time. A tid that was used twice is the later thread; a thread that
 * has exited keeps its last name and mappings. Threads of a process share its mappings. An exec drops all old mappings
 * (Linux perf keeps them).
 */
#ifndef PREC_REPORT_PROFILE_TASKS_H
#define PREC_REPORT_PROFILE_TASKS_H

#include "report/scan/analysis.h"

#define TASK_NO_PARENT UINT32_MAX

struct task {
	uint32_t pid, tid;
	uint32_t ppid; /* the parent; TASK_NO_PARENT: not known */
	uint32_t comm; /* string id; STRTAB_NONE: none known */
};

struct task_map {
	uint64_t start, pgoff; /* as recorded; the vdso has no offset */
	uint64_t ino;
	uint32_t dso;
	uint32_t name; /* string id */
	uint32_t prot;
	bool is_shared;
	bool has_ino; /* it has an inode number; otherwise perhaps a build-id */
};

struct task_process {
	uint32_t pid;
	address_space_root root;
};

struct tasks {
	struct analysis *analysis; /* borrowed: its dsos and strings */
	struct task *list;
	uint32_t n, capacity;
	struct u32map by_tid;
	struct task_process *processes;
	uint32_t n_processes, processes_capacity;
	struct u32map by_pid;
	struct address_space_store spaces;
	struct task_map *maps;
	uint32_t n_maps, maps_capacity;
};

/*
 * Reads the file's records again; the analysis was run with want_spans. maps: mappings, too. 0 or a negative errno; the
 * caller calls tasks_fini in both cases.
 */
int tasks_read(struct tasks *t, struct analysis *a, bool maps, struct error *err);
void tasks_fini(struct tasks *t);

/* Finds a thread, or returns NULL. */
const struct task *tasks_find(const struct tasks *t, uint32_t tid);

/* Returns the mappings of a process. */
address_space_root tasks_space(const struct tasks *t, uint32_t pid);

#endif
