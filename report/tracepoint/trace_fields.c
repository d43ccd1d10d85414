#include "report/tracepoint/trace_fields.h"

#include <errno.h>

#include "config.h"

#ifdef HAVE_LIBTRACEEVENT

#include "common/u32map.h"
#include "formats/feature/tracing_read.h"
#include "report/tracepoint/trace_check.h"
#include "report/tracepoint/trace_format.h"
#include "report/tracepoint/trace_plan.h"
#include "report/tracepoint/trace_plan_put.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <traceevent/event-parse.h>

struct trace_event {
	const struct trace_plan *plan; /* NULL: the library's */
	bool refused;                  /* not for the library: see report/tracepoint/trace_check.h */
};

struct trace_fields {
	struct u32map by_id;
	struct trace_event *events;
	struct arena plans;
	/* The library keeps what it found last within its handle: one thread at a time has it and all below. */
	pthread_mutex_t lock;
	struct tep_handle *tep;
	struct trace_seq text;
	uint8_t *
		raw; /* TRACE_DATA_ROOM bytes: a record's data, and zeros as far as the library may reach behind them */
	bool swap;   /* the data are of the other byte order */
	struct kernel_functions functions;
	char name[512]; /* of the function named last */
	uint32_t n_formats;
};

/* The library keeps formats in a sorted list, into which each is put by moving those behind it. Kernels have 3,000. */
#define TRACE_FORMATS_MAX 16384

/* Sizes and places that the data themselves tell have two bytes; counts of up to 65535 are of elements of 8 bytes, an
 * index is at most 255 of elements of 4096 bytes (report/tracepoint/trace_print.c). */
#define TRACE_DATA_ROOM (4 * TRACE_DATA_MAX + 255 * 4096 + 8 * 65536)

/* The library asks for the kernel function at an address. */
static char *trace_function(void *context, unsigned long long *addr, char **ret_module)
{
	struct trace_fields *t = context;
	uint64_t offset;

	*ret_module = NULL;
	if (!t->functions.find(t->functions.context, *addr, t->name, sizeof(t->name), &offset))
		return NULL;
	*addr -= offset;
	return t->name;
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
	/* The library looks at the last characters without a look at how many there are. */
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

/* In place of an expression that is kept from the library: it shows the fields one by one, as for all it cannot read.
 */
static const char no_print[] = "print fmt: 0\n";

/* A format that cannot be read costs its event only. */
static int format_add(struct trace_fields *t, const struct tracing_part *part, const char *system)
{
	enum trace_verdict verdict;
	struct buffer text;
	size_t print;

	if (t->n_formats++ >= TRACE_FORMATS_MAX)
		return 0;
	verdict = trace_format_check(part->text, part->size, &print);
	if (verdict == TRACE_GOOD)
		tep_parse_event(t->tep, part->text, part->size, system);
	if (verdict != TRACE_NO_PRINT)
		return 0;
	buffer_init(&text);
	buffer_append(&text, part->text, print);
	if (buffer_append(&text, no_print, sizeof(no_print) - 1))
		tep_parse_event(t->tep, (const char *)text.data, text.size, system);
	buffer_fini(&text);
	return 0;
}

static int part_add(struct trace_fields *t, const struct tracing_part *part)
{
	switch (part->kind) {
	case TRACING_HEADER_PAGE: return 0; /* of the pages of a trace, which no recording has */
	case TRACING_FTRACE_FORMAT: return format_add(t, part, "ftrace");
	case TRACING_FORMAT: return format_add(t, part, part->system);
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
		if (part_add(t, &part))
			return error_nomem(err);
	if (!result)
		tep_set_function_resolver(t->tep, trace_function, t);
	return result;
}

/* The type of a record is its first field; where it is not, there are no plans. */
static bool plans_fit(struct tep_handle *tep, struct tep_event *event)
{
	const struct tep_format_field *type = tep_find_common_field(event, "common_type");

	return type && !type->offset && type->size == 2 && tep_get_long_size(tep) == 8;
}

static int trace_fields_plan(struct trace_fields *t)
{
	int n = tep_get_events_count(t->tep);

	t->swap = tep_is_file_bigendian(t->tep) != tep_is_local_bigendian(t->tep);
	t->events = calloc((size_t)n + 1, sizeof(*t->events));
	t->raw = calloc(1, TRACE_DATA_ROOM);
	if (!t->events || !t->raw)
		return -ENOMEM;
	for (int i = 0; i < n; i++) {
		struct tep_event *event = tep_get_event(t->tep, i);

		t->events[i].refused = !trace_event_is_safe(event);
		if (!t->swap && plans_fit(t->tep, event))
			t->events[i].plan = trace_plan_new(&t->plans, event);
		if (u32map_set(&t->by_id, (uint32_t)event->id, (uint32_t)i))
			return -ENOMEM;
	}
	return 0;
}

static struct trace_fields *trace_fields_new(const struct kernel_functions *functions)
{
	struct trace_fields *t = calloc(1, sizeof(*t));

	if (!t)
		return NULL;
	pthread_mutex_init(&t->lock, NULL);
	trace_seq_init(&t->text);
	arena_init(&t->plans);
	t->functions = *functions;
	t->tep = tep_alloc();
	return t;
}

int trace_fields_open(struct trace_fields **ret_trace, const struct perf_file *file,
		      const struct kernel_functions *functions, struct error *err)
{
	struct trace_fields *t;
	struct buffer b;
	int result;

	if (!perf_file_has_tracing_data(file))
		return error_set(err, -ENOENT, "the file does not describe its tracepoints");
	buffer_init(&b);
	t = trace_fields_new(functions);
	result = t && t->tep ? perf_file_read_tracing_data(file, &b, err) : error_nomem(err);
	if (!result)
		result = trace_fields_read(t, &b, err);
	if (!result && trace_fields_plan(t))
		result = error_nomem(err);
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
	arena_fini(&t->plans);
	u32map_fini(&t->by_id);
	free(t->events);
	free(t->raw);
	free(t);
}

static void library_put(struct trace_fields *t, const void *data, size_t size, uint32_t cpu, struct buffer *b)
{
	struct tep_record record = { .cpu = (int)cpu, .size = (int)size, .data = t->raw };

	pthread_mutex_lock(&t->lock);
	memcpy(t->raw, data, size);
	trace_seq_reset(&t->text);
	tep_print_event(t->tep, &t->text, &record, "%s", TEP_PRINT_INFO);
	buffer_append(b, t->text.buffer, t->text.len);
	memset(t->raw, 0, size);
	pthread_mutex_unlock(&t->lock);
}

void trace_fields_put(struct trace_fields *t, const void *data, size_t size, uint32_t cpu, struct buffer *b)
{
	uint16_t id;
	uint32_t i;

	if (size < sizeof(id) || size > TRACE_RAW_MAX)
		return;
	id = load_u16_order(data, t->swap);
	i = u32map_get(&t->by_id, id);
	if (i == U32MAP_NONE)
		return;
	if (t->events[i].plan && trace_plan_put(t->events[i].plan, data, size, b))
		return;
	if (!t->events[i].refused)
		library_put(t, data, size, cpu, b);
}

#else

int trace_fields_open(struct trace_fields **ret_trace, const struct perf_file *file,
		      const struct kernel_functions *functions, struct error *err)
{
	(void)ret_trace;
	(void)functions;
	if (!perf_file_has_tracing_data(file))
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
