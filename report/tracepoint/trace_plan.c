#include "report/tracepoint/trace_plan.h"

#include "common/bytes.h"
#include "report/tracepoint/trace_parse.h"

#include <ctype.h>

struct planner {
	struct arena *arena;
	const struct trace_expr *arg; /* the next */
	struct plan_piece **link;
	bool failed;
};

static struct plan_piece *piece_add(struct planner *c, enum plan_kind kind)
{
	struct plan_piece *piece = arena_alloc(c->arena, sizeof(*piece));

	if (!piece) {
		c->failed = true;
		return NULL;
	}
	*piece = (struct plan_piece){ .kind = kind };
	*c->link = piece;
	c->link = &piece->next;
	return piece;
}

static void piece_add_text(struct planner *c, const char *text, size_t size)
{
	struct plan_piece *piece = piece_add(c, PLAN_TEXT);

	if (!piece)
		return;
	piece->text = arena_strndup(c->arena, text, size);
	piece->size = (uint32_t)size;
	c->failed = c->failed || !piece->text;
}

static const struct trace_expr *next_arg(struct planner *c)
{
	const struct trace_expr *arg = c->arg;

	if (arg)
		c->arg = arg->next;
	else
		c->failed = true;
	return arg;
}

/* Parses digits, or a star, which stands for an argument. A larger width is cut to the largest. */
static const char *number_parse(struct planner *c, const char *p, const struct trace_expr **ret_star, long *ret_number)
{
	if (*p == '*') {
		*ret_star = next_arg(c);
		return p + 1;
	}
	for (*ret_number = 0; isdigit((unsigned char)*p); p++) {
		*ret_number = *ret_number * 10 + (*p - '0');
		if (*ret_number > PLAN_WIDTH_MAX)
			*ret_number = PLAN_WIDTH_MAX;
	}
	return p;
}

/* Parses from after the percent sign up to the letter, which is returned. */
static const char *format_parse(struct planner *c, const char *p, struct plan_format *f,
				const struct trace_expr **ret_star)
{
	const struct trace_expr *star = NULL;
	long number = 0;

	*f = (struct plan_format){ .bits = 32, .precision = -1 };
	for (; *p && strchr("-0#+", *p); p++) {
		f->is_left = f->is_left || *p == '-';
		f->zero = f->zero || *p == '0';
		f->alternate_form = f->alternate_form || *p == '#';
		f->plus = f->plus || *p == '+';
	}
	p = number_parse(c, p, &star, &number);
	f->width = (uint8_t)number;
	f->star_width = star;
	if (*p == '.') {
		const struct trace_expr *second = NULL;

		p = number_parse(c, p + 1, &second, &number);
		f->precision = isdigit((unsigned char)p[-1]) || p[-1] == '.' ? (int16_t)number : -1;
		f->star_precision = second;
		c->failed = c->failed || (star && second);
		star = second ? second : star;
	}
	for (; *p && strchr("lLzZh", *p); p++)
		f->bits = *p != 'h' ? 64 : f->bits > 8 ? (int8_t)(f->bits / 2) : 8;
	f->letter = *p;
	*ret_star = star;
	return p;
}

/* Returns the number of letters of the extension after %p. */
static size_t extension_size(const char *p)
{
	switch (*p) {
	case 'F':
	case 'f':
	case 'S':
	case 's': return 1;
	case 'M':
	case 'm': return p[1] == 'F' ? 2 : 1;
	case 'U': return p[1] && strchr("bBlL", p[1]) ? 2 : 1;
	case 'i':
	case 'I':
		if (p[1] == '6')
			return p[2] == 'c' && *p == 'I' ? 3 : 2;
		return p[1] == '4' ? 2 : p[1] == 'S' ? 2 + strspn(p + 2, "pc") % 3 : 1;
	default: return 0;
	}
}

/* Parses a conversion after its percent sign. Returns the text after it. */
static const char *piece_parse(struct planner *c, const char *p)
{
	char unknown[] = "> <";
	struct plan_format format;
	const struct trace_expr *star;
	struct plan_piece *piece;
	size_t n;

	p = format_parse(c, p, &format, &star);
	if (!format.letter)
		return p;
	if (!strchr("cdiouxXsp", format.letter)) {
		unknown[1] = format.letter;
		piece_add_text(c, unknown, 3);
		return p + 1;
	}
	p++;
	piece = piece_add(c, format.letter == 's' ? PLAN_STRING : format.letter == 'p' ? PLAN_POINTER : PLAN_NUMBER);
	if (!piece)
		return p;
	piece->format = format;
	piece->star = star;
	piece->value = next_arg(c);
	if (format.letter != 'p')
		return p;
	n = extension_size(p);
	memcpy(piece->format.extension, p, n);
	return p + n;
}

/* Decodes an escape: a backslash and a letter. */
static const char *escape_parse(struct planner *c, const char *p)
{
	char letter = *p == 'n' ? '\n' : *p == 't' ? '\t' : *p == 'r' ? '\r' : *p;

	if (!*p)
		return p;
	piece_add_text(c, &letter, 1);
	return p + 1;
}

/* Perf cannot parse a format with a raw control character, but for a newline. */
static bool is_printable(const char *text)
{
	for (; *text; text++)
		if (iscntrl((unsigned char)*text) && *text != '\n')
			return false;
	return true;
}

const struct trace_plan *trace_plan_new(struct arena *arena, const struct trace_format *format)
{
	struct trace_plan *plan = arena_alloc(arena, sizeof(*plan));
	struct plan_piece *first = NULL;
	struct planner c = { .arena = arena, .link = &first };
	struct trace_args args;

	if (!plan || !format->print || trace_args_parse(&args, arena, format) || !is_printable(args.format))
		return NULL;
	c.arg = args.first;
	for (const char *p = args.format; *p && !c.failed;) {
		size_t size = strcspn(p, "%\\");

		if (size) {
			piece_add_text(&c, p, size);
			p += size;
		} else if (*p == '\\') {
			p = escape_parse(&c, p + 1);
		} else if (p[1] == '%') {
			piece_add_text(&c, p, 1);
			p += 2;
		} else {
			p = piece_parse(&c, p + 1);
		}
	}
	*plan = (struct trace_plan){ .need = args.need, .first = first };
	return c.failed ? NULL : plan;
}
