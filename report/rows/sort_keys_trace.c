/*
 * What tracepoints say.
 */
#include "common/buffer.h"
#include "report/rows/row_set.h"
#include "report/rows/sort_keys.h"
#include "report/tracepoint/trace_fields.h"

#include <stdlib.h>

/* What a sample of another kind of event says, as in Linux perf. */
#define TRACE_NOTHING "N/A"

/* The text of what an entry's tracepoint said, made once a tuple: a string id. */
static uint32_t trace_text(const struct key_sample *s)
{
	const struct rows *r = s->rows;
	uint32_t *known = &r->traces[s->entry->key.w[0]];
	struct buffer text;
	uint32_t string, size;
	const uint8_t *raw;

	if (r->analysis->file->events[sample_key_event(&s->entry->key)].attr.type != PERF_TYPE_TRACEPOINT)
		return strtab_add_string(r->frames->strings, TRACE_NOTHING);
	if (*known)
		return *known - 1;
	buffer_init(&text);
	raw = analysis_raw(r->analysis, s->entry, &size);
	if (r->options->trace && size && r->options->raw_trace)
		trace_fields_put_raw(r->options->trace, raw, size, &text);
	else if (r->options->trace && size)
		trace_fields_put(r->options->trace, raw, size, &text);
	buffer_put_u8(&text, 0);
	string = buffer_ok(&text) ? strtab_add_string(r->frames->strings, (const char *)text.data) : STRTAB_NONE;
	buffer_fini(&text);
	if (string != STRTAB_NONE)
		*known = string + 1;
	return string;
}

static bool trace_value(const struct key_sample *s, uint64_t value[static SORT_KEY_WORDS])
{
	value[0] = trace_text(s);
	return value[0] != STRTAB_NONE;
}

/* --- single fields ------------------------------------------------------------------------------------------------ */

bool sort_key_field_is_of(const struct column *column, const char *name, uint32_t event)
{
	if (!column->event[0])
		return true;
	if (column->event[0] == '%')
		return strtoul(column->event + 1, NULL, 10) == event + 1ul;
	return strchr(column->event, ':') ? !strcmp(name, column->event) : strstr(name, column->event) != NULL;
}

static bool field_has(const struct rows *r, const struct column *column, uint32_t event)
{
	const struct event_attr *attr = &r->analysis->file->events[event].attr;
	int width;

	return r->options->trace && attr->type == PERF_TYPE_TRACEPOINT &&
	       sort_key_field_is_of(column, r->analysis->file->events[event].name, event) &&
	       trace_fields_has(r->options->trace, attr->config, column->field, &width);
}

static bool field_value(const struct key_sample *s, uint64_t value[static SORT_KEY_WORDS])
{
	const struct rows *r = s->rows;
	struct buffer text;
	const uint8_t *raw;
	uint32_t size;

	buffer_init(&text);
	raw = analysis_raw(r->analysis, s->entry, &size);
	if (size && field_has(r, s->column, sample_key_event(&s->entry->key)))
		trace_fields_put_field(r->options->trace, raw, size, s->column->field,
				       s->column->is_raw || r->options->raw_trace, &text);
	buffer_put_u8(&text, 0);
	value[0] = buffer_ok(&text) ? strtab_add_string(r->frames->strings, (const char *)text.data) : STRTAB_NONE;
	buffer_fini(&text);
	return value[0] != STRTAB_NONE;
}

const struct sort_key sort_key_trace_field = {
	.name = "a field",
	.title = "a field",
	.needs = KEY_TRACE,
	.values = SAMPLE_VALUE_BIT(SAMPLE_VALUE_RAW),
	.n_words = 1,
	.is_right = true,
	.value = field_value,
	.compare = sort_key_strings_downwards,
	.text = sort_key_put_string,
	.has = field_has,
};

const struct sort_key sort_keys_trace[] = {
	{ .name = "trace",
	  .title = "Trace output",
	  .needs = KEY_TRACE,
	  .values = SAMPLE_VALUE_BIT(SAMPLE_VALUE_RAW),
	  .n_words = 1,
	  .value = trace_value,
	  .compare = sort_key_strings,
	  .text = sort_key_put_string },
	{ 0 },
};
