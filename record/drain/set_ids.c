#include "record/drain/set_ids.h"

#include <stdlib.h>

/* The index borrows the ids. */
int set_ids_index(struct id_index *index, const struct event_set *set, struct error *err)
{
	struct file_event *events = calloc(set->n, sizeof(*events));
	int result;

	if (!events)
		return error_nomem(err);
	for (size_t i = 0; i < set->n; i++) {
		events[i].ids = set->events[i].ids;
		events[i].n_ids = (uint32_t)set->events[i].n_ids;
	}
	result = id_index_make(index, events, (uint32_t)set->n, err);
	free(events);
	return result;
}
