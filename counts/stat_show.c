#include "counts/stat_show.h"

#include "common/printable.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

void stat_show_init(struct stat_show *show)
{
	*show = (struct stat_show){ .groups_digits = true };
}

/* Takes a level, "L3"; NULL: the highest. 0 or -EINVAL. */
static int take_cache(void *options, const char *text, struct error *err)
{
	struct stat_show *show = options;
	const char *number = text ? text + (*text == 'L' || *text == 'l') : "0";

	if (text && (number == text || number[0] < '1' || number[0] > '9' || number[1]))
		return error_set(err, -EINVAL, "--per-cache '%s': takes a level, such as L3, or nothing", text);
	show->by = STAT_BY_CACHE;
	show->cache_level = *number - '0';
	return 0;
}

static int take_separator(void *options, const char *text, struct error *err)
{
	struct stat_show *show = options;

	if (!*text)
		return error_set(err, -EINVAL, "-x takes what stands between two fields");
	show->separator = strcmp(text, "\\t") ? text : "\t";
	show->style = STAT_STYLE_CSV;
	return 0;
}

static const struct option options[] = {
	{ 'A', "no-aggr", NULL, "each CPU apart", OPTION_VALUE(struct stat_show, by, STAT_BY_CPU) },
	{ 0, "percore-show-thread", NULL, "with -A: of events with the term percore each CPU has the count of its core",
	  OPTION_FLAG(struct stat_show, shows_threads) },
	{ 0, "per-core", NULL, "counts by core", OPTION_VALUE(struct stat_show, by, STAT_BY_CORE) },
	{ 0, "per-cache", "LEVEL", "by the caches of a level, L2 ... (default: the highest)", OPTION_ARG_OPTIONAL,
	  OPTION_CALL(take_cache) },
	{ 0, "per-cluster", NULL, "by cluster of cores", OPTION_VALUE(struct stat_show, by, STAT_BY_CLUSTER) },
	{ 0, "per-die", NULL, "by die", OPTION_VALUE(struct stat_show, by, STAT_BY_DIE) },
	{ 0, "per-socket", NULL, "by socket", OPTION_VALUE(struct stat_show, by, STAT_BY_SOCKET) },
	{ 0, "per-node", NULL, "by NUMA node", OPTION_VALUE(struct stat_show, by, STAT_BY_NODE) },
	{ 0, "per-thread", NULL, "by thread; with -p, -t, -u or -a",
	  OPTION_VALUE(struct stat_show, by, STAT_BY_THREAD) },
	{ 'x', "field-separator", "SEP", "fields with SEP between them (CSV)", OPTION_CALL(take_separator) },
	{ 'j', "json-output", NULL, "a JSON object a line", OPTION_VALUE(struct stat_show, style, STAT_STYLE_JSON) },
	{ 'o', "output", "FILE", "write to FILE instead of standard error", OPTION_TEXT(struct stat_show, output) },
	{ 0, "append", NULL, "with -o: after what the file has", OPTION_FLAG(struct stat_show, appends) },
	{ 0, "log-fd", "FD", "write to this descriptor", OPTION_NUMBER(struct stat_show, log_fd, 1, INT32_MAX) },
	{ 'B', "big-num", NULL, "group digits as the locale does (as usual; --no-big-num: not)", OPTION_NEGATABLE,
	  OPTION_FLAG(struct stat_show, groups_digits) },
	{ 0, "scale", NULL, "counts of a part of the time stand for all of it (as usual; --no-scale: not)",
	  OPTION_NEGATABLE, OPTION_CLEAR(struct stat_show, is_raw) },
	{ 0, "no-merge", NULL, "an event of several uncore PMUs is not shown as one",
	  OPTION_VALUE(struct stat_show, merge, STAT_MERGE_NONE) },
	{ 0, "hybrid-merge", NULL, "an event of several kinds of cores is shown as one",
	  OPTION_VALUE(struct stat_show, merge, STAT_MERGE_ALL) },
	{ 0, "hide-zero-events", NULL, "leave out what was not hit", OPTION_FLAG(struct stat_show, hides_zeros) },
	{ 0, "metric-only", NULL, "show metrics, and no counts", OPTION_FLAG(struct stat_show, metrics_only) },
	{ 0, "table", NULL, "with -r: the time that each run took", OPTION_FLAG(struct stat_show, table) },
	{ 0, "summary", NULL, "with -I: all counts at the end", OPTION_FLAG(struct stat_show, summary) },
	{ 0, "no-csv-summary", NULL, "with -x and --summary: the summary is not called so",
	  OPTION_FLAG(struct stat_show, plain_summary) },
	{ 0, "interval-clear", NULL, "with -I: clear the screen each time", OPTION_FLAG(struct stat_show, clears) },
	{ 0 },
};

const struct option_group stat_show_group = { .options = options };

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

/* Returns the path to write to; NULL: standard error or --log-fd. */
static const char *file_of(const struct stat_show *show)
{
	return show->output && strcmp(show->output, "-") != 0 ? show->output : NULL;
}

/* Opens the file, or duplicates the descriptor, which stays open for messages. Returns a descriptor or -1. */
static int open_descriptor(const struct stat_show *show)
{
	if (file_of(show))
		return open(show->output, O_WRONLY | O_CREAT | O_CLOEXEC | (show->appends ? O_APPEND : 0), 0666);
	return fcntl(show->log_fd ? (int)show->log_fd : STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
}

int stat_output_open(struct stat_output *o, const struct stat_show *show, struct error *err)
{
	int code;

	*o = (struct stat_output){ .fd = open_descriptor(show) };
	if (o->fd >= 0) {
		o->screen = isatty(o->fd) ? o->fd : 0;
		o->out = o->screen ? masked_stream(o->fd) : fdopen(o->fd, "w");
	}
	if (o->out)
		return 0;
	code = -errno;
	if (o->fd >= 0)
		close(o->fd);
	if (show->log_fd)
		return error_set(err, code, "--log-fd %d: %s", (int)show->log_fd, strerror(-code));
	return error_set(err, code, "cannot write %s: %s", file_of(show) ? show->output : "to standard error",
			 strerror(-code));
}

int stat_output_begin(struct stat_output *o, const struct stat_show *show, struct error *err)
{
	const time_t now = time(NULL);
	struct stat status;
	char date[64];

	if (file_of(show) && !show->appends && !fstat(o->fd, &status) && S_ISREG(status.st_mode) && ftruncate(o->fd, 0))
		return error_set(err, -errno, "cannot write %s: %s", show->output, strerror(errno));
	if (show->style == STAT_STYLE_TEXT)
		setlocale(LC_NUMERIC, "");
	if (file_of(show) && show->style != STAT_STYLE_JSON && ctime_r(&now, date))
		fprintf(o->out, "# started on %s\n", date);
	return 0;
}

bool stat_output_is_file(const struct stat_output *o, const char *path)
{
	struct stat own, other;

	return !fstat(o->fd, &own) && S_ISREG(own.st_mode) && !stat(path, &other) && own.st_dev == other.st_dev &&
	       own.st_ino == other.st_ino;
}

int stat_output_close(struct stat_output *o, struct error *err)
{
	int failed;

	if (!o->out)
		return 0;
	failed = ferror(o->out);
	failed |= fclose(o->out);
	o->out = NULL;
	return failed ? error_set(err, -EIO, "cannot write what was counted: %s", strerror(errno ? errno : EIO)) : 0;
}
