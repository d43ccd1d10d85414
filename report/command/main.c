/*
 * prec-report: the commands that interpret files. Needs no privilege.
 */
#include "command/commands.h"
#include "command/exit_status.h"
#include "common/bytes.h"
#include "common/log.h"
#include "report/terminal/screen.h"
#include "report/terminal/stdout_guard.h"

#include <errno.h>
#include <libgen.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#define ROW(name, function, help) { name, function },

static const struct {
	const char *name;
	int (*run)(int argc, char **argv);
} commands[] = { COMMANDS(COMMAND_OF_OTHERS, ROW, ROW) };

static int refuse(const char *name)
{
	struct error err = ERROR_INIT;

	error_set(&err, -EINVAL, "no command '%s'; there are: ", name);
	for (size_t i = 0; i < ARRAY_SIZE(commands); i++)
		error_append(&err, "%s%s", i ? ", " : "", commands[i].name);
	log_error("%s", err.message);
	return EXIT_USAGE;
}

static int run(const char *name, int argc, char **argv)
{
	for (size_t i = 0; i < ARRAY_SIZE(commands); i++)
		if (!strcmp(commands[i].name, name))
			return commands[i].run(argc, argv);
	return refuse(name);
}

/* What went through stdio is out, or the command has failed. */
static int output_end(int status)
{
	if (!fflush(stdout) && !ferror(stdout))
		return status;
	if (errno != EPIPE)
		log_error("the output cannot be written: %s", strerror(errno));
	return status ? status : 1;
}

int main(int argc, char **argv)
{
	/* Run by prec the first word is the command; run by its own name the second is. */
	const char *name = argc ? basename(argv[0]) : "";

	signal(SIGPIPE, SIG_DFL);
	/* A file that may not grow (ulimit -f) is an error of write(2), to be said and cleaned up after. */
	signal(SIGXFSZ, SIG_IGN);
	log_init("prec-report");
	stdout_guard();
	if (!strcmp(name, "prec-report") && argc > 1) {
		argc--;
		argv++;
		name = argv[0];
	}
	return screen_close(output_end(run(name, argc, argv)));
}
