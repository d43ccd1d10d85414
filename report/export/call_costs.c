#include "report/export/call_costs.h"

#include "common/list.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define NO_FRAME UINT32_MAX

/* What is known while stacks are read. */
struct reading {
	struct call_costs *costs;
	const struct stacks *stacks;
	uint64_t *by_stack; /* what the samples of each stack cost, of one event */
	uint32_t *own;   /* by frame: 1 + its cost: of the function itself, or of the call of what is inlined there */
	uint32_t *calls; /* by stack: 1 + the cost of the call that led to it */
	uint32_t *met;   /* by function: the last stack in which it was met */
	uint32_t *times; /* by function: how often it is in that, from where the stack is gone through outwards */
	struct hash_table table; /* costs of calls by frame and callee */
	uint32_t *frames;        /* by cost: the frame that it is of, or NO_FRAME */
	uint32_t frames_capacity;
};

static int reading_init(struct reading *r, struct call_costs *c, const struct stacks *s)
{
	*r = (struct reading){ .costs = c,
			       .stacks = s,
			       .by_stack = calloc(s->n + 1ull, sizeof(uint64_t)),
			       .own = calloc(s->n_frames + 1ull, sizeof(uint32_t)),
			       .calls = calloc(s->n + 1ull, sizeof(uint32_t)),
			       .met = calloc(s->n_functions + 1ull, sizeof(uint32_t)),
			       .times = calloc(s->n_functions + 1ull, sizeof(uint32_t)) };
	return r->by_stack && r->own && r->calls && r->met && r->times ? 0 : -ENOMEM;
}

static void reading_fini(struct reading *r)
{
	free(r->by_stack);
	free(r->own);
	free(r->calls);
	free(r->met);
	free(r->times);
	free(r->frames);
	hash_table_fini(&r->table);
}

/* --- costs ---------------------------------------------------------------------------------- */

/* Makes room for one more cost. False without memory. */
static bool reserve(struct reading *r)
{
	struct call_costs *c = r->costs;
	size_t n = c->n_events;

	if (c->n >= UINT32_MAX / (c->n_events + 1) || !list_reserve(&c->list, c->n, &c->capacity, sizeof(*c->list)) ||
	    !list_reserve(&r->frames, c->n, &r->frames_capacity, sizeof(*r->frames)))
		return false;
	if (c->numbered < c->capacity &&
	    !list_extend(&c->numbers, c->numbered * n, c->capacity * n, sizeof(*c->numbers)))
		return false;
	c->numbered = c->capacity;
	return true;
}

/* Adds a cost of a frame of a location, or of none. Returns 1 + its number; 0 without memory. */
static uint32_t cost_add(struct reading *r, uint32_t location, uint32_t frame, uint32_t callee)
{
	static const struct stack_frame none;
	struct call_costs *c = r->costs;
	const struct stack_frame *f = frame == NO_FRAME ? &none : &r->stacks->frames[frame];

	if (!reserve(r))
		return 0;
	r->frames[c->n] = frame;
	c->list[c->n] = (struct call_cost){ .function = f->function,
					    .callee = callee,
					    .file = f->file,
					    .line = f->line,
					    .address = r->stacks->locations[location].address,
					    .numbers = c->n * c->n_events };
	return ++c->n;
}

/* The cost of the k-th frame of a location: of the function itself, or of its call of what is inlined there. */
static uint32_t cost_of_frame(struct reading *r, uint32_t location, uint32_t k)
{
	uint32_t frame = r->stacks->locations[location].first + k;

	if (!r->own[frame])
		r->own[frame] = cost_add(r, location, frame, k ? r->stacks->frames[frame - 1].function : 0);
	return r->own[frame];
}

struct call {
	uint32_t frame; /* NO_FRAME: none, but the root calls the outermost function of each stack */
	uint32_t callee;
};

static bool same_call(const void *reading, uint32_t cost, const void *wanted)
{
	const struct reading *r = reading;
	const struct call *call = wanted;

	return r->frames[cost] == call->frame && r->costs->list[cost].callee == call->callee;
}

/* The cost of the call of a function from the innermost frame of a location. *known: 0, or what was returned before. */
static uint32_t cost_of_call(struct reading *r, uint32_t location, uint32_t callee, uint32_t *known)
{
	const struct call call = { .frame = location ? r->stacks->locations[location].first : NO_FRAME,
				   .callee = callee };
	uint64_t hash = hash_pair(call.frame, callee);
	uint32_t cost;

	if (*known)
		return *known;
	cost = hash_table_find(&r->table, hash, same_call, r, &call);
	if (cost == HASH_TABLE_NONE) {
		cost = cost_add(r, location, call.frame, callee);
		if (!cost || hash_table_add(&r->table, hash, cost - 1))
			return 0;
		cost--;
	}
	*known = cost + 1;
	return *known;
}

/* --- stacks, from the sampled function outwards ------------------------------------------------ */

/* A function that was met while a stack is gone through. */
struct step {
	uint32_t inner;    /* the stack that was called from this one; 0: this is the innermost */
	uint32_t function; /* the last one that was met; 0: none yet */
};

/* Counts how often each function is in a stack. */
static void count_functions(struct reading *r, uint32_t stack)
{
	for (uint32_t at = stack; at; at = r->stacks->list[at].caller) {
		const struct stack_location *l = &r->stacks->locations[r->stacks->list[at].location];

		for (uint32_t k = 0; k < l->n; k++) {
			uint32_t function = r->stacks->frames[l->first + k].function;

			if (r->met[function] != stack)
				r->times[function] = 0;
			r->met[function] = stack;
			r->times[function]++;
		}
	}
}

/* The cost of the k-th frame of a location; what it calls is step->function, 0: it was sampled itself. */
static uint32_t cost_of_step(struct reading *r, uint32_t location, uint32_t k, const struct step *step)
{
	return !k && step->function ? cost_of_call(r, location, step->function, &r->calls[step->inner])
				    : cost_of_frame(r, location, k);
}

/* Adds what samples cost to the frames of a location, but to those whose callee is called further out, too. */
static int location_cost(struct reading *r, uint32_t location, struct step *step, uint64_t amount, uint32_t column)
{
	const struct stack_location *l = &r->stacks->locations[location];

	for (uint32_t k = 0; k < l->n; k++) {
		bool is_counted = !step->function || !--r->times[step->function];
		uint32_t cost = is_counted ? cost_of_step(r, location, k, step) : 0;

		if (is_counted && !cost)
			return -ENOMEM;
		if (is_counted)
			r->costs->numbers[r->costs->list[cost - 1].numbers + column] += amount;
		step->function = r->stacks->frames[l->first + k].function;
	}
	return 0;
}

/* What the root's call of the outermost function costs or, of samples without a stack, the root itself. */
static int root_cost(struct reading *r, const struct step *step, uint64_t amount, uint32_t column)
{
	uint32_t cost = cost_of_call(r, 0, step->function, &r->calls[step->inner]);

	if (!cost)
		return -ENOMEM;
	r->costs->numbers[r->costs->list[cost - 1].numbers + column] += amount;
	return 0;
}

static int stack_cost(struct reading *r, uint32_t stack, uint64_t amount, uint32_t column)
{
	struct step step = { 0 };
	int result = 0;

	count_functions(r, stack);
	for (uint32_t at = stack; at && !result; at = r->stacks->list[at].caller) {
		result = location_cost(r, r->stacks->list[at].location, &step, amount, column);
		step.inner = at;
	}
	return result ? result : root_cost(r, &step, amount, column);
}

/* Reads the samples of an event, which begin at *at. */
static int event_costs(struct reading *r, const struct stack_samples *samples, uint32_t *at, uint32_t column)
{
	uint32_t event = samples->list[*at].event;
	int result = 0;

	memset(r->by_stack, 0, r->stacks->n * sizeof(*r->by_stack));
	memset(r->met, 0, r->stacks->n_functions * sizeof(*r->met));
	for (; *at < samples->n && samples->list[*at].event == event; ++*at)
		r->by_stack[samples->list[*at].stack] += samples->list[*at].period;
	for (uint32_t stack = 0; stack < r->stacks->n && !result; stack++)
		if (r->by_stack[stack])
			result = stack_cost(r, stack, r->by_stack[stack], column);
	return result;
}

/* --- the order -------------------------------------------------------------------------------- */

static int compare_numbers(uint64_t a, uint64_t b)
{
	return a < b ? -1 : a > b;
}

static int compare_costs(const void *a, const void *b, void *export)
{
	const struct call_cost *x = a, *y = b;
	int result = compare_numbers(x->function, y->function);

	if (!result)
		result = compare_numbers(x->callee, y->callee);
	if (!result)
		result = compare_numbers(x->address, y->address);
	if (!result && x->file != y->file)
		result = strcmp(export_string(export, x->file), export_string(export, y->file));
	return result ? result : compare_numbers(x->line, y->line);
}

static void costs_merge(struct call_costs *c, struct export *x)
{
	uint32_t n = 0;

	if (c->n)
		qsort_r(c->list, c->n, sizeof(*c->list), compare_costs, x);
	for (uint32_t i = 0; i < c->n; i++) {
		if (!n || compare_costs(&c->list[n - 1], &c->list[i], x) != 0) {
			c->list[n++] = c->list[i];
			continue;
		}
		for (uint32_t k = 0; k < c->n_events; k++)
			c->numbers[c->list[n - 1].numbers + k] += c->numbers[c->list[i].numbers + k];
	}
	c->n = n;
}

static int find_events(struct call_costs *c, const struct stack_samples *samples, struct error *err)
{
	for (uint32_t i = 0; i < samples->n; i++) {
		uint32_t event = samples->list[i].event;

		if (c->n_events && c->events[c->n_events - 1] == event)
			continue;
		if (c->n_events == CALL_COSTS_EVENTS_MAX)
			return error_set(err, -E2BIG, "more than %d events have samples: choose some with -e",
					 CALL_COSTS_EVENTS_MAX);
		c->events[c->n_events++] = event;
	}
	return 0;
}

int call_costs_read(struct call_costs *c, struct export *x, const struct stack_samples *samples, struct error *err)
{
	struct reading r = { 0 };
	uint32_t at = 0;
	int result;

	*c = (struct call_costs){ 0 };
	result = find_events(c, samples, err);
	if (result)
		return result;
	result = reading_init(&r, c, &x->stacks);
	for (uint32_t column = 0; column < c->n_events && !result; column++)
		result = event_costs(&r, samples, &at, column);
	reading_fini(&r);
	if (result)
		return error_nomem(err);
	costs_merge(c, x);
	return 0;
}

void call_costs_fini(struct call_costs *c)
{
	free(c->list);
	free(c->numbers);
}
