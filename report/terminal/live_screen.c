#include "report/terminal/live_screen.h"

#include "report/terminal/stdout_guard.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* xterm's names of what is sent (ctlseqs): alternate screen, cursor; at the end the mouse, too, and attributes. */
#define ENTER      "\033[?1049h\033[?25l\033[2J"
#define LEAVE      "\033[?1006l\033[?1000l\033[m\033[?25h\033[?1049l"
#define HOME       "\033[H"
#define CLEAR_LINE "\033[K"
#define CLEAR_REST "\033[J"

/* Of a terminal that does not say. */
#define USUAL_LINES   24
#define USUAL_COLUMNS 80

bool live_screen_possible(void)
{
	const char *term = getenv("TERM");

	return isatty(STDOUT_FILENO) && term && *term && strcmp(term, "dumb") != 0;
}

void live_screen_open(struct live_screen *s)
{
	struct termios modes;

	*s = (struct live_screen){ .is_on = true, .terminal = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3) };
	if (!isatty(STDIN_FILENO) || tcgetpgrp(STDIN_FILENO) != getpgrp() || tcgetattr(STDIN_FILENO, &s->before))
		return;
	modes = s->before;
	modes.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
	modes.c_cc[VMIN] = 0;
	modes.c_cc[VTIME] = 0;
	s->has_keys = !tcsetattr(STDIN_FILENO, TCSANOW, &modes);
}

void live_screen_note(struct live_screen *s)
{
	*s = (struct live_screen){ .terminal = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3) };
	s->has_keys = !tcgetattr(STDIN_FILENO, &s->before);
}

struct live_screen_size live_screen_size(void)
{
	struct winsize size;

	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) || !size.ws_row || !size.ws_col)
		return (struct live_screen_size){ USUAL_LINES, USUAL_COLUMNS };
	return (struct live_screen_size){ size.ws_row, size.ws_col };
}

static void put_own(const char *text)
{
	stdout_own(stdout, text, strlen(text));
}

void live_screen_draw(struct live_screen *s, const char *text, size_t size)
{
	const struct live_screen_size room = live_screen_size();
	const char *end = text + size;

	if (!s->is_drawn)
		put_own(ENTER);
	s->is_drawn = true;
	put_own(HOME);
	stdout_cut(room.columns);
	for (unsigned line = 0; text < end && line < room.lines; line++) {
		const char *newline = memchr(text, '\n', (size_t)(end - text));
		const char *stop = newline ? newline : end;

		/* Before the text: behind a line as wide as the terminal it would take the last character. */
		put_own(CLEAR_LINE);
		fwrite(text, 1, (size_t)(stop - text), stdout);
		/* One after the last line would move all up. */
		if (line + 1 < room.lines)
			putchar('\n');
		text = newline ? newline + 1 : end;
	}
	put_own(CLEAR_REST);
	fflush(stdout);
}

char live_screen_key(const struct live_screen *s)
{
	char key;

	return s->has_keys && read(STDIN_FILENO, &key, 1) == 1 ? key : 0;
}

void live_screen_close(const struct live_screen *s, bool is_drawn)
{
	if (is_drawn)
		(void)!write(s->terminal, LEAVE, sizeof(LEAVE) - 1);
	if (s->has_keys)
		tcsetattr(STDIN_FILENO, TCSANOW, &s->before);
}
