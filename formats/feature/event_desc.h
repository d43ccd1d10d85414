/*
 * event_desc: FEATURE_EVENT_DESC: the events with their names, attrs and ids.
 *
 * Errors, lifetime and threads of the walk: as formats/feature/features_decode.h says.
 */
#ifndef PREC_FORMATS_FEATURE_EVENT_DESC_H
#define PREC_FORMATS_FEATURE_EVENT_DESC_H

#include "common/cursor.h"
#include "formats/record/event.h"

struct event_desc {
	struct cursor *c;
	uint32_t left;
	uint32_t attr_size;
};

struct event_desc_entry {
	struct event_attr attr;
	uint32_t attr_size; /* as the writer knew it: it may be more than attr holds */
	const char *name;
	uint32_t n_ids;
	struct cursor ids; /* n_ids of u64 */
};

int event_desc_begin(struct event_desc *ret_desc, struct cursor *c);
/* 1, 0 after the last, -EBADMSG when the rest is damaged. */
int event_desc_next(struct event_desc *desc, struct event_desc_entry *ret_entry);

#endif
