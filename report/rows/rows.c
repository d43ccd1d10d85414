#include "report/rows/rows.h"

#include "report/rows/row_entries.h"
#include "report/rows/row_history.h"
#include "report/rows/row_preload.h"
#include "report/rows/row_roots.h"
#include "report/rows/row_sort.h"

#include <stdlib.h>

void rows_plan(const struct rows_options *o, struct analysis_options *ret_options)
{
	const struct columns *columns = o->columns;
	const struct profile_filter *f = &o->filter;
	uint32_t needs = columns->needs;
	bool by_address = needs & (KEY_DSO | KEY_SYM | KEY_ADDRESS | KEY_SYMBOL) || profile_filter_is_of_dsos(f) ||
			  profile_filter_is_of_symbols(f) || f->only_within;

	ret_options->want_comm = needs & (KEY_COMM | KEY_OF_COMM) || profile_filter_is_of_comms(f);
	ret_options->plan = (struct sample_plan){
		.by_address = by_address,
		.by_thread = ret_options->want_comm || needs & (KEY_PID | KEY_TID | KEY_THREAD) ||
			     (by_address && o->mode == SORT_KEY_BRANCH) || f->pids || f->tids,
		.by_cpu = needs & (KEY_CPU | KEY_OF_CPU) || f->cpus || o->socket,
		.by_mode = needs & KEY_MODE || f->no_kernel || f->no_user,
		.by_chain = o->wants_callgraph || (by_address && o->wants_children) || needs & KEY_CHAIN ||
			    (o->roots && by_address) || f->only_within,
		.branch_history = o->branch_history,
		.chain_limit = { .max = o->max_stack, .outer_kept = o->by_caller },
		.by_branch = o->mode == SORT_KEY_BRANCH,
		.by_weight = o->mode == SORT_KEY_MEMORY,
		.by_shares = true,
		.stitch = o->stitch,
		.values =
			columns->values | (o->mode == SORT_KEY_BRANCH ? SAMPLE_VALUE_BIT(SAMPLE_VALUE_BRANCH_TO) : 0) |
			(o->mode == SORT_KEY_BRANCH && f->named_only ? SAMPLE_VALUE_BIT(SAMPLE_VALUE_BRANCH_FROM) : 0) |
			(o->mode == SORT_KEY_MEMORY ? SAMPLE_VALUE_BIT(SAMPLE_VALUE_WEIGHT) : 0),
		.time_quantum = o->time_quantum,
	};
	if (f->parallelism)
		ret_options->plan.values |= SAMPLE_VALUE_BIT(SAMPLE_VALUE_RUNNING);
	ret_options->keeps_deferred = ret_options->plan.by_chain;
	ret_options->timeline_first = ret_options->plan.values & SAMPLE_VALUES_OF_TIMELINE;
}

int rows_build(struct rows *r, struct profile *profile, const struct rows_options *options, struct error *err)
{
	return rows_build_after(r, profile, options, NULL, err);
}

int rows_build_after(struct rows *r, struct profile *profile, const struct rows_options *options,
		     const struct rows *older, struct error *err)
{
	int result = row_set_init(r, profile, options);

	if (result)
		return error_nomem(err);
	row_preload(r);
	do {
		if (row_roots_apply(r) || row_entries_add(r))
			return error_nomem(err);
		chain_ends_add(&r->counted.ends, r->analysis, &r->resolver->locator, rows_samples(r));
		result = analysis_next(r->analysis, err);
	} while (result > 0);
	if (!result && older && row_history_add(r, older))
		return error_nomem(err);
	if (!result && options->wants_callgraph && call_tree_finish(&r->calls))
		result = error_nomem(err);
	return result;
}

void rows_fini(struct rows *r)
{
	row_set_fini(r);
}

const struct row **rows_sorted(const struct rows *r, uint32_t event, uint32_t *ret_n)
{
	const struct row **list = malloc((r->keys.n + 1) * sizeof(*list));
	uint32_t n = 0;

	if (!list)
		return NULL;
	for (uint32_t i = 0; i < r->keys.n; i++)
		if (r->keys.list[i].event == event && !r->keys.list[i].level)
			list[n++] = &r->list[i];
	row_sort(r, list, n);
	*ret_n = n;
	return list;
}
