/*
 * stat_file: writes a recording of counts as perf stat record does (formats/record/stat_record.h).
 *
 *	stat_file_open	 when the counters are open; if that fails, an older file stays untouched
 *	stat_file_put	 when they were read: after each interval, or once
 *	stat_file_finish completes the file
 *
 * After each _put the file is readable up to there. If writing fails, the file ends there, counting goes on, and
 * _finish returns the error.
 *
 * Ownership: _open/_close. One thread at a time.
 */
#ifndef PREC_RECORD_STAT_STAT_FILE_H
#define PREC_RECORD_STAT_STAT_FILE_H

#include "counts/stat_aggrs.h"
#include "formats/record/private_record.h"
#include "formats/record/stat_record.h"
#include "record/counter/counters.h"
#include "record/output/output.h"

/* Where to write, and facts about the counting; all borrowed. */
struct stat_file_facts {
	const char *path;        /* as for output_open */
	const sigset_t *signals; /* likewise */
	struct diagnostics *diagnostics;
	const struct event_list *list;
	char *const *argv; /* of the recorder */
	int argc;
	struct stat_config config;
	struct stat_machine machine; /* has the names of threads */
	bool names_threads;
};

struct stat_file {
	struct output output;
	struct perf_writer writer;
	struct clock_note clock;
	struct diagnostics *diagnostics;
	bool is_open;
	struct error failure;  /* code 0: nothing has failed */
	struct buffer records; /* the records of a round */
	struct stat_thread *threads;
	uint32_t n_threads, threads_capacity;
	uint32_t *thread_of; /* for each counter */
	uint64_t *tool_ids;  /* for each event; 0: the kernel counts it */
	int first_cpu;       /* the first CPU that is counted; -1: any */
};

/* Opens the file; sets the events' ids to those of the counters. 0 or a negative errno, with nothing to finish. */
int stat_file_open(struct stat_file *f, const struct counters *counters, const struct stat_file_facts *facts,
		   struct error *err);

/* Closes and removes a file without counts. */
void stat_file_discard(struct stat_file *f);

/* Closes the file and frees what *f owns; *f may be all zero. */
void stat_file_close(struct stat_file *f);

/* Writes the counts, as they were read last. tools: the counts made by this program, by enum event_tool. */
void stat_file_put(struct stat_file *f, const struct counters *counters, const struct count tools[EVENT_TOOLS],
		   const struct stat_round *round);

/* Completes the file. 0 or the negative errno of the first failure. */
int stat_file_finish(struct stat_file *f, struct error *err);

#endif
