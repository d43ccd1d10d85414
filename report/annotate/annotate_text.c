#include "report/annotate/annotate_text.h"

#include "common/text.h"
#include "report/annotate/annotate_lines.h"
#include "report/annotate/row_source.h"
#include "report/terminal/screen.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

/* Bytes of an instruction that stand beside each other, at least; --asm-raw of x86 in perf has room for seven. */
#define RAW_COLUMNS 24

/* The line below the head is so much longer, as in perf. */
#define DASHES_MORE 4

struct text_writer {
	struct row_source source;
	struct annotate_lines lines; /* of --print-line */
};

/* What --cycles adds: instructions per cycle, cycles of the block (the least and the most). */
#define CYCLES_COLUMNS 28

static int column_width(const struct annotate_view *v)
{
	return v->number == ANNOTATE_PERIOD ? 12 : 8;
}

static bool has_cycles(const struct annotate_view *v, const struct annotate_code *c)
{
	return v->shows_cycles && c->flow_sum.has_cycles;
}

/* What stands before the colon. */
static int columns_width(const struct annotate_view *v, const struct annotate_code *c)
{
	return column_width(v) * (int)v->n_events + (has_cycles(v, c) ? CYCLES_COLUMNS : 0);
}

static void put_head(const struct annotate_view *v, const struct annotate_code *c)
{
	static const char *const words[] = { "Percent", "Samples", "Period" };
	const struct annotation *a = v->annotation;
	uint64_t samples = 0;
	int width = columns_width(v, c), percents = column_width(v) * (int)v->n_events, n;

	for (uint32_t i = 0; i < v->n_events; i++)
		samples += annotation_sum(a, c->function, v->events[i])->count;
	n = fprintf(v->out, " %-*s", percents, words[v->number]);
	if (has_cycles(v, c))
		n += fprintf(v->out, "%6s %20s ", "IPC", "Cycle(min/max)");
	n += fprintf(v->out, "|\tSource code & Disassembly of %s for ", annotate_view_dso(v, c->function));
	for (uint32_t i = 0; i < v->n_events; i++)
		n += fprintf(v->out, "%s%s", i ? ", " : "", a->profile->file->events[v->events[i]].name);
	n += fprintf(v->out, " (%" PRIu64 " samples, percent: %s)\n", samples, annotate_view_percent_type(v));
	for (n += DASHES_MORE; n; n--)
		putc('-', v->out);
	putc('\n', v->out);
	fprintf(v->out, "%*s :   %016" PRIx64 " <%s>:\n", width, "", c->address,
		annotation_string(a, c->function->name));
	if (has_cycles(v, c))
		fprintf(v->out, "%*s : (Average IPC: %.2f, IPC Coverage: %.1f%%)\n", width, "", c->flow_sum.ipc,
			c->flow_sum.coverage);
	if (!c->has_code)
		fprintf(v->out, "%*s : (the code is not here: these are the addresses that were sampled)\n", width, "");
}

/* --- source ----------------------------------------------------------------------------------- */

/* Begins a line that is no instruction: the lines of jumps go on. */
static void put_above(const struct annotate_view *v, const struct annotate_code *c, const struct annotate_row *row)
{
	char jumps[JUMP_COLUMNS + 1] = "";

	if (row->text)
		code_jumps_put_above(&c->jumps, (uint32_t)(row->instruction - c->list.list), jumps);
	fprintf(v->out, "%*s : %s", columns_width(v, c), "", jumps);
}

/* What a source line is above. */
struct above {
	const struct annotate_view *view;
	const struct annotate_code *code;
	const struct annotate_row *row;
};

static void put_source(void *context, unsigned number, const char *text, size_t size)
{
	const struct above *a = context;

	put_above(a->view, a->code, a->row);
	if (number)
		fprintf(a->view->out, "%-4u ", number);
	fprintf(a->view->out, "%.*s\n", (int)size, text);
}

/* --- instructions ----------------------------------------------------------------------------- */

static void put_numbers(const struct annotate_view *v, const struct annotate_code *c, const struct annotate_row *row)
{
	for (uint32_t i = 0; i < v->n_events; i++) {
		const struct annotate_sum *sum = &row->sums[v->events[i]];
		double percent = annotate_view_percent(v, c->function, v->events[i], sum);

		percent_color_begin(v->out, v->colored, percent);
		switch (v->number) {
		case ANNOTATE_PERCENT: fprintf(v->out, " %7.2f", percent); break;
		case ANNOTATE_SAMPLES: fprintf(v->out, " %7" PRIu64, sum->count); break;
		case ANNOTATE_PERIOD: fprintf(v->out, " %11" PRIu64, sum->period); break;
		}
		percent_color_end(v->out, v->colored, percent);
	}
}

/* In the columns of perf annotate --stdio2. */
static void put_cycles(const struct annotate_view *v, const struct code_flow *flow)
{
	char text[80] = "";

	if (flow && flow->ipc > 0)
		fprintf(v->out, "%6.2f ", flow->ipc);
	else
		fprintf(v->out, "%7s", "");
	if (flow && flow->cycles)
		snprintf(text, sizeof(text), "%" PRIu64 "(%" PRIu64 "/%" PRIu64 ")", flow->cycles, flow->cycles_min,
			 flow->cycles_max);
	fprintf(v->out, "%20s ", text);
}

static void put_jumps(const struct annotate_view *v, const struct annotate_code *c, const struct annotate_row *row)
{
	char jumps[JUMP_COLUMNS + 1];

	code_jumps_put(&c->jumps, (uint32_t)(row->instruction - c->list.list), jumps);
	fputs(jumps, v->out);
}

static void put_bytes(const struct annotate_view *v, const struct annotate_row *row)
{
	unsigned n = row->instruction->size;
	char text[3 * UINT8_MAX + 1];

	for (unsigned i = 0; i < n; i++) {
		memcpy(text + 3 * i, text_hex_pairs + 2 * row->bytes[i], 2);
		text[3 * i + 2] = ' ';
	}
	text[3 * n] = 0;
	fprintf(v->out, "%-*s", RAW_COLUMNS, text);
}

static void put_reference(const struct annotate_view *v, const struct annotate_code *c, const struct annotate_row *row)
{
	uint64_t target = row->instruction->target;
	char name[512];
	bool named;

	if (row->instruction->reference == DISASM_NO_REFERENCE)
		return;
	named = annotate_code_target(c, target, name, sizeof(name));
	if (row->instruction->reference == DISASM_DATA)
		fprintf(v->out, "        # %" PRIx64, target);
	if (named)
		fprintf(v->out, " <%s>", name);
}

/* Below this, in percent, what branches do is not said. */
#define FLOW_LEAST 0.1

/* As perf annotate --stdio has it: what comes here by a branch, what leaves by this one, and how well predicted. */
static void put_flow(const struct annotate_view *v, const struct code_flow *flow)
{
	if (flow->entered > FLOW_LEAST || flow->taken > FLOW_LEAST)
		fputs("\t#", v->out);
	if (flow->entered > FLOW_LEAST)
		fprintf(v->out, " +%.2f%%", flow->entered);
	if (flow->taken > FLOW_LEAST)
		fprintf(v->out, " -%.2f%% (p:%.2f%%)", flow->taken, flow->predicted);
}

static void put_row(const struct annotate_view *v, const struct annotate_code *c, const struct annotate_row *row)
{
	put_numbers(v, c, row);
	if (has_cycles(v, c))
		put_cycles(v, row->flow);
	fputs(" : ", v->out);
	if (row->text)
		put_jumps(v, c, row);
	fprintf(v->out, "  %" PRIx64 ":", row->address);
	if (row->text) {
		fputs("   ", v->out);
		if (v->shows_raw)
			put_bytes(v, row);
		fputs(row->text, v->out);
		put_reference(v, c, row);
		if (row->flow)
			put_flow(v, row->flow);
	}
	putc('\n', v->out);
}

/* --- lines with the most samples ------------------------------------------------------------------ */

static void put_summary(const struct annotate_view *v, const struct annotate_code *c, struct annotate_lines *lines)
{
	annotate_lines_sort(lines);
	fprintf(v->out, "\nSorted summary for file %s\n----------------------------------------------\n\n",
		annotate_view_dso(v, c->function));
	for (uint32_t i = 0; i < lines->n; i++) {
		const struct annotate_line *line = &lines->list[i];

		for (uint32_t e = 0; e < v->n_events; e++)
			fprintf(v->out, " %7.2f",
				annotate_view_percent(v, c->function, v->events[e], &line->sums[v->events[e]]));
		fprintf(v->out, " %s:%u\n", annotate_view_path(v, line->file), line->line);
	}
}

/* The summary stands above the code, so all rows are walked twice. */
static void write_summary(struct annotate_view *v, struct annotate_code *c, struct annotate_lines *lines)
{
	struct annotate_row row;

	annotate_lines_clear(lines, v->annotation->n_events);
	while (annotate_code_next(c, true, &row))
		if (row.n_frames && row.frames[0].file)
			annotate_lines_add(lines, &row);
	annotate_code_rewind(c);
	if (lines->n)
		put_summary(v, c, lines);
}

static void write_function(struct annotate_view *v, struct annotate_code *c, void *context)
{
	struct text_writer *w = context;
	struct annotate_row row;

	w->source.n_frames = 0;
	w->source.file = NULL;
	if (v->shows_jumps)
		annotate_code_jumps(c); /* without memory there are no lines */
	if (v->shows_summary)
		write_summary(v, c, &w->lines);
	put_head(v, c);
	while (annotate_code_next(c, !v->no_source, &row)) {
		row_source_above(&w->source, v, c, &row, put_source,
				 &(struct above){ .view = v, .code = c, .row = &row });
		put_row(v, c, &row);
	}
}

int annotate_text_write(struct annotate_view *v)
{
	struct text_writer *w = calloc(1, sizeof(*w));
	int result = w ? annotate_view_run(v, write_function, w) : -ENOMEM;

	if (w)
		annotate_lines_fini(&w->lines);
	free(w);
	return result;
}
