#include "record/session/switch_records.h"

#include "record/session/set_ids.h"

#include "formats/record/record.h"

#include <errno.h>
#include <string.h>

int switch_records_init(struct switch_records *s, const struct event_set *set, const struct session_config *config,
			struct error *err)
{
	struct event_layout layout;

	*s = (struct switch_records){ .are_wanted = config->switches, .in_file = config->switches };
	for (uint32_t i = 0; i < set->n && !s->off_cpu_wanted; i++)
		if (set->events[i].spec && set->events[i].spec->off_cpu) {
			s->are_wanted = s->off_cpu_wanted = true;
			s->event = i;
			off_cpu_init(&s->off_cpu, &set->events[i].attr, config->off_cpu_ns);
		}
	if (!s->off_cpu_wanted)
		return 0;
	event_layout_make(&layout, &set->events[s->event].attr);
	s->sample_id = event_layout_sample_id(&layout);
	return set_ids_index(&s->ids, set, err);
}

void switch_records_fini(struct switch_records *s)
{
	if (!s->off_cpu_wanted)
		return;
	off_cpu_fini(&s->off_cpu);
	id_index_fini(&s->ids);
}

static bool is_off_cpu_sample(const struct switch_records *s, const uint8_t *record, size_t size)
{
	uint32_t event;

	return s->off_cpu_wanted && s->sample_id + 8u <= size &&
	       id_index_find(&s->ids, load_u64(record + s->sample_id), &event) && event == s->event;
}

static int take_one(struct switch_records *s, const uint8_t *record, size_t size, struct buffer *sideband,
		    bool *ret_taken)
{
	uint32_t type = load_u32(record);

	*ret_taken = type == PERF_RECORD_SAMPLE ? is_off_cpu_sample(s, record, size)
						: type == PERF_RECORD_SWITCH || type == PERF_RECORD_SWITCH_CPU_WIDE;
	if (!*ret_taken)
		return 0;
	if (type != PERF_RECORD_SAMPLE && s->in_file)
		buffer_append(sideband, record, size);
	return s->off_cpu_wanted ? off_cpu_take(&s->off_cpu, record, size) : 0;
}

int switch_records_take(struct switch_records *s, uint8_t *records, size_t *size, struct buffer *sideband)
{
	size_t from = 0, to = 0, record_size;

	while ((record_size = record_whole_size(records + from, *size - from))) {
		bool taken;
		int result = take_one(s, records + from, record_size, sideband, &taken);

		if (result)
			return result;
		if (!taken) {
			memmove(records + to, records + from, record_size);
			to += record_size;
		}
		from += record_size;
	}
	memmove(records + to, records + from, *size - from);
	*size = to + *size - from;
	return buffer_ok(sideband) ? 0 : -ENOMEM;
}
