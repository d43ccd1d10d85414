/*
 * jit_copy: a file in which a process of a container says what code it made, copied to where readers look for it.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_KEEP_JIT_COPY_H
#define PREC_RECORD_KEEP_JIT_COPY_H

#include <stdint.h>

/*
 * Copies at most `max` bytes of what is open for reading, from its beginning, into FOLDER/NAME, in one step. A file of
 * that name that is this user's own is replaced. 0 or a negative errno: -EEXIST: it is another user's, or no file.
 */
int jit_copy(const char *folder, const char *name, int from, int64_t max);

#endif
