/*
 * deferred_chains: the user part of callchains that the kernel writes later, in records of their own (Linux 6.19, perf
 * record --call-graph fp,defer).
 *
 *	SAMPLE			kernel addresses, PERF_CONTEXT_USER_DEFERRED, cookie
 *	CALLCHAIN_DEFERRED	cookie, PERF_CONTEXT_USER, user addresses
 *	joined			kernel addresses, PERF_CONTEXT_USER_DEFERRED, PERF_CONTEXT_USER, user addresses
 *
 * The kernel writes it when the thread returns to user mode: one chain for all samples since it entered the kernel,
 * which have the same cookie. The record is missing if it was lost, or if the recording ended before.
 *
 * Each distinct chain is stored once; a record takes 24 bytes more. Thread: one at a time adds; after
 * deferred_chains_sort any number may join.
 */
#ifndef PREC_REPORT_UNWIND_DEFERRED_CHAINS_H
#define PREC_REPORT_UNWIND_DEFERRED_CHAINS_H

#include "common/buffer.h"
#include "common/hash_table.h"
#include "common/memory.h"
#include "formats/record/sample_decode.h"

struct deferred_words {
	const uint8_t *data; /* in the byte order of the file */
	uint64_t n;
};

/* One record. */
struct deferred_chain {
	uint64_t cookie, time;
	uint32_t tid;
	uint32_t words; /* number of its words */
};

struct deferred_chains {
	struct deferred_chain *list;
	uint32_t n, capacity;
	struct deferred_words *words; /* distinct chains */
	uint32_t n_words, words_capacity;
	struct hash_table table; /* index of the words by hash */
	struct arena arena;      /* their bytes */
};

void deferred_chains_init(struct deferred_chains *d);
void deferred_chains_fini(struct deferred_chains *d);

/* Adds a record of a thread. Copies the words. 0 or -ENOMEM. */
int deferred_chains_add(struct deferred_chains *d, uint32_t tid, uint64_t time, const struct record_deferred *record);

/* Adds all records of another list. 0 or -ENOMEM. */
int deferred_chains_merge(struct deferred_chains *d, const struct deferred_chains *from);

/* Sorts the records. Call it before deferred_chains_join. */
void deferred_chains_sort(struct deferred_chains *d);

/* The result of joining. */
enum deferred_join {
	DEFERRED_NONE,    /* it has no cookie */
	DEFERRED_JOINED,  /* the user part was added */
	DEFERRED_MISSING, /* the record is missing */
};

/* Counts of samples with a cookie. */
struct deferred_counts {
	uint64_t n;
	uint64_t missing; /* without the user part */
};

static inline void deferred_counts_add(struct deferred_counts *c, enum deferred_join join)
{
	c->n += join != DEFERRED_NONE;
	c->missing += join == DEFERRED_MISSING;
}

static inline void deferred_counts_merge(struct deferred_counts *c, const struct deferred_counts *from)
{
	c->n += from->n;
	c->missing += from->missing;
}

/*
 * Joins the chain of a sample. words: in, the recorded callchain; out, with the user part, in the same byte order,
 * valid until `chain` changes. If the record is missing, only the cookie is removed; a chain without a cookie stays as
 * it is. 0 with *ret_join set, or -ENOMEM.
 */
int deferred_chains_join(const struct deferred_chains *d, struct buffer *chain, uint32_t tid, uint64_t time,
			 struct chain_words *words, enum deferred_join *ret_join);

#endif
