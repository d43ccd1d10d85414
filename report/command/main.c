/*
 * prec-report: the commands that interpret files. Needs no privilege.
 */
#include "common/log.h"
#include "report/command/cmd_buildid_cache.h"
#include "report/command/cmd_buildid_list.h"
#include "report/command/cmd_convert.h"
#include "report/command/cmd_dump.h"
#include "report/command/cmd_mem_report.h"
#include "report/command/cmd_recover.h"
#include "report/command/cmd_report.h"
#include "report/command/cmd_script.h"
#include "report/command/cmd_stat_report.h"
#include "report/terminal/screen.h"
#include "report/terminal/stdout_guard.h"

#include <errno.h>
#include <libgen.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#define EXIT_USAGE 129

static int run(const char *name, int argc, char **argv)
{
	if (!strcmp(name, "buildid-cache"))
		return cmd_buildid_cache(argc, argv);
	if (!strcmp(name, "buildid-list"))
		return cmd_buildid_list(argc, argv);
	if (!strcmp(name, "convert"))
		return cmd_convert(argc, argv);
	if (!strcmp(name, "dump"))
		return cmd_dump(argc, argv);
	if (!strcmp(name, "mem"))
		return cmd_mem_report(argc, argv);
	if (!strcmp(name, "recover"))
		return cmd_recover(argc, argv);
	if (!strcmp(name, "report"))
		return cmd_report(argc, argv);
	if (!strcmp(name, "script"))
		return cmd_script(argc, argv);
	if (!strcmp(name, "stat"))
		return cmd_stat_report(argc, argv);
	log_error("no command '%s'; there are: buildid-cache, buildid-list, convert, dump, mem, recover, report, "
		  "script, stat",
		  name);
	return EXIT_USAGE;
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
