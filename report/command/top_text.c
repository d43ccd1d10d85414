#include "report/command/top_text.h"

#include "report/print/print_rows.h"
#include "report/print/print_view.h"

#include <inttypes.h>

static double percent(uint64_t part, uint64_t all)
{
	return all ? 100.0 * (double)part / (double)all : 0;
}

static void print_head(FILE *out, const struct top_intervals *t, double seconds)
{
	const struct top_counts *c = &t->last->counts;

	fprintf(out, "%s%" PRIu64 " samples in %.1f s, %.1f%% in the kernel, %.1f%% prec itself, ",
		t->is_for_person ? "" : "# ", c->n, seconds, percent(c->n_kernel, c->n), percent(c->n_own, c->n));
	fprintf(out, "%" PRIu64 " lost\n", c->n_lost);
}

static int print_event(FILE *out, struct top_intervals *t, uint32_t event, const struct print_options *options)
{
	struct report *r = &t->last->report;
	uint32_t hidden;
	int result;

	if (t->is_for_person)
		print_view_event(out, &r->rows, event);
	else
		print_event_heading(out, &r->rows, event, r->sort);
	result = print_rows(out, &r->rows, event, options, &hidden);
	fputc('\n', out);
	return result;
}

int top_text_print(FILE *out, struct top_intervals *t, double seconds, struct top_room room)
{
	struct report *r = &t->last->report;
	const uint64_t filter = t->options->count_filter;
	struct print_options options = {
		.max_rows = room.rows,
		.percent_limit = r->options.percent_limit > 0 ? r->options.percent_limit : 0,
		.widths = r->options.widths,
		.min_count = filter ? filter + 1 : 0,
		.for_person = t->is_for_person,
		.columns = room.columns,
	};
	int result = 0;

	if (r->rows_options.wants_callgraph) {
		r->options.callgraph.columns = room.columns;
		options.callgraph = &r->callgraph;
		result = callgraph_init(&r->callgraph, &r->rows, &r->options.callgraph);
	}
	print_head(out, t, seconds);
	for (uint32_t event = 0; event < r->reader.file->n_events && !result; event++)
		if (!event_group_member(&r->groups, event) &&
		    (rows_has_samples(&r->rows, event) || r->reader.file->n_events == 1))
			result = print_event(out, t, event, &options);
	if (options.callgraph)
		callgraph_fini(&r->callgraph);
	return result;
}
