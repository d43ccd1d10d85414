#include "report/terminal/pager.h"

#include "common/fileio.h"
#include "common/log.h"
#include "common/program.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* Options for less: end where one screen is enough, let colors through, cut lines, leave the text on the screen. */
#define LESS_OPTIONS "FRSX"

/* What a shell exits with when it cannot run (126) or find (127) a program. */
#define SHELL_CANNOT_RUN 126
#define SHELL_NOT_FOUND  127

static struct {
	pid_t pid; /* of the helper; 0: there is no pager */
	bool begun;
} pager;

/* --- which one ----------------------------------------------------------- */

/* Whether a word of less's options has the letter: "-FRSX", "FRSX" in the variable LESS; or is the long name. */
static bool has_option(const char *words, char letter, const char *name)
{
	while (*words) {
		size_t size = strcspn(words, " \t");

		if (!strncmp(words, "--", 2) ? size == strlen(name) && !strncmp(words, name, size)
					     : memchr(words, letter, size) != NULL)
			return true;
		words += size;
		words += strspn(words, " \t");
	}
	return false;
}

/* Whether less, which is called with those words, will have the option. */
static bool less_has(const char *words, char letter, const char *name)
{
	const char *variable = getenv("LESS");

	return has_option(variable ? variable : LESS_OPTIONS, letter, name) || has_option(words, letter, name);
}

static struct pager_choice choose(const char *command)
{
	struct pager_choice c = { .command = command, .colors = true };
	size_t size = strcspn(command, " \t");
	size_t name = size;

	while (name && command[name - 1] != '/')
		name--;
	if (size - name == 4 && !strncmp(command + name, "less", 4)) {
		c.cuts = less_has(command + size, 'S', "--chop-long-lines");
		c.colors = less_has(command + size, 'R', "--RAW-CONTROL-CHARS");
	}
	return c;
}

struct pager_choice pager_choose(bool dumb)
{
	const char *own = getenv("PREC_PAGER");
	const char *command = own ? own : getenv("PAGER");

	if (!own && dumb)
		command = "";
	else if (!command)
		command = program_find("less") ? "" : "less -" LESS_OPTIONS;
	return *command && strcmp(command, "cat") ? choose(command) : (struct pager_choice){ .colors = true };
}

/* --- the helper ----------------------------------------------------------- */

/* False: the pipe has ended without a byte. */
static bool wait_for_output(void)
{
	struct pollfd pipe = { .fd = STDIN_FILENO, .events = POLLIN };

	while (poll(&pipe, 1, -1) < 0 && errno == EINTR)
		;
	return pipe.revents & POLLIN;
}

static void copy_output(void)
{
	char text[4096];
	ssize_t n;

	while ((n = read(STDIN_FILENO, text, sizeof(text))) > 0)
		if (fileio_write(STDOUT_FILENO, text, (size_t)n, NULL))
			return;
}

_Noreturn static void helper_run(const char *command)
{
	int status = 0;
	pid_t child;

	if (!wait_for_output())
		_exit(0);
	child = fork();
	if (!child) {
		/* As git and perf do for their pagers. */
		setenv("LESS", LESS_OPTIONS, 0);
		setenv("LV", "-c", 0);
		execl("/bin/sh", "sh", "-c", command, (char *)NULL);
		_exit(SHELL_NOT_FOUND);
	}
	signal(SIGINT, SIG_IGN);
	signal(SIGQUIT, SIG_IGN);
	while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	/* A shell that found no pager has read nothing. */
	if (child < 0 || (WIFEXITED(status) &&
			  (WEXITSTATUS(status) == SHELL_CANNOT_RUN || WEXITSTATUS(status) == SHELL_NOT_FOUND))) {
		log_note("the pager '%s' cannot be run; the output is shown without it", command);
		copy_output();
	}
	_exit(0);
}

/* --- the process that prints ----------------------------------------------- */

static void wait_for_pager(void)
{
	while (waitpid(pager.pid, NULL, 0) < 0 && errno == EINTR)
		;
}

/* Ended from outside: the pager, which has the terminal, ends first. */
static void on_terminate(int number)
{
	wait_for_pager();
	signal(number, SIG_DFL);
	raise(number);
}

bool pager_start(const char *command)
{
	int ends[2];
	pid_t pid;

	if (pipe2(ends, O_CLOEXEC)) {
		log_note("no pipe for a pager: %s", strerror(errno));
		return false;
	}
	pid = fork();
	if (!pid) {
		dup2(ends[0], STDIN_FILENO);
		close(ends[0]);
		close(ends[1]);
		helper_run(command);
	}
	close(ends[0]);
	if (pid < 0 || dup2(ends[1], STDOUT_FILENO) < 0) {
		log_note("no process for a pager: %s", strerror(errno));
		close(ends[1]);
		return false;
	}
	close(ends[1]);
	pager.pid = pid;
	signal(SIGPIPE, SIG_IGN);
	return true;
}

void pager_output_begins(void)
{
	if (!pager.pid || pager.begun)
		return;
	pager.begun = true;
	signal(SIGINT, SIG_IGN);
	signal(SIGQUIT, SIG_IGN);
	signal(SIGTERM, on_terminate);
}

bool pager_has_begun(void)
{
	return pager.begun;
}

void pager_is_gone(void)
{
	if (!pager.pid)
		return;
	wait_for_pager();
	log_release();
	signal(SIGPIPE, SIG_DFL);
	raise(SIGPIPE);
}

void pager_end(void)
{
	if (!pager.pid)
		return;
	close(STDOUT_FILENO);
	wait_for_pager();
	pager.pid = 0;
}
