/*
 * prior_state: what ran before the recording goes into the sideband stream: the kernel, the processes of the target and
 * their mappings (record/synth/).
 */
#ifndef PREC_RECORD_SESSION_PRIOR_STATE_H
#define PREC_RECORD_SESSION_PRIOR_STATE_H

#include "record/session/drain.h"

/*
 * Writes it, with a mark after it that tells readers that it is complete. What the kernel writes meanwhile is drained
 * before a ring is full. What was found is in the drain's notices. 0 or a negative errno.
 */
int prior_state_write(struct drain *d, const struct session_config *config, struct error *err);

#endif
