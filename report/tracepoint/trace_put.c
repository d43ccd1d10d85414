#include "report/tracepoint/trace_put.h"

#include "common/text.h"
#include "report/tracepoint/trace_pointer.h"

#include <ctype.h>
#include <stdlib.h>

struct put {
	const struct trace_machine *machine;
	const uint8_t *data;
	size_t size;
	struct buffer *b;
};

static uint64_t value(const struct put *w, const struct trace_expr *e)
{
	return trace_expr_value(e, w->data, w->machine->swap);
}

/* --- text -------------------------------------------------------------------------- */

static void put_word(struct buffer *b, const struct plan_format *f, const char *text)
{
	trace_conversion_text(b, f, text, strlen(text));
}

/* The bytes of a record in a range, as far as they are there. */
static const uint8_t *bytes_at(const struct put *w, uint32_t offset, uint32_t size, size_t *ret_size)
{
	size_t left = offset < w->size ? w->size - offset : 0;

	*ret_size = size < left ? size : left;
	return w->data + (left ? offset : 0);
}

/* A string up to its NUL. */
static void put_string_at(const struct put *w, const struct plan_format *f, uint32_t offset, uint32_t size)
{
	size_t n;
	const uint8_t *text = bytes_at(w, offset, size, &n);

	trace_conversion_text(w->b, f, (const char *)text, strnlen((const char *)text, n));
}

/* Its size tells only whether there is any: it ends with a NUL. */
static void put_dynamic_string(const struct put *w, const struct plan_format *f, const struct trace_field *field)
{
	uint32_t size, offset = trace_field_dynamic(field, w->data, w->machine->swap, &size);

	put_string_at(w, f, offset, size ? TRACE_DATA_MAX : 0);
}

static int printk_compare(const void *key, const void *element)
{
	uint64_t a = *(const uint64_t *)key, b = ((const struct trace_printk *)element)->addr;

	return a < b ? -1 : a > b;
}

/* A string that is not in the record, only its address. */
static void put_kernel_string(const struct put *w, uint64_t addr)
{
	const struct trace_machine *m = w->machine;
	const struct trace_printk *printk =
		m->n_printks ? bsearch(&addr, m->printks, m->n_printks, sizeof(*printk), printk_compare) : NULL;

	if (printk)
		text_put(w->b, printk->text);
	else
		text_put_hex(w->b, addr, 0);
}

static void put_field_string(const struct put *w, const struct plan_format *f, const struct trace_field *field)
{
	if (!(field->flags & TRACE_FIELD_ARRAY) && field->size == w->machine->long_size)
		put_kernel_string(w, trace_number(w->data + field->offset, field->size, w->machine->swap));
	else
		put_string_at(w, f, field->offset, field->size ? field->size : TRACE_DATA_MAX);
}

static void put_rest(struct buffer *b, uint64_t v)
{
	text_put(b, "0x");
	text_put_hex(b, v, 0);
}

static void put_flags(const struct put *w, const struct plan_format *f, const struct trace_expr *e)
{
	uint64_t v = value(w, e->left);
	bool some = false;

	for (uint32_t i = 0; i < e->n_words; i++) {
		const struct trace_word *word = &e->words[i];
		/* Perf takes numbers for signed here. */
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
	put_rest(w->b, v);
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
	put_rest(w->b, v);
}

/* --- bytes ------------------------------------------------------------------------- */

/* What a field or __get_dynamic_array leads to, as far as it is in the record. */
static const uint8_t *bytes_of(const struct put *w, const struct trace_expr *e, size_t *ret_size)
{
	uint32_t offset = e->offset, size = e->size;

	if (e->kind == EXPR_DYNAMIC)
		offset = trace_field_dynamic(e->field, w->data, w->machine->swap, &size);
	return bytes_at(w, offset, size, ret_size);
}

/* The same, and all of the record after it: a format may say that there is more. */
static const uint8_t *bytes_from(const struct put *w, const struct trace_expr *e, size_t *ret_size)
{
	uint32_t offset = e->offset, size;

	if (e->kind == EXPR_DYNAMIC)
		offset = trace_field_dynamic(e->field, w->data, w->machine->swap, &size);
	return bytes_at(w, offset, TRACE_DATA_MAX, ret_size);
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
		text_put_hex(w->b, trace_number(bytes + i * step, (uint32_t)step, w->machine->swap), 0);
	}
	text_put(w->b, "}");
}

static bool bit_of(const uint8_t *bytes, size_t i)
{
	return bytes[i / 8] >> i % 8 & 1;
}

/* "0-3,8": the bits that are set. */
static void put_list(const struct put *w, const struct trace_expr *e)
{
	uint32_t size = 0, offset = trace_field_dynamic(e->field, w->data, w->machine->swap, &size);
	const char *between = "";
	size_t n;
	const uint8_t *bytes = bytes_at(w, offset, size, &n);

	n *= 8;
	for (size_t i = 0, last; i < n; i = last + 1) {
		last = i;
		if (!bit_of(bytes, i))
			continue;
		while (last + 1 < n && bit_of(bytes, last + 1))
			last++;
		text_printf(w->b, last > i ? "%s%zu-%zu" : "%s%zu", between, i, last);
		between = ",";
	}
}

/* Words of 32 bits in hexadecimal, the highest first and perhaps shorter. */
static void put_bitmask(const struct put *w, const struct trace_expr *e)
{
	uint32_t size = 0, offset = trace_field_dynamic(e->field, w->data, w->machine->swap, &size);
	size_t n;
	const uint8_t *bytes = bytes_at(w, offset, size, &n);

	for (size_t i = n; i--;)
		text_printf(w->b, "%02x%s", bytes[i], i && !(i % 4) ? "," : "");
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
	const struct trace_machine *m = w->machine;
	char name[512];
	uint64_t offset;

	if (!m->function || !m->function(m->context, addr, name, sizeof(name), &offset)) {
		put_rest(w->b, addr);
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
		const uint8_t *bytes = w->data;

		if (e->kind == EXPR_FIELD || e->kind == EXPR_DYNAMIC)
			bytes = bytes_of(w, e, &size);
		trace_pointer_put(w->b, f->extension, bytes, size);
		return;
	}
	addr = value(w, e);
	if (f->extension[0])
		put_function(w, f, addr);
	else if (addr)
		put_rest(w->b, addr);
	else
		text_put(w->b, "(nil)");
}

/* The format with the width or precision of its star. A negative one is none, and of a width says left. */
static struct plan_format starred(const struct put *w, const struct plan_piece *piece)
{
	struct plan_format f = piece->format;
	int32_t n = (int32_t)value(w, piece->star);

	if (f.star_precision) {
		f.precision = (int16_t)(n < 0 ? -1 : n > INT16_MAX ? INT16_MAX : n);
	} else {
		f.left = f.left || n < 0;
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

/* Data with zeros after them up to a size, to be freed; NULL without memory. */
static uint8_t *lengthen(const uint8_t *data, size_t size, size_t need)
{
	uint8_t *longer = calloc(1, need);

	if (longer)
		memcpy(longer, data, size);
	return longer;
}

void trace_put_plan(const struct trace_machine *m, const struct trace_plan *plan, const uint8_t *data, size_t size,
		    struct buffer *b)
{
	uint8_t *longer = size < plan->need ? lengthen(data, size, plan->need) : NULL;
	struct put w = { .machine = m, .data = longer ? longer : data, .size = longer ? plan->need : size, .b = b };

	if (w.size >= plan->need)
		for (const struct plan_piece *piece = plan->first; piece; piece = piece->next)
			put_piece(&w, piece);
	else
		b->failed = true;
	free(longer);
}

/* --- fields one by one ------------------------------------------------------------- */

static bool is_text(const uint8_t *bytes, size_t n)
{
	for (size_t i = 0; i < n && bytes[i]; i++)
		if (!isprint(bytes[i]) && !isspace(bytes[i]))
			return false;
	return true;
}

static void put_field_array(const struct put *w, const struct trace_field *f)
{
	static const struct plan_format plain = { .precision = -1 };
	uint32_t offset = f->offset, size = f->size;
	const uint8_t *bytes;
	size_t n;

	if (f->flags & TRACE_FIELD_DYNAMIC)
		offset = trace_field_dynamic(f, w->data, w->machine->swap, &size);
	bytes = bytes_at(w, offset, size, &n);
	if (f->flags & TRACE_FIELD_STRING && is_text(bytes, n)) {
		put_string_at(w, &plain, offset, TRACE_DATA_MAX);
		return;
	}
	text_put(w->b, "ARRAY[");
	for (size_t i = 0; i < n; i++)
		text_printf(w->b, i ? ", %02x" : "%02x", bytes[i]);
	text_put(w->b, "]");
}

/* Longs are taken for addresses. */
static void put_field_number(struct buffer *b, const struct trace_field *f, uint64_t v)
{
	bool is_signed = f->flags & TRACE_FIELD_SIGNED, is_long = f->flags & TRACE_FIELD_LONG;

	if (f->flags & TRACE_FIELD_POINTER || (!is_signed && is_long))
		put_rest(b, v);
	else if (!is_signed)
		text_put_u64(b, v, 0);
	else if (f->size == 4 && is_long)
		put_rest(b, (uint32_t)v);
	else if (f->size == 4)
		text_printf(b, "%d", (int32_t)v);
	else if (f->size == 2)
		text_printf(b, "%2d", (int16_t)v);
	else if (f->size == 1)
		text_printf(b, "%1d", (int8_t)v);
	else
		text_printf(b, "%lld", (long long)v);
}

void trace_put_fields(const struct trace_machine *m, const struct trace_format *format, const uint8_t *data,
		      size_t size, struct buffer *b)
{
	uint32_t need = 0;
	uint8_t *longer = NULL;
	struct put w = { .machine = m, .data = data, .size = size, .b = b };

	for (uint32_t i = 0; i < format->n_fields; i++)
		if (format->fields[i].offset + format->fields[i].size > need)
			need = format->fields[i].offset + format->fields[i].size;
	if (size < need) {
		w.data = longer = lengthen(data, size, need);
		w.size = need;
	}
	for (uint32_t i = format->n_common; i < format->n_fields && w.data; i++) {
		const struct trace_field *f = &format->fields[i];

		text_printf(b, " %.*s=", (int)f->name_size, f->name);
		if (f->flags & TRACE_FIELD_ARRAY)
			put_field_array(&w, f);
		else
			put_field_number(b, f, trace_number(w.data + f->offset, f->size, m->swap));
	}
	free(longer);
}
