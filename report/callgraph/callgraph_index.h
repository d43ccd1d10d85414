/*
 * callgraph_index: finds the positions of each row in the call tree.
 */
#ifndef PREC_REPORT_CALLGRAPH_CALLGRAPH_INDEX_H
#define PREC_REPORT_CALLGRAPH_CALLGRAPH_INDEX_H

#include "report/callgraph/callgraph_options.h"
#include "report/rows/rows.h"

/* A node and its subtree have the numbers from first to last, in an order with callers before callees. */
struct callgraph_span {
	uint32_t first, last;
};

struct callgraph_index {
	const struct rows *rows;
	const struct callgraph_options *options;
	/*
	 * The positions of each row that has a graph, callers before callees. With children and callers first: the
	 * outermost position of the row on each chain, and those of its own samples. Without children: only the latter.
	 * Own samples of a function with inlined ones are at the position of the innermost, which is of another row.
	 */
	struct call_at *positions;
	uint32_t *row_begins;         /* by row: the index of its first position; one more at the end */
	uint32_t *own_rows;           /* by call node: 1 + the row of its own samples; 0: it has none */
	struct callgraph_span *spans; /* by call node */
};

/*
 * Makes the index. Borrows both; rows->position_rows are filled. 0 or -ENOMEM; the caller calls callgraph_index_fini in
 * both cases.
 */
int callgraph_index_init(struct callgraph_index *index, const struct rows *rows,
			 const struct callgraph_options *options);
void callgraph_index_fini(struct callgraph_index *index);

/* Returns the lowest period with which a row of the event, and a node of its graph, is shown. */
uint64_t callgraph_index_minimum(const struct callgraph_index *index, uint32_t event);

#endif
