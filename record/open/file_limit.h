/*
 * file_limit: raises the limit of open descriptors; a recording needs one for each event, thread and CPU.
 */
#ifndef PREC_RECORD_OPEN_FILE_LIMIT_H
#define PREC_RECORD_OPEN_FILE_LIMIT_H

#include <stdbool.h>
#include <stddef.h>

/* Raises the soft limit to the hard one, or doubles both if this process may. False: nothing changed. */
bool file_limit_raise(void);

/* Raises the limit if n open descriptors of events leave too few for the rest of a recording. */
void file_limit_keep_spare(size_t n);

#endif
