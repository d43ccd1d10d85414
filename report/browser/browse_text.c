/* What is seen, as text for a file: all rows of the list, not a screen of them. */
#include "common/text.h"
#include "report/browser/browse_draw.h"
#include "report/browser/browse_menu.h"

#include <stdlib.h>

/* Wide enough for all that a table says; names are not shortened. */
#define TEXT_COLUMNS 1000u

/* More lines are no text that anybody reads. */
#define TEXT_LINES_MAX 1000000u

static bool put_line(struct buffer *b, const struct cells *c)
{
	char *line = cells_line(c, 0);

	if (!line)
		return false;
	text_put(b, line);
	text_put(b, "\n");
	free(line);
	return true;
}

static bool put_lines(struct browse *b, struct cells *c, struct buffer *text)
{
	struct browse_place place = { 0 };
	bool ok;

	cells_clear(c);
	browse_draw_titles(b, c, 0);
	ok = put_line(text, c);
	for (uint32_t n = 0; b->list.n && ok && n < TEXT_LINES_MAX; n++) {
		cells_clear(c);
		if (place.line)
			browse_draw_frame(b, c, 0, place);
		else
			browse_draw_row(b, c, 0, browse_row(b, place.row));
		ok = put_line(text, c);
		if (!browse_next(b, &place))
			break;
	}
	return ok;
}

char *browse_as_text(struct browse *b)
{
	struct buffer text;
	struct cells cells;
	bool ok;

	if (cells_init(&cells, TEXT_COLUMNS, 1, true))
		return NULL;
	buffer_init(&text);
	ok = put_lines(b, &cells, &text);
	buffer_append(&text, "", 1);
	cells_fini(&cells);
	if (ok && buffer_ok(&text))
		return (char *)text.data;
	buffer_fini(&text);
	return NULL;
}
