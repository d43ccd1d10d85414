#include "report/rows/shown_groups.h"

#include "formats/file/file_facts.h"

#include <errno.h>
#include <stdlib.h>

static bool group_fits(const struct event_groups *g, uint32_t leader, uint32_t n_members)
{
	if (!n_members || leader >= g->n_events || n_members > g->n_events - leader)
		return false;
	for (uint32_t i = leader; i < leader + n_members; i++)
		if (g->list[i].n_recorded != 1)
			return false;
	return true;
}

/* together: they are reported together. */
static int group_make(struct event_groups *g, uint32_t leader, uint32_t n_members, const char *name, bool together)
{
	if (name && strcmp(name, FEATURE_GROUP_UNNAMED)) {
		g->list[leader].name = strdup(name);
		if (!g->list[leader].name)
			return -ENOMEM;
	}
	for (uint32_t i = leader; i < leader + n_members; i++)
		g->list[i].n_recorded = 0;
	g->list[leader].n_recorded = n_members;
	if (!together)
		return 0;
	for (uint32_t i = leader; i < leader + n_members; i++) {
		g->leaders[i] = leader;
		g->list[i].n_members = 0;
	}
	g->list[leader].n_members = n_members;
	if (n_members > g->largest)
		g->largest = n_members;
	return 0;
}

struct groups_reading {
	struct event_groups *groups;
	const struct sample_choice *choice;
	bool together;
};

static bool group_is_chosen(const struct sample_choice *choice, uint32_t leader, uint32_t n_members)
{
	for (uint32_t i = leader; i < leader + n_members; i++)
		if (!sample_choice_has_event(choice, i))
			return false;
	return true;
}

static int group_read(void *context, const struct feature_group *group, struct error *err)
{
	const struct groups_reading *g = context;

	if (!group_fits(g->groups, group->leader, group->n_members))
		return 0;
	if (group_make(g->groups, group->leader, group->n_members, group->name,
		       g->together && group_is_chosen(g->choice, group->leader, group->n_members)))
		return error_nomem(err);
	return 0;
}

int event_groups_read(struct event_groups *ret_groups, const struct perf_file *file, enum event_groups_mode mode,
		      const struct sample_choice *choice, struct error *err)
{
	struct event_groups *g = ret_groups;
	struct groups_reading reading = { .groups = g, .choice = choice, .together = mode != EVENT_GROUPS_OFF };
	int result;

	*g = (struct event_groups){ .n_events = file->n_events, .largest = 1 };
	g->list = calloc(file->n_events, sizeof(*g->list));
	g->leaders = calloc(file->n_events, sizeof(*g->leaders));
	if (!g->list || !g->leaders)
		return error_nomem(err);
	for (uint32_t i = 0; i < file->n_events; i++) {
		g->leaders[i] = i;
		g->list[i] = (struct event_group){ .n_members = 1, .n_recorded = 1 };
	}
	/* Of a damaged section what can be read is taken; that it is damaged was noted when the file was opened. */
	result = file_groups_each(file, group_read, &reading, err);
	if (result == -ENOMEM)
		return result;
	if (mode == EVENT_GROUPS_FORCED && g->largest == 1 && g->n_events > 1 &&
	    group_is_chosen(choice, 0, g->n_events)) {
		g->list[0].forced = true;
		return group_make(g, 0, g->n_events, NULL, true);
	}
	return 0;
}

void event_groups_fini(struct event_groups *g)
{
	for (uint32_t i = 0; g->list && i < g->n_events; i++)
		free(g->list[i].name);
	free(g->list);
	free(g->leaders);
	*g = (struct event_groups){ 0 };
}
