/*
 * Fields that divide a row's accesses to memory by what they were, each kind with its share of all of the event
 * (perf_event_open(2), perf_mem_data_src). Names are those of Linux perf 7.3; what is of no kind is the last one.
 */
#include "report/rows/row_set.h"
#include "report/rows/sort_keys.h"

/* PERF_MEM_OP_*, linux/perf_event.h, and so on. */
static const struct sort_key_part op_parts[] = {
	{ "Load", 2, false },
	{ "Store", 4, false },
	{ "Ld+St", 6, false },
	{ "Pfetch", 8, true },
	{ "Exec", 16, true },
	{ "Other", 0, false },
	{ 0 },
};
static const struct sort_key_part cache_parts[] = {
	{ "L1", 1, false },      { "L2", 2, false },     { "L3", 3, false },    { "L4", 4, false },
	{ "L1-buf", 12, false }, { "L2-buf", 5, false }, { "Other", 0, false }, { 0 },
};
static const struct sort_key_part memory_parts[] = {
	{ "RAM", 13, false }, { "MSC", 6, false },   { "Uncach", 8, false }, { "CXL", 9, false },
	{ "IO", 10, false },  { "PMEM", 14, false }, { "Other", 0, false },  { 0 },
};
static const struct sort_key_part snoop_parts[] = {
	{ "Hit", 4, false }, { "HitM", 16, false }, { "Miss", 8, false }, { "Other", 0, false }, { 0 },
};
static const struct sort_key_part dtlb_parts[] = {
	{ "L1-Hit", 8 | 2, false }, { "L2-Hit", 16 | 2, false }, { "L?-Hit", 16 | 8 | 2, false },
	{ "Miss", 4, true },        { "Other", 0, false },       { 0 },
};

/* Which part a field of the data source is of. */
static unsigned part_of(const struct sort_key_part *parts, uint64_t field)
{
	unsigned n = 0;

	while (parts[n].bits && (parts[n].any ? !(field & parts[n].bits) : field != parts[n].bits))
		n++;
	return n;
}

#define FIELD_PART(name, shift, mask)                                                                         \
	static unsigned name(const struct rows *r, const struct column *column, const struct sample_entry *e) \
	{                                                                                                     \
		return part_of(column->key->number.parts, sort_key_sample(r, column, e) >> (shift) & (mask)); \
	}

FIELD_PART(op_part, 0, 0x1f)
FIELD_PART(snoop_part, 19, 0x1f)
FIELD_PART(tlb_part, 26, 0x7f)
FIELD_PART(level_part, 33, 15)

/* As in Linux perf, rows are ordered by all of them together. */
static uint64_t row_all(const struct rows *r, const struct column *column, const struct row *row, uint32_t member)
{
	(void)column;
	return row_counts(r, row, member).period;
}

#define BREAKDOWN_KEY(key_name, key_title, key_parts, key_part)                    \
	{                                                                          \
		.name = key_name, .title = key_title, .mode = SORT_KEY_MEMORY,     \
		.number = { .of = row_all, .parts = key_parts, .part = key_part }, \
		.values = SAMPLE_VALUE_BIT(SAMPLE_VALUE_DATA_SRC)                  \
	}

const struct sort_key sort_keys_breakdown[] = {
	BREAKDOWN_KEY("op", "Mem Op", op_parts, op_part),
	BREAKDOWN_KEY("cache", "Cache", cache_parts, level_part),
	BREAKDOWN_KEY("memory", "Memory", memory_parts, level_part),
	BREAKDOWN_KEY("snoop", "Snoop", snoop_parts, snoop_part),
	BREAKDOWN_KEY("dtlb", "D-TLB", dtlb_parts, tlb_part),
	{ 0 },
};
