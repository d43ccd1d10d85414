/*
 * event_extension: what -e of one command takes besides the events of all commands. prec mem has one: the tags of
 * events that sample accesses, and breakpoints on variables and ranges.
 *
 * Ownership: everything is borrowed.
 */
#ifndef PREC_RECORD_ADDRESS_EVENT_EXTENSION_H
#define PREC_RECORD_ADDRESS_EVENT_EXTENSION_H

#include "record/pmu/event_context.h"

#include <stdbool.h>
#include <stdint.h>

/* A range of memory. */
struct data_range {
	uint64_t address;
	uint64_t size; /* in bytes; 0: not known */
};

struct event_extension {
	void *context;

	/* True if a word, in no group and without terms or modifiers, is the extension's, and no event is added. */
	bool (*take_word)(void *context, struct event_text word);

	/* Finds a variable, or with `code` a function. 0 or a negative errno with a message. */
	int (*locate)(void *context, struct data_range *ret_range, const char *name, bool code, struct error *err);
};

#endif
