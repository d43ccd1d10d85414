/*
 * sample_table: samples counted by what tells them apart.
 *
 * The key holds only what the view needs (struct sample_plan): a field that does not matter is 0 in all keys, so that a
 * profile of millions of samples comes to a table of thousands of entries that stays in the cache. Each entry takes one
 * cache line. Names are looked up later, once an entry.
 * One thread at a time.
 */
#ifndef PREC_REPORT_SAMPLE_TABLE_H
#define PREC_REPORT_SAMPLE_TABLE_H

#include "common/hash.h"

struct sample_key {
	uint64_t ip;
	uint32_t pid;
	uint32_t tid;
	uint32_t chain; /* node of the table's chain_tree */
	uint32_t epoch; /* 0: all times; else timeline_epoch() + 1 */
	uint32_t cpu;
	uint16_t event;
	uint16_t mode; /* RECORD_MISC_KERNEL, ... */
};

_Static_assert(sizeof(struct sample_key) == 32, "keys are hashed and compared as four words");

struct sample_entry {
	struct sample_key key;
	uint64_t count; /* 0: the slot is free */
	uint64_t period;
	uint64_t first, last; /* the earliest and latest time */
} __attribute__((aligned(64)));

struct sample_table {
	struct sample_entry *entries; /* open addressing */
	uint64_t n, n_slots;
};

/* 0 or -ENOMEM. */
int sample_table_init(struct sample_table *t);
void sample_table_fini(struct sample_table *t);

/* The entry of the key, whose count is 0 when it is new; the caller then fills it. NULL without memory. */
struct sample_entry *sample_table_slot(struct sample_table *t, const struct sample_key *key);

/* Adds what another entry counted to this table. 0 or -ENOMEM. */
int sample_table_merge(struct sample_table *t, const struct sample_entry *entry);

/* The entry of the key or NULL. */
const struct sample_entry *sample_table_find(const struct sample_table *t, const struct sample_key *key);

static inline uint64_t sample_key_hash(const struct sample_key *key)
{
	uint64_t w[4];

	memcpy(w, key, sizeof(w));
	return hash_u64(w[0] ^ (w[1] << 32 | w[1] >> 32)) ^ hash_u64(w[2] * 0xd6e8feb86659fd93ull ^ w[3]);
}

static inline bool sample_key_same(const struct sample_key *a, const struct sample_key *b)
{
	uint64_t x[4], y[4];

	memcpy(x, a, sizeof(x));
	memcpy(y, b, sizeof(y));
	return !((x[0] ^ y[0]) | (x[1] ^ y[1]) | (x[2] ^ y[2]) | (x[3] ^ y[3]));
}

/* Counts one sample. 0 or -ENOMEM. */
static inline int sample_table_count(struct sample_table *t, const struct sample_key *key, uint64_t period,
				     uint64_t time)
{
	struct sample_entry *e = sample_table_slot(t, key);

	if (!e)
		return -1;
	if (!e->count) {
		e->first = e->last = time;
	} else {
		e->first = time < e->first ? time : e->first;
		e->last = time > e->last ? time : e->last;
	}
	e->count++;
	e->period += period;
	return 0;
}

#endif
