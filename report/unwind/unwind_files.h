/*
 * unwind_files: the files of a recording as unwinding needs them: which are mapped where, and their call frame
 * information.
 *
 * A file is looked for (report/symbols/dso_file.h) and opened when the first address in it is asked for, once, by
 * whatever names the recording knows it. Of one whose build-id is not the recorded one nothing is used.
 *
 * Thread: all functions but _new and _free may be called by any number of threads. A file that is there is found
 * without a lock, by an atomic pointer; the first one to ask for it loads it under one.
 */
#ifndef PREC_REPORT_UNWIND_UNWIND_FILES_H
#define PREC_REPORT_UNWIND_UNWIND_FILES_H

#include "report/symbols/symbols_config.h"
#include "report/timeline/timeline.h"
#include "report/unwind/unwind.h"

struct unwind_files;

/* Borrows the timeline, to which nothing is added any more, and the strings of its dsos. NULL without memory. */
struct unwind_files *unwind_files_new(const struct timeline *timeline, const struct symbols_config *config);
void unwind_files_free(struct unwind_files *f);

/* What a process has mapped at one time, for the `find` of a struct unwind_space. */
struct unwind_mappings {
	struct unwind_files *files;
	const struct address_space_version *version;
};

/* The mappings of a process at a time. They last as long as *mappings. */
struct unwind_space unwind_mappings_space(struct unwind_mappings *mappings, struct unwind_files *files, uint32_t pid,
					  uint64_t time);

/* The number of the dso at an address, or DSO_NONE. */
uint32_t unwind_mappings_dso(const struct unwind_mappings *mappings, uint64_t address);

#endif
