#include "record/command/record_absent.h"

const struct option_absent record_options_absent[] = {
	{ "--clang-opt --clang-path", "BPF programs cannot be events" },
	{ "--setup-filter", "it is for BPF programs that filter; --filter chooses what tracepoints record" },
	{ "--vmlinux", "prec report -k FILE takes the kernel's symbols from a file" },
	{ 0 },
};
