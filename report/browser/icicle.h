/*
 * icicle: the callchains of an event as a picture of cells: a line for each level, a block for each function, which is
 * as wide as its share.
 *
 *	|main                                          |
 *	|run                      |idle     |parse     |
 *	|f          |g            |         |
 *
 * A block can be the whole width, with what is below it; functions can be left out, and recursion joined.
 *
 * Ownership: _init/_fini; the rows are borrowed. One thread.
 */
#ifndef PREC_REPORT_BROWSER_ICICLE_H
#define PREC_REPORT_BROWSER_ICICLE_H

#include "report/browser/browse_event.h"
#include "report/browser/cells.h"
#include "report/browser/name_pattern.h"
#include "report/browser/stack_tree.h"

struct icicle {
	struct stack_tree tree; /* rows NULL: it is not open */
	uint32_t at, top;       /* nodes: the chosen one, and the one that is the whole width */
	bool *dropped;          /* by frame */
	uint32_t n_dropped;     /* how many frames there were */
	bool joins_recursion;
	unsigned first; /* the level that is at the top of the screen, counted from the root */
};

/* 0 or -ENOMEM; then it is not open. */
int icicle_init(struct icicle *i, const struct rows *rows, uint32_t event);
void icicle_fini(struct icicle *i);

static inline bool icicle_is_open(const struct icicle *i)
{
	return i->tree.rows != NULL;
}

/*
 * Makes the picture of other rows, in which functions have the same numbers; the chosen blocks are those with the same
 * callers. 0 or -ENOMEM; then it is closed.
 */
int icicle_renew(struct icicle *i, const struct rows *rows, uint32_t event);

/* Does what a key asks for. 1; 0: it has no meaning here; -ENOMEM: the picture is closed. */
int icicle_key(struct icicle *i, const struct browse_event *e);

/* Draws it into lines first to first + lines - 1. pattern: what is marked. */
void icicle_draw(struct icicle *i, struct cells *c, unsigned first, unsigned lines, const struct name_pattern *pattern);

/* Says which function is chosen, and its shares. */
void icicle_status(const struct icicle *i, char *text, size_t size);

#endif
