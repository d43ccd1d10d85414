#include "report/scan/chain_tree.h"

#include "common/bytes.h"
#include "common/pages.h"
#include "formats/record/abi.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/auxv.h>

#define CHAIN_FIRST_NODES 512
#define CHAIN_FIRST_SLOTS 256

/* Merging trees, each look-up is one in memory: so many slots ahead they are asked for. */
#define CHAIN_AHEAD 16u

/* Markers of one chain that are remembered while it is gone through from its outer end; the kernel writes three at
 * most. */
#define CHAIN_MARKERS_MAX 32

int chain_tree_init(struct chain_tree *t)
{
	memset(t, 0, sizeof(*t));
	t->n_slots = CHAIN_FIRST_SLOTS;
	t->capacity = CHAIN_FIRST_NODES;
	t->seen = pages_alloc(t->n_slots * sizeof(*t->seen));
	t->nodes = pages_alloc(t->capacity * sizeof(*t->nodes));
	if (!t->seen || !t->nodes) {
		chain_tree_fini(t);
		return -ENOMEM;
	}
	t->n = 1;
	memcpy(t->key, (const void *)getauxval(AT_RANDOM), sizeof(t->key));
	return 0;
}

void chain_tree_fini(struct chain_tree *t)
{
	pages_free(t->seen, t->n_slots * sizeof(*t->seen));
	pages_free(t->nodes, t->capacity * sizeof(*t->nodes));
	free(t->last);
	memset(t, 0, sizeof(*t));
}

/* --- chains known again --------------------------------------------------------- */

/* A 128-bit product folded; with a secret in either factor the result says nothing of the other. */
static inline uint64_t digest_fold(uint64_t a, uint64_t b)
{
	unsigned __int128 product = (unsigned __int128)a * b;

	return (uint64_t)product ^ (uint64_t)(product >> 64);
}

/* Two lanes that share nothing but the input; as it stands in the file, whose byte order is the same throughout. */
static void chain_digest(const struct chain_tree *t, uint32_t pid, const uint8_t *addrs, uint64_t n, uint8_t mode,
			 uint64_t *digest)
{
	uint64_t a = digest_fold(t->key[0] ^ pid, 0x9e3779b97f4a7c15ull ^ n);
	uint64_t b = digest_fold(t->key[1] ^ pid, 0xd6e8feb86659fd93ull ^ n ^ (uint64_t)mode << 32);

	for (; n > 1; n -= 2, addrs += 16) {
		uint64_t one = load_u64(addrs), two = load_u64(addrs + 8);

		a = digest_fold(a ^ one, t->key[0] ^ two) + t->key[1];
		b = digest_fold(b ^ two, t->key[1] ^ one) + t->key[0];
	}
	if (n) {
		uint64_t addr = load_u64(addrs);

		a = digest_fold(a ^ addr, t->key[0] | 1) + t->key[1];
		b = digest_fold(b ^ addr, t->key[1] | 1) + t->key[0];
	}
	digest[0] = a;
	digest[1] = b;
}

uint64_t chain_tree_hash(const struct chain_tree *t, const uint8_t *addrs, uint64_t n)
{
	uint64_t a = digest_fold(t->key[0], t->key[1] ^ n);

	for (; n > 1; n -= 2, addrs += 16)
		a = digest_fold(a ^ load_u64(addrs), t->key[0] ^ load_u64(addrs + 8)) + t->key[1];
	return n ? digest_fold(a ^ load_u64(addrs), t->key[0] | 1) : a;
}

/* The slot of the digest, or the free one where it would go. */
static struct chain_seen *chain_slot(const struct chain_tree *t, const uint64_t *digest)
{
	uint32_t i = (uint32_t)digest[0] & (t->n_slots - 1);

	while (t->seen[i].node != CHAIN_EMPTY &&
	       (t->seen[i].digest[0] != digest[0] || t->seen[i].digest[1] != digest[1]))
		i = (i + 1) & (t->n_slots - 1);
	return &t->seen[i];
}

static int chain_slots_grow(struct chain_tree *t)
{
	struct chain_tree larger = { .n_slots = t->n_slots * 2 };

	if (larger.n_slots < t->n_slots)
		return -ENOMEM;
	larger.seen = pages_alloc((size_t)larger.n_slots * sizeof(*larger.seen));
	if (!larger.seen)
		return -ENOMEM;
	for (uint32_t i = 0; i < t->n_slots; i++)
		if (t->seen[i].node != CHAIN_EMPTY)
			*chain_slot(&larger, t->seen[i].digest) = t->seen[i];
	pages_free(t->seen, t->n_slots * sizeof(*t->seen));
	t->seen = larger.seen;
	t->n_slots = larger.n_slots;
	return 0;
}

/* Remembers a chain that is not there. slot: where chain_slot would put it. 0 or -ENOMEM. */
static int chain_remember(struct chain_tree *t, struct chain_seen *slot, const uint64_t *digest, uint32_t node)
{
	if (t->n_seen >= t->n_slots / 8 * 5) {
		if (chain_slots_grow(t))
			return -ENOMEM;
		slot = chain_slot(t, digest);
	}
	*slot = (struct chain_seen){ .digest = { digest[0], digest[1] }, .node = node };
	t->n_seen++;
	return 0;
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

/* Room for n more nodes and a path as long. */
static int chain_reserve(struct chain_tree *t, uint64_t n)
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

/* Goes down the chain's path from its outer end: along the last chain's as far as they are the same, then on its own.
 */
static uint32_t chain_walk(struct chain_tree *t, uint32_t pid, const uint8_t *addrs, uint64_t n, uint8_t mode,
			   bool swap)
{
	uint32_t same = pid == t->last_pid ? t->n_last : 0;
	uint32_t node = CHAIN_EMPTY, depth = 0;
	struct chain_markers markers;

	if (chain_markers_find(&markers, addrs, n, swap))
		return CHAIN_EMPTY;
	if (chain_reserve(t, n))
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
	struct chain_seen *slot;
	uint64_t digest[2];
	uint32_t node;

	chain_digest(t, pid, addrs, n, mode, digest);
	slot = chain_slot(t, digest);
	if (slot->node != CHAIN_EMPTY)
		return slot->node;
	node = chain_walk(t, pid, addrs, n, mode, swap);
	if (node == CHAIN_EMPTY || node == CHAIN_FAILED)
		return node;
	return chain_remember(t, slot, digest, node) ? CHAIN_FAILED : node;
}

uint32_t chain_tree_find(const struct chain_tree *t, uint32_t pid, const uint8_t *addrs, uint64_t n, uint8_t mode)
{
	uint64_t digest[2];

	chain_digest(t, pid, addrs, n, mode, digest);
	return chain_slot(t, digest)->node;
}

uint32_t *chain_tree_merge(struct chain_tree *t, const struct chain_tree *from)
{
	uint32_t *map = malloc(from->n * sizeof(*map));
	uint32_t shift = t->n - 1;

	if (!map || chain_reserve(t, from->n))
		goto fail;
	for (uint32_t node = 1; node < from->n; node++) {
		t->nodes[t->n] = from->nodes[node];
		t->nodes[t->n++].parent += from->nodes[node].parent ? shift : 0;
	}
	map[CHAIN_EMPTY] = CHAIN_EMPTY;
	for (uint32_t i = 0; i < from->n_slots; i++) {
		const struct chain_seen *seen = &from->seen[i];
		struct chain_seen *slot;

		if (i + CHAIN_AHEAD < from->n_slots)
			__builtin_prefetch(&t->seen[seen[CHAIN_AHEAD].digest[0] & (t->n_slots - 1)], 1);
		if (seen->node == CHAIN_EMPTY)
			continue;
		slot = chain_slot(t, seen->digest);
		map[seen->node] = slot->node != CHAIN_EMPTY ? slot->node : seen->node + shift;
		if (slot->node == CHAIN_EMPTY && chain_remember(t, slot, seen->digest, seen->node + shift))
			goto fail;
	}
	return map;
fail:
	free(map);
	return NULL;
}
