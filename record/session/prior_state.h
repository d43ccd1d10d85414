/*
 * prior_state: what ran before the recording goes into the sideband stream: the kernel, the processes of the target and
 * their mappings (record/synth/).
 */
#ifndef PREC_RECORD_SESSION_PRIOR_STATE_H
#define PREC_RECORD_SESSION_PRIOR_STATE_H

#include "record/session/drain.h"

/*
 * Writes it, and after it the mark (FINISHED_INIT) that it is complete. Drains the sideband rings meanwhile, before
 * they are full. The drain's notices get what was found. 0 or a negative errno.
 */
int prior_state_write(struct drain *d, const struct session_config *config, struct error *err);

#endif
