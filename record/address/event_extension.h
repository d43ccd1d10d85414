/*
 * event_extension.h: what the text of -e may hold beside the events that every command takes. It is prec mem's: names
 * of what the CPU samples accesses by, and breakpoints on variables and ranges.
 *
 * Ownership: everything is borrowed.
 */
#ifndef PREC_RECORD_ADDRESS_EVENT_EXTENSION_H
#define PREC_RECORD_ADDRESS_EVENT_EXTENSION_H

#include "record/pmu/event_context.h"

#include <stdbool.h>
#include <stdint.h>

/* Where something lies in memory. */
struct data_place {
	uint64_t address;
	uint64_t size; /* in bytes; 0: not known */
};

struct event_extension {
	void *context;

	/* Whether a word of its own, in no group and without terms or modifiers, is no event. It then adds none. */
	bool (*take_word)(void *context, struct event_text word);

	/* Where a variable is, or with `code` a function. 0, or a negative errno with a message. */
	int (*locate)(void *context, struct data_place *ret_place, const char *name, bool code, struct error *err);
};

#endif
