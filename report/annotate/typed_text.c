#include "report/annotate/typed_text.h"

#include "report/terminal/screen.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#define INDENT 4

/* Two numbers with a blank before each, and two blanks. */
#define NUMBERS_WIDTH 24

struct text_writer {
	const struct typed_samples *samples;
	const struct typed_type *type;
	struct annotate_sum *sums; /* of the line that is written, by event */
	FILE *out;
};

static int column_width(const struct annotate_view *v)
{
	return v->number == ANNOTATE_PERIOD ? 12 : 8;
}

static void put_head(const struct text_writer *w)
{
	static const char *const words[] = { "Percent", "Samples", "Period" };
	const struct annotate_view *v = w->samples->view;
	uint64_t n = 0;

	for (uint32_t i = 0; i < v->n_events; i++)
		n += typed_samples_of(w->samples, w->type)[v->events[i]].count;
	fprintf(w->out, "Annotate type: '%s' in %s (%" PRIu64 " samples):\n", w->type->type->name,
		typed_samples_dso(w->samples, w->type), n);
	for (uint32_t i = 0; i < v->n_events && v->n_events > 1; i++)
		fprintf(w->out, " event[%u] = %s\n", i, v->annotation->profile->file->events[v->events[i]].name);
	fputs("============================================================================\n", w->out);
	fprintf(w->out, "%*s %10s %10s  %s\n", column_width(v) * (int)v->n_events, words[v->number], "offset", "size",
		"field");
}

static void put_numbers(const struct text_writer *w)
{
	const struct annotate_view *v = w->samples->view;

	for (uint32_t i = 0; i < v->n_events; i++) {
		const struct annotate_sum *sum = &w->sums[v->events[i]];
		double percent = typed_samples_percent(w->samples, w->type, v->events[i], sum);

		percent_color_begin(w->out, v->colored, percent);
		switch (v->number) {
		case ANNOTATE_PERCENT: fprintf(w->out, " %7.2f", percent); break;
		case ANNOTATE_SAMPLES: fprintf(w->out, " %7" PRIu64, sum->count); break;
		case ANNOTATE_PERIOD: fprintf(w->out, " %11" PRIu64, sum->period); break;
		}
		percent_color_end(w->out, v->colored, percent);
	}
}

static void put_line(const struct text_writer *w, const struct data_field *f, bool has_members)
{
	typed_samples_sum(w->samples, w->type, f->offset, f->offset + f->size, w->sums);
	put_numbers(w);
	fprintf(w->out, " %#10" PRIx64 " %#10" PRIx64 "  %*s%s\t%s%s", f->offset, f->size, INDENT * (int)f->depth, "",
		f->type_name, f->name, has_members ? " {\n" : ";\n");
}

/* Ends those that are at least so deep. */
static void put_ends(const struct text_writer *w, uint32_t from, uint32_t depth)
{
	const struct annotate_view *v = w->samples->view;

	while (from-- > depth)
		fprintf(w->out, "%*s};\n", column_width(v) * (int)v->n_events + NUMBERS_WIDTH + INDENT * (int)from, "");
}

static void put_type(const struct text_writer *w)
{
	const struct data_type *type = w->type->type;
	const struct data_field whole = { .name = "", .type_name = type->name, .size = type->size };
	uint32_t depth = 0;

	put_head(w);
	put_line(w, &whole, type->n_fields > 0);
	for (uint32_t i = 0; i < type->n_fields; i++) {
		const struct data_field *f = &type->fields[i];

		put_ends(w, depth, f->depth);
		depth = f->depth;
		put_line(w, f, i + 1 < type->n_fields && f[1].depth > depth);
	}
	put_ends(w, depth, 0);
	putc('\n', w->out);
}

int typed_text_write(const struct typed_samples *t)
{
	struct text_writer w = { .samples = t,
				 .sums = calloc(t->view->annotation->n_events + 1ull, sizeof(*w.sums)),
				 .out = t->view->out };

	for (uint32_t i = 0; i < t->n_shown && w.sums && !ferror(w.out); i++) {
		w.type = &t->list[t->order[i]];
		put_type(&w);
	}
	free(w.sums);
	return w.sums ? 0 : -ENOMEM;
}

static void put_share(FILE *out, const char *name, uint64_t n, uint64_t all)
{
	fprintf(out, ", %s %" PRIu64 " (%.1f%%)", name, n, all ? 100.0 * (double)n / (double)all : 0);
}

void typed_text_statistics(const struct typed_samples *t)
{
	FILE *out = t->view->out;
	uint64_t bad = 0;

	for (unsigned i = 0; i < TYPE_REASONS; i++)
		bad += typed_samples_reason(i) ? t->reasons[i] : 0;
	fprintf(out, "Annotate data type stats:\ntotal %" PRIu64, t->n_samples);
	put_share(out, "ok", t->n_samples - bad, t->n_samples);
	put_share(out, "bad", bad, t->n_samples);
	fputs("\n-----------------------------------------------------------\n", out);
	for (unsigned i = 0; i < TYPE_REASONS; i++)
		if (typed_samples_reason(i) && t->reasons[i])
			fprintf(out, "%10" PRIu64 " : %s\n", t->reasons[i], typed_samples_reason(i));
	if (t->n_tracked)
		fprintf(out, "%10" PRIu64 " : insn_track\n", t->n_tracked);
	putc('\n', out);
}
