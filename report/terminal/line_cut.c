#include "report/terminal/line_cut.h"

#include <string.h>

#define TAB_COLUMNS 8

static bool is_inner(char c)
{
	return ((unsigned char)c & 0xc0) == 0x80;
}

/* The bytes of the character that begins there: at least 1, at most LINE_CUT_CHARACTER. A NUL ends it. */
static size_t character_size(const char *text, size_t left)
{
	size_t n = 1;

	while (n < left && n < LINE_CUT_CHARACTER && (unsigned char)*text >= 0xc0 && is_inner(text[n]))
		n++;
	return n;
}

void line_cut_init(struct line_cut *c, unsigned columns)
{
	*c = (struct line_cut){ .columns = columns };
}

size_t line_cut_end(struct line_cut *c, char *out)
{
	size_t n = c->n_held;

	memcpy(out, c->held, n);
	c->n_held = 0;
	return n;
}

/* One character of the line. */
static char *cut_character(struct line_cut *c, const char *text, size_t size, char *out)
{
	unsigned width = *text == '\t' ? TAB_COLUMNS - c->column % TAB_COLUMNS : 1;

	if (c->full)
		return out;
	if (c->column + width > c->columns) {
		*out++ = '~';
		c->n_held = 0;
		c->full = true;
		return out;
	}
	c->column += width;
	if (c->column < c->columns) {
		memcpy(out, text, size);
		return out + size;
	}
	memcpy(c->held, text, size);
	c->n_held = size;
	return out;
}

size_t line_cut(struct line_cut *c, const char *text, size_t size, char *out)
{
	char *p = out;

	if (!c->columns) {
		memcpy(out, text, size);
		return size;
	}
	for (size_t i = 0, n; i < size; i += n) {
		n = character_size(text + i, size - i);
		if (text[i] == '\n') {
			p += line_cut_end(c, p);
			*p++ = '\n';
			line_cut_init(c, c->columns);
		} else {
			p = cut_character(c, text + i, n, p);
		}
	}
	return (size_t)(p - out);
}

size_t line_cut_width(const char *text)
{
	size_t n = 0;

	for (; *text; text += character_size(text, LINE_CUT_CHARACTER))
		n++;
	return n;
}

const char *line_cut_at(const char *text, size_t n)
{
	for (; n && *text; n--)
		text += character_size(text, LINE_CUT_CHARACTER);
	return text;
}
