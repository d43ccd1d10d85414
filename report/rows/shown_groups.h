/*
 * shown_groups: reads which events were recorded as a group, {a,b}, and are reported side by side.
 */
#ifndef PREC_REPORT_ROWS_SHOWN_GROUPS_H
#define PREC_REPORT_ROWS_SHOWN_GROUPS_H

#include "report/stream/sample_choice.h"

/* How much Linux perf shows of a group's description. */
#define EVENT_GROUP_TEXT_MAX 512

struct event_group {
	uint32_t n_members;  /* reported together, with the leader; 1: no group; 0: another event leads it */
	uint32_t n_recorded; /* recorded together, with the leader */
	char *name;          /* NULL: it has none; owned */
	bool forced;         /* all events, which were not recorded as a group */
};

struct event_groups {
	struct event_group *list; /* by leader */
	uint32_t *leaders;        /* by event */
	uint32_t n_events;
	uint32_t largest; /* the size of the largest group */
};

enum event_groups_mode {
	EVENT_GROUPS_OFF,    /* each event for itself */
	EVENT_GROUPS_AS_ARE, /* the groups of the file */
	EVENT_GROUPS_FORCED, /* those, or all events together if there are none */
};

/*
 * Reads the groups (FEATURE_GROUP_DESC). Leaves out groups that reach beyond the file's events, or overlap. A group of
 * which the choice leaves out an event is not reported together. 0 or -ENOMEM; the caller calls event_groups_fini in
 * both cases.
 */
int event_groups_read(struct event_groups *ret_groups, const struct perf_file *file, enum event_groups_mode mode,
		      const struct sample_choice *choice, struct error *err);
void event_groups_fini(struct event_groups *g);

/* Returns the index of an event in its group; 0: it leads it, or is in none. */
static inline uint32_t event_group_member(const struct event_groups *g, uint32_t event)
{
	return event - g->leaders[event];
}

#endif
