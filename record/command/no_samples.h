/*
 * no_samples: why a recording has none, said when it ends.
 */
#ifndef PREC_RECORD_COMMAND_NO_SAMPLES_H
#define PREC_RECORD_COMMAND_NO_SAMPLES_H

#include "record/session/session.h"

#define NO_SAMPLES_MAX 512 /* bytes of the words */

/* How long the threads of a target have run, by /proc. */
struct run_time {
	uint64_t ns;
	size_t threads; /* that were there */
};

/* Of no target but processes and threads is anything known. */
struct run_time run_time_read(const struct target *target);

/* The words; before: at the start. with_off_cpu: times off the CPU were recorded. False: there is nothing to say. */
bool no_samples_explain(const struct session *s, const struct run_time *before, bool with_off_cpu, char *text,
			size_t room);

#endif
