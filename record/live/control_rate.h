/*
 * control_rate: another period or frequency while a recording runs.
 *
 * Events are opened once more as they are to be, and then the old ones are closed: PERF_EVENT_IOC_PERIOD would leave
 * those that were inherited as they are, and the period in samples of clocks. Where one cannot be opened, all keep
 * their rate.
 *
 * What is forked about then may have inherited the new events or not: the kernel does not say. So they are opened for
 * all for whom that is not certain (record/session/fork_race.h), and what has them twice shows by its samples
 * (record/drain/duplicate_filter.h).
 *
 * Threads: that of the session.
 */
#ifndef PREC_RECORD_LIVE_CONTROL_RATE_H
#define PREC_RECORD_LIVE_CONTROL_RATE_H

#include "record/session/session.h"

/*
 * name: of the event, NULL: all that can have it. 0 or a negative errno; *ret_fatal is set where the recording cannot
 * go on, and not where only this was wrong.
 */
int control_actions_set_rate(struct session *s, const char *name, uint64_t rate, bool freq, bool *ret_fatal,
			     struct error *err);

/*
 * After every round, held: gives the events to what was forked while the rate changed, and takes them from threads that
 * turn out to have them twice. 0 or a negative errno, when the recording cannot go on.
 */
int control_rate_finish(struct session *s, struct error *err);

#endif
