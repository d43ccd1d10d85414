/*
 * control_targets: attaches processes to a running recording, and detaches them.
 *
 *	attach:  events opened - sideband on - what is mapped is read from /proc - samples on
 *	detach:  events off - what they lost is read - closed - rings drained
 *
 * Ids of events that are opened later are not in the file, so their records get the id of an event that is
 * (record/sampler/id_remap.h). A process that is recorded because a recorded process started it has the events already,
 * and is not attached.
 *
 * Both return 0 or a negative errno. *ret_fatal: the recording cannot go on, not only this command failed.
 *
 * Threads: that of the session.
 */
#ifndef PREC_RECORD_LIVE_CONTROL_TARGETS_H
#define PREC_RECORD_LIVE_CONTROL_TARGETS_H

#include "common/error.h"
#include "record/session/session.h"

#include <sys/types.h>

int control_actions_attach(struct session *s, pid_t pid, bool *ret_fatal, struct error *err);

/*
 * Closes the events of a process, thread or of whole CPUs (-1), and drains all rings, so that nothing of them follows.
 * only: the number of an event of the set, EVERY_EVENT: all. opened: only events with lower kernel ids are closed.
 */
#define EVERY_EVENT UINT32_MAX
int control_actions_close(struct session *s, pid_t owner, uint32_t only, uint64_t opened, bool *ret_fatal,
			  struct error *err);

/* Closes open event `number`, and counts what it lost. The caller then calls control_actions_drain_closed. */
void control_actions_close_event(struct session *s, uint32_t number);

/* Drains all rings, and forgets events that were closed. 0 or a negative errno. */
int control_actions_drain_closed(struct session *s, struct error *err);

int control_actions_detach(struct session *s, pid_t pid, bool *ret_fatal, struct error *err);

#endif
