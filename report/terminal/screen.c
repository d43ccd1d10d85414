#include "report/terminal/screen.h"

#include "common/bytes.h"
#include "common/log.h"
#include "report/terminal/pager.h"
#include "report/terminal/stdout_guard.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* A header of ordinary length. */
static char page_buffer[64u << 10];

/* The width of a terminal that does not report it. */
#define DEFAULT_COLUMNS 80

/* A narrower one has no room for a table; wider ones do not exist. */
#define COLUMNS_LEAST 20
#define COLUMNS_MOST  10000

static bool terminal_is_dumb(void)
{
	const char *term = getenv("TERM");

	return !term || !*term || !strcmp(term, "dumb");
}

/* Returns $COLUMNS if set, else the width of the terminal. */
static unsigned terminal_columns(void)
{
	const char *wanted = getenv("COLUMNS");
	unsigned long columns = wanted ? strtoul(wanted, NULL, 10) : 0;
	struct winsize size;

	if ((columns < COLUMNS_LEAST || columns > COLUMNS_MOST) && !ioctl(STDOUT_FILENO, TIOCGWINSZ, &size))
		columns = size.ws_col;
	if (!columns || columns > COLUMNS_MOST)
		columns = DEFAULT_COLUMNS;
	return columns < COLUMNS_LEAST ? COLUMNS_LEAST : (unsigned)columns;
}

/* A background job may not read the keyboard, and another terminal than the controlling one has none for us. */
static bool has_reader(void)
{
	return tcgetpgrp(STDOUT_FILENO) == getpgrp();
}

bool screen_color_parse(enum screen_color *ret_color, const char *text)
{
	static const char *const words[] = {
		[SCREEN_COLOR_AUTO] = "auto",
		[SCREEN_COLOR_ALWAYS] = "always",
		[SCREEN_COLOR_NEVER] = "never",
	};

	for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
		if (!strcmp(words[i], text)) {
			*ret_color = (enum screen_color)i;
			return true;
		}
	}
	return false;
}

static bool wants_colors(const struct screen *s, bool pager_takes_them, enum screen_color color)
{
	const char *no = getenv("NO_COLOR");

	if (color != SCREEN_COLOR_AUTO)
		return color == SCREEN_COLOR_ALWAYS;
	return s->is_on && pager_takes_them && !terminal_is_dumb() && !(no && *no);
}

void screen_open(struct screen *s, bool page, enum screen_color color)
{
	struct pager_choice pager = { .colors = true };

	*s = (struct screen){ .is_on = stdout_is_screen() };
	if (s->is_on)
		s->columns = terminal_columns();
	if (s->is_on && page && has_reader())
		pager = pager_choose(terminal_is_dumb());
	s->colored = wants_colors(s, pager.colors, color);
	s->cuts_lines = s->is_on && !pager.cuts;
	if (!pager.command)
		return;
	if (!pager_start(pager.command)) {
		s->cuts_lines = true;
		return;
	}
	/* Full buffering: the pager shows pages, and its start waits for a full page. */
	setvbuf(stdout, page_buffer, _IOFBF, sizeof(page_buffer));
	if (isatty(STDERR_FILENO))
		log_hold();
}

int screen_close(int status)
{
	pager_end();
	log_release();
	return status;
}

#define MOST   5.0
#define NOTICE 0.5

static void put(FILE *out, const char *text)
{
	stdout_own(out, text, strlen(text));
}

void percent_color_begin(FILE *out, bool color, double percent)
{
	if (color && percent > NOTICE)
		put(out, percent >= MOST ? "\033[31m" : "\033[32m");
}

void percent_color_end(FILE *out, bool color, double percent)
{
	if (color && percent > NOTICE)
		put(out, "\033[m");
}
