#include "report/export/firefox_markers.h"

#include "common/text.h"
#include "report/export/packed_numbers.h"

#include <errno.h>
#include <inttypes.h>

enum { PHASE_INSTANT, PHASE_INTERVAL };

/* The field of a marker; key NULL: it has none. */
static const struct {
	const char *key, *label, *format;
} fields_of[MARKER_N_KINDS] = {
	[MARKER_ON_CPU] = { "cpu", "CPU", "integer" },
	[MARKER_RENAMED] = { "comm", "Name", "string" },
	[MARKER_EXEC] = { "comm", "Name", "string" },
	[MARKER_LOST] = { "count", "Records", "integer" },
};

/* --- packed -------------------------------------------------------------------------------------- */

void firefox_marker_add(struct firefox_markers *m, const struct firefox_marker *f)
{
	const struct time_marker *marker = &f->marker;

	packed_put(&m->packed, marker->kind);
	packed_put_difference(&m->packed, marker->start, m->start);
	packed_put(&m->packed, marker->end - marker->start);
	packed_put(&m->packed, marker->value);
	packed_put(&m->packed, marker->stack);
	packed_put(&m->packed, f->fields_size);
	if (f->fields_size)
		buffer_append(&m->packed, f->fields, f->fields_size);
	m->start = marker->start;
	m->n++;
}

void firefox_marker_next(const uint8_t **at, struct firefox_marker *f)
{
	struct time_marker *marker = &f->marker;

	marker->kind = (enum time_marker_kind)packed_get(at);
	marker->start = packed_get_next(at, marker->start);
	marker->end = marker->start + packed_get(at);
	marker->value = packed_get(at);
	marker->stack = (uint32_t)packed_get(at);
	f->fields_size = packed_get(at);
	f->fields = *at;
	*at += f->fields_size;
}

/* --- fields of tracepoints --------------------------------------------------------------------------- */

void firefox_put_fields(struct time_fields *from, struct buffer *fields)
{
	while (time_fields_next(from)) {
		const size_t size = from->text.size - 1;

		packed_put(fields, size);
		if (size)
			buffer_append(fields, from->text.data, size);
	}
}

/* The member that a field is: its name, if it is a word and none of the profiler's own members. */
static void field_key(struct buffer *name, uint32_t number)
{
	const char *text = (const char *)name->data;

	if (text[strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")] ||
	    !strcmp(text, "type") || !strcmp(text, "cause") || !strcmp(text, "category")) {
		buffer_clear(name);
		text_printf(name, "field%u", number);
		buffer_put_u8(name, 0);
	}
}

/* --- schemas --------------------------------------------------------------------------------------- */

static void put_member(struct json *j, const char *name, const char *text)
{
	json_name(j, name);
	json_string(j, text);
}

static void schema_begin(struct json *j, const char *name)
{
	json_line(j);
	json_begin(j, '{');
	put_member(j, "name", name);
	json_name(j, "display");
	json_begin(j, '[');
	json_string(j, "marker-chart");
	json_string(j, "marker-table");
	json_end(j, ']');
}

static void schema_field(struct json *j, const char *key, const char *label, const char *format)
{
	json_begin(j, '{');
	put_member(j, "key", key);
	put_member(j, "label", label);
	put_member(j, "format", format);
	json_end(j, '}');
}

static void put_schema(struct json *j, enum time_marker_kind kind)
{
	const char *words, *key = fields_of[kind].key;

	schema_begin(j, time_marker_name(kind, &words));
	put_member(j, "description", words);
	if (key) {
		char label[64];

		snprintf(label, sizeof(label), "{marker.data.%s}", key);
		put_member(j, "tableLabel", label);
	}
	json_name(j, "fields");
	json_begin(j, '[');
	if (key)
		schema_field(j, key, fields_of[kind].label, fields_of[kind].format);
	if (kind == MARKER_ON_CPU)
		schema_field(j, "end", "Left it because it", "string");
	json_end(j, ']');
	json_end(j, '}');
}

/* "tracepoint 3" of the event of that number. */
static void tracepoint_type(char text[static 32], uint32_t event)
{
	snprintf(text, 32, "tracepoint %" PRIu32, event);
}

static void put_tracepoint_schema(const struct time_walk *w, struct firefox_tables *t, struct json *j, uint32_t event)
{
	struct buffer key, name, label;
	char type[32];

	buffer_init(&key);
	buffer_init(&name);
	buffer_init(&label);
	tracepoint_type(type, event);
	schema_begin(j, type);
	json_name(j, "fields");
	json_begin(j, '[');
	for (uint32_t i = 0; time_walk_field(w, event, i, &key); i++) {
		buffer_clear(&name);
		buffer_append(&name, key.data, key.size);
		field_key(&key, i);
		schema_field(j, (const char *)key.data, firefox_plain(t, (const char *)name.data), "string");
		text_printf(&label, "%s%s={marker.data.%s}", i ? " " : "", firefox_plain(t, (const char *)name.data),
			    (const char *)key.data);
	}
	json_end(j, ']');
	buffer_put_u8(&label, 0);
	put_member(j, "tableLabel", buffer_ok(&label) ? (const char *)label.data : "");
	json_end(j, '}');
	buffer_fini(&key);
	buffer_fini(&name);
	buffer_fini(&label);
}

void firefox_put_schemas(const struct time_walk *w, struct firefox_tables *t, struct json *j)
{
	const struct perf_file *file = w->export->profile->file;

	json_name(j, "markerSchema");
	json_begin(j, '[');
	for (unsigned i = 0; i < MARKER_TRACEPOINT; i++)
		put_schema(j, i);
	for (uint32_t i = 0; i < file->n_events; i++)
		if (file->events[i].attr.type == PERF_TYPE_TRACEPOINT)
			put_tracepoint_schema(w, t, j, i);
	json_end(j, ']');
}

/* --- columns --------------------------------------------------------------------------------------- */

/* What a marker is called. */
static const char *marker_name(const struct firefox_tables *t, const struct time_marker *marker)
{
	const char *words;

	return marker->kind == MARKER_TRACEPOINT ? t->export->events[marker->value].name
						 : time_marker_name(marker->kind, &words);
}

int firefox_marker_names(struct firefox_tables *t)
{
	const struct export *x = t->export;
	const char *words;

	for (unsigned i = 0; i < MARKER_TRACEPOINT; i++)
		if (firefox_string(t, time_marker_name(i, &words)) == STRTAB_NONE)
			return -ENOMEM;
	for (uint32_t i = 0; i < x->profile->file->n_events; i++)
		if (firefox_string(t, x->events[i].name) == STRTAB_NONE)
			return -ENOMEM;
	return 0;
}

/* Where markers are put to, and a column of them. */
struct marker_output {
	const struct time_walk *walk;
	struct firefox_tables *tables;
	struct json *json;
	uint64_t zero;
};

static void put_time(const struct marker_output *o, uint64_t time)
{
	json_fixed(o->json, time > o->zero ? time - o->zero : 0, 6);
}

static void put_name(const struct marker_output *o, const struct firefox_marker *f)
{
	json_u64(o->json, firefox_string(o->tables, marker_name(o->tables, &f->marker)));
}

static void put_start(const struct marker_output *o, const struct firefox_marker *f)
{
	put_time(o, f->marker.start);
}

static void put_end(const struct marker_output *o, const struct firefox_marker *f)
{
	if (time_marker_is_interval(f->marker.kind))
		put_time(o, f->marker.end);
	else
		json_plain(o->json, "null");
}

static void put_phase(const struct marker_output *o, const struct firefox_marker *f)
{
	json_u64(o->json, time_marker_is_interval(f->marker.kind) ? PHASE_INTERVAL : PHASE_INSTANT);
}

static void put_category(const struct marker_output *o, const struct firefox_marker *f)
{
	json_u64(o->json, f->marker.kind == MARKER_TRACEPOINT ? FIREFOX_KERNEL : FIREFOX_OTHER);
}

static void put_tracepoint(const struct marker_output *o, const struct firefox_marker *f)
{
	const uint8_t *at = f->fields, *end = at + f->fields_size;
	struct buffer key;

	buffer_init(&key);
	for (uint32_t i = 0; at < end && time_walk_field(o->walk, (uint32_t)f->marker.value, i, &key); i++) {
		size_t size = packed_get(&at);
		struct buffer *text = &o->tables->value;

		buffer_clear(text);
		if (size)
			buffer_append(text, at, size);
		buffer_put_u8(text, 0);
		field_key(&key, i);
		json_name(o->json, (const char *)key.data);
		firefox_put_name(o->tables, o->json, buffer_ok(text) ? (const char *)text->data : "");
		at += size;
	}
	buffer_fini(&key);
}

static void put_cause(const struct marker_output *o, const struct firefox_marker *f)
{
	json_name(o->json, "cause");
	json_begin(o->json, '{');
	json_name(o->json, "time");
	put_time(o, f->marker.end);
	json_name(o->json, "stack");
	json_u64(o->json, o->tables->nodes[f->marker.stack]);
	json_end(o->json, '}');
}

static void put_fields(const struct marker_output *o, const struct firefox_marker *f)
{
	const struct time_marker *marker = &f->marker;
	const char *key = fields_of[marker->kind].key;

	switch (marker->kind) {
	case MARKER_TRACEPOINT: put_tracepoint(o, f); break;
	case MARKER_ON_CPU:
		json_name(o->json, key);
		json_u64(o->json, marker->value >> 1);
		put_member(o->json, "end", marker->value & 1 ? "was preempted" : "waited");
		break;
	case MARKER_RENAMED:
	case MARKER_EXEC:
		json_name(o->json, key);
		firefox_put_name(o->tables, o->json, export_string(o->tables->export, (uint32_t)marker->value));
		break;
	case MARKER_LOST:
		json_name(o->json, key);
		json_u64(o->json, marker->value);
		break;
	case MARKER_OFF_CPU:
	case MARKER_COUNTED:
	case MARKER_N_KINDS: break;
	}
}

static void put_data(const struct marker_output *o, const struct firefox_marker *f)
{
	const char *words;
	char type[32];

	json_begin(o->json, '{');
	tracepoint_type(type, (uint32_t)f->marker.value);
	put_member(o->json, "type",
		   f->marker.kind == MARKER_TRACEPOINT ? type : time_marker_name(f->marker.kind, &words));
	put_fields(o, f);
	if (f->marker.stack)
		put_cause(o, f);
	json_end(o->json, '}');
}

static const struct {
	const char *name;
	void (*put)(const struct marker_output *o, const struct firefox_marker *f);
} columns[] = {
	{ "name", put_name },   { "startTime", put_start },   { "endTime", put_end },
	{ "phase", put_phase }, { "category", put_category }, { "data", put_data },
};

void firefox_put_markers(const struct firefox_markers *m, const struct time_walk *w, struct firefox_tables *t,
			 struct json *j, uint64_t zero)
{
	const struct marker_output o = { .walk = w, .tables = t, .json = j, .zero = zero };

	json_name(j, "markers");
	json_begin(j, '{');
	json_name(j, "length");
	json_u64(j, m->n);
	for (unsigned i = 0; i < ARRAY_SIZE(columns); i++) {
		struct firefox_marker marker = { 0 };
		const uint8_t *at = m->packed.data;

		json_name(j, columns[i].name);
		json_begin(j, '[');
		for (uint32_t k = 0; k < m->n; k++) {
			firefox_marker_next(&at, &marker);
			columns[i].put(&o, &marker);
		}
		json_end(j, ']');
	}
	json_end(j, '}');
}
