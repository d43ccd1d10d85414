#include "report/tracepoint/trace_parse.h"

#include "report/tracepoint/trace_parser.h"

#include <errno.h>
#include <string.h>

/* Limits of nested operands, and of operators in an argument; both are depths of recursion. */
#define EXPR_NESTING_MAX   200
#define EXPR_OPERATORS_MAX 4096

/* --- operands ---------------------------------------------------------------------- */

static void parse_operand(struct trace_parser *p, struct trace_expr *e);
static void parse_operators(struct trace_parser *p, struct trace_expr *e);

/* Parses an operand and the operators after it. */
static struct trace_expr *parse_expr(struct trace_parser *p)
{
	struct trace_expr *e = trace_parser_node(p, EXPR_NOTHING);

	parse_operand(p, e);
	parse_operators(p, e);
	return e;
}

static bool at_record(const struct trace_parser *p)
{
	return p->words.token == TOKEN_NAME && !strcmp(p->words.word, "REC");
}

/* REC->field, or what follows (REC) */
static void parse_entry(struct trace_parser *p, struct trace_expr *e)
{
	if (at_record(p))
		trace_lexer_next(&p->words);
	trace_lexer_expect(&p->words, "->");
	e->kind = EXPR_FIELD;
	e->field = trace_parser_field(p);
	e->offset = e->field->offset;
	e->size = e->field->size;
}

/* Names may be several words: unsigned long. */
static void parse_name(struct trace_parser *p, struct trace_expr *e)
{
	const char *name = p->words.word;

	trace_lexer_next(&p->words);
	if (trace_lexer_at(&p->words, "(")) {
		trace_call_parse(p, e, name);
		return;
	}
	while (p->words.token == TOKEN_NAME) {
		size_t size = strlen(name);
		char *both = arena_alloc(p->words.arena, size + strlen(p->words.word) + 2);

		if (!both) {
			trace_lexer_fail(&p->words, -ENOMEM);
			return;
		}
		memcpy(both, name, size);
		both[size] = ' ';
		strcpy(both + size + 1, p->words.word);
		name = both;
		trace_lexer_next(&p->words);
	}
	*e = *trace_parser_text(p, name);
}

/* (EXPRESSION), or (TYPE) OPERAND */
static void parse_paren(struct trace_parser *p, struct trace_expr *e)
{
	const struct trace_type *type;
	struct trace_parser before;
	struct trace_expr *inner;

	trace_lexer_next(&p->words);
	before = *p;
	if (at_record(p)) {
		trace_lexer_next(&p->words);
		if (trace_lexer_at(&p->words, ")")) {
			trace_lexer_next(&p->words);
			parse_entry(p, e);
			return;
		}
		*p = before;
	}
	inner = parse_expr(p);
	trace_lexer_expect(&p->words, ")");
	if (p->words.token != TOKEN_NAME && p->words.token != TOKEN_TEXT && !trace_lexer_at(&p->words, "(")) {
		*e = *inner;
		return;
	}
	if (inner->kind != EXPR_TEXT)
		trace_parse_error(p);
	type = trace_type_find(inner->text);
	e->kind = EXPR_MASK;
	e->value = type ? type->mask : UINT64_MAX;
	e->left = trace_parser_node(p, EXPR_NOTHING);
	parse_operand(p, e->left);
}

/* A unary operator and its operand. */
static void parse_unary(struct trace_parser *p, struct trace_expr *e)
{
	const struct trace_operator *op = trace_operator_at(&p->words);

	if (!op || !strchr("!~-+", *p->words.word)) {
		trace_parse_error(p);
		return;
	}
	trace_lexer_next(&p->words);
	e->kind = op->kind;
	e->left = trace_parser_node(p, EXPR_NOTHING);
	e->right = trace_parser_node(p, EXPR_NOTHING);
	parse_operand(p, e->right);
}

static void parse_quoted(struct trace_parser *p, struct trace_expr *e)
{
	*e = *trace_parser_text(p, p->words.word);
	if (p->words.is_character && p->words.word[0] && !p->words.word[1])
		e->value = (uint8_t)p->words.word[0];
	trace_lexer_next(&p->words);
}

static void parse_operand(struct trace_parser *p, struct trace_expr *e)
{
	if (p->depth++ >= EXPR_NESTING_MAX)
		trace_parse_error(p);
	else if (p->words.token == TOKEN_TEXT)
		parse_quoted(p, e);
	else if (at_record(p))
		parse_entry(p, e);
	else if (p->words.token == TOKEN_NAME)
		parse_name(p, e);
	else if (trace_lexer_at(&p->words, "("))
		parse_paren(p, e);
	else
		parse_unary(p, e);
	p->depth--;
}

/* --- operators --------------------------------------------------------------------- */

/* [INDEX] after a field; the index must be a number. */
static void parse_index(struct trace_parser *p, struct trace_expr *e)
{
	struct trace_expr *left = trace_parser_node(p, EXPR_NOTHING);
	const struct trace_expr *array;
	struct trace_expr *index;

	*left = *e;
	array = trace_expr_uncast(left);
	trace_lexer_next(&p->words);
	index = parse_expr(p);
	trace_lexer_expect(&p->words, "]");
	if (array->kind == EXPR_STRING) {
		e->kind = EXPR_NOTHING;
		return;
	}
	if (p->words.error || array->kind != EXPR_FIELD || array->field->flags & TRACE_FIELD_DYNAMIC ||
	    index->kind != EXPR_TEXT || index->value >= TRACE_DATA_MAX / 8) {
		trace_parse_error(p);
		return;
	}
	*e = (struct trace_expr){ .kind = EXPR_ELEMENT, .text = "", .size = array->field->element_size };
	e->offset = array->field->offset + (uint32_t)index->value * e->size;
	if (e->size > 8)
		e->size = 0;
	if (e->offset > TRACE_DATA_MAX)
		trace_parse_error(p);
	else
		trace_parser_need(p, e->offset, e->size);
}

/* ? YES : NO. NO is a single operand: operators after it apply to the whole. */
static void parse_choice(struct trace_parser *p, struct trace_expr *e)
{
	struct trace_expr *test = trace_parser_node(p, EXPR_NOTHING);

	*test = *e;
	trace_lexer_next(&p->words);
	*e = (struct trace_expr){ .kind = EXPR_COND, .text = "", .test = test };
	e->left = parse_expr(p);
	trace_lexer_expect(&p->words, ":");
	e->right = trace_parser_node(p, EXPR_NOTHING);
	parse_operand(p, e->right);
}

/*
 * Parses a binary operator and its right operand, and returns that operand. A pointer type such as (void *) looks like
 * one, too.
 */
static struct trace_expr *parse_binary(struct trace_parser *p, struct trace_expr *e)
{
	struct trace_expr *left = trace_parser_node(p, EXPR_NOTHING), *right = trace_parser_node(p, EXPR_NOTHING);
	const struct trace_operator *op = trace_operator_at(&p->words);

	if (!op || op->kind == EXPR_NOT || op->kind == EXPR_INVERT) {
		trace_parse_error(p);
		return e;
	}
	trace_lexer_next(&p->words);
	if (op->kind == EXPR_MUL && trace_lexer_at(&p->words, ")") && e->kind == EXPR_TEXT) {
		e->text = "*";
		return e;
	}
	*left = *e;
	*e = (struct trace_expr){ .kind = op->kind, .rank = op->rank, .text = "", .left = left, .right = right };
	parse_operand(p, right);
	trace_operator_bind(e);
	return right;
}

/*
 * Parses the operators after an operand, which becomes their tree. Each operator is attached where the one before ends
 * in the tree.
 */
static void parse_operators(struct trace_parser *p, struct trace_expr *e)
{
	while (!p->words.error && p->words.token == TOKEN_SYMBOL && !strchr(",:(){}]", *p->words.word)) {
		struct trace_expr *right = e;
		const struct trace_operator *next;

		if (p->n_operators++ >= EXPR_OPERATORS_MAX)
			trace_parse_error(p);
		if (trace_lexer_at(&p->words, "["))
			parse_index(p, e);
		else if (trace_lexer_at(&p->words, "?"))
			parse_choice(p, e);
		else
			right = parse_binary(p, e);
		next = trace_operator_at(&p->words);
		/* Higher ranks are closer to the root. */
		if (right != e && (trace_lexer_at(&p->words, "[") || (next && next->rank <= e->rank)))
			e = right;
	}
}

int trace_args_parse(struct trace_args *ret_args, struct arena *arena, const struct trace_format *format)
{
	struct trace_parser p = { .words = { .p = format->print, .end = format->end, .arena = arena },
				  .format = format,
				  .parse_expr = parse_expr };
	struct trace_expr **link = &ret_args->first;

	*ret_args = (struct trace_args){ 0 };
	trace_lexer_next(&p.words);
	if (p.words.token != TOKEN_TEXT)
		trace_parse_error(&p);
	ret_args->format = p.words.word;
	trace_lexer_next(&p.words);
	while (trace_lexer_at(&p.words, ",")) {
		trace_lexer_next(&p.words);
		p.n_operators = 0;
		*link = parse_expr(&p);
		link = &(*link)->next;
	}
	if (p.words.token != TOKEN_END)
		trace_parse_error(&p);
	ret_args->need = p.need;
	return p.words.error;
}
