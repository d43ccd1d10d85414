/*
 * doctor: what can be recorded here, by trying it, and what would change that.
 *
 * Each check opens events with their buffers as a recording would, on this process or on whole CPUs, and closes them
 * again. Of breakpoints one is hit, too. No file is written.
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
	DOCTOR_PARTLY, /* with less than prec would take by itself */
	DOCTOR_FAILS,
};

struct doctor_check {
	const char *name;  /* a word: "kernel" */
	const char *title; /* "the kernel's part of them" */
	bool needed;       /* without it nothing can be recorded */
	enum doctor_state state;
	char why[ERROR_MESSAGE_MAX]; /* unless it works: the cause, and lines with what helps */
};

#define DOCTOR_CHECKS_MAX 16

/* Tries everything. Returns how many checks were made. */
size_t doctor_examine(struct doctor_check checks[DOCTOR_CHECKS_MAX]);

/* Whether everything that is needed works. */
bool doctor_approves(const struct doctor_check *checks, size_t n);

#endif
