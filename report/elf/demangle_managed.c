#include "report/elf/demangle_managed.h"

#include "common/buffer.h"

#include <stdbool.h>
#include <stdlib.h>

/* NULL unless ok and there is memory; the buffer is emptied. */
static char *take_text(struct buffer *text, bool ok)
{
	buffer_put_u8(text, 0);
	if (ok && buffer_ok(text))
		return (char *)text->data;
	buffer_fini(text);
	return NULL;
}

static void put_text(struct buffer *text, const char *more)
{
	buffer_append(text, more, strlen(more));
}

/* --- Java ------------------------------------------------------------------------------- */

/* What *p is at, "java/lang/Object;", with dots. Leaves *p after it. */
static bool put_class(struct buffer *text, const char **p)
{
	for (; **p && **p != ';'; ++*p) {
		if (strchr("[()", **p))
			return false;
		buffer_put_u8(text, **p == '/' ? '.' : (uint8_t) * *p);
	}
	return *(*p)++ == ';';
}

static const char *base_type(char letter)
{
	switch (letter) {
	case 'B': return "byte";
	case 'C': return "char";
	case 'D': return "double";
	case 'F': return "float";
	case 'I': return "int";
	case 'J': return "long";
	case 'S': return "short";
	case 'Z': return "boolean";
	default: return NULL;
	}
}

/* The type that *p is at. */
static bool put_type(struct buffer *text, const char **p)
{
	size_t dimensions = strspn(*p, "[");
	const char *base;

	*p += dimensions;
	if (**p == 'L') {
		++*p;
		return put_class(text, p);
	}
	base = base_type(**p);
	if (!base)
		return false;
	++*p;
	put_text(text, base);
	while (dimensions--)
		put_text(text, "[]");
	return true;
}

/* "(IJ)" of "(IJ)V" */
static bool put_parameters(struct buffer *text, const char *p)
{
	const char *first = ++p;

	put_text(text, "(");
	while (*p != ')') {
		if (p > first)
			put_text(text, ", ");
		if (!put_type(text, &p))
			return false;
	}
	put_text(text, ")");
	return true;
}

char *demangle_java(const char *mangled)
{
	const char *p = mangled + 1, *parameters;
	struct buffer text;
	bool ok;

	if (*mangled != 'L')
		return NULL;
	buffer_init(&text);
	ok = put_class(&text, &p);
	parameters = ok ? p + strcspn(p, "([;/)") : NULL;
	ok = ok && *parameters == '(';
	if (ok) {
		if (parameters > p && *p != '<')
			put_text(&text, ".");
		buffer_append(&text, p, (size_t)(parameters - p));
		ok = put_parameters(&text, parameters);
	}
	return take_text(&text, ok);
}

/* --- OCaml ------------------------------------------------------------------------------ */

static int hex_value(char c)
{
	return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The character that "$2d" stands for; false: it is none. */
static bool escaped(const char *p, uint8_t *ret)
{
	int high = *p == '$' ? hex_value(p[1]) : -1;
	int low = high >= 0 ? hex_value(p[2]) : -1;

	if (low >= 0)
		*ret = (uint8_t)(high << 4 | low);
	return low >= 0 && *ret;
}

char *demangle_ocaml(const char *mangled)
{
	struct buffer text;
	uint8_t c;

	if (strncmp(mangled, "caml", 4) || mangled[4] < 'A' || mangled[4] > 'Z')
		return NULL;
	buffer_init(&text);
	for (const char *p = mangled + 4; *p; p++) {
		if (p[0] == '_' && p[1] == '_') {
			c = '.';
			p++;
		} else if (escaped(p, &c)) {
			p += 2;
		} else {
			c = (uint8_t)*p;
		}
		buffer_put_u8(&text, c);
	}
	return take_text(&text, true);
}
