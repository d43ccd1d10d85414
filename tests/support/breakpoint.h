/*
 * breakpoint: whether this machine reports that data were written, asked of the kernel itself.
 *
 * Some virtual machines open breakpoints and never report a hit.
 */
#ifndef PREC_TESTS_SUPPORT_BREAKPOINT_H
#define PREC_TESTS_SUPPORT_BREAKPOINT_H

/* 1: it does; 0: it does not; or a negative errno of perf_event_open(2). */
int breakpoint_is_hit(void);

#endif
