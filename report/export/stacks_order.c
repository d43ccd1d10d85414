/*
 * stacks_order: stacks_renumber: numbers that follow from the contents of stacks alone, whatever workers read them in
 * whatever order.
 *
 *	sort	locations by dso and address; stacks by the rank of their location
 *	link	children of each stack, in that order
 *	number	stacks depth first; locations, with their frames, and functions as stacks first use them
 */
#include "report/export/stacks.h"

#include "common/sorting.h"

#include <errno.h>
#include <stdlib.h>

struct renumbering {
	struct stacks *s;
	uint32_t *ranks;        /* by location */
	uint32_t *locations;    /* new numbers by the old ones; 0: not used yet */
	uint32_t *functions;    /* likewise */
	uint32_t *stacks;       /* likewise, of all */
	uint32_t *first, *next; /* by stack: its first child, the next one of the same caller; 0: none */
	struct stack *list;     /* what is numbered anew */
	struct stack_location *new_locations;
	struct stack_frame *new_frames;
	struct stack_function *new_functions;
	uint32_t n, n_locations, n_frames, n_functions;
};

static int renumbering_init(struct renumbering *r, struct stacks *s)
{
	*r = (struct renumbering){ .s = s,
				   .ranks = calloc(s->n_locations, sizeof(uint32_t)),
				   .locations = calloc(s->n_locations, sizeof(uint32_t)),
				   .functions = calloc(s->n_functions, sizeof(uint32_t)),
				   .stacks = calloc(s->n, sizeof(uint32_t)),
				   .first = calloc(s->n, sizeof(uint32_t)),
				   .next = calloc(s->n, sizeof(uint32_t)),
				   .list = calloc(s->n, sizeof(*r->list)),
				   .new_locations = calloc(s->n_locations, sizeof(*r->new_locations)),
				   .new_frames = calloc(s->n_frames + 1ull, sizeof(*r->new_frames)),
				   .new_functions = calloc(s->n_functions, sizeof(*r->new_functions)),
				   .n = 1,
				   .n_locations = 1,
				   .n_functions = 1 };
	return r->ranks && r->locations && r->functions && r->stacks && r->first && r->next && r->list &&
			       r->new_locations && r->new_frames && r->new_functions
		       ? 0
		       : -ENOMEM;
}

static void renumbering_fini(struct renumbering *r)
{
	free(r->ranks);
	free(r->locations);
	free(r->functions);
	free(r->stacks);
	free(r->first);
	free(r->next);
	free(r->list);
	free(r->new_locations);
	free(r->new_frames);
	free(r->new_functions);
}

/* --- the order of locations ------------------------------------------------------------------ */

static int compare_dsos(const struct stacks *s, uint32_t a, uint32_t b)
{
	const struct dso *dsos = s->profile->analysis.timeline.dsos.list;
	const struct strtab *strings = &s->profile->names->strings;
	int result;

	if (a == b)
		return 0;
	if (a == DSO_NONE || b == DSO_NONE)
		return a == DSO_NONE ? 1 : -1;
	result = strcmp(strtab_get(strings, dsos[a].path), strtab_get(strings, dsos[b].path));
	if (!result)
		result = memcmp(dsos[a].build_id.data, dsos[b].build_id.data, sizeof(dsos[a].build_id.data));
	if (!result && dsos[a].pid != dsos[b].pid)
		result = dsos[a].pid < dsos[b].pid ? -1 : 1;
	return result ? result : a < b ? -1 : 1;
}

static int compare_locations(const void *a, const void *b, void *stacks)
{
	const struct stacks *s = stacks;
	const struct stack_location *x = &s->locations[*(const uint32_t *)a], *y = &s->locations[*(const uint32_t *)b];
	int result = compare_dsos(s, x->dso, y->dso);

	if (result)
		return result;
	return x->lookup < y->lookup ? -1 : x->lookup > y->lookup;
}

static int rank_locations(struct renumbering *r)
{
	struct stacks *s = r->s;
	uint32_t *order = malloc(s->n_locations * sizeof(*order));

	if (!order)
		return -ENOMEM;
	for (uint32_t i = 0; i < s->n_locations; i++)
		order[i] = i;
	qsort_r(order, s->n_locations, sizeof(*order), compare_locations, s);
	for (uint32_t i = 0; i < s->n_locations; i++)
		r->ranks[order[i]] = i;
	free(order);
	return 0;
}

/* Links the children of each stack, in the order of their locations. */
static int link_children(struct renumbering *r)
{
	const struct stacks *s = r->s;
	struct key_index *keys = malloc(2ull * s->n * sizeof(*keys)), *sorted;

	if (!keys)
		return -ENOMEM;
	for (uint32_t i = 1; i < s->n; i++)
		keys[i - 1] = (struct key_index){ .key = r->ranks[s->list[i].location], .index = i };
	sorted = key_sort(keys, s->n - 1);
	for (uint32_t i = s->n - 1; i > 0; i--) {
		uint32_t stack = sorted[i - 1].index, caller = s->list[stack].caller;

		r->next[stack] = r->first[caller];
		r->first[caller] = stack;
	}
	free(keys);
	return 0;
}

/* --- new numbers -------------------------------------------------------------------------------- */

static uint32_t new_function(struct renumbering *r, uint32_t function)
{
	if (!function || r->functions[function])
		return r->functions[function];
	r->new_functions[r->n_functions] = r->s->functions[function];
	r->functions[function] = r->n_functions;
	return r->n_functions++;
}

static uint32_t new_location(struct renumbering *r, uint32_t location)
{
	struct stack_location l = r->s->locations[location];

	if (r->locations[location])
		return r->locations[location];
	for (uint32_t i = 0; i < l.n; i++) {
		struct stack_frame *frame = &r->new_frames[r->n_frames + i];

		*frame = r->s->frames[l.first + i];
		frame->function = new_function(r, frame->function);
	}
	l.first = r->n_frames;
	r->n_frames += l.n;
	r->new_locations[r->n_locations] = l;
	r->locations[location] = r->n_locations;
	return r->n_locations++;
}

/* The next stack depth first: a child, or the next one of the nearest caller that has one; 0: there are no more. */
static uint32_t next_stack(const struct renumbering *r, uint32_t stack)
{
	if (r->first[stack])
		return r->first[stack];
	while (stack && !r->next[stack])
		stack = r->s->list[stack].caller;
	return r->next[stack];
}

static void number_all(struct renumbering *r)
{
	const struct stacks *s = r->s;

	r->new_locations[0] = s->locations[0];
	for (uint32_t stack = next_stack(r, 0); stack; stack = next_stack(r, stack)) {
		r->list[r->n] = (struct stack){ .caller = r->stacks[s->list[stack].caller],
						.location = new_location(r, s->list[stack].location) };
		r->stacks[stack] = r->n++;
	}
}

/* Puts the new lists in the place of the old ones, whose tables would find the old numbers. */
static void replace_lists(struct renumbering *r)
{
	struct stacks *s = r->s;
	struct renumbering old = *r;

	r->list = s->list;
	r->new_locations = s->locations;
	r->new_frames = s->frames;
	r->new_functions = s->functions;
	s->list = old.list;
	s->locations = old.new_locations;
	s->frames = old.new_frames;
	s->functions = old.new_functions;
	s->capacity = s->n;
	s->locations_capacity = s->n_locations;
	s->frames_capacity = s->n_frames + 1;
	s->functions_capacity = s->n_functions;
	s->n = old.n;
	s->n_locations = old.n_locations;
	s->n_frames = old.n_frames;
	s->n_functions = old.n_functions;
	hash_table_clear(&s->table);
	hash_table_clear(&s->location_table);
	hash_table_clear(&s->function_table);
	stacks_forget_chains(s);
}

int stacks_renumber(struct stacks *s, uint32_t **ret_stacks)
{
	struct renumbering r;
	int result = renumbering_init(&r, s);

	if (!result)
		result = rank_locations(&r);
	if (!result)
		result = link_children(&r);
	if (!result) {
		number_all(&r);
		replace_lists(&r);
		*ret_stacks = r.stacks;
		r.stacks = NULL;
	}
	renumbering_fini(&r);
	return result;
}
