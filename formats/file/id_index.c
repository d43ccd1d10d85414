#include "formats/file/id_index.h"

#include <errno.h>
#include <stdlib.h>

static void id_add(struct id_index *index, uint64_t id, uint32_t event)
{
	uint32_t slot = hash_u64(id) & (index->n_slots - 1);

	while (index->slots[slot].event && index->slots[slot].id != id)
		slot = (slot + 1) & (index->n_slots - 1);
	index->slots[slot] = (struct id_slot){ .id = id, .event = event + 1 };
}

int id_index_make(struct id_index *index, const struct file_event *events, uint32_t n_events, struct error *err)
{
	uint64_t n = 0;

	for (uint32_t i = 0; i < n_events; i++)
		n += events[i].n_ids;
	if (n > PERF_FILE_IDS_MAX)
		return error_set(err, -E2BIG, "the events have %llu ids, at most %u", (unsigned long long)n,
				 PERF_FILE_IDS_MAX);
	for (index->n_slots = 16; index->n_slots < 2 * n;)
		index->n_slots *= 2;
	free(index->slots);
	index->slots = calloc(index->n_slots, sizeof(*index->slots));
	if (!index->slots)
		return error_nomem(err);
	for (uint32_t i = 0; i < n_events; i++)
		for (uint32_t k = 0; k < events[i].n_ids; k++)
			id_add(index, events[i].ids[k], i);
	return 0;
}

void id_index_fini(struct id_index *index)
{
	free(index->slots);
}
