/*
 * source_room: collects the rows, frames and strings of a window, in the order of addresses.
 *
 * Rows with equal frames that follow each other are one. What is more than a window may hold is left out.
 *
 * Runs in a worker only.
 */
#ifndef PREC_REPORT_SOURCE_SOURCE_ROOM_H
#define PREC_REPORT_SOURCE_SOURCE_ROOM_H

#include "common/strtab.h"
#include "report/source/source_window.h"

struct source_room {
	struct source_window window; /* begin and end are the caller's */
	uint32_t last;               /* first frame of the last row */
	struct strtab names;         /* the strings that are in `strings` already */
	struct buffer strings;       /* of the window */
	uint32_t *at;                /* by id of a name: its offset in strings */
	uint32_t n_at, at_capacity;
	bool failed; /* for lack of memory */
};

void source_room_init(struct source_room *room);
void source_room_fini(struct source_room *room);

/* Adds a string. Returns its offset; 0: s is NULL or empty, or there is no room. */
uint32_t source_room_string(struct source_room *room, const char *s);

/* Extends the last row, or begins another one. False: the window is full; the row is not in it. */
bool source_room_add(struct source_room *room, uint64_t start, const struct source_frame *frames, uint32_t n);

/* Appends the window, which has a row at least. 0 or -ENOMEM. */
int source_room_encode(struct source_room *room, uint64_t begin, uint64_t end, struct buffer *b);

#endif
