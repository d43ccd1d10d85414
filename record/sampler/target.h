/*
 * target: what is recorded: the CPUs and the threads events are opened for.
 *
 * Either n_tids is 0 and events are opened on each CPU for whatever runs there, or for each of the threads, then on
 * each CPU too (so that one ring a CPU serves all of them and children are followed), or with per_thread on no CPU.
 *
 * Ownership: _init/_fini. One thread at a time.
 */
#ifndef PREC_RECORD_SAMPLER_TARGET_H
#define PREC_RECORD_SAMPLER_TARGET_H

#include "common/cpulist.h"
#include "record/command/record_options.h"

#include <sys/types.h>

enum target_kind {
	TARGET_SYSTEM,    /* CPUs */
	TARGET_PROCESSES, /* -p and -u: with all their threads */
	TARGET_THREADS,   /* -t */
	TARGET_COMMAND,   /* a child that has not started yet */
};

struct target {
	enum target_kind kind;
	struct cpulist cpus; /* those of the online ones that were asked for */
	bool per_thread;
	pid_t *pids; /* of TARGET_PROCESSES and _COMMAND */
	size_t n_pids;
	pid_t *tids; /* what events are opened for */
	size_t n_tids;
};

/* From the options; the threads of processes are not listed yet. 0 or a negative errno. */
int target_init(struct target *t, const struct record_options *o, struct error *err);
void target_fini(struct target *t);

/* The CPUs that are online. 0 or a negative errno. */
int target_online_cpus(struct cpulist *ret_cpus, struct error *err);

/* The command's process, once it is there. 0 or -ENOMEM. */
int target_set_command(struct target *t, pid_t pid);

/*
 * Adds the threads of the target's processes that are not in tids yet. Returns how many came, 0 when the list is
 * complete, or a negative errno.
 */
int target_list_threads(struct target *t, struct error *err);

#endif
