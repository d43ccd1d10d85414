#include "report/command/report_options.h"

const struct option_absent report_options_absent[] = {
	{ "--itrace", "hardware traces are not decoded, only their records are shown, by prec dump" },
	{ "--raw-trace", "-s trace shows tracepoints by their print formats, prec dump all their fields" },
	{ "--show-ref-call-graph", "each event is reported with its own callchains" },
	{ "--no-skip-empty", "events without samples are always left out" },
	{ "--total-cycles", "-b -s symbol_from,symbol_to,cycles shows how long branches took" },
	{ 0 },
};
