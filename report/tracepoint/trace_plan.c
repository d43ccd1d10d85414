#include "report/tracepoint/trace_plan.h"

#include "config.h"

#ifdef HAVE_LIBTRACEEVENT

#include "report/tracepoint/trace_plan_put.h"

#include <ctype.h>
#include <stdlib.h>
#include <traceevent/event-parse.h>

#define PLAN_DEPTH_MAX 20
#define PLAN_WORDS_MAX 1000

#ifdef PREC_SANITIZERS
/* What the library loses at formats it cannot read is not this program's. */
const char *__lsan_default_suppressions(void);

const char *__lsan_default_suppressions(void)
{
	return "leak:libtraceevent\n";
}
#endif

static struct plan_piece *piece_new(struct trace_compile *c, enum plan_kind kind)
{
	struct plan_piece *piece = arena_alloc(c->arena, sizeof(*piece));

	if (piece)
		*piece = (struct plan_piece){ .kind = kind };
	return piece;
}

static const struct plan_piece *string_text(struct trace_compile *c, const char *text)
{
	struct plan_piece *piece = piece_new(c, PLAN_TEXT);

	if (piece) {
		piece->text = text;
		piece->size = (uint32_t)strlen(text);
	}
	return piece;
}

static bool piece_place(struct trace_compile *c, struct plan_piece *piece, const struct tep_format_field *f,
			uint32_t size)
{
	if (!f || f->offset < 0 || f->offset > UINT16_MAX || size > UINT16_MAX)
		return false;
	piece->offset = (uint32_t)f->offset;
	if (piece->offset + size > c->need)
		c->need = piece->offset + size;
	return true;
}

static const struct plan_piece *string_field(struct trace_compile *c, const struct tep_print_arg *arg)
{
	const struct tep_format_field *f = tep_find_any_field(c->event, arg->field.name);
	struct plan_piece *piece = piece_new(c, PLAN_CHARS);

	if (!piece || !f || !(f->flags & TEP_FIELD_IS_ARRAY) || f->flags & TEP_FIELD_IS_DYNAMIC || f->size <= 0 ||
	    !piece_place(c, piece, f, (uint32_t)f->size))
		return NULL;
	piece->size = (uint32_t)f->size;
	return piece;
}

static const struct plan_piece *string_dynamic(struct trace_compile *c, const struct tep_print_arg *arg)
{
	const struct tep_format_field *f = tep_find_any_field(c->event, arg->string.string);
	struct plan_piece *piece = piece_new(c, PLAN_DYNAMIC);

	if (!piece || !f || !(f->flags & TEP_FIELD_IS_DYNAMIC) || f->size != 4 || !piece_place(c, piece, f, 4))
		return NULL;
	piece->relative = f->flags & TEP_FIELD_IS_RELATIVE;
	return piece;
}

static bool words_new(struct trace_compile *c, struct plan_piece *piece, const struct tep_print_flag_sym *first)
{
	struct plan_word *words;
	uint32_t n = 0;

	for (const struct tep_print_flag_sym *s = first; s; s = s->next)
		if (n++ == PLAN_WORDS_MAX)
			return false;
	words = arena_alloc(c->arena, (n + 1) * sizeof(*words));
	if (!words)
		return false;
	piece->words = words;
	piece->n_words = n;
	for (const struct tep_print_flag_sym *s = first; s; s = s->next, words++) {
		words->text = s->str;
		words->number = UINT64_MAX;
		if (!s->str || (strcmp(s->value, "-1") && !trace_number_parse(s->value, &words->number)))
			return false;
	}
	return true;
}

static const struct plan_piece *string_words(struct trace_compile *c, enum plan_kind kind, struct tep_print_arg *value,
					     const struct tep_print_flag_sym *first, const char *between)
{
	struct plan_piece *piece = piece_new(c, kind);

	if (!piece || !words_new(c, piece, first))
		return NULL;
	piece->text = between ? between : "";
	piece->value = trace_expr_new(c, value);
	return piece->value ? piece : NULL;
}

static const struct plan_piece *string_new(struct trace_compile *c, struct tep_print_arg *arg, unsigned depth);

static const struct plan_piece *string_choice(struct trace_compile *c, const struct tep_print_arg *arg, unsigned depth)
{
	const struct tep_print_arg *either = arg->op.right;
	struct plan_piece *piece = piece_new(c, PLAN_CHOICE);

	if (!piece || strcmp(arg->op.op, "?") || either->type != TEP_PRINT_OP || strcmp(either->op.op, ":"))
		return NULL;
	piece->value = trace_expr_new(c, arg->op.left);
	piece->yes = string_new(c, either->op.left, depth);
	piece->no = string_new(c, either->op.right, depth);
	return piece->value && piece->yes && piece->no ? piece : NULL;
}

static const struct plan_piece *string_new(struct trace_compile *c, struct tep_print_arg *arg, unsigned depth)
{
	if (!arg || depth > PLAN_DEPTH_MAX)
		return NULL;
	switch (arg->type) {
	case TEP_PRINT_ATOM: return string_text(c, arg->atom.atom);
	case TEP_PRINT_FIELD: return string_field(c, arg);
	case TEP_PRINT_STRING: return string_dynamic(c, arg);
	case TEP_PRINT_FLAGS: return string_words(c, PLAN_FLAGS, arg->flags.field, arg->flags.flags, arg->flags.delim);
	case TEP_PRINT_SYMBOL: return string_words(c, PLAN_SYMBOL, arg->symbol.field, arg->symbol.symbols, NULL);
	case TEP_PRINT_OP: return string_choice(c, arg, depth + 1);
	default: return NULL;
	}
}

/* From behind a percent sign; returns what is behind the letter, or NULL. */
static const char *format_parse(const char *p, struct plan_format *f)
{
	unsigned long width;
	char *end;

	*f = (struct plan_format){ .bits = 32 };
	for (; *p == '-' || *p == '0' || *p == '#'; p++) {
		f->left = f->left || *p == '-';
		f->zero = f->zero || *p == '0';
		f->alternate = f->alternate || *p == '#';
	}
	width = *p >= '1' && *p <= '9' ? strtoul(p, &end, 10) : 0;
	p = width ? end : p;
	if (width > PLAN_WIDTH_MAX)
		return NULL;
	f->width = (uint8_t)width;
	for (; *p == 'l' || *p == 'z' || *p == 'h'; p++)
		f->bits = *p == 'h' ? f->bits / 2 : 64;
	f->letter = *p;
	if (!*p || !strchr("diuxXsp", *p) || f->bits < 16)
		return NULL;
	/* %pS and its like are names; plain pointers look as C prints them. */
	if (*p == 'p' && (isalnum((unsigned char)p[1]) || f->left || f->zero || f->alternate || f->width))
		return NULL;
	return p + 1;
}

static struct plan_piece *piece_of(struct trace_compile *c, const struct plan_format *f, struct tep_print_arg *arg)
{
	struct plan_piece *piece;

	if (!arg)
		return NULL;
	if (f->letter == 's') {
		const struct plan_piece *made = string_new(c, arg, 0);

		piece = piece_new(c, PLAN_TEXT);
		/* Each word of flags would be padded by itself. */
		if (!made || !piece || (f->width && made->kind != PLAN_CHARS && made->kind != PLAN_DYNAMIC))
			return NULL;
		*piece = *made;
	} else {
		piece = piece_new(c, PLAN_NUMBER);
		if (piece)
			piece->value = trace_expr_new(c, arg);
		if (!piece || !piece->value)
			return NULL;
	}
	piece->format = *f;
	return piece;
}

const struct trace_plan *trace_plan_new(struct arena *arena, struct tep_event *event)
{
	struct trace_compile c = { .arena = arena, .event = event };
	struct tep_print_arg *arg = event->print_fmt.args;
	const char *p = event->print_fmt.format;
	struct trace_plan *plan = arena_alloc(arena, sizeof(*plan));
	struct plan_piece first = { 0 }, *last = &first;

	/* Flags are for events that the library has ways of its own for, or could not parse. */
	if (!plan || !p || event->flags || event->handler || strchr(p, '\\'))
		return NULL;
	for (const char *next; *p; p = next, last = last->next) {
		struct plan_format format;
		size_t size = *p == '%' ? 0 : strcspn(p, "%");

		if (size || p[1] == '%') {
			next = size ? p + size : p + 2;
			last->next = piece_new(&c, PLAN_TEXT);
			if (!last->next)
				return NULL;
			last->next->text = p;
			last->next->size = size ? (uint32_t)size : 1;
			continue;
		}
		next = format_parse(p + 1, &format);
		last->next = next ? piece_of(&c, &format, arg) : NULL;
		if (!last->next)
			return NULL;
		arg = arg->next;
	}
	*plan = (struct trace_plan){ .need = c.need, .first = first.next };
	return plan;
}

#endif
