/*
 * read_shares: computes the share of each group member in a sample of a group that is read at its leader's samples
 * ({a,b}:S).
 *
 * Such a sample (PERF_SAMPLE_READ) has the count of every member so far, with the member's id on its CPU or thread. As
 * in Linux perf, the share of a member is the increase of its count since the last sample with the same id. A member
 * whose count did not change has no share. If child processes inherit the event, the kernel keeps a count for each
 * thread under one id, so counts are also distinguished by thread.
 *
 * Samples must come in the order of time; report/stream/ordered.h delivers the shares with them. Thread: one at a time.
 */
#ifndef PREC_REPORT_STREAM_READ_SHARES_H
#define PREC_REPORT_STREAM_READ_SHARES_H

#include "common/hash_table.h"
#include "formats/file/perf_file.h"
#include "formats/record/record.h"

/* A share; its period is never 0. */
struct read_share {
	uint64_t period;
	uint32_t event; /* index among the file's events */
};

struct read_count {
	uint64_t id, value;
	uint32_t tid; /* 0 if all threads have one count */
};

struct read_shares {
	const struct perf_file *file;
	struct read_count *counts;
	uint32_t n, capacity;
	struct hash_table table; /* of the counts, by id and tid */
	uint64_t n_unknown;      /* values whose id no event of the file has: left out */
	/* The shares of the last sample. */
	struct read_share *list;
	uint32_t n_list, list_capacity;
};

/*
 * True if samples of the event count by their values. Values without ids cannot be assigned to events: such
 * samples count their own period for their own event.
 */
static inline bool event_has_read_shares(const struct event_attr *attr)
{
	return attr->sample_type & PERF_SAMPLE_READ && attr->read_format & PERF_FORMAT_ID;
}

/* True if any event of the file has read shares. */
bool file_has_read_shares(const struct perf_file *file);

/* Starts without counts. Borrows the file. */
void read_shares_init(struct read_shares *s, const struct perf_file *file);
void read_shares_fini(struct read_shares *s);

/*
 * Takes the next sample, whose event has read shares, and puts its shares into s->list, in the order of the record. 1;
 * 0: the record lacks the values that its event describes, which changes nothing; -ENOMEM.
 */
int read_shares_take(struct read_shares *s, const struct file_event *e, const struct record *r);

#endif
