#include "report/scan/analysis_first.h"

#include "formats/file/file_facts.h"
#include "report/scan/timeline_build.h"
#include "report/timeline/timeline_make.h"

#include <errno.h>
#include <stdlib.h>

/*
 * If the timeline is built first, blocks with sideband and samples are decompressed twice. If they are more than a 16th
 * of the data, recounting a few keys is cheaper.
 */
#define MIXED_SHARE 16

static void counts_merge(struct scan_counts *to, const struct scan_counts *from)
{
	for (size_t i = 0; i < ARRAY_SIZE(to->types); i++)
		to->types[i] += from->types[i];
	for (size_t i = 0; i < ARRAY_SIZE(to->simpleperf_types); i++)
		to->simpleperf_types[i] += from->simpleperf_types[i];
	to->other_types += from->other_types;
	to->unknown_events += from->unknown_events;
	if (from->bad_records && (!to->bad_records || from->first_bad.offset < to->first_bad.offset))
		to->first_bad = from->first_bad;
	to->bad_records += from->bad_records;
	to->lost += from->lost;
	to->lost_samples += from->lost_samples;
}

/* Adds the counts of a pass to those of the whole file. */
static void counts_keep(struct analysis *a, const struct pass *p)
{
	for (unsigned i = 0; i < p->n; i++) {
		counts_merge(&a->counts, &p->workers[i].counts);
		for (uint32_t e = 0; e < a->file->n_events; e++) {
			a->event_samples[e] += p->workers[i].event_samples[e];
			a->event_losses[e].lost += p->workers[i].event_losses[e].lost;
			a->event_losses[e].dropped += p->workers[i].event_losses[e].dropped;
		}
	}
}

/* Merges the CALLCHAIN_DEFERRED records that the workers kept. 0 or -ENOMEM. */
static int deferred_keep(struct analysis *a, const struct pass *p)
{
	for (unsigned i = 0; i < p->n && p->scan.keep_deferred; i++)
		if (deferred_chains_merge(&a->deferred, &p->workers[i].deferred))
			return -ENOMEM;
	deferred_chains_sort(&a->deferred);
	return 0;
}

/* --- the timeline before the samples --------------------------------------------- */

static uint64_t sum_of(const struct pass *p)
{
	uint64_t sum = 0;

	for (unsigned i = 0; i < p->n; i++)
		sum += p->workers[i].sideband.sum;
	return sum;
}

/*
 * Builds the timeline from the sideband records of some blocks. index: where the blocks are from; NULL: all blocks. 0
 * or a negative errno.
 */
static int sideband_pass(struct analysis *a, struct blocks *blocks, const struct sideband_index *index,
			 struct error *err)
{
	uint64_t n_unpacked = blocks_n_unpacked(blocks);
	struct pass p = { .scan = analysis_scan(a, SCAN_SIDEBAND) };
	struct error damage;
	int result;

	p.scan.blocks = blocks;
	p.scan.index = index;
	p.scan.progress = NULL;
	result = pass_run(&p, a->options.workers, err);
	a->effort.n_unpacked += blocks_n_unpacked(blocks) - n_unpacked;
	if (!result && index && blocks_damage(blocks, &damage))
		result = damage.code;
	if (!result) {
		counts_keep(a, &p);
		a->sideband.sum = sum_of(&p);
		a->sideband.is_known = true;
		if (deferred_keep(a, &p) || timeline_build(&a->timeline, &a->counts, &p, a->options.code))
			result = error_nomem(err);
		else
			result = analysis_stacks_open(a, err);
	}
	pass_fini(&p);
	return result;
}

/* True if the timeline is to be built by this index before samples are counted. */
static bool index_helps(const struct analysis *a, const struct sideband_index *index)
{
	return a->options.timeline_first ||
	       (!a->options.want_spans && index->mixed_bytes <= index->raw_bytes / MIXED_SHARE);
}

/* Builds the timeline by the block index. 1; 0: there is no usable index; or a negative errno. */
static int timeline_by_index(struct analysis *a, struct error *err)
{
	struct sideband_index *index = &a->sideband.index;
	struct error why = ERROR_INIT;
	struct blocks *blocks = NULL;
	int result;

	/* In a file without times the order of records replaces them, which only a walk over all blocks finds. And the
	 * index does not say where CALLCHAIN_DEFERRED records are. */
	if (!a->file->timed || a->options.keeps_deferred)
		return 0;
	result = sideband_index_read(index, a->file, err);
	if (result <= 0 || !index_helps(a, index))
		return result < 0 ? result : 0;
	/* The walk over all blocks finds their spans: it must skip none. */
	for (uint32_t i = 0; i < index->n && a->options.want_spans; i++)
		index->blocks[i].pure = false;
	result = blocks_new_sideband(&blocks, a->file, index, err);
	if (!result)
		result = sideband_pass(a, blocks, index, &why);
	for (uint32_t i = 0; i < index->n && !result; i++)
		index->blocks[i].is_done = index->blocks[i].pure;
	blocks_free(blocks);
	if (result && result != -ENOMEM)
		return 0;
	return result ? error_nomem(err) : 1;
}

/* Builds the timeline by a walk over all blocks. 0 or a negative errno. */
static int timeline_by_walk(struct analysis *a, struct error *err)
{
	a->effort.n_passes++;
	return sideband_pass(a, a->blocks, NULL, err);
}

/* --- the pass itself --------------------------------------------------------------- */

/* True if the walk over all blocks found the sideband records that the index said. */
static bool index_confirmed(const struct analysis *a, const struct pass *p)
{
	struct error damage;

	return sum_of(p) == a->sideband.sum && sideband_index_met(&a->sideband.index) &&
	       !(blocks_damage(a->blocks, &damage) && damage.code == -E2BIG);
}

/* Resets the analysis to the state before the first pass, without an index. 0 or -ENOMEM. */
static int first_forget(struct analysis *a)
{
	blocks_pass_over(a->blocks, NULL);
	sideband_index_fini(&a->sideband.index);
	a->sideband.is_known = false;
	a->counts = (struct scan_counts){ 0 };
	memset(a->event_samples, 0, a->file->n_events * sizeof(*a->event_samples));
	memset(a->event_losses, 0, a->file->n_events * sizeof(*a->event_losses));
	free(a->spans);
	a->spans = NULL;
	a->n_spans = 0;
	analysis_stacks_close(a);
	timeline_fini(&a->timeline);
	if (timeline_init(&a->timeline, a->strings))
		return -ENOMEM;
	a->timeline.dsos.wide = file_is_wide(a->file);
	return 0;
}

/*
 * Runs the first pass. by_index: the timeline was built by the block index. 0; 1: the index was wrong, and nothing is
 * kept; or a negative errno.
 */
static int first_pass(struct analysis *a, struct pass *p, uint64_t bytes_allowed, bool by_index, struct error *err)
{
	int result;

	*p = (struct pass){ .scan = analysis_scan(a, SCAN_FIRST) };
	p->scan.want_spans = a->options.want_spans;
	p->scan.bytes_allowed = bytes_allowed;
	if (by_index) {
		p->scan.index = &a->sideband.index;
		blocks_pass_over(a->blocks, &a->sideband.index);
	}
	result = analysis_pass(a, p, err);
	if (!result && by_index && !index_confirmed(a, p)) {
		pass_fini(p);
		return first_forget(a) ? error_nomem(err) : 1;
	}
	if (result)
		return result;
	counts_keep(a, p);
	a->damage.n = blocks_damage(a->blocks, &a->damage.first);
	for (uint32_t type = 0; type < PERF_RECORD_USER_TYPE_END; type++)
		a->counts.types[type] += blocks_n_passed(a->blocks, type);
	if (a->sideband.is_known)
		return 0;
	return deferred_keep(a, p) || timeline_build(&a->timeline, &a->counts, p, a->options.code) ? error_nomem(err)
												   : 0;
}

int analysis_first(struct analysis *a, struct pass *p, uint64_t bytes_allowed, struct error *err)
{
	int result;

	a->timeline.dsos.wide = file_is_wide(a->file);
	result = timeline_by_index(a, err);
	if (result > 0)
		result = first_pass(a, p, bytes_allowed, true, err);
	else if (!result)
		result = 1;
	if (result > 0)
		result = a->options.timeline_first ? timeline_by_walk(a, err) : 0;
	else
		return result;
	return result ? result : first_pass(a, p, bytes_allowed, false, err);
}
