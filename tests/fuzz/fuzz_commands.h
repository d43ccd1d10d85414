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

/* A file of tests/support/fixtures.h, and what the command has to find in it; it returns 0. */
const char *fuzz_command_fixture(enum fuzz_command command, unsigned variant, uint64_t *ret_found);

struct fuzz_outcome {
	int status;       /* its exit status */
	bool opened;      /* it has opened its input */
	bool wrote_wrong; /* what it wrote, saying that it is whole, is no well-formed file, by prec dump --validate */
	uint64_t found;   /* records in what it wrote, else lines of its output that do not begin with '#' */
};

/* Runs the command on what is open as the descriptor `in`; variant: which of its sets of options. It prints nothing. */
struct fuzz_outcome fuzz_command_run(enum fuzz_command command, unsigned variant, int in);

/* The command on what is open there, for targets: its outcome has to be right, and what it found is added up. */
void fuzz_command_quiet(enum fuzz_command command, unsigned variant, int in);

/* The same on a file with the bytes. */
void fuzz_command(enum fuzz_command command, unsigned variant, const uint8_t *data, size_t size);

#endif
