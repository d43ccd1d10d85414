#define NCURSES_WIDECHAR 1

#include "report/browser/curses_screen.h"

#include "common/bytes.h"
#include "common/clock_ns.h"
#include "common/fileio.h"

#include <curses.h>
#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>

/* Words of term.h for what it knows of a terminal. */
#undef columns
#undef lines

/* After an ESC a key's other bytes come within so many ms. */
#define ESC_DELAY 25

/* What is copied to the clipboard, in bytes: terminals take no more from a program. */
#define COPY_MAX 4096

static struct {
	SCREEN *screen;
	TERMINAL *asked; /* by curses_screen_is_possible, where ncurses has another one since */
	FILE *out;       /* of the terminal; standard output masks what is printed */
	bool is_utf8;
	int attributes[STYLE_COUNT];
	short pairs[STYLE_COUNT];
	struct termios modes; /* before */
	char restore[256];    /* what gives the terminal back */
	size_t n_restore;
	volatile sig_atomic_t interrupted, stopped;
	volatile sig_atomic_t is_waiting;
} terminal;

/* --- signals ------------------------------------------------------------------------------------------ */

/* Those that end a program; SIGINT is a key while keys are waited for. */
static const int ending[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGABRT, SIGFPE, SIGILL, SIGPIPE };
static struct sigaction before[ARRAY_SIZE(ending)];

/* Calls nothing but what a handler of signals may call. */
static void give_back(void)
{
	(void)!write(STDOUT_FILENO, terminal.restore, terminal.n_restore);
	tcsetattr(STDIN_FILENO, TCSANOW, &terminal.modes);
}

static void on_end(int number)
{
	if (number == SIGINT && terminal.is_waiting) {
		terminal.interrupted = true;
		return;
	}
	give_back();
	for (size_t i = 0; i < ARRAY_SIZE(ending); i++)
		if (ending[i] == number)
			sigaction(number, &before[i], NULL);
	/* Comes when this returns. */
	raise(number);
}

static void on_stop(int number)
{
	(void)number;
	terminal.stopped = true;
}

static void take_signals(void)
{
	static char stack[64 << 10];
	const stack_t own_stack = { .ss_sp = stack, .ss_size = sizeof(stack) };
	struct sigaction action = { .sa_handler = on_end, .sa_flags = SA_ONSTACK };

	/* So that there is a place for the handler where a stack has overflowed. */
	sigaltstack(&own_stack, NULL);
	for (size_t i = 0; i < ARRAY_SIZE(ending); i++)
		sigaction(ending[i], &action, &before[i]);
	action.sa_handler = on_stop;
	sigaction(SIGTSTP, &action, NULL);
}

static void leave_signals(void)
{
	for (size_t i = 0; i < ARRAY_SIZE(ending); i++)
		sigaction(ending[i], &before[i], NULL);
	signal(SIGTSTP, SIG_DFL);
}

/* ^Z: the shell gets the terminal, and this process another screen when it goes on. */
static void stop(void)
{
	terminal.stopped = false;
	def_prog_mode();
	endwin();
	raise(SIGSTOP);
	clearok(curscr, TRUE);
	refresh();
}

/* --- colors ------------------------------------------------------------------------------------------- */

static const struct {
	int attribute;
	short letter, ground; /* colors; -1: the terminal's own */
	short fine;           /* the letter's on a terminal with 256; -1: the same */
} styles[STYLE_COUNT] = {
	[STYLE_PLAIN] = { A_NORMAL, -1, -1, -1 },
	[STYLE_HEAD] = { A_REVERSE, -1, -1, -1 },
	[STYLE_TITLE] = { A_BOLD, -1, -1, -1 },
	[STYLE_SORTED] = { A_BOLD | A_UNDERLINE, -1, -1, -1 },
	[STYLE_HOT] = { A_BOLD, COLOR_RED, -1, 203 },
	[STYLE_WARM] = { A_NORMAL, COLOR_GREEN, -1, 71 },
	[STYLE_DIM] = { A_DIM, -1, -1, 245 },
	[STYLE_MATCH] = { A_UNDERLINE | A_BOLD, COLOR_YELLOW, -1, 220 },
	[STYLE_KEY] = { A_BOLD, COLOR_CYAN, -1, 80 },
	[STYLE_FOOT] = { A_NORMAL, -1, -1, -1 },
	[STYLE_NOTE] = { A_BOLD, COLOR_YELLOW, -1, 220 },
	[STYLE_MENU] = { A_REVERSE, COLOR_CYAN, -1, 80 },
	[STYLE_SELECTED] = { A_REVERSE, -1, -1, -1 },
};

#define COLORS_FINE 256

/* A terminal with more than 256 takes the number of a color for its red, green and blue, and the first 8 as they are.
 */
static void choose_styles(bool colored)
{
	bool has_colors_here = colored && has_colors() && start_color() == OK && use_default_colors() == OK;

	for (short i = 0; i < STYLE_COUNT; i++) {
		short letter = COLORS == COLORS_FINE && styles[i].fine >= 0 ? styles[i].fine : styles[i].letter;
		bool is_colored = has_colors_here && letter >= 0;

		terminal.pairs[i] = 0;
		terminal.attributes[i] = styles[i].attribute;
		if (!is_colored || init_pair((short)(i + 1), letter, styles[i].ground) != OK)
			continue;
		terminal.pairs[i] = (short)(i + 1);
		if (i == STYLE_DIM)
			terminal.attributes[i] = A_NORMAL;
	}
}

/* --- opening and closing -------------------------------------------------------------------------------- */

bool curses_screen_is_possible(void)
{
	const char *term = getenv("TERM");
	int code;

	if (!term || !*term || !strcmp(term, "dumb") || !isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
		return false;
	/* Another terminal than the controlling one has no keyboard for us, and a background job may not read it. */
	if (tcgetpgrp(STDOUT_FILENO) != getpgrp() || setupterm(NULL, STDOUT_FILENO, &code) != OK)
		return false;
	terminal.asked = cur_term;
	return cursor_address;
}

/* Only UTF-8 and ASCII are known here; other locales would have tables of letters loaded as code. */
static void choose_locale(void)
{
	terminal.is_utf8 = setlocale(LC_CTYPE, "") && !strcmp(nl_langinfo(CODESET), "UTF-8");
	if (!terminal.is_utf8)
		setlocale(LC_CTYPE, "C");
}

static void add_restore(const char *sequence)
{
	size_t size = sequence ? strlen(sequence) : 0;

	if (!size || terminal.n_restore + size > sizeof(terminal.restore))
		return;
	memcpy(terminal.restore + terminal.n_restore, sequence, size);
	terminal.n_restore += size;
}

/* In the words of its terminfo; the mouse's are xterm's. */
static void prepare_restore(void)
{
	terminal.n_restore = 0;
	add_restore("\033[?1006l\033[?1000l");
	add_restore(exit_attribute_mode);
	add_restore(keypad_local);
	add_restore(exit_ca_mode ? exit_ca_mode : clear_screen);
	add_restore(cursor_normal);
}

/* What terminals send that are not quite what TERM says. */
static void know_other_keys(void)
{
	static const struct {
		const char *sequence;
		int code;
	} others[] = {
		{ "\033[1~", KEY_HOME }, { "\033[4~", KEY_END }, { "\033[7~", KEY_HOME }, { "\033[8~", KEY_END },
		{ "\033[H", KEY_HOME },  { "\033[F", KEY_END },  { "\033OH", KEY_HOME },  { "\033OF", KEY_END },
		{ "\033[A", KEY_UP },    { "\033[B", KEY_DOWN }, { "\033[C", KEY_RIGHT }, { "\033[D", KEY_LEFT }
	};

	for (size_t i = 0; i < ARRAY_SIZE(others); i++)
		if (!key_defined(others[i].sequence))
			define_key(others[i].sequence, others[i].code);
}

bool curses_screen_open(bool colored)
{
	int fd = dup(STDOUT_FILENO);

	terminal.out = fd < 0 ? NULL : fdopen(fd, "w");
	if (!terminal.out || tcgetattr(STDIN_FILENO, &terminal.modes))
		return false;
	choose_locale();
	set_escdelay(ESC_DELAY);
	take_signals();
	terminal.screen = newterm(NULL, terminal.out, stdin);
	if (!terminal.screen) {
		leave_signals();
		fclose(terminal.out);
		return false;
	}
	terminal.asked = terminal.asked == cur_term ? NULL : terminal.asked;
	prepare_restore();
	cbreak();
	noecho();
	nonl();
	keypad(stdscr, TRUE);
	know_other_keys();
	nodelay(stdscr, TRUE);
	curs_set(0);
	mouseinterval(0);
	mousemask(BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
	choose_styles(colored);
	return true;
}

void curses_screen_close(void)
{
	if (!terminal.screen)
		return;
	/* A terminal without a second screen is left empty. */
	if (!exit_ca_mode) {
		erase();
		refresh();
	}
	endwin();
	leave_signals();
	delscreen(terminal.screen);
	if (terminal.asked)
		del_curterm(terminal.asked);
	terminal.asked = NULL;
	fclose(terminal.out);
	terminal.screen = NULL;
}

bool curses_screen_is_utf8(void)
{
	return terminal.is_utf8;
}

void curses_screen_size(unsigned *ret_columns, unsigned *ret_lines)
{
	*ret_columns = (unsigned)COLS;
	*ret_lines = (unsigned)LINES;
}

/* --- drawing -------------------------------------------------------------------------------------------- */

static void show_cell(unsigned line, unsigned column, const struct cell *cell)
{
	const wchar_t letters[] = { (wchar_t)cell->letter, 0 };
	cchar_t shown;

	if (setcchar(&shown, letters, (attr_t)terminal.attributes[cell->style], terminal.pairs[cell->style], NULL) ==
	    OK)
		mvadd_wch((int)line, (int)column, &shown);
}

void curses_screen_show(const struct cells *c)
{
	for (unsigned line = 0; line < c->lines; line++)
		for (unsigned column = 0; column < c->columns; column++) {
			const struct cell *cell = &c->list[(size_t)line * c->columns + column];

			if (cell->width)
				show_cell(line, column, cell);
		}
	refresh();
}

/* --- events --------------------------------------------------------------------------------------------- */

static void mouse_event(struct browse_event *e)
{
	MEVENT m;

	e->key = BROWSE_OTHER;
	if (getmouse(&m) != OK || m.x < 0 || m.y < 0)
		return;
	e->column = (unsigned)m.x;
	e->line = (unsigned)m.y;
	if (m.bstate & BUTTON4_PRESSED)
		e->key = BROWSE_WHEEL_UP;
	else if (m.bstate & BUTTON5_PRESSED)
		e->key = BROWSE_WHEEL_DOWN;
	else if (m.bstate & BUTTON1_PRESSED)
		e->key = BROWSE_CLICK;
}

static uint32_t code_key(wint_t code)
{
	static const struct {
		wint_t code;
		uint32_t key;
	} keys[] = { { KEY_UP, BROWSE_UP },       { KEY_DOWN, BROWSE_DOWN },     { KEY_LEFT, BROWSE_LEFT },
		     { KEY_RIGHT, BROWSE_RIGHT }, { KEY_PPAGE, BROWSE_PAGE_UP }, { KEY_NPAGE, BROWSE_PAGE_DOWN },
		     { KEY_HOME, BROWSE_HOME },   { KEY_END, BROWSE_END },       { KEY_BTAB, BROWSE_BACKTAB },
		     { KEY_F(1), BROWSE_F1 },     { KEY_ENTER, BROWSE_ENTER },   { KEY_BACKSPACE, BROWSE_BACKSPACE },
		     { KEY_DC, BROWSE_BACKSPACE } };

	for (size_t i = 0; i < ARRAY_SIZE(keys); i++)
		if (keys[i].code == code)
			return keys[i].key;
	return BROWSE_OTHER;
}

/* The next event that is there. False: none is. */
static bool take_event(struct browse_event *e)
{
	wint_t code;
	int kind = get_wch(&code);

	if (kind == ERR)
		return false;
	*e = (struct browse_event){ .key = code };
	if (kind == KEY_CODE_YES && code == KEY_RESIZE) {
		e->key = BROWSE_RESIZE;
		curses_screen_size(&e->column, &e->line);
	} else if (kind == KEY_CODE_YES && code == KEY_MOUSE) {
		mouse_event(e);
	} else if (kind == KEY_CODE_YES) {
		e->key = code_key(code);
	} else if (code == '\r') {
		e->key = BROWSE_ENTER;
	} else if (code == 0x7f) {
		e->key = BROWSE_BACKSPACE;
	} else if (code == BROWSE_CTRL_L) {
		e->key = BROWSE_OTHER;
		clearok(curscr, TRUE);
	}
	return true;
}

/*
 * Waits until there may be an event. until: by clock_now(); 0: any. 1; 2: `ready` can be read, or it is that time; 0: a
 * signal came; -1: the terminal is gone.
 */
static int wait_for_event(const sigset_t *mask, int ready, uint64_t until)
{
	uint64_t now = until ? clock_now() : 0, left = until > now ? until - now : 0;
	const struct timespec time = { .tv_sec = (time_t)(left / NS_PER_S), .tv_nsec = (long)(left % NS_PER_S) };
	struct pollfd from[] = { { .fd = STDIN_FILENO, .events = POLLIN }, { .fd = ready, .events = POLLIN } };
	int n = ppoll(from, ARRAY_SIZE(from), until ? &time : NULL, mask);

	if (n < 0)
		return errno == EINTR ? 0 : -1;
	if (from[0].revents)
		return from[0].revents & POLLIN ? 1 : -1;
	return from[1].revents || !n ? 2 : 0;
}

/* Signals come while ppoll(2) waits, and not between a look at what they have set and that. */
bool curses_screen_read(struct browse_event *ret_event, int ready, int ms)
{
	uint64_t until = ms < 0 ? 0 : clock_now() + (uint64_t)ms * NS_PER_MS + 1;
	sigset_t held, mask;
	bool has_event = false;
	int state = 1;

	sigemptyset(&held);
	sigaddset(&held, SIGWINCH);
	sigaddset(&held, SIGTSTP);
	sigaddset(&held, SIGINT);
	terminal.is_waiting = true;
	pthread_sigmask(SIG_BLOCK, &held, &mask);
	while (!has_event && state >= 0) {
		if (terminal.interrupted)
			*ret_event = (struct browse_event){ .key = BROWSE_CTRL_C };
		if (terminal.stopped)
			stop();
		has_event = terminal.interrupted || take_event(ret_event);
		if (!has_event)
			state = wait_for_event(&mask, ready, until);
		if (state == 2) {
			*ret_event = (struct browse_event){ .key = BROWSE_READY };
			has_event = true;
		}
	}
	pthread_sigmask(SIG_SETMASK, &mask, NULL);
	terminal.is_waiting = false;
	return has_event;
}

/* --- the clipboard ---------------------------------------------------------------------------------------- */

void curses_screen_copy(const char *text)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	char out[16 + COPY_MAX / 3 * 4 + 8];
	size_t size = strnlen(text, COPY_MAX), n = (size_t)sprintf(out, "\033]52;c;");

	for (size_t i = 0; i < size; i += 3) {
		uint32_t bits = (uint32_t)(uint8_t)text[i] << 16;

		bits |= i + 1 < size ? (uint32_t)(uint8_t)text[i + 1] << 8 : 0;
		bits |= i + 2 < size ? (uint8_t)text[i + 2] : 0;
		out[n++] = digits[bits >> 18];
		out[n++] = digits[bits >> 12 & 63];
		out[n++] = i + 1 < size ? digits[bits >> 6 & 63] : '=';
		out[n++] = i + 2 < size ? digits[bits & 63] : '=';
	}
	out[n++] = '\a';
	fileio_write(STDOUT_FILENO, out, n, NULL);
}
