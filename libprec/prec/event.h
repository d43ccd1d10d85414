/*
 * prec/event.h: wraps perf_event_open(2) and its ioctls, one function each, for what the rest of the library does not
 * do.
 *
 * fd is a descriptor of the caller's, or one of prec_counter_fd. A function returns 0 or a negative errno unless it
 * says otherwise. perf_event_open(2) describes the operations.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_EVENT_H
#define PREC_EVENT_H

#include <prec/error.h>

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(default)

struct perf_event_attr; /* of linux/perf_event.h */

/*
 * Fills attr with the type, config, modes and other terms of one event, named as for prec/counters.h. size: of *attr in
 * bytes, at least 64 (PERF_ATTR_SIZE_VER0), usually sizeof(*attr). -E2BIG: the event has fields beyond them;
 * -EOPNOTSUPP: it is a probe (uprobe:, kprobe:), whose attr would point to a name; counters and samplers take probes.
 */
int prec_event_attr(const char *event, struct perf_event_attr *attr, size_t size, struct prec_error *err);

/* Calls perf_event_open(2). Returns a descriptor with close-on-exec, which the caller closes, or a negative errno. */
int prec_event_open(const struct perf_event_attr *attr, pid_t pid, int cpu, int group_fd, unsigned long flags);

/* Start, stop and reset an event. whole_group: every event of its group; otherwise the event alone. */
int prec_event_enable(int fd, bool whole_group);
int prec_event_disable(int fd, bool whole_group);
int prec_event_reset(int fd, bool whole_group);

/* Enables the event for n more overflows, each of which sends the signal; after the last one it is disabled. */
int prec_event_refresh(int fd, int n);

/* Sets the event's period, or if its attr has `freq` its frequency in Hz. */
int prec_event_set_period(int fd, uint64_t period);

/* Sends the event's records to the ring of output_fd; -1: to no ring. */
int prec_event_set_output(int fd, int output_fd);

/* Sets a filter: an expression of a tracepoint's fields, or an address filter of a hardware trace. */
int prec_event_set_filter(int fd, const char *filter);

/* Returns the id that the event's records carry. */
int prec_event_id(int fd, uint64_t *ret_id);

/* Attaches a BPF program to a tracepoint or probe. */
int prec_event_set_bpf(int fd, int program_fd);

/* Stores the ids of the attached BPF programs, at most n. Returns how many are attached, or a negative errno. */
int prec_event_query_bpf(int fd, uint32_t *ids, size_t n);

/* Makes the event stop or continue writing to its ring. */
int prec_event_pause_output(int fd, bool is_paused);

/* Changes the attr of a breakpoint. */
int prec_event_modify(int fd, const struct perf_event_attr *attr);

/* Start and stop all events that the calling thread has opened: PR_TASK_PERF_EVENTS_ENABLE, _DISABLE of prctl(2). */
int prec_events_enable_own(void);
int prec_events_disable_own(void);

/*
 * Makes the kernel send a signal to a thread when the event overflows: F_SETSIG, F_SETOWN_EX and O_ASYNC of fcntl(2).
 * signal 0: no signal any more.
 */
int prec_event_set_signal(int fd, int signal, pid_t tid);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif
