#include "report/scan/analysis.h"

#include "common/pages.h"
#include "report/scan/pass.h"
#include "report/scan/timeline_build.h"
#include "report/stream/read_shares.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

/*
 * What the workers' tables may take of the memory allowed. They double when they are full, are merged into one, and
 * their entries are sorted by their chains.
 */
#define TABLES_SHARE 3

/* A file that needs more is not made of keys that differ by what the parts are made by. */
#define PARTS_MAX 65536u

/* --- the first pass: everything but the entries --------------------------------- */

static void counts_merge(struct scan_counts *to, const struct scan_counts *from)
{
	for (size_t i = 0; i < ARRAY_SIZE(to->types); i++)
		to->types[i] += from->types[i];
	for (size_t i = 0; i < ARRAY_SIZE(to->simpleperf_types); i++)
		to->simpleperf_types[i] += from->simpleperf_types[i];
	to->other_types += from->other_types;
	to->unknown_events += from->unknown_events;
	if (from->bad_records && (!to->bad_records || from->first_bad.offset < to->first_bad.offset))
		to->first_bad = from->first_bad;
	to->bad_records += from->bad_records;
	to->lost += from->lost;
	to->lost_samples += from->lost_samples;
}

static int span_compare(const void *a, const void *b)
{
	const struct block_span *x = a, *y = b;

	return x->number < y->number ? -1 : x->number > y->number;
}

static int spans_merge(struct analysis *a, const struct pass *p)
{
	uint64_t n = 0;

	for (unsigned i = 0; i < p->n; i++)
		n += p->workers[i].n_spans;
	a->spans = malloc((n + 1) * sizeof(*a->spans));
	if (!a->spans)
		return -ENOMEM;
	for (unsigned i = 0; i < p->n; i++) {
		const struct scan_worker *w = &p->workers[i];

		if (w->n_spans)
			memcpy(a->spans + a->n_spans, w->spans, w->n_spans * sizeof(*a->spans));
		a->n_spans += w->n_spans;
	}
	qsort(a->spans, a->n_spans, sizeof(*a->spans), span_compare);
	return 0;
}

static int first_pass_keep(struct analysis *a, const struct pass *p)
{
	for (unsigned i = 0; i < p->n; i++) {
		counts_merge(&a->counts, &p->workers[i].counts);
		for (uint32_t e = 0; e < a->file->n_events; e++) {
			a->event_samples[e] += p->workers[i].event_samples[e];
			a->event_losses[e].lost += p->workers[i].event_losses[e].lost;
			a->event_losses[e].dropped += p->workers[i].event_losses[e].dropped;
		}
	}
	a->n_damaged = blocks_damage(a->blocks, &a->first_damage);
	for (uint32_t type = 0; type < PERF_RECORD_USER_TYPE_END; type++)
		a->counts.types[type] += blocks_n_passed(a->blocks, type);
	return timeline_build(&a->timeline, &a->counts, p) ? -ENOMEM : 0;
}

/* A pass over all of the file. The first one has the spans that the others need. */
static int analysis_pass(struct analysis *a, struct pass *p, struct error *err)
{
	int result = pass_run(p, a->options.workers, err);

	if (!result && !p->scan.not_first && spans_merge(a, p))
		result = error_nomem(err);
	if (!result && p->scan.plan.by_shares && !(p->scan.full && p->scan.not_first))
		result = pass_run_shares(p, a->spans, a->n_spans, err);
	return result;
}

/* --- keys that meant several things ------------------------------------------ */

static bool address_stable(const struct timeline *t, const struct sample_entry *e, uint64_t addr, unsigned mode)
{
	uint32_t pid = sample_key_pid(&e->key);

	if (mode == RECORD_MISC_KERNEL)
		pid = TIMELINE_KERNEL_PID;
	else if (mode == RECORD_MISC_GUEST_KERNEL)
		pid = timeline_guest_pid(t, pid);
	return timeline_map_stable(t, pid, e->first, e->last, addr);
}

/* Numbers of a tuple that are addresses, too. */
#define VALUES_ADDRESSES                                                                    \
	(SAMPLE_VALUE_BIT(SAMPLE_VALUE_ADDR) | SAMPLE_VALUE_BIT(SAMPLE_VALUE_BRANCH_FROM) | \
	 SAMPLE_VALUE_BIT(SAMPLE_VALUE_BRANCH_TO))

static bool values_stable(const struct analysis *a, const struct sample_entry *e)
{
	static const enum sample_value addresses[] = { SAMPLE_VALUE_ADDR, SAMPLE_VALUE_BRANCH_FROM,
						       SAMPLE_VALUE_BRANCH_TO };

	for (size_t i = 0; i < ARRAY_SIZE(addresses); i++) {
		uint64_t addr = analysis_value(a, e, addresses[i]);

		if (addr && !address_stable(&a->timeline, e, addr, address_mode(addr)))
			return false;
	}
	return true;
}

static bool entry_stable(const struct analysis *a, const struct sample_entry *e, const struct analysis_options *o)
{
	const struct timeline *t = &a->timeline;

	if (e->count == 1 || e->first == e->last)
		return true;
	if (o->want_comm && !timeline_comm_stable(t, sample_key_tid(&e->key), e->first, e->last))
		return false;
	if (o->plan.by_address && !o->plan.by_branch &&
	    !address_stable(t, e, analysis_ip(a, e), sample_key_mode(&e->key)))
		return false;
	if (o->plan.values & VALUES_ADDRESSES && !values_stable(a, e))
		return false;
	if (!sample_key_chain(&e->key) || (timeline_space_same(t, sample_key_pid(&e->key), e->first, e->last) &&
					   timeline_space_same(t, TIMELINE_KERNEL_PID, e->first, e->last)))
		return true;
	for (uint32_t node = sample_key_chain(&e->key); node; node = chain_tree_outer(&a->chains, node))
		if (!address_stable(t, e, a->chains.nodes[node].addr, a->chains.nodes[node].mode))
			return false;
	return true;
}

/* The table becomes the entries: those that are done stay, those to be counted again move. */
static int entries_divide(struct analysis *a, struct sample_table *table, struct sample_table *ret_again)
{
	a->entries = table->entries;
	a->entries_capacity = table->n_slots;
	a->n_entries = 0;
	*table = (struct sample_table){ 0 };
	for (uint64_t i = 0; i < a->entries_capacity; i++) {
		const struct sample_entry e = a->entries[i];

		if (!e.count)
			continue;
		if (entry_stable(a, &e, &a->options))
			a->entries[a->n_entries++] = e;
		else if (sample_table_merge(ret_again, &e))
			return -ENOMEM;
	}
	return 0;
}

static int entries_append(struct analysis *a, const struct sample_table *table)
{
	if (a->n_entries + table->n > a->entries_capacity) {
		uint64_t capacity = a->n_entries + table->n;
		struct sample_entry *entries =
			pages_grow(a->entries, a->entries_capacity * sizeof(*entries), capacity * sizeof(*entries));

		if (!entries)
			return -ENOMEM;
		a->entries = entries;
		a->entries_capacity = capacity;
	}
	for (uint64_t i = 0; i < table->n_slots; i++)
		if (table->entries[i].count)
			a->entries[a->n_entries++] = table->entries[i];
	return 0;
}

/* A pass for the keys in `again`: what it counts, apart for each stretch of time, is added to the entries. */
static int entries_recount(struct analysis *a, const struct sample_table *again, struct error *err)
{
	struct pass p = { .scan = { .file = a->file,
				    .blocks = a->blocks,
				    .plan = a->options.plan,
				    .progress = a->options.progress,
				    .not_first = true,
				    .only = again,
				    .all_chains = &a->chains,
				    .all_values = &a->values,
				    .timeline = &a->timeline } };
	struct sample_table table = { 0 };
	int result;

	a->n_recounted += again->n;
	blocks_rewind(a->blocks);
	result = analysis_pass(a, &p, err);
	if (!result && (pass_merge(&p, &table, NULL, NULL) || entries_append(a, &table)))
		result = error_nomem(err);
	sample_table_fini(&table);
	pass_fini(&p);
	return result;
}

static void entries_free(struct analysis *a)
{
	pages_free(a->entries, a->entries_capacity * sizeof(*a->entries));
	chain_tree_fini(&a->chains);
	value_table_fini(&a->values);
	a->entries = NULL;
	a->n_entries = a->entries_capacity = 0;
}

/* Makes entries of what a pass counted. */
static int entries_make(struct analysis *a, struct pass *p, struct error *err)
{
	struct sample_table table = { 0 }, again = { 0 };
	int result = 0;

	if (pass_merge(p, &table, &a->chains, &a->values) || sample_table_init(&again) ||
	    entries_divide(a, &table, &again))
		result = error_nomem(err);
	pass_fini(p);
	sample_table_fini(&table);
	a->n_keys += a->n_entries + again.n;
	a->n_parts++;
	if (!result && again.n)
		result = entries_recount(a, &again, err);
	sample_table_fini(&again);
	return result;
}

/* --- parts ---------------------------------------------------------------------- */

/* To be done later: the parts of this number and of those that split it further, so that there are n of them. */
static int parts_split(struct analysis *a, struct analysis_part part, uint32_t n, struct error *err)
{
	struct analysis_part *parts;

	if ((uint64_t)part.of * n > PARTS_MAX)
		return error_set(err, -ENOMEM,
				 "the file needs more than %" PRIu64 " MiB of memory; --max-memory allows more",
				 a->options.max_memory >> 20);
	parts = realloc(a->parts, (a->n_left + n) * sizeof(*parts));
	if (!parts)
		return error_nomem(err);
	a->parts = parts;
	for (uint32_t i = 0; i < n; i++)
		a->parts[a->n_left++] =
			(struct analysis_part){ .number = part.number + i * part.of, .of = part.of * n };
	return 0;
}

/*
 * How many parts to begin with: as many as the samples that could be counted go into all of them. They bring ever fewer
 * new keys as the file goes on, so half as many may do; if not, a part is split again.
 */
static uint32_t parts_guess(const struct analysis *a, const struct pass *p)
{
	uint64_t all = 0, counted = 1, n;

	for (unsigned i = 0; i < p->n; i++)
		counted += p->workers[i].n_counted;
	for (uint32_t e = 0; e < a->file->n_events; e++)
		all += a->event_samples[e];
	n = all / (2 * counted) + 1;
	return n < 2 ? 2 : n > 1024 ? 1024 : (uint32_t)n;
}

static uint64_t tables_allowed(const struct analysis *a)
{
	return a->options.max_memory / TABLES_SHARE;
}

int analysis_next(struct analysis *a, struct error *err)
{
	int result = 0;
	bool full;

	entries_free(a);
	while (a->n_left && !result) {
		struct analysis_part part = a->parts[--a->n_left];
		struct pass p = { .scan = { .file = a->file,
					    .blocks = a->blocks,
					    .plan = a->options.plan,
					    .progress = a->options.progress,
					    .not_first = true,
					    .part = part.number,
					    .parts = part.of,
					    .bytes_allowed = tables_allowed(a) } };

		blocks_rewind(a->blocks);
		result = analysis_pass(a, &p, err);
		if (!result && p.scan.full)
			result = parts_split(a, part, 2, err);
		else if (!result)
			result = entries_make(a, &p, err);
		full = p.scan.full;
		pass_fini(&p);
		if (!result && !full)
			return 1;
	}
	return result;
}

static int analysis_first_pass(struct analysis *a, struct error *err)
{
	struct pass p = { .scan = { .file = a->file,
				    .blocks = a->blocks,
				    .plan = a->options.plan,
				    .progress = a->options.progress,
				    .want_spans = a->options.want_spans || a->options.plan.by_shares,
				    .bytes_allowed = tables_allowed(a) } };
	int result = analysis_pass(a, &p, err);

	if (!result && first_pass_keep(a, &p))
		result = error_nomem(err);
	if (!result && p.scan.full)
		result = parts_split(a, (struct analysis_part){ .of = 1 }, parts_guess(a, &p), err);
	else if (!result)
		result = entries_make(a, &p, err);
	pass_fini(&p);
	return result;
}

static uint64_t memory_default(const struct perf_file *file, unsigned workers)
{
	return ANALYSIS_MEMORY_FREE + (uint64_t)workers * ANALYSIS_MEMORY_PER_WORKER +
	       ANALYSIS_MEMORY_TIMES * perf_file_data_size(file);
}

int analysis_run(struct analysis *a, const struct perf_file *file, struct strtab *strings,
		 const struct analysis_options *options, struct error *err)
{
	int result;

	memset(a, 0, sizeof(*a));
	value_table_init(&a->values);
	a->file = file;
	a->strings = strings;
	a->options = *options;
	a->options.plan.by_shares = options->plan.by_shares && file_has_read_shares(file);
	if (!a->options.max_memory)
		a->options.max_memory = memory_default(file, options->workers);
	a->event_samples = calloc(file->n_events, sizeof(*a->event_samples));
	a->event_losses = calloc(file->n_events, sizeof(*a->event_losses));
	if (!a->event_samples || !a->event_losses || timeline_init(&a->timeline, strings))
		result = error_nomem(err);
	else
		result = blocks_new(&a->blocks, file, err);
	if (!result)
		result = analysis_first_pass(a, err);
	if (!result && a->n_left)
		result = analysis_next(a, err);
	if (result >= 0)
		return 0;
	analysis_fini(a);
	return result;
}

void analysis_fini(struct analysis *a)
{
	entries_free(a);
	timeline_fini(&a->timeline);
	free(a->event_samples);
	free(a->event_losses);
	free(a->spans);
	free(a->parts);
	blocks_free(a->blocks);
	memset(a, 0, sizeof(*a));
}
