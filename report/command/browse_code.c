#include "report/command/browse_code.h"

#include "report/annotate/annotate_text.h"
#include "report/command/annotate_samples.h"
#include "report/sandbox/sandbox.h"

#include <errno.h>
#include <stdlib.h>

/* A reading of the recording, for one function. */
struct reading {
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

void browse_code_stop(struct browse_code *c)
{
	disasm_stop(&c->disasm);
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
	result = annotate_view_choose_events(v);
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
	struct reading g = { .options = *beside->options };
	char *text = NULL;
	int result = reader_open_beside(&g.reader, beside, &g.options, err);

	if (!result)
		result = annotate_samples(&g.reader, filter, max_memory, true, &g.annotation, err);
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
