/*
 * prior_state: what ran before the recording goes into the sideband stream: the kernel, the processes of the target and
 * their mappings (record/synth/).
 */
#ifndef PREC_RECORD_SESSION_PRIOR_STATE_H
#define PREC_RECORD_SESSION_PRIOR_STATE_H

#include "record/drain/drain.h"

/*
 * Writes it, and after it the mark (FINISHED_INIT) that it is complete. Drains the sideband rings meanwhile, before
 * they are full. The drain's diagnostics get what was found. next: gets it in place of the stream, while a recording is
 * under way: all rings are drained meanwhile; NULL: the recording begins. 0 or a negative errno.
 */
int prior_state_write(struct drain *d, const struct session_config *config, struct next_file *next, struct error *err);

/*
 * Writes one process and its mappings into a recording under way. Its records have the time of the last one that was
 * drained: what this process recorded before comes before them, and what it records from now on after. 0 or a negative
 * errno.
 */
int prior_state_write_process(struct drain *d, const struct session_config *config, pid_t pid, struct error *err);

#endif
