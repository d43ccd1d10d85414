/*
 * prec/event.h: the system call and its ioctls, one function each, for what the rest of the library does not do.
 *
 * Descriptors are the caller's, or those of prec_counter_fd. Each function returns 0 or a negative errno unless it says
 * otherwise; the meaning of each operation is in perf_event_open(2).
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
 * The type, config, modes and the rest of what the name of one event says, as of prec/counters.h: attr gets `size`
 * bytes, at least 64 (PERF_ATTR_SIZE_VER0) and usually sizeof(*attr). -E2BIG where the event has fields beyond them;
 * -EOPNOTSUPP for a probe (uprobe:, kprobe:), whose attr points to a name: counters and samplers take it.
 */
int prec_event_attr(const char *event, struct perf_event_attr *attr, size_t size, struct prec_error *err);

/* perf_event_open(2). A descriptor that an exec closes, or a negative errno. */
int prec_event_open(const struct perf_event_attr *attr, pid_t pid, int cpu, int group_fd, unsigned long flags);

/* whole_group: for every event of the group of fd, else for fd alone. */
int prec_event_enable(int fd, bool whole_group);
int prec_event_disable(int fd, bool whole_group);
int prec_event_reset(int fd, bool whole_group);

/* Enables the event for n overflows more, each of which signals; then it is disabled. */
int prec_event_refresh(int fd, int n);

/* Its period, or frequency in Hz where the attr has `freq`. */
int prec_event_set_period(int fd, uint64_t period);

/* Has its records go to the ring of another descriptor; -1: nowhere. */
int prec_event_set_output(int fd, int output_fd);

/* An expression over a tracepoint's fields, or an address filter of a hardware trace. */
int prec_event_set_filter(int fd, const char *filter);

/* The id that its records have. */
int prec_event_id(int fd, uint64_t *ret_id);

/* Attaches a program of BPF to a tracepoint or probe. */
int prec_event_set_bpf(int fd, int program_fd);

/* The ids of the programs that are attached: as many as there are up to n. How many there are, or a negative errno. */
int prec_event_query_bpf(int fd, uint32_t *ids, size_t n);

/* Stops the event from writing to its ring, and has it continue. */
int prec_event_pause_output(int fd, bool is_paused);

/* Gives a breakpoint another attr. */
int prec_event_modify(int fd, const struct perf_event_attr *attr);

/* All events that the calling thread has opened: PR_TASK_PERF_EVENTS_ENABLE and _DISABLE of prctl(2). */
int prec_events_enable_own(void);
int prec_events_disable_own(void);

/*
 * Has the kernel send a signal to a thread when the event overflows, in place of waking who polls: F_SETSIG,
 * F_SETOWN_EX and O_ASYNC of fcntl(2). signal: 0 for none any more.
 */
int prec_event_set_signal(int fd, int signal, pid_t tid);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif
