/*
 * line_eviction: the directory of the line cache, and the room that its entries take. Part of the keeper.
 */
#ifndef PREC_REPORT_LINECACHE_LINE_EVICTION_H
#define PREC_REPORT_LINECACHE_LINE_EVICTION_H

#include <stdint.h>

/*
 * Opens the directory, which is made if it is not there, for this user alone, below a directory of this user's. It has
 * to be a place that this user alone may write to. A descriptor or a negative errno; -EPERM: it is another's.
 */
int line_eviction_open(const char *path);

/*
 * Removes the entries that were used the longest time ago until the rest takes at most limit bytes, and what writers
 * left behind an hour ago and before. Files of other names stay. 0 or a negative errno.
 */
int line_eviction_limit(int directory, uint64_t limit);

#endif
