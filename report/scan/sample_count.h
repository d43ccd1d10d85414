/*
 * sample_count: what one sample adds to a worker's table.
 *
 * What runs for each sample is inlined into the loops that find samples; what few plans ask for is not.
 */
#ifndef PREC_REPORT_SCAN_SAMPLE_COUNT_H
#define PREC_REPORT_SCAN_SAMPLE_COUNT_H

#include "formats/record/sample.h"
#include "report/scan/scan_worker.h"
#include "report/unwind/branch_chain.h"
#include "report/unwind/branch_history.h"

#include <errno.h>

#define SAMPLE_COUNT_INLINE static inline __attribute__((always_inline))

/* Where the chain of a sample is; a damaged one is reported, and has no addresses. */
static inline uint64_t scan_find_chain(struct scan_worker *w, const struct record *r, const struct file_event *e,
				       const struct sample_decoder *d, const uint8_t **ret_addrs, const bool swap)
{
	struct error err = ERROR_INIT;
	uint64_t n;

	if (d->chain && d->chain + 8u <= r->size) {
		n = load_u64_order(r->data + d->chain, swap);
		*ret_addrs = r->data + d->chain + 8;
		if (n <= (r->size - d->chain - 8u) / 8)
			return n;
	}
	if (!sample_find_callchain(r, e, ret_addrs, &n, &err))
		return n;
	scan_bad_record(w, &err);
	return 0;
}

/*
 * Puts the user's part of a chain in its place, where it is in a record of its own, in the branches of the sample, or
 * in a copy of the stack, which is unwound (*ret_unwound: see stack_chain_unwind). 0 or -ENOMEM.
 */
static inline int scan_user_part(const struct scan *scan, struct scan_worker *w, const struct record *r,
				 const struct file_event *e, const struct sample_decoder *d, uint64_t time,
				 const uint8_t **addrs, uint64_t *n, uint64_t *ret_unwound)
{
	*ret_unwound = 0;
	if (d->deferred && scan->deferred)
		return deferred_chains_join(scan->deferred, &w->chain, load_u32_order(r->data + d->tid + 4, r->swap),
					    time, r->swap, addrs, n, &w->join);
	/* The address in user code is that of the sample, which may be more precise than the chain's. */
	if (d->branches) {
		bool is_user = (r->misc & RECORD_MISC_CPUMODE_MASK) == RECORD_MISC_USER && d->ip;
		uint64_t ip = is_user ? load_u64_order(r->data + d->ip, r->swap) : 0;

		return branch_chain_make(&w->chain, r, &e->attr, ip, &w->tail, addrs, n);
	}
	return w->stack && d->stack ? stack_chain_unwind(w->stack, r, &e->attr, time, addrs, n, ret_unwound) : 0;
}

/* The same, with the branches before it, and cuts the chain to what the plan wants of it. */
static inline int scan_whole_chain(const struct scan *scan, struct scan_worker *w, const struct record *r,
				   const struct file_event *e, const struct sample_decoder *d, uint64_t time,
				   const uint8_t **addrs, uint64_t *n)
{
	const struct chain_limit *limit = &scan->plan.chain_limit;
	uint64_t n_unwound;
	int result = scan_user_part(scan, w, r, e, d, time, addrs, n, &n_unwound);

	if (!result && d->history) {
		n_unwound = 0; /* branches count like other addresses, and may come after these */
		result = branch_history_make(&w->history, r, &e->attr, limit->outer_kept, addrs, n);
	}
	if (!result && limit->max)
		result = chain_cut(&w->cut, limit, n_unwound, r->swap, addrs, n);
	return result;
}

/* The chain of a sample as a node of the tree. */
static inline int scan_chain(const struct scan *scan, struct scan_worker *w, const struct record *r,
			     const uint8_t *addrs, uint64_t n, uint32_t pid, uint32_t *ret_chain)
{
	uint8_t mode = r->misc & RECORD_MISC_CPUMODE_MASK;

	*ret_chain = CHAIN_EMPTY;
	/* A chain that was not there the first time, in a file changed since, is in no key of scan->only. */
	if (n && scan->only)
		*ret_chain = chain_tree_find(scan->all_chains, pid, addrs, n, mode);
	else if (n)
		*ret_chain = chain_tree_add(&w->chains, pid, addrs, n, mode, r->swap);
	return *ret_chain == CHAIN_FAILED ? -ENOMEM : 0;
}

/* Puts the number of the tuple in the place of the address. One that is not there is in no key of scan->only. */
static inline int scan_set_values(const struct scan *scan, struct scan_worker *w, const struct extra_fields *tuple,
				  struct sample_key *key)
{
	uint32_t number = scan->only ? value_table_find(scan->all_values, tuple) : value_table_add(&w->values, tuple);

	key->w[0] = number;
	return number == VALUE_NONE && !scan->only ? -ENOMEM : 0;
}

/*
 * Whether a key, still without its chain, belongs to another part. tuple: what is in the place of its address, or NULL.
 */
static inline bool scan_other_part(const struct scan *scan, const struct scan_worker *w, const struct sample_key *key,
				   const struct extra_fields *tuple, const uint8_t *addrs, uint64_t n)
{
	uint64_t hash = sample_key_hash(key);

	if (tuple)
		hash = hash_pair(hash, extra_fields_hash(tuple));

	if (n)
		hash = hash_pair(hash, chain_tree_hash(&w->chains, addrs, n));
	return (hash ^ hash >> 32) % scan->parts != scan->part;
}

/* Finds the phase of a sample's process and keeps it in *p. */
void scan_find_phase(const struct scan *scan, const struct sample_key *key, uint64_t time, struct scan_phase *p);

/* Adds to a key the phase of its process and thread, with scan->phases. */
SAMPLE_COUNT_INLINE void scan_set_phase(const struct scan *scan, struct scan_worker *w, struct sample_key *key,
					uint64_t time)
{
	struct scan_phase *p = &w->phases[key->w[1] * 0x9e3779b97f4a7c15ull >> (64 - SCAN_PHASES_LOG)];

	if (__builtin_expect(p->thread != key->w[1] || !timeline_stretch_holds(&p->stretch, time), 0))
		scan_find_phase(scan, key, time, p);
	sample_key_set_stretch(key, p->phase);
}

/* Counts a sample with its key and what stands in the place of its address, or NULL; its chain has n addresses. */
SAMPLE_COUNT_INLINE int scan_count_key(const struct scan *scan, struct scan_worker *w, const struct record *r,
				       struct sample_key *key, const struct extra_fields *tuple, const uint8_t *addrs,
				       uint64_t n, uint64_t period, uint64_t time)
{
	enum deferred_join join = w->join;
	uint32_t chain, epoch;

	w->join = DEFERRED_NONE;
	if (scan->parts && scan_other_part(scan, w, key, tuple, addrs, n))
		return 0;
	w->n_counted++;
	if (tuple && scan_set_values(scan, w, tuple, key))
		return -ENOMEM;
	if (scan->plan.by_chain) {
		if (scan_chain(scan, w, r, addrs, n, sample_key_pid(key), &chain))
			return -ENOMEM;
		sample_key_set_chain(key, chain);
		if (w->stack)
			stack_chain_count(w->stack);
		deferred_counts_add(&w->joined, join);
	}
	if (scan->phases)
		scan_set_phase(scan, w, key, time);
	if (scan->only) {
		if (!sample_table_find(scan->only, key))
			return 0;
		epoch = timeline_epoch(scan->timeline, sample_key_pid(key), sample_key_tid(key), time) + 1;
		sample_key_set_stretch(key, epoch);
	}
	return sample_table_count(&w->table, key, period, time);
}

/* Counts a sample of which more is asked for than its key holds. A damaged one has its address alone. */
int scan_count_values(const struct scan *scan, struct scan_worker *w, const struct record *r,
		      const struct file_event *e, struct sample_key *key, const uint8_t *addrs, uint64_t n,
		      uint64_t period, uint64_t time);

/* Counts a sample with its key, still without its chain, which has n addresses. */
SAMPLE_COUNT_INLINE int scan_count(const struct scan *scan, struct scan_worker *w, const struct record *r,
				   const struct file_event *e, struct sample_key *key, const uint8_t *addrs, uint64_t n,
				   uint64_t period, uint64_t time)
{
	if (scan->plan.values)
		return scan_count_values(scan, w, r, e, key, addrs, n, period, time);
	return scan_count_key(scan, w, r, key, NULL, addrs, n, period, time);
}

/* Counts a sample that is too small for its event's fields as damaged. */
void scan_short_sample(struct scan_worker *w, const struct record *r);

#endif
