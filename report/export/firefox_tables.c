#include "report/export/firefox_tables.h"

#include "common/list.h"
#include "report/export/plain_name.h"

#include <errno.h>
#include <stdlib.h>

uint32_t firefox_string(struct firefox_tables *t, const char *name)
{
	const char *plain = plain_name(&t->text, name);

	return plain ? strtab_add_string(&t->strings, plain) : STRTAB_NONE;
}

/* --- numbers ------------------------------------------------------------------------------ */

/* What a list has by the number of an element: the element is known by its value and that. */
struct wanted_number {
	const struct firefox_tables *tables;
	uint32_t number;
	bool (*same)(const struct firefox_tables *t, uint32_t a, uint32_t b);
};

static bool same_number(const void *context, uint32_t number, const void *wanted)
{
	const struct firefox_numbers *list = context;
	const struct wanted_number *w = wanted;

	return w->same(w->tables, list->list[number], w->number);
}

/* The number in a list of what is like the wanted one, which is added if it is new. FIREFOX_NONE without memory. */
static uint32_t number_add(struct firefox_numbers *list, const struct wanted_number *wanted, uint64_t hash)
{
	uint32_t number = hash_table_find(&list->table, hash, same_number, list, wanted);

	if (number != HASH_TABLE_NONE)
		return number;
	if (!list_reserve(&list->list, list->n, &list->capacity, sizeof(*list->list)) ||
	    hash_table_add(&list->table, hash, list->n))
		return FIREFOX_NONE;
	list->list[list->n] = wanted->number;
	return list->n++;
}

static void numbers_fini(struct firefox_numbers *list)
{
	free(list->list);
	hash_table_fini(&list->table);
}

static bool same_value(const struct firefox_tables *t, uint32_t a, uint32_t b)
{
	(void)t;
	return a == b;
}

uint32_t firefox_source(const struct firefox_tables *t, uint32_t file)
{
	const struct wanted_number wanted = { .tables = t, .number = file, .same = same_value };

	return file ? hash_table_find(&t->sources.table, hash_u64(file), same_number, &t->sources, &wanted)
		    : FIREFOX_NONE;
}

/* --- what frames and locations are of --------------------------------------------------------- */

static uint32_t frame_dso(const struct firefox_tables *t, uint32_t frame)
{
	return t->export->stacks.locations[t->location_of[frame]].dso;
}

/* Two frames of one function of one dso. */
static bool same_function(const struct firefox_tables *t, uint32_t a, uint32_t b)
{
	const struct stack_frame *frames = t->export->stacks.frames;

	return frames[a].function == frames[b].function && frame_dso(t, a) == frame_dso(t, b);
}

/* The frame that is not inlined: the last one. */
static uint32_t outer_frame(const struct firefox_tables *t, uint32_t location)
{
	const struct stack_location *l = &t->export->stacks.locations[location];

	return l->first + l->n - 1;
}

static bool same_native(const struct firefox_tables *t, uint32_t a, uint32_t b)
{
	return same_function(t, outer_frame(t, a), outer_frame(t, b));
}

/* The function of a frame, and its source. 0 or -ENOMEM. */
static int frame_take(struct firefox_tables *t, uint32_t frame)
{
	const struct stack_frame *f = &t->export->stacks.frames[frame];
	const struct wanted_number function = { .tables = t, .number = frame, .same = same_function };
	const struct wanted_number source = { .tables = t,
					      .number = t->export->stacks.functions[f->function].file,
					      .same = same_value };

	t->function_of[frame] = number_add(&t->functions, &function, hash_pair(f->function, frame_dso(t, frame)));
	if (t->function_of[frame] == FIREFOX_NONE ||
	    (source.number && number_add(&t->sources, &source, hash_u64(source.number)) == FIREFOX_NONE))
		return -ENOMEM;
	return 0;
}

/* The library and the symbol of a location. 0 or -ENOMEM. */
static int location_take(struct firefox_tables *t, uint32_t location)
{
	const struct stacks *s = &t->export->stacks;
	const struct stack_location *l = &s->locations[location];
	const struct wanted_number lib = { .tables = t, .number = l->dso, .same = same_value };
	const struct wanted_number native = { .tables = t, .number = location, .same = same_native };
	const struct stack_function *f = &s->functions[s->frames[outer_frame(t, location)].function];

	t->native_of[location] = FIREFOX_NONE;
	if (l->dso == DSO_NONE)
		return 0;
	t->libs[l->dso] = number_add(&t->lib_dsos, &lib, hash_u64(l->dso));
	if (t->libs[l->dso] == FIREFOX_NONE)
		return -ENOMEM;
	if (!f->symbol && !f->has_bounds)
		return 0;
	t->native_of[location] =
		number_add(&t->natives, &native, hash_pair(s->frames[outer_frame(t, location)].function, l->dso));
	return t->native_of[location] == FIREFOX_NONE ? -ENOMEM : 0;
}

static int tables_take(struct firefox_tables *t)
{
	const struct stacks *s = &t->export->stacks;
	uint32_t node = 0;
	int result = 0;

	for (uint32_t i = 1; i < s->n_locations && !result; i++) {
		const struct stack_location *l = &s->locations[i];

		for (uint32_t k = l->first; k < l->first + l->n && !result; k++) {
			t->location_of[k] = i;
			result = frame_take(t, k);
		}
		if (!result)
			result = location_take(t, i);
	}
	for (uint32_t i = 1; i < s->n; i++) {
		node += s->locations[s->list[i].location].n;
		t->nodes[i] = node - 1;
	}
	return result;
}

int firefox_tables_init(struct firefox_tables *t, struct export *x)
{
	const struct stacks *s = &x->stacks;
	uint32_t n_dsos = x->profile->analysis.timeline.dsos.n;

	*t = (struct firefox_tables){ .export = x,
				      .nodes = calloc(s->n, sizeof(uint32_t)),
				      .libs = calloc(n_dsos + 1ull, sizeof(uint32_t)),
				      .function_of = calloc(s->n_frames + 1ull, sizeof(uint32_t)),
				      .native_of = calloc(s->n_locations, sizeof(uint32_t)),
				      .location_of = calloc(s->n_frames + 1ull, sizeof(uint32_t)) };
	buffer_init(&t->text);
	buffer_init(&t->value);
	if (strtab_init(&t->strings) || !t->nodes || !t->libs || !t->function_of || !t->native_of || !t->location_of)
		return -ENOMEM;
	memset(t->libs, 0xff, n_dsos * sizeof(uint32_t));
	return tables_take(t);
}

void firefox_tables_fini(struct firefox_tables *t)
{
	numbers_fini(&t->functions);
	numbers_fini(&t->natives);
	numbers_fini(&t->sources);
	numbers_fini(&t->lib_dsos);
	free(t->nodes);
	free(t->libs);
	free(t->function_of);
	free(t->native_of);
	free(t->location_of);
	strtab_fini(&t->strings);
	buffer_fini(&t->text);
	buffer_fini(&t->value);
}
