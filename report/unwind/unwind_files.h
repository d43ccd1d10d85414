/*
 * unwind_files: finds the files of a recording that are mapped at an address, and their call frame information.
 *
 * A file is searched (report/symbols/dso_file.h) and opened at the first lookup in it, once, whatever names it has in
 * the recording. A file with another build-id than the recorded one is not used.
 *
 * Thread: any number may call all functions but _new and _free. A loaded file is found by an atomic pointer, without a
 * lock; the first lookup loads it under a lock.
 */
#ifndef PREC_REPORT_UNWIND_UNWIND_FILES_H
#define PREC_REPORT_UNWIND_UNWIND_FILES_H

#include "report/symbols/symbols_config.h"
#include "report/timeline/timeline.h"
#include "report/unwind/unwind.h"

struct unwind_files;

/* Makes an empty set. Borrows the timeline, which must not change, and its strings. NULL without memory. */
struct unwind_files *unwind_files_new(const struct timeline *timeline, const struct symbols_config *config);
void unwind_files_free(struct unwind_files *f);

/*
 * Returns how callers are found in code without call frame information: bits of enum unwind_way, by the
 * list in PREC_UNWIND_BY of the environment; without it by code and call.
 */
unsigned unwind_files_ways(const struct unwind_files *f);

/* The mappings of a process at one time: the context of a struct unwind_space. */
struct unwind_mappings {
	struct unwind_files *files;
	const struct mapping_epoch *epoch;
};

/* Fills *mappings with those of a process at a time. Returns a space, valid as long as *mappings. */
struct unwind_space unwind_mappings_space(struct unwind_mappings *mappings, struct unwind_files *files, uint32_t pid,
					  uint64_t time);

/* Returns the number of the dso at an address, or DSO_NONE. */
uint32_t unwind_mappings_dso(const struct unwind_mappings *mappings, uint64_t address);

#endif
