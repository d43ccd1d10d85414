#include "report/print/print_breakdown.h"

#include "common/text.h"

#include <stdio.h>

#define PART_WIDTH 7 /* " 100.0%" */
#define DASHES     "------------------------------------------------------------"

uint64_t breakdown_parts(const struct rows *r, const struct column *column, const struct row **rows, uint32_t n)
{
	unsigned n_parts = sort_key_sums(column->key);
	uint64_t parts = 0;

	for (uint32_t i = 0; i < n; i++)
		for (unsigned part = 0; part < n_parts; part++)
			if (*rows_sum(r, rows[i], 0, column->slot + part))
				parts |= 1ull << part;
	return parts;
}

int breakdown_width(uint64_t parts)
{
	return PART_WIDTH * __builtin_popcountll(parts);
}

void breakdown_title(const struct column *column, uint64_t parts, char *text, size_t size)
{
	const char *title = column->key->title;
	int width = breakdown_width(parts), length = (int)strlen(title);
	int left = (width - length) / 2 - 1;
	int right = width - left - length - 2;

	if (left > 0 && right > 0)
		snprintf(text, size, "%.*s %s %.*s", left, DASHES, title, right, DASHES);
	else
		snprintf(text, size, "%*s", width, title);
}

void breakdown_names(const struct column *column, uint64_t parts, char *text, size_t size)
{
	size_t used = 0;

	*text = 0;
	for (unsigned part = 0; column->key->number.parts[part].name && used < size; part++)
		if (parts >> part & 1)
			used += (size_t)snprintf(text + used, size - used, "%*s", PART_WIDTH,
						 column->key->number.parts[part].name);
}

void breakdown_numbers(const struct rows *r, const struct column *column, uint64_t parts, const struct row *row,
		       char *text, size_t size)
{
	uint64_t total = r->totals[row_key(r, row)->event].period;
	size_t used = 0;

	*text = 0;
	for (unsigned part = 0; column->key->number.parts[part].name && used < size; part++)
		if (parts >> part & 1)
			used += (size_t)snprintf(text + used, size - used, "%*.1f%%", PART_WIDTH - 1,
						 percent_of(*rows_sum(r, row, 0, column->slot + part), total));
}
