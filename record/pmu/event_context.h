/*
 * event_context: where the machine says which events it has.
 *
 * Ownership: the strings are borrowed.
 */
#ifndef PREC_RECORD_PMU_EVENT_CONTEXT_H
#define PREC_RECORD_PMU_EVENT_CONTEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "common/error.h"

/*
 * event_text: a piece of the text of -e. It is not ended by a NUL.
 */

#define EVENT_WORD_MAX 256 /* bytes of a name, the NUL included */

struct event_text {
	const char *start;
	size_t size;
};

/* Copies a name to EVENT_WORD_MAX bytes. 0, or -EINVAL where it is too long. */
int event_text_copy(char *ret_word, struct event_text text, struct error *err);

/* The base of a number for strtoull(3): hexadecimal after 0x, else decimal. As for Linux perf, none is octal. */
int event_number_base(const char *text);

struct event_extension;

struct event_context {
	const char *sys_root;  /* sysfs; NULL: "/sys" */
	const char *proc_root; /* proc; NULL: "/proc". Its mounts file names the mount point of tracefs */
	const char *tracefs;   /* NULL: the one that proc_root names */
	const struct event_extension *extension; /* what -e takes beside all events; NULL: nothing */
	const char *pmu_filter; /* of the PMUs that have an event of a name, the one that is meant; NULL: all */
	bool counts;            /* what a program counts by itself is an event too (enum event_tool) */
};

/*
 * What Linux perf's variables SYSFS_PATH and TRACEFS_PATH say, so that the events of another machine can be tried. A
 * program that has more rights than its user ignores them.
 */
struct event_context event_context_of_environment(void);

#endif
