/*
 * descriptor: opens one event on one CPU or thread by perf_event_open(2).
 *
 * If the kernel refuses an event's first descriptor, less is asked for: without the fields of the attr that the kernel
 * is too old for, less precise, or without the kernel if this user may not see it. After that the attr is fixed. A
 * field that the kernel did not know for one event is not tried again for the next.
 *
 * One thread at a time.
 */
#ifndef PREC_RECORD_OPEN_DESCRIPTOR_H
#define PREC_RECORD_OPEN_DESCRIPTOR_H

#include "common/diagnostics.h"
#include "record/open/event_set.h"

/* Flags of perf_event_open(2). */
#define DESCRIPTOR_FLAG_PID_CGROUP (1ul << 2)
#define DESCRIPTOR_FLAG_FD_CLOEXEC (1ul << 3)

/* The flags for an event, and its pid argument: the descriptor of its cgroup, or the thread. */
static inline unsigned long descriptor_flags(const struct set_event *event)
{
	return DESCRIPTOR_FLAG_FD_CLOEXEC | (event->cgroup_fd >= 0 ? DESCRIPTOR_FLAG_PID_CGROUP : 0);
}

static inline int descriptor_pid(const struct set_event *event, pid_t tid)
{
	return event->cgroup_fd >= 0 ? event->cgroup_fd : tid;
}

struct descriptor_opener {
	uint32_t dropped; /* what this kernel does not know: a bit for each row of the table in descriptor.c */
	bool may_fall_back_to_user;
	bool user_only;                  /* an event fell back to user space */
	struct diagnostics *diagnostics; /* gets a message about what was given up; NULL: none */
};

void descriptor_opener_init(struct descriptor_opener *opener, const struct target *target,
			    struct diagnostics *diagnostics);

/*
 * Opens the event. tid, cpu: -1 for all. leader: the descriptor of the group's leader, or -1. Returns a descriptor or a
 * negative errno. If the limit of descriptors is reached, raises it first as far as this process may.
 */
int descriptor_open(struct descriptor_opener *opener, struct set_event *event, pid_t tid, int cpu, int leader);

/* Returns the attr flags that this kernel turned out not to know. */
uint64_t descriptor_refused_flags(const struct descriptor_opener *opener);

/*
 * Opens a descriptor that only holds the ring of a CPU, so that every event on that CPU can be closed. Its event is of
 * this process, and never enabled. like: an event that will write to the ring, which the message names on failure.
 * Returns the descriptor or a negative errno.
 */
int descriptor_anchor(const struct set_event *like, int cpu, struct error *err);

/* Reads the kernel's id of the event. 0 or a negative errno. */
int descriptor_id(int fd, uint64_t *ret_id, struct error *err);

/* Enable and disable the event. 0 or a negative errno. */
int descriptor_enable(int fd);
int descriptor_disable(int fd);

/* Sets the filter of a tracepoint (record/events/event_filter.h). 0 or a negative errno. */
int descriptor_filter(int fd, const char *expression);

/* Stops or resumes writing to the ring that this descriptor has mapped. 0 or a negative errno. */
int descriptor_pause(int fd, bool paused);

/* Makes the event write to the ring that `owner` has mapped; -1: to none. 0 or a negative errno. */
int descriptor_redirect(int fd, int owner);

#endif
