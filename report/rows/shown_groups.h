/*
 * shown_groups: which events of a file were recorded as a group, {a,b}, and are reported side by side.
 */
#ifndef PREC_REPORT_ROWS_SHOWN_GROUPS_H
#define PREC_REPORT_ROWS_SHOWN_GROUPS_H

#include "report/stream/sample_choice.h"

/* As many as Linux perf shows of the description of a group. */
#define EVENT_GROUP_TEXT_MAX 512

struct event_group {
	uint32_t n_members; /* that are reported together, the leader counted; 1: no group; 0: another event leads it */
	uint32_t n_recorded; /* that were recorded together, likewise */
	char *name;          /* NULL: it has none; owned */
	bool forced;         /* of all events, that were not recorded as one */
};

struct event_groups {
	struct event_group *list; /* by leader */
	uint32_t *leaders;        /* by event */
	uint32_t n_events;
	uint32_t largest; /* the most members a group has */
};

enum event_groups_mode {
	EVENT_GROUPS_OFF,    /* each event for itself */
	EVENT_GROUPS_AS_ARE, /* the groups of the file */
	EVENT_GROUPS_FORCED, /* likewise, and where it has none, all events together */
};

/*
 * Reads the groups (FEATURE_GROUP_DESC). Those that reach beyond the file's events or into each other are left out.
 * Groups of which the choice leaves an event out are not reported together. 0 or -ENOMEM; event_groups_fini is called
 * either way.
 */
int event_groups_read(struct event_groups *ret_groups, const struct perf_file *file, enum event_groups_mode mode,
		      const struct sample_choice *choice, struct error *err);
void event_groups_fini(struct event_groups *g);

/* The place of an event in its group: 0: it leads it, or is in none. */
static inline uint32_t event_group_place(const struct event_groups *g, uint32_t event)
{
	return event - g->leaders[event];
}

#endif
