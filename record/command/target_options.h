/*
 * target_options: the options that say what is recorded, -a -p -t -u -C --per-thread, and what they come to.
 *
 * Ownership: strings are borrowed from argv.
 */
#ifndef PREC_RECORD_COMMAND_TARGET_OPTIONS_H
#define PREC_RECORD_COMMAND_TARGET_OPTIONS_H

#include "record/sampler/target.h"

struct target_options {
	bool system_wide;
	const char *pids, *tids, *cpus, *user;
	int n_cgroups; /* names that -G has given */
	bool per_thread;
	bool no_inherit;
	bool attachable; /* processes may come later (--control) */
};

/*
 * Makes the target. command: the words of the command, or NULL. Logs which options are ignored beside others. 0 or a
 * negative errno.
 */
int target_options_apply(const struct target_options *o, char *const *command, struct target *ret_target,
			 struct error *err);

#endif
