#include "report/tracepoint/trace_put_fields.h"

#include "common/text.h"
#include "report/tracepoint/trace_conversion.h"
#include "report/tracepoint/trace_data.h"

#include <ctype.h>

static bool is_text(const uint8_t *bytes, size_t n)
{
	for (size_t i = 0; i < n && bytes[i]; i++)
		if (!isprint(bytes[i]) && !isspace(bytes[i]))
			return false;
	return true;
}

/* Text may go on after the field, up to its NUL. */
static void put_array(struct buffer *b, const struct trace_data *d, const struct trace_field *f)
{
	uint32_t offset = f->offset, size = f->size;
	const uint8_t *bytes;
	size_t n;

	if (f->flags & TRACE_FIELD_DYNAMIC)
		offset = trace_field_dynamic(f, d->bytes, d->swap, &size);
	bytes = trace_data_range(d, offset, size, &n);
	if (f->flags & TRACE_FIELD_STRING && is_text(bytes, n)) {
		bytes = trace_data_range(d, offset, TRACE_DATA_MAX, &n);
		buffer_append(b, bytes, strnlen((const char *)bytes, n));
		return;
	}
	text_put(b, "ARRAY[");
	for (size_t i = 0; i < n; i++)
		text_printf(b, i ? ", %02x" : "%02x", bytes[i]);
	text_put(b, "]");
}

/* Longs are taken for addresses. */
static void put_number(struct buffer *b, const struct trace_field *f, uint64_t v)
{
	bool is_signed = f->flags & TRACE_FIELD_SIGNED, is_long = f->flags & TRACE_FIELD_LONG;

	if (f->flags & TRACE_FIELD_POINTER || (!is_signed && is_long))
		trace_conversion_address(b, v);
	else if (!is_signed)
		text_put_u64(b, v, 0);
	else if (f->size == 4 && is_long)
		trace_conversion_address(b, (uint32_t)v);
	else if (f->size == 4)
		text_printf(b, "%d", (int32_t)v);
	else if (f->size == 2)
		text_printf(b, "%2d", (int16_t)v);
	else if (f->size == 1)
		text_printf(b, "%1d", (int8_t)v);
	else
		text_printf(b, "%lld", (long long)v);
}

static uint32_t fields_need(const struct trace_format *format)
{
	uint32_t need = 0;

	for (uint32_t i = 0; i < format->n_fields; i++)
		if (format->fields[i].offset + format->fields[i].size > need)
			need = format->fields[i].offset + format->fields[i].size;
	return need;
}

void trace_put_fields(const struct trace_format *format, const uint8_t *data, size_t size, bool swap, struct buffer *b)
{
	struct trace_data d;

	if (!trace_data_init(&d, data, size, fields_need(format), swap)) {
		b->failed = true;
		return;
	}
	for (uint32_t i = format->n_common; i < format->n_fields; i++) {
		const struct trace_field *f = &format->fields[i];

		text_printf(b, " %.*s=", (int)f->name_size, f->name);
		if (f->flags & TRACE_FIELD_ARRAY)
			put_array(b, &d, f);
		else
			put_number(b, f, trace_number(d.bytes + f->offset, f->size, swap));
	}
	trace_data_fini(&d);
}
