/*
 * control_rate: changes the period or frequency of events while a recording runs.
 *
 * It opens the events again with the new rate, and then closes the old ones. PERF_EVENT_IOC_PERIOD would change neither
 * inherited events nor the period in samples of clocks. If one event cannot be opened, all keep their rate.
 *
 * The kernel does not tell whether a task that is forked meanwhile inherits the new events. So they are opened for
 * every task for which that is not certain (record/session/fork_race.h); tasks that have them twice are found by their
 * samples (record/drain/duplicate_filter.h).
 *
 * Threads: that of the session.
 */
#ifndef PREC_RECORD_LIVE_CONTROL_RATE_H
#define PREC_RECORD_LIVE_CONTROL_RATE_H

#include "record/session/session.h"

/*
 * Sets the rate of the event `name`; NULL: of all events that can have it. 0 or a negative errno; *ret_fatal: the
 * recording cannot go on, not only this command failed.
 */
int control_actions_set_rate(struct session *s, const char *name, uint64_t rate, bool freq, bool *ret_fatal,
			     struct error *err);

/*
 * Call after every round, drain threads paused. Opens the events for tasks forked during the change, and closes those
 * of threads that have them twice. 0 or a negative errno: the recording cannot go on.
 */
int control_rate_finish(struct session *s, struct error *err);

#endif
