/*
 * callgraph_index: which places of the call tree each row has.
 */
#ifndef PREC_REPORT_CALLGRAPH_CALLGRAPH_INDEX_H
#define PREC_REPORT_CALLGRAPH_CALLGRAPH_INDEX_H

#include "report/callgraph/callgraph_options.h"
#include "report/rows/rows.h"

/* The nodes below one, and itself, have the numbers from `first` to `last` in the order callers have before callees. */
struct callgraph_span {
	uint32_t first, last;
};

struct callgraph_index {
	const struct rows *rows;
	const struct callgraph_options *options;
	/*
	 * The places of each row that has a graph, callers before what they called. With children and callers first, of
	 * those on one chain only the outermost one and those at which the row's own samples were; without children
	 * only these. Where functions are inlined, own samples are at the place of the innermost one, whose row is
	 * another one.
	 */
	struct call_at *places;
	uint32_t *row_begins;         /* by row: where its places begin; one more at the end */
	uint32_t *own_rows;           /* by call node: 1 + the row of its own samples; 0: it has none */
	struct callgraph_span *spans; /* by call node */
};

/* Borrows both; the rows' place_rows are filled in. 0 or -ENOMEM; callgraph_index_fini is due in any case. */
int callgraph_index_init(struct callgraph_index *index, const struct rows *rows,
			 const struct callgraph_options *options);
void callgraph_index_fini(struct callgraph_index *index);

/* The least period a row of the event, and a node of its graph, must have to be shown. */
uint64_t callgraph_index_minimum(const struct callgraph_index *index, uint32_t event);

#endif
