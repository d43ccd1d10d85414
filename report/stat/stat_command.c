#include "report/stat/stat_command.h"

#include "common/bytes.h"
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

/* Returns the next word, or NULL. */
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

/* Whether a word is one of the options, with its value in it or after it. */
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

/* The first one decides: options of the counted command come last. */
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

/* enum aggr_mode of tools/perf/util/stat.h, by the version that introduced it. */
static const struct numbering {
	unsigned major, minor;
	enum stat_by by[10];
} numberings[] = {
	{ 6,
	  9,
	  { STAT_BY_CPU, STAT_BY_ALL, STAT_BY_SOCKET, STAT_BY_DIE, STAT_BY_CLUSTER, STAT_BY_CACHE, STAT_BY_CORE,
	    STAT_BY_THREAD, STAT_BY_ALL, STAT_BY_NODE } },
	{ 6,
	  5,
	  { STAT_BY_CPU, STAT_BY_ALL, STAT_BY_SOCKET, STAT_BY_DIE, STAT_BY_CACHE, STAT_BY_CORE, STAT_BY_THREAD,
	    STAT_BY_ALL, STAT_BY_NODE } },
	{ 5,
	  3,
	  { STAT_BY_CPU, STAT_BY_ALL, STAT_BY_SOCKET, STAT_BY_DIE, STAT_BY_CORE, STAT_BY_THREAD, STAT_BY_ALL,
	    STAT_BY_NODE } },
	{ 0, 0, { STAT_BY_CPU, STAT_BY_ALL, STAT_BY_SOCKET, STAT_BY_CORE, STAT_BY_THREAD } },
};

static const struct numbering *numbering_of(const char *version)
{
	const struct numbering *n = numberings;
	unsigned major, minor;

	if (sscanf(version, "%u.%u", &major, &minor) != 2)
		return n;
	while (major < n->major || (major == n->major && minor < n->minor))
		n++;
	return n;
}

enum stat_by stat_mode_by(uint64_t mode, const char *version)
{
	const struct numbering *n = numbering_of(version);

	return mode < ARRAY_SIZE(n->by) ? n->by[mode] : STAT_BY_ALL;
}
