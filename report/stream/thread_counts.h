/*
 * thread_counts: what events counted in each thread, by the READ records that a thread leaves at its end (prec record
 * -s).
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
	struct thread_id *threads;    /* in the order of their first records' times */
	uint32_t n, capacity;
	uint64_t *counts; /* of each thread one for each event of the file */
	uint32_t *events; /* those that have counts, in the order they are met */
	uint32_t n_events;
	struct hash_table table; /* of the threads */
};

/* Reads all records. 0 or a negative errno with *err filled; thread_counts_fini is due in any case. */
int thread_counts_read(struct thread_counts *ret_counts, const struct perf_file *file, struct error *err);
void thread_counts_fini(struct thread_counts *t);

/* What an event counted in a thread. */
static inline uint64_t thread_count(const struct thread_counts *t, uint32_t thread, uint32_t event)
{
	return t->counts[(uint64_t)thread * t->file->n_events + event];
}

#endif
