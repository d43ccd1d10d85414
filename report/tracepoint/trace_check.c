#include "report/tracepoint/trace_check.h"

#include "config.h"

#ifdef HAVE_LIBTRACEEVENT

#include "report/tracepoint/trace_expr.h"

#include <stdlib.h>
#include <string.h>
#include <traceevent/event-parse.h>

#define CHECK_DEPTH_MAX 200

static bool fields_are_within(const struct tep_format_field *f)
{
	for (; f; f = f->next)
		if (f->offset < 0 || f->size < 0 || f->offset > TRACE_RAW_MAX || f->size > TRACE_RAW_MAX)
			return false;
	return true;
}

static bool is_number(const struct tep_print_arg *arg, uint64_t least, uint64_t most)
{
	uint64_t n;

	return arg && arg->type == TEP_PRINT_ATOM && trace_number_parse(arg->atom.atom, &n) && n >= least && n <= most;
}

/* At most 65,535: a number, a field of 16 bits, the size of an array, or a part of these. */
static bool is_small(struct tep_event *event, const struct tep_print_arg *arg)
{
	const struct tep_format_field *f;

	if (!arg || is_number(arg, 0, TRACE_RAW_MAX))
		return arg;
	switch (arg->type) {
	case TEP_PRINT_DYNAMIC_ARRAY_LEN: return true;
	case TEP_PRINT_FIELD: f = tep_find_any_field(event, arg->field.name); return f && f->size <= 2;
	case TEP_PRINT_OP:
		return !strcmp(arg->op.op, "/") && is_small(event, arg->op.left) &&
		       is_number(arg->op.right, 1, TRACE_RAW_MAX);
	default: return false;
	}
}

static bool arg_is_safe(struct tep_event *event, const struct tep_print_arg *arg, unsigned depth);

static bool operator_is_safe(struct tep_event *event, const struct tep_print_arg *arg, unsigned depth)
{
	const char *op = arg->op.op;

	if (!arg_is_safe(event, arg->op.left, depth) || !arg_is_safe(event, arg->op.right, depth))
		return false;
	if (!strcmp(op, "/") || !strcmp(op, "%"))
		return is_number(arg->op.right, 1, UINT64_MAX);
	if (!strcmp(op, "["))
		return is_small(event, arg->op.right);
	return true;
}

static bool arg_is_safe(struct tep_event *event, const struct tep_print_arg *arg, unsigned depth)
{
	if (!arg || depth > CHECK_DEPTH_MAX)
		return false;
	depth++;
	switch (arg->type) {
	case TEP_PRINT_NULL: return true;
	case TEP_PRINT_ATOM: return arg->atom.atom;
	case TEP_PRINT_FIELD: return tep_find_any_field(event, arg->field.name);
	case TEP_PRINT_STRING: return tep_find_any_field(event, arg->string.string);
	case TEP_PRINT_FLAGS: return arg_is_safe(event, arg->flags.field, depth);
	case TEP_PRINT_SYMBOL: return arg_is_safe(event, arg->symbol.field, depth);
	case TEP_PRINT_TYPE: return arg_is_safe(event, arg->typecast.item, depth);
	case TEP_PRINT_HEX:
	case TEP_PRINT_HEX_STR: return arg_is_safe(event, arg->hex.field, depth) && is_small(event, arg->hex.size);
	case TEP_PRINT_INT_ARRAY:
		return arg_is_safe(event, arg->int_array.field, depth) && is_small(event, arg->int_array.count) &&
		       is_number(arg->int_array.el_size, 1, 8);
	case TEP_PRINT_DYNAMIC_ARRAY: return arg->dynarray.field && is_small(event, arg->dynarray.index);
	case TEP_PRINT_DYNAMIC_ARRAY_LEN: return arg->dynarray.field;
	case TEP_PRINT_OP: return operator_is_safe(event, arg, depth);
	case TEP_PRINT_BITMASK: return tep_find_any_field(event, arg->bitmask.bitmask);
	case TEP_PRINT_CPUMASK: return tep_find_any_field(event, arg->bitmask.bitmask);
	default: return false;
	}
}

bool trace_event_is_safe(struct tep_event *event)
{
	if (!fields_are_within(event->format.common_fields) || !fields_are_within(event->format.fields))
		return false;
	for (const struct tep_print_arg *arg = event->print_fmt.args; arg; arg = arg->next)
		if (!arg_is_safe(event, arg, 0))
			return false;
	return true;
}

#endif
