/*
 * stat_record: the records of which a recording of counts consists (perf stat record), both ways.
 *
 *	EVENT_UPDATE ..., THREAD_MAP, CPU_MAP, STAT_CONFIG, then for each interval or once:
 *	STAT of each counter ..., STAT_ROUND
 *
 * They have no trailer. Counts are those since the beginning. Source: tools/lib/perf/include/perf/event.h.
 *
 * _put appends a whole record in the byte order that b->swap asks for; b is marked failed without memory, or when it
 * would exceed RECORD_SIZE_MAX. _parse: false where the record is too short for what it says. Threads: no state, any
 * thread.
 */
#ifndef PREC_FORMATS_RECORD_STAT_RECORD_H
#define PREC_FORMATS_RECORD_STAT_RECORD_H

#include "common/buffer.h"
#include "common/cursor.h"
#include "formats/record/record.h"

#define STAT_THREAD_COMM_SIZE 16
#define STAT_LEVEL_HIGHEST    5 /* of caches: the highest of each CPU; one more than Linux perf knows */

/* STAT: a counter, as it was read. Times in ns. */
struct stat_record {
	uint64_t id;    /* of the counter, or another one of its event */
	int32_t cpu;    /* -1: wherever the thread ran */
	int32_t thread; /* its number in THREAD_MAP */
	uint64_t value, enabled, running;
};

void stat_record_put(struct buffer *b, const struct stat_record *s);
bool stat_record_parse(const struct record *r, struct stat_record *ret);

enum stat_round_type {
	STAT_ROUND_INTERVAL = 0,
	STAT_ROUND_FINAL = 1,
};

/* STAT_ROUND: all counters were read, that many ns after the beginning. */
struct stat_round {
	uint64_t type, time;
};

void stat_round_put(struct buffer *b, const struct stat_round *round);
bool stat_round_parse(const struct record *r, struct stat_round *ret);

/* What counts are summed by in STAT_CONFIG, by the numbers of Linux perf 6.9 and up. */
enum stat_config_mode {
	STAT_MODE_NONE = 0, /* each CPU for itself */
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

/* STAT_CONFIG: what was asked for. */
struct stat_config {
	uint64_t mode;     /* as it stands there: the numbers differ between versions of the recorder */
	uint64_t interval; /* ms; 0: there are none */
	uint64_t scale;    /* 0: counts are to be shown as they are */
	uint64_t level;    /* of STAT_MODE_CACHE */
	bool has_level;    /* Linux perf before 6.5 did not write it */
};

void stat_config_put(struct buffer *b, const struct stat_config *config);
bool stat_config_parse(const struct record *r, struct stat_config *ret);

/* THREAD_MAP: the threads that counts are of; a single one of -1 where they are of CPUs. */
struct stat_thread {
	int64_t tid;
	char comm[STAT_THREAD_COMM_SIZE]; /* "": not asked for */
};

void stat_threads_put(struct buffer *b, const struct stat_thread *threads, size_t n);

/* Walks them: begin returns their number, which next hands out. */
bool stat_threads_begin(const struct record *r, struct cursor *ret_c, uint64_t *ret_n);
bool stat_threads_next(struct cursor *c, struct stat_thread *ret);

/* CPU_MAP: on which CPUs there are counters; -1: on any. */
void stat_cpus_put(struct buffer *b, const int *cpus, size_t n);

/* EVENT_UPDATE: what is not in the event's attr. id: one of the event's. */
void stat_unit_put(struct buffer *b, uint64_t id, const char *unit);
void stat_scale_put(struct buffer *b, uint64_t id, double scale);
void stat_event_cpus_put(struct buffer *b, uint64_t id, const int *cpus, size_t n);

struct stat_update {
	uint64_t type; /* enum event_update_type */
	uint64_t id;
	const char *unit; /* of EVENT_UPDATE_UNIT: in the record */
	double scale;     /* of EVENT_UPDATE_SCALE */
};

bool stat_update_parse(const struct record *r, struct stat_update *ret);

#endif
