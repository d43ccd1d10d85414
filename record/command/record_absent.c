#include "record/command/record_absent.h"

const struct option_absent record_options_absent[] = {
	{ "--clang-opt --clang-path --setup-filter", "BPF programs cannot be events" },
	{ "--debuginfod", "symbols are looked for by prec report, which takes DEBUGINFOD_URLS" },
	{ "--vmlinux", "prec report -k FILE takes the kernel's symbols from a file" },
	{ 0 },
};
