/*
 * descriptor: one event on one CPU or thread as a file descriptor, by perf_event_open(2).
 *
 * Where the kernel refuses an event's first descriptor, it is asked for with less: without the fields of its attr that
 * the kernel is too old for, less precise, or without the kernel where this user may not see it. After that the attr is
 * fixed. A field that the kernel did not know for one event is not asked for again for the next.
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

/* Those of the calls for an event; of a cgroup the kernel takes the descriptor in place of a thread. */
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
	struct diagnostics *diagnostics; /* gets what was given up; NULL: not wanted */
};

void descriptor_opener_init(struct descriptor_opener *opener, const struct target *target,
			    struct diagnostics *diagnostics);

/*
 * tid, cpu: -1 for all. leader: the descriptor of the group's leader, or -1. A descriptor or a negative errno;
 * where there are too few descriptors, the limit is raised first as far as this process may.
 */
int descriptor_open(struct descriptor_opener *opener, struct set_event *event, pid_t tid, int cpu, int leader);

/* The flags of attrs that this kernel was found not to know. */
uint64_t descriptor_refused_flags(const struct descriptor_opener *opener);

/*
 * A descriptor that has a ring of a CPU mapped, so that every event on that CPU can be closed. Its own event is of this
 * process, and never enabled. like: an event that will write to the ring. Or a negative errno, with a message for the
 * user that names that event.
 */
int descriptor_anchor(const struct set_event *like, int cpu, struct error *err);

/* The kernel's id of the event. 0 or a negative errno. */
int descriptor_id(int fd, uint64_t *ret_id, struct error *err);

/* 0 or a negative errno. */
int descriptor_enable(int fd);
int descriptor_disable(int fd);

/* Has the kernel drop what the expression is not true of, see record/events/event_filter.h. 0 or a negative errno. */
int descriptor_filter(int fd, const char *expression);

/* Stops the events from writing to the ring that this one has mapped, or has them continue. 0 or a negative errno. */
int descriptor_pause(int fd, bool paused);

/* Has the event write its records to the ring that another one has mapped; owner -1: nowhere. */
int descriptor_redirect(int fd, int owner);

#endif
