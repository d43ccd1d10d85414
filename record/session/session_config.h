/*
 * session_config: what a session writes beside what the sampler gives it, and how.
 */
#ifndef PREC_RECORD_SESSION_SESSION_CONFIG_H
#define PREC_RECORD_SESSION_SESSION_CONFIG_H

#include <stdbool.h>
#include <stdint.h>

struct session_config {
	int level;         /* of zstd, 0: none */
	bool keep_files;   /* remember which files are needed for names; with build_ids */
	bool build_ids;    /* of every file that is mapped */
	uint64_t delay_ns; /* from the start to the first sample, 0: none */
};

#endif
