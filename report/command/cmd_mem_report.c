/* prec mem report: prec report and prec script with the options of memory accesses. */
#include "command/commands.h"

#include "command/exit_status.h"
#include "command/mem_words.h"
#include "command/subcommand.h"
#include "common/log.h"
#include "common/options.h"
#include "report/command/cmd_report.h"
#include "report/command/cmd_script.h"
#include "report/command/mem_report_options.h"
#include "report/rows/columns.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int usage_error(struct mem_report_options *o, const struct error *err)
{
	log_error("%s", err->message);
	report_options_fini(&o->report);
	return EXIT_USAGE;
}

static int run(int argc, char **words)
{
	struct script_options script;
	struct mem_report_options o;
	struct error err = ERROR_INIT;

	if (mem_report_options_parse(&o, argc, words, &err))
		return usage_error(&o, &err);
	if (o.report.reader.help || o.report.reader.list_names) {
		if (o.report.reader.help)
			options_help(&mem_report_group, stdout);
		else
			columns_print_names(stdout);
		report_options_fini(&o.report);
		return 0;
	}
	if (!o.dump)
		return report_show(&o.report);
	if (mem_report_options_dump(&o, &script, &err))
		return usage_error(&o, &err);
	return script_show(&script);
}

int cmd_mem_report(int argc, char **argv)
{
	int at = mem_words_find(argc, argv);
	int status = EXIT_USAGE;
	char **words;

	log_init("prec mem report");
	if (at == argc || !subcommand_is(argv[at], "report")) {
		log_error("prec-report has the subcommand report of mem; 'prec mem --help' says more");
		return EXIT_USAGE;
	}
	words = mem_words_options(argc, argv, at);
	if (words)
		status = run(argc - 1, words);
	else
		log_error("%s", strerror(ENOMEM));
	free(words);
	return status;
}
