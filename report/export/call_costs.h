/*
 * call_costs: what functions cost themselves and what their calls cost, line by line, from distinct stacks: for formats
 * that have a call graph and no stacks.
 *
 * What calls of a function cost adds up to all samples in whose stacks it is, each counted once: where it is in a stack
 * several times, the outermost call costs what the sample does, and the others nothing. The outermost function of each
 * stack is called by a root, function 0. So a function's own costs and those of its calls add up to the same, but where
 * it is called again further in.
 */
#ifndef PREC_REPORT_EXPORT_CALL_COSTS_H
#define PREC_REPORT_EXPORT_CALL_COSTS_H

#include "report/export/stack_samples.h"

struct call_cost {
	uint32_t function; /* of the export's stacks; 0: the root */
	uint32_t callee; /* the function that is called; 0: what it costs itself (the root: samples without a stack) */
	uint32_t file, line; /* of the source, where that is; 0: not known */
	uint64_t address;    /* in the dso, likewise, as struct stack_location has it */
	uint32_t numbers;    /* where its numbers begin in call_costs.numbers */
};

/* A line has a number for each event, so that the more events there are the longer all lines become. */
#define CALL_COSTS_EVENTS_MAX 64

struct call_costs {
	/* Ordered by function, callee, address, file and line, each once: a function's own costs come before its calls.
	 */
	struct call_cost *list;
	uint32_t n, capacity;
	uint64_t *numbers;                      /* of each cost n_events: sums of periods */
	uint32_t numbered;                      /* how many costs there is room for */
	uint32_t events[CALL_COSTS_EVENTS_MAX]; /* those that have samples, as in the file */
	uint32_t n_events;
};

/* Reads the costs of all samples. 0; -E2BIG: of too many events; or -ENOMEM. call_costs_fini is due in any case. */
int call_costs_read(struct call_costs *c, struct export *x, const struct stack_samples *samples, struct error *err);
void call_costs_fini(struct call_costs *c);

static inline const uint64_t *call_cost_numbers(const struct call_costs *c, const struct call_cost *cost)
{
	return &c->numbers[cost->numbers];
}

#endif
