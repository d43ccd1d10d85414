#include "report/command/browse_code.h"

#include "report/command/annotate_samples.h"
#include "report/sandbox/sandbox.h"

#include <errno.h>
#include <stdlib.h>

/* What is read of the recording. */
struct code_reading {
	struct reader_options options;
	struct reader reader;
	struct annotation annotation;
	struct annotate_view view;
};

void browse_code_start(struct browse_code *c)
{
	const struct disasm_worker_options options = { .is_lazy = true,
						       .confine = c->is_confined ? sandbox_confine : NULL };

	/* Without, there are source lines and addresses. */
	disasm_start(&c->disasm, 1, &options);
}

void browse_code_leave(struct browse_code *c)
{
	struct code_reading *g = c->reading;

	if (!g)
		return;
	source_texts_fini(&g->view.texts);
	free(g->view.events);
	annotation_fini(&g->annotation);
	reader_close(&g->reader);
	free(g);
	c->reading = NULL;
}

void browse_code_stop(struct browse_code *c)
{
	browse_code_leave(c);
	disasm_stop(&c->disasm);
}

/* --- reading -------------------------------------------------------------------------------------- */

static int read_samples(struct browse_code *c, const struct browse_code_input *input, struct error *err)
{
	struct code_reading *g = calloc(1, sizeof(*g));
	int result;

	if (!g)
		return error_nomem(err);
	c->reading = g;
	g->options = *input->beside->options;
	result = reader_open_beside(&g->reader, input->beside, &g->options, err);
	if (!result)
		result = annotate_samples(&g->reader, input->filter, input->max_memory, true, &g->annotation, err);
	g->view = (struct annotate_view){ .annotation = &g->annotation,
					  .disasm = disasm_seats(&c->disasm) ? &c->disasm : NULL,
					  .texts = { .config = &g->options.symbols },
					  .full_paths = true };
	if (!result && annotate_view_choose_events(&g->view))
		result = error_nomem(err);
	return result;
}

/* --- functions ------------------------------------------------------------------------------------ */

/* Those of a name with samples, the hottest first. Returns how many. */
static uint32_t find_named(const struct annotation *a, const char *name, uint32_t *numbers)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < a->n_functions; i++) {
		const struct annotate_function *f = &a->functions[i];

		if (f->n_hits && annotation_is_named(a, f, name))
			numbers[n++] = i;
	}
	return n;
}

/* A call of another file goes by an entry of the PLT, which has the name of the function. */
static uint32_t find_by_plt(const struct annotation *a, const char *name, uint32_t *numbers)
{
	const char *at = strstr(name, "@plt");
	char function[512];

	if (!at || (size_t)(at - name) >= sizeof(function))
		return 0;
	snprintf(function, sizeof(function), "%.*s", (int)(at - name), name);
	return find_named(a, function, numbers);
}

static uint32_t find_called(struct annotation *a, const struct browse_code_query *query, uint32_t *numbers)
{
	const struct annotate_function *from;
	uint64_t moved, address;

	if (query->from >= a->n_functions)
		return 0;
	from = &a->functions[query->from];
	moved = annotation_is_jit(a, from) ? from->moved : 0;
	address = dso_symbols_offset(from->symbols, query->address - moved);
	numbers[0] = annotation_function_at(a, query->from, address);
	return numbers[0] != ANNOTATE_NO_FUNCTION;
}

static int find(struct code_reading *g, const struct browse_code_query *query, uint32_t **ret_numbers, uint32_t *ret_n,
		struct error *err)
{
	uint32_t *numbers = malloc((g->annotation.n_functions + 1ull) * sizeof(*numbers));

	*ret_numbers = numbers;
	if (!numbers)
		return error_nomem(err);
	if (query->is_call) {
		*ret_n = find_by_plt(&g->annotation, query->name, numbers);
		if (!*ret_n)
			*ret_n = find_called(&g->annotation, query, numbers);
	} else {
		*ret_n = find_named(&g->annotation, query->name, numbers);
		if (!*ret_n)
			*ret_n = find_by_plt(&g->annotation, query->name, numbers);
	}
	if (!*ret_n && query->is_call)
		return error_set(err, -ENOENT, "no code of '%s' is known", query->name);
	if (!*ret_n)
		return error_set(err, -ENOENT, "no code of '%s' with samples is known", query->name);
	return 0;
}

int browse_code_lines(struct browse_code *c, const struct browse_code_input *input,
		      const struct browse_code_query *query, struct code_lines *ret_lines, struct error *err)
{
	uint32_t *numbers = NULL, n = 0;
	int result = 0;

	*ret_lines = (struct code_lines){ 0 };
	if (!query->is_call)
		browse_code_leave(c);
	if (!c->reading)
		result = read_samples(c, input, err);
	if (!result)
		result = find(c->reading, query, &numbers, &n, err);
	if (!result && code_lines_make(ret_lines, &c->reading->view, numbers, n))
		result = error_nomem(err);
	free(numbers);
	return result;
}
