/*
 * inheritance: which events of a set the kernel can give to threads and processes that start later.
 *
 * It makes an event anew for a thread, within the clone(2) of the one that starts it: where that thread may not have
 * the event, clone fails, and the recorded program with it. So such an event is made another way or not inherited:
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
 * Before the first event of the set is opened. Probes with arguments become tracepoints, too. may_do_without: an event
 * that cannot be inherited is opened without that, with its group, and set_event.alone says why; else it is
 * -EOPNOTSUPP. 0 or a negative errno.
 */
int inheritance_prepare(struct event_set *set, bool may_do_without, struct error *err);

#endif
