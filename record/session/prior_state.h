/*
 * prior_state: writes what ran before the recording to the sideband stream: the kernel, the target's processes and
 * their mappings (record/synth/).
 */
#ifndef PREC_RECORD_SESSION_PRIOR_STATE_H
#define PREC_RECORD_SESSION_PRIOR_STATE_H

#include "record/drain/drain.h"

/*
 * Writes it, and then FINISHED_INIT, which marks it as complete. Drains the sideband rings meanwhile, before they are
 * full. Adds messages to the drain's diagnostics. next: the recording is running; next gets the records instead of the
 * stream, and all rings are drained meanwhile. NULL: the recording begins. 0 or a negative errno.
 */
int prior_state_write(struct drain *d, const struct session_config *config, struct next_file *next, struct error *err);

/*
 * Writes one process and its mappings into a running recording. These records get the time of the last drained record:
 * earlier records of the process stay before them, later ones come after. 0 or a negative errno.
 */
int prior_state_write_process(struct drain *d, const struct session_config *config, pid_t pid, struct error *err);

#endif
