#include "report/profile/preload.h"

#include "common/workers.h"

#include <stdatomic.h>
#include <stdlib.h>

/* So many entries tell nearly all DSOs there are; of a chain so many frames. */
#define PRELOAD_ENTRIES 4096u
#define PRELOAD_FRAMES  8u
/* Where debuginfod is asked for their symbols, all of them at once. */
#define PRELOAD_FRAMES_FETCHED 64u

struct preload {
	struct locator *locator;
	bool *wanted; /* by number of the dso */
	struct dso_symbols **list;
	uint32_t n;
	unsigned frames; /* of each chain */
	_Atomic uint32_t next;
};

/* Asks debuginfod for what is missing; those that have to wait for an answer are loaded last. */
static void preload_fetch(struct preload *p)
{
	struct dso_symbols *d;
	uint32_t n = 0;

	for (uint32_t i = 0; i < p->n; i++) {
		if (dso_symbols_want(p->list[i]))
			continue;
		d = p->list[n];
		p->list[n++] = p->list[i];
		p->list[i] = d;
	}
}

/* Two dsos may have the same symbols, which the second worker to come then finds loaded, or waits for. */
static void preload_work(void *context, unsigned worker)
{
	struct preload *p = context;
	uint32_t i;

	(void)worker;
	while ((i = atomic_fetch_add(&p->next, 1)) < p->n && !workers_are_stopped())
		dso_symbols_status(p->list[i], NULL);
}

/* The DSO an address lies in is wanted. */
static void preload_want(struct preload *p, const struct timeline_snapshot *at, unsigned mode, uint64_t addr,
			 unsigned flags)
{
	uint32_t dso = locator_dso(p->locator, at, mode, addr, flags);
	struct dso_symbols *symbols;

	if (dso == DSO_NONE || p->wanted[dso])
		return;
	p->wanted[dso] = true;
	symbols = locator_symbols(p->locator, dso);
	if (symbols)
		p->list[p->n++] = symbols;
}

static void preload_entry(struct preload *p, const struct analysis *a, const struct sample_entry *e)
{
	struct timeline_snapshot at = timeline_snapshot(p->locator->timeline, sample_key_pid(&e->key), e->first);
	uint32_t node = sample_key_chain(&e->key);

	preload_want(p, &at, sample_key_mode(&e->key), analysis_ip(a, e), 0);
	for (unsigned i = 0; node && i < p->frames; i++, node = chain_tree_outer(&a->chains, node))
		preload_want(p, &at, a->chains.nodes[node].mode, a->chains.nodes[node].addr, RESOLVE_CALLER);
}

void preload_symbols(struct locator *locator, const struct analysis *a, const struct preload_choice *choice,
		     unsigned workers)
{
	uint64_t step = a->n_entries / PRELOAD_ENTRIES + 1;
	struct preload p = { .locator = locator,
			     .wanted = calloc(locator->timeline->dsos.n + 1, sizeof(*p.wanted)),
			     .list = malloc((locator->timeline->dsos.n + 1) * sizeof(*p.list)) };

	p.frames = symbols_fetches(locator->symbols) ? PRELOAD_FRAMES_FETCHED : PRELOAD_FRAMES;
	for (uint64_t i = 0; p.wanted && p.list && i < a->n_entries; i += step)
		if (preload_chooses(choice, locator, &a->entries[i]))
			preload_entry(&p, a, &a->entries[i]);
	preload_fetch(&p);
	if (p.n)
		workers_run(workers < p.n ? workers : p.n, preload_work, &p);
	free(p.list);
	free(p.wanted);
}
