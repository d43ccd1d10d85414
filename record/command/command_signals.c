#include "record/command/command_signals.h"

#include <errno.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

static bool is_ignored(int number)
{
	struct sigaction action;

	return !sigaction(number, NULL, &action) && action.sa_handler == SIG_IGN;
}

static const int ignored[COMMAND_SIGNALS_IGNORED] = { SIGPIPE, SIGXFSZ };
static const struct sigaction ignore = { .sa_handler = SIG_IGN };

int command_signals_take(struct command_signals *s, const int *always, const int *unless_ignored, struct error *err)
{
	sigemptyset(&s->taken);
	sigaddset(&s->taken, SIGCHLD);
	for (; *always; always++)
		sigaddset(&s->taken, *always);
	for (; *unless_ignored; unless_ignored++)
		if (!is_ignored(*unless_ignored))
			sigaddset(&s->taken, *unless_ignored);
	sigprocmask(SIG_BLOCK, &s->taken, &s->before);
	signal(SIGCHLD, SIG_DFL);
	for (int i = 0; i < COMMAND_SIGNALS_IGNORED; i++)
		sigaction(ignored[i], &ignore, &s->actions[i]);
	s->fd = signalfd(-1, &s->taken, SFD_NONBLOCK | SFD_CLOEXEC);
	return s->fd < 0 ? error_set(err, -errno, "signalfd: %s", strerror(errno)) : 0;
}

void command_signals_give_back(const struct command_signals *s)
{
	for (int i = 0; i < COMMAND_SIGNALS_IGNORED; i++)
		sigaction(ignored[i], &s->actions[i], NULL);
	sigprocmask(SIG_SETMASK, &s->before, NULL);
}

void command_signals_take_again(const struct command_signals *s)
{
	sigprocmask(SIG_BLOCK, &s->taken, NULL);
	for (int i = 0; i < COMMAND_SIGNALS_IGNORED; i++)
		sigaction(ignored[i], &ignore, NULL);
}

void command_signals_close(struct command_signals *s)
{
	if (s->fd >= 0)
		close(s->fd);
	s->fd = -1;
}
