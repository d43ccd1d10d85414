#include "report/terminal/pager.h"

#include "common/fileio.h"
#include "common/log.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static struct {
	pid_t pid; /* of the helper; 0: there is no pager */
	bool begun;
} pager;

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
