/*
 * diagnose: why the kernel refused, and what the user may type to change that.
 *
 * Reads settings of this machine and of this process; changes nothing, prints nothing.
 */
#ifndef PREC_RECORD_OPEN_DIAGNOSE_H
#define PREC_RECORD_OPEN_DIAGNOSE_H

#include "common/error.h"
#include "record/open/event_set.h"

/* What perf_event_open(2) was asked for. */
struct diagnose_open {
	const struct set_event *event;
	bool system_wide;
	pid_t tid; /* unless system_wide */
};

/* Fills err for the negative errno `code` of perf_event_open(2); returns code. */
int diagnose_open(struct error *err, int code, const struct diagnose_open *what);

/*
 * The same for mmap(2) of a ring of size bytes, and of the AUX area of a hardware trace; kept: it is overwritten, and
 * has what snapshots or samples take of it.
 */
int diagnose_mmap(struct error *err, int code, size_t size);
int diagnose_mmap_area(struct error *err, int code, size_t size, bool kept);

/* kernel.perf_event_paranoid, 2 when it cannot be read. */
int diagnose_paranoid(void);

/* Whether this process may use all of perf_event_open(2), whatever the setting. */
bool diagnose_is_privileged(void);

/* Whether a seccomp filter is over this process. */
bool diagnose_is_filtered(void);

/* Whether this process is in a user namespace, whose capabilities do not count for perf_event_open(2). */
bool diagnose_in_user_namespace(void);

#endif
