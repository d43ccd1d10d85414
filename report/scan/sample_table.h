/*
 * sample_table: counts samples by key in a hash table.
 *
 * A key has only what the report distinguishes (struct sample_plan); all other fields are 0. So millions of samples
 * make some thousand entries, which stay in the CPU's cache. Each entry takes one cache line. Names are looked up
 * later, once for each entry.
 *
 * Ownership: _init/_fini. One thread at a time; any number may read while nothing is added.
 */
#ifndef PREC_REPORT_SCAN_SAMPLE_TABLE_H
#define PREC_REPORT_SCAN_SAMPLE_TABLE_H

#include "common/hash_table.h"

#include <errno.h>

/*
 * Four words, so that keys are made, hashed and compared in registers:
 *
 *	0  ip; with sample_plan.values the number of the extra fields in a value_table
 *	1  pid (low half), tid (high half)
 *	2  chain: a node of a chain_tree (low half); epoch (high half): timeline_coarse_epoch() or 0; of a recounted key
 *	   timeline_thread_epoch() + 1
 *	3  cpu (low half), event (16 bits), mode: RECORD_MISC_KERNEL ... (16 bits)
 */
struct sample_key {
	uint64_t w[4];
};

static inline uint32_t sample_key_pid(const struct sample_key *k)
{
	return (uint32_t)k->w[1];
}

static inline uint32_t sample_key_tid(const struct sample_key *k)
{
	return (uint32_t)(k->w[1] >> 32);
}

static inline uint32_t sample_key_chain(const struct sample_key *k)
{
	return (uint32_t)k->w[2];
}

static inline void sample_key_set_chain(struct sample_key *k, uint32_t chain)
{
	k->w[2] = (k->w[2] & ~0xffffffffull) | chain;
}

static inline void sample_key_set_epoch(struct sample_key *k, uint32_t epoch)
{
	k->w[2] = (uint32_t)k->w[2] | (uint64_t)epoch << 32;
}

static inline uint32_t sample_key_cpu(const struct sample_key *k)
{
	return (uint32_t)k->w[3];
}

static inline uint32_t sample_key_event(const struct sample_key *k)
{
	return (uint16_t)(k->w[3] >> 32);
}

static inline void sample_key_set_event(struct sample_key *k, uint32_t event)
{
	k->w[3] = (k->w[3] & ~0xffff00000000ull) | (uint64_t)(uint16_t)event << 32;
}

static inline unsigned sample_key_mode(const struct sample_key *k)
{
	return (unsigned)(k->w[3] >> 48);
}

static inline void sample_key_set_mode(struct sample_key *k, unsigned mode)
{
	k->w[3] = (k->w[3] & 0xffffffffffffull) | (uint64_t)mode << 48;
}

struct sample_entry {
	struct sample_key key;
	uint64_t count; /* 0: the slot is free */
	uint64_t period;
	uint64_t first, last; /* the earliest and the latest time of its samples */
} __attribute__((aligned(64)));

struct sample_table {
	struct sample_entry *entries; /* open addressing */
	uint64_t n, n_slots;
};

/* Makes an empty table. 0 or -ENOMEM. */
int sample_table_init(struct sample_table *t);

/* Makes an empty table with room for n entries. 0 or -ENOMEM. */
int sample_table_init_for(struct sample_table *t, uint64_t n);
void sample_table_fini(struct sample_table *t);

/* Returns the memory of the table in bytes. */
static inline uint64_t sample_table_bytes(const struct sample_table *t)
{
	return t->n_slots * sizeof(*t->entries);
}

/*
 * Finds or adds the entry of a key. A new entry has count 0; the caller fills it in, with a count. Valid until the next
 * call. NULL without memory.
 */
struct sample_entry *sample_table_slot(struct sample_table *t, const struct sample_key *key);

/* Adds the counts and times of an entry of another table. 0 or -ENOMEM. */
int sample_table_merge(struct sample_table *t, const struct sample_entry *entry);

/* Returns the entry of a key; NULL: there is none. */
const struct sample_entry *sample_table_find(const struct sample_table *t, const struct sample_key *key);

/*
 * Estimates how many distinct keys n tables have together: looks up some keys of each table in some of those before it.
 * Where many tables share keys the result may be too large, up to the sum of all tables' keys.
 */
uint64_t sample_table_estimate(const struct sample_table *const *tables, unsigned n);

static inline uint64_t sample_key_hash(const struct sample_key *k)
{
	return hash_u64(k->w[0] ^ (k->w[1] << 29 | k->w[1] >> 35)) ^
	       hash_u64(k->w[2] * 0xd6e8feb86659fd93ull ^ k->w[3]);
}

static inline bool sample_key_same(const struct sample_key *a, const struct sample_key *b)
{
	return !((a->w[0] ^ b->w[0]) | (a->w[1] ^ b->w[1]) | (a->w[2] ^ b->w[2]) | (a->w[3] ^ b->w[3]));
}

/* Loads the slot of a key into the CPU's cache, for a lookup that follows soon. */
static inline void sample_table_prefetch(const struct sample_table *t, const struct sample_key *key)
{
	__builtin_prefetch(&t->entries[sample_key_hash(key) & (t->n_slots - 1)], 1);
}

/* Counts a sample. 0 or -ENOMEM. */
static inline int sample_table_count(struct sample_table *t, const struct sample_key *key, uint64_t period,
				     uint64_t time)
{
	uint64_t mask = t->n_slots - 1;
	struct sample_entry *e = &t->entries[sample_key_hash(key) & mask];

	/* The first slot is nearly always that of the key. */
	if (__builtin_expect(!e->count || !sample_key_same(&e->key, key), 0)) {
		e = sample_table_slot(t, key);
		if (!e)
			return -ENOMEM;
		if (!e->count)
			e->first = e->last = time;
	}
	e->first = time < e->first ? time : e->first;
	e->last = time > e->last ? time : e->last;
	e->count++;
	e->period += period;
	return 0;
}

#endif
