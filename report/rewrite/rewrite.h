/*
 * rewrite: writes an open recording to another file or a pipe.
 *
 *	+--------+-----+-------+-------------------------------------------+-------+----------+
 *	| header | ids | attrs | every whole record that decodes, or those | table | contents |
 *	|        |     |       | chosen; compressed or not                 |       |          |
 *	+--------+-----+-------+-------------------------------------------+-------+----------+
 *
 * The output has the byte order of the input and its records in the same order, byte for byte. Data about the layout of
 * the input (compression, block index, events and features in a pipe, files of a directory) are made anew or left out,
 * see formats/file/perf_writer.h. Memory does not follow the size of the input.
 */
#ifndef PREC_REPORT_REWRITE_REWRITE_H
#define PREC_REPORT_REWRITE_REWRITE_H

#include "formats/file/perf_file.h"
#include "report/rewrite/rewrite_options.h"

/* Called for each loss. */
struct rewrite_reporter {
	rewrite_loss loss;
	void *context;
};

/*
 * Writes the recording to fd, an empty file that is also readable, or with to_pipe any descriptor. *ret_outcome: what
 * was written. 0, or a negative errno of reading or writing.
 */
int rewrite_file(const struct perf_file *f, int fd, const struct rewrite_options *options,
		 struct rewrite_reporter reporter, struct rewrite_outcome *ret_outcome, struct error *err);

#endif
