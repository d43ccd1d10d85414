/*
 * What rows count: samples, periods, and shares of them.
 */
#include "report/rows/row_set.h"
#include "report/rows/sort_keys.h"

static uint64_t row_period(const struct rows *r, const struct column *column, const struct row *row, uint32_t member)
{
	(void)column;
	return row_counts(r, row, member).period;
}

static uint64_t row_children_period(const struct rows *r, const struct column *column, const struct row *row,
				    uint32_t member)
{
	(void)column;
	return row_counts(r, row, member).children;
}

static uint64_t row_count(const struct rows *r, const struct column *column, const struct row *row, uint32_t member)
{
	(void)column;
	return row_counts(r, row, member).count;
}

uint64_t sort_key_sum(const struct rows *r, const struct column *column, const struct row *row, uint32_t member)
{
	return *rows_sum(r, row, member, column->slot);
}

double sort_key_mean(const struct rows *r, const struct column *column, const struct row *row, uint32_t member)
{
	uint64_t count = row_counts(r, row, member).count;

	return count ? (double)sort_key_sum(r, column, row, member) / (double)count : 0;
}

uint64_t sort_key_mean_tenths(const struct rows *r, const struct column *column, const struct row *row, uint32_t member)
{
	return (uint64_t)(sort_key_mean(r, column, row, member) * 10);
}

static uint64_t amount_of_mode(const struct sample_entry *e, unsigned mode)
{
	return sample_key_mode(&e->key) == mode ? e->period : 0;
}

static uint64_t amount_kernel(const struct rows *r, const struct column *column, const struct sample_entry *e)
{
	(void)r, (void)column;
	return amount_of_mode(e, RECORD_MISC_KERNEL);
}

static uint64_t amount_user(const struct rows *r, const struct column *column, const struct sample_entry *e)
{
	(void)r, (void)column;
	return amount_of_mode(e, RECORD_MISC_USER);
}

static uint64_t amount_guest_kernel(const struct rows *r, const struct column *column, const struct sample_entry *e)
{
	(void)r, (void)column;
	return amount_of_mode(e, RECORD_MISC_GUEST_KERNEL);
}

static uint64_t amount_guest_user(const struct rows *r, const struct column *column, const struct sample_entry *e)
{
	(void)r, (void)column;
	return amount_of_mode(e, RECORD_MISC_GUEST_USER);
}

#define COUNT_WIDTH 12

/* A share of the periods of one mode. */
#define MODE_KEY(key_name, key_title, key_amount)                                         \
	{                                                                                 \
		.name = key_name, .title = key_title, .needs = KEY_MODE,                  \
		.number = { .of = sort_key_sum, .amount = key_amount, .is_share = true }, \
		.width = SORT_KEY_SHARE_WIDTH                                             \
	}

const struct sort_key sort_keys_numbers[] = {
	{ .name = "overhead",
	  .title = "Overhead",
	  .number = { .of = row_period, .is_share = true },
	  .width = SORT_KEY_SHARE_WIDTH },
	MODE_KEY("overhead_sys", "sys", amount_kernel),
	MODE_KEY("overhead_us", "usr", amount_user),
	MODE_KEY("overhead_guest_sys", "guest sys", amount_guest_kernel),
	MODE_KEY("overhead_guest_us", "guest usr", amount_guest_user),
	{ .name = "overhead_children",
	  .title = "Children",
	  .needs = KEY_CHILDREN,
	  .number = { .of = row_children_period, .is_share = true },
	  .width = SORT_KEY_SHARE_WIDTH },
	{ .name = "sample", .title = "Samples", .width = COUNT_WIDTH, .number = { .of = row_count } },
	{ .name = "period", .title = "Period", .width = COUNT_WIDTH, .number = { .of = row_period } },
	{ 0 },
};
