#include "report/command/cmd_report.h"

#include "command/commands.h"
#include "command/exit_status.h"
#include "common/error.h"
#include "common/log.h"
#include "common/options.h"
#include "common/perf_config.h"
#include "report/browser/browser.h"
#include "report/command/cmd_dump.h"
#include "report/command/report_browse.h"
#include "report/command/report_make.h"
#include "report/command/report_output.h"
#include "report/command/report_plan.h"
#include "report/print/print_stats.h"
#include "report/print/print_tasks.h"
#include "report/print/print_view.h"
#include "report/terminal/stdout_guard.h"
#include "report/tracepoint/trace_fields.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * config_words: settings of Linux perf for perf report (common/perf_config.h) as options that stand before those of the
 * command line, which win.
 *
 * Ownership: _make/_fini; the words of argv are borrowed. Threads: one.
 */

struct config_words {
	char **argv; /* NULL-terminated */
	int argc;
	char **made; /* those that come from settings */
	int n_made;
	char *sort_order; /* report.sort_order; NULL: there is none */
	char *note;       /* which settings, and of which files; NULL: none */
};

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

/* 0 or -ENOMEM; then, too, _fini. */
static int config_words_make(struct config_words *w, int argc, char **argv, struct error *err)
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

/* Says that there are settings, once the level of messages is known, and how they are left out. */
static void config_words_say(const struct config_words *w)
{
	if (w->note)
		log_note("settings of Linux perf are in effect (PERF_CONFIG=/dev/null leaves them out): %s", w->note);
}

static void config_words_fini(struct config_words *w)
{
	for (int i = 0; i < w->n_made; i++)
		free(w->made[i]);
	free(w->made);
	free(w->argv);
	free(w->sort_order);
	free(w->note);
}

static int report_write_format(struct report *r, struct error *err)
{
	int result = reader_output_begin(&r->reader, err);

	if (!result)
		result = report_print_format(r, reader_stream(&r->reader));
	return result ? result : reader_output_end(&r->reader, err);
}

static int report_rows(struct report *r, struct error *err)
{
	int result = r->shows == REPORT_BROWSER ? report_browse(r, &r->code, err) : report_name(r, err);
	bool has_browsed = r->shows == REPORT_BROWSER && result != -ENOTTY;

	if (result == -ENOTTY) {
		r->shows = REPORT_PERSON;
		result = 0;
	}
	if (r->rows.counted.n_guests)
		log_note("%s: %" PRIu64 " samples were taken in virtual machines; --guest shows them",
			 r->options.reader.input, r->rows.counted.n_guests);
	if (result || has_browsed)
		return result;
	return r->shows == REPORT_FORMAT ? report_write_format(r, err) : report_print(r, stdout);
}

static int report_tasks(struct report *r, struct error *err)
{
	struct tasks tasks;
	int result = tasks_read(&tasks, &r->reader.profile.analysis, r->options.mmaps, err);

	/* The build-ids that the file has beside its mappings. */
	if (!result)
		result = reader_symbolize(&r->reader, false, err);
	if (!result && print_tasks(stdout, &tasks))
		result = error_nomem(err);
	tasks_fini(&tasks);
	return result;
}

static int report_print_view(struct report *r, struct error *err)
{
	switch (r->shows) {
	case REPORT_HEADER: return 0;
	case REPORT_STATS: print_stats(stdout, &r->reader.profile.analysis); return 0;
	case REPORT_TASKS: return report_tasks(r, err);
	case REPORT_FORMAT:
	case REPORT_TEXT:
	case REPORT_PERSON:
	case REPORT_BROWSER: return report_rows(r, err);
	}
	return 0;
}

/* The view but for the terminal, which is not known before it is opened. */
static enum report_view choose_view(const struct report_options *o)
{
	return o->reader.header_only ? REPORT_HEADER
	       : o->stats            ? REPORT_STATS
	       : o->tasks            ? REPORT_TASKS
	       : o->format           ? REPORT_FORMAT
				     : REPORT_TEXT;
}

static enum reader_need choose_need(const struct report *r)
{
	if (r->shows < REPORT_FORMAT)
		return READER_SCREEN;
	return r->options.wants_lines || r->options.wants_types || !r->options.reader.no_inline ? READER_LINES
												: READER_NAMES;
}

/* On a terminal, where nothing asks for what only a printed report has. */
static bool wants_browser(const struct report *r)
{
	const struct report_options *o = &r->options;
	const char *wanted = getenv("PREC_BROWSER");

	return r->shows == REPORT_TEXT && !o->no_browser && !(wanted && !strcmp(wanted, "0")) && !o->reader.no_pager &&
	       !o->stdio && !o->separator && !o->hierarchy && !o->threads && !o->reader.header && stdout_is_screen() &&
	       browser_is_possible();
}

/* What the browser needs beside it. */
static void start_beside(void *report)
{
	struct report *r = report;

	browse_code_start(&r->code);
	saver_start(&r->saver);
}

static int report_open(struct report *r, struct error *err)
{
	struct report_options *o = &r->options;
	bool is_for_person;
	int result;

	r->shows = choose_view(o);
	o->reader.no_pager = o->reader.no_pager || o->separator;
	o->reader.has_browser = wants_browser(r);
	if (o->reader.has_browser)
		log_hold();
	r->code.is_confined = !o->reader.no_sandbox;
	r->reader.start_more = o->reader.has_browser ? start_beside : NULL;
	r->reader.start_context = r;
	result = reader_open(&r->reader, &o->reader, choose_need(r), err);
	is_for_person = r->reader.screen.is_on && !o->separator && !o->stdio && !o->format;
	if (r->shows == REPORT_TEXT && is_for_person)
		r->shows = o->reader.has_browser ? REPORT_BROWSER : REPORT_PERSON;
	if (!result && r->shows == REPORT_HEADER && is_for_person)
		print_view_file(stdout, r->reader.file, o->reader.input);
	return result;
}

static int report_run(struct report *r, struct error *err)
{
	struct report_options *o = &r->options;
	int result = report_open(r, err);

	if (result || reader_show_header(&r->reader))
		return result;
	result = report_make_plan(r, err);
	if (result)
		return result;
	if (r->shows == REPORT_TEXT && !o->reader.header && !o->quiet)
		puts("# To display the perf.data header info, please use --header/--header-only options.\n#");
	/* The browser shows something before all is read. */
	result = r->shows == REPORT_BROWSER ? 0 : report_analyse(r, err);
	if (!result)
		result = report_print_view(r, err);
	return result == -ENOMEM ? error_nomem(err) : result;
}

static void report_fini(struct report *r)
{
	callgraph_fini(&r->callgraph);
	missing_symbols_fini(&r->missing_symbols);
	rows_fini(&r->rows);
	report_plan_fini(r);
	trace_fields_close(r->trace);
	pthread_mutex_destroy(&r->shared.lock);
	browse_code_stop(&r->code);
	saver_stop(&r->saver);
	reader_close(&r->reader);
	report_options_fini(&r->options);
}

int report_show(const struct report_options *options)
{
	struct error err = ERROR_INIT;
	struct report r = { .options = *options, .shared.lock = PTHREAD_MUTEX_INITIALIZER };
	int result;

	if (options->reader.dump) {
		result = dump_show(&options->reader, options->quiet);
		report_options_fini(&r.options);
		return result;
	}
	result = report_run(&r, &err);
	if (result)
		log_error("%s", err.message);
	report_fini(&r);
	if (r.misused)
		return EXIT_USAGE;
	return result || r.reader.damaged ? 1 : 0;
}

static int run_words(int argc, char **argv, const struct config_words *words)
{
	struct report_options options;
	struct error err = ERROR_INIT;

	if (report_options_parse(&options, argc, argv, &err)) {
		config_words_say(words);
		log_error("%s", err.message);
		report_options_fini(&options);
		return EXIT_USAGE;
	}
	options.usual_sort = words->sort_order;
	if (!options.reader.help && !options.reader.list_names) {
		config_words_say(words);
		return report_show(&options);
	}
	if (options.reader.help)
		options_help(&report_group, stdout);
	else
		columns_print_names(stdout);
	report_options_fini(&options);
	return 0;
}

int cmd_report(int argc, char **argv)
{
	struct config_words words;
	struct error err = ERROR_INIT;
	int status = 1;

	log_init("prec report");
	if (config_words_make(&words, argc, argv, &err))
		log_error("%s", err.message);
	else
		status = run_words(words.argc, words.argv, &words);
	config_words_fini(&words);
	return status;
}
