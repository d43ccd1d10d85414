#include "record/live/control_status.h"

#include "record/sampler/live_events.h"
#include "record/live/session_summary.h"

#include "common/json.h"

#include <stdlib.h>

static void put_number(struct json *j, const char *name, uint64_t value)
{
	json_name(j, name);
	json_u64(j, value);
}

static void put_flag(struct json *j, const char *name, bool value)
{
	json_name(j, name);
	json_bool(j, value);
}

static void put_events(struct json *j, const struct session *s)
{
	const struct event_set *set = &s->setup.sampler->set;

	json_name(j, "events");
	json_begin(j, '[');
	for (size_t i = 0; i < set->n; i++) {
		const struct set_event *event = &set->events[i];

		if (!event->spec)
			continue;
		json_begin(j, '{');
		json_name(j, "name");
		json_string(j, event->name);
		put_flag(j, "enabled", s->cpus.sampling && !event->is_off);
		if (event->attr.sample_period)
			put_number(j, event->attr.flags & ATTR_FREQ ? "freq" : "period", event->attr.sample_period);
		json_end(j, '}');
	}
	json_end(j, ']');
}

/* 0 or -ENOMEM. */
static int put_targets(struct json *j, const struct ring_set *rings, struct error *err)
{
	pid_t *owners;
	size_t n;

	if (live_events_owners(rings, &owners, &n))
		return error_nomem(err);
	json_name(j, "targets");
	json_begin(j, '[');
	for (size_t i = 0; i < n; i++)
		if (owners[i] > 0)
			json_u64(j, (uint64_t)owners[i]);
	json_end(j, ']');
	free(owners);
	return 0;
}

int control_status(struct session *s, char **ret_text, struct error *err)
{
	struct session_progress progress;
	struct json j = { 0 };
	char *text = NULL;
	size_t size;
	int result = session_progress(s, &progress, err);

	if (result)
		return result;
	j.out = open_memstream(&text, &size);
	if (!j.out)
		return error_nomem(err);
	json_begin(&j, '{');
	put_number(&j, "samples", progress.samples);
	put_number(&j, "lost", progress.lost);
	put_number(&j, "bytes", progress.bytes);
	put_flag(&j, "enabled", s->cpus.sampling);
	put_flag(&j, "system_wide", s->setup.sampler->target->kind == TARGET_SYSTEM);
	put_events(&j, s);
	result = put_targets(&j, &s->setup.sampler->rings, err);
	json_end(&j, '}');
	if (fclose(j.out) && !result)
		result = error_nomem(err);
	if (result)
		free(text);
	else
		*ret_text = text;
	return result;
}

void control_status_free(char *text)
{
	free(text);
}
