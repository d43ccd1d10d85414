#include "report/chain_tree.h"

#include "common/hash.h"
#include "formats/abi.h"

#include <errno.h>
#include <stdlib.h>

#define CHAIN_FIRST_SLOTS 1024

/* Markers of one chain that are remembered while it is gone through from its outer end; the kernel writes three at
 * most. */
#define CHAIN_MARKERS_MAX 32

int chain_tree_init(struct chain_tree *t)
{
	memset(t, 0, sizeof(*t));
	t->n_slots = CHAIN_FIRST_SLOTS;
	t->capacity = CHAIN_FIRST_SLOTS / 2;
	t->slots = calloc(t->n_slots, sizeof(*t->slots));
	t->nodes = calloc(t->capacity, sizeof(*t->nodes));
	if (!t->slots || !t->nodes) {
		chain_tree_fini(t);
		return -ENOMEM;
	}
	t->n = 1;
	return 0;
}

void chain_tree_fini(struct chain_tree *t)
{
	free(t->slots);
	free(t->nodes);
	memset(t, 0, sizeof(*t));
}

static inline uint32_t chain_hash(uint32_t parent, uint64_t addr)
{
	return (uint32_t)hash_u64(addr ^ ((uint64_t)parent << 40 | (uint64_t)parent >> 24) ^ parent);
}

static int chain_tree_grow(struct chain_tree *t)
{
	uint32_t n_slots = t->n_slots * 2;
	struct chain_node *nodes;
	uint32_t *slots;

	if (n_slots < t->n_slots)
		return -ENOMEM;
	nodes = realloc(t->nodes, n_slots / 2 * sizeof(*nodes));
	if (!nodes)
		return -ENOMEM;
	t->nodes = nodes;
	t->capacity = n_slots / 2;
	slots = calloc(n_slots, sizeof(*slots));
	if (!slots)
		return -ENOMEM;
	for (uint32_t node = 1; node < t->n; node++) {
		uint32_t i = chain_hash(nodes[node].parent, nodes[node].addr) & (n_slots - 1);

		while (slots[i])
			i = (i + 1) & (n_slots - 1);
		slots[i] = node;
	}
	free(t->slots);
	t->slots = slots;
	t->n_slots = n_slots;
	return 0;
}

uint32_t chain_tree_child(struct chain_tree *t, uint32_t parent, uint64_t addr, uint8_t mode)
{
	uint32_t hash = chain_hash(parent, addr);
	uint32_t i = hash & (t->n_slots - 1);
	uint32_t node;

	while ((node = t->slots[i])) {
		if (t->nodes[node].addr == addr && t->nodes[node].parent == parent && t->nodes[node].mode == mode)
			return node;
		i = (i + 1) & (t->n_slots - 1);
	}
	if (t->n == t->capacity) {
		if (chain_tree_grow(t))
			return CHAIN_FAILED;
		i = hash & (t->n_slots - 1);
		while (t->slots[i])
			i = (i + 1) & (t->n_slots - 1);
	}
	t->nodes[t->n] = (struct chain_node){ .addr = addr, .parent = parent, .mode = mode };
	t->slots[i] = t->n;
	return t->n++;
}

static uint8_t marker_mode(uint64_t marker)
{
	switch (marker) {
	case CALLCHAIN_HV: return RECORD_MISC_HYPERVISOR;
	case CALLCHAIN_KERNEL: return RECORD_MISC_KERNEL;
	case CALLCHAIN_USER:
	case CALLCHAIN_USER_DEFERRED: return RECORD_MISC_USER;
	case CALLCHAIN_GUEST:
	case CALLCHAIN_GUEST_KERNEL: return RECORD_MISC_GUEST_KERNEL;
	case CALLCHAIN_GUEST_USER: return RECORD_MISC_GUEST_USER;
	default: return RECORD_MISC_CPUMODE_UNKNOWN;
	}
}

uint32_t chain_tree_add(struct chain_tree *t, const uint8_t *addrs, uint64_t n, uint8_t mode, bool swap)
{
	struct {
		uint64_t at;
		uint8_t mode;
	} markers[CHAIN_MARKERS_MAX];
	uint32_t n_markers = 0;
	uint32_t node = CHAIN_EMPTY;

	for (uint64_t i = 0; i < n; i++) {
		uint64_t addr = load_u64_order(addrs + 8 * i, swap);

		if (addr < CALLCHAIN_MARKER_MIN || n_markers == CHAIN_MARKERS_MAX)
			continue;
		/* No marker at all: what was taken for a chain is something else. Linux perf discards it likewise. */
		if (marker_mode(addr) == RECORD_MISC_CPUMODE_UNKNOWN)
			return CHAIN_EMPTY;
		markers[n_markers].at = i;
		markers[n_markers++].mode = marker_mode(addr);
	}
	for (uint64_t i = n; i-- > 0;) {
		uint64_t addr = load_u64_order(addrs + 8 * i, swap);

		if (addr >= CALLCHAIN_MARKER_MIN) {
			if (n_markers && markers[n_markers - 1].at == i)
				n_markers--;
			continue;
		}
		node = chain_tree_child(t, node, addr, n_markers ? markers[n_markers - 1].mode : mode);
		if (node == CHAIN_FAILED)
			break;
	}
	return node;
}
