#include "report/command/report_options.h"

const struct option_absent report_options_absent[] = {
	{ "-D --dump-raw-trace --disable-order", "prec dump shows all records" },
	{ "-T --threads", "-s pid,tid counts by thread, prec record -s by event" },
	{ "-U --hide-unresolved",
	  "addresses without a symbol are rows of their own; --percent-limit leaves out small ones" },
	{ "-w --column-widths", "columns are as wide as what is in them; -t SEP prints none of the padding" },
	{ "--branch-history",
	  "-g branch,address has branches in callchains; prec script -F brstacksym shows more of them" },
	{ "--group-sort-idx", "rows are sorted by the leader of a group; --no-group shows each event for itself" },
	{ "--ignore-vmlinux", "--kallsyms FILE says where the kernel's symbols are from" },
	{ "--itrace", "hardware traces are not decoded, only their records are shown, by prec dump" },
	{ "--pretty --raw-trace", "-s trace shows tracepoints by their print formats, prec dump all their fields" },
	{ "--samples", "there is no view to browse; prec script shows single samples" },
	{ "--show-cpu-utilization", "-F overhead,overhead_sys,overhead_us,sym has columns of kernel and user" },
	{ "--show-on-off-events --switch-off --switch-on", "prec script --time shows what lies between two times" },
	{ "--show-ref-call-graph", "each event is reported with its own callchains" },
	{ "--no-skip-empty", "events without samples are always left out" },
	{ "--socket-filter", "-C chooses by CPU" },
	{ "--symbol-filter", "-S takes whole names of symbols" },
	{ "--total-cycles", "-b -s symbol_from,symbol_to,cycles shows how long branches took" },
	{ 0 },
};
