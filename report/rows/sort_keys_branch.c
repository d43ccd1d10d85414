/*
 * Branches: from where to where, and what the CPU says of them (perf_event_open(2), PERF_SAMPLE_BRANCH_STACK).
 */
#include "formats/record/sample_decode.h"
#include "report/rows/row_set.h"
#include "report/rows/sort_keys.h"

#include <inttypes.h>
#include <stdio.h>

#define TEXT_MAX 4096

/* --- ends ------------------------------------------------------------------------------------------------------ */

static bool end_locate(const struct key_sample *s, unsigned flags, struct location *ret_location)
{
	return !resolver_resolve_data(s->rows->resolver, s->at, sort_key_sample(s->rows, s->column, s->entry), flags,
				      ret_location);
}

static bool end_symbol(const struct key_sample *s, uint64_t value[static SORT_KEY_WORDS])
{
	struct location location;

	if (!end_locate(s, RESOLVE_SYMBOL, &location))
		return false;
	value[0] = location.frames[0];
	return true;
}

static bool end_dso(const struct key_sample *s, uint64_t value[static SORT_KEY_WORDS])
{
	struct location location;

	if (!end_locate(s, 0, &location))
		return false;
	value[0] = s->rows->frames->list[location.frames[0]].dso;
	return true;
}

/* Functions by where they begin, then what has none. */
static int symbols_compare(const struct rows *r, const struct column *column, const uint64_t *a, const uint64_t *b)
{
	const struct frame *x = &r->frames->list[*a], *y = &r->frames->list[*b];

	(void)column;
	if (frame_is_named(x) != frame_is_named(y))
		return frame_is_named(x) ? -1 : 1;
	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return frames_compare(r->frames, (uint32_t)*a, (uint32_t)*b);
}

static void symbol_text(const struct rows *r, const struct column *column, const struct row *row, const uint64_t *value,
			char *text, size_t size)
{
	(void)column, (void)row;
	sort_key_put_frame(r, (uint32_t)*value, r->frames->list[*value].level, text, size);
}

/* --- exact addresses: the second word is the text --------------------------------------------------------------- */

static bool end_address(const struct key_sample *s, uint64_t value[static SORT_KEY_WORDS])
{
	uint64_t addr = sort_key_sample(s->rows, s->column, s->entry);
	char level = resolver_level(sample_key_mode(&s->entry->key));
	struct location location;
	char text[TEXT_MAX];

	locator_find(&s->rows->resolver->locator, s->at, address_mode(addr), addr, RESOLVE_SYMBOL, &location);
	if (location.map && location.has_symbol && location.addr != location.symbol.start)
		snprintf(text, sizeof(text), "[%c] %s+%#" PRIx64, level, location.symbol.name,
			 location.addr - location.symbol.start);
	else if (location.map && location.has_symbol)
		snprintf(text, sizeof(text), "[%c] %s", level, location.symbol.name);
	else
		sort_key_put_address(level, addr && location.map ? location.addr : addr, text, sizeof(text));
	value[0] = addr;
	return sort_key_intern(s, text, &value[1]);
}

/* --- flags ------------------------------------------------------------------------------------------------------ */

static uint64_t branch_flags(const struct key_sample *s)
{
	return sort_key_sample(s->rows, s->column, s->entry);
}

static bool mispredict_value(const struct key_sample *s, uint64_t value[static SORT_KEY_WORDS])
{
	value[0] = BRANCH_PREDICTED(branch_flags(s)) ? 1 : BRANCH_MISPRED(branch_flags(s)) ? 2 : 0;
	return true;
}

static void mispredict_text(const struct rows *r, const struct column *column, const struct row *row,
			    const uint64_t *value, char *text, size_t size)
{
	static const char *const words[] = { "N/A", "N", "Y" };

	(void)r, (void)column, (void)row;
	snprintf(text, size, "%s", words[*value]);
}

static bool in_tx_value(const struct key_sample *s, uint64_t value[static SORT_KEY_WORDS])
{
	value[0] = BRANCH_IN_TX(branch_flags(s)) ? 'T' : '.';
	return true;
}

static bool abort_value(const struct key_sample *s, uint64_t value[static SORT_KEY_WORDS])
{
	value[0] = BRANCH_ABORT(branch_flags(s)) ? 'A' : '.';
	return true;
}

static void letter_text(const struct rows *r, const struct column *column, const struct row *row, const uint64_t *value,
			char *text, size_t size)
{
	(void)r, (void)column, (void)row;
	snprintf(text, size, "%c", (char)*value);
}

static bool cycles_value(const struct key_sample *s, uint64_t value[static SORT_KEY_WORDS])
{
	value[0] = BRANCH_CYCLES(branch_flags(s));
	return true;
}

static void cycles_text(const struct rows *r, const struct column *column, const struct row *row, const uint64_t *value,
			char *text, size_t size)
{
	if (*value)
		sort_key_put_number(r, column, row, value, text, size);
	else
		snprintf(text, size, "-");
}

/* --- numbers of a row's branches -------------------------------------------------------------------------------- */

/* In percent, of which the mean is shown. */
static uint64_t amount_predicted(const struct rows *r, const struct column *column, const struct sample_entry *e)
{
	return BRANCH_PREDICTED(sort_key_sample(r, column, e)) ? 100 * e->count : 0;
}

static uint64_t amount_aborted(const struct rows *r, const struct column *column, const struct sample_entry *e)
{
	return BRANCH_ABORT(sort_key_sample(r, column, e)) ? e->count : 0;
}

static uint64_t amount_cycles(const struct rows *r, const struct column *column, const struct sample_entry *e)
{
	return BRANCH_CYCLES(sort_key_sample(r, column, e)) * e->count;
}

static uint64_t cycles_number(const struct rows *r, const struct column *column, const struct row *row, uint32_t member)
{
	return (uint64_t)sort_key_mean(r, column, row, member);
}

/* One end of a branch. */
#define END_KEY(key_name, key_title, end, key_width, words, key_value, key_compare, key_text, chainless)         \
	{                                                                                                        \
		.name = key_name, .title = key_title, .mode = SORT_KEY_BRANCH, .width = key_width,               \
		.needs = KEY_ADDRESS | KEY_THREAD | KEY_MODE, .values = SAMPLE_VALUE_BIT(end), .n_words = words, \
		.value = key_value, .compare = key_compare, .text = key_text, .unpadded = chainless              \
	}
#define FLAG_KEY(key_name, key_title, key_value, key_text)                                               \
	{                                                                                                \
		.name = key_name, .title = key_title, .mode = SORT_KEY_BRANCH,                           \
		.values = SAMPLE_VALUE_BIT(SAMPLE_VALUE_BRANCH_FLAGS), .n_words = 1, .value = key_value, \
		.compare = sort_key_downwards, .text = key_text                                          \
	}
#define COUNT_KEY(key_name, key_title, key_number, key_amount)                     \
	{                                                                          \
		.name = key_name, .title = key_title, .mode = SORT_KEY_BRANCH,     \
		.values = SAMPLE_VALUE_BIT(SAMPLE_VALUE_BRANCH_FLAGS), .number = { \
			.of = key_number,                                          \
			.amount = key_amount                                       \
		}                                                                  \
	}

const struct sort_key sort_keys_branch[] = {
	END_KEY("dso_from", "Source Shared Object", SAMPLE_VALUE_BRANCH_FROM, 0, 1, end_dso, sort_key_strings_downwards,
		sort_key_put_string, false),
	END_KEY("dso_to", "Target Shared Object", SAMPLE_VALUE_BRANCH_TO, 0, 1, end_dso, sort_key_strings_downwards,
		sort_key_put_string, false),
	END_KEY("symbol_from", "Source Symbol", SAMPLE_VALUE_BRANCH_FROM, 0, 1, end_symbol, symbols_compare,
		symbol_text, true),
	END_KEY("symbol_to", "Target Symbol", SAMPLE_VALUE_BRANCH_TO, 0, 1, end_symbol, symbols_compare, symbol_text,
		true),
	FLAG_KEY("mispredict", "Branch Mispredicted", mispredict_value, mispredict_text),
	FLAG_KEY("in_tx", "Branch in transaction", in_tx_value, letter_text),
	FLAG_KEY("abort", "Transaction abort", abort_value, letter_text),
	FLAG_KEY("cycles", "Basic Block Cycles", cycles_value, cycles_text),
	END_KEY("addr_from", "Source Address", SAMPLE_VALUE_BRANCH_FROM, 0, 2, end_address, sort_key_labels,
		sort_key_put_label, true),
	END_KEY("addr_to", "Target Address", SAMPLE_VALUE_BRANCH_TO, 0, 2, end_address, sort_key_labels,
		sort_key_put_label, true),
	{ .name = "callchain_branch_predicted",
	  .title = "Predicted",
	  .mode = SORT_KEY_BRANCH,
	  .values = SAMPLE_VALUE_BIT(SAMPLE_VALUE_BRANCH_FLAGS),
	  .number = { .of = sort_key_mean_tenths, .amount = amount_predicted, .mean = sort_key_mean, .unit = "%" } },
	COUNT_KEY("callchain_branch_abort", "Abort", sort_key_sum, amount_aborted),
	COUNT_KEY("callchain_branch_cycles", "Cycles", cycles_number, amount_cycles),
	{ 0 },
};
