/*
 * target: what is recorded: the CPUs and the threads events are opened for.
 *
 * Either n_tids is 0 and events are opened on each CPU for whatever runs there, or for each of the threads. Then they
 * are opened on each CPU too (so that one ring a CPU serves all threads and children are followed), or with per_thread
 * on no CPU.
 *
 * Ownership: _init/_fini; what a configuration points to is copied. One thread at a time.
 */
#ifndef PREC_RECORD_OPEN_TARGET_H
#define PREC_RECORD_OPEN_TARGET_H

#include "common/cpulist.h"
#include "common/u32map.h"

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
	bool inherit;         /* new threads and processes of the target are recorded too */
	bool per_thread;      /* also where no CPUs are given and nothing is inherited; not of TARGET_SYSTEM */
	bool attachable;      /* others may come later: they need rings of CPUs, so per_thread is as given */
};

struct target {
	enum target_kind kind;
	struct cpulist cpus;   /* those of the online ones that are wanted */
	struct cpulist others; /* and those that are not: processes begin and change there, too */
	int cgroup_fd;         /* borrowed */
	bool cpus_given;       /* by the configuration: others that come online are not wanted */
	bool inherit;
	bool per_thread;
	pid_t *pids; /* of TARGET_PROCESSES and _COMMAND */
	size_t n_pids;
	pid_t *tids; /* what events are opened for */
	size_t n_tids;
	pid_t *owners; /* beside each of tids: the process or thread that was asked for */
	size_t n_owners;
	struct u32map by_tid; /* those that are in tids */
};

/*
 * The threads of processes are not listed yet. 0 or a negative errno: -ENODEV where a CPU of the configuration is not
 * online.
 */
int target_init(struct target *t, const struct target_config *config, struct error *err);
void target_fini(struct target *t);

/* The CPUs that are online. 0 or a negative errno. */
int target_online_cpus(struct cpulist *ret_cpus, struct error *err);

bool target_wants_cpu(const struct target *t, int cpu);

/* Whether there is a process or thread of that number. */
bool target_exists(pid_t id);

/* Whether the process has such a thread. */
bool target_has_thread(pid_t pid, pid_t tid);

/*
 * A descriptor that is readable once a process has ended with all its threads, or with is_thread a thread alone, from
 * Linux 6.9 on. Or a negative errno of pidfd_open(2): -EINVAL where there are none of threads, and for a thread that is
 * asked for as a process.
 */
int target_end_fd(pid_t id, bool is_thread);

/* The processes that run as the user: *ret_pids is malloc'ed. 0 or a negative errno; no process is no error. */
int target_list_user(uid_t uid, pid_t **ret_pids, size_t *ret_n, struct error *err);

/* Those that have the name, as /proc/PID/comm has it, but for this one; likewise. */
int target_list_named(const char *name, pid_t **ret_pids, size_t *ret_n, struct error *err);

/* All processes that run, likewise. */
int target_list_all(pid_t **ret_pids, size_t *ret_n, struct error *err);

/* One more process of TARGET_PROCESSES. 0 or -ENOMEM. */
int target_add_process(struct target *t, pid_t pid);

/* The command's process, once it is there. 0 or -ENOMEM. */
int target_set_command(struct target *t, pid_t pid);

/*
 * Adds the threads of the target's processes that are not in tids yet. Returns how many came, 0 when the list is
 * complete, or a negative errno.
 */
int target_list_threads(struct target *t, struct error *err);

/* The same for one of them. */
int target_list_process(struct target *t, pid_t pid, struct error *err);

#endif
