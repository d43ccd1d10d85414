/*
 * output_stamp: names that say when a file was finished, as those of Linux perf do:
 *
 *	perf.data.2026112215211779     local time, to the hundredth of a second
 *
 * A file is written under its own name, and renamed. No file that is there already is replaced.
 *
 * Threads: one.
 */
#ifndef PREC_RECORD_OUTPUT_OUTPUT_STAMP_H
#define PREC_RECORD_OUTPUT_OUTPUT_STAMP_H

#include "record/output/output.h"

#include <limits.h>
#include <sys/time.h>

/*
 * output_next: the file that a recording goes on in.
 *
 * Threads: one.
 */

/*
 * As output_open_new. A file of this user that has the name gets one with the time of its end
 * (record/output/output_stamp.h), as an earlier recording may have left it; an empty one is removed. A link, a pipe or
 * a file of another user is left alone, and is -EEXIST.
 */
int output_next_open(struct output *out, const char *path, struct diagnostics *diagnostics, struct error *err);

/* Whether a recording to this path can be renamed: not a pipe, nor a device. 0 or -EINVAL. */
int output_stamp_check(const char *path, struct error *err);

/*
 * Renames a file by a time, or by the first hundredth after it that is free; ret_name gets the new name. 0 or a
 * negative errno, with the file as it was.
 */
int output_stamp_file(const char *path, const struct timeval *time, char ret_name[PATH_MAX], struct error *err);

/*
 * Renames the file by the present time; out->path is then the new name. A file that others have renamed keeps the name
 * they gave it, which the diagnostics say. 0 or a negative errno, with the file as it was.
 */
int output_stamp(struct output *out, struct diagnostics *diagnostics, struct error *err);

#endif
