
#include "record/open/workload.h"

#include "common/fileio.h"
#include "common/program.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define EXIT_NOT_FOUND      127
#define EXIT_NOT_EXECUTABLE 126

static int exec_failed_status(int code)
{
	return code == -ENOENT ? EXIT_NOT_FOUND : EXIT_NOT_EXECUTABLE;
}

static void __attribute__((noreturn)) workload_child(char *const *argv, int start_fd, int exec_fd)
{
	char go;
	int code;

	if (fileio_read(start_fd, &go, 1) != 1)
		_exit(EXIT_NOT_FOUND);
	execvp(argv[0], argv);
	code = errno;
	fileio_write(exec_fd, &code, sizeof(code), NULL);
	_exit(exec_failed_status(-code));
}

int workload_prepare(struct workload *w, char *const *argv, const sigset_t *signals, bool stdout_taken,
		     struct error *err)
{
	int start[2], failed[2];

	memset(w, 0, sizeof(*w));
	w->name = argv[0];
	w->exec_error = program_find(argv[0]);
	if (w->exec_error)
		return error_set(err, w->exec_error, "cannot run '%s': %s", argv[0], strerror(-w->exec_error));
	if (pipe2(start, O_CLOEXEC))
		return error_set(err, -errno, "pipe: %s", strerror(errno));
	if (pipe2(failed, O_CLOEXEC)) {
		error_set(err, -errno, "pipe: %s", strerror(errno));
		goto out_start;
	}
	w->pid = fork();
	if (w->pid < 0) {
		error_set(err, -errno, "cannot start '%s': fork: %s", argv[0], strerror(errno));
		goto out_failed;
	}
	if (!w->pid) {
		/* With its own copy of the writing end the child would wait on after the recorder has ended. */
		close(start[1]);
		sigprocmask(SIG_SETMASK, signals, NULL);
		signal(SIGXFSZ, SIG_DFL);
		signal(SIGPIPE, SIG_DFL);
		if (stdout_taken)
			dup2(STDERR_FILENO, STDOUT_FILENO);
		workload_child(argv, start[0], failed[1]);
	}
	close(start[0]);
	close(failed[1]);
	w->start_fd = start[1];
	w->exec_fd = failed[0];
	return 0;
out_failed:
	close(failed[0]);
	close(failed[1]);
out_start:
	close(start[0]);
	close(start[1]);
	w->pid = 0;
	return err->code;
}

int workload_start(struct workload *w, struct error *err)
{
	int result = fileio_write(w->start_fd, "", 1, NULL);
	int code = 0;

	close(w->start_fd);
	w->is_started = true;
	if (result)
		return error_set(err, result, "%s: cannot start the command: %s", w->name, strerror(-result));
	if (fileio_read(w->exec_fd, &code, sizeof(code)) != sizeof(code))
		code = 0;
	close(w->exec_fd);
	w->exec_fd = 0;
	w->exec_error = -code;
	return code ? error_set(err, -code, "%s: %s", w->name, strerror(code)) : 0;
}

bool workload_reap(struct workload *w, bool block)
{
	while (w->pid && !w->exited) {
		pid_t pid = wait4(w->pid, &w->wait_status, block ? 0 : WNOHANG, &w->usage);

		if (pid == w->pid)
			w->exited = true;
		else if (pid == 0 || errno != EINTR)
			break;
	}
	return w->exited;
}

int workload_exit_status(const struct workload *w)
{
	if (w->exec_error)
		return exec_failed_status(w->exec_error);
	if (WIFSIGNALED(w->wait_status))
		return 128 + WTERMSIG(w->wait_status);
	return WEXITSTATUS(w->wait_status);
}

void workload_fini(struct workload *w)
{
	if (!w->pid)
		return;
	if (!w->is_started) {
		close(w->start_fd);
		close(w->exec_fd);
		workload_reap(w, true);
	}
	w->pid = 0;
}
