#include "report/browser/browser.h"

#include "report/browser/browse.h"
#include "report/browser/browse_live.h"
#include "report/browser/curses_screen.h"

#include <errno.h>
#include <stdlib.h>

bool browser_is_possible(void)
{
	return curses_screen_is_possible();
}

/* 0 or -ENOMEM. */
static int resize(struct cells *cells, unsigned columns, unsigned lines)
{
	cells_fini(cells);
	return cells_init(cells, columns, lines, curses_screen_is_utf8());
}

/* False: the terminal is gone. */
static bool wait_for(struct browse_source *s, struct browse_event *event)
{
	if (s->live)
		return curses_screen_read(event, s->live->fd, s->live->due(s));
	return curses_screen_read(event, s->estimate ? s->ready : -1, -1);
}

static int run(struct browse *b, struct cells *cells, struct error *err)
{
	struct browse_event event;
	int result = 0;

	while (!b->has_left && !result) {
		browse_draw(b, cells);
		curses_screen_show(cells);
		if (browse_must_settle(b)) {
			result = browse_settle(b, err);
			continue;
		}
		if (!wait_for(b->source, &event))
			break;
		if (b->source->live && event.key == BROWSE_READY) {
			result = browse_live_renew(b, err);
			continue;
		}
		browse_key(b, &event);
		if (b->copied)
			curses_screen_copy(b->copied);
		free(b->copied);
		b->copied = NULL;
		if (event.key == BROWSE_RESIZE)
			result = resize(cells, event.column, event.line);
	}
	return result;
}

int browser_run(struct browse_source *source, bool colored, struct error *err)
{
	struct cells cells = { 0 };
	unsigned columns, lines;
	struct browse b;
	int result;

	if (!curses_screen_open(colored))
		return error_set(err, -ENOTTY, "the terminal cannot be drawn on");
	curses_screen_size(&columns, &lines);
	result = browse_init(&b, source, columns, lines);
	if (!result)
		result = resize(&cells, columns, lines);
	if (!result)
		result = run(&b, &cells, err);
	browse_fini(&b);
	cells_fini(&cells);
	curses_screen_close();
	return result == -ENOMEM ? error_nomem(err) : result;
}
