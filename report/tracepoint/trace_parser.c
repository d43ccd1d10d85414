#include "report/tracepoint/trace_parser.h"

#include "common/bytes.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Limit of the memory of all formats of a file. Those of a kernel take 10 MB. */
#define EXPR_MEMORY_MAX (128u << 20)

void trace_parse_error(struct trace_parser *p)
{
	trace_lexer_fail(&p->words, -EBADMSG);
}

struct trace_expr *trace_parser_node(struct trace_parser *p, enum trace_expr_kind kind)
{
	static _Thread_local struct trace_expr spare;
	struct trace_expr *e = &spare;

	if (p->words.arena->total > EXPR_MEMORY_MAX)
		trace_parse_error(p);
	else if (!p->words.error)
		e = arena_alloc(p->words.arena, sizeof(*e));
	if (!e) {
		trace_lexer_fail(&p->words, -ENOMEM);
		e = &spare;
	}
	*e = (struct trace_expr){ .kind = kind, .text = "" };
	return e;
}

struct trace_expr *trace_parser_text(struct trace_parser *p, const char *text)
{
	struct trace_expr *e = trace_parser_node(p, EXPR_TEXT);

	e->text = text;
	e->value = isdigit((unsigned char)*text) ? strtoull(text, NULL, 0) : 0;
	return e;
}

void trace_parser_need(struct trace_parser *p, uint32_t offset, uint32_t size)
{
	if (offset + size > p->need)
		p->need = offset + size;
}

const struct trace_field *trace_parser_field(struct trace_parser *p)
{
	const struct trace_field *f = NULL;

	if (p->words.token == TOKEN_NAME)
		f = trace_format_field(p->format, p->words.word, strlen(p->words.word));
	if (!f) {
		trace_parse_error(p);
		return &p->format->fields[0];
	}
	trace_parser_need(p, f->offset, f->size);
	trace_lexer_next(&p->words);
	return f;
}

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

static const struct trace_type types[] = {
	{ "u8", "1", UINT8_MAX },     { "s8", "1", UINT8_MAX },
	{ "char", "1", UINT8_MAX },   { "unsigned char", NULL, UINT8_MAX },
	{ "u16", "2", UINT16_MAX },   { "s16", "2", UINT16_MAX },
	{ "short", "2", UINT16_MAX }, { "unsigned short", NULL, UINT16_MAX },
	{ "u32", "4", UINT32_MAX },   { "s32", "4", UINT32_MAX },
	{ "int", "4", UINT32_MAX },   { "unsigned int", "4", UINT32_MAX },
	{ "u64", "8", UINT64_MAX },   { "s64", "8", UINT64_MAX },
	{ "long", "8", UINT64_MAX },  { "unsigned long", "8", UINT64_MAX },
	{ "*", "8", UINT64_MAX },
};

const struct trace_type *trace_type_find(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(types); i++)
		if (!strcmp(name, types[i].name))
			return &types[i];
	return NULL;
}
