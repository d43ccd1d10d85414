/*
 * output_next: the file that a recording goes on in.
 *
 * Threads: one.
 */
#ifndef PREC_RECORD_OUTPUT_OUTPUT_NEXT_H
#define PREC_RECORD_OUTPUT_OUTPUT_NEXT_H

#include "record/output/output.h"

/*
 * As output_open_new. A file of this user that has the name gets one with the time of its end
 * (record/output/output_stamp.h), as an earlier recording may have left it; an empty one is removed. A link, a pipe or
 * a file of another user is left alone, and is -EEXIST.
 */
int output_next_open(struct output *out, const char *path, struct diagnostics *diagnostics, struct error *err);

#endif
