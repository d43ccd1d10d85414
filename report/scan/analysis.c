#include "report/scan/analysis.h"

#include "report/scan/analysis_entries.h"
#include "report/scan/analysis_first.h"
#include "report/scan/analysis_stacks.h"
#include "report/stream/read_shares.h"
#include "report/timeline/timeline_make.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

/*
 * What the workers' tables may take of the memory allowed. They double when they are full, are merged into one, and
 * their entries are sorted by their chains.
 */
#define TABLES_SHARE 3

/* A file that needs more is not made of keys that differ by what the parts are made by. */
#define PARTS_MAX 65536u

/* To be done later: the parts of this number and of those that split it further, so that there are n of them. */
static int parts_split(struct analysis *a, struct analysis_part part, uint32_t n, struct error *err)
{
	struct analysis_part *parts;

	if ((uint64_t)part.of * n > PARTS_MAX)
		return error_set(err, -ENOMEM,
				 "the file needs more than %" PRIu64 " MiB of memory; --max-memory allows more",
				 a->options.max_memory >> 20);
	parts = realloc(a->rest.parts, (a->rest.n + n) * sizeof(*parts));
	if (!parts)
		return error_nomem(err);
	a->rest.parts = parts;
	for (uint32_t i = 0; i < n; i++)
		a->rest.parts[a->rest.n++] =
			(struct analysis_part){ .number = part.number + i * part.of, .of = part.of * n };
	return 0;
}

/*
 * How many parts to begin with: as many as the samples that could be counted go into all of them. They bring ever fewer
 * new keys as the file goes on, so half as many may do; if not, a part is split again.
 */
static uint32_t parts_guess(const struct analysis *a, const struct pass *p)
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
		struct analysis_part part = a->rest.parts[--a->rest.n];
		struct pass p = { .scan = analysis_scan(a, SCAN_AGAIN) };

		p.scan.part = part.number;
		p.scan.parts = part.of;
		p.scan.bytes_allowed = tables_allowed(a);
		result = analysis_pass(a, &p, err);
		if (!result && p.scan.full)
			result = parts_split(a, part, 2, err);
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
		result = parts_split(a, (struct analysis_part){ .of = 1 }, parts_guess(a, &p), err);
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
	a->options.deferred = options->deferred && perf_file_has_deferred_chains(file);
	a->options.timeline_first =
		options->timeline_first || analysis_stacks_wanted(a) || (a->options.deferred && options->plan.by_chain);
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
	free(a->rest.parts);
	sideband_index_fini(&a->sideband.index);
	blocks_free(a->blocks);
	memset(a, 0, sizeof(*a));
}
