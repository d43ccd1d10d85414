/*
 * id_index: finds the event of an id: an open-addressing table.
 *
 * Ids are those of the kernel, one for each event on each CPU or thread. Where two events have one id, the last event
 * is found.
 */
#ifndef PREC_FORMATS_FILE_ID_INDEX_H
#define PREC_FORMATS_FILE_ID_INDEX_H

#include "common/error.h"
#include "common/hash_table.h"
#include "formats/record/event.h"

#define PERF_FILE_IDS_MAX (16u << 20) /* all events together */

struct id_slot {
	uint64_t id;
	uint32_t event; /* index + 1, 0: free */
};

struct id_index {
	struct id_slot *slots;
	uint32_t n_slots; /* a power of two, or 0 before id_index_make */
};

/* Fills the index with the ids of the events. The index is zeroed, or was filled before. 0, -E2BIG, -ENOMEM. */
int id_index_make(struct id_index *index, const struct file_event *events, uint32_t n_events, struct error *err);
void id_index_fini(struct id_index *index);

/* Finds the index of the event with the id. False: there is none. */
static inline bool id_index_find(const struct id_index *index, uint64_t id, uint32_t *ret_event)
{
	uint32_t mask = index->n_slots - 1;

	for (uint32_t slot = hash_u64(id) & mask; index->slots[slot].event; slot = (slot + 1) & mask) {
		if (index->slots[slot].id == id) {
			*ret_event = index->slots[slot].event - 1;
			return true;
		}
	}
	return false;
}

#endif
