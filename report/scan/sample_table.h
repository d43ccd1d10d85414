/*
 * sample_table: samples counted by what tells them apart.
 *
 * The key holds only what the view needs (struct sample_plan): a field that does not matter is 0 in all keys, so that a
 * profile of millions of samples comes to a table of thousands of entries that stays in the cache. Each entry takes one
 * cache line. Names are looked up later, once an entry.
 * One thread at a time.
 */
#ifndef PREC_REPORT_SCAN_SAMPLE_TABLE_H
#define PREC_REPORT_SCAN_SAMPLE_TABLE_H

#include "common/hash_table.h"

#include <errno.h>

/*
 * Four words, so that keys are made in registers, hashed and compared without going through memory piece by piece:
 *
 *	0  ip, or with sample_plan.values the number of a tuple of a value_table
 *	1  pid (low half), tid (high half)
 *	2  chain: node of the table's chain_tree (low), epoch (high): timeline_coarse_epoch(), or, of a key that is
 *	   counted again, timeline_thread_epoch() + 1
 *	3  cpu (low), event (16 bits), mode: RECORD_MISC_KERNEL ... (16 bits)
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
	uint64_t first, last; /* the earliest and latest time */
} __attribute__((aligned(64)));

struct sample_table {
	struct sample_entry *entries; /* open addressing */
	uint64_t n, n_slots;
};

/* 0 or -ENOMEM. */
int sample_table_init(struct sample_table *t);

/* The same, with room for n entries, so that it need not grow up to them. */
int sample_table_init_for(struct sample_table *t, uint64_t n);
void sample_table_fini(struct sample_table *t);

/* The memory it takes. */
static inline uint64_t sample_table_bytes(const struct sample_table *t)
{
	return t->n_slots * sizeof(*t->entries);
}

/* The entry of the key, whose count is 0 when it is new; the caller then fills it. NULL without memory. */
struct sample_entry *sample_table_slot(struct sample_table *t, const struct sample_key *key);

/* Adds what another entry counted to this table. 0 or -ENOMEM. */
int sample_table_merge(struct sample_table *t, const struct sample_entry *entry);

/* The entry of the key or NULL. */
const struct sample_entry *sample_table_find(const struct sample_table *t, const struct sample_key *key);

/*
 * About how many keys n tables have together, from a sample of each table's keys looked up in those before it. Where
 * many tables have keys in common it may be too many, but no more than all of them have one by one.
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

/* Tells the processor that the key is looked up soon. */
static inline void sample_table_prefetch(const struct sample_table *t, const struct sample_key *key)
{
	__builtin_prefetch(&t->entries[sample_key_hash(key) & (t->n_slots - 1)], 1);
}

/* Counts one sample. 0 or -ENOMEM. */
static inline int sample_table_count(struct sample_table *t, const struct sample_key *key, uint64_t period,
				     uint64_t time)
{
	uint64_t mask = t->n_slots - 1;
	struct sample_entry *e = &t->entries[sample_key_hash(key) & mask];

	/* The first slot probed nearly always is the one, or free. */
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
