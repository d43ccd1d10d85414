#include "report/command/browse_times.h"

#include <errno.h>
#include <stdlib.h>

/* A reading of the recording, whose rows are times. */
struct reading {
	struct reader_options options;
	struct reader reader;
	struct columns columns;
	struct event_groups groups;
	struct rows_options rows_options;
	struct rows rows;
};

static int read_rows(struct reading *g, const struct reader *beside, struct error *err)
{
	struct analysis_options analysis = { 0 };
	int result = columns_parse(&g->columns, "time", NULL, 0, SORT_KEY_ANY, err);

	g->rows_options.columns = &g->columns;
	g->rows_options.groups = &g->groups;
	rows_plan(&g->rows_options, &analysis);
	if (!result)
		result = reader_open_beside(&g->reader, beside, &g->options, err);
	if (!result)
		result = reader_choose_in_any_order(&g->reader, NULL, err);
	if (!result)
		result = event_groups_read(&g->groups, g->reader.file, EVENT_GROUPS_OFF, &g->reader.choice, err);
	if (result)
		return result;
	analysis.plan.choice = reader_choice(&g->reader);
	result = reader_analyse(&g->reader, &analysis, err);
	if (!result)
		result = reader_symbolize(&g->reader, false, err);
	return result ? result : rows_build(&g->rows, &g->reader.profile, &g->rows_options, err);
}

static void count(struct time_strip *t, const struct reading *g, uint32_t event)
{
	const struct column *column = columns_shown(&g->columns, g->columns.n - 1);

	for (uint32_t i = 0; i < g->rows.keys.n; i++) {
		uint64_t value[SORT_KEY_WORDS], piece;

		if (g->rows.keys.list[i].event != event)
			continue;
		rows_value(&g->rows, &g->rows.keys.list[i], column, value);
		piece = value[0] < t->first ? 0 : (value[0] - t->first) / t->piece;
		if (piece < t->n)
			t->counts[piece] += g->rows.list[i].count;
	}
}

int browse_times_read(struct time_strip *ret_strip, const struct reader *beside, const struct rows *rows,
		      uint32_t event, unsigned pieces, struct error *err)
{
	struct reading g = { .options = *beside->options };
	uint64_t first = rows->counted.first, last = rows->counted.last;
	struct time_strip t = { .n = pieces };
	int result;

	if (!rows->analysis->file->timed || last <= first)
		return error_set(err, -ENODATA, "the samples have no times, or all the same");
	/* Times are rounded down to pieces of the clock, so that the first and the last one may be cut. */
	t.piece = (last - first) / (pieces - 2) + 1;
	t.first = first - first % t.piece;
	t.counts = calloc(pieces, sizeof(*t.counts));
	g.rows_options = (struct rows_options){ .filter = rows->options->filter,
						.socket = rows->options->socket,
						.time_quantum = t.piece,
						.workers = rows->options->workers };
	result = t.counts ? read_rows(&g, beside, err) : error_nomem(err);
	if (!result)
		count(&t, &g, event);
	rows_fini(&g.rows);
	event_groups_fini(&g.groups);
	reader_close(&g.reader);
	if (result)
		time_strip_fini(&t);
	else
		*ret_strip = t;
	return result;
}
