#include "report/profile/preload_source.h"

#include "common/list.h"
#include "common/workers.h"
#include "report/scan/sample_values.h"

#include <stdatomic.h>
#include <stdlib.h>

/* A worker takes so many slices on average: the last ones to end are then not far apart. */
#define SLICES_PER_WORKER 6u

/* Two workers that read neighbouring addresses read the same compile units. */
#define SLICE_MIN 256u

/* An address in a file, as disassemblers show it. */
struct source_place {
	struct dso_symbols *symbols;
	uint64_t address;
};

/* What is read in one request: a part of the places, all of one file. */
struct source_slice {
	uint32_t first, n;
};

struct preloading {
	struct locator *locator;
	const struct analysis *a;
	struct source_place *places;
	struct source_slice *slices;
	uint64_t *addresses; /* of the places */
	uint32_t n_places, places_capacity, n_slices, slices_capacity;
	uint8_t *seen; /* a bit for each node of chains */
	bool lines, failed;
	_Atomic uint32_t next;
};

/* --- places -------------------------------------------------------------------------------- */

static void put_place(struct preloading *p, const struct timeline_snapshot *at, unsigned mode, uint64_t addr,
		      unsigned flags)
{
	struct source_place place;

	place.symbols = locator_source_place(p->locator, at, mode, addr, flags, &place.address);
	if (!place.symbols)
		return;
	if (list_reserve(&p->places, p->n_places, &p->places_capacity, sizeof(*p->places)))
		p->places[p->n_places++] = place;
	else
		p->failed = true;
}

/* A node is of one process nearly always: it is looked up for the first whose chain has it. */
static void put_chain(struct preloading *p, const struct timeline_snapshot *at, uint32_t node)
{
	const struct chain_tree *chains = &p->a->chains;

	for (; node && !(p->seen[node / 8] & 1u << node % 8); node = chain_tree_outer(chains, node)) {
		p->seen[node / 8] |= (uint8_t)(1u << node % 8);
		put_place(p, at, chains->nodes[node].mode, chains->nodes[node].addr, RESOLVE_CALLER);
	}
}

static void put_entry(struct preloading *p, const struct preload_source *wanted, const struct sample_entry *e)
{
	struct timeline_snapshot at = timeline_snapshot(p->locator->timeline, sample_key_pid(&e->key), e->first);
	uint64_t addr = analysis_ip(p->a, e);

	if (wanted->samples)
		put_place(p, &at, wanted->branches ? address_mode(addr) : sample_key_mode(&e->key), addr, 0);
	if (wanted->chains)
		put_chain(p, &at, sample_key_chain(&e->key));
}

static int compare_places(const void *a, const void *b)
{
	const struct source_place *x = a, *y = b;

	if (x->symbols != y->symbols)
		return (uintptr_t)x->symbols < (uintptr_t)y->symbols ? -1 : 1;
	return x->address < y->address ? -1 : x->address > y->address;
}

/* Sorted, each once. */
static void settle_places(struct preloading *p)
{
	uint32_t n = 0;

	if (p->n_places)
		qsort(p->places, p->n_places, sizeof(*p->places), compare_places);
	for (uint32_t i = 0; i < p->n_places; i++)
		if (!n || compare_places(&p->places[n - 1], &p->places[i]))
			p->places[n++] = p->places[i];
	p->n_places = n;
}

/* --- slices -------------------------------------------------------------------------------- */

static void cut_slices(struct preloading *p, unsigned workers)
{
	uint32_t most = p->n_places / (workers * SLICES_PER_WORKER) + 1;

	most = most > SLICE_MIN ? most : SLICE_MIN;
	for (uint32_t i = 0; i < p->n_places && !p->failed; i++) {
		struct source_slice *last = p->n_slices ? &p->slices[p->n_slices - 1] : NULL;

		p->addresses[i] = p->places[i].address;
		if (last && last->n < most && p->places[last->first].symbols == p->places[i].symbols)
			last->n++;
		else if (list_reserve(&p->slices, p->n_slices, &p->slices_capacity, sizeof(*p->slices)))
			p->slices[p->n_slices++] = (struct source_slice){ .first = i, .n = 1 };
		else
			p->failed = true;
	}
}

static void read_slices(void *context, unsigned worker)
{
	struct preloading *p = context;
	uint32_t i;

	while ((i = atomic_fetch_add(&p->next, 1)) < p->n_slices) {
		const struct source_slice *s = &p->slices[i];

		dso_symbols_prepare_source(p->places[s->first].symbols, p->addresses + s->first, s->n, p->lines,
					   worker);
	}
}

void preload_source(struct locator *locator, const struct analysis *a, const struct preload_source *wanted)
{
	struct preloading p = { .locator = locator, .a = a, .lines = wanted->lines };
	unsigned workers = symbols_source_workers(locator->symbols);

	if (!workers)
		return;
	p.seen = wanted->chains ? calloc(a->chains.n / 8 + 1, 1) : NULL;
	for (uint64_t i = 0; (p.seen || !wanted->chains) && i < a->n_entries && !p.failed; i++)
		put_entry(&p, wanted, &a->entries[i]);
	settle_places(&p);
	p.addresses = malloc((p.n_places + 1ull) * sizeof(*p.addresses));
	if (p.addresses && p.n_places)
		cut_slices(&p, workers);
	if (p.n_slices)
		workers_run(workers < p.n_slices ? workers : p.n_slices, read_slices, &p);
	free(p.seen);
	free(p.places);
	free(p.addresses);
	free(p.slices);
}
