#include "report/scan/analysis_stacks.h"

#include "formats/file/file_facts.h"
#include "report/scan/dso_build_ids.h"

#include <errno.h>

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
	/* A list that cannot be read is reported when names are looked up, which it is read for again. */
	if (dso_build_ids_read(&a->timeline.dsos, a->file, NULL) == -ENOMEM)
		return error_nomem(err);
	a->stacks.arch = file_arch(a->file);
	a->stacks.files = unwind_files_new(&a->timeline, a->options.stacks);
	return a->stacks.files ? 0 : error_nomem(err);
}

void analysis_stacks_count(struct analysis *a, const struct pass *p)
{
	for (unsigned i = 0; i < p->n && !p->scan.only; i++) {
		if (p->scan.unwind)
			unwind_counts_merge(&a->stacks.counts, &p->workers[i].stack->counts);
		deferred_counts_merge(&a->joined, &p->workers[i].joined);
	}
}

void analysis_stacks_close(struct analysis *a)
{
	unwind_files_free(a->stacks.files);
	unwind_counts_fini(&a->stacks.counts);
	a->stacks.files = NULL;
}
