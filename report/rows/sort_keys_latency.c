/*
 * How many threads ran at a time, and time as whoever waits for all of them sees it: a sample of one thread among n
 * that run counts an n-th.
 */
#include "report/rows/row_set.h"
#include "report/rows/sort_keys.h"

static bool parallelism_value(const struct key_sample *s, uint64_t value[static SORT_KEY_WORDS])
{
	value[0] = profile_parallelism(s->rows->profile, s->entry);
	return true;
}

static uint64_t amount_latency(const struct rows *r, const struct column *column, const struct sample_entry *e)
{
	(void)column;
	return profile_latency(r->profile, e);
}

static uint64_t total_latency(const struct rows *r, uint32_t event)
{
	return r->totals[event].latency;
}

const struct sort_key sort_keys_latency[] = {
	{ .name = "parallelism",
	  .title = "Parallelism",
	  .values = SAMPLE_VALUE_BIT(SAMPLE_VALUE_RUNNING),
	  .n_words = 1,
	  .is_right = true,
	  .value = parallelism_value,
	  .compare = sort_key_upwards,
	  .text = sort_key_put_number,
	  .as_number = sort_key_number },
	{ .name = "latency",
	  .title = "Latency",
	  .values = SAMPLE_VALUE_BIT(SAMPLE_VALUE_RUNNING),
	  .number = { .of = sort_key_sum, .amount = amount_latency, .is_share = true, .total = total_latency },
	  .width = SORT_KEY_SHARE_WIDTH },
	{ .name = "latency_children",
	  .title = "Latency",
	  .needs = KEY_CHILDREN,
	  .values = SAMPLE_VALUE_BIT(SAMPLE_VALUE_RUNNING),
	  .number = { .of = sort_key_sum,
		      .amount = amount_latency,
		      .of_callees = true,
		      .is_share = true,
		      .total = total_latency } },
	{ 0 },
};
