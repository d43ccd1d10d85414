#include "report/scan/scan.h"

#include "common/list.h"
#include "formats/record/sample.h"
#include "formats/record/sample_decode.h"
#include "report/stream/ordered.h"
#include "report/stream/record_time.h"

#include <errno.h>
#include <stdlib.h>

/* The numbers of a sample, and raw data, which are in a record. */
#define TUPLE_BYTES (SAMPLE_VALUES_BYTES + UINT16_MAX)

int scan_worker_init(struct scan_worker *w, const struct scan *scan, struct error *err)
{
	int result;

	memset(w, 0, sizeof(*w));
	arena_init(&w->arena);
	value_table_init(&w->values);
	w->event_samples = calloc(scan->file->n_events, sizeof(*w->event_samples));
	w->event_losses = calloc(scan->file->n_events, sizeof(*w->event_losses));
	w->decoders = calloc(scan->file->n_events, sizeof(*w->decoders));
	w->tuple = scan->plan.values ? malloc(TUPLE_BYTES) : NULL;
	result = block_reader_new(&w->reader, scan->blocks, err);
	if (result)
		return result;
	for (uint32_t i = 0; i < scan->file->n_events && w->decoders; i++)
		sample_decoder_make(&w->decoders[i], scan->file, i, &scan->plan);
	if (!w->event_samples || !w->event_losses || !w->decoders || (scan->plan.values && !w->tuple) ||
	    sample_table_init(&w->table) || chain_tree_init(&w->chains))
		return error_nomem(err);
	return 0;
}

void scan_worker_fini(struct scan_worker *w)
{
	block_reader_free(w->reader);
	sample_table_fini(&w->table);
	chain_tree_fini(&w->chains);
	value_table_fini(&w->values);
	arena_fini(&w->arena);
	free(w->sideband);
	free(w->spans);
	free(w->event_samples);
	free(w->event_losses);
	free(w->decoders);
	free(w->tuple);
	memset(w, 0, sizeof(*w));
}

static void scan_bad_record(struct scan_worker *w, const struct error *err)
{
	if (!w->counts.bad_records++)
		w->counts.first_bad = *err;
}

static int scan_keep(struct scan_worker *w, const struct record *r, uint64_t time, uint64_t order)
{
	uint8_t *copy = arena_alloc(&w->arena, r->size);
	struct sideband *s;

	if (!copy || !list_reserve(&w->sideband, w->n_sideband, &w->sideband_capacity, sizeof(*s)))
		return -ENOMEM;
	memcpy(copy, r->data, r->size);
	s = &w->sideband[w->n_sideband++];
	*s = (struct sideband){ .time = time, .order = order, .record = *r };
	s->record.data = copy;
	return 0;
}

static void scan_lost_samples(const struct scan *scan, struct scan_worker *w, const struct record *r, uint64_t lost)
{
	struct event_losses *losses = &w->event_losses[perf_file_event_of(scan->file, r) - scan->file->events];

	if (r->misc & RECORD_MISC_LOST_SAMPLES_BPF) {
		losses->dropped += lost;
	} else {
		losses->lost += lost;
		w->counts.lost_samples += lost;
	}
}

/* A record about processes, threads or mappings. */
static int scan_sideband(const struct scan *scan, struct scan_worker *w, const struct record *r, uint64_t order)
{
	struct error err = ERROR_INIT;
	struct record_id id;

	if (scan->not_first)
		return 0;
	if (record_decode_id(r, &perf_file_event_of(scan->file, r)->layout, &id, &err)) {
		scan_bad_record(w, &err);
		return 0;
	}
	return scan_keep(w, r, scan->file->timed ? id.time : order, order);
}

/* All records but samples. */
static int scan_other(const struct scan *scan, struct scan_worker *w, const struct record *r, uint64_t order)
{
	struct error err = ERROR_INIT;
	struct record_lost lost;

	switch (r->type) {
	case PERF_RECORD_MMAP:
	case PERF_RECORD_MMAP2:
	case PERF_RECORD_COMM:
	case PERF_RECORD_FORK:
	case PERF_RECORD_KSYMBOL: return scan_sideband(scan, w, r, order);
	case PERF_RECORD_CGROUP:
		return scan->plan.values & SAMPLE_VALUE_BIT(SAMPLE_VALUE_CGROUP) ? scan_sideband(scan, w, r, order) : 0;
	case PERF_RECORD_LOST:
	case PERF_RECORD_LOST_SAMPLES:
		if (record_decode_lost(r, &lost, &err))
			scan_bad_record(w, &err);
		else if (r->type == PERF_RECORD_LOST)
			w->counts.lost += lost.lost;
		else
			scan_lost_samples(scan, w, r, lost.lost);
		return 0;
	default: return 0;
	}
}

/* Where the chain of a sample is; a damaged one is told, and has no addresses. */
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

/* The chain of a sample as a node of the tree. */
static int scan_chain(const struct scan *scan, struct scan_worker *w, const struct record *r, const uint8_t *addrs,
		      uint64_t n, uint32_t pid, uint32_t *ret_chain)
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
static int scan_set_values(const struct scan *scan, struct scan_worker *w, const struct value_tuple *tuple,
			   struct sample_key *key)
{
	uint32_t number = scan->only ? value_table_find(scan->all_values, tuple) : value_table_add(&w->values, tuple);

	key->w[0] = number;
	return number == VALUE_NONE && !scan->only ? -ENOMEM : 0;
}

/*
 * Whether a key, still without its chain, belongs to another part. tuple: what is in the place of its address, or NULL.
 */
static bool scan_other_part(const struct scan *scan, const struct scan_worker *w, const struct sample_key *key,
			    const struct value_tuple *tuple, const uint8_t *addrs, uint64_t n)
{
	uint64_t hash = sample_key_hash(key);

	if (tuple)
		hash = hash_pair(hash, value_tuple_hash(tuple));

	if (n)
		hash = hash_pair(hash, chain_tree_hash(&w->chains, addrs, n));
	return (hash ^ hash >> 32) % scan->parts != scan->part;
}

static void scan_short_sample(struct scan_worker *w, const struct record *r)
{
	struct error err = ERROR_INIT;

	error_at(&err, -EBADMSG, r->offset, r->type, "a sample of %u bytes is too small for its event's fields",
		 r->size);
	scan_bad_record(w, &err);
}

/* Counts a sample with its key and what stands in the place of its address, or NULL; its chain has n addresses. */
static inline __attribute__((always_inline)) int scan_count_key(const struct scan *scan, struct scan_worker *w,
								const struct record *r, struct sample_key *key,
								const struct value_tuple *tuple, const uint8_t *addrs,
								uint64_t n, uint64_t period, uint64_t time)
{
	uint32_t chain, epoch;

	if (scan->parts && scan_other_part(scan, w, key, tuple, addrs, n))
		return 0;
	w->n_counted++;
	if (tuple && scan_set_values(scan, w, tuple, key))
		return -ENOMEM;
	if (scan->plan.by_chain) {
		if (scan_chain(scan, w, r, addrs, n, sample_key_pid(key), &chain))
			return -ENOMEM;
		key->w[2] = chain;
	}
	if (scan->only) {
		if (!sample_table_find(scan->only, key))
			return 0;
		epoch = timeline_epoch(scan->timeline, sample_key_pid(key), sample_key_tid(key), time) + 1;
		key->w[2] |= (uint64_t)epoch << 32;
	}
	return sample_table_count(&w->table, key, period, time);
}

/* The tuple of a sample, or of one of its branches, in the worker's memory. */
static struct value_tuple scan_tuple(const struct scan *scan, struct scan_worker *w, const struct file_event *e,
				     const struct sample *s, const struct sample_branch *branch, uint64_t ip,
				     uint64_t time)
{
	const struct sample_plan *plan = &scan->plan;
	struct value_tuple tuple = { .ip = ip, .data = w->tuple };

	if (plan->time_quantum)
		time -= time % plan->time_quantum;
	tuple.size = sample_values_put(plan->values, s, branch, time, w->tuple);
	if (plan->values & SAMPLE_VALUE_BIT(SAMPLE_VALUE_RAW) && e->attr.type == PERF_TYPE_TRACEPOINT && s->raw.size) {
		memcpy(w->tuple + tuple.size, s->raw.data, s->raw.size);
		tuple.size += (uint32_t)s->raw.size;
	}
	return tuple;
}

/* Each branch of a sample counts once: at the address it went to. */
static int scan_branches(const struct scan *scan, struct scan_worker *w, const struct record *r,
			 const struct file_event *e, const struct sample_key *key, const struct sample *s,
			 uint64_t time)
{
	int result = 0;

	for (uint32_t i = 0; i < s->branches.n && !result; i++) {
		struct sample_branch branch = sample_branch(&s->branches, i);
		struct value_tuple tuple = scan_tuple(scan, w, e, s, &branch, branch.to, time);
		struct sample_key one = *key;

		result = scan_count_key(scan, w, r, &one, &tuple, NULL, 0, 1, time);
	}
	return result;
}

/* Counts a sample of which more is asked for than its key holds. A damaged one has its address alone. */
static __attribute__((noinline)) int scan_count_values(const struct scan *scan, struct scan_worker *w,
						       const struct record *r, const struct file_event *e,
						       struct sample_key *key, const uint8_t *addrs, uint64_t n,
						       uint64_t period, uint64_t time)
{
	struct error err = ERROR_INIT;
	struct value_tuple tuple;
	struct sample s;

	if (sample_decode(r, &e->attr, &s, &err)) {
		/* One with a chain is known to be damaged by now. */
		if (!scan->plan.by_chain)
			scan_bad_record(w, &err);
		memset(&s, 0, sizeof(s));
	}
	if (scan->plan.by_branch)
		return scan_branches(scan, w, r, e, key, &s, time);
	if (scan->plan.by_weight) {
		uint64_t weight = s.type & PERF_SAMPLE_WEIGHT_STRUCT ? SAMPLE_WEIGHT_VAR1(s.weight) : s.weight;

		period = weight ? weight : 1;
	}
	tuple = scan_tuple(scan, w, e, &s, NULL, key->w[0], time);
	return scan_count_key(scan, w, r, key, &tuple, addrs, n, period, time);
}

/* Counts a sample with its key, still without its chain, which has n addresses. */
static inline __attribute__((always_inline)) int scan_count(const struct scan *scan, struct scan_worker *w,
							    const struct record *r, const struct file_event *e,
							    struct sample_key *key, const uint8_t *addrs, uint64_t n,
							    uint64_t period, uint64_t time)
{
	if (scan->plan.values)
		return scan_count_values(scan, w, r, e, key, addrs, n, period, time);
	return scan_count_key(scan, w, r, key, NULL, addrs, n, period, time);
}

/* Any sample. Always inlined with a constant swap, so that each byte order has its own loop. */
static inline __attribute__((always_inline)) int scan_sample(const struct scan *scan, struct scan_worker *w,
							     const struct record *r, const struct file_event *e,
							     uint64_t order, const bool swap)
{
	uint32_t event = (uint32_t)(e - scan->file->events);
	const struct sample_decoder *d = &w->decoders[event];
	const uint8_t *addrs = NULL;
	struct sample_key key;
	uint64_t time, n = 0;

	if (d->shares)
		return 0;
	if (r->size < d->fixed_end) {
		scan_short_sample(w, r);
		return 0;
	}
	w->event_samples[event]++;
	if (scan->plan.by_chain)
		n = scan_find_chain(w, r, e, d, &addrs, swap);
	if (scan->full)
		return 0;
	sample_decoder_key(d, r->data, r->misc, swap, &key);
	time = d->has_time ? load_u64_order(r->data + d->time, swap) : order;
	return scan_count(scan, w, r, e, &key, addrs, n, sample_decoder_period(d, r->data, swap), time);
}

/*
 * The samples of one event that follow each other in a block from *pos on, where nothing but their fixed fields
 * matters: the loop in which a flat profile spends its time. Returns how many they were, and moves *pos behind them.
 */
static inline __attribute__((always_inline)) uint64_t scan_fixed_samples(struct scan_worker *w,
									 const struct block *block, size_t *pos,
									 uint32_t event, uint64_t id, const bool swap)
{
	const struct sample_decoder d = w->decoders[event];
	const uint8_t *p = block->data + *pos;
	const uint8_t *end = block->data + block->size;
	uint64_t n = 0;

	while (p < end) {
		unsigned size = load_u16_order(p + 6, swap);
		struct sample_key key;

		if (load_u32_order(p, swap) != PERF_RECORD_SAMPLE || size < d.fixed_end)
			break;
		if (d.id && load_u64_order(p + d.id, swap) != id)
			break;
		sample_decoder_key(&d, p, load_u16_order(p + 4, swap), swap, &key);
		if (sample_table_count(&w->table, &key, sample_decoder_period(&d, p, swap),
				       load_u64_order(p + d.time, swap)))
			break; /* the caller comes to the same sample, and to the same end */
		p += size;
		n++;
	}
	*pos = (size_t)(p - block->data);
	w->event_samples[event] += n;
	w->n_counted += n;
	w->counts.types[PERF_RECORD_SAMPLE] += n;
	return n;
}

/* The event of a sample; the last one found is tried first. NULL: none. */
static inline const struct file_event *scan_event(const struct perf_file *f, const struct record *r, uint64_t *last_id,
						  const struct file_event *last)
{
	uint16_t place;
	uint64_t id;

	if (f->n_events == 1 || !f->same_id_place)
		return &f->events[0];
	place = event_layout_sample_id(&f->events[0].layout);
	if (place + 8 > r->size)
		return NULL;
	id = load_u64_order(r->data + place, r->swap);
	if (last && id == *last_id)
		return last;
	*last_id = id;
	return perf_file_event_by_id(f, id);
}

static inline __attribute__((always_inline)) int scan_block(const struct scan *scan, struct scan_worker *w,
							    const struct block *block, const bool swap)
{
	const struct perf_file *f = scan->file;
	uint64_t order = record_order(block->number, 0);
	const struct file_event *event = NULL;
	uint64_t event_id = 0;
	bool fixed =
		f->timed && !scan->plan.by_chain && !scan->plan.values && !scan->only && !scan->parts && !scan->full;
	struct record r;
	size_t pos = 0;
	int result = 0;

	while (!result && block_next_record(block, swap, &pos, &r)) {
		if (r.type < PERF_RECORD_USER_TYPE_END)
			w->counts.types[r.type]++;
		else if (r.type - SIMPLEPERF_RECORD_START < ARRAY_SIZE(w->counts.simpleperf_types))
			w->counts.simpleperf_types[r.type - SIMPLEPERF_RECORD_START]++;
		else
			w->counts.other_types++;
		if (r.type != PERF_RECORD_SAMPLE) {
			result = scan_other(scan, w, &r, order++);
			continue;
		}
		event = scan_event(f, &r, &event_id, event);
		if (event)
			result = scan_sample(scan, w, &r, event, order, swap);
		else
			w->counts.unknown_events++;
		order++;
		if (event && fixed && !result && !w->decoders[event - f->events].shares)
			order += scan_fixed_samples(w, block, &pos, (uint32_t)(event - f->events), event_id, swap);
	}
	return result;
}

static int scan_keep_span(const struct scan *scan, struct scan_worker *w, const struct block *block)
{
	struct block_span *span;

	if (!list_reserve(&w->spans, w->n_spans, &w->spans_capacity, sizeof(*w->spans)))
		return -ENOMEM;
	span = &w->spans[w->n_spans++];
	span->number = block->number;
	span->first = block_first_time(scan->file, block, &span->untimed);
	return 0;
}

/* Between two looks at the progress; a block takes a fraction of a millisecond. */
#define PROGRESS_BLOCKS 16

static void scan_show_progress(const struct scan *scan, const struct scan_worker *w)
{
	scan->progress->show(scan->progress->context, blocks_taken(scan->blocks), perf_file_data_size(scan->file),
			     w->counts.types[PERF_RECORD_SAMPLE]);
}

/* After each block: whether the tables of all workers have become too large. */
static void scan_weigh(struct scan *scan, struct scan_worker *w)
{
	uint64_t bytes = sample_table_bytes(&w->table) + chain_tree_bytes(&w->chains) + value_table_bytes(&w->values);

	scan->bytes_used += bytes - w->bytes_used;
	w->bytes_used = bytes;
	if (scan->bytes_allowed && scan->bytes_used > scan->bytes_allowed)
		scan->full = true;
}

void scan_run(struct scan *scan, struct scan_worker *w)
{
	bool show = scan->progress && w->first;
	uint64_t n = 0;
	struct block block;
	int result;

	while (!(scan->full && scan->not_first) && block_reader_next(w->reader, &block, &w->error) > 0) {
		if (scan->file->swap)
			result = scan_block(scan, w, &block, true);
		else
			result = scan_block(scan, w, &block, false);
		if (!result && scan->want_spans)
			result = scan_keep_span(scan, w, &block);
		if (result) {
			error_nomem(&w->error);
			return;
		}
		scan_weigh(scan, w);
		if (show && !(++n % PROGRESS_BLOCKS))
			scan_show_progress(scan, w);
	}
}

/* --- samples that are read with their group ----------------------------------------- */

/* Counts a sample to each of its shares. One whose values are not there counts as any other. */
static int scan_shares(const struct scan *scan, struct scan_worker *w, const struct ordered_batch *batch,
		       const struct ordered_ref *ref, const struct record *r)
{
	const struct read_share own = { .event = ref->item.event,
					.period = sample_decoder_period(&w->decoders[ref->item.event], r->data,
									r->swap) };
	const struct read_share *shares = ref->read ? batch->shares + ref->share : &own;
	const struct sample_decoder *d = &w->decoders[ref->item.event];
	uint32_t n_shares = ref->read ? ref->n_shares : 1;
	uint64_t time = d->has_time ? load_u64_order(r->data + d->time, r->swap) : ref->item.time;
	const uint8_t *addrs = NULL;
	uint64_t n = 0;
	int result = 0;

	if (scan->plan.by_chain && n_shares)
		n = scan_find_chain(w, r, &scan->file->events[ref->item.event], d, &addrs, r->swap);
	for (uint32_t i = 0; i < n_shares && !result; i++) {
		struct sample_key key;

		w->event_samples[shares[i].event]++;
		if (scan->full)
			continue;
		sample_decoder_key(d, r->data, r->misc, r->swap, &key);
		sample_key_set_event(&key, shares[i].event);
		result = scan_count(scan, w, r, &scan->file->events[ref->item.event], &key, addrs, n, shares[i].period,
				    time);
	}
	return result;
}

static int scan_batch(const struct scan *scan, struct scan_worker *w, const struct ordered *ordered,
		      const struct ordered_batch *batch)
{
	int result = 0;

	for (uint32_t i = 0; i < batch->n && !result; i++) {
		const struct sample_decoder *d = &w->decoders[batch->refs[i].item.event];
		struct record r;

		if (!d->shares)
			continue;
		ordered_record(ordered, &batch->refs[i], &r);
		if (r.size < d->fixed_end)
			scan_short_sample(w, &r);
		else
			result = scan_shares(scan, w, batch, &batch->refs[i], &r);
	}
	return result;
}

void scan_run_shares(struct scan *scan, struct scan_worker *w, struct ordered *ordered)
{
	struct ordered_batch *batch = malloc(sizeof(*batch));
	int result = batch ? 0 : -ENOMEM;

	if (batch)
		ordered_batch_init(batch);
	while (!result && !(scan->full && scan->not_first) && ordered_next(ordered, batch, &w->error) > 0) {
		result = scan_batch(scan, w, ordered, batch);
		ordered_release(ordered, batch);
		scan_weigh(scan, w);
	}
	if (result)
		error_nomem(&w->error);
	if (batch)
		ordered_batch_fini(batch);
	free(batch);
}
