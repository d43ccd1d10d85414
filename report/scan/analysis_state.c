#include "report/scan/analysis_state.h"

#include "formats/file/file_facts.h"
#include "report/timeline/dsos.h"

#include <errno.h>
#include <stdlib.h>

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

struct scan analysis_scan(struct analysis *a, enum scan_step step)
{
	const struct timeline *t = a->sideband.is_known ? &a->timeline : NULL;
	bool comms = t && t->has_comm_changes && a->options.want_comm;

	blocks_rewind(a->blocks);
	return (struct scan){ .file = a->file,
			      .blocks = a->blocks,
			      .plan = a->options.plan,
			      .step = step,
			      .timeline = t,
			      .by_epoch = comms || (t && t->has_coarse_epochs),
			      .by_comm = comms,
			      .unwind = a->stacks.files,
			      .arch = a->stacks.arch,
			      .ends = a->options.stacks ? a->options.ends : NULL,
			      .keep_deferred = a->options.keeps_deferred && step != SCAN_AGAIN && !t,
			      .deferred = a->options.keeps_deferred ? &a->deferred : NULL,
			      .progress = a->options.progress };
}

int analysis_pass(struct analysis *a, struct pass *p, struct error *err)
{
	bool first = p->scan.step == SCAN_FIRST;
	uint64_t n_unpacked = blocks_n_unpacked(a->blocks);
	int result = pass_run(p, a->options.workers, err);

	a->effort.n_passes++;
	a->effort.n_unpacked += blocks_n_unpacked(a->blocks) - n_unpacked;
	if (!result && first && spans_merge(a, p))
		result = error_nomem(err);
	if (!result && (p->scan.plan.by_shares || p->scan.plan.stitch) && (first || !p->scan.full))
		result = pass_run_shares(p, a->spans, a->n_spans, err);
	return result;
}

bool analysis_stacks_wanted(const struct analysis *a)
{
	if (!a->options.stacks || !a->options.plan.by_chain)
		return false;
	for (uint32_t i = 0; i < a->file->n_events; i++)
		if (event_has_user_stacks(&a->file->events[i].attr))
			return true;
	return false;
}

int analysis_stacks_open(struct analysis *a, struct error *err)
{
	if (!analysis_stacks_wanted(a))
		return 0;
	/* A list that cannot be read is reported when names are looked up, where it is read again. */
	if (dso_build_ids_read(&a->timeline.dsos, a->file, NULL) == -ENOMEM)
		return error_nomem(err);
	a->stacks.arch = file_arch(a->file);
	a->stacks.files = unwind_files_new(&a->timeline, a->options.stacks);
	return a->stacks.files ? 0 : error_nomem(err);
}

void analysis_stacks_count(struct analysis *a, const struct pass *p)
{
	for (unsigned i = 0; i < p->n && !p->scan.recount_keys; i++) {
		if (p->scan.unwind)
			unwind_counts_merge(&a->stacks.counts, &p->workers[i].stack->counts);
		ended_counts_sum(&p->workers[i].ends, &a->timeline, &a->stacks.counts);
		deferred_counts_merge(&a->joined, &p->workers[i].joined);
	}
}

void analysis_stacks_close(struct analysis *a)
{
	unwind_files_free(a->stacks.files);
	unwind_counts_fini(&a->stacks.counts);
	a->stacks.files = NULL;
}
