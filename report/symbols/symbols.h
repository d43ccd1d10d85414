/*
 * symbols: from an address in a file, the kernel or a module to the name of its function.
 *
 * The one place the rest of report/ asks for names. Nothing is opened before the first lookup in a DSO; everything is
 * kept until symbols_free. Which names are chosen is Linux perf's choice (see symtab.h), so that rows agree with its.
 *
 * Where a recording carries symbols itself (report/symbols/embedded_symbols.h), those of a file are used if the file of
 * the recorded build-id is not here or has none; if no build-id was recorded, and of the kernel, before what this
 * machine has under the same name.
 *
 * A file whose build-id is not the recorded one is never used; dso_symbols_status says so and why.
 *
 * Thread: every function but symbols_new and symbols_free may be called from any number of threads at the same time,
 * for the same struct dso_symbols, too: whoever asks first loads it, the others wait.
 */
#ifndef PREC_REPORT_SYMBOLS_SYMBOLS_H
#define PREC_REPORT_SYMBOLS_SYMBOLS_H

#include "report/symbols/dso_symbols.h"
#include "report/symbols/kallsyms_cache.h"
#include "report/symbols/symbols_config.h"

#include <limits.h>
#include <sys/types.h>

struct symbols;

/* NULL with *err filled without memory. The config's strings are copied. */
struct symbols *symbols_new(const struct symbols_config *config, struct error *err);
void symbols_free(struct symbols *s);

/* Whether debuginfod may be asked for files. s NULL: nothing has a name, so no. */
bool symbols_fetches(const struct symbols *s);

/* The errno by which files could not be opened for lack of descriptors or memory; 0: all could. */
int symbols_shortage(const struct symbols *s);

/* Whether the recording carries symbols of any file. */
bool symbols_has_embedded(const struct symbols *s);

/* How many workers read debug information; 0: nobody does. */
unsigned symbols_source_workers(const struct symbols *s);

/*
 * The folders in which looking up names may write: what it keeps of the running kernel's. They are made if they are not
 * there; the caller closes them. False when nothing will be written.
 */
bool symbols_written(const struct symbols_config *config, struct kallsyms_folders *ret);

/*
 * The symbols of a user DSO, [vdso] and [vdso32] included, known by path and build-id (NULL or size 0: not known). The
 * same pair gives the same answer. Opens nothing yet. NULL only without memory.
 */
struct dso_symbols *symbols_user(struct symbols *s, const char *path, const struct build_id *build_id);

/* The kernel's symbols. NULL only without memory. */
struct dso_symbols *symbols_kernel(struct symbols *s, const struct kernel_identity *kernel);

/* The symbols of a module of that kernel. NULL only without memory. */
struct dso_symbols *symbols_module(struct symbols *s, const struct kernel_identity *kernel,
				   const struct module_identity *module);

/*
 * The JIT symbols a process left in /tmp/perf-PID.map, for its executable anonymous memory. NULL only without memory.
 * Used only if the file belongs to this user or to root.
 */
struct dso_symbols *symbols_perf_map(struct symbols *s, pid_t pid);

/*
 * The symbols of code by where its bytes lie in the jit-PID.dump of a process that was recorded under that path. Used
 * only if the file belongs to this user or to root. NULL only without memory.
 */
struct dso_symbols *symbols_jit_dump(struct symbols *s, pid_t pid, const char *path);

#endif
