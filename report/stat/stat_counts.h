/*
 * stat_counts: reads the counts of a perf stat record file for counts/, which sums and shows them.
 *
 * The file is read twice: first the events, threads and counters, then the counts, round by round.
 *
 * Ownership: _init/_fini; the file is borrowed. One thread at a time.
 */
#ifndef PREC_REPORT_STAT_STAT_COUNTS_H
#define PREC_REPORT_STAT_STAT_COUNTS_H

#include "common/hash_table.h"
#include "common/strtab.h"
#include "counts/stat_table.h"
#include "formats/file/perf_file.h"
#include "formats/record/stat_record.h"
#include "report/header/pmu_names.h"
#include "report/stat/stat_topology.h"

struct stat_counts {
	const struct perf_file *file;
	struct stat_topology topology;
	struct stat_config config;

	struct counter_events events;
	struct counter_event *own_events; /* the memory of events.list */
	char **units, **cgroups;          /* of each event, or NULL */
	const char **names;
	struct strtab items; /* ids of names */
	struct pmu_names pmus;
	bool *is_missing; /* for each event: the recorder could not count it */

	struct stat_thread *threads;
	uint32_t n_threads, threads_capacity;
	struct u32map thread_names; /* numbers in threads by their tid */

	struct counter *counters;
	uint32_t n_counters, counters_capacity;
	struct hash_table by_target; /* of counters */
	uint32_t next;               /* index of the counter that probably comes next */

	uint64_t n_rounds;
	uint64_t n_unknown; /* counts whose event, thread or CPU does not exist */
	uint64_t n_damages;
	struct error damage; /* the first damage */
};

/* Reads events, threads and counters; skips damage. 0; -ENODATA: the file has no counts; or another negative errno. */
int stat_counts_init(struct stat_counts *s, const struct perf_file *file, struct error *err);
void stat_counts_fini(struct stat_counts *s);

/*
 * Returns what the recorder summed counts by. Its number in the file differs between versions. *ret_cache_level: for
 * struct stat_aggrs.
 */
enum stat_by stat_counts_by(const struct stat_counts *s, int *ret_cache_level);

/* Says whether counters are of CPUs; otherwise they are of threads on any CPU. */
bool stat_counts_have_cpus(const struct stat_counts *s);
bool stat_counts_have_threads(const struct stat_counts *s);

/* Says whether process 1 is among the threads, as it is if the whole system was counted. */
bool stat_counts_have_init(const struct stat_counts *s);

/* Returns the recorded machine, valid as long as s. */
struct stat_machine stat_counts_machine(const struct stat_counts *s);

/* Called at the end of an interval, `since` ns after the beginning. The table has the counts of the interval. */
typedef void stat_counts_tick(void *context, const struct stat_table *interval, uint64_t since);

/*
 * Reads the counts. whole, interval: tables of s->events; interval may be NULL. tick is not called without intervals. 0
 * or a negative errno.
 */
int stat_counts_read(struct stat_counts *s, struct stat_table *whole, struct stat_table *interval,
		     stat_counts_tick *tick, void *context, struct error *err);

#endif
