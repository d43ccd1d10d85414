#include "report/scan/chain_seen.h"

#include "common/memory.h"

#include <errno.h>
#include <string.h>

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
