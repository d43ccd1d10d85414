#include "report/top/top_guardian.h"

#include "common/fd_message.h"
#include "common/log.h"
#include "common/program.h"
#include "report/top/top_message.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* How long the recorder has to end, before it is made to; in ms. */
#define END_WAIT 3000
#define END_STEP 20

struct guardian {
	const struct top_guardian_config *config;
	int socket;
	int control, answers; /* pipes to and from the recorder */
	int files;            /* a socket: its recordings come there, each when it has ended */
	int hold;             /* its command reads from the other end until this is closed */
	int messages;         /* what the recorder has printed; 0: it prints itself */
	pid_t recorder;
	bool is_screen;
};

static void child_ended(int signal)
{
	(void)signal;
}

/* What the terminal sends to the reader is not for these. SIGCHLD is delivered within ppoll only. */
static void take_signals(void)
{
	static const int ignored[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGTTOU, SIGTSTP };
	struct sigaction action = { .sa_handler = child_ended };
	sigset_t set;

	setpgid(0, 0);
	sigemptyset(&set);
	sigaddset(&set, SIGCHLD);
	sigprocmask(SIG_SETMASK, &set, NULL);
	sigaction(SIGCHLD, &action, NULL);
	for (size_t i = 0; i < sizeof(ignored) / sizeof(*ignored); i++)
		signal(ignored[i], SIG_IGN);
}

/* What a program expects to find; the reader has signals blocked. */
static void leave_signals(void)
{
	static const int taken[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGTTOU, SIGTSTP, SIGCHLD };
	sigset_t none;

	for (size_t i = 0; i < sizeof(taken) / sizeof(*taken); i++)
		signal(taken[i], SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

static void leave_stdout(void)
{
	int null = open("/dev/null", O_WRONLY | O_CLOEXEC);

	if (null >= 0)
		dup2(null, STDOUT_FILENO);
}

/* Becomes the recorder. ends: of --control, and of the socket for files. */
_Noreturn static void become_recorder(const struct guardian *g, int control, int answers, int files)
{
	static char name[] = "record", quiet[] = "-q", compression[] = "-z0", no_cache[] = "-N",
		    several[] = "--switch-output", channel[] = "--control", heir[] = "--hand-over", end[] = "--",
		    shell[] = "/bin/sh", option[] = "-c", script[] = "trap 'exit 0' TERM; read -r line; exit 0";
	char ends[32], socket[16];
	char *first[] = { name, quiet, compression, no_cache, several, channel, ends, heir, socket };
	char *last[] = { end, shell, option, script, NULL };
	size_t n_first = sizeof(first) / sizeof(*first), n_words = 0;
	struct error err = ERROR_INIT;
	char **words;
	int code;

	while (g->config->words[n_words])
		n_words++;
	words = calloc(n_first + n_words + sizeof(last) / sizeof(*last), sizeof(*words));
	if (!words)
		_exit(126);
	snprintf(ends, sizeof(ends), "fd:%d,%d", control, answers);
	snprintf(socket, sizeof(socket), "%d", files);
	memcpy(words, first, sizeof(first));
	memcpy(words + n_first, g->config->words, n_words * sizeof(*words));
	memcpy(words + n_first + n_words, last, sizeof(last));
	fcntl(control, F_SETFD, 0);
	fcntl(answers, F_SETFD, 0);
	fcntl(files, F_SETFD, 0);
	code = own_program_run("prec-record", words, &err);
	log_error("%s", err.message);
	_exit(own_program_exit_status(code));
}

/* 0 or a negative errno. */
static int start(struct guardian *g)
{
	int control[2], answers[2], held[2], files[2];

	if (pipe2(control, O_CLOEXEC) || pipe2(answers, O_CLOEXEC) || pipe2(held, O_CLOEXEC) ||
	    socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, files))
		return -errno;
	g->recorder = fork();
	if (g->recorder < 0)
		return -errno;
	if (!g->recorder) {
		leave_signals();
		dup2(held[0], STDIN_FILENO);
		if (g->messages > 0)
			dup2(g->messages, STDERR_FILENO);
		become_recorder(g, control[0], answers[1], files[1]);
	}
	close(control[0]);
	close(answers[1]);
	close(held[0]);
	close(files[1]);
	g->files = files[0];
	g->control = control[1];
	g->answers = answers[0];
	g->hold = held[1];
	return 0;
}

/* Sends a message, with a descriptor that is closed here; -1: without one. */
static void send_message(const struct guardian *g, enum top_message_kind kind, int value, int fd)
{
	const struct top_message m = { kind, value };

	(void)!fd_message_send(g->socket, &m, sizeof(m), fd);
	if (fd >= 0)
		close(fd);
}

/* Hands on the recording that has ended. False: the recorder has closed the socket, and all that came is handed on. */
static bool hear_file(const struct guardian *g)
{
	char nothing;
	int fd;
	ssize_t n = fd_message_receive(g->files, &nothing, sizeof(nothing), &fd);

	if (n <= 0)
		return n < 0 && errno == EINTR;
	send_message(g, fd < 0 ? TOP_NOTHING : TOP_FILE, fd < 0 ? EMFILE : 0, fd);
	return true;
}

/* The recorder has answered; what it says besides errors comes as a file. False: it has closed the pipe. */
static bool hear_answer(const struct guardian *g)
{
	static const char error[] = "error";
	char text[512];
	ssize_t n = read(g->answers, text, sizeof(text));

	if (n <= 0)
		return n < 0 && errno == EINTR;
	if ((size_t)n > sizeof(error) && !memcmp(text, error, sizeof(error) - 1))
		send_message(g, TOP_NOTHING, EIO, -1);
	return true;
}

static void command(const struct guardian *g, const char *line)
{
	(void)!write(g->control, line, strlen(line));
}

/* The reader has said something. False: it is gone. */
static bool hear_reader(struct guardian *g)
{
	char what;
	ssize_t n = recv(g->socket, &what, 1, 0);

	if (n <= 0)
		return n < 0 && errno == EINTR;
	switch (what) {
	case TOP_SCREEN: g->is_screen = true; break;
	case TOP_SCREEN_BACK: g->is_screen = false; break;
	case TOP_PAUSE: command(g, "disable\n"); break;
	case TOP_GO_ON: command(g, "enable\n"); break;
	default: command(g, "snapshot\n"); break;
	}
	return true;
}

/* Whether it has ended; then *ret_status is its exit status or, negative, the signal that ended it. */
static bool recorder_ended(struct guardian *g, int *ret_status)
{
	int status;

	if (waitpid(g->recorder, &status, WNOHANG) != g->recorder)
		return false;
	*ret_status = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
	g->recorder = 0;
	return true;
}

/* Until the reader is gone, or the recorder has ended: true, and *ret_status as above. */
static bool attend(struct guardian *g, int *ret_status)
{
	struct pollfd fds[] = { { .fd = g->socket, .events = POLLIN },
				{ .fd = g->answers, .events = POLLIN },
				{ .fd = g->files, .events = POLLIN } };
	sigset_t none;

	sigemptyset(&none);
	while (!recorder_ended(g, ret_status)) {
		if (ppoll(fds, 3, NULL, &none) < 0)
			continue;
		if (fds[0].revents && !hear_reader(g))
			return false;
		/* One that has ended closes these, too, which waitpid will tell. */
		if (fds[1].revents && !hear_answer(g))
			fds[1].fd = -1;
		if (fds[2].revents && !hear_file(g))
			fds[2].fd = -1;
	}
	return true;
}

/* Ends the recorder: its command ends first, and it then; or signals end it. */
static void end_recorder(struct guardian *g)
{
	static const int signals[] = { 0, SIGTERM, SIGKILL };
	const struct timespec step = { .tv_nsec = END_STEP * 1000000l };
	int status;

	close(g->hold);
	close(g->control);
	for (size_t i = 0; i < sizeof(signals) / sizeof(*signals) && g->recorder; i++) {
		if (signals[i])
			kill(g->recorder, signals[i]);
		for (int waited = 0; waited < END_WAIT && !recorder_ended(g, &status); waited += END_STEP)
			nanosleep(&step, NULL);
	}
}

static bool has_file(const struct guardian *g)
{
	struct pollfd files = { .fd = g->files, .events = POLLIN };

	return g->files && poll(&files, 1, 0) == 1;
}

/* Hands on what is left, and says that it has ended. Children of one that was killed still have the socket. */
static void say_end(const struct guardian *g, int status)
{
	while (has_file(g) && hear_file(g))
		;
	send_message(g, TOP_ENDED, status, -1);
}

static void put_messages(const struct guardian *g)
{
	char text[4096];
	ssize_t n;

	if (g->messages <= 0 || lseek(g->messages, 0, SEEK_SET))
		return;
	while ((n = read(g->messages, text, sizeof(text))) > 0)
		(void)!write(STDERR_FILENO, text, (size_t)n);
}

static void finish(struct guardian *g, bool has_ended, int status)
{
	const struct top_guardian_config *config = g->config;

	if (has_ended && config->holds_messages) {
		say_end(g, status);
		while (hear_reader(g))
			;
	}
	if (config->at_end)
		config->at_end(config->context, g->is_screen);
	if (!has_ended)
		end_recorder(g);
	else if (!config->holds_messages)
		say_end(g, status);
	put_messages(g);
}

void top_guardian_run(const struct top_guardian_config *config, int socket)
{
	struct guardian g = { .config = config, .socket = socket };
	bool has_ended = true;
	int status = 126;

	take_signals();
	leave_stdout();
	if (config->holds_messages)
		g.messages = memfd_create("messages", MFD_CLOEXEC);
	if (!start(&g)) {
		send_message(&g, TOP_STARTED, g.recorder, -1);
		has_ended = attend(&g, &status);
	}
	finish(&g, has_ended, status);
	_exit(0);
}
