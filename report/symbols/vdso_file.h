/*
 * vdso_file: the symbols of the vdso, which has no file. All processes of a kernel and word size have the same image,
 * so this process's own is used, if it has the recorded build-id.
 */
#ifndef PREC_REPORT_SYMBOLS_VDSO_FILE_H
#define PREC_REPORT_SYMBOLS_VDSO_FILE_H

#include "report/symbols/dso_file.h"

/*
 * Finds the image of the vdso: in the build-id cache, or this process's own if it has that build-id. Debuginfod is
 * asked for what is still missing. name: "[vdso]", or "[vdso32]" for 32-bit processes of a 64-bit machine.
 */
void dso_files_find_vdso(struct dso_files *ret_files, const struct dso_dirs *dirs, const char *name,
			 const struct build_id *build_id);

/* Asks debuginfod for what dso_files_find_vdso would wait for, without waiting. False: nothing is asked for. */
bool dso_files_want_vdso(const struct dso_dirs *dirs, const char *name, const struct build_id *build_id);

#endif
