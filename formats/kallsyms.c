#include "formats/kallsyms.h"

#include <string.h>

struct kallsyms_reader kallsyms_open(const char *text, size_t size)
{
	return (struct kallsyms_reader){ .pos = text, .end = text + size };
}

static int kallsyms_hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

/* The end of the name: a blank, or the end of the line. */
static const char *kallsyms_word_end(const char *p, const char *end)
{
	while (p < end && *p != ' ' && *p != '\t')
		p++;
	return p;
}

static bool kallsyms_parse_module(struct kallsyms_entry *e, const char *p, const char *end)
{
	const char *close;

	e->module = NULL;
	e->module_size = 0;
	while (p < end && (*p == ' ' || *p == '\t'))
		p++;
	if (p == end)
		return true;
	close = memchr(p, ']', (size_t)(end - p));
	if (*p != '[' || !close)
		return false;
	e->module = p + 1;
	e->module_size = (size_t)(close - p - 1);
	return true;
}

static bool kallsyms_parse_line(struct kallsyms_entry *e, const char *p, const char *end)
{
	const char *start = p;
	int digit;

	e->address = 0;
	for (; p < end && (digit = kallsyms_hex_digit(*p)) >= 0; p++)
		e->address = e->address << 4 | (uint64_t)digit;
	if (p == start || p - start > 16 || end - p < 4 || p[0] != ' ' || p[2] != ' ')
		return false;
	e->type = p[1];
	e->name = p + 3;
	p = kallsyms_word_end(e->name, end);
	e->name_size = (size_t)(p - e->name);
	return e->name_size && kallsyms_parse_module(e, p, end);
}

int kallsyms_next(struct kallsyms_reader *r, struct kallsyms_entry *ret_entry)
{
	while (r->pos < r->end) {
		const char *line = r->pos;
		const char *end = memchr(line, '\n', (size_t)(r->end - line));

		end = end ? end : r->end;
		r->pos = end < r->end ? end + 1 : end;
		if (kallsyms_parse_line(ret_entry, line, end))
			return 1;
		if (end > line)
			r->n_bad++;
	}
	return 0;
}

bool kallsyms_type_is_wanted(char type)
{
	/* 'u' is a unique global symbol, 'U' an undefined one: case matters there */
	return type && strchr("tTwWdDbBul", type);
}
