/*
 * event_context: names the files that tell which events the machine has.
 *
 * Ownership: the strings are borrowed.
 */
#ifndef PREC_RECORD_PMU_EVENT_CONTEXT_H
#define PREC_RECORD_PMU_EVENT_CONTEXT_H

#include "common/error.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * event_text: a part of the text of -e, without a NUL at its end.
 */

#define EVENT_WORD_MAX 256 /* bytes of a name, the NUL included */

struct event_text {
	const char *start;
	size_t size;
};

/* Copies a name into EVENT_WORD_MAX bytes. 0; -EINVAL: it is too long. */
int event_text_copy(char *ret_word, struct event_text text, struct error *err);

/* Returns the base of a number for strtoull(3): 16 after 0x, else 10. As in Linux perf, none is octal. */
int event_number_base(const char *text);

struct event_extension;

struct event_context {
	const char *sys_root;  /* sysfs; NULL: "/sys" */
	const char *proc_root; /* proc; NULL: "/proc". Its mounts file names the mount point of tracefs */
	const char *tracefs;   /* NULL: the mount point that proc_root names */
	const struct event_extension *extension; /* what -e takes besides events; NULL: nothing */
	const char *pmu_filter;                  /* if several PMUs have an event of a name: use this one; NULL: all */
	bool is_counting;                        /* events that no PMU counts are taken, too (enum event_tool) */
};

/*
 * Returns the paths in Linux perf's variables SYSFS_PATH and TRACEFS_PATH, by which the events of another machine can
 * be tried. A program with more rights than its user ignores them.
 */
struct event_context event_context_of_environment(void);

#endif
