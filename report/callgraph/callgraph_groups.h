/*
 * callgraph_groups: groups cursors by the frame that they have reached.
 */
#ifndef PREC_REPORT_CALLGRAPH_CALLGRAPH_GROUPS_H
#define PREC_REPORT_CALLGRAPH_CALLGRAPH_GROUPS_H

#include "report/callgraph/callgraph_ways.h"

/* The cursors of one frame. */
struct callgraph_group {
	uint32_t n, to; /* to: the index in `waiting` for the next one */
	uint64_t total, total_count;
};

/* The last group of a frame; valid in this round if the serial number is that of the round. */
struct callgraph_mark {
	uint32_t serial, group;
};

struct callgraph_groups {
	struct callgraph_group *list;
	uint32_t n, capacity;
	struct callgraph_mark *marks; /* by frame */
	uint32_t n_frames;
	uint32_t serial; /* that of this round */
};

/* Sets up groups for n_frames frames. 0 or -ENOMEM; the caller calls callgraph_groups_fini in both cases. */
int callgraph_groups_init(struct callgraph_groups *g, uint32_t n_frames);
void callgraph_groups_fini(struct callgraph_groups *g);

/* Begins another round without groups. */
void callgraph_groups_clear(struct callgraph_groups *g);

/* Adds a cursor to the group of its frame. 0 or -ENOMEM. */
int callgraph_groups_add(struct callgraph_groups *g, uint32_t frame, const struct callgraph_cursor *cursor);

/* Returns the group of a frame that has one. */
struct callgraph_group *callgraph_groups_of(struct callgraph_groups *g, uint32_t frame);

#endif
