/*
 * mem_record_options: the command line of `prec mem record`: options of its own, and all of prec record.
 */
#ifndef PREC_RECORD_COMMAND_MEM_RECORD_OPTIONS_H
#define PREC_RECORD_COMMAND_MEM_RECORD_OPTIONS_H

#include "common/option.h"
#include "record/address/data_symbol.h"
#include "record/command/record_options.h"
#include "record/events/event_list.h"
#include "record/pmu/mem_pmus.h"

/*
 * mem_extension: what -e of prec mem record takes beside what that of prec record does: the names that Linux perf has
 * for what CPUs sample accesses by ("tags"), and breakpoints on variables and ranges.
 *
 * -e is read twice: before any event is added, for the tags; and for all else when these are.
 *
 * Ownership: everything is borrowed. Threads: one at a time.
 */

struct mem_extension {
	const struct mem_pmus *pmus;
	const struct event_context *context;
	struct data_target target; /* whose variables have names */
	unsigned tags;             /* MEM_BIT of those that were found */
	struct event_text foreign; /* the first one of another machine alone, or empty */
};

/* Finds the tags in the text of a -e. What is wrong with it is left to mem_extension_parse. */
void mem_extension_find_tags(struct mem_extension *d, const char *text);

/* Appends the events of the text to list, without its tags. As event_list_parse. */
int mem_extension_parse(struct mem_extension *d, const char *text, struct event_list *list, struct error *err);

/*
 * As command_line_parse: o has the events and fields then that record accesses to memory. 1: -e list was given, and
 * they are printed.
 */
int mem_record_options_parse(struct record_options *o, int argc, char **argv, struct error *err);

/* The options, of which --help is printed. */
extern const struct option_group mem_record_group;

#endif
