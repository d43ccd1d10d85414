/*
 * fuzz_commands: the commands that read files, with a few sets of options each, to be run within a test program.
 */
#ifndef PREC_TESTS_FUZZ_FUZZ_COMMANDS_H
#define PREC_TESTS_FUZZ_FUZZ_COMMANDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum fuzz_command {
	FUZZ_REPORT,
	FUZZ_SCRIPT,
	FUZZ_DUMP,
	FUZZ_RECOVER,
	FUZZ_CONVERT,
	FUZZ_STAT,
	FUZZ_COMMANDS,
};

const char *fuzz_command_name(enum fuzz_command command);

/* How many sets of options the command has. */
unsigned fuzz_command_variants(enum fuzz_command command);

/*
 * Runs the command with the files open as descriptors `in` and (recover and convert write it) `out`; variant: which of
 * its sets of options. Returns its exit status. Output goes where standard output goes.
 */
int fuzz_command_run(enum fuzz_command command, unsigned variant, int in, int out);

/*
 * Whether what the command left in `out`, returning the status, is no well-formed file, though it says to be whole: by
 * prec dump --validate.
 */
bool fuzz_command_wrote_wrong(enum fuzz_command command, int status, int out);

/* The command on what is open there, for targets: without output, and what it writes has to be well-formed. */
void fuzz_command_quiet(enum fuzz_command command, unsigned variant, int in);

/* The same on a file with the bytes. */
void fuzz_command(enum fuzz_command command, unsigned variant, const uint8_t *data, size_t size);

#endif
