#include "report/trace_fields.h"

#include <errno.h>

#include "config.h"

#ifdef HAVE_LIBTRACEEVENT

#include "formats/tracing_read.h"

#include <stdio.h>
#include <stdlib.h>
#include <traceevent/event-parse.h>

struct trace_fields {
	/* The library keeps what it found last within its handle: one thread at a time. */
	pthread_mutex_t lock;
	struct tep_handle *tep;
	struct trace_seq text;
	struct script_namer *namer;
	char name[512]; /* of the function named last */
};

/* The library asks for the kernel function at an address. */
static char *trace_function(void *context, unsigned long long *addr, char **ret_module)
{
	struct trace_fields *t = context;
	struct frame_place place;
	char *name = NULL;

	pthread_mutex_lock(&t->namer->lock);
	frames_locate(t->namer->frames, 0, UINT64_MAX, RECORD_MISC_KERNEL, *addr, FRAMES_SYMBOL, &place);
	if (place.map && place.has_symbol) {
		snprintf(t->name, sizeof(t->name), "%s", place.symbol.name);
		name = t->name;
		*addr -= place.addr - place.symbol.start;
	}
	*ret_module = NULL;
	pthread_mutex_unlock(&t->namer->lock);
	return name;
}

/* Calls line for each line of a text, which it may change. */
static int lines_each(struct trace_fields *t, const struct tracing_part *part,
		      void (*line)(struct trace_fields *t, char *line))
{
	char *text = strndup(part->text, part->size);
	char *rest = text, *next;

	if (!text)
		return -ENOMEM;
	while ((next = strsep(&rest, "\n")))
		line(t, next);
	free(text);
	return 0;
}

/* tep_register_print_string looks at the last three characters behind the first quote without asking whether there are
 * so many. */
#define PRINTK_MIN 3

/* ADDRESS : "FORMAT" */
static void printk_line(struct trace_fields *t, char *line)
{
	char *format;
	unsigned long long addr = strtoull(line, &format, 16);

	if (format == line || *format != ' ')
		return;
	format += strspn(format, " :");
	if (strlen(format) < PRINTK_MIN + (*format == '"'))
		return;
	tep_register_print_string(t->tep, format, addr);
}

/* PID COMM */
static void cmdline_line(struct trace_fields *t, char *line)
{
	char *comm;
	long pid = strtol(line, &comm, 10);

	if (comm != line && *comm == ' ')
		tep_register_comm(t->tep, comm + 1, (int)pid);
}

static int part_add(struct trace_fields *t, const struct tracing_reader *reader, const struct tracing_part *part)
{
	switch (part->kind) {
	case TRACING_HEADER_PAGE:
		tep_parse_header_page(t->tep, (char *)part->text, part->size, (int)reader->long_size);
		return 0;
	/* A format that the library cannot read costs its event only. */
	case TRACING_FTRACE_FORMAT: tep_parse_event(t->tep, part->text, part->size, "ftrace"); return 0;
	case TRACING_FORMAT: tep_parse_event(t->tep, part->text, part->size, part->system); return 0;
	case TRACING_PRINTK: return lines_each(t, part, printk_line);
	case TRACING_CMDLINES: return lines_each(t, part, cmdline_line);
	case TRACING_KALLSYMS: return 0; /* symbols come from where they come from for samples too */
	}
	return 0;
}

static int trace_fields_read(struct trace_fields *t, const struct buffer *b, struct error *err)
{
	struct tracing_reader reader;
	struct tracing_part part;
	int result = tracing_reader_init(&reader, b->data, b->size, err);

	if (result)
		return result;
	tep_set_flag(t->tep, TEP_NSEC_OUTPUT);
	tep_set_file_bigendian(t->tep, reader.big_endian ? TEP_BIG_ENDIAN : TEP_LITTLE_ENDIAN);
	tep_set_local_bigendian(t->tep, __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? TEP_BIG_ENDIAN : TEP_LITTLE_ENDIAN);
	tep_set_long_size(t->tep, (int)reader.long_size);
	tep_set_page_size(t->tep, (int)reader.page_size);
	while ((result = tracing_reader_next(&reader, &part, err)) > 0)
		if (part_add(t, &reader, &part))
			return error_nomem(err);
	if (!result)
		tep_set_function_resolver(t->tep, trace_function, t);
	return result;
}

int trace_fields_open(struct trace_fields **ret_trace, const struct perf_file *file, struct script_namer *namer,
		      struct error *err)
{
	struct trace_fields *t;
	struct buffer b;
	int result;

	if (!perf_file_has_feature(file, FEATURE_TRACING_DATA))
		return error_set(err, -ENOENT, "the file does not describe its tracepoints");
	buffer_init(&b);
	t = calloc(1, sizeof(*t));
	result = t ? perf_file_read_feature(file, FEATURE_TRACING_DATA, &b, err) : error_nomem(err);
	if (t) {
		pthread_mutex_init(&t->lock, NULL);
		trace_seq_init(&t->text);
		t->namer = namer;
		t->tep = tep_alloc();
	}
	if (!result)
		result = t->tep ? trace_fields_read(t, &b, err) : error_nomem(err);
	buffer_fini(&b);
	if (result)
		trace_fields_close(t);
	else
		*ret_trace = t;
	return result;
}

void trace_fields_close(struct trace_fields *t)
{
	if (!t)
		return;
	if (t->tep)
		tep_free(t->tep);
	trace_seq_destroy(&t->text);
	pthread_mutex_destroy(&t->lock);
	free(t);
}

void trace_fields_put(struct trace_fields *t, const void *data, size_t size, uint32_t cpu, struct buffer *b)
{
	struct tep_record record = { .cpu = (int)cpu, .size = (int)size, .data = (void *)data };

	pthread_mutex_lock(&t->lock);
	trace_seq_reset(&t->text);
	tep_print_event(t->tep, &t->text, &record, "%s", TEP_PRINT_INFO);
	buffer_append(b, t->text.buffer, t->text.len);
	pthread_mutex_unlock(&t->lock);
}

#else

int trace_fields_open(struct trace_fields **ret_trace, const struct perf_file *file, struct script_namer *namer,
		      struct error *err)
{
	(void)ret_trace;
	(void)namer;
	if (!perf_file_has_feature(file, FEATURE_TRACING_DATA))
		return error_set(err, -ENOENT, "the file does not describe its tracepoints");
	return error_set(err, -ENOTSUP, "prec was built without libtraceevent");
}

void trace_fields_close(struct trace_fields *t)
{
	(void)t;
}

void trace_fields_put(struct trace_fields *t, const void *data, size_t size, uint32_t cpu, struct buffer *b)
{
	(void)t;
	(void)data;
	(void)size;
	(void)cpu;
	(void)b;
}

#endif
