/*
 * dso_fetch: what debuginfod has of a DSO, for the files that are not here (report/fetch/fetch.h).
 *
 * The executed file gives what it has, its debug file what is missing then. Each is checked as any other file is: it is
 * opened in the sandbox and has the build-id that was asked for, or it is refused.
 */
#ifndef PREC_REPORT_SYMBOLS_DSO_FETCH_H
#define PREC_REPORT_SYMBOLS_DSO_FETCH_H

#include "report/symbols/dso_files.h"

/*
 * Asks for what the files do not have and dirs->fetched wants, and does not wait. build_id: as recorded; of size 0 that
 * of the executed file is taken. False: nothing is asked for.
 */
bool dso_fetch_want_missing(const struct dso_files *files, const struct dso_dirs *dirs,
			    const struct build_id *build_id);

/* Adds what is missing of the files, as far as there is such. Waits for it. */
void dso_fetch_add(struct dso_files *files, const struct dso_dirs *dirs, const struct build_id *id);

#endif
