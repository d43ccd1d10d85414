/*
 * synthesize: records for what ran before the recording began, read from /proc, as Linux perf synthesizes them.
 *
 * Processes come in the order of /proc, and of each: FORK, NAMESPACES and COMM of its first thread, its MMAP2s, then
 * FORK, NAMESPACES and COMM of every other thread. FORK has misc bit 13 (no mappings are copied from the parent) and is
 * left out where processes or threads were asked for by number, as Linux perf leaves it out. Processes that vanish
 * while they are read are left out and are no error.
 *
 * The sample_id trailer holds the event's id and zeros, time 0 among them: the records sort before all of the kernel's.
 *
 * Threads: one at a time on a synthesizer.
 */
#ifndef PREC_RECORD_SYNTH_SYNTHESIZE_H
#define PREC_RECORD_SYNTH_SYNTHESIZE_H

#include "common/cpulist.h"
#include "common/error.h"
#include "record/synth/build_id_set.h"

#include <sys/types.h>

struct synth_sink {
	/* Takes one whole record of the machine's byte order; a result other than 0 ends the synthesizing with it. */
	int (*emit)(void *context, const void *record, size_t size);
	void *context;
};

struct synth_options {
	const char *proc_root;    /* NULL: "/proc" */
	const char *sys_root;     /* NULL: "/sys" */
	const char *modules_root; /* NULL: "/lib/modules/RELEASE" of the running kernel */
	bool build_ids;           /* MMAP2 with build-id where there is one, else with device and inode */
	bool namespaces;
	bool cgroups;
	bool mmap_data; /* -d: mappings that are not executable too */

	/* The sample_id trailer: what of TID, TIME, ID, STREAM_ID, CPU and IDENTIFIER sample_type has. */
	bool sample_id_all;
	uint64_t sample_type;
	uint64_t id; /* of the event the records belong to */

	struct build_id_set *ids; /* gets the build-id of each file; NULL: not wanted */
};

struct synth_counts {
	uint64_t processes;
	uint64_t threads; /* the processes' first ones not counted */
	uint64_t mmaps;
	uint64_t vanished;
	uint64_t denied;        /* processes whose maps this user may not read */
	bool kernel_restricted; /* addresses of the kernel are hidden (kptr_restrict): no kernel mapping could be
				   written */
};

struct synth;

/* NULL without memory or when proc_root cannot be opened, with *err filled. options and sink are copied; what they
 * point to is borrowed. */
struct synth *synth_new(const struct synth_options *options, const struct synth_sink *sink, struct error *err);
void synth_free(struct synth *synth);

/*
 * The kernel's own mapping and one for each module. 0 or a negative errno. Where its addresses are hidden from this
 * user nothing is written (as with Linux perf), counts->kernel_restricted is set, and the result is 0.
 */
int synthesize_kernel(struct synth *synth, struct error *err);

/* Every process and thread there is. 0 or a negative errno (of emit, of memory, of opening proc_root). */
int synthesize_processes(struct synth *synth, struct error *err);

/* These processes with all their threads. A pid that is not there is counted as vanished. */
int synthesize_pids(struct synth *synth, const pid_t *pids, size_t n, struct error *err);

/* These threads, and before the first of each process its first thread with the mappings. */
int synthesize_tids(struct synth *synth, const pid_t *tids, size_t n, struct error *err);

/* CGROUP records for every cgroup of version 2; where options.cgroups is not set nothing happens. */
int synthesize_cgroups(struct synth *synth, struct error *err);

const struct synth_counts *synth_counts(const struct synth *synth);

#endif
