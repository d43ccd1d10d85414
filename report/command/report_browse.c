#include "report/command/report_browse.h"

#include "common/log.h"
#include "report/browser/browser.h"
#include "report/command/browse_about.h"
#include "report/command/browse_export.h"
#include "report/command/browse_query.h"
#include "report/command/browse_times.h"
#include "report/command/first_look.h"
#include "report/command/input.h"
#include "report/command/recordings_near.h"
#include "report/command/report_make.h"
#include "report/command/report_rest.h"
#include "report/tracepoint/trace_fields.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct report_browse {
	struct report *report;
	struct report_options base; /* as the command line has them */
	struct browse_source source;
	struct browse_code *code;
	struct first_look look;
	struct report_rest rest;
	char *file; /* the recording, where it is another than that of the command line */
};

/* --- rows ------------------------------------------------------------------------------------------- */

static void show(struct report_browse *b, struct rows *rows, struct columns *columns, uint32_t estimate)
{
	b->source.rows = rows;
	b->source.columns = columns;
	b->source.estimate = estimate;
	b->source.group_sort = NULL;
	b->source.ready = b->rest.ready[0];
	b->source.callgraph = NULL;
	b->source.lacks_something = false;
}

static void show_report(struct report_browse *b)
{
	struct report *r = b->report;

	show(b, &r->rows, &r->columns, 0);
	b->source.group_sort = &r->rows_options.group_sort;
	b->source.callgraph = r->rows_options.wants_callgraph && r->options.callgraph.style != CALLGRAPH_NONE
				      ? &r->options.callgraph
				      : NULL;
	b->source.lacks_something =
		r->missing_symbols.much || chain_ends_are_broken(&r->rows.counted.ends) || r->reader.damaged;
}

/* What there is to be said of the recording is said once, when all of it is read. */
static int end_read(struct report_browse *b, int result)
{
	log_set_level(LOG_QUIET);
	if (!result)
		show_report(b);
	first_look_end(&b->look);
	return result;
}

static int finish(struct browse_source *s, struct error *err)
{
	struct report_browse *b = s->context;

	return end_read(b, report_rest_finish(&b->rest, err));
}

/* Makes rows of a report that is planned, or a first look, which the rest follows. level: of what is said of all. */
static int read_rows(struct report_browse *b, int level, struct error *err)
{
	struct report *r = b->report;
	int result;

	log_set_level(LOG_QUIET);
	result = first_look_take(&b->look, r, err);
	log_set_level(level);
	if (!result && b->look.every && report_rest_start(&b->rest, r)) {
		show(b, &b->look.rows, &b->look.columns, b->look.every);
		return 0;
	}
	if (!result)
		result = report_analyse(r, err);
	if (!result)
		result = report_name(r, err);
	return end_read(b, result);
}

/* Another recording in the place of the one that is open. */
static int open_file(struct report_browse *b, const char *path, struct error *err)
{
	struct report *r = b->report;
	char *file = strdup(path);
	int result = file ? reader_switch(&r->reader, file, err) : error_nomem(err);

	if (result) {
		free(file);
		return result;
	}
	trace_fields_close(r->trace);
	r->trace = NULL;
	r->formats_read = false;
	free(b->file);
	b->file = file;
	b->source.input = b->base.reader.input = file;
	return 0;
}

static char **files(struct browse_source *s)
{
	return recordings_near(s->input);
}

static int load(struct browse_source *s, const struct browse_query *query, struct error *err)
{
	struct report_browse *b = s->context;
	struct report *r = b->report;
	int result;

	report_rest_stop(&b->rest);
	log_set_level(LOG_QUIET);
	first_look_end(&b->look);
	report_forget(r);
	result = query->file ? open_file(b, query->file, err) : 0;
	if (!result)
		result = browse_query_apply(&r->options, &b->base, query, err);
	if (!result)
		result = report_make_plan(r, err);
	return result ? result : read_rows(b, LOG_QUIET, err);
}

/* --- texts ------------------------------------------------------------------------------------------ */

/* What came through a pipe is not opened another time, beside the report. */
static bool can_read_again(const struct report_browse *b, struct error *err)
{
	if (!input_spool_directory(b->source.input))
		return true;
	error_set(err, -ESPIPE, "%s is a pipe, which cannot be read once more: store the recording in a file",
		  b->source.input);
	return false;
}

static char *text(struct browse_source *s, enum browse_text what, const char *of, struct error *err)
{
	const struct report_browse *b = s->context;
	const struct report *r = b->report;

	if (what == BROWSE_TEXT_SAMPLES)
		return can_read_again(b, err) ? browse_samples(r, of, err) : NULL;
	return browse_about_text(r, &r->missing_symbols, what, err);
}

static int read_code(struct browse_source *s, const struct browse_code_query *query, struct code_lines *ret_lines,
		     struct error *err)
{
	const struct report_browse *b = s->context;
	const struct report *r = b->report;
	const struct browse_code_input input = { .beside = &r->reader,
						 .filter = &r->options.filter,
						 .max_memory = r->options.max_memory };

	*ret_lines = (struct code_lines){ 0 };
	return can_read_again(b, err) ? browse_code_lines(b->code, &input, query, ret_lines, err) : -EINVAL;
}

static void leave_code(struct browse_source *s)
{
	const struct report_browse *b = s->context;

	browse_code_leave(b->code);
}

static int times(struct browse_source *s, uint32_t event, unsigned pieces, struct time_strip *ret_strip,
		 struct error *err)
{
	const struct report_browse *b = s->context;

	if (!can_read_again(b, err))
		return -ESPIPE;
	return browse_times_read(ret_strip, &b->report->reader, &b->report->rows, event, pieces, err);
}

static int save_bytes(const struct report_browse *b, const char *saved, size_t n, char *name, size_t size)
{
	char written[SAVER_NAME];
	int result = saver_write(&b->report->saver, SAVER_REPORT, saved, n, written);

	snprintf(name, size, "%s", written);
	return result;
}

static int save(struct browse_source *s, const char *saved, char *name, size_t size)
{
	return save_bytes(s->context, saved, strlen(saved), name, size);
}

static int export_as(struct browse_source *s, const char *format, char *name, size_t size, struct error *err)
{
	const struct report_browse *b = s->context;
	size_t n;
	char *made = can_read_again(b, err) ? browse_export(b->report, format, &n, err) : NULL;
	int result;

	if (!made)
		return err->code ? err->code : -EIO;
	result = save_bytes(b, made, n, name, size);
	free(made);
	return result ? error_set(err, result, "it could not be written: %s", strerror(-result)) : 0;
}

int report_browse(struct report *r, struct browse_code *code, struct error *err)
{
	struct report_browse b = { .report = r, .base = r->options, .code = code };
	const char *input = r->options.reader.input;
	int level = log_level(), result;

	b.source = (struct browse_source){ .context = &b,
					   .input = r->options.reader.input,
					   .percent_limit = r->options.percent_limit > 0 ? r->options.percent_limit : 0,
					   .load = load,
					   .finish = finish,
					   .text = text,
					   .code = read_code,
					   .leave_code = leave_code,
					   .times = times,
					   .files = files,
					   .save = r->saver.pid ? save : NULL,
					   .export_as = r->saver.pid ? export_as : NULL };
	result = read_rows(&b, level, err);
	if (!result)
		result = browser_run(&b.source, r->reader.screen.colored, err);
	if (result == -ENOTTY && b.rest.is_running && finish(&b.source, err))
		result = -ECANCELED;
	report_rest_stop(&b.rest);
	first_look_end(&b.look);
	log_set_level(level);
	r->options.reader.input = input;
	free(b.file);
	return result;
}
