/* prec mem: records memory accesses; hands "mem report" to prec-report. */
#include "command/commands.h"

#include "command/exit_status.h"
#include "command/mem_words.h"
#include "command/subcommand.h"
#include "common/log.h"
#include "common/program.h"
#include "record/command/cmd_record.h"
#include "record/command/mem_record_options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void mem_usage(FILE *out)
{
	fprintf(out, "Usage: prec mem [OPTIONS] record|report ...\n\n"
		     "Profiles accesses to memory: which data, where, and how long it took.\n\n"
		     "    record    record loads and stores; see 'prec mem record --help'\n"
		     "    report    show what was recorded; see 'prec mem report --help'\n\n"
		     "Both take -t TYPE, -p, -C CPUS and -v before their names, too.\n");
}

static int mem_record(int argc, char **argv, int at)
{
	static const struct recorder recorder = { "prec mem record", mem_record_options_parse, &mem_record_group };
	char **words = mem_words_options(argc, argv, at);
	int status = EXIT_FAILED;

	if (words)
		status = recorder_run(&recorder, argc, argv, argc - 1, words);
	else
		log_error("%s", strerror(ENOMEM));
	free(words);
	return status;
}

/* That is for the program which needs no privilege. */
static int mem_report(char **argv)
{
	struct error err = ERROR_INIT;
	int code = own_program_run("prec-report", argv, &err);

	log_error("%s", err.message);
	return own_program_exit_status(code);
}

int cmd_mem(int argc, char **argv)
{
	int at = mem_words_find(argc, argv);

	log_init("prec mem");
	if (at < argc && subcommand_is(argv[at], "record"))
		return mem_record(argc, argv, at);
	if (at < argc && subcommand_is(argv[at], "report"))
		return mem_report(argv);
	if (at < argc && argv[at][0] == '-') {
		mem_usage(stdout);
		return 0;
	}
	if (at < argc)
		log_error("no subcommand '%s'; there are record and report, and most options come after them",
			  argv[at]);
	else
		mem_usage(stderr);
	return EXIT_USAGE;
}
