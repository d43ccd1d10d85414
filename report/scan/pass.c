#include "report/scan/pass.h"

#include "common/workers.h"
#include "report/scan/scan.h"
#include "report/scan/scan_shares.h"

#include <errno.h>
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

/* What ended the work of a worker early. */
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
	p->workers[0].first = true;
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

/* Each look-up in the other table is one in memory: so many slots ahead they are asked for. */
#define MERGE_AHEAD 16

/* chain_map: the numbers of its chains in the other tree; NULL: the same. value_map: likewise. */
static int table_merge(struct sample_table *to, struct sample_table *from, const uint32_t *chain_map,
		       const uint32_t *value_map)
{
	for (uint64_t i = 0; i < from->n_slots + MERGE_AHEAD; i++) {
		struct sample_entry *ahead = i < from->n_slots ? &from->entries[i] : NULL;
		const struct sample_entry *e = i < MERGE_AHEAD ? NULL : &from->entries[i - MERGE_AHEAD];

		if (ahead && ahead->count) {
			if (chain_map)
				sample_key_set_chain(&ahead->key, chain_map[sample_key_chain(&ahead->key)]);
			if (value_map)
				ahead->key.w[0] = value_map[ahead->key.w[0]];
			sample_table_prefetch(to, &ahead->key);
		}
		if (e && e->count && sample_table_merge(to, e))
			return -ENOMEM;
	}
	return 0;
}

/* tuples: keys have their numbers. */
static int worker_merge(struct scan_worker *w, bool tuples, struct sample_table *table, struct chain_tree *chains,
			struct value_table *values)
{
	uint32_t *chain_map = chains ? chain_tree_merge(chains, &w->chains) : NULL;
	uint32_t *value_map = values && tuples ? value_table_merge(values, &w->values) : NULL;
	bool complete = (!chains || chain_map) && (!values || !tuples || value_map);
	int result = complete ? table_merge(table, &w->table, chain_map, value_map) : -ENOMEM;

	free(value_map);
	free(chain_map);
	/* What is merged is not needed twice. */
	chain_tree_fini(&w->chains);
	value_table_fini(&w->values);
	sample_table_fini(&w->table);
	return result;
}

int pass_merge(struct pass *p, struct sample_table *ret_table, struct chain_tree *chains, struct value_table *values)
{
	int result = 0;

	*ret_table = p->workers[0].table;
	p->workers[0].table = (struct sample_table){ 0 };
	if (chains) {
		*chains = p->workers[0].chains;
		p->workers[0].chains = (struct chain_tree){ 0 };
	}
	if (values) {
		*values = p->workers[0].values;
		value_table_init(&p->workers[0].values);
	}
	for (unsigned i = 1; i < p->n && !result; i++)
		result = worker_merge(&p->workers[i], p->scan.plan.values, ret_table, chains, values);
	return result;
}
