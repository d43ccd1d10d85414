/* event_fields: puts the fields of features about events, groups and PMUs (formats/feature/feature_walk.h). */
#include "formats/feature/feature_walk.h"

#include "formats/feature/features_decode.h"
#include "formats/record/attr.h"

#include <errno.h>

static void event_put(const struct field_sink *sink, const struct event_desc_entry *event)
{
	struct cursor ids = event->ids;

	field_mark(sink, NULL, FIELD_GROUP);
	field_string(sink, "name", event->name);
	field_number(sink, "attr_size", event->attr_size);
	field_mark(sink, "attr", FIELD_GROUP);
	attr_fields(&event->attr, sink);
	field_mark(sink, NULL, FIELD_END_GROUP);
	field_mark(sink, "ids", FIELD_LIST);
	for (uint32_t i = 0; i < event->n_ids; i++)
		field_number(sink, NULL, cursor_u64(&ids));
	field_mark(sink, NULL, FIELD_END_LIST);
	field_mark(sink, NULL, FIELD_END_GROUP);
}

int event_desc_fields(struct feature_walk *w)
{
	struct event_desc_entry event;
	struct event_desc desc;
	int result = event_desc_begin(&desc, &w->c);

	if (result)
		return result;
	field_mark(w->sink, "events", FIELD_LIST);
	while ((result = event_desc_next(&desc, &event)) > 0)
		event_put(w->sink, &event);
	field_mark(w->sink, NULL, FIELD_END_LIST);
	return result;
}

/* Puts a group; its members are the events from the leader on. */
static int group_put(const struct feature_walk *w, const struct feature_group *group)
{
	if (group->leader >= w->n_events || group->n_members > w->n_events - group->leader)
		return -EBADMSG;
	field_mark(w->sink, NULL, FIELD_GROUP);
	field_string(w->sink, "name", group->name);
	field_number(w->sink, "leader", group->leader);
	field_number(w->sink, "n_members", group->n_members);
	field_mark(w->sink, NULL, FIELD_END_GROUP);
	return 0;
}

int group_desc_fields(struct feature_walk *w)
{
	struct feature_items items;
	struct feature_group group;
	int result = feature_items_begin(&items, &w->c);

	if (result)
		return result;
	field_mark(w->sink, "groups", FIELD_LIST);
	while (!result && (result = feature_next_group(&items, &group)) > 0)
		result = group_put(w, &group);
	field_mark(w->sink, NULL, FIELD_END_LIST);
	return result;
}

int pmu_mappings_fields(struct feature_walk *w)
{
	struct feature_items items;
	struct feature_pmu pmu;
	int result = feature_items_begin(&items, &w->c);

	if (result)
		return result;
	field_number(w->sink, "n_pmus", items.left);
	field_mark(w->sink, "pmus", FIELD_LIST);
	while ((result = feature_next_pmu(&items, &pmu)) > 0) {
		field_mark(w->sink, NULL, FIELD_GROUP);
		field_string(w->sink, "name", pmu.name);
		field_number(w->sink, "type", pmu.type);
		field_mark(w->sink, NULL, FIELD_END_GROUP);
	}
	field_mark(w->sink, NULL, FIELD_END_LIST);
	return result;
}

static int caps_put(const struct field_sink *sink, struct feature_items *items)
{
	struct feature_cap cap;
	int result;

	field_number(sink, "n_caps", items->left);
	field_mark(sink, "caps", FIELD_LIST);
	while ((result = feature_next_cap(items, &cap)) > 0) {
		field_mark(sink, NULL, FIELD_GROUP);
		field_string(sink, "name", cap.name);
		field_string(sink, "value", cap.value);
		field_mark(sink, NULL, FIELD_END_GROUP);
	}
	field_mark(sink, NULL, FIELD_END_LIST);
	return result;
}

/* Puts the capabilities of the only core PMU. */
int cpu_pmu_caps_fields(struct feature_walk *w)
{
	struct feature_items items;
	int result = feature_items_begin(&items, &w->c);

	return result ? result : caps_put(w->sink, &items);
}

int pmu_caps_fields(struct feature_walk *w)
{
	struct feature_pmu_caps_entry entry;
	struct feature_items items;
	int result = feature_items_begin(&items, &w->c);

	if (result)
		return result;
	field_mark(w->sink, "pmus", FIELD_LIST);
	while (!result && (result = feature_next_pmu_caps(&items, &entry)) > 0) {
		struct feature_items caps = { .c = &entry.caps, .left = entry.n_caps };

		field_mark(w->sink, NULL, FIELD_GROUP);
		field_string(w->sink, "name", entry.pmu);
		result = caps_put(w->sink, &caps);
		field_mark(w->sink, NULL, FIELD_END_GROUP);
	}
	field_mark(w->sink, NULL, FIELD_END_LIST);
	return result;
}
