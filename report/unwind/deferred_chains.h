/*
 * deferred_chains: the user's part of callchains that the kernel wrote down later, in records of their own (Linux 6.19,
 * perf record --call-graph fp,defer).
 *
 *	SAMPLE			kernel addresses, PERF_CONTEXT_USER_DEFERRED, cookie
 *	CALLCHAIN_DEFERRED	cookie, PERF_CONTEXT_USER, user addresses
 *	joined			kernel addresses, PERF_CONTEXT_USER_DEFERRED, PERF_CONTEXT_USER, user addresses
 *
 * A thread's chain is written when it returns to user mode: one for all samples since it left that, and it belongs to
 * those that have its cookie. It may not be there, where records were lost or the recording ended before.
 *
 * Each distinct chain is kept once; a record takes 24 bytes besides. One thread at a time adds; when they are in order,
 * any number may look.
 */
#ifndef PREC_REPORT_UNWIND_DEFERRED_CHAINS_H
#define PREC_REPORT_UNWIND_DEFERRED_CHAINS_H

#include "common/arena.h"
#include "common/buffer.h"
#include "common/hash_table.h"
#include "formats/record/sample.h"

struct deferred_words {
	const uint8_t *data; /* in the byte order of the file */
	uint64_t n;
};

/* What one record says. */
struct deferred_chain {
	uint64_t cookie, time;
	uint32_t tid;
	uint32_t words; /* their number */
};

struct deferred_chains {
	struct deferred_chain *list;
	uint32_t n, capacity;
	struct deferred_words *words; /* each once */
	uint32_t n_words, words_capacity;
	struct hash_table table; /* of the words */
	struct arena arena;      /* their bytes */
};

void deferred_chains_init(struct deferred_chains *d);
void deferred_chains_fini(struct deferred_chains *d);

/* Adds what a record of a thread says. The words are copied. 0 or -ENOMEM. */
int deferred_chains_add(struct deferred_chains *d, uint32_t tid, uint64_t time, const struct record_deferred *record);

/* Adds all of another one. 0 or -ENOMEM. */
int deferred_chains_merge(struct deferred_chains *d, const struct deferred_chains *from);

/* Puts them in order, after which chains can be joined. */
void deferred_chains_sort(struct deferred_chains *d);

/* What became of a sample's chain. */
enum deferred_join {
	DEFERRED_NONE,    /* it has no cookie */
	DEFERRED_JOINED,  /* it has the user's part now */
	DEFERRED_MISSING, /* there is no record of that */
};

/* Of the samples with a cookie. */
struct deferred_counts {
	uint64_t n;
	uint64_t missing; /* without a user's part */
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
 * The whole chain of a sample. words: in, what the sample has; out, with the user's part, in `chain` until it is
 * changed; without the cookie where that part is missing. As it is where it has no cookie. 0 with *ret_join set, or
 * -ENOMEM.
 */
int deferred_chains_join(const struct deferred_chains *d, struct buffer *chain, uint32_t tid, uint64_t time,
			 struct chain_words *words, enum deferred_join *ret_join);

#endif
