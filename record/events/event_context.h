/*
 * event_context: where the machine says which events it has.
 *
 * Ownership: the strings are borrowed.
 */
#ifndef PREC_RECORD_EVENTS_EVENT_CONTEXT_H
#define PREC_RECORD_EVENTS_EVENT_CONTEXT_H

struct event_context {
	const char *sys_root;  /* sysfs; NULL: "/sys" */
	const char *proc_root; /* proc; NULL: "/proc". Its mounts file names the mount point of tracefs */
	const char *tracefs;   /* NULL: the one that proc_root names */
};

#endif
