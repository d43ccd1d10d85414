/*
 * stat_file: a recording of counts, as perf stat record writes it (formats/record/stat_record.h).
 *
 *	stat_file_open	 the counters are open; an older file stays untouched where it does not come to that
 *	stat_file_put	 they were read: for each interval, or once
 *	stat_file_finish the file is whole
 *
 * After each _put the file is whole up to there. A file that cannot be written any more ends there: counting goes on,
 * and _finish returns what failed.
 *
 * Ownership: _open/_close. One thread at a time.
 */
#ifndef PREC_RECORD_STAT_STAT_FILE_H
#define PREC_RECORD_STAT_STAT_FILE_H

#include "record/counter/counters.h"
#include "record/output/output.h"

#include "counts/stat_places.h"
#include "formats/record/stat_record.h"

/* Where it is written, and what of how it was counted; all borrowed. */
struct stat_file_facts {
	const char *path; /* as of output_open, and the mask of it */
	const sigset_t *signals;
	struct diagnostics *diagnostics;
	const struct event_list *list;
	char *const *argv; /* of the recorder */
	int argc;
	struct stat_config config;
	struct stat_machine machine; /* for the names of threads */
	bool names_threads;
};

struct stat_file {
	struct output output;
	struct perf_writer writer;
	struct diagnostics *diagnostics;
	bool is_open;
	struct error failure;  /* code 0: nothing has failed */
	struct buffer records; /* of a round */
	struct stat_thread *threads;
	uint32_t n_threads, threads_capacity;
	uint32_t *thread_of; /* of each counter */
	uint64_t *tool_ids;  /* of each event, 0: the kernel counts it */
	int first_cpu;       /* of those that are counted on, -1: any */
};

/* The ids of the counters become those of their events. 0 or a negative errno, with nothing to be finished. */
int stat_file_open(struct stat_file *f, const struct counters *counters, const struct stat_file_facts *facts,
		   struct error *err);

/* Closes it and removes what there is of it, where nothing was counted. */
void stat_file_discard(struct stat_file *f);

/* Closes and frees it; one that is all zero has nothing. */
void stat_file_close(struct stat_file *f);

/* tools: what the program has counted, by enum event_tool. */
void stat_file_put(struct stat_file *f, const struct counters *counters, const struct count tools[EVENT_TOOLS],
		   const struct stat_round *round);

/* 0, or the negative errno of the first failure. */
int stat_file_finish(struct stat_file *f, struct error *err);

#endif
