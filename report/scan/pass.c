#include "report/scan/pass.h"

#include "common/workers.h"
#include "report/scan/scan.h"
#include "report/scan/scan_shares.h"

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
