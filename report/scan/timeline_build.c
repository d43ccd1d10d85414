#include "report/scan/timeline_build.h"

#include <errno.h>
#include <stdlib.h>

struct timeline_builder {
	struct timeline *timeline;
	struct scan_counts *counts;
};

static int sideband_compare(const void *a, const void *b)
{
	const struct sideband *x = a, *y = b;

	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return x->order < y->order ? -1 : x->order > y->order;
}

static int timeline_add(struct timeline_builder *b, const struct sideband *s)
{
	struct error err = ERROR_INIT;
	union {
		struct record_mmap mmap;
		struct record_comm comm;
		struct record_task task;
		struct record_ksymbol ksymbol;
		struct record_cgroup cgroup;
	} r;
	int bad;

	switch (s->record.type) {
	case PERF_RECORD_MMAP:
	case PERF_RECORD_MMAP2:
		bad = record_decode_mmap(&s->record, &r.mmap, &err);
		if (!bad)
			return timeline_add_mmap(b->timeline, s->time, &r.mmap, s->record.misc);
		break;
	case PERF_RECORD_COMM:
		bad = record_decode_comm(&s->record, &r.comm, &err);
		if (!bad)
			return timeline_add_comm(b->timeline, s->time, &r.comm);
		break;
	case PERF_RECORD_FORK:
		bad = record_decode_task(&s->record, &r.task, &err);
		if (!bad)
			return timeline_add_fork(b->timeline, s->time, &r.task, s->record.misc & RECORD_MISC_FORK_EXEC);
		break;
	case PERF_RECORD_CGROUP:
		bad = record_decode_cgroup(&s->record, &r.cgroup, &err);
		if (!bad)
			return timeline_add_cgroup(b->timeline, &r.cgroup);
		break;
	default:
		bad = record_decode_ksymbol(&s->record, &r.ksymbol, &err);
		if (!bad)
			return timeline_add_ksymbol(b->timeline, s->time, &r.ksymbol);
		break;
	}
	if (!b->counts->bad_records++)
		b->counts->first_bad = err;
	return 0;
}

int timeline_build(struct timeline *timeline, struct scan_counts *counts, const struct pass *p)
{
	struct timeline_builder b = { .timeline = timeline, .counts = counts };
	struct sideband *all;
	uint64_t n = 0;
	int result = 0;

	for (unsigned i = 0; i < p->n; i++)
		n += p->workers[i].sideband.n;
	all = malloc((n + 1) * sizeof(*all));
	if (!all)
		return -ENOMEM;
	n = 0;
	for (unsigned i = 0; i < p->n; i++) {
		const struct sideband_list *l = &p->workers[i].sideband;

		if (l->n)
			memcpy(all + n, l->records, l->n * sizeof(*all));
		n += l->n;
	}
	qsort(all, n, sizeof(*all), sideband_compare);
	for (uint64_t i = 0; i < n && !result; i++)
		result = timeline_add(&b, &all[i]);
	free(all);
	return result;
}
