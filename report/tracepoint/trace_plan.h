/*
 * trace_plan: a tracepoint's print format, made ready to be filled in many times.
 *
 *	"prev_comm=%s prev_pid=%d ...", REC->prev_comm, REC->prev_pid	->	[text][string][text][number] ...
 *
 * libtraceevent reads its parse of a format anew for every record, one printf a number, which took nine tenths of the
 * time of prec script. A plan says the same in a fifth of it. It knows numbers, characters, and words for flags and
 * symbols; a format with anything else (%pS, __print_array) has no plan and stays the library's, as do data of the
 * other byte order. Plans are made once and then only read.
 */
#ifndef PREC_REPORT_TRACEPOINT_TRACE_PLAN_H
#define PREC_REPORT_TRACEPOINT_TRACE_PLAN_H

#include "common/arena.h"

struct tep_event;
struct trace_plan;

/* The event belongs to the library and stays as long as the plan, which lives in the arena. NULL: there is none. */
const struct trace_plan *trace_plan_new(struct arena *arena, struct tep_event *event);

#endif
