#include "report/scan/analysis.h"

#include "common/memory.h"
#include "report/scan/analysis_first.h"
#include "report/scan/pass.h"
#include "report/stream/read_shares.h"
#include "report/timeline/timeline_make.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

/* --- entries -------------------------------------------------------------------------- */

static bool address_stable(const struct timeline *t, const struct sample_entry *e, uint64_t addr, unsigned mode)
{
	uint32_t pid = sample_key_pid(&e->key);

	if (mode == RECORD_MISC_KERNEL)
		pid = TIMELINE_KERNEL_PID;
	else if (mode == RECORD_MISC_GUEST_KERNEL)
		pid = timeline_guest_pid(t, pid);
	return timeline_map_stable(t, pid, e->first, e->last, addr);
}

/* Extra fields that are addresses. */
#define VALUES_ADDRESSES                                                                    \
	(SAMPLE_VALUE_BIT(SAMPLE_VALUE_ADDR) | SAMPLE_VALUE_BIT(SAMPLE_VALUE_BRANCH_FROM) | \
	 SAMPLE_VALUE_BIT(SAMPLE_VALUE_BRANCH_TO) | SAMPLE_VALUE_BIT(SAMPLE_VALUE_BRANCH_AFTER))

static bool values_stable(const struct analysis *a, const struct sample_entry *e)
{
	static const enum sample_value addresses[] = { SAMPLE_VALUE_ADDR, SAMPLE_VALUE_BRANCH_FROM,
						       SAMPLE_VALUE_BRANCH_TO, SAMPLE_VALUE_BRANCH_AFTER };

	for (size_t i = 0; i < ARRAY_SIZE(addresses); i++) {
		uint64_t addr = analysis_value(a, e, addresses[i]);

		if (addr && !address_stable(&a->timeline, e, addr, address_mode(addr)))
			return false;
	}
	return true;
}

/* True if the key of an entry has one meaning from its first to its last time. */
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

/* Makes the entries from a table, without the keys that need a recount: those it adds to *ret_again. 0 or -ENOMEM. */
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

/* Counts the keys in `again` by epoch, in a pass of their own, and appends the result to the entries. */
static int entries_recount(struct analysis *a, const struct sample_table *again, struct error *err)
{
	struct pass p = { .scan = analysis_scan(a, SCAN_AGAIN) };
	struct sample_table table = { 0 };
	int result;

	p.scan.recount_keys = again;
	p.scan.all_chains = &a->chains;
	p.scan.all_values = &a->values;
	p.scan.timeline = &a->timeline;
	a->effort.n_recounted += again->n;
	result = analysis_pass(a, &p, err);
	if (!result && (pass_merge(&p, &table, NULL, NULL) || entries_append(a, &table)))
		result = error_nomem(err);
	sample_table_fini(&table);
	pass_fini(&p);
	return result;
}

/* Frees the current entries with their chains and extra fields. */
static void analysis_entries_free(struct analysis *a)
{
	pages_free(a->entries, a->entries_capacity * sizeof(*a->entries));
	chain_tree_fini(&a->chains);
	value_table_fini(&a->values);
	a->entries = NULL;
	a->n_entries = a->entries_capacity = 0;
}

/* With plan.every, each sample stands for those beside it. */
static void entries_scale(struct analysis *a)
{
	for (uint64_t i = 0; i < a->n_entries && a->options.plan.every > 1; i++) {
		a->entries[i].period *= a->options.plan.every;
		a->entries[i].count *= a->options.plan.every;
	}
}

/* Makes entries from what a pass has counted, when there are none, and frees the pass. 0 or a negative errno. */
static int analysis_entries_make(struct analysis *a, struct pass *p, struct error *err)
{
	struct sample_table table = { 0 }, again = { 0 };
	int result = 0;

	analysis_stacks_count(a, p);
	if (pass_merge(p, &table, &a->chains, &a->values) || sample_table_init(&again) ||
	    entries_divide(a, &table, &again))
		result = error_nomem(err);
	pass_fini(p);
	sample_table_fini(&table);
	a->effort.n_keys += a->n_entries + again.n;
	a->effort.n_partitions++;
	if (!result && again.n)
		result = entries_recount(a, &again, err);
	sample_table_fini(&again);
	entries_scale(a);
	return result;
}

/* --- partitions ----------------------------------------------------------------------- */

/*
 * The workers' tables may take a third of the memory allowed: they double when they are full, are merged into one, and
 * their entries are sorted by chain.
 */
#define TABLES_SHARE 3

/* If a file needs more partitions than this, most of its keys have the same hash. */
#define PARTITIONS_MAX 65536u

/* Splits a partition into n, which are counted later. 0; -ENOMEM: no memory, or more than PARTITIONS_MAX. */
static int partitions_split(struct analysis *a, struct analysis_partition partition, uint32_t n, struct error *err)
{
	struct analysis_partition *list;

	if ((uint64_t)partition.of * n > PARTITIONS_MAX)
		return error_set(err, -ENOMEM,
				 "the file needs more than %" PRIu64 " MiB of memory; --max-memory allows more",
				 a->options.max_memory >> 20);
	list = realloc(a->rest.partitions, (a->rest.n + n) * sizeof(*list));
	if (!list)
		return error_nomem(err);
	a->rest.partitions = list;
	for (uint32_t i = 0; i < n; i++)
		a->rest.partitions[a->rest.n++] =
			(struct analysis_partition){ .number = partition.number + i * partition.of,
						     .of = partition.of * n };
	return 0;
}

/*
 * Guesses how many partitions are needed: half the ratio of all samples to those that were counted before the tables
 * were full. Half, since later samples bring fewer new keys; if it is too few, a partition is split again.
 */
static uint32_t partitions_guess(const struct analysis *a, const struct pass *p)
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

	analysis_entries_free(a);
	while (a->rest.n && !result) {
		struct analysis_partition partition = a->rest.partitions[--a->rest.n];
		struct pass p = { .scan = analysis_scan(a, SCAN_AGAIN) };

		p.scan.partition = partition.number;
		p.scan.n_partitions = partition.of;
		p.scan.bytes_allowed = tables_allowed(a);
		result = analysis_pass(a, &p, err);
		if (!result && p.scan.full)
			result = partitions_split(a, partition, 2, err);
		else if (!result)
			result = analysis_entries_make(a, &p, err);
		full = p.scan.full;
		pass_fini(&p);
		if (!result && !full)
			return 1;
	}
	return result;
}

static int analysis_start(struct analysis *a, struct error *err)
{
	struct pass p = { 0 };
	int result = analysis_first(a, &p, tables_allowed(a), err);

	if (!result && p.scan.full)
		result = partitions_split(a, (struct analysis_partition){ .of = 1 }, partitions_guess(a, &p), err);
	else if (!result)
		result = analysis_entries_make(a, &p, err);
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
	deferred_chains_init(&a->deferred);
	a->file = file;
	a->strings = strings;
	a->options = *options;
	a->options.plan.by_shares = options->plan.by_shares && file_has_read_shares(file);
	a->options.want_spans = options->want_spans || a->options.plan.by_shares || options->plan.stitch;
	a->options.keeps_deferred = options->keeps_deferred && perf_file_has_deferred_chains(file);
	a->options.timeline_first = options->timeline_first || analysis_stacks_wanted(a) ||
				    (a->options.keeps_deferred && options->plan.by_chain);
	if (!a->options.max_memory)
		a->options.max_memory = memory_default(file, options->workers);
	a->event_samples = calloc(file->n_events, sizeof(*a->event_samples));
	a->event_losses = calloc(file->n_events, sizeof(*a->event_losses));
	if (!a->event_samples || !a->event_losses || timeline_init(&a->timeline, strings))
		result = error_nomem(err);
	else
		result = blocks_new(&a->blocks, file, err);
	if (!result)
		result = analysis_start(a, err);
	if (!result && a->rest.n)
		result = analysis_next(a, err);
	if (result >= 0)
		return 0;
	analysis_fini(a);
	return result;
}

void analysis_fini(struct analysis *a)
{
	analysis_entries_free(a);
	analysis_stacks_close(a);
	deferred_chains_fini(&a->deferred);
	timeline_fini(&a->timeline);
	free(a->event_samples);
	free(a->event_losses);
	free(a->spans);
	free(a->rest.partitions);
	sideband_index_fini(&a->sideband.index);
	blocks_free(a->blocks);
	memset(a, 0, sizeof(*a));
}
