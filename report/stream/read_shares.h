/*
 * read_shares: what a sample of a group that is read at its leader's samples ({a,b}:S) counts to each member.
 *
 * Such a sample (PERF_SAMPLE_READ) has the count of every member so far, each with the id of the member on its CPU or
 * thread. What the sample counts to a member, as Linux perf has it, is how much that count went up since the last
 * sample that had the same id, and nothing for a member that stood still. Where children inherit the event, the kernel
 * counts apart for each thread under one id, so the thread is part of what is compared.
 *
 * The differences depend on the order of samples: one thread at a time takes them, in the order of time. Whoever reads
 * samples in that order (report/stream/ordered.h) gets the shares with them.
 */
#ifndef PREC_REPORT_STREAM_READ_SHARES_H
#define PREC_REPORT_STREAM_READ_SHARES_H

#include "common/hash_table.h"
#include "formats/file/perf_file.h"
#include "formats/record/record.h"

/* Never 0. */
struct read_share {
	uint64_t period;
	uint32_t event; /* index among the file's events */
};

struct read_count {
	uint64_t id, value;
	uint32_t tid; /* 0 where one count is kept for all threads */
};

struct read_shares {
	const struct perf_file *file;
	struct read_count *counts;
	uint32_t n, capacity;
	struct hash_table table; /* of the counts, by id and tid */
	uint64_t n_unknown;      /* values of no event the file names: left out */
	/* Of the last sample. */
	struct read_share *list;
	uint32_t n_list, list_capacity;
};

/*
 * Whether samples of the event count what their values say. Values without ids cannot be assigned to events: such
 * samples count their own period, to their own event.
 */
static inline bool event_has_read_shares(const struct event_attr *attr)
{
	return attr->sample_type & PERF_SAMPLE_READ && attr->read_format & PERF_FORMAT_ID;
}

/* Whether any event of the file is such a one. */
bool file_has_read_shares(const struct perf_file *file);

/* Borrows the file. */
void read_shares_init(struct read_shares *s, const struct perf_file *file);
void read_shares_fini(struct read_shares *s);

/*
 * Takes the next sample, of an event with shares, and puts its shares into s->list, in the order of the record. 1; 0
 * when the record does not hold the values its event says, which changes nothing; -ENOMEM.
 */
int read_shares_take(struct read_shares *s, const struct file_event *e, const struct record *r);

#endif
