/*
 * symbols: translates an address in a file, the kernel or a module to the name of its function.
 *
 * The rest of report/ asks only this module for names. Files are opened at the first lookup in a DSO, and kept until
 * symbols_free. Names are chosen as Linux perf chooses them (see symtab.h), so that rows agree.
 *
 * If a recording has symbols itself (report/symbols/embedded_symbols.h), those of a file are used if the file with the
 * recorded build-id is missing or has no symbols. For the kernel, and for files without a recorded build-id, they come
 * before files of this machine.
 *
 * A file whose build-id is not the recorded one is never used; dso_symbols_status says so and why. Nor is one without
 * a build-id that is not the one that was mapped (report/symbols/file_match.h).
 *
 * Thread: any number of threads may call all functions but symbols_new and symbols_free, also for the same struct
 * dso_symbols: the first one loads it, the others wait.
 */
#ifndef PREC_REPORT_SYMBOLS_SYMBOLS_H
#define PREC_REPORT_SYMBOLS_SYMBOLS_H

#include "formats/record/record.h"
#include "report/symbols/dso_symbols.h"
#include "report/symbols/kallsyms_cache.h"
#include "report/symbols/symbols_config.h"

#include <limits.h>
#include <sys/types.h>

struct symbols;

/* Makes the symbols of a recording. Copies the config's strings. NULL with *err without memory. */
struct symbols *symbols_new(const struct symbols_config *config, struct error *err);
void symbols_free(struct symbols *s);

/*
 * Has symbols go on for another recording, which ended at that time: ns since 1970. False: there is code whose names
 * may be others by now, of a perf map or a jitdump; then they stay as they are. No other thread uses them.
 */
bool symbols_go_on(struct symbols *s, uint64_t until);

/* Says whether debuginfod may be asked for files. s may be NULL: then false. */
bool symbols_fetches(const struct symbols *s);

/* Returns the errno of an open that failed for lack of descriptors or memory; 0: none did. */
int symbols_shortage(const struct symbols *s);

/* Says whether the recording itself has symbols of any file. */
bool symbols_has_embedded(const struct symbols *s);

/* Returns the number of workers that read debug information; 0: none. */
unsigned symbols_source_workers(const struct symbols *s);

/*
 * Opens the directories that lookups may write to: those of kallsyms_cache.h. Makes them if they do not exist. The
 * caller closes them. False: nothing will be written.
 */
bool symbols_written(const struct symbols_config *config, struct kallsyms_folders *ret);

/*
 * Returns the symbols of a user DSO, [vdso] and [vdso32] included, by path and build-id (NULL or size 0: unknown). The
 * same pair gives the same result. Opens nothing yet. NULL only without memory.
 */
struct dso_symbols *symbols_user(struct symbols *s, const char *path, const struct build_id *build_id);

/* Does so for a file of which the kernel said which one it is, if it has no build-id. file: NULL: not known. */
struct dso_symbols *symbols_mapped(struct symbols *s, const char *path, const struct build_id *build_id,
				   const struct mapped_file *file);

/* Returns the kernel's symbols. NULL only without memory. */
struct dso_symbols *symbols_kernel(struct symbols *s, const struct kernel_identity *kernel);

/* Returns the symbols of a module of that kernel. NULL only without memory. */
struct dso_symbols *symbols_module(struct symbols *s, const struct kernel_identity *kernel,
				   const struct module_identity *module);

/*
 * Returns the symbols that a process left in /tmp/perf-PID.map, for its executable anonymous memory. They are used only
 * if the file belongs to this user, to root or to the process's user. NULL only without memory.
 */
struct dso_symbols *symbols_perf_map(struct symbols *s, pid_t pid);

/*
 * Returns the symbols of the jit-PID.dump that a process had at the recorded path, by offset in the dump. They are used
 * only if the file belongs to this user, to root or to the process's user. NULL only without memory.
 */
struct dso_symbols *symbols_jit_dump(struct symbols *s, pid_t pid, const char *path);

#endif
