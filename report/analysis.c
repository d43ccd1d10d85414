#include "report/analysis.h"

#include "common/workers.h"

#include <errno.h>
#include <stdlib.h>

/* A scan by several workers. */
struct pass {
	struct scan scan;
	struct scan_worker *workers;
	unsigned n;
};

static void pass_work(void *context, unsigned worker)
{
	struct pass *p = context;

	scan_run(&p->scan, &p->workers[worker]);
}

static void pass_fini(struct pass *p)
{
	for (unsigned i = 0; i < p->n; i++)
		scan_worker_fini(&p->workers[i]);
	free(p->workers);
}

static int pass_run(struct pass *p, unsigned n_workers, struct error *err)
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
	for (unsigned i = 0; i < p->n; i++) {
		if (p->workers[i].error.code) {
			if (err)
				*err = p->workers[i].error;
			return p->workers[i].error.code;
		}
	}
	return 0;
}

/* --- putting the workers' parts together ------------------------------------ */

/* chain_map: the numbers of its chains in the other tree; NULL: the same. */
static int table_merge(struct sample_table *to, const struct sample_table *from, const uint32_t *chain_map)
{
	for (uint64_t i = 0; i < from->n_slots; i++) {
		struct sample_entry e = from->entries[i];

		if (!e.count)
			continue;
		if (chain_map)
			e.key.w[2] = chain_map[sample_key_chain(&e.key)];
		if (sample_table_merge(to, &e))
			return -ENOMEM;
	}
	return 0;
}

static void counts_merge(struct scan_counts *to, const struct scan_counts *from)
{
	for (size_t i = 0; i < ARRAY_SIZE(to->types); i++)
		to->types[i] += from->types[i];
	to->other_types += from->other_types;
	to->unknown_events += from->unknown_events;
	if (from->bad_records && (!to->bad_records || from->first_bad.offset < to->first_bad.offset))
		to->first_bad = from->first_bad;
	to->bad_records += from->bad_records;
	to->lost += from->lost;
	to->lost_samples += from->lost_samples;
}

/* Moves the first worker's table and chains out, and adds those of the others. */
static int pass_merge(struct analysis *a, struct pass *p, struct sample_table *table)
{
	*table = p->workers[0].table;
	p->workers[0].table = (struct sample_table){ 0 };
	a->chains = p->workers[0].chains;
	p->workers[0].chains = (struct chain_tree){ 0 };
	for (unsigned i = 0; i < p->n; i++) {
		struct scan_worker *w = &p->workers[i];
		uint32_t *chain_map;
		int result;

		counts_merge(&a->counts, &w->counts);
		for (uint32_t e = 0; e < a->file->n_events; e++)
			a->event_samples[e] += w->event_samples[e];
		if (!i)
			continue;
		chain_map = chain_tree_merge(&a->chains, &w->chains);
		result = chain_map ? table_merge(table, &w->table, chain_map) : -ENOMEM;
		free(chain_map);
		if (result)
			return result;
		/* What is merged is not needed twice. */
		chain_tree_fini(&w->chains);
		sample_table_fini(&w->table);
	}
	return 0;
}

/* --- the timeline ------------------------------------------------------------ */

static int sideband_compare(const void *a, const void *b)
{
	const struct sideband *x = a, *y = b;

	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return x->order < y->order ? -1 : x->order > y->order;
}

static int timeline_add(struct analysis *a, const struct sideband *s)
{
	struct error err = ERROR_INIT;
	union {
		struct record_mmap mmap;
		struct record_comm comm;
		struct record_task task;
		struct record_ksymbol ksymbol;
	} r;
	int bad;

	switch (s->record.type) {
	case PERF_RECORD_MMAP:
	case PERF_RECORD_MMAP2:
		bad = record_decode_mmap(&s->record, &r.mmap, &err);
		if (!bad)
			return timeline_add_mmap(&a->timeline, s->time, &r.mmap, s->record.misc);
		break;
	case PERF_RECORD_COMM:
		bad = record_decode_comm(&s->record, &r.comm, &err);
		if (!bad)
			return timeline_add_comm(&a->timeline, s->time, &r.comm);
		break;
	case PERF_RECORD_FORK:
		bad = record_decode_task(&s->record, &r.task, &err);
		if (!bad)
			return timeline_add_fork(&a->timeline, s->time, &r.task,
						 s->record.misc & RECORD_MISC_FORK_EXEC);
		break;
	case PERF_RECORD_EXIT:
		bad = record_decode_task(&s->record, &r.task, &err);
		if (!bad)
			return timeline_add_exit(&a->timeline, s->time, &r.task);
		break;
	default:
		bad = record_decode_ksymbol(&s->record, &r.ksymbol, &err);
		if (!bad)
			return timeline_add_ksymbol(&a->timeline, s->time, &r.ksymbol);
		break;
	}
	if (!a->counts.bad_records++)
		a->counts.first_bad = err;
	return 0;
}

static int timeline_build(struct analysis *a, const struct pass *p)
{
	struct sideband *all;
	uint64_t n = 0;
	int result = 0;

	for (unsigned i = 0; i < p->n; i++)
		n += p->workers[i].n_sideband;
	all = malloc((n + 1) * sizeof(*all));
	if (!all)
		return -ENOMEM;
	n = 0;
	for (unsigned i = 0; i < p->n; i++) {
		const struct scan_worker *w = &p->workers[i];

		if (w->n_sideband)
			memcpy(all + n, w->sideband, w->n_sideband * sizeof(*all));
		n += w->n_sideband;
	}
	qsort(all, n, sizeof(*all), sideband_compare);
	for (uint64_t i = 0; i < n && !result; i++)
		result = timeline_add(a, &all[i]);
	free(all);
	return result;
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

/* --- keys that meant several things ------------------------------------------ */

static bool address_stable(const struct timeline *t, const struct sample_entry *e, uint64_t addr, unsigned mode)
{
	uint32_t pid = mode == RECORD_MISC_KERNEL || mode == RECORD_MISC_GUEST_KERNEL ? TIMELINE_KERNEL_PID
										      : sample_key_pid(&e->key);

	return timeline_map_stable(t, pid, e->first, e->last, addr);
}

static bool entry_stable(const struct analysis *a, const struct sample_entry *e, const struct analysis_options *o)
{
	const struct timeline *t = &a->timeline;

	if (e->count == 1 || e->first == e->last)
		return true;
	if (o->want_comm && !timeline_comm_stable(t, sample_key_tid(&e->key), e->first, e->last))
		return false;
	if (o->plan.by_address && !address_stable(t, e, e->key.w[0], sample_key_mode(&e->key)))
		return false;
	if (!sample_key_chain(&e->key) || (timeline_space_same(t, sample_key_pid(&e->key), e->first, e->last) &&
					   timeline_space_same(t, TIMELINE_KERNEL_PID, e->first, e->last)))
		return true;
	for (uint32_t node = sample_key_chain(&e->key); node; node = chain_tree_outer(&a->chains, node))
		if (!address_stable(t, e, a->chains.nodes[node].addr, a->chains.nodes[node].mode))
			return false;
	return true;
}

/* Sorts the table's entries into those that are done (a->entries) and those to be counted again. */
static int entries_divide(struct analysis *a, const struct sample_table *table, const struct analysis_options *o,
			  struct sample_table *ret_again)
{
	a->entries = malloc((table->n + 1) * sizeof(*a->entries));
	if (!a->entries)
		return -ENOMEM;
	for (uint64_t i = 0; i < table->n_slots; i++) {
		const struct sample_entry *e = &table->entries[i];

		if (!e->count)
			continue;
		if (entry_stable(a, e, o))
			a->entries[a->n_entries++] = *e;
		else if (sample_table_merge(ret_again, e))
			return -ENOMEM;
	}
	return 0;
}

/* The second pass: what it counts is added to the entries. */
static int entries_recount(struct analysis *a, const struct pass *first, struct sample_table *again, struct error *err)
{
	struct pass p = { .scan = first->scan };
	struct sample_table table = { 0 };
	struct sample_entry *entries;
	int result;

	a->n_recounted = again->n;
	p.scan.want_spans = false;
	p.scan.only = again;
	p.scan.all_chains = &a->chains;
	p.scan.timeline = &a->timeline;
	blocks_rewind(p.scan.blocks);
	result = pass_run(&p, first->n, err);
	if (result)
		goto out;
	table = p.workers[0].table;
	p.workers[0].table = (struct sample_table){ 0 };
	for (unsigned i = 1; i < p.n && !result; i++)
		result = table_merge(&table, &p.workers[i].table, NULL);
	entries = result ? NULL : realloc(a->entries, (a->n_entries + table.n + 1) * sizeof(*entries));
	if (!entries) {
		result = error_nomem(err);
		goto out;
	}
	a->entries = entries;
	for (uint64_t i = 0; i < table.n_slots; i++)
		if (table.entries[i].count)
			a->entries[a->n_entries++] = table.entries[i];
out:
	sample_table_fini(&table);
	pass_fini(&p);
	return result;
}

static int analysis_finish(struct analysis *a, struct pass *p, const struct analysis_options *o, struct error *err)
{
	struct sample_table table = { 0 }, again = { 0 };
	int result;

	result = sample_table_init(&again);
	if (!result)
		result = pass_merge(a, p, &table);
	if (!result)
		result = timeline_build(a, p);
	if (!result)
		result = spans_merge(a, p);
	if (!result)
		result = entries_divide(a, &table, o, &again);
	if (result)
		error_nomem(err);
	sample_table_fini(&table);
	if (!result && again.n)
		result = entries_recount(a, p, &again, err);
	sample_table_fini(&again);
	return result;
}

int analysis_run(struct analysis *a, const struct perf_file *file, struct strtab *strings,
		 const struct analysis_options *options, struct error *err)
{
	struct pass p = { .scan = { .file = file,
				    .plan = options->plan,
				    .want_exits = options->want_exits,
				    .want_spans = options->want_spans,
				    .progress = options->progress } };
	int result;

	memset(a, 0, sizeof(*a));
	a->file = file;
	a->strings = strings;
	a->event_samples = calloc(file->n_events, sizeof(*a->event_samples));
	if (!a->event_samples || timeline_init(&a->timeline, strings))
		result = error_nomem(err);
	else
		result = blocks_new(&p.scan.blocks, file, err);
	if (result)
		goto out;
	result = pass_run(&p, options->workers, err);
	if (!result) {
		a->n_damaged = blocks_damage(p.scan.blocks, &a->first_damage);
		for (uint32_t type = 0; type < PERF_RECORD_USER_TYPE_END; type++)
			a->counts.types[type] += blocks_n_passed(p.scan.blocks, type);
		result = analysis_finish(a, &p, options, err);
	}
out:
	pass_fini(&p);
	blocks_free(p.scan.blocks);
	if (result)
		analysis_fini(a);
	return result;
}

void analysis_fini(struct analysis *a)
{
	timeline_fini(&a->timeline);
	chain_tree_fini(&a->chains);
	free(a->entries);
	free(a->event_samples);
	free(a->spans);
	memset(a, 0, sizeof(*a));
}
