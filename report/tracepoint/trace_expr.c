#include "report/tracepoint/trace_expr.h"

#include "config.h"

#ifdef HAVE_LIBTRACEEVENT

#include "common/bytes.h"

#include <errno.h>
#include <stdlib.h>
#include <traceevent/event-parse.h>

/* Formats come from the file: beyond these they are left to the library. */
#define EXPR_NODES_MAX 1000
#define EXPR_DEPTH_MAX 50

enum expr_kind {
	EXPR_CONST,
	EXPR_FIELD,
	EXPR_MASK, /* a cast to a smaller type */
	EXPR_COND,
	EXPR_ADD,
	EXPR_SUB,
	EXPR_MUL,
	EXPR_DIV,
	EXPR_AND,
	EXPR_OR,
	EXPR_SHL,
	EXPR_SHR,
	EXPR_LT,
	EXPR_LE,
	EXPR_GT,
	EXPR_GE,
	EXPR_EQ,
	EXPR_NE,
	EXPR_BOTH,
	EXPR_EITHER,
	EXPR_NOT,
	EXPR_INVERT,
};

struct trace_expr {
	enum expr_kind kind;
	uint32_t offset, size; /* EXPR_FIELD */
	uint64_t value;        /* EXPR_CONST, EXPR_MASK */
	const struct trace_expr *test, *left, *right;
};

static const struct {
	const char *text;
	enum expr_kind kind;
} operators[] = {
	{ "+", EXPR_ADD }, { "-", EXPR_SUB },    { "*", EXPR_MUL },     { "/", EXPR_DIV }, { "&", EXPR_AND },
	{ "|", EXPR_OR },  { "<<", EXPR_SHL },   { ">>", EXPR_SHR },    { "<", EXPR_LT },  { "<=", EXPR_LE },
	{ ">", EXPR_GT },  { ">=", EXPR_GE },    { "==", EXPR_EQ },     { "!=", EXPR_NE }, { "&&", EXPR_BOTH },
	{ "!", EXPR_NOT }, { "~", EXPR_INVERT }, { "||", EXPR_EITHER },
};

/* Types whose casts cut a number, and those whose casts leave it. */
static const struct {
	const char *name;
	uint64_t mask;
} types[] = {
	{ "u8", UINT8_MAX },
	{ "s8", UINT8_MAX },
	{ "char", UINT8_MAX },
	{ "unsigned char", UINT8_MAX },
	{ "u16", UINT16_MAX },
	{ "s16", UINT16_MAX },
	{ "short", UINT16_MAX },
	{ "unsigned short", UINT16_MAX },
	{ "u32", UINT32_MAX },
	{ "s32", UINT32_MAX },
	{ "int", UINT32_MAX },
	{ "unsigned int", UINT32_MAX },
	{ "u64", UINT64_MAX },
	{ "s64", UINT64_MAX },
	{ "unsigned long", UINT64_MAX },
	{ "unsigned long long", UINT64_MAX },
	{ "long", UINT64_MAX },
	{ "long long", UINT64_MAX },
};

bool trace_number_parse(const char *text, uint64_t *ret_number)
{
	char *end;

	if (*text < '0' || *text > '9')
		return false;
	errno = 0;
	*ret_number = strtoull(text, &end, 0);
	return !errno && end[strspn(end, "uUlL")] == '\0';
}

static struct trace_expr *expr_node(struct trace_compile *c, enum expr_kind kind)
{
	struct trace_expr *e = c->n++ < EXPR_NODES_MAX ? arena_alloc(c->arena, sizeof(*e)) : NULL;

	if (e)
		*e = (struct trace_expr){ .kind = kind };
	return e;
}

static const struct trace_expr *expr_load(struct trace_compile *c, int64_t offset, uint32_t size)
{
	struct trace_expr *e;

	if ((size != 1 && size != 2 && size != 4 && size != 8) || offset < 0 || offset > UINT16_MAX)
		return NULL;
	e = expr_node(c, EXPR_FIELD);
	if (!e)
		return NULL;
	e->offset = (uint32_t)offset;
	e->size = size;
	if (e->offset + size > c->need)
		c->need = e->offset + size;
	return e;
}

static const struct trace_expr *expr_field(struct trace_compile *c, const struct tep_print_arg *arg)
{
	const struct tep_format_field *f = tep_find_any_field(c->event, arg->field.name);

	if (!f || f->flags & (TEP_FIELD_IS_ARRAY | TEP_FIELD_IS_DYNAMIC | TEP_FIELD_IS_STRING))
		return NULL;
	return expr_load(c, f->offset, (uint32_t)f->size);
}

/* REC->args[2] */
static const struct trace_expr *expr_element(struct trace_compile *c, const struct tep_print_arg *arg)
{
	const struct tep_print_arg *array = arg->op.left, *index = arg->op.right;
	const struct tep_format_field *f;
	uint64_t i;

	if (array->type != TEP_PRINT_FIELD || index->type != TEP_PRINT_ATOM ||
	    !trace_number_parse(index->atom.atom, &i))
		return NULL;
	f = tep_find_any_field(c->event, array->field.name);
	if (!f || !(f->flags & TEP_FIELD_IS_ARRAY) || f->flags & TEP_FIELD_IS_DYNAMIC || i >= f->arraylen)
		return NULL;
	return expr_load(c, f->offset + (int64_t)i * f->elementsize, f->elementsize);
}

static const struct trace_expr *expr_compile(struct trace_compile *c, struct tep_print_arg *arg, unsigned depth);

static const struct trace_expr *expr_cast(struct trace_compile *c, const struct tep_print_arg *arg, unsigned depth)
{
	struct trace_expr *e;

	for (size_t i = 0; i < ARRAY_SIZE(types); i++) {
		if (strcmp(arg->typecast.type, types[i].name))
			continue;
		e = expr_node(c, EXPR_MASK);
		if (!e)
			return NULL;
		e->value = types[i].mask;
		e->left = expr_compile(c, arg->typecast.item, depth);
		return e->left ? e : NULL;
	}
	return NULL;
}

static const struct trace_expr *expr_choice(struct trace_compile *c, const struct tep_print_arg *arg, unsigned depth)
{
	const struct tep_print_arg *either = arg->op.right;
	struct trace_expr *e = expr_node(c, EXPR_COND);

	if (!e || either->type != TEP_PRINT_OP || strcmp(either->op.op, ":"))
		return NULL;
	e->test = expr_compile(c, arg->op.left, depth);
	e->left = expr_compile(c, either->op.left, depth);
	e->right = expr_compile(c, either->op.right, depth);
	return e->test && e->left && e->right ? e : NULL;
}

static const struct trace_expr *expr_operator(struct trace_compile *c, const struct tep_print_arg *arg, unsigned depth)
{
	struct trace_expr *e;

	for (size_t i = 0; i < ARRAY_SIZE(operators); i++) {
		if (strcmp(arg->op.op, operators[i].text))
			continue;
		e = expr_node(c, operators[i].kind);
		if (!e)
			return NULL;
		/* -1 and ~1 have nothing to the left. */
		if (!arg->op.left || arg->op.left->type == TEP_PRINT_NULL)
			e->left = expr_node(c, EXPR_CONST);
		else
			e->left = expr_compile(c, arg->op.left, depth);
		e->right = expr_compile(c, arg->op.right, depth);
		return e->left && e->right ? e : NULL;
	}
	return NULL;
}

static const struct trace_expr *expr_compile(struct trace_compile *c, struct tep_print_arg *arg, unsigned depth)
{
	struct trace_expr *e;

	if (!arg || depth > EXPR_DEPTH_MAX)
		return NULL;
	switch (arg->type) {
	case TEP_PRINT_ATOM:
		e = expr_node(c, EXPR_CONST);
		return e && trace_number_parse(arg->atom.atom, &e->value) ? e : NULL;
	case TEP_PRINT_FIELD: return expr_field(c, arg);
	case TEP_PRINT_TYPE: return expr_cast(c, arg, depth + 1);
	case TEP_PRINT_OP: break;
	default: return NULL;
	}
	if (!strcmp(arg->op.op, "["))
		return expr_element(c, arg);
	if (!strcmp(arg->op.op, "?"))
		return expr_choice(c, arg, depth + 1);
	return expr_operator(c, arg, depth + 1);
}

const struct trace_expr *trace_expr_new(struct trace_compile *c, struct tep_print_arg *arg)
{
	return expr_compile(c, arg, 0);
}

static uint64_t expr_read(const uint8_t *p, uint32_t size)
{
	switch (size) {
	case 1: return *p;
	case 2: return load_u16(p);
	case 4: return load_u32(p);
	default: return load_u64(p);
	}
}

uint64_t trace_expr_value(const struct trace_expr *e, const uint8_t *data)
{
	uint64_t left, right;

	switch (e->kind) {
	case EXPR_CONST: return e->value;
	case EXPR_FIELD: return expr_read(data + e->offset, e->size);
	case EXPR_MASK: return trace_expr_value(e->left, data) & e->value;
	case EXPR_COND: return trace_expr_value(trace_expr_value(e->test, data) ? e->left : e->right, data);
	default: break;
	}
	left = trace_expr_value(e->left, data);
	right = trace_expr_value(e->right, data);
	switch (e->kind) {
	case EXPR_ADD: return left + right;
	case EXPR_SUB: return left - right;
	case EXPR_MUL: return left * right;
	case EXPR_DIV: return right ? left / right : 0;
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
	default: return ~right;
	}
}

#endif
