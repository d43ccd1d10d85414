/*
 * session_config: what a session writes beside what the sampler gives it, and how.
 */
#ifndef PREC_RECORD_DRAIN_SESSION_CONFIG_H
#define PREC_RECORD_DRAIN_SESSION_CONFIG_H

#include "record/drain/sample_times.h"
#include "record/drain/thread_masks.h"

#include <stdbool.h>
#include <stdint.h>

/* When a file ends and the next one begins: never, where all is zero. */
struct rotation_config {
	bool on_signal;       /* SIGUSR2 */
	uint64_t bytes;       /* of the file; 0: whatever it has */
	uint64_t interval_ns; /* 0: however old it is */
	uint32_t max_files;   /* that have ended; older ones are removed; 0: none is */
};

/* What is left out of the records of what runs when a file begins. The kernel is always there. */
struct prior_left_out {
	bool tasks; /* with their mappings */
	bool maps;
	bool cgroups;
};

/* Of hardware traces whose areas are overwritten. */
struct snapshot_config {
	bool are_wanted; /* at SIGUSR2, and when a control channel asks for one */
	bool at_end;     /* and when the recording ends */
	uint64_t bytes;  /* of each area, its last ones; 0: all */
};

struct session_config {
	int level;           /* of zstd, 0: none */
	bool keep_files;     /* remember which files are needed for names; with build_ids */
	bool build_ids;      /* of every file that is mapped */
	bool stamped;        /* the file's name gets the time of its end */
	bool switches;       /* records of switches between threads go into the file */
	uint64_t off_cpu_ns; /* from this time on a thread was blocked each is a sample of its own */
	uint64_t max_bytes;  /* of the file: then the recording ends; 0: there is no limit */
	struct prior_left_out left_out;
	struct sample_times times;
	struct rotation_config rotation;
	struct snapshot_config snapshots;
	const struct thread_masks *threads; /* that drain rings; NULL: the session's own does */
	enum thread_affinity affinity;      /* of the session's own */
};

#endif
