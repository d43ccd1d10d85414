/* clang-format off: the grammar */
/*
 * event_parse: the language of -e, as Linux perf has it.
 *
 *	list	= item { "," item }
 *	item	= event [ ":" modifiers ] | [ NAME ":" ] "{" list "}" [ ":" modifiers ]
 *	event	= a generic name	cycles, page-faults, L1-dcache-load-misses ...
 *		| rNNN			a raw event, hexadecimal
 *		| TYPE:CONFIG		numbers of perf_event_open(2), decimal or after 0x
 *		| mem:ADDR[/LEN][:rwx]	a breakpoint; after :rwx or a length terms may follow
 *		| uprobe:FILE:PLACE, kprobe:PLACE	a probe; PLACE is SYMBOL or a number, [+OFFSET], [%return];
 *					[(ARGS)] or " ARGS" may follow, see probe_args.h
 *		| SYSTEM:NAME		a tracepoint; both may hold * ? [..]
 *		| PMU/TERM[=VALUE],.../	an event of the PMU, by its format and event files; PMU also stands for
 *					all of PMU_0, PMU_1 ... and uncore_PMU_0 ...
 *		| NAME			an event file of any PMU; terms may follow it, too
 *	TERM	= a format or event of the PMU | event=EVENT | of a core's PMU a generic name or rNNN | @SINK of
 *		  CoreSight | those of all events, see event_term_defs.c: config, period, name, call-graph ...
 *	modifiers: u k h (modes), G H (guest, host), I (not idle), p pp ppp P (precise), S D e W R; b and X are ignored
 *
 * Any event may have terms of the latter kind: "cpu-clock/period=1000000/u". After terms the ":" may be left out.
 *
 * Parsing opens nothing: a hardware event parses on a machine without counters.
 */
/* clang-format on */
#ifndef PREC_RECORD_EVENTS_EVENT_PARSE_H
#define PREC_RECORD_EVENTS_EVENT_PARSE_H

#include "record/events/event_list.h"
#include "record/pmu/event_context.h"

/*
 * Appends the events of one -e to list. context may be NULL. 0 or a negative errno, with the list unchanged and a
 * message that has the text, the position in it, and similar names or what to do: -EINVAL: a syntax error; -ENOENT: no
 * such event, or no tracefs; -EACCES: tracefs is not readable; -ENOMEM.
 */
int event_list_parse(struct event_list *list, const char *text, const struct event_context *context, struct error *err);

#endif
