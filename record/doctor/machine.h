/*
 * machine: the settings of this machine and this process that bear upon what can be recorded.
 *
 * Ownership: pmus is malloc'ed; machine_fini. One thread at a time.
 */
#ifndef PREC_RECORD_DOCTOR_MACHINE_H
#define PREC_RECORD_DOCTOR_MACHINE_H

#include <stdbool.h>
#include <stddef.h>

struct machine_setting {
	const char *name;   /* "kernel.perf_event_paranoid" */
	long long value;    /* -1 of a limit: none */
	const char *effect; /* what it limits */
	bool is_known;      /* the machine has it */
};

#define MACHINE_SETTINGS_MAX 16

struct machine {
	struct machine_setting settings[MACHINE_SETTINGS_MAX];
	size_t n_settings;
	bool privileged;     /* may use all of perf_event_open(2) */
	bool seccomp_filter; /* system calls of this process are filtered */
	bool user_namespace; /* in which capabilities do not count for perf_event_open(2) */
	bool container;      /* as far as the files of container run-times show */
	char **pmus;         /* names, in alphabetical order */
	size_t n_pmus;
};

void machine_read(struct machine *m);
void machine_fini(struct machine *m);

#endif
