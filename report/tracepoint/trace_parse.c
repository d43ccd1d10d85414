#include "report/tracepoint/trace_parse.h"

#include "common/bytes.h"
#include "report/tracepoint/trace_words.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

/* What all formats of a file may take. Kernels' take 10 MB. */
#define EXPR_MEMORY_MAX (128u << 20)

/* How deep operands nest, and how many operators there are in an argument: both are depths of recursion. */
#define EXPR_NESTING_MAX   200
#define EXPR_OPERATORS_MAX 4096

struct parser {
	struct trace_words words;
	const struct trace_format *format;
	uint32_t need;
	unsigned depth, n_operators;
};

static const struct {
	const char *text;
	enum trace_expr_kind kind;
	int8_t rank;
} operators[] = { { "*", EXPR_MUL, 6 },    { "/", EXPR_DIV, 6 },      { "%", EXPR_MOD, 6 },   { "+", EXPR_ADD, 7 },
		  { "-", EXPR_SUB, 7 },    { "<<", EXPR_SHL, 8 },     { ">>", EXPR_SHR, 8 },  { "<", EXPR_LT, 9 },
		  { "<=", EXPR_LE, 9 },    { ">", EXPR_GT, 9 },       { ">=", EXPR_GE, 9 },   { "==", EXPR_EQ, 10 },
		  { "!=", EXPR_NE, 10 },   { "&", EXPR_AND, 11 },     { "^", EXPR_XOR, 12 },  { "|", EXPR_OR, 13 },
		  { "&&", EXPR_BOTH, 14 }, { "||", EXPR_EITHER, 15 }, { "?", EXPR_COND, 16 }, { "!", EXPR_NOT, 4 },
		  { "~", EXPR_INVERT, 4 } };

/* Types whose casts cut a number; others leave it. */
static const struct {
	const char *name;
	uint64_t mask;
} types[] = { { "u8", UINT8_MAX },   { "s8", UINT8_MAX },   { "char", UINT8_MAX },   { "unsigned char", UINT8_MAX },
	      { "u16", UINT16_MAX }, { "s16", UINT16_MAX }, { "short", UINT16_MAX }, { "unsigned short", UINT16_MAX },
	      { "u32", UINT32_MAX }, { "s32", UINT32_MAX }, { "int", UINT32_MAX },   { "unsigned int", UINT32_MAX } };

/* --- operands ---------------------------------------------------------------------- */

/* One to write into where there is no more room, so that callers need not ask each time. */
static struct trace_expr *node(struct parser *w, enum trace_expr_kind kind)
{
	static _Thread_local struct trace_expr spare;
	struct trace_expr *e = &spare;

	if (w->words.arena->total > EXPR_MEMORY_MAX)
		trace_words_fail(&w->words, -EBADMSG);
	else if (!w->words.error)
		e = arena_alloc(w->words.arena, sizeof(*e));
	if (!e) {
		trace_words_fail(&w->words, -ENOMEM);
		e = &spare;
	}
	*e = (struct trace_expr){ .kind = kind, .text = "" };
	return e;
}

static struct trace_expr *text_node(struct parser *w, const char *text)
{
	struct trace_expr *e = node(w, EXPR_TEXT);

	e->text = text;
	e->value = isdigit((unsigned char)*text) ? strtoull(text, NULL, 0) : 0;
	return e;
}

static void parse_operand(struct parser *w, struct trace_expr *e);
static void parse_operators(struct parser *w, struct trace_expr *e);

/* An operand and what operators make of it. */
static struct trace_expr *parse_expr(struct parser *w)
{
	struct trace_expr *e = node(w, EXPR_NOTHING);

	parse_operand(w, e);
	parse_operators(w, e);
	return e;
}

/* The bytes [offset, offset + size) are read. */
static void need(struct parser *w, uint32_t offset, uint32_t size)
{
	if (offset + size > w->need)
		w->need = offset + size;
}

static const struct trace_field *take_field(struct parser *w)
{
	const struct trace_field *f = NULL;

	if (w->words.token == TOKEN_NAME)
		f = trace_format_field(w->format, w->words.word, strlen(w->words.word));
	if (!f) {
		trace_words_fail(&w->words, -EBADMSG);
		return &w->format->fields[0];
	}
	need(w, f->offset, f->size);
	trace_words_next(&w->words);
	return f;
}

static bool at_record(const struct parser *w)
{
	return w->words.token == TOKEN_NAME && !strcmp(w->words.word, "REC");
}

/* REC->field, or what follows (REC) */
static void parse_entry(struct parser *w, struct trace_expr *e)
{
	if (at_record(w))
		trace_words_next(&w->words);
	trace_words_take(&w->words, "->");
	e->kind = EXPR_FIELD;
	e->field = take_field(w);
	e->offset = e->field->offset;
	e->size = e->field->size;
}

/* (FIELD), of one that lies elsewhere in the record. */
static void parse_dynamic(struct parser *w, struct trace_expr *e, enum trace_expr_kind kind)
{
	trace_words_take(&w->words, "(");
	e->kind = kind;
	e->field = take_field(w);
	if (!(e->field->flags & TRACE_FIELD_DYNAMIC) || e->field->size != 4)
		trace_words_fail(&w->words, -EBADMSG);
	trace_words_take(&w->words, ")");
}

static const struct trace_expr *skip_casts(const struct trace_expr *e)
{
	while (e->kind == EXPR_MASK)
		e = e->left;
	return e;
}

/* { NUMBER, "WORD" }, ... up to the bracket that ends the call. */
static void parse_words(struct parser *w, struct trace_expr *e)
{
	struct trace_word *words = NULL;
	uint32_t capacity = 0;

	while (trace_words_at(&w->words, "{")) {
		const struct trace_expr *number, *word;

		if (e->n_words == capacity) {
			struct trace_word *more = arena_alloc(w->words.arena, (2 * capacity + 8) * sizeof(*more));

			if (!more) {
				trace_words_fail(&w->words, -ENOMEM);
				return;
			}
			if (capacity)
				memcpy(more, words, capacity * sizeof(*more));
			words = more;
			capacity = 2 * capacity + 8;
		}
		trace_words_next(&w->words);
		w->n_operators = 0;
		number = parse_expr(w);
		trace_words_take(&w->words, ",");
		word = skip_casts(parse_expr(w));
		trace_words_take(&w->words, "}");
		if (w->words.error || !trace_expr_is_constant(number) || word->kind != EXPR_TEXT) {
			trace_words_fail(&w->words, -EBADMSG);
			return;
		}
		words[e->n_words++] = (struct trace_word){ .number = trace_expr_word(number), .text = word->text };
		if (!trace_words_at(&w->words, ","))
			break;
		trace_words_next(&w->words);
	}
	e->words = words;
	trace_words_take(&w->words, ")");
}

/* __print_flags(VALUE, "BETWEEN", WORDS), __print_symbolic(VALUE, WORDS) */
static void parse_flags(struct parser *w, struct trace_expr *e, enum trace_expr_kind kind)
{
	e->kind = kind;
	trace_words_take(&w->words, "(");
	e->left = parse_expr(w);
	trace_words_take(&w->words, ",");
	if (kind == EXPR_FLAGS) {
		if (w->words.token == TOKEN_TEXT || w->words.token == TOKEN_NAME) {
			e->text = w->words.word;
			trace_words_next(&w->words);
		}
		trace_words_take(&w->words, ",");
	}
	parse_words(w, e);
}

/* __print_hex(BYTES, NUMBER), __print_array(BYTES, NUMBER, SIZE) */
static void parse_array(struct parser *w, struct trace_expr *e, enum trace_expr_kind kind)
{
	e->kind = kind;
	trace_words_take(&w->words, "(");
	e->test = parse_expr(w);
	if (e->test->kind != EXPR_FIELD && e->test->kind != EXPR_DYNAMIC)
		trace_words_fail(&w->words, -EBADMSG);
	trace_words_take(&w->words, ",");
	e->left = parse_expr(w);
	if (kind == EXPR_ARRAY) {
		trace_words_take(&w->words, ",");
		e->right = parse_expr(w);
	}
	trace_words_take(&w->words, ")");
}

/* sizeof(TYPE) */
static void parse_sizeof(struct parser *w, struct trace_expr *e)
{
	static const struct {
		const char *type, *size;
	} sizes[] = {
		{ "u8", "1" },    { "s8", "1" },  { "char", "1" },          { "u16", "2" },  { "s16", "2" },
		{ "short", "2" }, { "u32", "4" }, { "s32", "4" },           { "int", "4" },  { "unsigned int", "4" },
		{ "u64", "8" },   { "s64", "8" }, { "unsigned long", "8" }, { "long", "8" }, { "*", "8" }
	};
	struct trace_expr *type;

	trace_words_take(&w->words, "(");
	type = parse_expr(w);
	trace_words_take(&w->words, ")");
	for (size_t i = 0; i < ARRAY_SIZE(sizes); i++) {
		if (type->kind == EXPR_TEXT && !strcmp(type->text, sizes[i].type)) {
			*e = *text_node(w, sizes[i].size);
			return;
		}
	}
	trace_words_fail(&w->words, -EBADMSG);
}

static void parse_call(struct parser *w, struct trace_expr *e, const char *name)
{
	static const struct {
		const char *name;
		void (*parse)(struct parser *w, struct trace_expr *e, enum trace_expr_kind kind);
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
		      { "__print_array", parse_array, EXPR_ARRAY } };

	for (size_t i = 0; i < ARRAY_SIZE(calls); i++) {
		if (!strcmp(name, calls[i].name)) {
			calls[i].parse(w, e, calls[i].kind);
			return;
		}
	}
	if (!strcmp(name, "sizeof")) {
		parse_sizeof(w, e);
	} else if (!strcmp(name, "__builtin_expect")) {
		trace_words_take(&w->words, "(");
		*e = *parse_expr(w);
		trace_words_take(&w->words, ",");
		parse_expr(w);
		trace_words_take(&w->words, ")");
	} else {
		trace_words_fail(&w->words, -EBADMSG);
	}
}

/* Names may be several words: unsigned long. */
static void parse_name(struct parser *w, struct trace_expr *e)
{
	const char *name = w->words.word;

	trace_words_next(&w->words);
	if (trace_words_at(&w->words, "(")) {
		parse_call(w, e, name);
		return;
	}
	while (w->words.token == TOKEN_NAME) {
		size_t size = strlen(name);
		char *both = arena_alloc(w->words.arena, size + strlen(w->words.word) + 2);

		if (!both) {
			trace_words_fail(&w->words, -ENOMEM);
			return;
		}
		memcpy(both, name, size);
		both[size] = ' ';
		strcpy(both + size + 1, w->words.word);
		name = both;
		trace_words_next(&w->words);
	}
	*e = *text_node(w, name);
}

/* (EXPRESSION), or (TYPE) before what it is a cast of. */
static void parse_paren(struct parser *w, struct trace_expr *e)
{
	struct trace_expr *inner;
	struct parser before;

	trace_words_next(&w->words);
	before = *w;
	if (at_record(w)) {
		trace_words_next(&w->words);
		if (trace_words_at(&w->words, ")")) {
			trace_words_next(&w->words);
			parse_entry(w, e);
			return;
		}
		*w = before;
	}
	inner = parse_expr(w);
	trace_words_take(&w->words, ")");
	if (w->words.token != TOKEN_NAME && w->words.token != TOKEN_TEXT && !trace_words_at(&w->words, "(")) {
		*e = *inner;
		return;
	}
	if (inner->kind != EXPR_TEXT)
		trace_words_fail(&w->words, -EBADMSG);
	e->kind = EXPR_MASK;
	e->value = UINT64_MAX;
	for (size_t i = 0; i < ARRAY_SIZE(types); i++)
		if (!strcmp(inner->text, types[i].name))
			e->value = types[i].mask;
	e->left = node(w, EXPR_NOTHING);
	parse_operand(w, e->left);
}

static int operator_at(const struct parser *w)
{
	for (int i = 0; i < (int)ARRAY_SIZE(operators); i++)
		if (trace_words_at(&w->words, operators[i].text))
			return i;
	return -1;
}

/* An operator before its only operand; what follows is no part of that. */
static void parse_unary(struct parser *w, struct trace_expr *e)
{
	int i = operator_at(w);

	if (i < 0 || !strchr("!~-+", *w->words.word)) {
		trace_words_fail(&w->words, -EBADMSG);
		return;
	}
	trace_words_next(&w->words);
	e->kind = operators[i].kind;
	e->left = node(w, EXPR_NOTHING);
	e->right = node(w, EXPR_NOTHING);
	parse_operand(w, e->right);
}

static void parse_quoted(struct parser *w, struct trace_expr *e)
{
	*e = *text_node(w, w->words.word);
	if (w->words.is_character && w->words.word[0] && !w->words.word[1])
		e->value = (uint8_t)w->words.word[0];
	trace_words_next(&w->words);
}

static void parse_operand(struct parser *w, struct trace_expr *e)
{
	if (w->depth++ >= EXPR_NESTING_MAX)
		trace_words_fail(&w->words, -EBADMSG);
	else if (w->words.token == TOKEN_TEXT)
		parse_quoted(w, e);
	else if (at_record(w))
		parse_entry(w, e);
	else if (w->words.token == TOKEN_NAME)
		parse_name(w, e);
	else if (trace_words_at(&w->words, "("))
		parse_paren(w, e);
	else
		parse_unary(w, e);
	w->depth--;
}

/* --- operators --------------------------------------------------------------------- */

/* [INDEX] after a field; the index is a number. */
static void parse_index(struct parser *w, struct trace_expr *e)
{
	struct trace_expr *left = node(w, EXPR_NOTHING);
	const struct trace_expr *array;
	struct trace_expr *index;

	*left = *e;
	array = skip_casts(left);
	trace_words_next(&w->words);
	index = parse_expr(w);
	trace_words_take(&w->words, "]");
	if (array->kind == EXPR_STRING) {
		e->kind = EXPR_NOTHING;
		return;
	}
	if (w->words.error || array->kind != EXPR_FIELD || array->field->flags & TRACE_FIELD_DYNAMIC ||
	    index->kind != EXPR_TEXT || index->value >= TRACE_DATA_MAX / 8) {
		trace_words_fail(&w->words, -EBADMSG);
		return;
	}
	*e = (struct trace_expr){ .kind = EXPR_ELEMENT, .text = "", .size = array->field->element_size };
	e->offset = array->field->offset + (uint32_t)index->value * e->size;
	if (e->size > 8)
		e->size = 0;
	if (e->offset > TRACE_DATA_MAX)
		trace_words_fail(&w->words, -EBADMSG);
	else
		need(w, e->offset, e->size);
}

/* ? YES : NO. The second is an operand alone: operators after it are the choice's. */
static void parse_choice(struct parser *w, struct trace_expr *e)
{
	struct trace_expr *test = node(w, EXPR_NOTHING);

	*test = *e;
	trace_words_next(&w->words);
	*e = (struct trace_expr){ .kind = EXPR_COND, .text = "", .test = test };
	e->left = parse_expr(w);
	trace_words_take(&w->words, ":");
	e->right = node(w, EXPR_NOTHING);
	parse_operand(w, e->right);
}

static int8_t rank_of(enum trace_expr_kind kind)
{
	for (size_t i = 0; i < ARRAY_SIZE(operators); i++)
		if (operators[i].kind == kind)
			return operators[i].rank;
	return -1;
}

/*
 * What perf makes of a right operand that is an operator of a higher rank, brackets or not: a * (b + c) becomes
 * (a * b) + c. e is the operator on the left.
 */
static void rotate(struct trace_expr *e, struct trace_expr *right)
{
	struct trace_expr left = *e;
	struct trace_expr **first = right->kind == EXPR_COND ? &right->test : &right->left;

	left.right = *first;
	*first = right;
	*e = *right;
	*right = left;
}

/*
 * An operator and its right operand, the place of which is returned. The type of a pointer looks like one, too:
 * (void *).
 */
static struct trace_expr *parse_binary(struct parser *w, struct trace_expr *e)
{
	struct trace_expr *left = node(w, EXPR_NOTHING), *right = node(w, EXPR_NOTHING);
	int i = operator_at(w);

	if (i < 0 || operators[i].kind == EXPR_NOT || operators[i].kind == EXPR_INVERT) {
		trace_words_fail(&w->words, -EBADMSG);
		return e;
	}
	trace_words_next(&w->words);
	if (operators[i].kind == EXPR_MUL && trace_words_at(&w->words, ")") && e->kind == EXPR_TEXT) {
		e->text = "*";
		return e;
	}
	*left = *e;
	*e = (struct trace_expr){
		.kind = operators[i].kind, .rank = operators[i].rank, .text = "", .left = left, .right = right
	};
	parse_operand(w, right);
	if (e->rank < rank_of(right->kind))
		rotate(e, right);
	return right;
}

/* The operators after an operand, which becomes the tree of them. Each call takes one and goes on in the tree. */
static void parse_operators(struct parser *w, struct trace_expr *e)
{
	while (!w->words.error && w->words.token == TOKEN_SYMBOL && !strchr(",:(){}]", *w->words.word)) {
		struct trace_expr *right = e;
		int i;

		if (w->n_operators++ >= EXPR_OPERATORS_MAX)
			trace_words_fail(&w->words, -EBADMSG);
		if (trace_words_at(&w->words, "["))
			parse_index(w, e);
		else if (trace_words_at(&w->words, "?"))
			parse_choice(w, e);
		else
			right = parse_binary(w, e);
		i = operator_at(w);
		/* Higher ranks are closer to the root. */
		if (right != e && (trace_words_at(&w->words, "[") || (i >= 0 && operators[i].rank <= e->rank)))
			e = right;
	}
}

int trace_args_parse(struct trace_args *ret_args, struct arena *arena, const struct trace_format *format)
{
	struct parser w = { .words = { .p = format->print, .end = format->end, .arena = arena }, .format = format };
	struct trace_expr **link = &ret_args->first;

	*ret_args = (struct trace_args){ 0 };
	trace_words_next(&w.words);
	if (w.words.token != TOKEN_TEXT)
		trace_words_fail(&w.words, -EBADMSG);
	ret_args->format = w.words.word;
	trace_words_next(&w.words);
	while (trace_words_at(&w.words, ",")) {
		trace_words_next(&w.words);
		w.n_operators = 0;
		*link = parse_expr(&w);
		link = &(*link)->next;
	}
	if (w.words.token != TOKEN_END)
		trace_words_fail(&w.words, -EBADMSG);
	ret_args->need = w.need;
	return w.words.error;
}
