/* trace_call: parses the functions and macros of print formats. */

#include "common/bytes.h"
#include "report/tracepoint/trace_parser.h"

#include <errno.h>
#include <string.h>

/* (FIELD), of a dynamic field. */
static void parse_dynamic(struct trace_parser *p, struct trace_expr *e, enum trace_expr_kind kind)
{
	trace_lexer_expect(&p->words, "(");
	e->kind = kind;
	e->field = trace_parser_field(p);
	if (!(e->field->flags & TRACE_FIELD_DYNAMIC) || e->field->size != 4)
		trace_parse_error(p);
	trace_lexer_expect(&p->words, ")");
}

/* Makes room for one more word. */
static bool reserve_word(struct trace_parser *p, struct trace_word **words, uint32_t n, uint32_t *capacity)
{
	struct trace_word *more;

	if (n < *capacity)
		return true;
	*capacity = 2 * *capacity + 8;
	more = arena_alloc(p->words.arena, *capacity * sizeof(*more));
	if (!more) {
		trace_lexer_fail(&p->words, -ENOMEM);
		return false;
	}
	if (n)
		memcpy(more, *words, n * sizeof(*more));
	*words = more;
	return true;
}

/* { NUMBER, "WORD" } */
static bool parse_word(struct trace_parser *p, struct trace_word *ret_word)
{
	const struct trace_expr *number, *text;

	trace_lexer_expect(&p->words, "{");
	p->n_operators = 0;
	number = p->parse_expr(p);
	trace_lexer_expect(&p->words, ",");
	text = trace_expr_uncast(p->parse_expr(p));
	trace_lexer_expect(&p->words, "}");
	if (p->words.error || !trace_expr_is_constant(number) || text->kind != EXPR_TEXT) {
		trace_parse_error(p);
		return false;
	}
	*ret_word = (struct trace_word){ .number = trace_expr_word(number), .text = text->text };
	return true;
}

/* { NUMBER, "WORD" }, ... ) */
static void parse_words(struct trace_parser *p, struct trace_expr *e)
{
	struct trace_word *words = NULL;
	uint32_t capacity = 0;

	while (trace_lexer_at(&p->words, "{")) {
		if (!reserve_word(p, &words, e->n_words, &capacity) || !parse_word(p, &words[e->n_words]))
			return;
		e->n_words++;
		if (!trace_lexer_at(&p->words, ","))
			break;
		trace_lexer_next(&p->words);
	}
	e->words = words;
	trace_lexer_expect(&p->words, ")");
}

/* __print_flags(VALUE, "BETWEEN", WORDS), __print_symbolic(VALUE, WORDS) */
static void parse_flags(struct trace_parser *p, struct trace_expr *e, enum trace_expr_kind kind)
{
	e->kind = kind;
	trace_lexer_expect(&p->words, "(");
	e->left = p->parse_expr(p);
	trace_lexer_expect(&p->words, ",");
	if (kind == EXPR_FLAGS) {
		if (p->words.token == TOKEN_TEXT || p->words.token == TOKEN_NAME) {
			e->text = p->words.word;
			trace_lexer_next(&p->words);
		}
		trace_lexer_expect(&p->words, ",");
	}
	parse_words(p, e);
}

/* __print_hex(BYTES, NUMBER), __print_array(BYTES, NUMBER, SIZE) */
static void parse_array(struct trace_parser *p, struct trace_expr *e, enum trace_expr_kind kind)
{
	e->kind = kind;
	trace_lexer_expect(&p->words, "(");
	e->test = p->parse_expr(p);
	if (e->test->kind != EXPR_FIELD && e->test->kind != EXPR_DYNAMIC)
		trace_parse_error(p);
	trace_lexer_expect(&p->words, ",");
	e->left = p->parse_expr(p);
	if (kind == EXPR_ARRAY) {
		trace_lexer_expect(&p->words, ",");
		e->right = p->parse_expr(p);
	}
	trace_lexer_expect(&p->words, ")");
}

/* sizeof(TYPE) */
static void parse_sizeof(struct trace_parser *p, struct trace_expr *e, enum trace_expr_kind kind)
{
	const struct trace_type *type = NULL;
	const struct trace_expr *name;

	(void)kind;
	trace_lexer_expect(&p->words, "(");
	name = p->parse_expr(p);
	trace_lexer_expect(&p->words, ")");
	if (name->kind == EXPR_TEXT)
		type = trace_type_find(name->text);
	if (type && type->size)
		*e = *trace_parser_text(p, type->size);
	else
		trace_parse_error(p);
}

/* __builtin_expect(VALUE, LIKELY): the value. */
static void parse_expect(struct trace_parser *p, struct trace_expr *e, enum trace_expr_kind kind)
{
	(void)kind;
	trace_lexer_expect(&p->words, "(");
	*e = *p->parse_expr(p);
	trace_lexer_expect(&p->words, ",");
	p->parse_expr(p);
	trace_lexer_expect(&p->words, ")");
}

void trace_call_parse(struct trace_parser *p, struct trace_expr *e, const char *name)
{
	static const struct {
		const char *name;
		void (*parse)(struct trace_parser *p, struct trace_expr *e, enum trace_expr_kind kind);
		enum trace_expr_kind kind;
	} calls[] = { { "__get_str", parse_dynamic, EXPR_STRING },
		      { "__get_rel_str", parse_dynamic, EXPR_STRING },
		      { "__get_dynamic_array", parse_dynamic, EXPR_DYNAMIC },
		      { "__get_rel_dynamic_array", parse_dynamic, EXPR_DYNAMIC },
		      { "__get_dynamic_array_len", parse_dynamic, EXPR_LENGTH },
		      { "__get_rel_dynamic_array_len", parse_dynamic, EXPR_LENGTH },
		      { "__get_bitmask", parse_dynamic, EXPR_BITMASK },
		      { "__get_rel_bitmask", parse_dynamic, EXPR_BITMASK },
		      { "__get_cpumask", parse_dynamic, EXPR_CPUMASK },
		      { "__get_rel_cpumask", parse_dynamic, EXPR_CPUMASK },
		      { "__print_flags", parse_flags, EXPR_FLAGS },
		      { "__print_symbolic", parse_flags, EXPR_SYMBOL },
		      { "__print_hex", parse_array, EXPR_HEX },
		      { "__print_hex_str", parse_array, EXPR_HEX_STR },
		      { "__print_array", parse_array, EXPR_ARRAY },
		      { "sizeof", parse_sizeof, EXPR_TEXT },
		      { "__builtin_expect", parse_expect, EXPR_NOTHING } };

	for (size_t i = 0; i < ARRAY_SIZE(calls); i++) {
		if (!strcmp(name, calls[i].name)) {
			calls[i].parse(p, e, calls[i].kind);
			return;
		}
	}
	trace_parse_error(p);
}
