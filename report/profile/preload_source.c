#include "report/profile/preload_source.h"

#include "common/list.h"
#include "common/sorting.h"
#include "common/workers.h"
#include "report/scan/value_table.h"

#include <stdatomic.h>
#include <stdlib.h>

/* A worker takes so many slices on average: the last ones to end are then not far apart. */
#define SLICES_PER_WORKER 6u

/* Two workers that read neighbouring addresses read the same compile units. */
#define SLICE_MIN 256u

/* Who searches for addresses takes so many entries at a time; and more searchers than these find nothing faster. */
#define SEARCH_STEP   1024u
#define SEARCHERS_MAX 16u

/* An address in a file, as disassemblers show it. */
struct source_address {
	struct dso_symbols *symbols;
	uint64_t address;
};

/* What is read in one request: a part of the addresses, all of one file. */
struct source_slice {
	uint32_t first, n;
};

/* The addresses that one worker has found. */
struct source_addresses {
	struct locator locator; /* its own */
	struct source_address *list;
	uint32_t n, capacity;
	bool failed;
};

struct preloading {
	struct locator *locator;
	const struct analysis *a;
	const struct preload_choice *choice;
	const struct preload_source *wanted;
	struct source_addresses found[SEARCHERS_MAX];
	unsigned n_found;
	struct source_address *merged; /* all that were found */
	struct source_slice *slices;
	uint64_t *addresses; /* of `merged` */
	uint32_t n_merged, n_slices, slices_capacity;
	_Atomic uint8_t *seen; /* a bit for each node of chains */
	bool failed;
	_Atomic uint64_t next; /* entry, then slice */
};

/* --- addresses -------------------------------------------------------------------------------- */

static void put_address(struct source_addresses *p, const struct timeline_snapshot *at, unsigned mode, uint64_t addr,
			unsigned flags)
{
	struct source_address address;

	address.symbols = locator_source_address(&p->locator, at, mode, addr, flags, &address.address);
	if (!address.symbols)
		return;
	if (list_reserve(&p->list, p->n, &p->capacity, sizeof(*p->list)))
		p->list[p->n++] = address;
	else
		p->failed = true;
}

/* Whether a node of chains was not taken before. */
static bool take_node(struct preloading *p, uint32_t node)
{
	_Atomic uint8_t *seen = &p->seen[node / 8];
	uint8_t bit = (uint8_t)(1u << node % 8);

	return !(atomic_load_explicit(seen, memory_order_relaxed) & bit) &&
	       !(atomic_fetch_or_explicit(seen, bit, memory_order_relaxed) & bit);
}

/* A node is of one process nearly always: it is looked up for the first whose chain has it. */
static void put_chain(struct preloading *p, struct source_addresses *found, const struct timeline_snapshot *at,
		      uint32_t node)
{
	const struct chain_tree *chains = &p->a->chains;

	for (; node && take_node(p, node); node = chain_tree_outer(chains, node))
		put_address(found, at, chains->nodes[node].mode, chains->nodes[node].addr, RESOLVE_CALLER);
}

static void put_entry(struct preloading *p, struct source_addresses *found, const struct sample_entry *e)
{
	struct timeline_snapshot at = timeline_snapshot(p->locator->timeline, sample_key_pid(&e->key), e->first);
	uint64_t addr = analysis_ip(p->a, e);

	if (!preload_chooses(p->choice, &found->locator, e))
		return;
	if (p->wanted->sample_lines)
		put_address(found, &at, p->wanted->from_branches ? address_mode(addr) : sample_key_mode(&e->key), addr,
			    0);
	if (p->wanted->chain_inlines)
		put_chain(p, found, &at, sample_key_chain(&e->key));
}

static void find_addresses(void *context, unsigned worker)
{
	struct preloading *p = context;
	struct source_addresses *found = &p->found[worker];
	uint64_t begin;

	found->failed = locator_share(&found->locator, p->locator) != 0;
	while (!found->failed && (begin = atomic_fetch_add(&p->next, SEARCH_STEP)) < p->a->n_entries)
		for (uint64_t i = begin; i < begin + SEARCH_STEP && i < p->a->n_entries && !found->failed; i++)
			put_entry(p, found, &p->a->entries[i]);
}

/* All that the workers have found, in one list. */
static void merge_found(struct preloading *p)
{
	uint64_t n = 0;

	for (unsigned i = 0; i < p->n_found; i++) {
		n += p->found[i].n;
		p->failed = p->failed || p->found[i].failed;
	}
	p->merged = n < UINT32_MAX ? malloc((n + 1) * sizeof(*p->merged)) : NULL;
	for (unsigned i = 0; i < p->n_found; i++) {
		struct source_addresses *found = &p->found[i];

		if (p->merged && found->n)
			memcpy(p->merged + p->n_merged, found->list, found->n * sizeof(*found->list));
		p->n_merged += p->merged ? found->n : 0;
		if (found->locator.by_dso && found->locator.has_code)
			locator_merge(p->locator, &found->locator);
		locator_fini(&found->locator);
		free(found->list);
	}
}

static uint64_t address_of(const struct source_address *p)
{
	return p->address;
}

static uint64_t symbols_of(const struct source_address *p)
{
	return (uintptr_t)p->symbols;
}

/* Sorts n addresses, stable; keys, to: room for twice n and for n. */
static void sort_addresses(struct source_address *list, uint32_t n, uint64_t (*key)(const struct source_address *p),
			   struct key_index *keys, struct source_address *to)
{
	const struct key_index *sorted;

	for (uint32_t i = 0; i < n; i++)
		keys[i] = (struct key_index){ .key = key(&list[i]), .index = i };
	sorted = key_sort(keys, n);
	for (uint32_t i = 0; i < n; i++)
		to[i] = list[sorted[i].index];
	memcpy(list, to, n * sizeof(*list));
}

static bool is_same_address(const struct source_address *a, const struct source_address *b)
{
	return a->symbols == b->symbols && a->address == b->address;
}

/* Sorted by file and address, each once. Without memory there are none. */
static void finish_merged(struct preloading *p)
{
	struct key_index *keys = malloc((2ull * p->n_merged + 1) * sizeof(*keys));
	struct source_address *to = malloc((p->n_merged + 1ull) * sizeof(*to));
	uint32_t n = 0, n_found = keys && to ? p->n_merged : 0;

	if (n_found) {
		sort_addresses(p->merged, n_found, address_of, keys, to);
		sort_addresses(p->merged, n_found, symbols_of, keys, to);
	}
	for (uint32_t i = 0; i < n_found; i++)
		if (!n || !is_same_address(&p->merged[n - 1], &p->merged[i]))
			p->merged[n++] = p->merged[i];
	p->n_merged = n;
	free(keys);
	free(to);
}

/* --- slices -------------------------------------------------------------------------------- */

static void cut_slices(struct preloading *p, unsigned workers)
{
	uint32_t most = p->n_merged / (workers * SLICES_PER_WORKER) + 1;

	most = most > SLICE_MIN ? most : SLICE_MIN;
	for (uint32_t i = 0; i < p->n_merged && !p->failed; i++) {
		struct source_slice *last = p->n_slices ? &p->slices[p->n_slices - 1] : NULL;

		p->addresses[i] = p->merged[i].address;
		if (last && last->n < most && p->merged[last->first].symbols == p->merged[i].symbols)
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
	uint64_t i;

	while ((i = atomic_fetch_add(&p->next, 1)) < p->n_slices && !workers_are_stopped()) {
		const struct source_slice *s = &p->slices[i];

		dso_symbols_prepare_source(p->merged[s->first].symbols, p->addresses + s->first, s->n,
					   p->wanted->chain_lines, worker);
	}
}

void preload_source(struct locator *locator, const struct analysis *a, const struct preload_choice *choice,
		    const struct preload_source *wanted)
{
	struct preloading p = { .locator = locator, .a = a, .choice = choice, .wanted = wanted };
	unsigned workers = symbols_source_workers(locator->symbols);

	if (!workers)
		return;
	p.seen = wanted->chain_inlines ? calloc(a->chains.n / 8 + 1, 1) : NULL;
	p.n_found = workers < SEARCHERS_MAX ? workers : SEARCHERS_MAX;
	if (p.seen || !wanted->chain_inlines)
		workers_run(p.n_found, find_addresses, &p);
	merge_found(&p);
	if (p.merged)
		finish_merged(&p);
	p.addresses = malloc((p.n_merged + 1ull) * sizeof(*p.addresses));
	if (p.addresses && p.n_merged)
		cut_slices(&p, workers);
	atomic_store(&p.next, 0);
	if (p.n_slices)
		workers_run(workers < p.n_slices ? workers : p.n_slices, read_slices, &p);
	free((void *)p.seen);
	free(p.merged);
	free(p.addresses);
	free(p.slices);
}
