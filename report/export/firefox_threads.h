/*
 * firefox_threads: what was sampled of each thread, and happened in it, in the order of time: packed, until it is
 * written thread by thread.
 */
#ifndef PREC_REPORT_EXPORT_FIREFOX_THREADS_H
#define PREC_REPORT_EXPORT_FIREFOX_THREADS_H

#include "report/export/firefox_markers.h"

/* The samples of an event in a thread. */
struct firefox_series {
	uint32_t event;
	uint64_t n;
	struct buffer packed; /* of each the differences of time, stack and period to the one before */
	uint64_t first, time; /* of the first and the last one */
	uint32_t stack;
	uint64_t period;
	bool has_weights; /* some period is not 1 */
};

struct firefox_thread {
	struct firefox_series *series; /* ordered by event */
	uint32_t n, capacity;
	struct firefox_markers markers;
	uint64_t begun, ended; /* when it was forked, and when it exited; 0: not in the recording */
};

struct firefox_threads {
	struct time_walk *walk;      /* borrowed */
	struct firefox_thread *list; /* by number of the export's thread */
	uint32_t n;
	struct firefox_markers lost; /* of no thread */
	struct time_markers markers;
	struct time_fields item_fields;
	struct buffer fields;
};

/* Reads all of the walk. 0 or a negative errno; _fini is due in any case. */
int firefox_threads_read(struct firefox_threads *t, struct time_walk *walk, struct error *err);
void firefox_threads_fini(struct firefox_threads *t);

/* Returns the pid of the first thread that is put; there is one. */
uint32_t firefox_first_pid(const struct firefox_threads *t);

/* Puts the member "threads": a track for each event of each thread, by pid and tid. 0 or -ENOMEM. */
int firefox_put_threads(struct firefox_threads *t, struct firefox_tables *tables, struct json *j);

#endif
