/*
 * trace_check: whether libtraceevent may be given records of an event.
 *
 * The library takes a print format for the kernel's own: it divides by what a record says, and reads as many elements
 * as one says. A format that comes from a file may be anybody's. Events whose formats could lead it astray are refused.
 */
#ifndef PREC_REPORT_TRACEPOINT_TRACE_CHECK_H
#define PREC_REPORT_TRACEPOINT_TRACE_CHECK_H

#include <stdbool.h>

struct tep_event;

/* Bytes of data in a record, which has a 16-bit size. */
#define TRACE_RAW_MAX 0xffff

bool trace_event_is_safe(struct tep_event *event);

#endif
