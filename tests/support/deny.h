/*
 * deny: the kernel refuses perf_event_open(2), as container run-times arrange it with a seccomp filter.
 */
#ifndef PREC_TESTS_SUPPORT_DENY_H
#define PREC_TESTS_SUPPORT_DENY_H

#include <stdbool.h>

/* From now on, with this errno, in this process and all that come from it. False: it cannot be arranged, see errno. */
bool deny_perf_events(int code);

#endif
