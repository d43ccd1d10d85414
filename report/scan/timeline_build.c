#include "report/scan/timeline_build.h"

#include "formats/jit/jitdump.h"
#include "report/scan/sideband_list.h"
#include "report/timeline/timeline_make.h"

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

/* Adds a record, or counts it if it is damaged. 0 or -ENOMEM. */
static int timeline_add(struct timeline_builder *b, const struct sideband *s)
{
	struct error err = ERROR_INIT;
	int result = timeline_replay(b->timeline, s, &err);

	if (result != -EBADMSG)
		return result;
	if (!b->counts->bad_records++)
		b->counts->first_bad = err;
	return 0;
}

/* --- JIT code -------------------------------------------------------------- */

static int code_compare(const void *a, const void *b)
{
	const struct code_event *x = a, *y = b;

	if (x->map.time != y->map.time)
		return x->map.time < y->map.time ? -1 : 1;
	return x->order < y->order ? -1 : x->order > y->order;
}

/* Reads the code of a dump if a record says that one was mapped. 0 or -ENOMEM. */
static int code_read(struct timeline *t, struct code_source *source, const struct sideband *s, struct code_list *code)
{
	struct record_mmap m;
	uint64_t i = code->n;
	uint32_t dso;
	int result;

	if ((s->record.type != PERF_RECORD_MMAP && s->record.type != PERF_RECORD_MMAP2) ||
	    (s->record.misc & RECORD_MISC_CPUMODE_MASK) != RECORD_MISC_USER ||
	    record_decode_mmap(&s->record, &m, NULL) || !jitdump_is_path(m.filename, m.filename_size))
		return 0;
	dso = dsos_jit(&t->dsos, m.filename, m.filename_size, m.pid);
	result = dso == DSO_NONE ? -ENOMEM : source->read(source->context, &m, s->time, code);
	for (; i < code->n; i++) {
		code->list[i].map.dso = dso;
		code->list[i].order = i;
	}
	return result;
}

static int code_read_all(struct timeline *t, struct code_source *source, const struct sideband *all, uint64_t n,
			 struct code_list *ret_code)
{
	int result = 0;

	*ret_code = (struct code_list){ 0 };
	if (source) {
		source->begin(source->context);
		source->n_undecided = 0;
		source->conv = (struct time_conv){ 0 };
	}
	for (uint64_t i = 0; source && i < n; i++)
		if (all[i].record.type == PERF_RECORD_TIME_CONV)
			record_decode_time_conv(&all[i].record, &source->conv, NULL);
	for (uint64_t i = 0; source && i < n && !result; i++)
		result = code_read(t, source, &all[i], ret_code);
	if (ret_code->n)
		qsort(ret_code->list, ret_code->n, sizeof(*ret_code->list), code_compare);
	return result;
}

static int code_add(struct timeline *t, struct code_source *source, const struct code_event *e)
{
	int result = timeline_add_code(t, &e->map);

	source->n_undecided += result > 0 && e->timeless;
	return result < 0 ? result : 0;
}

/* --------------------------------------------------------------------------- */

/* Adds records and JIT code in ascending time; of one time the records first, since they map the memory of the code. */
static int timeline_add_all(struct timeline_builder *b, struct code_source *source, const struct sideband *all,
			    uint64_t n)
{
	struct code_list code;
	int result = code_read_all(b->timeline, source, all, n, &code);
	uint64_t next = 0;

	for (uint64_t i = 0; i < n && !result; i++) {
		while (next < code.n && code.list[next].map.time < all[i].time && !result)
			result = code_add(b->timeline, source, &code.list[next++]);
		if (!result)
			result = timeline_add(b, &all[i]);
	}
	while (next < code.n && !result)
		result = code_add(b->timeline, source, &code.list[next++]);
	free(code.list);
	return result;
}

int timeline_build(struct timeline *timeline, struct scan_counts *counts, const struct pass *p,
		   struct code_source *source)
{
	struct timeline_builder b = { .timeline = timeline, .counts = counts };
	struct sideband *all;
	uint64_t n = 0;
	int result;

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
	result = timeline_add_all(&b, source, all, n);
	free(all);
	return result;
}
