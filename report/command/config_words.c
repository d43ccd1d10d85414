#include "config.h" /* asprintf */

#include "report/command/config_words.h"

#include "common/log.h"
#include "common/perf_config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * What is a yes or no has a word for each, or NULL for what is so anyway; any other value is put after its word. The
 * sort order is no option's: it is the default of some reports.
 */
static const struct setting {
	const char *section, *name, *word, *no;
} settings[] = {
	{ "report", "children", "--children", "--no-children" }, { "report", "group", NULL, "--no-group" },
	{ "report", "percent-limit", "--percent-limit=", NULL }, { "report", "sort_order", NULL, NULL },
	{ "hist", "percentage", "--percentage=", NULL },
};

/* Whether the value of a setting is one, and needs a word. */
static bool needs_word(const struct setting *setting, const char *value)
{
	const int is_on = perf_config_bool(value);

	if (!setting->no)
		return true;
	if (is_on < 0)
		log_warn("perfconfig: %s.%s is '%s', neither true nor false: it is left out", setting->section,
			 setting->name, value);
	return is_on > 0 ? setting->word != NULL : !is_on;
}

/* The word of a setting that needs one, malloced; NULL without memory. */
static char *make_word(const struct setting *setting, const char *value)
{
	char *word = NULL;

	if (setting->no)
		return strdup(perf_config_bool(value) ? setting->word : setting->no);
	return asprintf(&word, "%s%s", setting->word, value) < 0 ? NULL : word;
}

static bool take_setting(struct config_words *w, const struct perf_config *config, const struct setting *setting)
{
	char value[PATH_MAX];
	const struct perf_config_file *file = perf_config_get(config, setting->section, setting->name, value);
	char *word;

	if (!file)
		return true;
	if (!setting->word && !setting->no) {
		w->sort_order = strdup(value);
		return w->sort_order && perf_config_note(&w->note, file, setting->section, setting->name, value);
	}
	if (!needs_word(setting, value))
		return true;
	word = make_word(setting, value);
	if (!word)
		return false;
	w->made[w->n_made++] = word;
	return perf_config_note(&w->note, file, setting->section, setting->name, value);
}

static void warn_of_others(const struct perf_config *config)
{
	for (int i = 0; i < PERF_CONFIG_FILES; i++)
		if (config->files[i].is_another_users)
			log_warn("%s is not owned by this user or root, and is not read", config->files[i].path);
}

int config_words_make(struct config_words *w, int argc, char **argv, struct error *err)
{
	struct perf_config config;
	bool ok;

	*w = (struct config_words){ .argv = calloc((size_t)argc + ARRAY_SIZE(settings) + 1, sizeof(char *)),
				    .made = calloc(ARRAY_SIZE(settings), sizeof(char *)) };
	ok = w->argv && w->made;
	perf_config_read(&config, getenv("HOME"), geteuid());
	warn_of_others(&config);
	for (size_t i = 0; i < ARRAY_SIZE(settings) && ok; i++)
		ok = take_setting(w, &config, &settings[i]);
	perf_config_fini(&config);
	if (!ok)
		return error_nomem(err);
	w->argv[w->argc++] = argv[0];
	for (int i = 0; i < w->n_made; i++)
		w->argv[w->argc++] = w->made[i];
	for (int i = 1; i < argc; i++)
		w->argv[w->argc++] = argv[i];
	return 0;
}

void config_words_say(const struct config_words *w)
{
	if (w->note)
		log_note("settings of Linux perf are in effect (PERF_CONFIG=/dev/null leaves them out): %s", w->note);
}

void config_words_fini(struct config_words *w)
{
	for (int i = 0; i < w->n_made; i++)
		free(w->made[i]);
	free(w->made);
	free(w->argv);
	free(w->sort_order);
	free(w->note);
}
