#include "report/scan/chain_tree.h"

#include "common/bytes.h"
#include "common/hash_table.h"
#include "common/memory.h"
#include "common/workers.h"
#include "formats/record/abi.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

#define CHAIN_FIRST_NODES 512

/* Limit of the markers of a chain; further ones are ignored. The kernel writes three at most. */
#define CHAIN_MARKERS_MAX 32

int chain_tree_init(struct chain_tree *t)
{
	bool complete;

	memset(t, 0, sizeof(*t));
	t->capacity = CHAIN_FIRST_NODES;
	t->nodes = pages_alloc(t->capacity * sizeof(*t->nodes));
	complete = t->nodes;
	for (unsigned part = 0; part < CHAIN_PARTS; part++) {
		complete = !chain_seen_init(&t->seen[part]) && complete;
		t->n_slots += t->seen[part].n_slots;
	}
	if (!complete) {
		chain_tree_fini(t);
		return -ENOMEM;
	}
	t->n = 1;
	memcpy(t->key, (const void *)getauxval(AT_RANDOM), sizeof(t->key));
	return 0;
}

void chain_tree_fini(struct chain_tree *t)
{
	for (unsigned part = 0; part < CHAIN_PARTS; part++)
		chain_seen_fini(&t->seen[part]);
	pages_free(t->nodes, t->capacity * sizeof(*t->nodes));
	free(t->last);
	memset(t, 0, sizeof(*t));
}

/* --- digests -------------------------------------------------------------------- */

/*
 * Computes the digest of a chain, of its words as they are in the file. Both halves are independent functions of them.
 * Both factors of a product are secret, so that nobody can choose words whose digests collide.
 */
static void chain_digest(const struct chain_tree *t, uint32_t pid, const uint8_t *addrs, uint64_t n, uint8_t mode,
			 uint64_t *digest)
{
	uint64_t a = product_folded(t->key[0] ^ pid, 0x9e3779b97f4a7c15ull ^ n);
	uint64_t b = product_folded(t->key[1] ^ pid, 0xd6e8feb86659fd93ull ^ n ^ (uint64_t)mode << 32);

	for (; n > 1; n -= 2, addrs += 16) {
		uint64_t one = load_u64(addrs), two = load_u64(addrs + 8);

		a = product_folded(a ^ one, t->key[0] ^ two) + t->key[1];
		b = product_folded(b ^ two, t->key[1] ^ one) + t->key[0];
	}
	if (n) {
		uint64_t addr = load_u64(addrs);

		a = product_folded(a ^ addr, t->key[0] | 1) + t->key[1];
		b = product_folded(b ^ addr, t->key[1] | 1) + t->key[0];
	}
	digest[0] = a;
	digest[1] = b;
}

uint64_t chain_tree_hash(const struct chain_tree *t, const uint8_t *addrs, uint64_t n)
{
	uint64_t a = product_folded(t->key[0], t->key[1] ^ n);

	for (; n > 1; n -= 2, addrs += 16)
		a = product_folded(a ^ load_u64(addrs), t->key[0] ^ load_u64(addrs + 8)) + t->key[1];
	return n ? product_folded(a ^ load_u64(addrs), t->key[0] | 1) : a;
}

static unsigned chain_part(const uint64_t *digest)
{
	return (unsigned)(digest[1] >> 32) & (CHAIN_PARTS - 1);
}

/* --- chains as paths ------------------------------------------------------------ */

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

/* The markers of a chain, by their index in it. */
struct chain_markers {
	struct {
		uint64_t at;
		uint8_t mode;
	} list[CHAIN_MARKERS_MAX];
	uint32_t n;
};

/* Finds the markers of a chain. 0; -1: one of them is unknown. */
static int chain_markers_find(struct chain_markers *m, const uint8_t *addrs, uint64_t n, bool swap)
{
	m->n = 0;
	for (uint64_t i = 0; i < n; i++) {
		uint64_t addr = load_u64_order(addrs + 8 * i, swap);

		if (addr < CALLCHAIN_MARKER_MIN || m->n == CHAIN_MARKERS_MAX)
			continue;
		/* The words are no chain then. Linux perf discards it as well. */
		if (marker_mode(addr) == RECORD_MISC_CPUMODE_UNKNOWN)
			return -1;
		m->list[m->n].at = i;
		m->list[m->n++].mode = marker_mode(addr);
	}
	return 0;
}

int chain_tree_reserve(struct chain_tree *t, uint64_t n)
{
	if (n > UINT32_MAX / 4 || t->n > UINT32_MAX / 4)
		return -ENOMEM;
	if (t->n + n > t->capacity && pages_reach(&t->nodes, &t->capacity, (uint32_t)(t->n + n - 1), sizeof(*t->nodes)))
		return -ENOMEM;
	if (n > t->last_capacity) {
		uint32_t *last = realloc(t->last, n * sizeof(*last));

		if (!last)
			return -ENOMEM;
		t->last = last;
		t->last_capacity = (uint32_t)n;
	}
	return 0;
}

/* Adds a new chain, from its outer end: it shares the nodes of the last chain as far as both are the same. */
static uint32_t chain_walk(struct chain_tree *t, uint32_t pid, const uint8_t *addrs, uint64_t n, uint8_t mode,
			   bool swap)
{
	uint32_t same = pid == t->last_pid ? t->n_last : 0;
	uint32_t node = CHAIN_EMPTY, depth = 0;
	struct chain_markers markers;

	if (chain_markers_find(&markers, addrs, n, swap))
		return CHAIN_EMPTY;
	if (chain_tree_reserve(t, n))
		return CHAIN_FAILED;
	for (uint64_t i = n; i-- > 0;) {
		uint64_t addr = load_u64_order(addrs + 8 * i, swap);
		uint8_t frame_mode = markers.n ? markers.list[markers.n - 1].mode : mode;

		if (addr >= CALLCHAIN_MARKER_MIN) {
			if (markers.n && markers.list[markers.n - 1].at == i)
				markers.n--;
			continue;
		}
		if (depth < same && t->nodes[t->last[depth]].addr == addr &&
		    t->nodes[t->last[depth]].mode == frame_mode) {
			node = t->last[depth++];
			continue;
		}
		same = 0;
		t->nodes[t->n] = (struct chain_node){ .addr = addr, .parent = node, .mode = frame_mode };
		node = t->n++;
		t->last[depth++] = node;
	}
	t->n_last = depth;
	t->last_pid = pid;
	return node;
}

uint32_t chain_tree_add(struct chain_tree *t, uint32_t pid, const uint8_t *addrs, uint64_t n, uint8_t mode, bool swap)
{
	struct chain_seen_part *seen;
	struct chain_seen *slot;
	uint64_t digest[2];
	uint32_t node, n_slots;

	chain_digest(t, pid, addrs, n, mode, digest);
	seen = &t->seen[chain_part(digest)];
	slot = chain_seen_slot(seen, digest);
	if (slot->node != CHAIN_EMPTY)
		return slot->node;
	node = chain_walk(t, pid, addrs, n, mode, swap);
	if (node == CHAIN_EMPTY || node == CHAIN_FAILED)
		return node;
	n_slots = seen->n_slots;
	if (chain_seen_add(seen, slot, digest, node))
		return CHAIN_FAILED;
	t->n_slots += seen->n_slots - n_slots;
	return node;
}

uint32_t chain_tree_find(const struct chain_tree *t, uint32_t pid, const uint8_t *addrs, uint64_t n, uint8_t mode)
{
	uint64_t digest[2];

	chain_digest(t, pid, addrs, n, mode, digest);
	return chain_seen_slot(&t->seen[chain_part(digest)], digest)->node;
}

#define CHAIN_FIRST_SLOTS 16u

int chain_seen_init(struct chain_seen_part *seen)
{
	*seen = (struct chain_seen_part){ .slots = pages_alloc(CHAIN_FIRST_SLOTS * sizeof(*seen->slots)),
					  .n_slots = CHAIN_FIRST_SLOTS };
	return seen->slots ? 0 : -ENOMEM;
}

void chain_seen_fini(struct chain_seen_part *seen)
{
	pages_free(seen->slots, seen->n_slots * sizeof(*seen->slots));
	memset(seen, 0, sizeof(*seen));
}

static int chain_seen_grow(struct chain_seen_part *seen)
{
	struct chain_seen_part larger = { .n = seen->n, .n_slots = seen->n_slots * 2 };

	if (larger.n_slots < seen->n_slots)
		return -ENOMEM;
	larger.slots = pages_alloc_filled((size_t)larger.n_slots * sizeof(*larger.slots));
	if (!larger.slots)
		return -ENOMEM;
	for (uint32_t i = 0; i < seen->n_slots; i++)
		if (seen->slots[i].node != CHAIN_EMPTY)
			*chain_seen_slot(&larger, seen->slots[i].digest) = seen->slots[i];
	pages_free(seen->slots, seen->n_slots * sizeof(*seen->slots));
	*seen = larger;
	return 0;
}

int chain_seen_add(struct chain_seen_part *seen, struct chain_seen *slot, const uint64_t *digest, uint32_t node)
{
	if (seen->n >= seen->n_slots / 8 * 5) {
		if (chain_seen_grow(seen))
			return -ENOMEM;
		slot = chain_seen_slot(seen, digest);
	}
	*slot = (struct chain_seen){ .digest = { digest[0], digest[1] }, .node = node };
	seen->n++;
	return 0;
}

/* Lookups in the other table miss the CPU's cache, so each slot is loaded this many slots before it is needed. */
#define CHAIN_AHEAD 16u

struct chain_merging {
	struct chain_tree *to;
	const struct chain_tree *const *from;
	unsigned n;
	uint32_t **maps;
	const uint32_t *shifts; /* by tree: what is added to the numbers of its nodes */
	_Atomic unsigned next;  /* part */
	_Atomic bool failed;
};

/* Copies the nodes of a tree in slices, one for each part. */
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

/* Makes room for the nodes of all trees, and makes their maps. 0 or -ENOMEM. */
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
