#include "report/stat/stat_command.h"

#include "formats/feature/features_decode.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct words {
	struct buffer content;
	struct feature_items items;
	struct cursor cursor;
	bool is_over;
};

static void words_init(struct words *w, const struct perf_file *file)
{
	buffer_init(&w->content);
	w->is_over = !perf_file_has_feature(file, FEATURE_CMDLINE) ||
		     perf_file_read_feature(file, FEATURE_CMDLINE, &w->content, NULL);
	w->cursor = cursor_make(w->content.data, w->content.size, file->swap);
	w->is_over = w->is_over || feature_items_begin(&w->items, &w->cursor);
}

static void words_fini(struct words *w)
{
	buffer_fini(&w->content);
}

/* NULL: there are no more. */
static const char *words_next(struct words *w)
{
	const char *word;

	return !w->is_over && feature_next_string(&w->items, &word) > 0 ? word : NULL;
}

char *stat_command_text(const struct perf_file *file)
{
	const char *between = "'";
	const char *word;
	struct words words;
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return NULL;
	words_init(&words, file);
	for (; (word = words_next(&words)); between = " ")
		fprintf(out, "%s%s", between, word);
	fprintf(out, "%s'", *between == '\'' ? between : "");
	words_fini(&words);
	if (!fclose(out))
		return text;
	free(text);
	return NULL;
}

/* Whether a word is one of the options, with its value after it or in it. */
static bool is_of(const char *word, const char *letters, const char *const *names)
{
	if (word[0] != '-')
		return false;
	if (word[1] != '-')
		return word[1] && strchr(letters, word[1]);
	for (; *names; names++)
		if (!strncmp(word + 2, *names, strlen(*names)))
			return true;
	return false;
}

/* The first one that there is says it: those of the command come last. */
bool stat_command_names_tasks(const struct perf_file *file)
{
	static const char *const all[] = { "all-cpus", NULL };
	static const char *const some[] = { "pid", "tid", "uid", NULL };
	struct words words;
	const char *word;
	bool is_some = false;

	words_init(&words, file);
	while (!is_some && (word = words_next(&words)) && strcmp(word, "--") != 0 && !is_of(word, "a", all))
		is_some = is_of(word, "ptu", some);
	words_fini(&words);
	return is_some;
}
