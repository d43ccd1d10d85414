/*
 * inheritance: makes sure that the kernel can give the events of a set to threads and processes that start later.
 *
 * The kernel makes an inherited event anew within the clone(2) that starts the thread. If that fails, clone fails, and
 * the recorded program with it. So such an event is opened in another way, or without inheritance:
 *
 *	uprobe, kprobe                  becomes a tracepoint (record/events/traced_probe.h)
 *	breakpoints on kernel addresses are not inherited
 *
 * Threads: as of the set.
 */
#ifndef PREC_RECORD_OPEN_INHERITANCE_H
#define PREC_RECORD_OPEN_INHERITANCE_H

#include "record/open/event_set.h"

/*
 * Call before the first event of the set is opened. Probes with arguments become tracepoints, too. may_do_without: an
 * event that cannot be inherited, and its group, is opened without inheritance, and set_event.alone says why; otherwise
 * it is an error, -EOPNOTSUPP. 0 or a negative errno.
 */
int inheritance_prepare(struct event_set *set, bool may_do_without, struct error *err);

#endif
