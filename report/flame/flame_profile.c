#include "report/flame/flame_profile.h"

#include "common/escaped.h"
#include "common/list.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

int flame_profile_init(struct flame_profile *p)
{
	*p = (struct flame_profile){ 0 };
	if (strtab_init(&p->strings) || !list_reserve(&p->stacks, 0, &p->stacks_capacity, sizeof(*p->stacks)))
		return -ENOMEM;
	p->stacks[0] = (struct flame_stack){ 0 };
	p->n_stacks = 1;
	return 0;
}

void flame_profile_fini(struct flame_profile *p)
{
	strtab_fini(&p->strings);
	free(p->functions);
	free(p->frames);
	free(p->stacks);
	free(p->events);
	free(p->threads);
	hash_table_fini(&p->function_table);
	hash_table_fini(&p->frame_table);
	hash_table_fini(&p->stack_table);
	for (uint32_t i = 0; i < FLAME_RECORDINGS_MAX; i++)
		free(p->recordings[i].rows);
}

/* --- strings, functions, frames ---------------------------------------------------------------- */

uint32_t flame_string(struct flame_profile *p, const char *text)
{
	struct buffer b;
	uint32_t id;

	buffer_init(&b);
	escaped_put(&b, text, 0);
	id = buffer_ok(&b) ? strtab_add(&p->strings, b.size ? (const char *)b.data : "", b.size) : STRTAB_NONE;
	buffer_fini(&b);
	return id;
}

static uint64_t function_hash(const struct flame_function *f)
{
	return hash_pair((uint64_t)f->name << 32 | f->dso, f->kind);
}

/* Two recordings may have the same function from different files of source; the first one stays. */
static bool same_function(const void *context, uint32_t number, const void *wanted)
{
	const struct flame_function *have = &((const struct flame_profile *)context)->functions[number], *f = wanted;

	return have->name == f->name && have->dso == f->dso && have->kind == f->kind;
}

static uint32_t function_add(struct flame_profile *p, const struct flame_function *f)
{
	uint32_t number = hash_table_find(&p->function_table, function_hash(f), same_function, p, f);

	if (number != HASH_TABLE_NONE)
		return number;
	if (f->name == STRTAB_NONE || f->dso == STRTAB_NONE || f->file == STRTAB_NONE ||
	    !list_reserve(&p->functions, p->n_functions, &p->functions_capacity, sizeof(*p->functions)) ||
	    hash_table_add(&p->function_table, function_hash(f), p->n_functions))
		return STACKS_FAILED;
	p->functions[p->n_functions] = *f;
	return p->n_functions++;
}

static enum flame_kind kind_of(const struct stack_function *f)
{
	if (!f->name)
		return FLAME_KIND_NAMELESS;
	switch (f->code) {
	case STACK_CODE_USER: return FLAME_KIND_USER;
	case STACK_CODE_KERNEL: return FLAME_KIND_KERNEL;
	case STACK_CODE_JIT: return FLAME_KIND_JIT;
	case STACK_CODE_OTHER: break;
	}
	return FLAME_KIND_OTHER;
}

#define FUNCTION_TEXT_MAX 4096

/* The number of a function of an export's stacks. */
static uint32_t function_of(struct flame_profile *p, const struct export *x, uint32_t number)
{
	const struct stack_function *f = &x->stacks.functions[number];
	char text[FUNCTION_TEXT_MAX];
	struct flame_function function = { .name = flame_string(
						   p, stack_function_text(&x->stacks, number, text, sizeof(text))),
					   .dso = flame_string(p, export_string(x, f->dso)),
					   .file = flame_string(p, export_string(x, f->file)),
					   .kind = kind_of(f) };

	return function_add(p, &function);
}

static bool same_frame(const void *context, uint32_t number, const void *wanted)
{
	const struct flame_frame *have = &((const struct flame_profile *)context)->frames[number], *f = wanted;

	return have->function == f->function && have->is_inlined == f->is_inlined;
}

static uint32_t frame_add(struct flame_profile *p, const struct flame_frame *f)
{
	uint64_t hash = hash_u64((uint64_t)f->function << 1 | f->is_inlined);
	uint32_t number = hash_table_find(&p->frame_table, hash, same_frame, p, f);

	if (number != HASH_TABLE_NONE)
		return number;
	if (!list_reserve(&p->frames, p->n_frames, &p->frames_capacity, sizeof(*p->frames)) ||
	    hash_table_add(&p->frame_table, hash, p->n_frames))
		return STACKS_FAILED;
	p->frames[p->n_frames] = *f;
	return p->n_frames++;
}

/* --- stacks -------------------------------------------------------------------------------------- */

static bool same_stack(const void *context, uint32_t number, const void *wanted)
{
	const struct flame_stack *have = &((const struct flame_profile *)context)->stacks[number], *s = wanted;

	return have->caller == s->caller && have->frame == s->frame;
}

static uint32_t stack_add(struct flame_profile *p, const struct flame_stack *stack)
{
	uint64_t hash = hash_u64((uint64_t)stack->caller << 32 | stack->frame);
	uint32_t number = hash_table_find(&p->stack_table, hash, same_stack, p, stack);

	if (number != HASH_TABLE_NONE)
		return number;
	if (!list_reserve(&p->stacks, p->n_stacks, &p->stacks_capacity, sizeof(*p->stacks)) ||
	    hash_table_add(&p->stack_table, hash, p->n_stacks))
		return STACKS_FAILED;
	p->stacks[p->n_stacks] = *stack;
	return p->n_stacks++;
}

/* What is known of an export's functions and stacks while it is taken over. */
struct taking {
	struct flame_profile *p;
	const struct export *export;
	uint32_t *functions; /* by number there; STACKS_FAILED: not taken yet */
	uint32_t *stacks;    /* by number there */
};

/* The stack of a location's frames, called from a stack; STACKS_FAILED without memory. */
static uint32_t take_location(struct taking *t, uint32_t caller, const struct stack_location *l)
{
	const struct stacks *s = &t->export->stacks;

	for (uint32_t i = l->n; i > 0 && caller != STACKS_FAILED; i--) {
		const struct stack_frame *frame = &s->frames[l->first + i - 1];
		uint32_t *function = &t->functions[frame->function];
		struct flame_stack stack = { .caller = caller };

		if (*function == STACKS_FAILED)
			*function = function_of(t->p, t->export, frame->function);
		if (*function == STACKS_FAILED)
			return STACKS_FAILED;
		stack.frame = frame_add(
			t->p, &(struct flame_frame){ .function = *function, .is_inlined = frame->is_inlined });
		caller = stack.frame == STACKS_FAILED ? STACKS_FAILED : stack_add(t->p, &stack);
	}
	return caller;
}

/* Takes all stacks of an export over. 0 or -ENOMEM. */
static int take_stacks(struct taking *t)
{
	const struct stacks *s = &t->export->stacks;

	for (uint32_t i = 0; i < s->n_functions; i++)
		t->functions[i] = STACKS_FAILED;
	t->stacks[0] = 0;
	for (uint32_t i = 1; i < s->n; i++) {
		t->stacks[i] = take_location(t, t->stacks[s->list[i].caller], &s->locations[s->list[i].location]);
		if (t->stacks[i] == STACKS_FAILED)
			return -ENOMEM;
	}
	return 0;
}

/* --- events and threads ---------------------------------------------------------------------------- */

/* The number of an event: one of the same name in another recording is the same. STACKS_FAILED without memory. */
static uint32_t event_of(struct flame_profile *p, const struct export_event *event)
{
	uint32_t name = flame_string(p, event->name);

	for (uint32_t i = 0; i < p->n_events; i++)
		if (p->events[i].name == name && p->events[i].is_time == event->is_time)
			return i;
	if (name == STRTAB_NONE || p->n_events > UINT16_MAX ||
	    !list_reserve(&p->events, p->n_events, &p->events_capacity, sizeof(*p->events)))
		return STACKS_FAILED;
	p->events[p->n_events] = (struct flame_event){ .name = name, .is_time = event->is_time };
	return p->n_events++;
}

/* Adds the threads of an export, in its order: their numbers are those there, and as many more as there were. */
static int take_threads(struct flame_profile *p, const struct export *x)
{
	for (uint32_t i = 0; i < x->threads.n; i++) {
		const struct export_thread *from = &x->threads.list[i];
		struct flame_thread thread = { .recording = p->n_recordings,
					       .pid = from->pid,
					       .tid = from->tid,
					       .name = flame_string(p, export_string(x, from->comm)) };

		thread.process = flame_string(p, export_string(x, export_process_comm(x, from)));
		if (thread.name == STRTAB_NONE || thread.process == STRTAB_NONE ||
		    !list_reserve(&p->threads, p->n_threads, &p->threads_capacity, sizeof(*p->threads)))
			return -ENOMEM;
		p->threads[p->n_threads++] = thread;
	}
	return 0;
}

/* --- a recording --------------------------------------------------------------------------------------- */

static int read_rows(struct flame_recording *r, struct time_walk *walk, struct error *err)
{
	const struct perf_file *file = walk->export->profile->file;
	struct time_item item;
	int result;

	while ((result = time_walk_next(walk, &item, err)) > 0) {
		const struct event_attr *attr = &file->events[item.event].attr;
		const struct flame_row row = { .time = item.time,
					       .weight = attr->type == PERF_TYPE_TRACEPOINT ? 1 : item.period,
					       .thread = item.thread,
					       .stack = item.stack,
					       .count = 1,
					       .cpu = item.cpu < UINT16_MAX ? (uint16_t)(item.cpu + 1) : 0,
					       .event = (uint16_t)item.event };

		if (flame_rows_add(r, &row))
			return error_nomem(err);
	}
	return result;
}

/* Rows get the numbers of the profile's stacks, threads and events in the place of the export's. */
static int renumber_rows(struct flame_recording *r, struct taking *t)
{
	const struct export *x = t->export;
	uint32_t n = x->profile->file->n_events;
	uint32_t *events = malloc((n + 1ull) * sizeof(*events));

	for (uint32_t i = 0; i < n && events; i++) {
		events[i] = x->events[i].count ? event_of(t->p, &x->events[i]) : 0;
		if (events[i] == STACKS_FAILED) {
			free(events);
			events = NULL;
		}
	}
	if (!events)
		return -ENOMEM;
	for (uint32_t i = 0; i < r->n; i++) {
		r->rows[i].stack = t->stacks[r->rows[i].stack];
		r->rows[i].event = (uint16_t)events[r->rows[i].event];
		r->rows[i].thread += t->p->n_threads;
	}
	free(events);
	return 0;
}

int flame_profile_add(struct flame_profile *p, struct time_walk *walk, struct error *err)
{
	const struct export *x = walk->export;
	struct flame_recording *r = &p->recordings[p->n_recordings];
	struct taking t = { .p = p, .export = x };
	int result;

	*r = (struct flame_recording){ .input = x->input,
				       .damaged = x->damaged,
				       .has_chains = x->has_chains,
				       .has_broken_chains = chain_ends_are_broken(&x->ends) };
	result = read_rows(r, walk, err);
	if (result)
		return result;
	r->lost = export_lost(x);
	t.functions = malloc(x->stacks.n_functions * sizeof(*t.functions));
	t.stacks = malloc(x->stacks.n * sizeof(*t.stacks));
	if (!t.functions || !t.stacks || take_stacks(&t) || renumber_rows(r, &t) || take_threads(p, x))
		result = error_nomem(err);
	free(t.functions);
	free(t.stacks);
	flame_rows_merge(r);
	p->n_recordings++;
	return result;
}
