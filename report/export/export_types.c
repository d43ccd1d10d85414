#include "report/export/export_types.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* How many types have a name or one made of it, by the number of the name. */
struct taken_names {
	struct u32map counts;
	struct export_strings *strings;
};

/* "cycles#2"; 0 without memory. */
static uint32_t numbered_name(struct export_strings *strings, const char *event, uint32_t number)
{
	uint32_t name;
	char *text;

	if (asprintf(&text, "%s#%" PRIu32, event, number) < 0)
		return 0;
	name = export_strings_add(strings, text);
	free(text);
	return name;
}

/* "cycles", or of a second event of that name "cycles#2"; "samples" is what formats count beside events. */
static uint32_t name_unlike(struct taken_names *taken, const char *event)
{
	bool is_taken = !strcmp(event, "samples");
	uint32_t base = is_taken ? numbered_name(taken->strings, event, 2) : export_strings_add(taken->strings, event);
	uint32_t name = base, count = u32map_get(&taken->counts, base);

	while (name && u32map_get(&taken->counts, name) != U32MAP_NONE)
		name = numbered_name(taken->strings, event, ++count + is_taken);
	if (!name || (count != U32MAP_NONE && u32map_set(&taken->counts, base, count)) ||
	    u32map_set(&taken->counts, name, 1))
		taken->strings->failed = true;
	return name;
}

/* A clock that samples by frequency has a constant period, in ns. */
static uint64_t period_of(const struct event_attr *attr, bool is_time)
{
	if (!(attr->flags & ATTR_FREQ))
		return attr->sample_period <= INT64_MAX ? attr->sample_period : 0;
	return is_time && attr->sample_period && attr->sample_period <= 1000000000u ? 1000000000u / attr->sample_period
										    : 0;
}

static bool is_wanted(const struct event_attr *attr, const struct export_event *e, enum export_types_of of)
{
	return e->count || (of == EXPORT_TYPES_ALL && !event_attr_is_dummy(attr));
}

int export_types_init(struct export_types *t, const struct export *x, enum export_types_of of,
		      struct export_strings *strings)
{
	const struct perf_file *file = x->profile->file;
	struct taken_names taken = { .strings = strings };

	*t = (struct export_types){ .list = calloc(file->n_events + 1ull, sizeof(*t->list)),
				    .by_event = malloc((file->n_events + 1ull) * sizeof(*t->by_event)) };
	if (!t->list || !t->by_event)
		return -ENOMEM;
	for (uint32_t i = 0; i < file->n_events; i++) {
		const struct export_event *e = &x->events[i];
		const struct event_attr *attr = &file->events[i].attr;

		t->by_event[i] = EXPORT_NONE;
		if (!is_wanted(attr, e, of))
			continue;
		t->list[t->n] = (struct export_type){
			.event = i,
			.name = name_unlike(&taken, e->name),
			.unit = export_strings_add(strings, e->is_time ? "nanoseconds" : "count"),
			.period = period_of(attr, e->is_time),
		};
		t->by_event[i] = t->n++;
	}
	u32map_fini(&taken.counts);
	return strings->failed ? -ENOMEM : 0;
}

void export_types_fini(struct export_types *t)
{
	free(t->list);
	free(t->by_event);
}
