#include "report/command/script_options.h"

const struct option_absent script_options_absent[] = {
	{ "-g --gen-script -l --list -s --script", "there are no scripts; pipe the output into a program" },
	{ "--addr-range", "choose by -S, or by the addresses of the output" },
	{ "--call-ret-trace --call-trace --graph-function --insn-trace --itrace --xed",
	  "hardware traces are not decoded, only their records are shown, by prec dump" },
	{ "--dlarg --dlfilter --list-dlfilters", "there are no filters to load; pipe the output into a program" },
	{ "--guest-code --guestkallsyms --guestmodules --guestmount --guestvmlinux",
	  "nothing is known of the files of virtual machines; what was sampled there is shown by prec report --guest" },
	{ "--max-blocks", "code is not disassembled" },
	{ "--no-merge-callchains", "prec dump shows samples and CALLCHAIN_DEFERRED records apart" },
	{ "--per-event-dump", "choose the event from the output" },
	{ "--show-kernel-path", "the kernel is shown as [kernel.kallsyms], whatever its symbols are from" },
	{ "--show-round-events", "prec dump --type FINISHED_ROUND shows them" },
	{ 0 },
};
