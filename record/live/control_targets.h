/*
 * control_targets: processes that come to a recording under way, and leave it.
 *
 *	attach:  events opened - sideband on - what is mapped is read from /proc - samples on
 *	detach:  events off - what they lost is read - closed - rings drained
 *
 * The ids of events that are opened later are not in the file, so their records get the id of an event that is
 * (record/sampler/id_remap.h).
 *
 * A process that is recorded because one that is recorded has started it is not attached: it has the events already.
 *
 * Both: 0 or a negative errno. *ret_fatal is set where the recording cannot go on, and not where only this was wrong.
 *
 * Threads: that of the session.
 */
#ifndef PREC_RECORD_LIVE_CONTROL_TARGETS_H
#define PREC_RECORD_LIVE_CONTROL_TARGETS_H

#include "common/error.h"

#include <sys/types.h>

#include "record/session/session.h"

int control_actions_attach(struct session *s, pid_t pid, bool *ret_fatal, struct error *err);

/*
 * Closes events of a process, thread or of whole CPUs (-1), and drains all rings: nothing of them comes any more. Those
 * of number `only` of the set (LIVE_EVERY_EVENT: all) that were opened before `opened` by the kernel's ids.
 */
#define LIVE_EVERY_EVENT UINT32_MAX
int control_actions_close(struct session *s, pid_t owner, uint32_t only, uint64_t opened, bool *ret_fatal,
			  struct error *err);

/* Closes open event number `number`, which counts what it has lost. control_actions_drain_closed has to follow. */
void live_close_event(struct session *s, uint32_t number);

/* Drains all rings, and forgets events that were closed. 0 or a negative errno. */
int control_actions_drain_closed(struct session *s, struct error *err);

int control_actions_detach(struct session *s, pid_t pid, bool *ret_fatal, struct error *err);

#endif
