/*
 * file_limit: how many descriptors this process may have open: one for each event, thread and CPU.
 */
#ifndef PREC_RECORD_OPEN_FILE_LIMIT_H
#define PREC_RECORD_OPEN_FILE_LIMIT_H

#include <stdbool.h>
#include <stddef.h>

/* Raises the soft limit to the hard one, or else doubles both where this process may. False where nothing changed. */
bool file_limit_raise(void);

/* With n descriptors of events open: raises the limit where it leaves too few for the rest of a recording. */
void file_limit_keep_spare(size_t n);

#endif
