/*
 * output_kcore: a recording that is a directory with the kernel's code, as Linux perf's record --kcore makes it:
 *
 *	FILE/data					the perf.data file
 *	FILE/kcore_dir/{kcore,kallsyms,modules}		record/buildid/kernel_code.h
 *
 * The directory gets its name when all of kcore_dir is there, and its data is locked. Until then it is called
 * FILE.XXXXXX (six letters or digits), which a recorder that is killed leaves behind.
 *
 * Threads: one.
 */
#ifndef PREC_RECORD_OUTPUT_OUTPUT_KCORE_H
#define PREC_RECORD_OUTPUT_OUTPUT_KCORE_H

#include "record/buildid/kernel_code.h"
#include "record/output/output.h"

/* Whether a directory may get the name: nothing, a file or an older recording has it. 0 or a negative errno. */
int output_kcore_check(const char *path, struct error *err);

/*
 * As output_open, for a directory. An older recording keeps its name where the code cannot be
 * copied. 0 or a negative errno.
 */
int output_kcore_open(struct output *out, const char *path, struct kernel_code *code, struct diagnostics *diagnostics,
		      struct error *err);

#endif
