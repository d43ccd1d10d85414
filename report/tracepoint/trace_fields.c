#include "report/tracepoint/trace_fields.h"

#include "common/hash_table.h"
#include "common/list.h"
#include "common/text.h"
#include "formats/feature/tracing_data.h"
#include "report/tracepoint/trace_put.h"

#include <errno.h>
#include <stdlib.h>

/* Kernels have 3,000. */
#define TRACE_FORMATS_MAX 16384

/* The limit of a record's 16-bit size. */
#define TRACE_RAW_MAX UINT16_MAX

struct trace_event {
	struct trace_format format;
	const struct trace_plan *plan; /* NULL: print field by field */
};

/* Fixed once it is opened. */
struct trace_fields {
	struct u32map by_id;
	struct trace_event *events;
	uint32_t n_events, events_capacity;
	struct trace_machine machine;
	struct arena arena;    /* of plans */
	struct buffer tracing; /* text that formats borrow from */
};

/* An unreadable format is skipped. The last format of an id counts. */
static int format_add(struct trace_fields *t, const struct tracing_part *part)
{
	struct trace_event event = { 0 };
	int result;

	if (t->n_events >= TRACE_FORMATS_MAX)
		return 0;
	result = trace_format_parse(&event.format, &t->arena, part->text, part->size);
	if (result)
		return result == -ENOMEM ? result : 0;
	event.plan = trace_plan_new(&t->arena, &event.format);
	if (!list_reserve(&t->events, t->n_events, &t->events_capacity, sizeof(event)))
		return -ENOMEM;
	t->events[t->n_events] = event;
	return u32map_set(&t->by_id, event.format.id, t->n_events++);
}

static int part_add(struct trace_fields *t, const struct tracing_part *part)
{
	switch (part->kind) {
	case TRACING_FTRACE_FORMAT:
	case TRACING_FORMAT: return format_add(t, part);
	case TRACING_PRINTK: return trace_printks_add(&t->machine.printks, &t->arena, part->text, part->size);
	case TRACING_HEADER_PAGE: /* header of trace pages, which recordings do not have */
	case TRACING_KALLSYMS:    /* symbols come from where they come from for samples too */
	case TRACING_CMDLINES: return 0;
	}
	return 0;
}

static int trace_fields_read(struct trace_fields *t, struct error *err)
{
	struct tracing_reader reader;
	struct tracing_part part;
	int result = tracing_reader_init(&reader, t->tracing.data, t->tracing.size, err);

	if (result)
		return result;
	t->machine.swap = order_is_swapped(reader.big_endian);
	t->machine.long_size = reader.long_size;
	while ((result = tracing_reader_next(&reader, &part, err)) > 0)
		if (part_add(t, &part))
			return error_nomem(err);
	return result;
}

int trace_fields_open(struct trace_fields **ret_trace, const struct perf_file *file,
		      const struct kernel_functions *functions, struct error *err)
{
	struct trace_fields *t;
	int result;

	if (!perf_file_has_tracing_data(file))
		return error_set(err, -ENOENT, "the file does not describe its tracepoints");
	t = calloc(1, sizeof(*t));
	if (!t)
		return error_nomem(err);
	arena_init(&t->arena);
	buffer_init(&t->tracing);
	t->machine.functions = *functions;
	result = perf_file_read_tracing_data(file, &t->tracing, err);
	if (!result)
		result = trace_fields_read(t, err);
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
	arena_fini(&t->arena);
	buffer_fini(&t->tracing);
	u32map_fini(&t->by_id);
	free(t->events);
	trace_printks_fini(&t->machine.printks);
	free(t);
}

/* The event of the data, or NULL. */
static const struct trace_event *data_event(const struct trace_fields *t, const void *data, size_t size)
{
	uint32_t i;

	if (size < sizeof(uint16_t) || size > TRACE_RAW_MAX)
		return NULL;
	i = u32map_get(&t->by_id, load_u16_order(data, t->machine.swap));
	return i == U32MAP_NONE ? NULL : &t->events[i];
}

void trace_fields_put_raw(const struct trace_fields *t, const void *data, size_t size, struct buffer *b)
{
	const struct trace_event *event = data_event(t, data, size);

	if (event)
		trace_put_fields(&event->format, data, size, t->machine.swap, b);
}

void trace_fields_put(const struct trace_fields *t, const void *data, size_t size, struct buffer *b)
{
	const struct trace_event *event = data_event(t, data, size);

	if (!event)
		return;
	if (event->plan) {
		trace_put_plan(&t->machine, event->plan, data, size, b);
		return;
	}
	text_put(b, "[FAILED TO PARSE]");
	trace_put_fields(&event->format, data, size, t->machine.swap, b);
}

const char *trace_fields_name(const struct trace_fields *t, uint64_t id, uint32_t i, size_t *ret_size)
{
	uint32_t event = id <= UINT32_MAX ? u32map_get(&t->by_id, (uint32_t)id) : U32MAP_NONE;
	const struct trace_format *format = event == U32MAP_NONE ? NULL : &t->events[event].format;

	if (!format || i >= format->n_fields - format->n_common)
		return NULL;
	*ret_size = format->fields[format->n_common + i].name_size;
	return format->fields[format->n_common + i].name;
}

/* Finds a field of a tracepoint, other than the common ones, or NULL. */
static const struct trace_field *event_field(const struct trace_fields *t, uint32_t id, const char *name,
					     const struct trace_format **ret_format)
{
	uint32_t i = u32map_get(&t->by_id, id);
	const struct trace_field *field;

	if (i == U32MAP_NONE)
		return NULL;
	*ret_format = &t->events[i].format;
	field = trace_format_field(*ret_format, name, strlen(name));
	return field && field >= (*ret_format)->fields + (*ret_format)->n_common ? field : NULL;
}

bool trace_fields_has(const struct trace_fields *t, uint64_t id, const char *name, int *ret_width)
{
	const struct trace_format *format;
	const struct trace_field *field = id <= UINT32_MAX ? event_field(t, (uint32_t)id, name, &format) : NULL;

	/* Room for the number in hexadecimal. */
	if (field)
		*ret_width = (int)(field->flags & TRACE_FIELD_STRING ? field->size : 2 * field->size + 2);
	return field;
}

/* Finds the value after "NAME=" in formatted text, up to the next space. */
static bool shown_field(const char *text, const char *name, struct buffer *b)
{
	size_t size = strlen(name);

	for (const char *p = text; p; p = strchr(p, ' ')) {
		p += *p == ' ';
		if (strncmp(p, name, size) || p[size] != '=')
			continue;
		buffer_append(b, p + size + 1, strcspn(p + size + 1, " "));
		return true;
	}
	return false;
}

/* Prints the field by its type. */
static void put_field(const struct trace_fields *t, const uint8_t *data, size_t size, const char *name,
		      struct buffer *b)
{
	const struct trace_format *format;
	const struct trace_field *field = event_field(t, load_u16_order(data, t->machine.swap), name, &format);
	struct trace_format one = { .fields = field, .n_fields = 1 };
	size_t before = strlen(" =") + strlen(name);
	struct buffer text;

	if (!field)
		return;
	buffer_init(&text);
	trace_put_fields(&one, data, size, t->machine.swap, &text);
	if (buffer_ok(&text) && text.size > before)
		buffer_append(b, text.data + before, text.size - before);
	buffer_fini(&text);
}

void trace_fields_put_field(const struct trace_fields *t, const void *data, size_t size, const char *name, bool raw,
			    struct buffer *b)
{
	struct buffer text;

	if (size < sizeof(uint16_t) || size > TRACE_RAW_MAX)
		return;
	if (raw) {
		put_field(t, data, size, name, b);
		return;
	}
	buffer_init(&text);
	trace_fields_put(t, data, size, &text);
	buffer_put_u8(&text, 0);
	if (buffer_ok(&text) && !shown_field((const char *)text.data, name, b))
		put_field(t, data, size, name, b);
	buffer_fini(&text);
}
