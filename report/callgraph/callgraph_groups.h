/*
 * callgraph_groups: cursors by the frames that they have come to.
 */
#ifndef PREC_REPORT_CALLGRAPH_CALLGRAPH_GROUPS_H
#define PREC_REPORT_CALLGRAPH_CALLGRAPH_GROUPS_H

#include "report/callgraph/callgraph_ways.h"

/* The cursors of one frame. */
struct callgraph_group {
	uint32_t n, to; /* to: where among those waiting the next one goes */
	uint64_t total, total_count;
};

/* What a frame was last used for; another serial number: nothing in this round. */
struct callgraph_mark {
	uint32_t serial, group;
};

struct callgraph_groups {
	struct callgraph_group *list;
	uint32_t n, capacity;
	struct callgraph_mark *marks; /* by frame */
	uint32_t n_frames;
	uint32_t serial; /* of the round */
};

/* For frames below n_frames. 0 or -ENOMEM; callgraph_groups_fini is due in any case. */
int callgraph_groups_init(struct callgraph_groups *g, uint32_t n_frames);
void callgraph_groups_fini(struct callgraph_groups *g);

/* Begins another round without groups. */
void callgraph_groups_clear(struct callgraph_groups *g);

/* Counts a cursor in the group of its frame. 0 or -ENOMEM. */
int callgraph_groups_add(struct callgraph_groups *g, uint32_t frame, const struct callgraph_cursor *cursor);

/* The group of a frame that has one. */
struct callgraph_group *callgraph_groups_of(struct callgraph_groups *g, uint32_t frame);

#endif
