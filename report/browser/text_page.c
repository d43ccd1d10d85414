#include "report/browser/text_page.h"

#include "common/list.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A step to the side. */
#define SIDE_COLUMNS 16u

static int split(struct text_page *p)
{
	uint32_t capacity = 0;

	for (char *line = p->text, *end; *line; line = end) {
		end = strchrnul(line, '\n');
		if (*end)
			*end++ = 0;
		if (!list_reserve(&p->lines, p->n, &capacity, sizeof(*p->lines)))
			return -ENOMEM;
		p->lines[p->n++] = line;
	}
	return 0;
}

int text_page_init(struct text_page *p, const char *title, char *text)
{
	*p = (struct text_page){ .text = text, .title = strdup(title) };
	if (!p->title || split(p)) {
		text_page_fini(p);
		return -ENOMEM;
	}
	return 0;
}

void text_page_fini(struct text_page *p)
{
	free(p->title);
	free(p->text);
	free(p->lines);
	*p = (struct text_page){ 0 };
}

static void move(struct text_page *p, int64_t by)
{
	int64_t to = (int64_t)p->at + by;

	p->at = to < 0 || !p->n ? 0 : to >= (int64_t)p->n ? p->n - 1 : (uint32_t)to;
}

bool text_page_key(struct text_page *p, uint32_t key, unsigned lines)
{
	switch (key) {
	case BROWSE_UP: move(p, -1); break;
	case 'j':
	case BROWSE_DOWN: move(p, 1); break;
	case BROWSE_WHEEL_UP: move(p, -3); break;
	case BROWSE_WHEEL_DOWN: move(p, 3); break;
	case BROWSE_PAGE_UP: move(p, -(int64_t)lines); break;
	case ' ':
	case BROWSE_PAGE_DOWN: move(p, lines); break;
	case BROWSE_HOME: p->at = 0; break;
	case BROWSE_END: move(p, p->n); break;
	case '>': p->from += SIDE_COLUMNS; break;
	case '<': p->from -= p->from < SIDE_COLUMNS ? p->from : SIDE_COLUMNS; break;
	default: return false;
	}
	return true;
}

bool text_page_find(struct text_page *p, const struct name_pattern *pattern, bool backward)
{
	for (uint32_t i = 1; i <= p->n; i++) {
		uint32_t line = (uint32_t)((p->at + (uint64_t)(backward ? p->n - i : i)) % p->n);

		if (!name_pattern_matches(pattern, p->lines[line], NULL, NULL))
			continue;
		p->at = line;
		return true;
	}
	return false;
}

/* A tab goes to the next eighth column. The text: of size bytes. */
static void untab(const char *line, char *text, size_t size)
{
	size_t n = 0;

	for (; *line && n + 8 < size; line++) {
		if (*line != '\t') {
			text[n++] = *line;
			continue;
		}
		do
			text[n++] = ' ';
		while (n % 8);
	}
	text[n] = 0;
}

static void draw_line(const struct text_page *p, struct cells *c, unsigned at, uint32_t line,
		      const struct name_pattern *pattern)
{
	unsigned match, n, used, size;
	const char *from;
	char text[4096];

	untab(p->lines[line], text, sizeof(text));
	from = text;
	for (used = 0; used < p->from && *from; used += size)
		cells_letter(&from, c->is_utf8, &size);
	cells_put(c, at, 1, c->columns - 1, STYLE_PLAIN, from);
	if (line == p->at)
		cells_paint(c, at, 0, c->columns, STYLE_SELECTED);
	else if (pattern->text && name_pattern_matches(pattern, from, &match, &n))
		cells_paint(c, at, 1 + match, n, STYLE_MATCH);
}

/* What is far away comes into the middle, with what is around it. */
static void scroll(struct text_page *p, unsigned lines)
{
	if (p->at < p->top)
		p->top = p->top - p->at > 1 ? p->at - (p->at < lines / 2 ? p->at : lines / 2) : p->at;
	else if (lines && p->at >= p->top + lines)
		p->top = p->at - (p->at - p->top > lines ? lines / 2 : lines - 1);
}

void text_page_draw(struct text_page *p, struct cells *c, unsigned first, unsigned lines,
		    const struct name_pattern *pattern)
{
	scroll(p, lines);
	for (unsigned i = 0; i < lines && p->top + i < p->n; i++)
		draw_line(p, c, first + i, p->top + i, pattern);
}
