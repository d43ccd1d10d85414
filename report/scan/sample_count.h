/*
 * sample_count: what one sample adds to a worker's table.
 *
 * What runs for each sample is inlined into the loops that find samples; what few plans ask for is not.
 */
#ifndef PREC_REPORT_SCAN_SAMPLE_COUNT_H
#define PREC_REPORT_SCAN_SAMPLE_COUNT_H

#include "formats/record/sample_decode.h"
#include "report/scan/scan_worker.h"
#include "report/unwind/branch_chain.h"

#include <errno.h>

#define SAMPLE_COUNT_INLINE static inline __attribute__((always_inline))

/* A sample on its way into the table of a worker. */
struct scan_sample {
	const struct record *record;
	const struct file_event *event;
	const struct sample_decoder *decoder; /* of the event */
	uint64_t time, period;
	struct chain_words chain; /* n 0: none, or none that is wanted */
	struct sample_key key;    /* still without the chain */
};

/* Where the chain of a sample is; a damaged one is reported, and has no addresses. */
static inline void scan_find_chain(struct scan_worker *w, struct scan_sample *s)
{
	const struct record *r = s->record;
	const struct sample_decoder *d = s->decoder;
	struct error err = ERROR_INIT;

	if (d->chain && d->chain + 8u <= r->size) {
		s->chain.n = load_u64_order(r->data + d->chain, s->chain.swap);
		s->chain.data = r->data + d->chain + 8;
		if (s->chain.n <= (r->size - d->chain - 8u) / 8)
			return;
	}
	if (sample_find_callchain(r, s->event, &s->chain.data, &s->chain.n, &err)) {
		scan_bad_record(w, &err);
		s->chain.n = 0;
	}
}

/*
 * Puts the user's part of a chain in its place, where it is in a record of its own, in the branches of the sample, or
 * in a copy of the stack, which is unwound (*ret_unwound: see stack_chain_unwind). 0 or -ENOMEM.
 */
static inline int scan_user_part(const struct scan *scan, struct scan_worker *w, struct scan_sample *s,
				 uint64_t *ret_unwound)
{
	const struct record *r = s->record;
	const struct sample_decoder *d = s->decoder;
	const struct event_attr *attr = &s->event->attr;

	*ret_unwound = 0;
	if (d->deferred && scan->deferred)
		return deferred_chains_join(scan->deferred, &w->chain, load_u32_order(r->data + d->tid + 4, r->swap),
					    s->time, &s->chain, &w->join);
	/* The address in user code is that of the sample, which may be more precise than the chain's. */
	if (d->branches) {
		bool is_user = (r->misc & RECORD_MISC_CPUMODE_MASK) == RECORD_MISC_USER && d->ip;
		uint64_t ip = is_user ? load_u64_order(r->data + d->ip, r->swap) : 0;

		return branch_chain_make(&w->chain, r, attr, ip, &w->tail, &s->chain);
	}
	return w->stack && d->stack ? stack_chain_unwind(w->stack, r, attr, s->time, &s->chain, ret_unwound) : 0;
}

/* The same, with the branches before it, and cuts the chain to what the plan wants of it. */
static inline int scan_whole_chain(const struct scan *scan, struct scan_worker *w, struct scan_sample *s)
{
	const struct chain_limit *limit = &scan->plan.chain_limit;
	uint64_t n_unwound;
	int result = scan_user_part(scan, w, s, &n_unwound);

	if (!result && s->decoder->history) {
		n_unwound = 0; /* branches count like other addresses, and may come after these */
		result = branch_history_make(&w->history, s->record, &s->event->attr, limit->outer_kept, &s->chain);
	}
	if (!result && limit->max)
		result = chain_cut(&w->cut, limit, n_unwound, &s->chain);
	return result;
}

/* The chain of a sample as a node of the tree. 0 or -ENOMEM. */
static inline int scan_chain(const struct scan *scan, struct scan_worker *w, const struct scan_sample *s,
			     uint32_t *ret_chain)
{
	const struct chain_words *c = &s->chain;
	uint8_t mode = s->record->misc & RECORD_MISC_CPUMODE_MASK;
	uint32_t pid = sample_key_pid(&s->key);

	*ret_chain = CHAIN_EMPTY;
	/* A chain that was not there the first time, in a file changed since, is in no key of scan->only. */
	if (c->n && scan->only)
		*ret_chain = chain_tree_find(scan->all_chains, pid, c->data, c->n, mode);
	else if (c->n)
		*ret_chain = chain_tree_add(&w->chains, pid, c->data, c->n, mode, s->record->swap);
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

/* Whether a key belongs to another part. tuple: what is in the place of its address, or NULL. */
static inline bool scan_other_part(const struct scan *scan, const struct scan_worker *w, const struct scan_sample *s,
				   const struct extra_fields *tuple)
{
	uint64_t hash = sample_key_hash(&s->key);

	if (tuple)
		hash = hash_pair(hash, extra_fields_hash(tuple));
	if (s->chain.n)
		hash = hash_pair(hash, chain_tree_hash(&w->chains, s->chain.data, s->chain.n));
	return (hash ^ hash >> 32) % scan->parts != scan->part;
}

/* Finds the coarse epoch of a sample's process and thread, and stores it in *p. */
void scan_find_epoch(const struct scan *scan, const struct sample_key *key, uint64_t time, struct scan_epoch *p);

/* With scan->epochs: adds to a key the coarse epoch of its process and thread. */
SAMPLE_COUNT_INLINE void scan_set_epoch(const struct scan *scan, struct scan_worker *w, struct sample_key *key,
					uint64_t time)
{
	struct scan_epoch *p = &w->epochs[key->w[1] * 0x9e3779b97f4a7c15ull >> (64 - SCAN_EPOCHS_LOG)];

	if (__builtin_expect(p->thread != key->w[1] || !time_range_holds(&p->range, time), 0))
		scan_find_epoch(scan, key, time, p);
	sample_key_set_epoch(key, p->epoch);
}

/* Counts a sample, whose key is changed. tuple: what stands in the place of its address, or NULL. 0 or -ENOMEM. */
SAMPLE_COUNT_INLINE int scan_count_key(const struct scan *scan, struct scan_worker *w, struct scan_sample *s,
				       const struct extra_fields *tuple)
{
	enum deferred_join join = w->join;
	struct sample_key *key = &s->key;
	uint32_t chain, epoch;

	w->join = DEFERRED_NONE;
	if (scan->parts && scan_other_part(scan, w, s, tuple))
		return 0;
	w->n_counted++;
	if (tuple && scan_set_values(scan, w, tuple, key))
		return -ENOMEM;
	if (scan->plan.by_chain) {
		if (scan_chain(scan, w, s, &chain))
			return -ENOMEM;
		sample_key_set_chain(key, chain);
		if (w->stack)
			stack_chain_count(w->stack);
		deferred_counts_add(&w->joined, join);
	}
	if (scan->epochs)
		scan_set_epoch(scan, w, key, s->time);
	if (scan->only) {
		if (!sample_table_find(scan->only, key))
			return 0;
		epoch = timeline_thread_epoch(scan->timeline, sample_key_pid(key), sample_key_tid(key), s->time) + 1;
		sample_key_set_epoch(key, epoch);
	}
	return sample_table_count(&w->table, key, s->period, s->time);
}

/* Counts a sample of which more is asked for than its key holds. A damaged one has its address alone. */
int scan_count_values(const struct scan *scan, struct scan_worker *w, struct scan_sample *s);

/* Counts a sample, whose key is changed. 0 or -ENOMEM. */
SAMPLE_COUNT_INLINE int scan_count(const struct scan *scan, struct scan_worker *w, struct scan_sample *s)
{
	return scan->plan.values ? scan_count_values(scan, w, s) : scan_count_key(scan, w, s, NULL);
}

/* Counts a sample that is too small for its event's fields as damaged. */
void scan_short_sample(struct scan_worker *w, const struct record *r);

#endif
