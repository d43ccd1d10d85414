#include "report/export/export_functions.h"

#include "common/list.h"

#include <errno.h>
#include <stdlib.h>

static uint64_t function_hash(const struct export_function *f)
{
	return hash_pair((uint64_t)f->name << 32 | f->symbol, f->file);
}

static bool same_function(const void *context, uint32_t number, const void *wanted)
{
	const struct export_function *have = &((const struct export_functions *)context)->list[number], *f = wanted;

	return have->name == f->name && have->symbol == f->symbol && have->file == f->file;
}

/* The number of a function; 0 without memory. */
static uint32_t function_add(struct export_functions *f, const struct export_function *function)
{
	uint32_t number = hash_table_find(&f->table, function_hash(function), same_function, f, function);

	if (number != HASH_TABLE_NONE)
		return number;
	if (!list_reserve(&f->list, f->n, &f->capacity, sizeof(*f->list)) ||
	    hash_table_add(&f->table, function_hash(function), f->n))
		return 0;
	f->list[f->n] = *function;
	return f->n++;
}

static uint32_t function_of(struct export_functions *f, const struct export *x, struct export_strings *strings,
			    const struct stack_frame *frame)
{
	const struct stack_function *from = &x->stacks.functions[frame->function];
	struct export_function function = { 0 };
	char text[4096];

	if (from->name)
		function.name = export_strings_of(strings, from->name);
	else
		function.name = export_strings_add(
			strings, stack_function_text(&x->stacks, frame->function, text, sizeof(text)));
	if (from->symbol && from->symbol != from->name)
		function.symbol = export_strings_of(strings, from->symbol);
	function.file = export_strings_of(strings, frame->file ? frame->file : from->file);
	return strings->failed ? 0 : function_add(f, &function);
}

/*
 * Whether the functions of a location are known, by name or bounds. Readers show one without by its mapping; what is in
 * none is a function of its own, "[unknown]".
 */
static bool is_known(const struct export *x, const struct stack_location *l)
{
	if (l->dso == DSO_NONE)
		return true;
	for (uint32_t i = 0; i < l->n; i++) {
		const struct stack_function *f = &x->stacks.functions[x->stacks.frames[l->first + i].function];

		if (f->name || f->has_bounds)
			return true;
	}
	return false;
}

int export_functions_init(struct export_functions *f, const struct export *x, struct export_strings *strings)
{
	const struct stacks *s = &x->stacks;

	*f = (struct export_functions){ .by_frame = calloc(s->n_frames + 1ull, sizeof(*f->by_frame)) };
	if (!f->by_frame || !list_reserve(&f->list, 0, &f->capacity, sizeof(*f->list)))
		return -ENOMEM;
	f->list[f->n++] = (struct export_function){ 0 };
	for (uint32_t i = 1; i < s->n_locations; i++) {
		const struct stack_location *l = &s->locations[i];

		for (uint32_t k = l->first; is_known(x, l) && k < l->first + l->n; k++) {
			f->by_frame[k] = function_of(f, x, strings, &s->frames[k]);
			if (!f->by_frame[k])
				return -ENOMEM;
		}
	}
	return 0;
}

void export_functions_fini(struct export_functions *f)
{
	free(f->list);
	free(f->by_frame);
	hash_table_fini(&f->table);
}
