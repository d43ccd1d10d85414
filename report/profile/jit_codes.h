/*
 * jit_codes: reads the JIT code in the jit-PID.dump files of recorded processes, for the timeline of a recording
 * (report/scan/timeline_build.h): what was where, from when on.
 *
 * Dumps have times of CLOCK_MONOTONIC. A recording made with `-k mono` has the same. Other recordings have the kernel's
 * own clock, and the two are put beside each other where a process maps its dump, which is recorded, and begins it,
 * which the dump says. They do so within microseconds; V8, whose header has the time of day, writes its first record
 * some tens of milliseconds later. Or a dump has the values of the processor's counter, for which recordings of Linux
 * perf have a conversion to the kernel's own clock. If a process ran before the recording began nothing is known: all
 * its code then counts for all of the time, and where some took the place of other code the last one is shown, which is
 * worth a notice.
 *
 * A recording that carries names (report/symbols/bundled_names.h) has the pieces that were hit, with times of its own.
 */
#ifndef PREC_REPORT_PROFILE_JIT_CODES_H
#define PREC_REPORT_PROFILE_JIT_CODES_H

#include "common/diagnostics.h"
#include "formats/file/perf_file.h"
#include "report/scan/timeline_build.h"
#include "report/symbols/symbols_config.h"

/* Limits for one recording: dumps, and pieces of code in all of them. */
#define JIT_CODES_MAX_DUMPS 4096u
#define JIT_CODES_MAX       (4u << 20)

/* A dump that was read, and its process. */
struct jit_dump_read {
	uint32_t pid;
	uint32_t path; /* string id */
	uint64_t time; /* of its mapping */
};

struct jit_codes {
	struct code_source source;           /* its context is this */
	const struct perf_file *file;        /* borrowed */
	const struct symbols_config *config; /* borrowed */
	struct strtab *strings;              /* borrowed */
	struct jit_dump_read *dumps;
	uint32_t n_dumps, capacity;
	uint64_t n_codes;
	struct error foreign; /* the first dump that is another user's */
	uint32_t n_foreign;
	struct diagnostics diagnostics; /* about dumps that are damaged or imprecise */
};

/* Sets up *j, and borrows the arguments. The caller calls jit_codes_fini. */
void jit_codes_init(struct jit_codes *j, const struct perf_file *file, const struct symbols_config *config,
		    struct strtab *strings);
void jit_codes_fini(struct jit_codes *j);

/* Call after the timeline was built: adds messages about the dumps to the diagnostics. */
void jit_codes_conclude(struct jit_codes *j);

/*
 * Reads the pieces of a dump that was read once more, without map.dso; the caller frees ret_code->list. None: it cannot
 * be read any more. 0 or -ENOMEM.
 */
int jit_codes_again(struct jit_codes *j, uint32_t pid, const char *path, struct code_list *ret_code);

#endif
