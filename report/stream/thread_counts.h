/*
 * thread_counts: reads what events counted in each thread, from the READ records that the kernel writes when a thread
 * ends (prec record -s).
 */
#ifndef PREC_REPORT_STREAM_THREAD_COUNTS_H
#define PREC_REPORT_STREAM_THREAD_COUNTS_H

#include "common/hash_table.h"
#include "formats/file/perf_file.h"

struct thread_id {
	uint32_t pid, tid;
};

struct thread_counts {
	const struct perf_file *file; /* borrowed */
	struct thread_id *threads;    /* in the order of the times of their first records */
	uint32_t n, capacity;
	uint64_t *counts; /* by thread, then by event of the file: see thread_count */
	uint32_t *events; /* the events with counts, in the order of the records */
	uint32_t n_events;
	struct hash_table table; /* of the threads */
};

/* Reads all records. 0 or a negative errno with *err filled; the caller calls thread_counts_fini in both cases. */
int thread_counts_read(struct thread_counts *ret_counts, const struct perf_file *file, struct error *err);
void thread_counts_fini(struct thread_counts *t);

/* Returns the count of an event of the file in a thread, by their indexes. */
static inline uint64_t thread_count(const struct thread_counts *t, uint32_t thread, uint32_t event)
{
	return t->counts[(uint64_t)thread * t->file->n_events + event];
}

#endif
