#include "report/scan/pass.h"

#include "common/memory.h"
#include "common/workers.h"
#include "report/scan/chain_tree.h"
#include "report/scan/scan.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>

struct shares_work {
	struct pass *pass;
	struct ordered *ordered;
};

static void shares_work(void *context, unsigned worker)
{
	struct shares_work *work = context;

	scan_run_shares(&work->pass->scan, &work->pass->workers[worker], work->ordered);
}

static void pass_work(void *context, unsigned worker)
{
	struct pass *p = context;

	scan_run(&p->scan, &p->workers[worker]);
}

void pass_fini(struct pass *p)
{
	for (unsigned i = 0; i < p->n; i++)
		scan_worker_fini(&p->workers[i]);
	free(p->workers);
	p->workers = NULL;
	p->n = 0;
}

/* Returns the first worker's error, and copies it to *err; 0: all workers came to the end. */
static int pass_error(const struct pass *p, struct error *err)
{
	for (unsigned i = 0; i < p->n; i++) {
		if (p->workers[i].error.code) {
			if (err)
				*err = p->workers[i].error;
			return p->workers[i].error.code;
		}
	}
	return 0;
}

int pass_run(struct pass *p, unsigned n_workers, struct error *err)
{
	int result = 0;

	p->workers = calloc(n_workers, sizeof(*p->workers));
	if (!p->workers)
		return error_nomem(err);
	for (p->n = 0; p->n < n_workers && !result;)
		result = scan_worker_init(&p->workers[p->n++], &p->scan, err);
	if (result)
		return result;
	p->workers[0].is_first = true;
	workers_run(p->n, pass_work, p);
	return pass_error(p, err);
}

int pass_run_shares(struct pass *p, const struct block_span *spans, uint64_t n_spans, struct error *err)
{
	struct shares_work work = { .pass = p };
	int result = ordered_new(&work.ordered, p->scan.file, spans, n_spans, 1ull << PERF_RECORD_SAMPLE, err);

	if (result)
		return result;
	if (p->scan.plan.stitch)
		ordered_stitch(work.ordered, p->scan.plan.stitch);
	workers_run(p->n, shares_work, &work);
	p->workers[0].counts.unknown_events += ordered_n_unknown(work.ordered);
	ordered_free(work.ordered);
	return pass_error(p, err);
}

/* Lookups in the other table miss the CPU's cache, so each slot is loaded this many entries before it is needed. */
#define MERGE_AHEAD 16u

/* Fewer entries, or nodes of chains, are merged faster than threads start. */
#define MERGE_SHARED_MIN 8192u

/* Each part reads all entries of all workers, so more parts than this take longer. */
#define MERGE_PARTS_MAX 16u

/* Room for one more entry for each 8 merged ones, which a recount may add. Unused, it costs no memory. */
#define MERGE_SLACK 8u

struct merging {
	struct pass *pass;
	uint32_t **chain_maps, **value_maps; /* new numbers, by worker and old number; NULL: the numbers stay */
	struct sample_table *parts;          /* each has the keys of some hashes */
	unsigned n_parts;
	uint64_t n_keys;              /* estimate of the keys of all parts, for which they get room at once */
	struct sample_entry *entries; /* those of all parts, one after the other */
	_Atomic bool failed;
};

/* Replaces the numbers of chains and extra fields in a worker's keys by those of the merged tables. */
static void renumber_keys(struct merging *m, unsigned worker)
{
	const uint32_t *chains = m->chain_maps ? m->chain_maps[worker] : NULL;
	const uint32_t *values = m->value_maps ? m->value_maps[worker] : NULL;
	struct sample_table *t = &m->pass->workers[worker].table;

	for (uint64_t i = 0; (chains || values) && i < t->n_slots; i++) {
		struct sample_key *key = &t->entries[i].key;

		if (!t->entries[i].count)
			continue;
		if (chains)
			sample_key_set_chain(key, chains[sample_key_chain(key)]);
		if (values)
			key->w[0] = values[key->w[0]];
	}
}

static void renumber_part(void *context, unsigned worker)
{
	renumber_keys(context, worker);
}

static unsigned key_part(const struct sample_key *key, unsigned n)
{
	return (unsigned)((sample_key_hash(key) >> 32) * n >> 32);
}

/* Adds the entries of a table that belong to a part, or all of them where n is 1. 0 or -ENOMEM. */
static int merge_table(struct sample_table *to, const struct sample_table *from, unsigned part, unsigned n)
{
	const struct sample_entry *ahead[MERGE_AHEAD] = { NULL };
	unsigned next = 0;

	for (uint64_t i = 0; i < from->n_slots; i++) {
		const struct sample_entry *e = &from->entries[i];

		if (!e->count || (n > 1 && key_part(&e->key, n) != part))
			continue;
		sample_table_prefetch(to, &e->key);
		if (ahead[next] && sample_table_merge(to, ahead[next]))
			return -ENOMEM;
		ahead[next] = e;
		next = (next + 1) % MERGE_AHEAD;
	}
	for (unsigned i = 0; i < MERGE_AHEAD; i++)
		if (ahead[i] && sample_table_merge(to, ahead[i]))
			return -ENOMEM;
	return 0;
}

static void merge_part(void *context, unsigned part)
{
	struct merging *m = context;
	const struct pass *p = m->pass;

	if (sample_table_init_for(&m->parts[part], m->n_keys / m->n_parts)) {
		m->failed = true;
		return;
	}
	for (unsigned i = 0; i < p->n; i++)
		if (merge_table(&m->parts[part], &p->workers[i].table, part, m->n_parts))
			m->failed = true;
}

static void copy_part(void *context, unsigned part)
{
	struct merging *m = context;
	const struct sample_table *t = &m->parts[part];
	struct sample_entry *to = m->entries;

	for (unsigned i = 0; i < part; i++)
		to += m->parts[i].n;
	for (uint64_t i = 0; i < t->n_slots; i++)
		if (t->entries[i].count)
			*to++ = t->entries[i];
}

/* Estimates how many distinct keys the workers have together; 0 without memory. */
static uint64_t keys_of_all(const struct pass *p)
{
	const struct sample_table **tables = calloc(p->n, sizeof(*tables));
	uint64_t n = 0;

	for (unsigned i = 0; tables && i < p->n; i++)
		tables[i] = &p->workers[i].table;
	if (tables)
		n = sample_table_estimate(tables, p->n);
	free(tables);
	return n;
}

/* Merges with several threads, each a part of the keys. 0 or -ENOMEM. */
static int merge_shared(struct merging *m, struct sample_table *ret_table)
{
	struct pass *p = m->pass;
	uint64_t n = 0, room;

	m->n_parts = p->n < MERGE_PARTS_MAX ? p->n : MERGE_PARTS_MAX;
	m->parts = calloc(m->n_parts, sizeof(*m->parts));
	if (!m->parts)
		return -ENOMEM;
	workers_run(p->n, renumber_part, m);
	m->n_keys = keys_of_all(p);
	workers_run(m->n_parts, merge_part, m);
	for (unsigned i = 0; i < p->n; i++)
		sample_table_fini(&p->workers[i].table);
	for (unsigned i = 0; i < m->n_parts; i++)
		n += m->parts[i].n;
	room = n + n / MERGE_SLACK;
	if (!m->failed)
		m->entries = pages_alloc(room * sizeof(*m->entries));
	if (m->entries)
		workers_run(m->n_parts, copy_part, m);
	for (unsigned i = 0; i < m->n_parts; i++)
		sample_table_fini(&m->parts[i]);
	free(m->parts);
	*ret_table = (struct sample_table){ .entries = m->entries, .n = n, .n_slots = room };
	return m->entries ? 0 : -ENOMEM;
}

static int merge_alone(struct merging *m, struct sample_table *ret_table)
{
	struct pass *p = m->pass;
	int result = 0;

	*ret_table = p->workers[0].table;
	p->workers[0].table = (struct sample_table){ 0 };
	for (unsigned i = 1; i < p->n && !result; i++) {
		renumber_keys(m, i);
		result = merge_table(ret_table, &p->workers[i].table, 0, 1);
	}
	return result;
}

static int merge_chains(struct merging *m, struct chain_tree *chains)
{
	struct pass *p = m->pass;
	const struct chain_tree **from = calloc(p->n, sizeof(*from));
	uint64_t n = 0;
	int result;

	*chains = p->workers[0].chains;
	p->workers[0].chains = (struct chain_tree){ 0 };
	m->chain_maps = calloc(p->n, sizeof(*m->chain_maps));
	for (unsigned i = 1; from && i < p->n; i++) {
		from[i - 1] = &p->workers[i].chains;
		n += p->workers[i].chains.n;
	}
	result = from && m->chain_maps
			 ? chain_tree_merge(chains, from, p->n - 1, n < MERGE_SHARED_MIN ? 1 : p->n, m->chain_maps + 1)
			 : -ENOMEM;
	free(from);
	/* Frees memory before the keys are merged. */
	for (unsigned i = 1; i < p->n; i++)
		chain_tree_fini(&p->workers[i].chains);
	return result;
}

/* Merges the extra fields, if the plan has some. 0 or -ENOMEM. */
static int merge_values(struct merging *m, struct value_table *values)
{
	struct pass *p = m->pass;

	*values = p->workers[0].values;
	value_table_init(&p->workers[0].values);
	if (!p->scan.plan.values)
		return 0;
	m->value_maps = calloc(p->n, sizeof(*m->value_maps));
	if (!m->value_maps)
		return -ENOMEM;
	for (unsigned i = 1; i < p->n; i++) {
		m->value_maps[i] = value_table_merge(values, &p->workers[i].values);
		value_table_fini(&p->workers[i].values);
		if (!m->value_maps[i])
			return -ENOMEM;
	}
	return 0;
}

static void maps_free(uint32_t **maps, unsigned n)
{
	for (unsigned i = 0; maps && i < n; i++)
		free(maps[i]);
	free(maps);
}

int pass_merge(struct pass *p, struct sample_table *ret_table, struct chain_tree *chains, struct value_table *values)
{
	struct merging m = { .pass = p };
	uint64_t n = 0;
	int result = chains ? merge_chains(&m, chains) : 0;

	if (!result && values)
		result = merge_values(&m, values);
	for (unsigned i = 0; i < p->n; i++)
		n += p->workers[i].table.n;
	if (!result)
		result = p->n > 1 && n >= MERGE_SHARED_MIN ? merge_shared(&m, ret_table) : merge_alone(&m, ret_table);
	for (unsigned i = 0; i < p->n; i++)
		sample_table_fini(&p->workers[i].table);
	maps_free(m.chain_maps, p->n);
	maps_free(m.value_maps, p->n);
	return result;
}
