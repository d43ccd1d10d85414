/*
 * doctor: tries what can be recorded here, and tells what would change that.
 *
 * Each check opens events with their rings as a recording would, on this process or on whole CPUs, and closes them
 * again. It also hits a breakpoint. It writes no file.
 *
 * Ownership: none; texts are in the results. One thread at a time.
 */
#ifndef PREC_RECORD_DOCTOR_DOCTOR_H
#define PREC_RECORD_DOCTOR_DOCTOR_H

#include "common/error.h"

#include <stdbool.h>
#include <stddef.h>

enum doctor_state {
	DOCTOR_WORKS,
	DOCTOR_PARTLY, /* with less than prec records by default */
	DOCTOR_FAILS,
};

struct doctor_check {
	const char *name;  /* a word: "kernel" */
	const char *title; /* "the kernel's part of them" */
	bool needed;       /* without it nothing can be recorded */
	enum doctor_state state;
	char why[ERROR_MESSAGE_MAX]; /* unless it works: the cause, and lines that say what helps */
};

#define DOCTOR_CHECKS_MAX 16

/* Makes all checks. Returns their number. */
size_t doctor_examine(struct doctor_check checks[DOCTOR_CHECKS_MAX]);

/* True if every needed check works. */
bool doctor_approves(const struct doctor_check *checks, size_t n);

#endif
