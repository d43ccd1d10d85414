/*
 * prec: finds the program that has a command and becomes it.
 *
 * A program is looked for beside this one (the build tree), then in libexecdir.
 */
#include "common/bytes.h"
#include "common/log.h"

#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "config.h"

#define EXIT_USAGE 129

struct command {
	const char *name;
	const char *program;
	const char *help;
};

static const struct command commands[] = {
	{ "dump", "prec-report", "Show every record of a perf.data file, or check it" },
	{ "record", "prec-record", "Record a profile into perf.data" },
	{ "recover", "prec-report", "Make a damaged perf.data file readable again" },
	{ "report", "prec-report", "Read perf.data and show the profile" },
	{ "script", "prec-report", "Read perf.data and show each sample" },
};

static void prec_usage(FILE *out)
{
	fprintf(out, "Usage: prec COMMAND [ARGS]\n\n"
		     "A profiler for Linux: records and reports perf.data files.\n\nCommands:\n");
	for (size_t i = 0; i < ARRAY_SIZE(commands); i++)
		fprintf(out, "    %-12s%s\n", commands[i].name, commands[i].help);
	fprintf(out, "    %-12s%s\n    %-12s%s\n", "version", "Show the version", "help",
		"Show the manual page of a command");
	fprintf(out, "\n'prec COMMAND --help' lists a command's options.\n");
}

static const struct command *command_find(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(commands); i++)
		if (!strcmp(commands[i].name, name))
			return &commands[i];
	return NULL;
}

/* Becomes the command's program; returns only when there is none to be found. */
static int command_run(const struct command *command, char **argv)
{
	char self[PATH_MAX] = "";
	char path[PATH_MAX + 64];
	ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);

	if (n > 0) {
		self[n] = 0;
		snprintf(path, sizeof(path), "%s/%s", dirname(self), command->program);
		execv(path, argv);
		if (errno != ENOENT) {
			log_error("%s: %s", path, strerror(errno));
			return 126;
		}
	}
	snprintf(path, sizeof(path), "%s/%s", PREC_LIBEXECDIR, command->program);
	execv(path, argv);
	log_error("%s: %s", path, strerror(errno));
	return 127;
}

static int prec_help(const char *topic)
{
	char page[64];

	if (!topic) {
		prec_usage(stdout);
		return 0;
	}
	if (!command_find(topic)) {
		log_error("no command '%s'; 'prec help' lists them", topic);
		return EXIT_USAGE;
	}
	snprintf(page, sizeof(page), "prec-%s", topic);
	execlp("man", "man", page, (char *)NULL);
	log_error("man: %s; try 'prec %s --help'", strerror(errno), topic);
	return 127;
}

int main(int argc, char **argv)
{
	const char *name = argc > 1 ? argv[1] : NULL;
	const struct command *command;

	log_init("prec");
	if (!name) {
		prec_usage(stderr);
		return EXIT_USAGE;
	}
	if (!strcmp(name, "--version") || !strcmp(name, "-v") || !strcmp(name, "version")) {
		puts(PACKAGE_STRING);
		return 0;
	}
	if (!strcmp(name, "--help") || !strcmp(name, "-h"))
		return prec_help(NULL);
	if (!strcmp(name, "help"))
		return prec_help(argc > 2 ? argv[2] : NULL);
	command = command_find(name);
	if (!command) {
		log_error("no command '%s'; 'prec help' lists them", name);
		return EXIT_USAGE;
	}
	return command_run(command, argv + 1);
}
