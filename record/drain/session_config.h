/*
 * session_config: what a session writes beside the sampler's records, and how.
 */
#ifndef PREC_RECORD_DRAIN_SESSION_CONFIG_H
#define PREC_RECORD_DRAIN_SESSION_CONFIG_H

#include "record/drain/sample_times.h"
#include "record/drain/thread_masks.h"

#include <stdbool.h>
#include <stdint.h>

/* When a file ends and the next one begins; all zero: never. */
struct rotation_config {
	bool on_signal;       /* SIGUSR2 */
	uint64_t bytes;       /* at this size of the file; 0: at none */
	uint64_t interval_ns; /* at this age; 0: at none */
	uint32_t max_files;   /* so many ended files are kept; 0: all */
};

/* What prior_state leaves out. The kernel's records are always written. */
struct prior_left_out {
	bool no_tasks; /* with their mappings */
	bool no_maps;
	bool no_cgroups;
};

/* Snapshots of hardware traces whose areas are overwritten. */
struct snapshot_config {
	bool are_wanted; /* at SIGUSR2, and when a control channel asks for one */
	bool at_end;     /* and when the recording ends */
	uint64_t bytes;  /* the last ones of each area; 0: all */
};

struct session_config {
	int level;            /* the zstd level; 0: no compression */
	bool keep_files;      /* remember which files are needed for names; with build_ids */
	bool wants_build_ids; /* write the build-id of every mapped file */
	bool is_stamped;      /* the file's name gets the time of its end */
	bool wants_switches;  /* records of switches between threads go into the file */
	uint64_t off_cpu_ns;  /* a thread blocked as long as this gets a sample of its own */
	bool no_waiting;      /* the file is flushed once a second, however little was recorded */
	uint64_t max_bytes;   /* the recording ends at this size of the file; 0: no limit */
	struct prior_left_out left_out;
	struct sample_times times;
	struct rotation_config rotation;
	struct snapshot_config snapshots;
	const struct thread_masks *threads; /* the drain threads; NULL: the session's thread drains */
	enum thread_affinity affinity;      /* that of the session's thread */
};

#endif
