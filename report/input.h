/*
 * input: opening what the user named to read.
 */
#ifndef PREC_REPORT_INPUT_H
#define PREC_REPORT_INPUT_H

#include "formats/perf_file.h"

/* What an input may ask for, as options of every command that reads one have it. */
struct input_limits {
	uint64_t expansion; /* perf_file.max_expansion */
};

/* The options' keys, beyond those of the commands themselves, and their rows for the commands' tables. */
enum input_option {
	OPTION_MAX_EXPANSION = 1024,
};

#define INPUT_OPTION_DEFS                                                                \
	{                                                                                \
		OPTION_MAX_EXPANSION, "max-expansion", "N",                              \
			"read so many samples for each byte of compressed data, or as\n" \
			"much of other records (default: 512)",                          \
			0                                                                \
	}

/* Takes one of these options. 0; -EINVAL with *err filled, also for a key that is none of them. */
int input_option(struct input_limits *l, int key, const char *value, struct error *err);

/*
 * Opens a perf.data file or directory by path, or standard input for "-". What cannot be read twice (a pipe) is copied
 * into an unnamed temporary file first. Files of a directory that are no part of the recording are told. 0 or a
 * negative errno with *err naming the file.
 */
int input_open(struct perf_file **ret_file, const char *path, const struct input_limits *limits, struct error *err);

/*
 * The symbols of the recorded kernel that a directory holds (perf record --kcore): false when there are none, else
 * their path in `path`.
 */
bool input_kallsyms(const char *input, char *path, size_t size);

/* The directory in which input_open will make that temporary file; NULL: it needs none. */
const char *input_spool_directory(const char *path);

#endif
