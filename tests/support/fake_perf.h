/*
 * fake_perf: a kernel's side of perf_event_open(2) that a test decides: what is opened, which ring is how large, and
 * what fails. Descriptors are files in memory, so rings can be mapped; nothing is ever written to them.
 *
 * The program is linked with --wrap for syscall, ioctl, mmap and mmap64. What is not about events goes to the C
 * library.
 *
 * One thread at a time.
 */
#ifndef PREC_TESTS_SUPPORT_FAKE_PERF_H
#define PREC_TESTS_SUPPORT_FAKE_PERF_H

#include "formats/record/abi.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#define FAKE_PERF_CALLS_MAX 1024

/* A call of perf_event_open(2), with the attr as it was asked for. */
struct fake_call {
	struct event_attr attr;
	pid_t pid;
	int cpu, group;
	unsigned long flags;
	int fd; /* or a negative errno */
};

/* Whom the kernel has events write to. */
struct fake_redirect {
	int fd, owner;
};

struct fake_perf {
	/* An errno that the call fails with; 0: it succeeds. NULL: all succeed. */
	int (*refuse)(const struct fake_call *call);
	size_t ring_max;  /* bytes of a mapping, its control page included; 0: any */
	int ioctl_errno;  /* that every ioctl of the request below fails with */
	unsigned request; /* its number: 5 is PERF_EVENT_IOC_SET_OUTPUT */

	struct fake_call calls[FAKE_PERF_CALLS_MAX];
	size_t n_calls;
	struct fake_redirect redirects[FAKE_PERF_CALLS_MAX];
	size_t n_redirects;
	size_t n_mapped; /* rings, at any time */
};

/* The kernel from here on; all zero at first. */
struct fake_perf *fake_perf_start(int (*refuse)(const struct fake_call *call));

/* How many descriptors this process has open. */
size_t fake_perf_count_files(void);

#endif
