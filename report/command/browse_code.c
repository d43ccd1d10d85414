#include "report/command/browse_code.h"

#include "report/annotate/annotate_text.h"
#include "report/profile/preload.h"
#include "report/sandbox/sandbox.h"

#include <errno.h>
#include <stdlib.h>

/* A reading of the recording, for one function. */
struct reading {
	const struct profile_filter *filter; /* borrowed */
	uint64_t max_memory;
	struct reader_options options;
	struct reader reader;
	struct annotation annotation;
	struct annotate_view view;
};

static void confine(void)
{
	struct sandbox sandbox;

	sandbox_init(&sandbox);
	sandbox_enter(&sandbox);
}

void browse_code_start(struct browse_code *c)
{
	const struct disasm_worker_options options = { .is_lazy = true, .confine = c->is_confined ? confine : NULL };

	/* Without, there are source lines and addresses. */
	disasm_start(&c->disasm, 1, &options);
}

void browse_code_stop(struct browse_code *c)
{
	disasm_stop(&c->disasm);
}

/* The samples of the report's options, by address. */
static int read_samples(struct reading *g, const struct reader *beside, struct error *err)
{
	struct analysis_options analysis = { .max_memory = g->max_memory };
	int result;

	annotation_plan(g->filter, &analysis);
	result = reader_open_beside(&g->reader, beside, &g->options, err);
	if (!result)
		result = reader_choose_in_any_order(&g->reader, NULL, err);
	if (result)
		return result;
	analysis.plan.choice = sample_choice_words_are_given(&g->options.choice) ? &g->reader.choice : NULL;
	result = reader_analyse(&g->reader, &analysis, err);
	if (!result)
		result = reader_symbolize(&g->reader, true, err);
	if (result)
		return result;
	preload_symbols(&g->reader.profile.symbolizer.resolver.locator, &g->reader.profile.analysis, NULL,
			g->options.workers);
	return annotation_read(&g->annotation, &g->reader.profile, g->filter, err);
}

static int choose_events(struct annotate_view *v)
{
	const struct annotation *a = v->annotation;

	v->events = malloc((a->n_events + 1ull) * sizeof(*v->events));
	for (uint32_t i = 0; i < a->n_events && v->events; i++)
		if (a->totals[i].count)
			v->events[v->n_events++] = i;
	return v->events ? 0 : -ENOMEM;
}

static int write_text(struct reading *g, struct browse_code *c, const char *name, FILE *out)
{
	struct annotate_view *v = &g->view;
	int result;

	*v = (struct annotate_view){
		.annotation = &g->annotation,
		.disasm = disasm_seats(&c->disasm) ? &c->disasm : NULL,
		.texts = { .config = &g->options.symbols },
		.out = out,
		.symbol = name,
	};
	result = choose_events(v);
	return result ? result : annotate_text_write(v);
}

static int make_text(struct reading *g, struct browse_code *c, const char *name, char **ret_text, struct error *err)
{
	size_t size;
	FILE *out = open_memstream(ret_text, &size);
	int result = out ? write_text(g, c, name, out) : -ENOMEM;

	if (out && fclose(out))
		result = -ENOMEM;
	if (result)
		return error_nomem(err);
	if (!g->view.n_shown)
		return error_set(err, -ENOENT, "no code of '%s' with samples is known", name);
	return 0;
}

char *browse_code_text(struct browse_code *c, const struct reader *beside, const struct profile_filter *filter,
		       uint64_t max_memory, const char *name, struct error *err)
{
	struct reading g = { .options = *beside->options, .filter = filter, .max_memory = max_memory };
	char *text = NULL;
	int result = read_samples(&g, beside, err);

	if (!result)
		result = make_text(&g, c, name, &text, err);
	source_texts_fini(&g.view.texts);
	free(g.view.events);
	annotation_fini(&g.annotation);
	reader_close(&g.reader);
	if (!result)
		return text;
	free(text);
	return NULL;
}
