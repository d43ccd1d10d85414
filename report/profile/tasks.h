/*
 * tasks: the threads of a recording, who began whom, and what was mapped in the end.
 *
 * As they stand when all records have been taken in the order of time: a number that was used twice is the later
 * thread, and one that has exited stays with its last name and mappings. Threads of a process share its mappings. An
 * exec leaves none of the old ones (Linux perf keeps them).
 */
#ifndef PREC_REPORT_PROFILE_TASKS_H
#define PREC_REPORT_PROFILE_TASKS_H

#include "report/scan/analysis.h"

#define TASK_NO_PARENT UINT32_MAX

struct task {
	uint32_t pid, tid;
	uint32_t ppid; /* the thread that began it; TASK_NO_PARENT: not known */
	uint32_t comm; /* string id; STRTAB_NONE: none known */
};

struct task_map {
	uint64_t start, pgoff; /* as recorded; the vdso has no offset */
	uint64_t ino;
	uint32_t dso;
	uint32_t name; /* string id */
	uint32_t prot;
	bool shared;
	bool has_ino; /* of the file; otherwise its build-id is all that there may be */
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
 * Reads the file's records once more; the analysis has been run with want_spans. maps: mappings too. tasks_fini is due
 * in any case. 0 or a negative errno.
 */
int tasks_read(struct tasks *t, struct analysis *a, bool maps, struct error *err);
void tasks_fini(struct tasks *t);

/* The thread of the number, or NULL. */
const struct task *tasks_find(const struct tasks *t, uint32_t tid);

/* What is mapped in the process. */
address_space_root tasks_space(const struct tasks *t, uint32_t pid);

#endif
