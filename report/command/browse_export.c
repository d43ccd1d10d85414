#include "report/command/browse_export.h"

#include "report/command/cmd_script.h"
#include "report/command/export_reader.h"
#include "report/command/report_make.h"
#include "report/command/report_output.h"
#include "report/command/script_options.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* What a person may scroll through, in bytes. */
#define PAGE_BYTES (4ull << 20)

/* --- a file in memory, since some formats write to a descriptor ---------------------------------------- */

static int open_memory(struct output_stream *m, struct error *err)
{
	int fd = memfd_create("export", MFD_CLOEXEC);

	*m = (struct output_stream){ .path = "", .stream = fd < 0 ? NULL : fdopen(fd, "w") };
	if (m->stream)
		return 0;
	if (fd >= 0)
		close(fd);
	return error_nomem(err);
}

/* All that was written, malloced, with a zero byte after it. NULL with *err filled. */
static char *read_memory(const struct output_stream *m, size_t *ret_size, struct error *err)
{
	struct stat st;
	char *text;

	if (fflush(m->stream) || fstat(fileno(m->stream), &st)) {
		error_set(err, -errno, "it could not be kept: %s", strerror(errno));
		return NULL;
	}
	text = malloc((size_t)st.st_size + 1);
	if (!text || pread(fileno(m->stream), text, (size_t)st.st_size, 0) != st.st_size) {
		free(text);
		error_nomem(err);
		return NULL;
	}
	text[st.st_size] = 0;
	*ret_size = (size_t)st.st_size;
	return text;
}

/* --- the three ways of formats --------------------------------------------------------------------------- */

static int by_walk(const struct report *r, const struct export_format *format, FILE *out, struct error *err)
{
	struct export_reader_options o = { .reader = r->options.reader,
					   .filter = r->options.filter,
					   .max_memory = r->options.max_memory };
	struct export_reader x;
	int result = export_reader_open_beside(&x, &r->reader, &o, format->write_times != NULL, err);

	if (!result)
		result = export_reader_check(&x, format, err);
	if (!result)
		result = export_reader_write(&x, format, out, err);
	export_reader_close(&x);
	return result;
}

static int by_report(const struct report *r, const struct export_format *format, FILE *out, struct error *err)
{
	struct report q = { .options = r->options, .shows = REPORT_FORMAT, .shared.lock = PTHREAD_MUTEX_INITIALIZER };
	int result = reader_open_beside(&q.reader, &r->reader, &q.options.reader, err);

	q.options.format = format_find(format->name);
	q.options.chains_or_not = true;
	if (!result)
		result = report_make_plan(&q, err);
	if (!result)
		result = report_analyse(&q, err);
	if (!result)
		result = report_name(&q, err);
	if (!result)
		result = report_print_format(&q, out);
	report_forget(&q);
	trace_fields_close(q.trace);
	pthread_mutex_destroy(&q.shared.lock);
	reader_close(&q.reader);
	return result;
}

/* The options of a report, for prec script. What they choose CPUs by is freed with them. */
static int choose_lines(struct script_options *o, const struct report *r, struct error *err)
{
	const struct profile_filter *f = &r->options.filter;

	script_options_init(o);
	o->reader = r->options.reader;
	o->reader.tasks.cpus = (struct cpulist){ 0 };
	o->reader.symbols.no_bounds = true;
	o->reader.tasks.pids = f->pids;
	o->reader.tasks.tids = f->tids;
	o->comms = f->comms;
	o->dsos = f->dsos;
	o->symbols_only = f->symbols;
	o->only_comm = f->only_comm;
	o->only_dso = f->only_dso;
	o->only_symbol = f->only_symbol;
	return f->cpus ? cpulist_parse(&o->reader.tasks.cpus, o->reader.tasks.cpu_list, err) : 0;
}

static int by_script(const struct report *r, struct output_stream *out, struct error *err)
{
	struct script_options o;
	int result = choose_lines(&o, r, err);

	if (result)
		return result;
	o.reader.output = out;
	o.reader.header = true;
	o.in_stacks = true;
	return script_show_beside(&o, &r->reader, err);
}

char *browse_export(const struct report *r, const char *name, size_t *ret_size, struct error *err)
{
	const struct export_format *format = export_format_find(name);
	struct output_stream out;
	char *made = NULL, names[256];
	int result = open_memory(&out, err);

	if (result)
		return NULL;
	export_format_names(names, sizeof(names));
	if (!format)
		result = error_set(err, -EINVAL, "formats are text, %s", names);
	else if (r->options.socket && format->command != EXPORT_BY_REPORT)
		result = error_set(err, -EINVAL, "%s cannot choose samples by their socket", name);
	else if (r->options.filter.only_within && (format->write_times || format->command == EXPORT_BY_SCRIPT))
		result = error_set(err, -EINVAL, "%s cannot choose samples by who called", name);
	else if (format->command == EXPORT_BY_WALK)
		result = by_walk(r, format, out.stream, err);
	else if (format->command == EXPORT_BY_REPORT)
		result = by_report(r, format, out.stream, err);
	else
		result = by_script(r, &out, err);
	if (!result)
		made = read_memory(&out, ret_size, err);
	fclose(out.stream);
	return made;
}

char *browse_samples(const struct report *r, const char *function, struct error *err)
{
	struct script_options o;
	struct output_stream out;
	char *made = NULL;
	size_t size;
	int result = open_memory(&out, err);

	if (result)
		return NULL;
	if (r->options.filter.only_within)
		result = error_set(err, -EINVAL, "samples one by one cannot be chosen by who called");
	else
		result = choose_lines(&o, r, err);
	if (result) {
		fclose(out.stream);
		return NULL;
	}
	o.reader.output = &out;
	o.max_bytes = PAGE_BYTES;
	if (function)
		o.only_symbol = function;
	result = script_show_beside(&o, &r->reader, err);
	/* There are more than anybody looks at. */
	if (!result || result == -EFBIG)
		made = read_memory(&out, &size, err);
	fclose(out.stream);
	if (made && !size) {
		free(made);
		made = NULL;
		error_set(err, -ENOENT, "no sample is chosen");
	}
	return made;
}
