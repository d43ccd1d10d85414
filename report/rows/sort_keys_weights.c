/*
 * What a sample cost, as the hardware weighed it (perf_event_open(2), PERF_SAMPLE_WEIGHT and
 * PERF_SAMPLE_WEIGHT_STRUCT), and transactional memory. The titles are those of Linux perf 7.3 on x86.
 */
#include "common/bytes.h"
#include "report/rows/row_set.h"
#include "report/rows/sort_keys.h"

#include <inttypes.h>
#include <stdio.h>

/* Of all samples of the row, which have the same one. */
static double global_number(const struct rows *r, const struct row *row, const uint64_t *value)
{
	(void)r;
	return (double)(*value * (row ? row->count : 1));
}

static void global_text(const struct rows *r, const struct column *column, const struct row *row, const uint64_t *value,
			char *text, size_t size)
{
	(void)r, (void)column;
	snprintf(text, size, "%" PRIu64, *value * (row ? row->count : 1));
}

#define LOCAL_KEY(key_name, key_title, bit)                                                                       \
	{                                                                                                         \
		.name = key_name, .title = key_title, .values = SAMPLE_VALUE_BIT(bit), .width = 12, .n_words = 1, \
		.value = sort_key_sample_value, .compare = sort_key_downwards, .text = sort_key_put_number,       \
		.as_number = sort_key_number                                                                      \
	}
#define GLOBAL_KEY(key_name, key_title, bit)                                                                      \
	{                                                                                                         \
		.name = key_name, .title = key_title, .values = SAMPLE_VALUE_BIT(bit), .width = 12, .n_words = 1, \
		.value = sort_key_sample_value, .compare = sort_key_downwards, .text = global_text,               \
		.as_number = global_number                                                                        \
	}

/* --- transactions --------------------------------------------------------------------------------------------- */

/* PERF_TXN_*, linux/perf_event.h. */
static const struct {
	uint64_t bit;
	const char *name;
} transaction_bits[] = {
	{ 1u << 0, "EL " },    { 1u << 1, "TX " },  { 1u << 2, "SYNC " },      { 1u << 3, "ASYNC " },
	{ 1u << 4, "RETRY " }, { 1u << 5, "CON " }, { 1u << 6, "CAP-WRITE " }, { 1u << 7, "CAP-READ " },
};
#define TRANSACTION_SYNC_ASYNC  (3u << 2)
#define TRANSACTION_ABORT_SHIFT 32
#define TRANSACTION_WIDTH       32

/* As in Linux perf, where there is one there is room for what most of them say. */
static int transaction_width(const struct rows *r, const uint64_t *value, const char *text)
{
	(void)r;
	return *value && strlen(text) < TRANSACTION_WIDTH ? TRANSACTION_WIDTH : (int)strlen(text);
}

static void transaction_text(const struct rows *r, const struct column *column, const struct row *row,
			     const uint64_t *value, char *text, size_t size)
{
	size_t used = 0;

	(void)r, (void)column, (void)row;
	*text = 0;
	for (size_t i = 0; i < ARRAY_SIZE(transaction_bits) && used < size; i++)
		if (*value & transaction_bits[i].bit)
			used += (size_t)snprintf(text + used, size - used, "%s", transaction_bits[i].name);
	if (*value && !(*value & TRANSACTION_SYNC_ASYNC) && used < size)
		used += (size_t)snprintf(text + used, size - used, "NEITHER ");
	if (*value >> TRANSACTION_ABORT_SHIFT && used < size)
		snprintf(text + used, size - used, ":%" PRIx64, *value >> TRANSACTION_ABORT_SHIFT);
}

/* --- means, as fields ----------------------------------------------------------------------------------------- */

static uint64_t amount_weight(const struct rows *r, const struct column *column, const struct sample_entry *e)
{
	return sort_key_sample(r, column, e) * e->count;
}

#define MEAN_KEY(key_name, key_title, bit)                                                                     \
	{                                                                                                      \
		.name = key_name, .title = key_title, .values = SAMPLE_VALUE_BIT(bit), .width = 8, .number = { \
			.of = sort_key_mean_tenths,                                                            \
			.amount = amount_weight,                                                               \
			.mean = sort_key_mean                                                                  \
		}                                                                                              \
	}

const struct sort_key sort_keys_weights[] = {
	LOCAL_KEY("local_weight", "Local Weight", SAMPLE_VALUE_WEIGHT),
	GLOBAL_KEY("weight", "Weight", SAMPLE_VALUE_WEIGHT),
	{ .name = "transaction",
	  .title = "Transaction                ",
	  .values = SAMPLE_VALUE_BIT(SAMPLE_VALUE_TRANSACTION),
	  .n_words = 1,
	  .value = sort_key_sample_value,
	  .compare = sort_key_downwards,
	  .text = transaction_text,
	  .text_width = transaction_width },
	LOCAL_KEY("local_ins_lat", "Local INSTR Latency", SAMPLE_VALUE_WEIGHT2),
	GLOBAL_KEY("ins_lat", "INSTR Latency", SAMPLE_VALUE_WEIGHT2),
	LOCAL_KEY("local_p_stage_cyc", "Local Retire Latency", SAMPLE_VALUE_WEIGHT3),
	GLOBAL_KEY("p_stage_cyc", "Retire Latency", SAMPLE_VALUE_WEIGHT3),
	LOCAL_KEY("local_retire_lat", "Local Pipeline Stage Cycle", SAMPLE_VALUE_WEIGHT3),
	GLOBAL_KEY("retire_lat", "Pipeline Stage Cycle", SAMPLE_VALUE_WEIGHT3),
	MEAN_KEY("weight1", "Weight1", SAMPLE_VALUE_WEIGHT),
	MEAN_KEY("weight2", "Weight2", SAMPLE_VALUE_WEIGHT2),
	MEAN_KEY("weight3", "Weight3", SAMPLE_VALUE_WEIGHT3),
	/* As fields these names are the means. */
	MEAN_KEY("ins_lat", "Weight2", SAMPLE_VALUE_WEIGHT2),
	MEAN_KEY("retire_lat", "Weight3", SAMPLE_VALUE_WEIGHT3),
	MEAN_KEY("p_stage_cyc", "Weight3", SAMPLE_VALUE_WEIGHT3),
	{ 0 },
};
