#include "report/annotate/row_source.h"

#include "common/text.h"

#include <stdio.h>

/* Between two lines of one function so many others are shown, too: what no instruction is of. */
#define LINES_BETWEEN 8u

struct sink {
	struct annotate_view *view;
	const struct annotate_code *code;
	const struct annotate_row *row;
	row_source_put *put;
	void *context;
};

static const char *frame_name(const struct sink *k, const struct dso_frame *f)
{
	return f->name ? f->name : annotation_string(k->view->annotation, k->code->function->name);
}

/* The functions, and where each was inlined; the line of the innermost may differ. */
static bool same_functions(const struct row_source *s, const struct annotate_row *row)
{
	if (s->n_frames != row->n_frames)
		return false;
	for (unsigned i = 0; i < row->n_frames; i++)
		if (s->frames[i].name != row->frames[i].name || (i && s->frames[i].line != row->frames[i].line))
			return false;
	return true;
}

static void put_place(struct buffer *text, const struct annotate_view *v, const struct dso_frame *f)
{
	char line[32];

	text_put(text, annotate_view_path(v, f->file));
	snprintf(line, sizeof(line), ":%u", f->line);
	text_put(text, line);
}

static void put_functions(const struct sink *k)
{
	struct buffer text;

	buffer_init(&text);
	text_put(&text, frame_name(k, &k->row->frames[0]));
	text_put(&text, "():");
	for (unsigned i = 1; i < k->row->n_frames; i++) {
		const struct dso_frame *f = &k->row->frames[i];

		text_put(&text, i > 1 ? ", inlined into " : " inlined into ");
		text_put(&text, frame_name(k, f));
		text_put(&text, "()");
		if (f->file) {
			text_put(&text, " at ");
			put_place(&text, k->view, f);
		}
	}
	if (buffer_ok(&text))
		k->put(k->context, 0, (const char *)text.data, text.size);
	buffer_fini(&text);
}

/* Returns whether the text of the line is here. */
static bool put_line(const struct sink *k, unsigned line)
{
	size_t size;
	const char *text = source_texts_line(&k->view->texts, k->row->frames[0].file, line, &size);

	if (text)
		k->put(k->context, line, text, size);
	return text != NULL;
}

/* With the lines above that no instruction is of, and that were not shown yet. */
static void put_lines(struct row_source *s, const struct sink *k)
{
	const struct dso_frame *f = &k->row->frames[0];
	unsigned from = f->line;
	struct buffer place;

	if (s->file == f->file && s->highest < f->line && f->line - s->highest <= LINES_BETWEEN)
		from = s->highest + 1;
	if (s->file != f->file || s->highest < f->line)
		s->highest = f->line;
	s->file = f->file;
	while (from < f->line)
		put_line(k, from++);
	if (put_line(k, f->line))
		return;
	buffer_init(&place);
	put_place(&place, k->view, f);
	if (buffer_ok(&place))
		k->put(k->context, 0, (const char *)place.data, place.size);
	buffer_fini(&place);
}

void row_source_above(struct row_source *s, struct annotate_view *v, const struct annotate_code *c,
		      const struct annotate_row *row, row_source_put *put, void *context)
{
	const struct sink k = { .view = v, .code = c, .row = row, .put = put, .context = context };
	const struct dso_frame *f = &row->frames[0], *last = &s->frames[0];
	bool is_same;

	if (!row->n_frames)
		return;
	is_same = same_functions(s, row);
	if (!is_same)
		put_functions(&k);
	if (f->file && f->line && (!is_same || last->file != f->file || last->line != f->line))
		put_lines(s, &k);
	memcpy(s->frames, row->frames, row->n_frames * sizeof(*row->frames));
	s->n_frames = row->n_frames;
}
