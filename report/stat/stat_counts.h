/*
 * stat_counts: the counts of a recording of counts (perf stat record), as counts/ sums and shows them.
 *
 * The file is read twice: first what there is (events, threads, counters), then the counts, round by round.
 *
 * Ownership: _init/_fini; the file is borrowed. One thread at a time.
 */
#ifndef PREC_REPORT_STAT_STAT_COUNTS_H
#define PREC_REPORT_STAT_STAT_COUNTS_H

#include "counts/stat_table.h"
#include "formats/file/perf_file.h"
#include "formats/record/stat_record.h"
#include "report/header/pmu_names.h"
#include "report/stat/stat_topology.h"

#include "common/hash_table.h"
#include "common/strtab.h"

struct stat_counts {
	const struct perf_file *file;
	struct stat_topology topology;
	struct stat_config config;

	struct counted_events events;
	struct counted_event *own_events; /* what events.list is */
	char **units, **cgroups;          /* of each event, or NULL */
	const char **names;
	struct strtab items; /* one for each name */
	struct pmu_names pmus;
	bool *is_missing; /* of each event: the recorder could not count it */

	struct stat_thread *threads;
	uint32_t n_threads, threads_capacity;
	struct u32map thread_names; /* numbers in threads by their tid */

	struct counter *counters;
	uint32_t n_counters, counters_capacity;
	struct hash_table by_place; /* of counters */
	uint32_t next;              /* the counter that is likely to come next */

	uint64_t n_rounds;
	uint64_t n_unknown; /* counts of no event, no thread or no CPU there can be */
	uint64_t n_damages;
	struct error damage; /* the first */
};

/* Reads what there is; damage is passed over. 0; -ENODATA: no counts are in the file; or another negative errno. */
int stat_counts_init(struct stat_counts *s, const struct perf_file *file, struct error *err);
void stat_counts_fini(struct stat_counts *s);

/* What the recorder summed counts by. The numbers in the file differ between its versions. */
enum stat_by stat_counts_by(const struct stat_counts *s);

/* Whether counters are of CPUs, or else of threads wherever they ran. */
bool stat_counts_have_cpus(const struct stat_counts *s);
bool stat_counts_have_threads(const struct stat_counts *s);

/* Whether process 1 is among the threads, as where all of a system were counted. */
bool stat_counts_have_init(const struct stat_counts *s);

/* The machine that it was recorded on. It is there as long as s. */
struct stat_machine stat_counts_machine(const struct stat_counts *s);

/* An interval has ended, that many ns after the beginning; the table has what was counted in it. */
typedef void stat_counts_tick(void *context, const struct stat_table *interval, uint64_t since);

/*
 * Reads the counts. whole, interval: made of s->events; interval may be NULL. Without intervals tick is not called. 0
 * or a negative errno.
 */
int stat_counts_read(struct stat_counts *s, struct stat_table *whole, struct stat_table *interval,
		     stat_counts_tick *tick, void *context, struct error *err);

#endif
