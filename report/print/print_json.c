#include "report/print/print_json.h"

#include "common/json.h"
#include "common/text.h"
#include "report/print/row_json.h"

#include <errno.h>
#include <stdlib.h>

#define JSON_VERSION   1
#define PERCENT_DIGITS 4
#define TEXT_MAX       4096

struct document {
	struct json json;
	const struct format_input *in;
	struct rows *rows;
	bool graphs_left_out;
};

static void put_name_string(struct json *j, const char *name, const char *text)
{
	json_name(j, name);
	json_string(j, text);
}

static void put_name_u64(struct json *j, const char *name, uint64_t v)
{
	json_name(j, name);
	json_u64(j, v);
}

static void put_percent(struct json *j, const char *name, uint64_t part, uint64_t whole)
{
	json_name(j, name);
	json_double(j, percent_of(part, whole), PERCENT_DIGITS);
}

/* Writes the symbol of a frame and, if wanted, its dso, as members of the current object. */
static void put_frame(struct document *d, const char *name, uint32_t number, bool with_dso)
{
	const struct frames *frames = d->rows->frames;
	const struct frame *frame = &frames->list[number];
	const char level[] = { frame->level, 0 };
	char text[TEXT_MAX];

	put_name_string(&d->json, name, frame_text(frames, number, text, sizeof(text)));
	if (with_dso)
		put_name_string(&d->json, "dso", strtab_get(frames->strings, frame->dso));
	put_name_string(&d->json, "level", level);
}

/* --- call graphs ---------------------------------------------------------------------- */

static int put_children(struct document *d, uint32_t node, uint64_t total, int depth);

static int put_node(struct document *d, uint32_t number, uint64_t total, int depth)
{
	const struct callgraph *g = d->in->callgraph;
	const struct callgraph_node *node = &g->nodes[number];
	struct json *j = &d->json;
	int result;

	json_begin(j, '{');
	json_name(j, "frames");
	json_begin(j, '[');
	for (uint32_t i = 0; i < node->n; i++) {
		json_begin(j, '{');
		put_frame(d, "symbol", g->frames[node->begin + i], true);
		json_end(j, '}');
	}
	json_end(j, ']');
	put_percent(j, "percent", node->total, total);
	put_name_u64(j, "samples", node->total_count);
	put_name_u64(j, "period", node->total);
	put_name_u64(j, "end_samples", node->hits_count);
	put_name_u64(j, "end_period", node->hits);
	result = put_children(d, number, total, depth + 1);
	json_end(j, '}');
	return result;
}

/* Writes the shown children of a node; none below CALLGRAPH_DEPTH_MAX, since readers of JSON limit its depth. */
static int put_children(struct document *d, uint32_t node, uint64_t total, int depth)
{
	uint32_t n = 0;
	uint32_t *list = callgraph_children(d->in->callgraph, node, &n);
	int result = 0;

	if (!list)
		return -ENOMEM;
	json_name(&d->json, "children");
	json_begin(&d->json, '[');
	for (uint32_t i = 0; i < n && !result && depth < CALLGRAPH_DEPTH_MAX; i++)
		result = put_node(d, list[i], total, depth);
	json_end(&d->json, ']');
	free(list);
	return result;
}

/* Lines of JSON for a frame, which takes one line as text, and for a node. */
#define FRAME_LINES 5
#define NODE_LINES  8

/* Builds the graph of a row. -E2BIG: it would take more steps than are left, to build or to write. */
static int build_graph(struct callgraph *g, const struct row *row)
{
	int result = callgraph_build(g, row);
	uint64_t lines = (uint64_t)g->n_frames * (FRAME_LINES - 1) + (uint64_t)g->n * NODE_LINES;

	return result || callgraph_steps_take(&g->steps, lines * CALLGRAPH_LINE) ? result : -E2BIG;
}

static int put_graph(struct document *d, const struct row *row)
{
	struct callgraph *g = d->in->callgraph;
	uint32_t event = row_key(d->rows, row)->event;
	uint64_t row_total = d->rows->options->wants_children ? row->children : row->period;
	int result;

	if (!g || row_total < callgraph_minimum(g, event))
		return 0;
	result = build_graph(g, row);
	if (result == -E2BIG) {
		d->graphs_left_out = true;
		return 0;
	}
	if (result || g->n <= 1)
		return result;
	json_name(&d->json, "callgraph");
	json_begin(&d->json, '{');
	put_name_string(&d->json, "order", g->options->by_caller ? "caller" : "callee");
	result = put_children(d, 0, d->rows->totals[event].period, 1);
	json_end(&d->json, '}');
	return result;
}

/* --- rows ----------------------------------------------------------------------------- */

static void put_field(void *json, const struct row_field *field)
{
	row_json_put(json, field);
}

/* Writes the name and the totals of an event. */
static void put_totals(struct document *d, uint32_t event)
{
	put_name_string(&d->json, "name", d->rows->analysis->file->events[event].name);
	put_name_u64(&d->json, "samples", d->rows->totals[event].count);
	put_name_u64(&d->json, "period", d->rows->totals[event].period);
}

/* Writes the members of a group that `event` leads: the numbers of each in a row or, without a row, its totals. */
static void put_members(struct document *d, const struct row *row, uint32_t event)
{
	uint32_t n = d->rows->options->groups->list[event].n_members;
	struct json *j = &d->json;

	if (n < 2)
		return;
	json_name(j, "members");
	json_begin(j, '[');
	for (uint32_t i = 0; i < n; i++) {
		json_begin(j, '{');
		if (row)
			row_fields_counts(d->rows, row, event, i, put_field, j);
		else
			put_totals(d, event + i);
		json_end(j, '}');
	}
	json_end(j, ']');
}

static int put_row(void *document, const struct row *row, uint32_t event)
{
	struct document *d = document;
	struct json *j = &d->json;
	int result;

	json_line(j);
	json_begin(j, '{');
	row_fields_counts(d->rows, row, event, 0, put_field, j);
	row_fields_columns(d->rows, row, event, put_field, j);
	put_members(d, row, event);
	result = put_graph(d, row);
	json_end(j, '}');
	return result;
}

static int put_event(struct document *d, uint32_t event)
{
	struct json *j = &d->json;
	int result;

	json_line(j);
	json_begin(j, '{');
	put_totals(d, event);
	put_members(d, NULL, event);
	json_name(j, "rows");
	json_begin(j, '[');
	result = row_fields_of_event(d->rows, event, d->in->percent_limit, put_row, d);
	json_end(j, ']');
	json_end(j, '}');
	return result;
}

int print_json(FILE *out, const struct format_input *in, const char **ret_note)
{
	struct document d = { .json = { .out = out }, .in = in, .rows = in->rows };
	const struct analysis *a = in->rows->analysis;
	struct json *j = &d.json;
	int result = 0;

	json_begin(j, '{');
	put_name_u64(j, "version", JSON_VERSION);
	put_name_string(j, "file", in->file);
	put_name_u64(j, "lost_records", a->counts.lost);
	put_name_u64(j, "lost_samples", a->counts.lost_samples);
	json_name(j, "damaged");
	json_bool(j, in->damaged);
	json_name(j, "events");
	json_begin(j, '[');
	for (uint32_t event = 0; event < a->file->n_events && !result; event++)
		if (!event_group_member(in->rows->options->groups, event))
			result = put_event(&d, event);
	json_end(j, ']');
	json_name(j, "callgraphs_left_out");
	json_bool(j, d.graphs_left_out);
	json_end(j, '}');
	fputc('\n', out);
	*ret_note = d.graphs_left_out
			    ? "call graphs of the smaller rows are left out, since all together they would be too "
			      "large; more are shown with a higher threshold (-g graph,5) or of fewer samples"
			    : NULL;
	return result;
}
