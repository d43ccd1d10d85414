/*
 * made_rings: rings in plain memory that a test or a measurement fills as the kernel does, and all that drains them
 * into a file: a sampler, streams and a drain (record/drain/drain.h).
 *
 * The first ring is of the sideband, the others are of samples, of CPU 0, 1, 2 ...
 *
 * Threads: one may fill a ring while others are filled and all are drained.
 */
#ifndef PREC_TESTS_SUPPORT_MADE_RINGS_H
#define PREC_TESTS_SUPPORT_MADE_RINGS_H

#include "record/drain/drain.h"

#define MADE_SIDEBAND 0
#define MADE_FIRST    1 /* the ring of samples of CPU 0 */

#define MADE_CHAIN_MAX 64

struct made_ring {
	uint64_t head; /* bytes written so far */
	int fd;        /* an eventfd(2): readable, that the ring be drained */
};

struct made_rings {
	struct made_ring *rings;
	unsigned n; /* with the sideband's */
	struct event_spec spec;
	struct set_event events[2];
	uint64_t ids[2];
	struct sampler sampler;
	struct streams streams;
	struct diagnostics diagnostics;
	struct drain drain;
	struct ring_watch watch;
	int fd; /* of the file, which has no name */
};

/* A sample with so many callers. */
struct made_sample {
	uint64_t ip, time;
	uint32_t pid;
	unsigned n_callers;
	uint64_t id; /* 0: that of the event */
};

/* n: of CPUs; bytes: of each ring's data, a power of two and pages. A failure ends the program. */
void made_rings_init(struct made_rings *m, unsigned n, size_t bytes, const struct session_config *config);

/* After drain_end. */
void made_rings_fini(struct made_rings *m);

/* Starts the drain threads; watched: they look after their rings themselves, else there are rounds only. */
void made_rings_begin(struct made_rings *m, bool watched);

/* As much as the ring has room for was written once more: what is in it. Only of a ring that was full to its last byte.
 */
void made_rings_repeat(struct made_rings *m, unsigned ring);

/* One whole record. False: it finds no room. */
bool made_rings_put(struct made_rings *m, unsigned ring, const void *record, size_t size);
bool made_rings_put_sample(struct made_rings *m, unsigned ring, const struct made_sample *sample);

/* A record of a thread that leaves its CPU. */
bool made_rings_put_switch(struct made_rings *m, unsigned ring, uint32_t pid, uint64_t time);

/* A drained round that is written, and its mark. 0 or a negative errno. */
int made_rings_round(struct made_rings *m, struct error *err);

#endif
