/*
 * prec: finds the program that has a command and becomes it.
 *
 * A program is looked for beside this one (the build tree), then in libexecdir.
 */
#include "command/commands.h"
#include "command/exit_status.h"
#include "common/bytes.h"
#include "common/log.h"
#include "common/program.h"
#include "common/suggest.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct command {
	const char *name;
	const char *program;
	const char *help;
};

#define OF_RECORD(name, function, help) { name, "prec-record", help },
#define OF_REPORT(name, function, help) { name, "prec-report", help },

static const struct command commands[] = { COMMANDS(OF_RECORD, OF_REPORT, COMMAND_OF_OTHERS) };

#define READS_RECORDINGS "Linux perf has one, which reads what prec records: perf "

/* Commands of Linux perf that prec has not, and by what it does the same, or comes nearest. */
static const struct {
	const char *name, *instead;
} perf_commands[] = {
	{ "bench", "Linux perf has one" },
	{ "c2c", "'prec mem record', then 'prec report --mem-mode -s dcacheline,symbol_daddr,sym' shows which lines of "
		 "the cache are shared" },
	{ "check", "'prec doctor' says what can be recorded here" },
	{ "config", "options and variables of the environment are in the manual pages, see 'prec help COMMAND'" },
	{ "daemon", "Linux perf has one; 'prec record --control' takes commands while it runs" },
	{ "data", "'prec dump --json' has every record, 'prec report --format json' the profile, and 'prec convert' "
		  "writes a recording as other tools read it" },
	{ "diff", "EXAMPLES in prec-report(1) compares two recordings, function by function" },
	{ "evlist", "'prec report --header-only' lists a recording's events, with all their settings" },
	{ "ftrace",
	  "Linux perf has one; 'prec record -e kprobe:FUNCTION -g' shows who calls a function of the kernel" },
	{ "inject", "prec reads code made at run time (jit-PID.dump) and build-ids without it; 'prec convert' writes a "
		    "recording anew" },
	{ "iostat", "Linux perf has one; 'prec list' shows what the PMUs of this machine count" },
	{ "kallsyms", "the kernel's symbols are in /proc/kallsyms" },
	{ "kmem", "'prec record -e \"kmem:*\" -g', then 'prec report'; " READS_RECORDINGS "kmem" },
	{ "kvm", "Linux perf has one; 'prec report --guest' shows samples of virtual machines" },
	{ "kwork", "'prec record -e \"irq:*,workqueue:*\"', then 'prec script'; " READS_RECORDINGS "kwork" },
	{ "lock", "'prec record -e lock:contention_begin -g', then 'prec report' shows who waits for locks of the "
		  "kernel, 'prec record --off-cpu -g' for all others" },
	{ "probe", "no probe has to be made: 'prec record -e uprobe:FILE:FUNCTION' or '-e kprobe:FUNCTION' does it" },
	{ "sched",
	  "'prec record --off-cpu -g' shows where threads wait, and how long; with -e \"sched:*\", " READS_RECORDINGS
	  "sched" },
	{ "test", "'prec doctor' tries what can be recorded here" },
	{ "timechart", READS_RECORDINGS "timechart" },
	{ "trace", "'prec record -e raw_syscalls:sys_enter -p PID', then 'prec script' shows the system calls; "
		   "'-e syscalls:sys_enter_NAME' one of them, with its arguments" },
};

static void prec_usage(FILE *out)
{
	fprintf(out, "Usage: prec [--no-pager] COMMAND [ARGS]\n\n"
		     "A profiler for Linux: records and reports perf.data files.\n\nCommands:\n");
	for (size_t i = 0; i < ARRAY_SIZE(commands); i++)
		fprintf(out, "    %-15s%s\n", commands[i].name, commands[i].help);
	fprintf(out, "    %-15s%s\n    %-15s%s\n", "version", "Show the version", "help",
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

static int command_unknown(const char *name)
{
	struct error err = ERROR_INIT;
	struct suggest suggest;

	if (name[0] == '-') {
		log_error("unknown option '%s'; a command's options come after it, see 'prec help'", name);
		return EXIT_USAGE;
	}
	for (size_t i = 0; i < ARRAY_SIZE(perf_commands); i++) {
		if (strcmp(perf_commands[i].name, name) != 0)
			continue;
		log_error("no command '%s'; %s", name, perf_commands[i].instead);
		return EXIT_USAGE;
	}
	suggest_init(&suggest, name);
	for (size_t i = 0; i < ARRAY_SIZE(commands); i++)
		suggest_offer(&suggest, commands[i].name);
	error_set(&err, -EINVAL, "no command '%s'", name);
	suggest_append(&suggest, &err);
	log_error("%s%s", err.message, suggest.n ? "" : "; 'prec help' lists them");
	return EXIT_USAGE;
}

/* Shows a page by man(1); false: there is no such page, or no man. */
static bool man_show(char *const words[])
{
	int status = -1;
	pid_t pid = fork();

	if (pid < 0)
		return false;
	if (!pid) {
		int null = open("/dev/null", O_WRONLY | O_CLOEXEC);

		/* What man says of a page that is not there helps nobody: the options are shown then. */
		if (null >= 0)
			dup2(null, STDERR_FILENO);
		execvp("man", words);
		_exit(127);
	}
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return WIFEXITED(status) && !WEXITSTATUS(status);
}

static int program_run(const char *program, char **argv)
{
	struct error err = ERROR_INIT;
	const int code = own_program_run(program, argv, &err);

	log_error("%s", err.message);
	return own_program_exit_status(code);
}

/* Of a tree that was not installed the page in it is shown. */
static bool page_show(const char *name, int section)
{
	char buffer[PATH_MAX], path[PATH_MAX + 64], page[64], number[16];
	char man[] = "man", local[] = "-l";

	snprintf(path, sizeof(path), "%s/man/%s.%d", own_program_folder(buffer), name, section);
	if (!access(path, R_OK) && man_show((char *[]){ man, local, path, NULL }))
		return true;
	snprintf(page, sizeof(page), "%s", name);
	snprintf(number, sizeof(number), "%d", section);
	return man_show((char *[]){ man, number, page, NULL });
}

/* The page of a command or a subject, by its whole name too: record, record-options, libprec, prec_sampler, 7. */
static bool topic_show(const char *topic)
{
	static const struct {
		const char *topic, *page;
		int section;
	} others[] = { { "7", "prec", 7 }, { "help", "prec", 1 }, { "prec", "prec", 1 }, { "version", "prec", 1 } };
	char name[64];

	for (size_t i = 0; i < ARRAY_SIZE(others); i++)
		if (!strcmp(others[i].topic, topic))
			return page_show(others[i].page, others[i].section);
	snprintf(name, sizeof(name), "prec-%s", topic);
	if (command_find(topic) || !strcmp(topic, "record-options"))
		return page_show(name, command_find(topic) ? 1 : 7);
	if (!strncmp(topic, "prec-", 5))
		return page_show(topic, 1) || page_show(topic, 7);
	return (!strncmp(topic, "prec_", 5) || !strcmp(topic, "libprec")) && page_show(topic, 3);
}

static bool topic_has_page(const char *topic)
{
	return !strcmp(topic, "7") || !strcmp(topic, "record-options") || !strcmp(topic, "libprec") ||
	       !strncmp(topic, "prec", 4);
}

static bool is_help(const char *word)
{
	return !strcmp(word, "-h") || !strcmp(word, "--help");
}

/* Without any page it is what the command itself says. */
static int prec_help(const char *topic)
{
	const struct command *command = topic ? command_find(topic) : NULL;
	char help[] = "--help", name[32];

	if (topic && topic_show(topic))
		return 0;
	if (!topic || !strcmp(topic, "help") || is_help(topic)) {
		prec_usage(stdout);
		return 0;
	}
	if (!strcmp(topic, "version")) {
		puts(PACKAGE_STRING);
		return 0;
	}
	if (!command && topic_has_page(topic)) {
		log_error("no manual page of '%s': it is not installed, or man(1) is not", topic);
		return 1;
	}
	if (!command)
		return command_unknown(topic);
	snprintf(name, sizeof(name), "%s", topic);
	return program_run(command->program, (char *[]){ name, help, NULL });
}

/* Becomes the pager; where a shell cannot run it, the text is shown without. */
_Noreturn static void pager_run(const char *command, int text)
{
	char script[PATH_MAX + 128];

	dup2(text, STDIN_FILENO);
	close(text);
	setenv("LESS", LESS_OPTIONS, 0);
	snprintf(script, sizeof(script), "%s\ncase $? in %d|%d) cat; esac", command, SHELL_CANNOT_RUN, SHELL_NOT_FOUND);
	execl("/bin/sh", "sh", "-c", script, (char *)NULL);
	_exit(SHELL_NOT_FOUND);
}

static int wait_for(pid_t pid)
{
	int status = 0;

	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return status;
}

/* A long list for a person. One who has seen enough ends the pager, and with it the command. */
static int run_in_pager(const char *program, char **argv, const char *pager)
{
	int ends[2], status;
	pid_t reader, writer;

	if (pipe2(ends, O_CLOEXEC))
		return program_run(program, argv);
	reader = fork();
	if (!reader)
		pager_run(pager, ends[0]);
	writer = fork();
	if (!writer) {
		dup2(ends[1], STDOUT_FILENO);
		_exit(program_run(program, argv));
	}
	close(ends[0]);
	close(ends[1]);
	signal(SIGINT, SIG_IGN);
	status = writer < 0 ? 0 : wait_for(writer);
	if (reader > 0)
		wait_for(reader);
	if (writer < 0 || reader < 0)
		return program_run(program, argv);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 0;
}

/* NULL: none is wanted, or nobody reads: standard output is no terminal, or that of another job. */
static const char *list_pager(void)
{
	const char *term = getenv("TERM");

	return isatty(STDOUT_FILENO) && tcgetpgrp(STDOUT_FILENO) == getpgrp()
		       ? pager_choose(!term || !strcmp(term, "dumb")).command
		       : NULL;
}

/* argv[0] is its name. */
static int command_run(const struct command *command, char **argv)
{
	const char *pager = strcmp(command->name, "list") ? NULL : list_pager();

	return pager ? run_in_pager(command->program, argv, pager) : program_run(command->program, argv);
}

static int prec_exec_path(void)
{
	char buffer[PATH_MAX];
	const char *folder = own_program_find("prec-record", buffer);

	if (!folder) {
		log_error("prec-record is neither beside prec nor in " PREC_LIBEXECDIR);
		return 1;
	}
	puts(folder);
	return 0;
}

/* What stands before the command, as git and perf take it: "prec --no-pager report". Returns argv without. */
static char **take_options(int *argc, char **argv)
{
	for (; *argc > 1 && !strcmp(argv[1], "--no-pager"); (*argc)--) {
		setenv("PREC_PAGER", "cat", 1);
		setenv("PREC_BROWSER", "0", 1);
		argv++;
	}
	return argv;
}

int main(int argc, char **argv)
{
	const struct command *command;
	const char *name;

	log_init("prec");
	argv = take_options(&argc, argv);
	name = argc > 1 ? argv[1] : NULL;
	if (!name) {
		prec_usage(stderr);
		return EXIT_USAGE;
	}
	if (!strcmp(name, "--version") || !strcmp(name, "-v") || !strcmp(name, "version")) {
		puts(PACKAGE_STRING);
		return 0;
	}
	if (is_help(name))
		return prec_help(NULL);
	if (!strcmp(name, "--exec-path"))
		return prec_exec_path();
	if (!strcmp(name, "help"))
		return prec_help(argc > 2 ? argv[2] : NULL);
	command = command_find(name);
	if (!command)
		return command_unknown(name);
	return command_run(command, argv + 1);
}
