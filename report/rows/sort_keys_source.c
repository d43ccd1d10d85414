/*
 * Where in the source the code is, of samples and of the ends of branches.
 */
#include "report/rows/row_set.h"
#include "report/rows/sort_keys.h"

#include <stdio.h>

#define TEXT_MAX 4096

/* What has no file, as in Linux perf 7: nothing. */
#define FILE_NONE ""

static bool line_of_frame(struct rows *r, uint32_t frame, uint64_t value[static SORT_KEY_WORDS])
{
	value[0] = frame == FRAMES_NONE ? 0 : r->frames->list[frame].line;
	return true;
}

/* The file of a line is what stands before the first colon, and no line without one has a file. */
static bool file_of_frame(struct rows *r, uint32_t frame, uint64_t value[static SORT_KEY_WORDS])
{
	const struct frame *f = frame == FRAMES_NONE ? NULL : &r->frames->list[frame];
	const char *line = f && f->has_line ? strtab_get(r->frames->strings, f->line) : ":";
	size_t size = strcspn(line, ":");

	value[0] = size ? strtab_add(r->frames->strings, line, size) : strtab_add_string(r->frames->strings, FILE_NONE);
	return value[0] != STRTAB_NONE;
}

static bool end_line(const struct key_sample *s, uint64_t value[static SORT_KEY_WORDS])
{
	uint64_t addr = sort_key_sample(s->rows, s->column, s->entry);
	struct location location;

	if (resolver_resolve_data(s->rows->resolver, s->at, addr, RESOLVE_SYMBOL | RESOLVE_LINES, &location))
		return false;
	value[0] = s->rows->frames->list[location.frames[0]].line;
	return true;
}

#define FRAME_KEY(key_name, key_title, key_of_frame)                                                         \
	{                                                                                                    \
		.name = key_name, .title = key_title, .needs = KEY_SYMBOL | KEY_LINE, .n_words = 1,          \
		.of_frame = key_of_frame, .compare = sort_key_strings_downwards, .text = sort_key_put_string \
	}
#define END_KEY(key_name, key_title, end)                                                                           \
	{                                                                                                           \
		.name = key_name, .title = key_title, .mode = SORT_KEY_BRANCH,                                      \
		.needs = KEY_ADDRESS | KEY_THREAD | KEY_MODE | KEY_LINE, .values = SAMPLE_VALUE_BIT(end),           \
		.n_words = 1, .value = end_line, .compare = sort_key_strings_downwards, .text = sort_key_put_string \
	}

const struct sort_key sort_keys_source[] = {
	FRAME_KEY("srcline", "Source:Line", line_of_frame),
	FRAME_KEY("srcfile", "Source File", file_of_frame),
	END_KEY("srcline_from", "From Source:Line", SAMPLE_VALUE_BRANCH_FROM),
	END_KEY("srcline_to", "To Source:Line", SAMPLE_VALUE_BRANCH_TO),
	{ 0 },
};
