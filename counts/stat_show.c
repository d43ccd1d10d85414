#include "counts/stat_show.h"

#include <errno.h>
#include <string.h>

enum {
	KEY_APPEND = 900,
	KEY_HIDE_ZEROS,
	KEY_HYBRID_MERGE,
	KEY_INTERVAL_CLEAR,
	KEY_LOG_FD,
	KEY_METRIC_ONLY,
	KEY_NO_CSV_SUMMARY,
	KEY_NO_MERGE,
	KEY_PER_CACHE,
	KEY_PER_CLUSTER,
	KEY_PERCORE_SHOW_THREAD,
	KEY_PER_CORE,
	KEY_PER_DIE,
	KEY_PER_NODE,
	KEY_PER_SOCKET,
	KEY_PER_THREAD,
	KEY_SCALE,
	KEY_SUMMARY,
	KEY_TABLE,
};

static const struct option_def defs[] = {
	{ 'A', "no-aggr", NULL, "each CPU apart", 0 },
	{ KEY_PERCORE_SHOW_THREAD, "percore-show-thread", NULL,
	  "with -A: of events with the term percore each CPU has the count of its core", 0 },
	{ KEY_PER_CORE, "per-core", NULL, "counts by core", 0 },
	{ KEY_PER_CACHE, "per-cache", "LEVEL", "by the caches of a level, L2 ... (default: the highest)",
	  OPTION_ARG_OPTIONAL },
	{ KEY_PER_CLUSTER, "per-cluster", NULL, "by cluster of cores", 0 },
	{ KEY_PER_DIE, "per-die", NULL, "by die", 0 },
	{ KEY_PER_SOCKET, "per-socket", NULL, "by socket", 0 },
	{ KEY_PER_NODE, "per-node", NULL, "by NUMA node", 0 },
	{ KEY_PER_THREAD, "per-thread", NULL, "by thread; with -p, -t, -u or -a", 0 },
	{ 'x', "field-separator", "SEP", "fields with SEP between them (CSV)", 0 },
	{ 'j', "json-output", NULL, "a JSON object a line", 0 },
	{ 'o', "output", "FILE", "write to FILE instead of standard error", 0 },
	{ KEY_APPEND, "append", NULL, "with -o: after what the file has", 0 },
	{ KEY_LOG_FD, "log-fd", "FD", "write to this descriptor", 0 },
	{ 'B', "big-num", NULL, "group digits as the locale does (as usual; --no-big-num: not)", OPTION_NEGATABLE },
	{ KEY_SCALE, "scale", NULL, "counts of a part of the time stand for all of it (as usual; --no-scale: not)",
	  OPTION_NEGATABLE },
	{ KEY_NO_MERGE, "no-merge", NULL, "an event of several uncore PMUs is not shown as one", 0 },
	{ KEY_HYBRID_MERGE, "hybrid-merge", NULL, "an event of several kinds of cores is shown as one", 0 },
	{ KEY_HIDE_ZEROS, "hide-zero-events", NULL, "leave out what was not hit", 0 },
	{ KEY_METRIC_ONLY, "metric-only", NULL, "show metrics, and no counts", 0 },
	{ KEY_TABLE, "table", NULL, "with -r: the time that each run took", 0 },
	{ KEY_SUMMARY, "summary", NULL, "with -I: all counts at the end", 0 },
	{ KEY_NO_CSV_SUMMARY, "no-csv-summary", NULL, "with -x and --summary: the summary is not called so", 0 },
	{ KEY_INTERVAL_CLEAR, "interval-clear", NULL, "with -I: clear the screen each time", 0 },
	{ 0 },
};

static const struct option_range ranges[] = {
	{ KEY_LOG_FD, "--log-fd", 1, INT32_MAX, NULL, NULL },
	{ 0 },
};

const struct option_table stat_show_table = { defs, ranges, NULL };

void stat_show_init(struct stat_show *show)
{
	*show = (struct stat_show){ .groups_digits = true };
}

/* "L3", or nothing for the highest level. */
static int take_cache(struct stat_show *show, const char *text, struct error *err)
{
	const char *number = text ? text + (*text == 'L' || *text == 'l') : "0";

	if (text && (number == text || number[0] < '1' || number[0] > '9' || number[1]))
		return error_set(err, -EINVAL, "--per-cache '%s': takes a level, such as L3, or nothing", text);
	show->by = STAT_BY_CACHE;
	show->cache_level = *number - '0';
	return 0;
}

static int take_separator(struct stat_show *show, const char *text, struct error *err)
{
	if (!*text)
		return error_set(err, -EINVAL, "-x takes what stands between two fields");
	show->separator = strcmp(text, "\\t") ? text : "\t";
	show->style = STAT_STYLE_CSV;
	return 0;
}

/* What counts are summed by. False: the option is another one. */
static bool take_places(struct stat_show *show, int key)
{
	switch (key) {
	case 'A': show->by = STAT_BY_CPU; return true;
	case KEY_PER_CORE: show->by = STAT_BY_CORE; return true;
	case KEY_PER_CLUSTER: show->by = STAT_BY_CLUSTER; return true;
	case KEY_PER_DIE: show->by = STAT_BY_DIE; return true;
	case KEY_PER_SOCKET: show->by = STAT_BY_SOCKET; return true;
	case KEY_PER_NODE: show->by = STAT_BY_NODE; return true;
	case KEY_PER_THREAD: show->by = STAT_BY_THREAD; return true;
	default: return false;
	}
}

int stat_show_option(struct stat_show *show, int key, const char *value, bool negated, struct error *err)
{
	if (take_places(show, key))
		return 0;
	switch (key) {
	case KEY_PER_CACHE: return take_cache(show, value, err);
	case 'x': return take_separator(show, value, err);
	case 'j': show->style = STAT_STYLE_JSON; return 0;
	case 'o': show->output = value; return 0;
	case KEY_APPEND: show->appends = true; return 0;
	case KEY_LOG_FD: show->log_fd = option_number(value); return 0;
	case 'B': show->groups_digits = !negated; return 0;
	case KEY_PERCORE_SHOW_THREAD: show->shows_threads = true; return 0;
	case KEY_SCALE: show->is_raw = negated; return 0;
	case KEY_NO_MERGE: show->merge = STAT_MERGE_NONE; return 0;
	case KEY_HYBRID_MERGE: show->merge = STAT_MERGE_ALL; return 0;
	case KEY_HIDE_ZEROS: show->hides_zeros = true; return 0;
	case KEY_METRIC_ONLY: show->metrics_only = true; return 0;
	case KEY_TABLE: show->table = true; return 0;
	case KEY_SUMMARY: show->summary = true; return 0;
	case KEY_NO_CSV_SUMMARY: show->plain_summary = true; return 0;
	case KEY_INTERVAL_CLEAR: show->clears = true; return 0;
	default: return error_set(err, -EINVAL, "no such option");
	}
}

int stat_show_check(const struct stat_show *show, struct error *err)
{
	if (show->output && show->log_fd)
		return error_set(err, -EINVAL, "-o and --log-fd exclude each other");
	if (show->separator && show->style == STAT_STYLE_JSON)
		return error_set(err, -EINVAL, "-x and -j exclude each other");
	if (show->metrics_only && show->by == STAT_BY_THREAD)
		return error_set(err, -EINVAL, "--metric-only and --per-thread exclude each other");
	return 0;
}
