/* Any bytes as an entry of the line cache (report/linecache/line_entry.h). */
#include "report/linecache/line_entry.h"
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

/* The key of the seeds. */
static const struct line_key key = { .build_id = { .size = 4, .data = "seed" }, .file = { .inode = 1, .size = 2 } };

/* Everything that a reader looks at. */
static void walk(const struct line_entry *e)
{
	struct line_piece p, found;
	uint64_t sum = 0;

	for (uint32_t i = 0; i < e->n_others; i++)
		sum += strlen(line_entry_other(e, i).path);
	for (uint32_t i = 0; i < e->n_windows; i++) {
		if (!line_entry_piece(e, i, &p))
			continue;
		FUZZ_CHECK(p.begin < p.end);
		fuzz_found++;
		FUZZ_CHECK(line_entry_find(e, p.begin, p.has_lines, &found) && found.data == p.data);
		for (uint32_t k = 0; k < p.size; k++)
			sum += ((const uint8_t *)p.data)[k];
	}
	__asm__ volatile("" : : "r"(sum));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint8_t *copy = malloc(size + 1);
	struct line_entry e;

	if (!copy)
		return 0;
	memcpy(copy, data, size);
	if (!line_entry_parse(&e, &key, copy, size))
		walk(&e);
	/* With a good sum damage gets further. */
	line_entry_seal(copy, size);
	if (!line_entry_parse(&e, &key, copy, size))
		walk(&e);
	free(copy);
	return 0;
}
