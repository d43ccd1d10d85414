#include "report/tracepoint/trace_put.h"

#include "common/text.h"
#include "report/tracepoint/trace_conversion.h"
#include "report/tracepoint/trace_expr.h"

#include <ctype.h>

struct put {
	const struct trace_machine *machine;
	struct trace_data data;
	struct buffer *b;
};

static uint64_t value(const struct put *w, const struct trace_expr *e)
{
	return trace_data_value(&w->data, e);
}

static uint32_t dynamic(const struct put *w, const struct trace_field *f, uint32_t *ret_size)
{
	return trace_field_dynamic(f, w->data.bytes, w->data.swap, ret_size);
}

/* --- text -------------------------------------------------------------------------- */

static void put_word(struct buffer *b, const struct plan_format *f, const char *text)
{
	trace_conversion_text(b, f, text, strlen(text));
}

/* Prints a string up to its NUL. */
static void put_string_at(const struct put *w, const struct plan_format *f, uint32_t offset, uint32_t size)
{
	size_t n;
	const uint8_t *text = trace_data_range(&w->data, offset, size, &n);

	trace_conversion_text(w->b, f, (const char *)text, strnlen((const char *)text, n));
}

/* Its size only says whether there is one: it ends with a NUL. */
static void put_dynamic_string(const struct put *w, const struct plan_format *f, const struct trace_field *field)
{
	uint32_t size, offset = dynamic(w, field, &size);

	put_string_at(w, f, offset, size ? TRACE_DATA_MAX : 0);
}

/* Prints a string of which the record has only the address. */
static void put_kernel_string(const struct put *w, uint64_t addr)
{
	const char *text = trace_printks_find(&w->machine->printks, addr);

	if (text)
		text_put(w->b, text);
	else
		text_put_hex(w->b, addr, 0);
}

static void put_field_string(const struct put *w, const struct plan_format *f, const struct trace_field *field)
{
	if (!(field->flags & TRACE_FIELD_ARRAY) && field->size == w->machine->long_size)
		put_kernel_string(w, trace_number(w->data.bytes + field->offset, field->size, w->data.swap));
	else
		put_string_at(w, f, field->offset, field->size ? field->size : TRACE_DATA_MAX);
}

static void put_flags(const struct put *w, const struct plan_format *f, const struct trace_expr *e)
{
	uint64_t v = value(w, e->left);
	bool some = false;

	for (uint32_t i = 0; i < e->n_words; i++) {
		const struct trace_word *word = &e->words[i];
		/* Perf takes the numbers as signed here. */
		bool none = !v && (int64_t)word->number < 0;

		if (!none && ((int64_t)word->number <= 0 || (v & word->number) != word->number))
			continue;
		if (some && !none)
			text_put(w->b, e->text);
		put_word(w->b, f, word->text);
		some = true;
		v &= ~word->number;
		if (none)
			break;
	}
	if (!v)
		return;
	if (some)
		text_put(w->b, e->text);
	trace_conversion_address(w->b, v);
}

static void put_symbol(const struct put *w, const struct plan_format *f, const struct trace_expr *e)
{
	uint64_t v = value(w, e->left);

	for (uint32_t i = 0; i < e->n_words; i++) {
		if (e->words[i].number == v) {
			put_word(w->b, f, e->words[i].text);
			return;
		}
	}
	trace_conversion_address(w->b, v);
}

/* --- bytes ------------------------------------------------------------------------- */

/* Returns the offset of the bytes of a field, or of the data of a dynamic one. */
static uint32_t offset_of(const struct put *w, const struct trace_expr *e, uint32_t *ret_size)
{
	*ret_size = e->size;
	return e->kind == EXPR_FIELD ? e->offset : dynamic(w, e->field, ret_size);
}

/* Returns those bytes that the record has. */
static const uint8_t *bytes_of(const struct put *w, const struct trace_expr *e, size_t *ret_size)
{
	uint32_t size, offset = offset_of(w, e, &size);

	return trace_data_range(&w->data, offset, size, ret_size);
}

/* The same with the rest of the record: a format may ask for more. */
static const uint8_t *bytes_from(const struct put *w, const struct trace_expr *e, size_t *ret_size)
{
	uint32_t size, offset = offset_of(w, e, &size);

	return trace_data_range(&w->data, offset, TRACE_DATA_MAX, ret_size);
}

static void put_bytes(const struct put *w, const struct trace_expr *e)
{
	uint64_t n = value(w, e->left);
	size_t size;
	const uint8_t *bytes = bytes_from(w, e->test, &size);

	for (uint64_t i = 0; i < n && i < size; i++)
		text_printf(w->b, "%s%02x", i && e->kind == EXPR_HEX ? " " : "", bytes[i]);
}

static void put_array(const struct put *w, const struct trace_expr *e)
{
	uint64_t n = value(w, e->left), step = value(w, e->right);
	size_t size;
	const uint8_t *bytes = bytes_from(w, e->test, &size);

	text_put(w->b, "{");
	if (step != 1 && step != 2 && step != 4 && step != 8)
		n = 0;
	for (uint64_t i = 0; i < n && (i + 1) * step <= size; i++) {
		text_put(w->b, i ? ",0x" : "0x");
		text_put_hex(w->b, trace_number(bytes + i * step, (uint32_t)step, w->data.swap), 0);
	}
	text_put(w->b, "}");
}

/* A mask is an array of the recorded machine's longs. */
struct mask {
	const uint8_t *bytes;
	size_t n;    /* of bytes */
	size_t turn; /* byte i, from the lowest, is at index i ^ turn */
};

static struct mask mask_of(const struct put *w, const struct trace_expr *e)
{
	const struct trace_machine *m = w->machine;
	struct mask mask = { .turn = order_is_big(m->swap) ? (m->long_size == 4 ? 3 : 7) : 0 };

	mask.bytes = bytes_of(w, e, &mask.n);
	return mask;
}

static uint8_t mask_byte(const struct mask *m, size_t i)
{
	return (i ^ m->turn) < m->n ? m->bytes[i ^ m->turn] : 0;
}

static bool mask_bit(const struct mask *m, size_t i)
{
	return mask_byte(m, i / 8) >> i % 8 & 1;
}

/* "0-3,8": the bits that are set. */
static void put_list(const struct put *w, const struct trace_expr *e)
{
	const struct mask mask = mask_of(w, e);
	const char *between = "";

	for (size_t i = 0, last, n = 8 * mask.n; i < n; i = last + 1) {
		last = i;
		if (!mask_bit(&mask, i))
			continue;
		while (last + 1 < n && mask_bit(&mask, last + 1))
			last++;
		text_printf(w->b, last > i ? "%s%zu-%zu" : "%s%zu", between, i, last);
		between = ",";
	}
}

/* 32-bit words in hexadecimal, the highest first; it may be shorter. */
static void put_bitmask(const struct put *w, const struct trace_expr *e)
{
	const struct mask mask = mask_of(w, e);

	for (size_t i = mask.n; i--;)
		text_printf(w->b, "%02x%s", mask_byte(&mask, i), i && !(i % 4) ? "," : "");
}

/* --- pieces ------------------------------------------------------------------------ */

static void put_string(const struct put *w, const struct plan_format *f, const struct trace_expr *e)
{
	while (e->kind == EXPR_COND)
		e = value(w, e->test) ? e->left : e->right;
	switch (e->kind) {
	case EXPR_TEXT: put_word(w->b, f, e->text); break;
	case EXPR_FIELD: put_field_string(w, f, e->field); break;
	case EXPR_STRING: put_dynamic_string(w, f, e->field); break;
	case EXPR_FLAGS: put_flags(w, f, e); break;
	case EXPR_SYMBOL: put_symbol(w, f, e); break;
	case EXPR_HEX:
	case EXPR_HEX_STR: put_bytes(w, e); break;
	case EXPR_ARRAY: put_array(w, e); break;
	case EXPR_BITMASK: put_bitmask(w, e); break;
	case EXPR_CPUMASK: put_list(w, e); break;
	default: break;
	}
}

static void put_function(const struct put *w, const struct plan_format *f, uint64_t addr)
{
	const struct kernel_functions *functions = &w->machine->functions;
	char name[512];
	uint64_t offset;

	if (!functions->find || !functions->find(functions->context, addr, name, sizeof(name), &offset)) {
		trace_conversion_address(w->b, addr);
		return;
	}
	text_put(w->b, name);
	if (f->extension[0] == 'S' || f->extension[0] == 'F')
		text_printf(w->b, "+0x%llx", (unsigned long long)offset);
}

static void put_pointer(const struct put *w, const struct plan_format *f, const struct trace_expr *e)
{
	uint64_t addr;
	size_t size = 0;

	if (f->extension[0] && strchr("MmUIi", f->extension[0])) {
		const uint8_t *bytes = w->data.bytes;

		if (e->kind == EXPR_FIELD || e->kind == EXPR_DYNAMIC)
			bytes = bytes_of(w, e, &size);
		trace_pointer_put(w->b, f->extension, bytes, size, w->data.swap);
		return;
	}
	addr = value(w, e);
	if (f->extension[0])
		put_function(w, f, addr);
	else if (addr)
		trace_conversion_address(w->b, addr);
	else
		text_put(w->b, "(nil)");
}

/*
 * Returns the conversion with the width or precision of its star. A negative precision is none; a negative width means
 * left.
 */
static struct plan_format starred(const struct put *w, const struct plan_piece *piece)
{
	struct plan_format f = piece->format;
	int32_t n = (int32_t)value(w, piece->star);

	if (f.star_precision) {
		f.precision = (int16_t)(n < 0 ? -1 : n > INT16_MAX ? INT16_MAX : n);
	} else {
		f.is_left = f.is_left || n < 0;
		n = n < 0 ? -n : n;
		f.width = (uint8_t)(n < 0 || n > PLAN_WIDTH_MAX ? PLAN_WIDTH_MAX : n);
	}
	if (piece->kind == PLAN_NUMBER && f.precision > PLAN_WIDTH_MAX)
		f.precision = PLAN_WIDTH_MAX;
	return f;
}

static void put_piece(const struct put *w, const struct plan_piece *piece)
{
	const struct plan_format *f = &piece->format;
	struct plan_format own;

	if (piece->star) {
		own = starred(w, piece);
		f = &own;
	}
	switch (piece->kind) {
	case PLAN_TEXT: buffer_append(w->b, piece->text, piece->size); break;
	case PLAN_NUMBER: trace_conversion_number(w->b, f, value(w, piece->value)); break;
	case PLAN_STRING: put_string(w, f, piece->value); break;
	case PLAN_POINTER: put_pointer(w, f, piece->value); break;
	}
}

void trace_put_plan(const struct trace_machine *m, const struct trace_plan *plan, const uint8_t *data, size_t size,
		    struct buffer *b)
{
	struct put w = { .machine = m, .b = b };

	if (trace_data_init(&w.data, data, size, plan->need, m->swap))
		for (const struct plan_piece *piece = plan->first; piece; piece = piece->next)
			put_piece(&w, piece);
	else
		b->failed = true;
	trace_data_fini(&w.data);
}

static bool is_text(const uint8_t *bytes, size_t n)
{
	for (size_t i = 0; i < n && bytes[i]; i++)
		if (!isprint(bytes[i]) && !isspace(bytes[i]))
			return false;
	return true;
}

/* Text may continue after the field, up to its NUL. */
static void put_array_field(struct buffer *b, const struct trace_data *d, const struct trace_field *f)
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

/* Unsigned longs are printed as addresses. */
static void put_number_field(struct buffer *b, const struct trace_field *f, uint64_t v)
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
			put_array_field(b, &d, f);
		else
			put_number_field(b, f, trace_number(d.bytes + f->offset, f->size, swap));
	}
	trace_data_fini(&d);
}
