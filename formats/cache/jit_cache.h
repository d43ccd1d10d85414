/*
 * jit_cache: keeps copies of perf maps and jitdumps that belong to other users, in a folder of the build-id cache.
 *
 *	DIR/.prec-jit/perf-PID-TIME.map     a process's map
 *	DIR/.prec-jit/jit-PID-TIME.dump     its dump
 *
 * TIME is when the recorder met the process, in ns since 1970. A reader takes the copy with the last time before the
 * end of its recording: an earlier process with the same pid has an earlier time, a later one a later time.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_FORMATS_CACHE_JIT_CACHE_H
#define PREC_FORMATS_CACHE_JIT_CACHE_H

#include "formats/cache/cache_file.h"

#include <stdbool.h>
#include <stddef.h>

#define JIT_CACHE_FOLDER    ".prec-jit"
#define JIT_CACHE_FILES_MAX 256
#define JIT_CACHE_MAX_BYTES (1ull << 30)

/*
 * Copies the file that is open as fd into the cache `dir`. time: as above. 0 or a negative errno; -EFBIG: there is not
 * enough room.
 */
int jit_cache_put(int dir, bool is_dump, uint32_t pid, uint64_t time, int fd, struct cache_room *room);

/* Removes the oldest copies that are more than the limits allow. */
void jit_cache_limit(int dir);

/*
 * Writes the path of the copy for a process. until: the end of the recording in ns since 1970; 0: the last copy. False:
 * there is none.
 */
bool jit_cache_find(char *path, size_t size, const char *cache, bool is_dump, uint32_t pid, uint64_t until);

#endif
