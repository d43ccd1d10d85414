#include "report/rows/row_shard.h"

#include "report/rows/call_tree_merge.h"

#include <stdlib.h>

bool row_shard_possible(const struct rows *r)
{
	return !r->options->columns->n_words && !r->options->parents_only;
}

int row_shard_init(struct row_shard *s, const struct rows *r)
{
	int result = profile_share(&s->profile, r->profile, &s->names);

	return result ? result : row_set_init(&s->rows, &s->profile, r->options);
}

void row_shard_fini(struct row_shard *s)
{
	row_set_fini(&s->rows);
	profile_unshare(&s->profile);
}

/* Numbers in the report, by those in the shard. */
struct shard_maps {
	uint32_t *strings, *frames, *row_prefixes, *rows;
};

static void maps_free(struct shard_maps *m)
{
	free(m->strings);
	free(m->frames);
	free(m->row_prefixes);
}

static bool map_strings(struct rows *r, const struct row_shard *s, struct shard_maps *m)
{
	const struct strtab *strings = &s->names.strings;

	m->strings = malloc((strings->n + 1ull) * sizeof(*m->strings));
	for (uint32_t i = 0; m->strings && i < strings->n; i++) {
		m->strings[i] = i < strings->n_base ? i : strtab_add_string(r->frames->strings, strings->strings[i]);
		if (m->strings[i] == STRTAB_NONE)
			return false;
	}
	return m->strings;
}

static bool map_frames(struct rows *r, const struct row_shard *s, struct shard_maps *m)
{
	const struct frames *frames = &s->names.frames;

	m->frames = malloc((frames->n + 1ull) * sizeof(*m->frames));
	for (uint32_t i = 0; m->frames && i < frames->n; i++) {
		struct frame frame = frames->list[i];

		frame.dso = m->strings[frame.dso];
		frame.name = m->strings[frame.name];
		frame.line = m->strings[frame.line];
		m->frames[i] = frames_intern(r->frames, &frame);
		if (m->frames[i] == FRAMES_NONE)
			return false;
	}
	return m->frames && !resolver_merge(r->resolver, s->rows.resolver, m->frames);
}

/* has_frame: keys have what they were told apart by of functions. */
static struct row_key map_key(const struct rows *r, const struct row_key *key, const struct shard_maps *m,
			      bool has_frame)
{
	struct row_key mapped = *key;

	mapped.comm = m->strings[key->comm];
	mapped.dso = m->strings[key->dso];
	if (has_frame && r->options->columns->needs & KEY_SYM)
		mapped.frame = m->frames[key->frame];
	return mapped;
}

static bool map_prefixes(struct rows *r, const struct row_shard *s, struct shard_maps *m)
{
	const struct row_keys *row_prefixes = &s->rows.row_prefixes;

	m->row_prefixes = malloc((row_prefixes->n + 1ull) * sizeof(*m->row_prefixes));
	for (uint32_t i = 0; m->row_prefixes && i < row_prefixes->n; i++) {
		const struct row_key key = map_key(r, &row_prefixes->list[i], m, r->options->own_prefixes);

		m->row_prefixes[i] = row_keys_add(&r->row_prefixes, &key);
		if (m->row_prefixes[i] == ROW_NONE)
			return false;
	}
	return m->row_prefixes;
}

static bool map_rows(struct rows *r, const struct row_shard *s, struct shard_maps *m)
{
	m->rows = malloc((s->rows.keys.n + 1ull) * sizeof(*m->rows));
	for (uint32_t i = 0; m->rows && i < s->rows.keys.n; i++) {
		const struct row_key key = map_key(r, &s->rows.keys.list[i], m, true);
		struct row *row = rows_get(r, &key);

		if (!row)
			return false;
		m->rows[i] = row->number;
		row_add_all(r, row, &s->rows, &s->rows.list[i]);
	}
	return m->rows;
}

static void add_totals(struct rows *r, const struct rows *shard)
{
	for (uint32_t event = 0; event < r->analysis->file->n_events; event++) {
		r->totals[event].period += shard->totals[event].period;
		r->totals[event].count += shard->totals[event].count;
		r->totals[event].latency += shard->totals[event].latency;
	}
	if (r->counted.first > shard->counted.first)
		r->counted.first = shard->counted.first;
	if (r->counted.last < shard->counted.last)
		r->counted.last = shard->counted.last;
	r->counted.n_guests += shard->counted.n_guests;
}

/* The call tree of the first shard, and the rows of its positions, become the report's. */
static bool adopt_calls(struct rows *r, struct row_shard *s, const struct shard_maps *m)
{
	struct position_rows *known = &r->position_rows;
	const struct position_rows unused = *known;

	if (call_tree_adopt(&r->calls, &s->rows.calls, m->row_prefixes, m->frames))
		return false;
	*known = s->rows.position_rows;
	s->rows.position_rows = unused;
	for (uint32_t position = 1; position < known->n; position++)
		if (known->list[position])
			known->list[position] = 1 + m->rows[known->list[position] - 1];
	return true;
}

/* The call tree, and the rows of its positions. */
static bool merge_calls(struct rows *r, const struct row_shard *s, const struct shard_maps *m)
{
	uint32_t *positions = call_tree_merge(&r->calls, &s->rows.calls, m->row_prefixes, m->frames);
	const struct position_rows *known = &s->rows.position_rows;
	uint32_t n = known->n < s->rows.calls.n_frames ? known->n : s->rows.calls.n_frames;

	if (!positions || (known->n && rows_reach_positions(r))) {
		free(positions);
		return false;
	}
	for (uint32_t position = 1; position < n; position++)
		if (known->list[position])
			r->position_rows.list[positions[position]] = 1 + m->rows[known->list[position] - 1];
	free(positions);
	return true;
}

static bool add_calls(struct rows *r, struct row_shard *s, const struct shard_maps *m)
{
	return call_tree_is_empty(&r->calls) ? adopt_calls(r, s, m) : merge_calls(r, s, m);
}

uint32_t *row_shard_merge(struct rows *r, struct row_shard *s, bool its_prefixes)
{
	struct shard_maps maps = { 0 };

	if (!map_strings(r, s, &maps) || !map_frames(r, s, &maps) || (its_prefixes && !map_prefixes(r, s, &maps)) ||
	    !map_rows(r, s, &maps) || (r->options->wants_callgraph && !add_calls(r, s, &maps))) {
		free(maps.rows);
		maps.rows = NULL;
	}
	add_totals(r, &s->rows);
	maps_free(&maps);
	return maps.rows;
}
