/*
 * stat_record: writes and parses the records of a recording of counts (perf stat record):
 *
 *	EVENT_UPDATE ..., THREAD_MAP, CPU_MAP, STAT_CONFIG, then for each interval or once:
 *	STAT of each counter ..., STAT_ROUND
 *
 * They have no trailer. Counts are totals since the begin of the recording. Source:
 * tools/lib/perf/include/perf/event.h.
 *
 * A _put appends a whole record in the byte order of b->swap; without memory, or if the record would exceed
 * RECORD_SIZE_MAX, the buffer fails. A _parse returns false if the record is too short; it borrows the record's bytes.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_FORMATS_RECORD_STAT_RECORD_H
#define PREC_FORMATS_RECORD_STAT_RECORD_H

#include "common/buffer.h"
#include "common/cursor.h"
#include "formats/record/record.h"

#define STAT_THREAD_COMM_SIZE 16
#define STAT_LEVEL_HIGHEST    5 /* a cache level: the highest of each CPU; Linux perf knows levels up to 4 */

/* STAT: what was read of a counter. */
struct stat_record {
	uint64_t id;    /* of the counter, or another id of its event */
	int32_t cpu;    /* -1: any CPU that the thread ran on */
	int32_t thread; /* the thread's number in THREAD_MAP */
	uint64_t value;
	uint64_t enabled, running; /* ns */
};

void stat_record_put(struct buffer *b, const struct stat_record *s);
bool stat_record_parse(const struct record *r, struct stat_record *ret);

enum stat_round_type {
	STAT_ROUND_INTERVAL = 0,
	STAT_ROUND_FINAL = 1,
};

/* STAT_ROUND: all counters were read. */
struct stat_round {
	uint64_t type; /* enum stat_round_type */
	uint64_t time; /* ns since the begin of the recording */
};

void stat_round_put(struct buffer *b, const struct stat_round *round);
bool stat_round_parse(const struct record *r, struct stat_round *ret);

/* What counts are summed by: the numbers in STAT_CONFIG since Linux perf 6.9. */
enum stat_config_mode {
	STAT_MODE_NONE = 0, /* no sums: each CPU has a count */
	STAT_MODE_GLOBAL,
	STAT_MODE_SOCKET,
	STAT_MODE_DIE,
	STAT_MODE_CLUSTER,
	STAT_MODE_CACHE,
	STAT_MODE_CORE,
	STAT_MODE_THREAD,
	STAT_MODE_UNSET,
	STAT_MODE_NODE,
};

/* STAT_CONFIG: the options of the recorder. */
struct stat_config {
	uint64_t mode;     /* as in the record: the numbers differ between versions of the recorder */
	uint64_t interval; /* ms; 0: there are no intervals */
	uint64_t scale;    /* 0: counts are not to be scaled by the times */
	uint64_t level;    /* the cache level of STAT_MODE_CACHE */
	bool has_level;    /* the record has `level`: not by Linux perf before 6.5 */
};

void stat_config_put(struct buffer *b, const struct stat_config *config);
bool stat_config_parse(const struct record *r, struct stat_config *ret);

/* THREAD_MAP: the counted threads; if CPUs were counted, a single one with tid -1. */
struct stat_thread {
	int64_t tid;
	char comm[STAT_THREAD_COMM_SIZE]; /* "": not recorded */
};

void stat_threads_put(struct buffer *b, const struct stat_thread *threads, size_t n);

/* Begins to parse a THREAD_MAP; *ret_n: how many threads it has. False: the record is too short. */
bool stat_threads_begin(const struct record *r, struct cursor *ret_c, uint64_t *ret_n);

/* Parses the next thread; the caller counts them. False: the record is too short. */
bool stat_threads_next(struct cursor *c, struct stat_thread *ret);

/* CPU_MAP: the CPUs that have counters; -1: any. */
void stat_cpus_put(struct buffer *b, const int *cpus, size_t n);

/* EVENT_UPDATE: what the event's attr does not have. id: one of the event's ids. */
void stat_unit_put(struct buffer *b, uint64_t id, const char *unit);
void stat_scale_put(struct buffer *b, uint64_t id, double scale);
void stat_event_cpus_put(struct buffer *b, uint64_t id, const int *cpus, size_t n);

struct stat_update {
	uint64_t type; /* enum event_update_type */
	uint64_t id;
	const char *unit; /* with EVENT_UPDATE_UNIT; in the record's bytes */
	double scale;     /* with EVENT_UPDATE_SCALE */
};

bool stat_update_parse(const struct record *r, struct stat_update *ret);

#endif
