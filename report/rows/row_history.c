#include "report/rows/row_history.h"

#include "report/rows/call_tree_merge.h"

#include <errno.h>
#include <stdlib.h>

bool row_history_possible(const struct columns *columns)
{
	return !columns->n_words;
}

static void decay(uint64_t *n)
{
	*n -= *n / 8 + (*n % 8 != 0);
}

static void decay_row(const struct rows *r, struct row *row)
{
	uint64_t n_sums = (r->shares.n + 1ull) * r->options->columns->n_sums;

	decay(&row->period);
	decay(&row->count);
	decay(&row->children);
	decay(&row->chainless);
	decay(&row->chainless_count);
	for (uint32_t member = 1; member <= r->shares.n; member++) {
		struct row_share *share = row_share(r, row, member);

		decay(&share->period);
		decay(&share->count);
		decay(&share->children);
	}
	for (uint64_t i = 0; i < n_sums; i++)
		decay(&rows_sum(r, row, 0, 0)[i]);
}

static void decay_calls(struct call_tree *t)
{
	for (uint32_t node = 0; node < t->n; node++) {
		decay(&t->nodes[node].self);
		decay(&t->nodes[node].self_count);
		decay(&t->nodes[node].total);
		decay(&t->nodes[node].total_count);
	}
}

void row_history_decay(struct rows *older)
{
	for (uint32_t i = 0; i < older->keys.n; i++)
		decay_row(older, &older->list[i]);
	for (uint32_t event = 0; event < older->analysis->file->n_events; event++) {
		decay(&older->totals[event].period);
		decay(&older->totals[event].count);
		decay(&older->totals[event].latency);
	}
	if (older->options->wants_callgraph)
		decay_calls(&older->calls);
}

static bool row_is_gone(const struct rows *r, const struct row *row)
{
	uint64_t left = row->period | row->children;

	for (uint32_t member = 1; member <= r->shares.n; member++)
		left |= row_share(r, row, member)->period | row_share(r, row, member)->children;
	return !left;
}

/* Adds the rows. Returns 1 + the number in r of each, 0: it is gone; NULL without memory. */
static uint32_t *add_rows(struct rows *r, const struct rows *older)
{
	uint32_t *numbers = calloc(older->keys.n + 1ull, sizeof(*numbers));

	for (uint32_t i = 0; numbers && i < older->keys.n; i++) {
		struct row *row;

		if (row_is_gone(older, &older->list[i]))
			continue;
		row = rows_get(r, &older->keys.list[i]);
		if (!row) {
			free(numbers);
			return NULL;
		}
		row_add_all(r, row, older, &older->list[i]);
		numbers[i] = row->number + 1;
	}
	return numbers;
}

static uint32_t *add_prefixes(struct rows *r, const struct rows *older)
{
	uint32_t *numbers = malloc((older->row_prefixes.n + 1ull) * sizeof(*numbers));

	for (uint32_t i = 0; numbers && i < older->row_prefixes.n; i++) {
		numbers[i] = row_keys_add(&r->row_prefixes, &older->row_prefixes.list[i]);
		if (numbers[i] == ROW_NONE) {
			free(numbers);
			return NULL;
		}
	}
	return numbers;
}

/* Adds the chains, and which rows their positions have. rows: as add_rows. */
static int add_calls(struct rows *r, const struct rows *older, const uint32_t *rows)
{
	const struct position_rows *known = &older->position_rows;
	uint32_t n = known->n < older->calls.n_frames ? known->n : older->calls.n_frames;
	uint32_t *prefixes = add_prefixes(r, older), *positions = NULL;
	int result = -ENOMEM;

	if (prefixes)
		positions = call_tree_merge_finished(&r->calls, &older->calls, prefixes);
	if (positions && (!known->n || !rows_reach_positions(r)))
		result = 0;
	for (uint32_t position = 1; position < n && !result; position++)
		if (positions[position] && known->list[position])
			r->position_rows.list[positions[position]] = rows[known->list[position] - 1];
	free(prefixes);
	free(positions);
	return result;
}

int row_history_add(struct rows *r, const struct rows *older)
{
	uint32_t *rows = add_rows(r, older);
	int result = rows ? 0 : -ENOMEM;

	if (!result && r->options->wants_callgraph)
		result = add_calls(r, older, rows);
	for (uint32_t event = 0; event < r->analysis->file->n_events && !result; event++) {
		r->totals[event].period += older->totals[event].period;
		r->totals[event].count += older->totals[event].count;
		r->totals[event].latency += older->totals[event].latency;
	}
	free(rows);
	return result;
}
