/*
 * rewrite: writes what an open recording holds into another file, or a pipe.
 *
 *	+--------+-----+-------+-------------------------------------------+-------+----------+
 *	| header | ids | attrs | every whole record that decodes, or those | table | contents |
 *	|        |     |       | chosen; compressed or not                 |       |          |
 *	+--------+-----+-------+-------------------------------------------+-------+----------+
 *
 * The output has the byte order of the input and its records in the same order, byte for byte. What only says how the
 * input was laid out (compression, block index, the events and features of a pipe, the files of a directory) is written
 * anew or left out; formats/file/perf_writer.h says how. Memory does not follow the size of the input.
 */
#ifndef PREC_REPORT_REWRITE_REWRITE_H
#define PREC_REPORT_REWRITE_REWRITE_H

#include "formats/file/perf_file.h"
#include "report/rewrite/rewrite_options.h"

/*
 * Writes to fd: an empty file that can be read, or with to_pipe anything. 0 or a negative errno of reading or
 * writing.
 */
int rewrite_file(const struct perf_file *f, int fd, const struct rewrite_options *options, rewrite_loss loss,
		 void *context, struct rewrite_outcome *ret_outcome, struct error *err);

#endif
