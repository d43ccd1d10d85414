/*
 * sample_count: counts one sample in a worker's table.
 *
 * Code that runs for each sample is inlined into the loops of report/scan/scan.c; code that few plans need is not.
 */
#ifndef PREC_REPORT_SCAN_SAMPLE_COUNT_H
#define PREC_REPORT_SCAN_SAMPLE_COUNT_H

#include "formats/record/sample_decode.h"
#include "report/scan/scan_worker.h"
#include "report/stream/ordered.h"
#include "report/unwind/branch_chain.h"

#include <errno.h>

#define SAMPLE_COUNT_INLINE static inline __attribute__((always_inline))

/* A sample that is going to be counted. */
struct scan_sample {
	const struct record *record;
	const struct file_event *event;
	const struct sample_decoder *decoder; /* of the event */
	uint64_t time, period;
	struct chain_words chain; /* n 0: none, or the plan wants none */
	struct sample_key key;    /* without the chain until scan_count */
};

/*
 * Begins a sample of a batch, which is as large as its decoder says: sets all but its period, chain and key, and the
 * worker's tail. False: it is not chosen.
 */
static inline bool scan_begin_ordered(const struct scan *scan, struct scan_worker *w, const struct ordered_batch *batch,
				      const struct ordered_ref *ref, const struct record *r,
				      struct scan_sample *ret_sample)
{
	const struct sample_decoder *d = &w->decoders[ref->item.event];

	*ret_sample =
		(struct scan_sample){ .record = r,
				      .event = &scan->file->events[ref->item.event],
				      .decoder = d,
				      .time = d->has_time ? load_u64_order(r->data + d->time, r->swap) : ref->item.time,
				      .chain.swap = r->swap };
	w->tail = branch_tail_of(batch->tails, ref->tail, ref->n_tail);
	return !scan->plan.choice || sample_choice_has(scan->plan.choice, ref->item.event, ret_sample->time, r->offset);
}

/* Finds the chain of a sample. A damaged record is counted, and its chain is empty. */
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
 * Adds the user part of a chain that is in a later record, in the sample's branches, or in a copy of the stack, which
 * is unwound unless it was before. *ret_unwound: as in stack_chain_unwind, or 0. 0 or -ENOMEM.
 */
static inline int scan_user_part(const struct scan *scan, struct scan_worker *w, struct scan_sample *s,
				 uint64_t *ret_unwound)
{
	const struct record *r = s->record;
	const struct sample_decoder *d = s->decoder;
	const struct event_attr *attr = &s->event->attr;

	*ret_unwound = 0;
	if (d->is_deferred && scan->deferred)
		return deferred_chains_join(scan->deferred, &w->chain, load_u32_order(r->data + d->tid + 4, r->swap),
					    s->time, &s->chain, &w->join);
	/* In user code the sample's own address begins the chain: it may be more precise than the recorded chain's. */
	if (d->from_branches) {
		bool is_user = (r->misc & RECORD_MISC_CPUMODE_MASK) == RECORD_MISC_USER && d->ip;
		uint64_t ip = is_user ? load_u64_order(r->data + d->ip, r->swap) : 0;

		return branch_chain_make(&w->chain, r, attr, ip, &w->tail, &s->chain);
	}
	if (w->ends.stacks)
		*ret_unwound = ended_counts_find(&w->ends, (uint32_t)(s->event - scan->file->events),
						 load_u32_order(r->data + d->tid + 4, r->swap), s->time, &s->chain);
	return w->stack && d->is_unwound ? stack_chain_unwind(w->stack, r, attr, s->time, &s->chain, ret_unwound) : 0;
}

/* Completes a chain: adds its user part and the branches before the sample, and cuts it as planned. 0 or -ENOMEM. */
static inline int scan_whole_chain(const struct scan *scan, struct scan_worker *w, struct scan_sample *s)
{
	const struct chain_limit *limit = &scan->plan.chain_limit;
	uint64_t n_unwound;
	int result = scan_user_part(scan, w, s, &n_unwound);

	if (!result && s->decoder->has_history) {
		n_unwound = 0; /* branches may follow them, and are limited like other addresses */
		result = branch_history_make(&w->history, s->record, &s->event->attr, limit->outer_kept, &s->chain);
	}
	if (!result && limit->max)
		result = chain_cut(&w->cut, limit, n_unwound, &s->chain);
	return result;
}

/* Adds the chain of a sample to the tree, and returns its node in *ret_chain; recounts only find it. 0 or -ENOMEM. */
static inline int scan_chain(const struct scan *scan, struct scan_worker *w, const struct scan_sample *s,
			     uint32_t *ret_chain)
{
	const struct chain_words *c = &s->chain;
	uint8_t mode = s->record->misc & RECORD_MISC_CPUMODE_MASK;
	uint32_t pid = sample_key_pid(&s->key);

	*ret_chain = CHAIN_EMPTY;
	/* A chain that is new in a recount, since the file has changed, is in no key of recount_keys: not counted. */
	if (c->n && scan->recount_keys)
		*ret_chain = chain_tree_find(scan->all_chains, pid, c->data, c->n, mode);
	else if (c->n)
		*ret_chain = chain_tree_add(&w->chains, pid, c->data, c->n, mode, s->record->swap);
	return *ret_chain == CHAIN_FAILED ? -ENOMEM : 0;
}

/*
 * Replaces the address of a key by the number of the sample's extra fields. Those that are new in a recount are in no
 * key of recount_keys: not counted. 0 or -ENOMEM.
 */
static inline int scan_set_values(const struct scan *scan, struct scan_worker *w, const struct extra_fields *extra,
				  struct sample_key *key)
{
	uint32_t number =
		scan->recount_keys ? value_table_find(scan->all_values, extra) : value_table_add(&w->values, extra);

	key->w[0] = number;
	return number == VALUE_NONE && !scan->recount_keys ? -ENOMEM : 0;
}

/* True if a key belongs to another partition. extra: the extra fields that will replace its address, or NULL. */
static inline bool scan_other_partition(const struct scan *scan, const struct scan_worker *w,
					const struct scan_sample *s, const struct extra_fields *extra)
{
	uint64_t hash = sample_key_hash(&s->key);

	if (extra)
		hash = hash_pair(hash, extra_fields_hash(extra));
	if (s->chain.n)
		hash = hash_pair(hash, chain_tree_hash(&w->chains, s->chain.data, s->chain.n));
	return (hash ^ hash >> 32) % scan->n_partitions != scan->partition;
}

/* Looks up the coarse epoch of a key's process and thread at a time, and stores it in *p. */
void scan_find_epoch(const struct scan *scan, const struct sample_key *key, uint64_t time, struct scan_epoch *p);

/* With scan->epochs: sets the coarse epoch of a key. */
SAMPLE_COUNT_INLINE void scan_set_epoch(const struct scan *scan, struct scan_worker *w, struct sample_key *key,
					uint64_t time)
{
	struct scan_epoch *p = &w->epochs[key->w[1] * 0x9e3779b97f4a7c15ull >> (64 - SCAN_EPOCHS_LOG)];

	if (__builtin_expect(p->thread != key->w[1] || !time_range_holds(&p->range, time), 0))
		scan_find_epoch(scan, key, time, p);
	sample_key_set_epoch(key, p->epoch);
}

/* Counts a sample, and completes its key. extra: the extra fields that replace the address, or NULL. 0 or -ENOMEM. */
SAMPLE_COUNT_INLINE int scan_count_key(const struct scan *scan, struct scan_worker *w, struct scan_sample *s,
				       const struct extra_fields *extra)
{
	enum deferred_join join = w->join;
	struct sample_key *key = &s->key;
	uint32_t chain, epoch;

	w->join = DEFERRED_NONE;
	if (scan->n_partitions && scan_other_partition(scan, w, s, extra))
		return 0;
	w->n_counted++;
	if (extra && scan_set_values(scan, w, extra, key))
		return -ENOMEM;
	if (scan->plan.by_chain) {
		if (scan_chain(scan, w, s, &chain))
			return -ENOMEM;
		sample_key_set_chain(key, chain);
		if (w->stack)
			stack_chain_count(w->stack);
		else if (w->ends.stacks)
			ended_counts_add(&w->ends);
		deferred_counts_add(&w->joined, join);
	}
	if (scan->by_epoch)
		scan_set_epoch(scan, w, key, s->time);
	if (scan->recount_keys) {
		if (!sample_table_find(scan->recount_keys, key))
			return 0;
		epoch = timeline_thread_epoch(scan->timeline, sample_key_pid(key), sample_key_tid(key), s->time) + 1;
		sample_key_set_epoch(key, epoch);
	}
	return sample_table_count(&w->table, key, s->period, s->time);
}

/* Counts a sample with extra fields, or by branch. A damaged one has its address only. 0 or -ENOMEM. */
int scan_count_values(const struct scan *scan, struct scan_worker *w, struct scan_sample *s);

/* Counts a sample, and completes its key. 0 or -ENOMEM. */
SAMPLE_COUNT_INLINE int scan_count(const struct scan *scan, struct scan_worker *w, struct scan_sample *s)
{
	return scan->plan.values ? scan_count_values(scan, w, s) : scan_count_key(scan, w, s, NULL);
}

/* Counts a sample as damaged that is too small for its event's fields. */
void scan_short_sample(struct scan_worker *w, const struct record *r);

#endif
