#include "report/tracepoint/trace_print.h"

#include <ctype.h>
#include <stdlib.h>

/* An index behind a field; and the largest field where there are such, so that no element lies too far away. */
#define INDEX_MAX 255
/* Digits of a width or precision. */
#define WIDTH_DIGITS_MAX 3

enum bracket_kind {
	BRACKET_PLAIN,    /* ( of an expression */
	BRACKET_EXPECT,   /* __builtin_expect( */
	BRACKET_FLAGS,    /* __print_flags( */
	BRACKET_SYMBOLIC, /* __print_symbolic( */
	BRACKET_PAIR,     /* { VALUE, "WORD" } within the two */
	BRACKET_CHOICE,   /* ? up to its : */
};

struct bracket {
	enum bracket_kind kind;
	unsigned commas;
};

struct print_walk {
	const char *p, *end;
	const struct trace_field *fields;
	uint32_t n_fields;
	struct bracket open[TRACE_NESTING_MAX];
	unsigned depth;
	unsigned operators; /* since the last comma between arguments */
	bool after_text;    /* the last operand was one: another may follow at once */
};

int trace_field_compare(const void *a, const void *b)
{
	const struct trace_field *x = a, *y = b;

	if (x->name_size != y->name_size)
		return x->name_size < y->name_size ? -1 : 1;
	return memcmp(x->name, y->name, x->name_size);
}

/* --- words --------------------------------------------------------------------- */

static void skip_space(struct print_walk *w)
{
	while (w->p < w->end && (*w->p == ' ' || *w->p == '\t' || *w->p == '\n'))
		w->p++;
}

static bool take(struct print_walk *w, const char *word)
{
	size_t size = strlen(word);

	skip_space(w);
	if ((size_t)(w->end - w->p) < size || memcmp(w->p, word, size) != 0)
		return false;
	w->p += size;
	return true;
}

static char peek(struct print_walk *w)
{
	skip_space(w);
	return w->p < w->end ? *w->p : 0;
}

static bool is_name(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* A name or number; empty when none stands there. */
static struct trace_field take_name(struct print_walk *w)
{
	struct trace_field name;

	skip_space(w);
	name.name = w->p;
	while (w->p < w->end && is_name(*w->p))
		w->p++;
	name.name_size = (uint32_t)(w->p - name.name);
	name.size = 0;
	return name;
}

static bool name_is(const struct trace_field *name, const char *word)
{
	return name->name_size == strlen(word) && !memcmp(name->name, word, name->name_size);
}

static const struct trace_field *take_field(struct print_walk *w)
{
	struct trace_field name = take_name(w);

	return bsearch(&name, w->fields, w->n_fields, sizeof(name), trace_field_compare);
}

/* A number of at most `max`. */
static bool take_number(struct print_walk *w, unsigned long max)
{
	struct trace_field name = take_name(w);
	char digits[16];

	if (!name.name_size || name.name_size >= sizeof(digits) || !isdigit((unsigned char)name.name[0]))
		return false;
	memcpy(digits, name.name, name.name_size);
	digits[name.name_size] = 0;
	return strtoul(digits, NULL, 0) <= max;
}

/* One conversion of a format, behind its %. */
static bool conversion_is_good(struct print_walk *w)
{
	unsigned digits = 0;

	while (w->p < w->end && (strchr("-+ #", *w->p) || isdigit((unsigned char)*w->p) || *w->p == '.')) {
		digits = isdigit((unsigned char)*w->p) ? digits + 1 : 0;
		if (digits > WIDTH_DIGITS_MAX)
			return false;
		/* as long as the text is, and no longer */
		if (*w->p++ == '.' && w->p < w->end && *w->p == '*')
			return w->end - w->p > 1 && w->p[1] == 's';
	}
	/* a bitmap, whose size is its field's */
	return w->p < w->end && (*w->p != '*' || (w->end - w->p > 2 && w->p[1] == 'p' && w->p[2] == 'b'));
}

/* Text in quotes, with what printf makes of it. */
static bool take_text(struct print_walk *w, char quote)
{
	if (peek(w) != quote)
		return false;
	for (w->p++; w->p < w->end && *w->p != quote; w->p++) {
		bool more = w->end - w->p > 1;

		if (*w->p == '%' && more && w->p[1] != '%') {
			const char *at = w->p++;
			bool good = conversion_is_good(w);

			w->p = at;
			if (!good)
				return false;
		} else if ((*w->p == '\\' || *w->p == '%') && more) {
			w->p++;
		}
	}
	return w->p++ < w->end;
}

/* --- brackets -------------------------------------------------------------------- */

static bool push(struct print_walk *w, enum bracket_kind kind)
{
	if (w->depth == TRACE_NESTING_MAX)
		return false;
	w->open[w->depth++] = (struct bracket){ .kind = kind };
	return true;
}

static struct bracket *innermost(struct print_walk *w)
{
	return w->depth ? &w->open[w->depth - 1] : NULL;
}

/* Words and stars alone: a type. Up to the bracket that ends them, or nothing is taken. */
static bool take_type(struct print_walk *w)
{
	const char *at = w->p;
	bool word = false;

	while (is_name(peek(w)) || *w->p == '*') {
		struct trace_field name = take_name(w);

		if (name_is(&name, "REC") || (name.name_size && isdigit((unsigned char)name.name[0])))
			break;
		word = word || name.name_size;
		if (!name.name_size)
			w->p++;
	}
	if (word && take(w, ")"))
		return true;
	w->p = at;
	return false;
}

/* A number other than 0, which data might be: the library divides by that too. */
static bool divisor_is_good(struct print_walk *w)
{
	const char *at = w->p;
	struct trace_field name;
	bool good = isdigit((unsigned char)peek(w)) && !take_number(w, 0);

	w->p = at;
	name = take_name(w);
	w->p = at;
	return good || name_is(&name, "sizeof");
}

static bool takes_field(const struct trace_field *function)
{
	static const char *const names[] = {
		"__get_str",         "__get_dynamic_array",     "__get_dynamic_array_len",
		"__get_bitmask",     "__get_cpumask",           "__get_sockaddr",
		"__get_rel_str",     "__get_rel_dynamic_array", "__get_rel_dynamic_array_len",
		"__get_rel_bitmask", "__get_rel_cpumask",       "__get_rel_sockaddr"
	};

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (name_is(function, names[i]))
			return true;
	return false;
}

static bool take_field_argument(struct print_walk *w)
{
	return take(w, "(") && take_field(w) && take(w, ")");
}

/* How many elements there are: no more than two bytes can tell. */
static bool take_length(struct print_walk *w)
{
	const struct trace_field *field;
	struct trace_field name;

	if (isdigit((unsigned char)peek(w)))
		return take_number(w, UINT16_MAX);
	name = take_name(w);
	if (name_is(&name, "REC")) {
		field = take(w, "->") ? take_field(w) : NULL;
		return field && field->size <= sizeof(uint16_t);
	}
	if (name_is(&name, "sizeof"))
		return take(w, "(") && take_type(w);
	return (name_is(&name, "__get_dynamic_array_len") || name_is(&name, "__get_rel_dynamic_array_len")) &&
	       take_field_argument(w);
}

/* __print_hex(DATA, LENGTH) and __print_array(DATA, COUNT, SIZE), COUNT perhaps a quotient. */
static bool take_elements(struct print_walk *w, bool array)
{
	struct trace_field name;

	if (!take(w, "("))
		return false;
	name = take_name(w);
	if (name_is(&name, "REC") ? !take(w, "->") || !take_field(w) : !takes_field(&name) || !take_field_argument(w))
		return false;
	if (!take(w, ",") || !take_length(w) || (take(w, "/") && !(divisor_is_good(w) && take_length(w))))
		return false;
	if (array && (!take(w, ",") || (isdigit((unsigned char)peek(w)) ? !take_number(w, 8) : !take_length(w))))
		return false;
	return take(w, ")");
}

/* --- operands --------------------------------------------------------------------- */

/* REC->field, with a constant index perhaps. */
static bool take_index(struct print_walk *w)
{
	for (uint32_t i = 0; i < w->n_fields; i++)
		if (w->fields[i].size > TRACE_DATA_MAX / 16)
			return false;
	return take_number(w, INDEX_MAX) && take(w, "]");
}

static bool take_word(struct print_walk *w, bool *ret_operand)
{
	const struct bracket *in = innermost(w);
	struct trace_field name = take_name(w);

	*ret_operand = true;
	if (isdigit((unsigned char)name.name[0]))
		return true;
	/* the library evaluates pairs as it reads them */
	if (in && in->kind == BRACKET_PAIR)
		return peek(w) != '(' && !name_is(&name, "REC");
	if (name_is(&name, "REC"))
		return take(w, "->") && take_field(w);
	if (takes_field(&name))
		return take_field_argument(w);
	if (name_is(&name, "sizeof"))
		return take(w, "(") && take_type(w);
	if (name_is(&name, "__print_hex") || name_is(&name, "__print_hex_str"))
		return take_elements(w, false);
	if (name_is(&name, "__print_array"))
		return take_elements(w, true);
	if (peek(w) != '(')
		return true;
	*ret_operand = false;
	w->p++;
	if (name_is(&name, "__print_flags"))
		return push(w, BRACKET_FLAGS);
	if (name_is(&name, "__print_symbolic"))
		return push(w, BRACKET_SYMBOLIC);
	return name_is(&name, "__builtin_expect") && push(w, BRACKET_EXPECT);
}

/* Pairs stand behind the value, and the word between flags. */
static bool pair_may_begin(const struct bracket *in)
{
	return in &&
	       ((in->kind == BRACKET_FLAGS && in->commas >= 2) || (in->kind == BRACKET_SYMBOLIC && in->commas >= 1));
}

/* What stands where an operand has to. *ret_operand: one is complete. */
static bool take_operand(struct print_walk *w, bool *ret_operand)
{
	bool after_text = false;
	char c = peek(w);
	bool good;

	*ret_operand = c == '"' || c == '\'';
	if (pair_may_begin(innermost(w)))
		return take(w, "{") && push(w, BRACKET_PAIR);
	if (*ret_operand) {
		good = take_text(w, c);
		after_text = c == '"';
	} else if (c == '(') {
		w->p++;
		/* a type in brackets says how the operand behind it is to be taken */
		good = take_type(w) ? is_name(peek(w)) || *w->p == '(' || *w->p == '~' || *w->p == '-'
				    : push(w, BRACKET_PLAIN);
	} else if (is_name(c)) {
		good = take_word(w, ret_operand);
	} else {
		good = c && strchr("!~-+", c) && w->operators++ < TRACE_OPERATORS_MAX;
		w->p++;
	}
	w->after_text = after_text;
	return good;
}

/* --- operators ----------------------------------------------------------------------- */

static bool close_bracket(struct print_walk *w, char c)
{
	struct bracket *in = innermost(w);
	unsigned commas = in ? in->commas : 0;

	w->p++;
	if (!in)
		return false;
	w->depth--;
	switch (in->kind) {
	case BRACKET_PLAIN: return c == ')';
	case BRACKET_EXPECT: return c == ')' && commas == 1;
	case BRACKET_FLAGS: return c == ')' && commas >= 2;
	case BRACKET_SYMBOLIC: return c == ')' && commas >= 1;
	case BRACKET_PAIR: return c == '}' && commas == 1;
	default: return false;
	}
}

static bool take_comma(struct print_walk *w, bool *ret_operand)
{
	struct bracket *in = innermost(w);

	w->p++;
	*ret_operand = false;
	if (!in)
		w->operators = 0;
	else if (in->kind == BRACKET_PLAIN || in->kind == BRACKET_CHOICE)
		return false;
	else
		in->commas++;
	return true;
}

static bool take_choice(struct print_walk *w, char c)
{
	struct bracket *in = innermost(w);

	w->p++;
	if (c == '?')
		return push(w, BRACKET_CHOICE);
	if (!in || in->kind != BRACKET_CHOICE)
		return false;
	w->depth--;
	return true;
}

/* What stands behind an operand. *ret_operand: another one is complete, or the same still is. */
static bool take_operator(struct print_walk *w, bool *ret_operand)
{
	static const char *const operators[] = { "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+",
						 "-",  "*",  "/",  "%",  "<",  ">",  "&",  "|",  "^" };
	char c = peek(w);

	*ret_operand = true;
	if (c == '"')
		return w->after_text && take_text(w, c);
	w->after_text = false;
	if (c == '[')
		return take(w, "[") && take_index(w);
	if (c == ')' || c == '}')
		return close_bracket(w, c);
	if (c == ',')
		return take_comma(w, ret_operand);
	*ret_operand = false;
	if (w->operators++ >= TRACE_OPERATORS_MAX)
		return false;
	if (c == '?' || c == ':')
		return take_choice(w, c);
	for (size_t i = 0; i < ARRAY_SIZE(operators); i++)
		if (take(w, operators[i]))
			return (c != '/' && c != '%') || divisor_is_good(w);
	return false;
}

bool trace_print_check(const char *text, const char *end, const struct trace_field *fields, uint32_t n_fields)
{
	struct print_walk w = { .p = text, .end = end, .fields = fields, .n_fields = n_fields };
	bool operand = true;

	if (!take_text(&w, '"'))
		return false;
	w.after_text = true;
	while (peek(&w))
		if (!(operand ? take_operator(&w, &operand) : take_operand(&w, &operand)))
			return false;
	return w.p == end && operand && !w.depth;
}
