#include "report/top/top_guardian.h"

#include "common/fd_message.h"
#include "common/log.h"
#include "common/program.h"
#include "report/top/top_message.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* The files are called so, and then a dot and the time. */
#define FILE_NAME "recording"

/* How long the recorder has to end, before it is made to; in ms. */
#define END_WAIT 3000
#define END_STEP 20

struct guardian {
	const struct top_guardian_config *config;
	const char *folder;
	int socket;
	int control, answers; /* pipes to and from the recorder */
	int hold;             /* its command reads from the other end until this is closed */
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

/* Becomes the recorder. */
_Noreturn static void become_recorder(const struct guardian *g, const int control[2], const int answers[2], int held)
{
	static char name[] = "record", quiet[] = "-q", compression[] = "-z0", no_cache[] = "-N", output[] = "-o",
		    several[] = "--switch-output", channel[] = "--control", end[] = "--", shell[] = "/bin/sh",
		    option[] = "-c", script[] = "trap 'exit 0' TERM; read -r line; exit 0";
	char *first[] = { name, quiet, compression, no_cache, output, NULL, several, channel, NULL };
	char *last[] = { end, shell, option, script, NULL };
	size_t n_first = sizeof(first) / sizeof(*first), n_words = 0;
	char path[PATH_MAX + 16], ends[32], **words;
	struct error err = ERROR_INIT;

	while (g->config->words[n_words])
		n_words++;
	words = calloc(n_first + n_words + sizeof(last) / sizeof(*last), sizeof(*words));
	if (!words)
		_exit(126);
	snprintf(path, sizeof(path), "%s/" FILE_NAME, g->folder);
	snprintf(ends, sizeof(ends), "fd:%d,%d", control[0], answers[1]);
	first[5] = path;
	first[8] = ends;
	memcpy(words, first, sizeof(first));
	memcpy(words + n_first, g->config->words, n_words * sizeof(*words));
	memcpy(words + n_first + n_words, last, sizeof(last));
	dup2(held, STDIN_FILENO);
	fcntl(control[0], F_SETFD, 0);
	fcntl(answers[1], F_SETFD, 0);
	{
		int code = own_program_run("prec-record", words, &err);

		log_error("%s", err.message);
		_exit(own_program_exit_status(code));
	}
}

/* 0 or a negative errno. */
static int start(struct guardian *g)
{
	int control[2], answers[2], held[2];

	if (pipe2(control, O_CLOEXEC) || pipe2(answers, O_CLOEXEC) || pipe2(held, O_CLOEXEC))
		return -errno;
	g->recorder = fork();
	if (g->recorder < 0)
		return -errno;
	if (!g->recorder) {
		leave_signals();
		become_recorder(g, control, answers, held[0]);
	}
	close(control[0]);
	close(answers[1]);
	close(held[0]);
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

/* Opens the file that has ended, and removes it. -1: there is none. */
static int take_file(const struct guardian *g)
{
	DIR *folder = opendir(g->folder);
	int fd = -1;

	for (const struct dirent *entry; folder && fd < 0 && (entry = readdir(folder));) {
		if (strncmp(entry->d_name, FILE_NAME ".", sizeof(FILE_NAME)) != 0)
			continue;
		fd = openat(dirfd(folder), entry->d_name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
		unlinkat(dirfd(folder), entry->d_name, 0);
	}
	if (folder)
		closedir(folder);
	return fd;
}

static void remove_folder(const struct guardian *g)
{
	DIR *folder = opendir(g->folder);

	for (const struct dirent *entry; folder && (entry = readdir(folder));)
		if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
			unlinkat(dirfd(folder), entry->d_name, 0);
	if (folder)
		closedir(folder);
	rmdir(g->folder);
}

/* The recorder has answered. False: it has closed the pipe. */
static bool hear_answer(const struct guardian *g)
{
	char text[512];
	ssize_t n = read(g->answers, text, sizeof(text));
	int fd;

	if (n <= 0)
		return n < 0 && errno == EINTR;
	if (!memchr(text, '\n', (size_t)n))
		return true;
	fd = take_file(g);
	send_message(g, fd < 0 ? TOP_NOTHING : TOP_FILE, fd < 0 ? EIO : 0, fd);
	return true;
}

/* The reader has said something. False: it is gone. */
static bool hear_reader(struct guardian *g)
{
	static const char snapshot[] = "snapshot\n";
	char what;
	ssize_t n = recv(g->socket, &what, 1, 0);

	if (n <= 0)
		return n < 0 && errno == EINTR;
	if (what == TOP_SCREEN)
		g->is_screen = true;
	else
		(void)!write(g->control, snapshot, sizeof(snapshot) - 1);
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
	struct pollfd fds[] = { { .fd = g->socket, .events = POLLIN }, { .fd = g->answers, .events = POLLIN } };
	sigset_t none;

	sigemptyset(&none);
	while (!recorder_ended(g, ret_status)) {
		if (ppoll(fds, 2, NULL, &none) < 0)
			continue;
		if (fds[0].revents && !hear_reader(g))
			return false;
		/* One that has ended closes it, too, which waitpid will tell. */
		if (fds[1].revents && !hear_answer(g))
			fds[1].fd = -1;
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

void top_guardian_run(const struct top_guardian_config *config, int socket, const char *folder)
{
	struct guardian g = { .config = config, .folder = folder, .socket = socket };
	bool has_ended = true;
	int status = 126;

	take_signals();
	leave_stdout();
	if (!start(&g)) {
		send_message(&g, TOP_STARTED, g.recorder, -1);
		has_ended = attend(&g, &status);
	}
	if (config->at_end)
		config->at_end(config->context, g.is_screen);
	if (has_ended)
		send_message(&g, TOP_ENDED, status, take_file(&g));
	else
		end_recorder(&g);
	remove_folder(&g);
	_exit(0);
}
