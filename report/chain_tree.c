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

/* The slot of a child, which is 0 when there is none. */
static inline uint32_t chain_slot(const struct chain_tree *t, uint32_t parent, uint64_t addr, uint8_t mode)
{
	uint32_t i = chain_hash(parent, addr) & (t->n_slots - 1);
	uint32_t node;

	while ((node = t->slots[i])) {
		if (t->nodes[node].addr == addr && t->nodes[node].parent == parent && t->nodes[node].mode == mode)
			break;
		i = (i + 1) & (t->n_slots - 1);
	}
	return i;
}

uint32_t chain_tree_child(struct chain_tree *t, uint32_t parent, uint64_t addr, uint8_t mode)
{
	uint32_t i = chain_slot(t, parent, addr, mode);

	if (t->slots[i])
		return t->slots[i];
	if (t->n == t->capacity) {
		if (chain_tree_grow(t))
			return CHAIN_FAILED;
		i = chain_slot(t, parent, addr, mode);
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

void chain_last_fini(struct chain_last *l)
{
	free(l->frames);
	free(l->nodes);
	memset(l, 0, sizeof(*l));
}

static bool chain_last_reserve(struct chain_last *l, uint64_t n)
{
	struct chain_node *frames;
	uint32_t *nodes;

	if (n <= l->capacity)
		return true;
	frames = realloc(l->frames, n * sizeof(*frames));
	if (!frames)
		return false;
	l->frames = frames;
	nodes = realloc(l->nodes, n * sizeof(*nodes));
	if (!nodes)
		return false;
	l->nodes = nodes;
	l->capacity = (uint32_t)n;
	return true;
}

/* Where the markers of a chain stand. */
struct chain_markers {
	struct {
		uint64_t at;
		uint8_t mode;
	} list[CHAIN_MARKERS_MAX];
	uint32_t n;
};

/* 0, or -1 when there is a marker that means nothing. */
static int chain_markers_find(struct chain_markers *m, const uint8_t *addrs, uint64_t n, bool swap)
{
	m->n = 0;
	for (uint64_t i = 0; i < n; i++) {
		uint64_t addr = load_u64_order(addrs + 8 * i, swap);

		if (addr < CALLCHAIN_MARKER_MIN || m->n == CHAIN_MARKERS_MAX)
			continue;
		/* No marker at all: what was taken for a chain is something else. Linux perf discards it likewise. */
		if (marker_mode(addr) == RECORD_MISC_CPUMODE_UNKNOWN)
			return -1;
		m->list[m->n].at = i;
		m->list[m->n++].mode = marker_mode(addr);
	}
	return 0;
}

/* The child there is, or CHAIN_FAILED. */
static uint32_t chain_tree_look(const struct chain_tree *t, uint32_t parent, uint64_t addr, uint8_t mode)
{
	uint32_t node = t->slots[chain_slot(t, parent, addr, mode)];

	return node ? node : CHAIN_FAILED;
}

/* Goes down the chain's path from its outer end. add: the tree to which new nodes go, or NULL: then there are none. */
static inline __attribute__((always_inline)) uint32_t chain_walk(const struct chain_tree *t, struct chain_tree *add,
								 struct chain_last *last, uint32_t pid,
								 const uint8_t *addrs, uint64_t n, uint8_t mode,
								 bool swap)
{
	struct chain_markers markers;
	uint32_t node = CHAIN_EMPTY, depth = 0;
	bool same = pid == last->pid; /* all so far was so in the last chain */

	if (chain_markers_find(&markers, addrs, n, swap))
		return CHAIN_EMPTY;
	if (!chain_last_reserve(last, n))
		return CHAIN_FAILED;
	last->pid = pid;
	for (uint64_t i = n; i-- > 0;) {
		uint64_t addr = load_u64_order(addrs + 8 * i, swap);
		uint8_t frame_mode = markers.n ? markers.list[markers.n - 1].mode : mode;

		if (addr >= CALLCHAIN_MARKER_MIN) {
			if (markers.n && markers.list[markers.n - 1].at == i)
				markers.n--;
			continue;
		}
		same = same && depth < last->n && last->frames[depth].addr == addr &&
		       last->frames[depth].mode == frame_mode;
		if (same) {
			node = last->nodes[depth++];
			continue;
		}
		if (!depth)
			node = add ? chain_tree_child(add, CHAIN_EMPTY, pid, CHAIN_MODE_PID)
				   : chain_tree_look(t, CHAIN_EMPTY, pid, CHAIN_MODE_PID);
		if (node != CHAIN_FAILED)
			node = add ? chain_tree_child(add, node, addr, frame_mode)
				   : chain_tree_look(t, node, addr, frame_mode);
		if (node == CHAIN_FAILED) {
			last->n = 0;
			return CHAIN_FAILED;
		}
		last->frames[depth] = (struct chain_node){ .addr = addr, .mode = frame_mode };
		last->nodes[depth++] = node;
	}
	last->n = depth;
	return depth ? node : CHAIN_EMPTY;
}

uint32_t chain_tree_add(struct chain_tree *t, struct chain_last *last, uint32_t pid, const uint8_t *addrs, uint64_t n,
			uint8_t mode, bool swap)
{
	return chain_walk(t, t, last, pid, addrs, n, mode, swap);
}

uint32_t chain_tree_find(const struct chain_tree *t, struct chain_last *last, uint32_t pid, const uint8_t *addrs,
			 uint64_t n, uint8_t mode, bool swap)
{
	return chain_walk(t, NULL, last, pid, addrs, n, mode, swap);
}
