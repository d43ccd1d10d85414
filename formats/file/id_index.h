/*
 * id_index: finds an event by an id, in a hash table with open addressing.
 *
 * The ids are the kernel's, one for each event on each CPU or thread. If two events have the same id, the last one is
 * found.
 *
 * Threads: constant after id_index_make; any thread.
 */
#ifndef PREC_FORMATS_FILE_ID_INDEX_H
#define PREC_FORMATS_FILE_ID_INDEX_H

#include "common/error.h"
#include "common/hash_table.h"
#include "formats/record/event.h"

#define PERF_FILE_IDS_MAX (16u << 20) /* of all events together */

struct id_slot {
	uint64_t id;
	uint32_t event; /* the event's number + 1; 0: the slot is free */
};

struct id_index {
	struct id_slot *slots;
	uint32_t n_slots; /* a power of two, or 0 before id_index_make */
};

/* Fills the index, which is all zero or was filled before, with the ids of events. 0; -E2BIG: too many ids; -ENOMEM. */
int id_index_make(struct id_index *index, const struct file_event *events, uint32_t n_events, struct error *err);
void id_index_fini(struct id_index *index);

/* Finds the number of the event with the id. False: there is none. */
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
