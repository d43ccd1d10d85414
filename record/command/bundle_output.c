#include "record/command/bundle_output.h"

#include "common/log.h"
#include "common/program.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void run_report(const char *path, const char *beside, int level, const sigset_t *signals)
{
	char compression[16];
	char *argv[] = { (char *)"prec-report", (char *)"bundle", (char *)"-q", compression, (char *)"-o",
			 (char *)beside,        (char *)"-i",     (char *)path, NULL };
	struct error err = ERROR_INIT;
	int code;

	snprintf(compression, sizeof(compression), "-z%d", level);
	sigprocmask(SIG_SETMASK, signals, NULL);
	code = own_program_run("prec-report", argv, &err);
	log_error("%s", err.message);
	_exit(own_program_exit_status(code));
}

static int wait_for(pid_t pid, struct error *err)
{
	int status;

	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return error_set(err, -errno, "%s", strerror(errno));
	if (WIFEXITED(status) && !WEXITSTATUS(status))
		return 0;
	return error_set(err, -ECHILD, "prec-report could not make it");
}

int bundle_output(const char *path, int level, const sigset_t *signals, struct error *err)
{
	char beside[PATH_MAX];
	int result;
	pid_t pid;

	/* A name of its own, and never over a file that is there: others may have put one, or a link, into the folder.
	 */
	if ((size_t)snprintf(beside, sizeof(beside), "%s.bundle-%d", path, (int)getpid()) >= sizeof(beside))
		return error_set(err, -ENAMETOOLONG, "%s", strerror(ENAMETOOLONG));
	fflush(NULL);
	pid = fork();
	if (pid < 0)
		return error_set(err, -errno, "%s", strerror(errno));
	if (!pid)
		run_report(path, beside, level, signals);
	result = wait_for(pid, err);
	if (!result && rename(beside, path))
		result = error_set(err, -errno, "%s: %s", beside, strerror(errno));
	return result;
}
