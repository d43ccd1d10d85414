/*
 * Keys of Linux perf whose values need what is not decoded here: cycles of branches, and samples of ARM's statistical
 * profiling extension. They say what Linux perf says where it finds nothing.
 */
#include "report/rows/row_set.h"
#include "report/rows/sort_keys.h"

#include <stdio.h>

static int all_same(const struct rows *r, const struct column *column, const uint64_t *a, const uint64_t *b)
{
	(void)r, (void)column, (void)a, (void)b;
	return 0;
}

static void nothing_text(const struct rows *r, const struct column *column, const struct row *row,
			 const uint64_t *value, char *text, size_t size)
{
	(void)r, (void)row, (void)value;
	snprintf(text, size, "%s", column->key->nothing);
}

/* Whether there is a function, of which the cycles could be known. */
static bool cycles_value(struct rows *r, uint32_t frame, uint64_t value[static SORT_KEY_WORDS])
{
	value[0] = frame != FRAMES_NONE && frame_is_named(&r->frames->list[frame]);
	return true;
}

static void cycles_text(const struct rows *r, const struct column *column, const struct row *row, const uint64_t *value,
			char *text, size_t size)
{
	(void)r, (void)row;
	snprintf(text, size, "%s", *value ? column->key->nothing : "-");
}

/* As in Linux perf, where a text is longer than the heading the column is not. */
static int heading_width(const struct rows *r, const uint64_t *value, const char *text)
{
	(void)r, (void)value, (void)text;
	return 0;
}

#define NOTHING_KEY(key_name, key_title, key_nothing)                                                         \
	{                                                                                                     \
		.name = key_name, .title = key_title, .n_words = 1, .nothing = key_nothing, .unpadded = true, \
		.compare = all_same, .text = nothing_text, .text_width = heading_width                        \
	}
const struct sort_key sort_keys_undecoded[] = {
	NOTHING_KEY("simd", "Simd   ", ""),
	{ .name = "ipc_null",
	  .title = "IPC   [IPC Coverage]",
	  .needs = KEY_SYM,
	  .n_words = 1,
	  .nothing = "-      -",
	  .compare = all_same,
	  .text = nothing_text },
	{ .name = "ipc_lbr",
	  .title = "IPC   [IPC Coverage]",
	  .mode = SORT_KEY_BRANCH,
	  .needs = KEY_SYM | KEY_SYMBOL,
	  .n_words = 1,
	  .nothing = "0.00  [  0.0%]",
	  .of_frame = cycles_value,
	  .compare = all_same,
	  .text = cycles_text },
	{ 0 },
};
