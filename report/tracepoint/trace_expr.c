#include "report/tracepoint/trace_expr.h"

#include "common/bytes.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

uint64_t trace_number(const uint8_t *p, uint32_t size, bool swap)
{
	switch (size) {
	case 1: return *p;
	case 2: return load_u16_order(p, swap);
	case 4: return load_u32_order(p, swap);
	case 8: return load_u64_order(p, swap);
	default: return 0;
	}
}

uint32_t trace_field_dynamic(const struct trace_field *f, const uint8_t *data, bool swap, uint32_t *ret_size)
{
	uint32_t where = load_u32_order(data + f->offset, swap);

	*ret_size = where >> 16;
	return (where & UINT16_MAX) + (f->flags & TRACE_FIELD_RELATIVE ? f->offset + f->size : 0);
}

static uint64_t operator_value(const struct trace_expr *e, uint64_t left, uint64_t right)
{
	switch (e->kind) {
	case EXPR_ADD: return left + right;
	case EXPR_SUB: return left - right;
	case EXPR_MUL: return left * right;
	case EXPR_DIV: return right ? left / right : 0;
	case EXPR_MOD: return right ? left % right : 0;
	case EXPR_AND: return left & right;
	case EXPR_OR: return left | right;
	case EXPR_SHL: return left << (right & 63);
	case EXPR_SHR: return left >> (right & 63);
	case EXPR_LT: return left < right;
	case EXPR_LE: return left <= right;
	case EXPR_GT: return left > right;
	case EXPR_GE: return left >= right;
	case EXPR_EQ: return left == right;
	case EXPR_NE: return left != right;
	case EXPR_BOTH: return left && right;
	case EXPR_EITHER: return left || right;
	case EXPR_NOT: return !right;
	case EXPR_INVERT: return ~right;
	default: return left ^ right;
	}
}

uint64_t trace_expr_value(const struct trace_expr *e, const uint8_t *data, bool swap)
{
	uint32_t size;

	switch (e->kind) {
	case EXPR_TEXT: return e->value;
	case EXPR_FIELD:
	case EXPR_ELEMENT: return trace_number(data + e->offset, e->size, swap);
	case EXPR_MASK: return trace_expr_value(e->left, data, swap) & e->value;
	case EXPR_LENGTH: trace_field_dynamic(e->field, data, swap, &size); return size;
	case EXPR_COND: return trace_expr_value(trace_expr_value(e->test, data, swap) ? e->left : e->right, data, swap);
	default: break;
	}
	if (e->kind < EXPR_ADD || e->kind > EXPR_INVERT)
		return 0;
	return operator_value(e, trace_expr_value(e->left, data, swap), trace_expr_value(e->right, data, swap));
}

const struct trace_expr *trace_expr_uncast(const struct trace_expr *e)
{
	while (e->kind == EXPR_MASK)
		e = e->left;
	return e;
}

uint64_t trace_expr_word(const struct trace_expr *e)
{
	static const char *const softirqs[] = { "HI_SOFTIRQ",      "TIMER_SOFTIRQ", "NET_TX_SOFTIRQ",
						"NET_RX_SOFTIRQ",  "BLOCK_SOFTIRQ", "IRQ_POLL_SOFTIRQ",
						"TASKLET_SOFTIRQ", "SCHED_SOFTIRQ", "HRTIMER_SOFTIRQ",
						"RCU_SOFTIRQ" };

	if (e->kind == EXPR_MASK)
		return trace_expr_word(e->left);
	if (e->kind != EXPR_TEXT) {
		uint64_t value = trace_expr_value(e, NULL, false);

		return (int64_t)value < 0 ? UINT64_MAX : value;
	}
	if (isdigit((unsigned char)*e->text))
		return e->value;
	for (size_t i = 0; i < ARRAY_SIZE(softirqs); i++)
		if (!strcmp(e->text, softirqs[i]))
			return i;
	if (!strcmp(e->text, "HRTIMER_NORESTART") || !strcmp(e->text, "HRTIMER_RESTART"))
		return e->text[8] == 'R';
	return UINT64_MAX;
}

bool trace_expr_is_constant(const struct trace_expr *e)
{
	return !e || e->kind == EXPR_TEXT || e->kind == EXPR_NOTHING ||
	       (e->kind >= EXPR_MASK && e->kind <= EXPR_INVERT && e->kind != EXPR_LENGTH &&
		trace_expr_is_constant(e->test) && trace_expr_is_constant(e->left) && trace_expr_is_constant(e->right));
}

bool trace_data_init(struct trace_data *d, const uint8_t *bytes, size_t size, size_t need, bool swap)
{
	*d = (struct trace_data){ .bytes = bytes, .size = size, .swap = swap };
	if (size >= need)
		return true;
	d->longer = calloc(1, need);
	if (!d->longer)
		return false;
	memcpy(d->longer, bytes, size);
	d->bytes = d->longer;
	d->size = need;
	return true;
}

void trace_data_fini(struct trace_data *d)
{
	free(d->longer);
}

uint64_t trace_data_value(const struct trace_data *d, const struct trace_expr *e)
{
	return trace_expr_value(e, d->bytes, d->swap);
}

const uint8_t *trace_data_range(const struct trace_data *d, uint32_t offset, uint32_t size, size_t *ret_size)
{
	size_t left = offset < d->size ? d->size - offset : 0;

	*ret_size = size < left ? size : left;
	return d->bytes + (left ? offset : 0);
}
