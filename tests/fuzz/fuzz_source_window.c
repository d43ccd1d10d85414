/* Any bytes as what a worker that reads debug information answers (report/source/source_window.h). */
#include "report/source/source_window.h"
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

/* Everything that a reader looks at. */
static uint64_t walk(const struct source_window *w)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < w->n_rows; i++) {
		const struct source_row *row = source_window_row(w, w->rows[i].start);

		FUZZ_CHECK(row == &w->rows[i] && row->n <= SOURCE_FRAMES_MAX);
		fuzz_found++;
		for (uint32_t k = 0; k < row->n; k++)
			sum += strlen(w->strings + w->frames[row->first + k].name) +
			       strlen(w->strings + w->frames[row->first + k].file);
	}
	return sum + source_window_row(w, w->end - 1)->start;
}

/* What was decoded is encoded as it came. */
static void encode(const struct source_window *w, const uint8_t *data, size_t size)
{
	struct buffer b;

	buffer_init(&b);
	source_window_encode(w, &b);
	FUZZ_CHECK(!buffer_ok(&b) || (b.size == size && !memcmp(b.data, data, size)));
	buffer_fini(&b);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct source_window *w;
	uint64_t sum;

	if (source_window_decode(&w, data, size, NULL))
		return 0;
	sum = walk(w);
	encode(w, data, size);
	__asm__ volatile("" : : "r"(sum));
	free(w);
	return 0;
}
