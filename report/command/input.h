/*
 * input: opening what the user named to read.
 */
#ifndef PREC_REPORT_COMMAND_INPUT_H
#define PREC_REPORT_COMMAND_INPUT_H

#include "common/option.h"
#include "formats/file/perf_file.h"

#include <limits.h>

/* How much of what comes from a pipe is kept, on a disk and, where there is no place, in memory. */
#define INPUT_SPOOL_MAX        (16ull << 30)
#define INPUT_SPOOL_MEMORY_MAX (1ull << 30)

/* What every command that reads an input has options for. */
struct input_options {
	uint64_t max_expansion; /* perf_file.max_expansion */
	uint64_t max_spool;     /* bytes, in place of both of the above; 0: these */
	bool piped;             /* no input was named, and a pipe is there: see input_default */
};

/* The options, of struct input_options. */
extern const struct option_group input_group;

/*
 * What is read where the user named nothing: standard input ("-") if it is a pipe, as in Linux perf, else "perf.data".
 * Of one that holds no recording input_open then says how a file is named.
 */
const char *input_default(struct input_options *o);

/*
 * Names the output of a command after its input: *output is set to name, the input's with an ending. what: of what
 * there is no name for, as messages have it. 0, also if *output is set; -EINVAL: the input is standard input.
 */
int input_name_output(const char *input, const char *ending, const char *what, char name[static PATH_MAX],
		      const char **output, struct error *err);

/*
 * For a command that opens its output first: 0 if input_open may find the input, else a negative errno with *err naming
 * the file, as it would. Opens nothing.
 */
int input_check(const char *path, struct error *err);

/*
 * Opens a perf.data file or directory by path, or standard input for "-". What cannot be read twice (a pipe) is copied
 * into an unnamed temporary file first, if it begins like a perf.data file and as far as max_spool allows: what it has
 * beyond that is left out, which is logged. So is the recording of an archive, which is restored there; what it lost is
 * logged. A terminal is refused. Files of a directory that are no part of the
 * recording are reported. 0 or a negative errno with *err naming the file.
 */
int input_open(struct perf_file **ret_file, const char *path, const struct input_options *oimits, struct error *err);

/*
 * The symbols of the recorded kernel that a directory holds (perf record --kcore): false when there are none, else
 * their path in `path`.
 */
bool input_kallsyms(const char *input, char *path, size_t size);

/* The same of its memory, kcore. */
bool input_kcore(const char *input, char *path, size_t size);

/*
 * Makes an empty file without a name: where TMPDIR says, else in /var/tmp, else in memory, which *ret_in_memory says
 * (NULL: nobody asks). Its descriptor, or a negative errno.
 */
int input_make_unnamed(bool *ret_in_memory, struct error *err);

/* The directory in which input_open will make that temporary file; NULL: it needs none. */
const char *input_spool_directory(const char *path);

#endif
