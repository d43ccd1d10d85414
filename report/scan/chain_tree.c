#include "report/scan/chain_tree.h"

#include "common/bytes.h"
#include "common/hash_table.h"
#include "common/memory.h"
#include "formats/record/abi.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/auxv.h>

#define CHAIN_FIRST_NODES 512

/* Markers of one chain that are remembered while it is gone through from its outer end; the kernel writes three at
 * most. */
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

/* --- chains known again --------------------------------------------------------- */

/*
 * Two lanes that share nothing but the input; as it stands in the file, whose byte order is the same throughout. With a
 * secret in either factor a folded product says nothing of the other.
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
