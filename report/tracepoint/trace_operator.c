#include "report/tracepoint/trace_operator.h"

#include "common/bytes.h"

static const struct trace_operator operators[] = {
	{ "*", EXPR_MUL, 6 },    { "/", EXPR_DIV, 6 },      { "%", EXPR_MOD, 6 },   { "+", EXPR_ADD, 7 },
	{ "-", EXPR_SUB, 7 },    { "<<", EXPR_SHL, 8 },     { ">>", EXPR_SHR, 8 },  { "<", EXPR_LT, 9 },
	{ "<=", EXPR_LE, 9 },    { ">", EXPR_GT, 9 },       { ">=", EXPR_GE, 9 },   { "==", EXPR_EQ, 10 },
	{ "!=", EXPR_NE, 10 },   { "&", EXPR_AND, 11 },     { "^", EXPR_XOR, 12 },  { "|", EXPR_OR, 13 },
	{ "&&", EXPR_BOTH, 14 }, { "||", EXPR_EITHER, 15 }, { "?", EXPR_COND, 16 }, { "!", EXPR_NOT, 4 },
	{ "~", EXPR_INVERT, 4 },
};

const struct trace_operator *trace_operator_at(const struct trace_lexer *words)
{
	for (size_t i = 0; i < ARRAY_SIZE(operators); i++)
		if (trace_lexer_at(words, operators[i].text))
			return &operators[i];
	return NULL;
}

static int8_t rank_of(enum trace_expr_kind kind)
{
	for (size_t i = 0; i < ARRAY_SIZE(operators); i++)
		if (operators[i].kind == kind)
			return operators[i].rank;
	return -1;
}

void trace_operator_bind(struct trace_expr *e)
{
	struct trace_expr *right = e->right, left = *e;
	struct trace_expr **first = right->kind == EXPR_COND ? &right->test : &right->left;

	if (e->rank >= rank_of(right->kind))
		return;
	left.right = *first;
	*first = right;
	*e = *right;
	*right = left;
}
