/*
 * prec-report: the commands that interpret files. Needs no privilege.
 */
#include "common/log.h"
#include "report/cmd_dump.h"
#include "report/cmd_recover.h"
#include "report/cmd_report.h"
#include "report/cmd_script.h"
#include "report/stdout_guard.h"

#include <libgen.h>
#include <signal.h>
#include <string.h>

#define EXIT_USAGE 129

int main(int argc, char **argv)
{
	/* Run by prec the first word is the command; run by its own name the second is. */
	const char *name = argc ? basename(argv[0]) : "";

	signal(SIGPIPE, SIG_DFL);
	log_init("prec-report");
	stdout_guard();
	if (!strcmp(name, "prec-report") && argc > 1) {
		argc--;
		argv++;
		name = argv[0];
	}
	if (!strcmp(name, "dump"))
		return cmd_dump(argc, argv);
	if (!strcmp(name, "recover"))
		return cmd_recover(argc, argv);
	if (!strcmp(name, "report"))
		return cmd_report(argc, argv);
	if (!strcmp(name, "script"))
		return cmd_script(argc, argv);
	log_error("no command '%s'; there are: dump, recover, report, script", name);
	return EXIT_USAGE;
}
