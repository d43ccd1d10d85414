#include "report/bundle/bundle_lines.h"

#include "common/list.h"
#include "report/annotate/source_text.h"

#include <errno.h>

struct line_list {
	struct bundle_names *names;
	struct source_texts texts;
	struct hash_table seen; /* of names->lines */
};

static bool is_line(const void *context, uint32_t number, const void *wanted)
{
	const struct bundle_line *have = &((const struct line_list *)context)->names->lines[number], *want = wanted;

	return have->file == want->file && have->line == want->line;
}

/* Adds a line unless it is there, or its file is not. 0 or -ENOMEM. */
static int add_line(struct line_list *l, uint32_t file, uint32_t line)
{
	struct bundle_names *names = l->names;
	struct bundle_line added = { .file = file, .line = line };
	uint64_t hash = hash_u64((uint64_t)file << 32 | line);
	const char *text;
	size_t size;

	if (hash_table_find(&l->seen, hash, is_line, l, &added) != HASH_TABLE_NONE)
		return 0;
	text = source_texts_line(&l->texts, strtab_get(&names->strings, file), line, &size);
	if (!text || size >= BUNDLE_STRING_MAX)
		return 0;
	added.text = strtab_add(&names->strings, text, size);
	if (added.text == STRTAB_NONE ||
	    !list_reserve(&names->lines, names->n_lines, &names->lines_capacity, sizeof(*names->lines)) ||
	    hash_table_add(&l->seen, hash, names->n_lines))
		return -ENOMEM;
	names->lines[names->n_lines++] = added;
	return 0;
}

int bundle_lines_add(struct bundle_names *names, const struct symbols_config *config)
{
	struct line_list l = { .names = names, .texts = { .config = config } };
	int result = 0;

	for (uint32_t i = 0; i < names->n_frames && !result; i++) {
		const struct bundle_frame frame = names->frames[i];
		uint32_t first = frame.line > BUNDLE_LINES_AROUND ? frame.line - BUNDLE_LINES_AROUND : 1;

		for (uint32_t k = first; frame.file && frame.line && k <= frame.line + BUNDLE_LINES_AROUND && !result;
		     k++)
			result = add_line(&l, frame.file, k);
	}
	source_texts_fini(&l.texts);
	hash_table_fini(&l.seen);
	return result;
}
