#include "report/scan/chain_tree_merge.h"

#include "common/workers.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* Each look-up in the other table is one in memory: so many slots ahead they are asked for. */
#define CHAIN_AHEAD 16u

struct chain_merging {
	struct chain_tree *to;
	const struct chain_tree *const *from;
	unsigned n;
	uint32_t **maps;
	const uint32_t *shifts; /* what is added to the numbers of each tree's nodes */
	_Atomic unsigned next;  /* part */
	_Atomic bool failed;
};

/* Copies one of as many slices of the nodes as there are parts. */
static void merge_nodes(const struct chain_merging *m, unsigned i, unsigned slice)
{
	const struct chain_tree *from = m->from[i];
	uint32_t begin = (uint32_t)((uint64_t)from->n * slice / CHAIN_PARTS);
	uint32_t end = (uint32_t)((uint64_t)from->n * (slice + 1) / CHAIN_PARTS);

	for (uint32_t node = begin ? begin : 1; node < end; node++) {
		struct chain_node *copy = &m->to->nodes[node + m->shifts[i]];

		*copy = from->nodes[node];
		copy->parent += copy->parent ? m->shifts[i] : 0;
	}
}

static int merge_part(const struct chain_merging *m, unsigned i, unsigned part)
{
	const struct chain_seen_part *from = &m->from[i]->seen[part];
	struct chain_seen_part *to = &m->to->seen[part];
	uint32_t *map = m->maps[i];

	for (uint32_t k = 0; k < from->n_slots; k++) {
		const struct chain_seen *seen = &from->slots[k];
		struct chain_seen *slot;

		if (k + CHAIN_AHEAD < from->n_slots)
			__builtin_prefetch(&to->slots[seen[CHAIN_AHEAD].digest[0] & (to->n_slots - 1)], 1);
		if (seen->node == CHAIN_EMPTY)
			continue;
		slot = chain_seen_slot(to, seen->digest);
		map[seen->node] = slot->node != CHAIN_EMPTY ? slot->node : seen->node + m->shifts[i];
		if (slot->node == CHAIN_EMPTY && chain_seen_add(to, slot, seen->digest, map[seen->node]))
			return -ENOMEM;
	}
	return 0;
}

static void merge_parts(void *context, unsigned worker)
{
	struct chain_merging *m = context;
	unsigned part;

	(void)worker;
	while ((part = atomic_fetch_add(&m->next, 1)) < CHAIN_PARTS) {
		for (unsigned i = 0; i < m->n; i++) {
			merge_nodes(m, i, part);
			if (merge_part(m, i, part))
				m->failed = true;
		}
	}
}

/* Room for the nodes of all trees, and their maps. 0 or -ENOMEM. */
static int merging_prepare(struct chain_merging *m, uint32_t *shifts)
{
	struct chain_tree *t = m->to;

	for (unsigned i = 0; i < m->n; i++) {
		shifts[i] = t->n - 1;
		m->maps[i] = malloc(m->from[i]->n * sizeof(**m->maps));
		if (!m->maps[i] || chain_tree_reserve(t, m->from[i]->n))
			return -ENOMEM;
		m->maps[i][CHAIN_EMPTY] = CHAIN_EMPTY;
		t->n += m->from[i]->n - 1;
	}
	return 0;
}

int chain_tree_merge(struct chain_tree *t, const struct chain_tree *const *from, unsigned n, unsigned workers,
		     uint32_t **ret_maps)
{
	uint32_t *shifts = calloc(n + 1ull, sizeof(*shifts));
	struct chain_merging m = { .to = t, .from = from, .n = n, .maps = ret_maps, .shifts = shifts };
	int result;

	memset(ret_maps, 0, n * sizeof(*ret_maps));
	result = shifts ? merging_prepare(&m, shifts) : -ENOMEM;
	if (!result)
		workers_run(workers < CHAIN_PARTS ? workers : CHAIN_PARTS, merge_parts, &m);
	t->n_slots = 0;
	for (unsigned part = 0; part < CHAIN_PARTS; part++)
		t->n_slots += t->seen[part].n_slots;
	free(shifts);
	if (!result && !m.failed)
		return 0;
	for (unsigned i = 0; i < n; i++) {
		free(ret_maps[i]);
		ret_maps[i] = NULL;
	}
	return -ENOMEM;
}
