#include "report/terminal/fit.h"

#include "common/sorting.h"

#include <ctype.h>
#include <string.h>

#define TAB_COLUMNS 8

static bool is_inner(char c)
{
	return ((unsigned char)c & 0xc0) == 0x80;
}

/* Returns the size of the character at text, 1 to LINE_CUT_CHARACTER. A NUL ends it. */
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

/* Takes one character of the line. */
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

static int narrowed(int width, int share, int unit)
{
	return width < share * unit ? width : share * unit;
}

static int narrowed_sum(const int *widths, const int *shares, unsigned n, int unit)
{
	int sum = 0;

	for (unsigned i = 0; i < n; i++)
		sum += narrowed(widths[i], shares[i], unit);
	return sum;
}

/* Finds the largest width of a share that fits, by bisection. */
static int unit_find(const int *widths, const int *shares, unsigned n, int room)
{
	int too_much = room > FIT_LEAST ? room + 1 : FIT_LEAST + 1;

	return BISECT(FIT_LEAST + 1, too_much, unit, narrowed_sum(widths, shares, n, unit) <= room) - 1;
}

void fit_columns(int *widths, const int *shares, unsigned n, int room)
{
	int unit, spare;

	if (narrowed_sum(widths, shares, n, 1 << 20) <= room)
		return;
	unit = unit_find(widths, shares, n, room);
	spare = room - narrowed_sum(widths, shares, n, unit);
	for (unsigned i = 0; i < n; i++) {
		int width = narrowed(widths[i], shares[i], unit);
		int more = widths[i] - width;

		if (more > spare)
			more = spare;
		if (more > 0)
			spare -= more;
		widths[i] = width + (more > 0 ? more : 0);
	}
}

/* Whether the bracket begins template arguments: "map<", but not "operator<" or "<T as Trait>". */
static bool begins_arguments(const char *name, const char *bracket)
{
	static const char word[] = "operator";
	const char *before = bracket;

	while (before > name && before[-1] == '<')
		before--;
	if (before == name || !(isalnum((unsigned char)before[-1]) || before[-1] == '_'))
		return false;
	return before - name < (long)strlen(word) || strncmp(before - strlen(word), word, strlen(word)) != 0;
}

/* Returns the matching closing bracket, or NULL. */
static const char *closing(const char *bracket)
{
	int depth = 0;

	for (const char *p = bracket; *p; p++) {
		if (*p == '<')
			depth++;
		else if (*p == '>' && p[-1] != '-' && !--depth)
			return p;
	}
	return NULL;
}

static void leave_out_arguments(char *name)
{
	bool balanced = true;
	char *to = name;

	for (const char *p = name; *p; p++) {
		bool begins = balanced && *p == '<' && begins_arguments(name, p);
		const char *end = begins ? closing(p) : NULL;

		balanced = !begins || end;
		*to++ = *p;
		if (end) {
			*to++ = '>';
			p = end;
		}
	}
	*to = 0;
}

void fit_name(char *name, int width, bool cut)
{
	if (line_cut_width(name) > (size_t)width)
		leave_out_arguments(name);
	if (cut && width > 0 && line_cut_width(name) > (size_t)width)
		strcpy(name + (line_cut_at(name, (size_t)width - 1) - name), "~");
}
