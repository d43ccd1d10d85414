/*
 * jit_file: finds and opens the files in which a process describes its JIT code, /tmp/perf-PID.map and jit-PID.dump, if
 * their owner is trusted.
 */
#ifndef PREC_REPORT_SYMBOLS_JIT_FILE_H
#define PREC_REPORT_SYMBOLS_JIT_FILE_H

#include "common/filemap.h"
#include "formats/jit/jitdump.h"
#include "report/symbols/symbols_config.h"

#include <stdint.h>

/*
 * Opens the map of a process, or its dump. The map is at path, below --symfs if set, unless the process runs in a
 * container. The dump is at the recorded path, below --symfs, or at /tmp/jit-PID.dump, the copy that recording made of
 * a container's.
 *
 * The file must belong to this user or to root, since anyone may write to /tmp, or to the user of the process while it
 * runs (report/symbols/process_files.h); or it is the copy that recording kept (formats/cache/jit_cache.h); or
 * config->force must be set. Returns a descriptor, and the file's size in bytes. -ENOENT: there is none; -EACCES,
 * -EPERM: it is another user's; others of open(2). The message has the path.
 */
int jit_file_open_map(const struct symbols_config *config, uint32_t pid, const char *path, uint64_t *ret_size,
		      struct error *err);
int jit_file_open_dump(const struct symbols_config *config, uint32_t pid, const char *path, uint64_t *ret_size,
		       struct error *err);

/*
 * struct jit_dump: the jit-PID.dump of a recorded process (formats/jit/jitdump.h), opened and mapped.
 *
 * A piece of code is identified by the offset of its bytes in the dump, like code of any other file. The timeline
 * translates an address at a time to that offset (report/profile/jit_codes.h).
 */

struct jit_dump {
	struct jitdump reader;
	struct filemap *map;
};

/*
 * Opens and maps the dump that a process had at the recorded path. 0; -ENOENT, -EACCES, -EPERM as jit_file_open_dump;
 * others: damaged. The message has the path.
 */
int jit_dump_open(struct jit_dump *d, const struct symbols_config *config, uint32_t pid, const char *path,
		  struct error *err);
void jit_dump_close(struct jit_dump *d);

#endif
