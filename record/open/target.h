/*
 * target: the CPUs and threads that events are opened for.
 *
 * If n_tids is 0, events are opened on each CPU for whatever runs there. Otherwise they are opened for each thread on
 * each CPU: one ring a CPU serves all threads, and children are followed. With per_thread they are opened for each
 * thread on no CPU.
 *
 * Ownership: _init/_fini; what a configuration points to is copied. One thread at a time.
 */
#ifndef PREC_RECORD_OPEN_TARGET_H
#define PREC_RECORD_OPEN_TARGET_H

#include "common/cpulist.h"
#include "common/hash_table.h"

#include <stddef.h>
#include <sys/types.h>

enum target_kind {
	TARGET_SYSTEM,    /* CPUs */
	TARGET_PROCESSES, /* with all their threads */
	TARGET_THREADS,
	TARGET_COMMAND, /* a child that has not started yet */
};

struct target_config {
	enum target_kind kind;
	const pid_t *ids; /* of TARGET_PROCESSES and _THREADS */
	size_t n_ids;
	const struct cpulist *cpus; /* NULL: every one that is online */
	int cgroup_fd;        /* of TARGET_SYSTEM: events that name no cgroup count in this one alone; 0: in all */
	const char *sys_root; /* NULL: "/sys" */
	bool inherit;         /* record new threads and processes of the target, too */
	bool per_thread;      /* even if no CPUs are given and nothing is inherited; not with TARGET_SYSTEM */
	bool attachable;      /* processes may be attached later, which needs rings of CPUs: per_thread is as given */
};

struct target {
	enum target_kind kind;
	struct cpulist cpus;   /* the online CPUs that are wanted */
	struct cpulist others; /* the other online CPUs: processes start and change there, too */
	int cgroup_fd;         /* borrowed */
	bool cpus_given;       /* the configuration lists CPUs: others that come online are not wanted */
	bool inherit;
	bool per_thread;
	pid_t *pids; /* of TARGET_PROCESSES and _COMMAND */
	size_t n_pids;
	pid_t *tids; /* what events are opened for */
	size_t n_tids;
	pid_t *owners; /* for each of tids, the process or thread that the user named */
	size_t n_owners;
	struct u32map by_tid; /* the threads in tids */
};

/*
 * Sets up the target, without listing the threads of processes. 0 or a negative errno; -ENODEV: a CPU of the
 * configuration is not online.
 */
int target_init(struct target *t, const struct target_config *config, struct error *err);
void target_fini(struct target *t);

/* Lists the online CPUs. 0 or a negative errno. */
int target_online_cpus(struct cpulist *ret_cpus, struct error *err);

bool target_wants_cpu(const struct target *t, int cpu);

/* True if a process or thread has this id. */
bool target_exists(pid_t id);

/* True if the process has this thread. */
bool target_has_thread(pid_t pid, pid_t tid);

/*
 * Opens a descriptor that polls as readable when a process has ended with all its threads; is_thread: when the thread
 * has ended, from Linux 6.9 on. Or a negative errno of pidfd_open(2); -EINVAL: this kernel has none for threads, or
 * `id` is a thread but is_thread is not set.
 */
int target_end_fd(pid_t id, bool is_thread);

/* Lists the processes of a user; the caller frees *ret_pids. 0, also for none, or a negative errno. */
int target_list_user(uid_t uid, pid_t **ret_pids, size_t *ret_n, struct error *err);

/* Lists the processes with this comm, but for the caller itself. Returns the same. */
int target_list_named(const char *name, pid_t **ret_pids, size_t *ret_n, struct error *err);

/* Lists all processes. Returns the same. */
int target_list_all(pid_t **ret_pids, size_t *ret_n, struct error *err);

/* Adds a process to a target of TARGET_PROCESSES. 0 or -ENOMEM. */
int target_add_process(struct target *t, pid_t pid);

/* Sets the process of the command. 0 or -ENOMEM. */
int target_set_command(struct target *t, pid_t pid);

/*
 * Adds the threads of the target's processes that are not in tids yet. Returns how many it added; 0: the list is
 * complete; or a negative errno.
 */
int target_list_threads(struct target *t, struct error *err);

/* Does so for one process. */
int target_list_process(struct target *t, pid_t pid, struct error *err);

#endif
