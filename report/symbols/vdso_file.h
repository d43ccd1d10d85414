/*
 * vdso_file: the symbols of the vdso. It has no file: its image is the same in every process of a kernel and word size,
 * so that this process's own serves, if its build-id is the recorded one.
 */
#ifndef PREC_REPORT_SYMBOLS_VDSO_FILE_H
#define PREC_REPORT_SYMBOLS_VDSO_FILE_H

#include "report/symbols/dso_file.h"

/*
 * name: "[vdso]", or "[vdso32]" for that of 32-bit processes of a 64-bit machine. The image of the build-id cache; or
 * the vdso of this process, if it is the one with that build-id. What is still missing then, debuginfod may have.
 */
void dso_files_find_vdso(struct dso_files *ret_files, const struct dso_dirs *dirs, const char *name,
			 const struct build_id *build_id);

/*
 * Asks debuginfod for what dso_files_find_vdso of the same would ask it for, and does not wait. False: nothing is asked
 * for.
 */
bool dso_files_want_vdso(const struct dso_dirs *dirs, const char *name, const struct build_id *build_id);

#endif
