/*
 * set_ids: which event of an event_set a record from a ring belongs to.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_DRAIN_SET_IDS_H
#define PREC_RECORD_DRAIN_SET_IDS_H

#include "record/open/event_set.h"

#include "formats/file/id_index.h"

/* Fills the index, zeroed or filled before, with the ids of the events, which are open. 0 or a negative errno. */
int set_ids_index(struct id_index *index, const struct event_set *set, struct error *err);

#endif
