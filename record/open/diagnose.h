/*
 * diagnose: tells why the kernel refused, and what the user may type to change that.
 *
 * Reads settings of this machine and of this process; changes nothing, prints nothing.
 */
#ifndef PREC_RECORD_OPEN_DIAGNOSE_H
#define PREC_RECORD_OPEN_DIAGNOSE_H

#include "common/error.h"
#include "record/open/event_set.h"

/* The call of perf_event_open(2) that failed. */
struct diagnose_open {
	const struct set_event *event;
	bool system_wide;
	pid_t tid; /* unused if system_wide */
};

/* Fills err for the negative errno `code` of perf_event_open(2); returns code. */
int diagnose_open(struct error *err, int code, const struct diagnose_open *what);

/*
 * Do so for mmap(2) of a ring of `size` bytes, and of the AUX area of a hardware trace. kept: the area is overwritten,
 * for snapshots or samples.
 */
int diagnose_mmap(struct error *err, int code, size_t size);
int diagnose_mmap_area(struct error *err, int code, size_t size, bool kept);

/* Returns kernel.perf_event_paranoid; 2 if it cannot be read. */
int diagnose_paranoid(void);

/* True if this process may use all of perf_event_open(2), whatever that setting is. */
bool diagnose_is_privileged(void);

/* True if this process has a seccomp filter. */
bool diagnose_is_filtered(void);

/* True if this process is in another user namespace than the first: its capabilities do not count here. */
bool diagnose_in_user_namespace(void);

#endif
