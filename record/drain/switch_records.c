#include "record/drain/switch_records.h"

#include "formats/record/record.h"
#include "record/open/event_set.h"

#include <errno.h>
#include <string.h>

int switch_records_init(struct switch_records *s, const struct event_set *set, const struct session_config *config,
			struct error *err)
{
	struct event_layout layout;

	*s = (struct switch_records){ .are_wanted = config->wants_switches, .in_file = config->wants_switches };
	for (uint32_t i = 0; i < set->n && !s->off_cpu_wanted; i++)
		if (set->events[i].spec && set->events[i].spec->is_off_cpu) {
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

static bool is_wanted(const struct switch_records *s, const uint8_t *record, size_t size)
{
	uint32_t type = load_u32(record);

	return type == PERF_RECORD_SAMPLE ? is_off_cpu_sample(s, record, size)
					  : type == PERF_RECORD_SWITCH || type == PERF_RECORD_SWITCH_CPU_WIDE;
}

struct taker {
	struct switch_records *switches;
	struct buffer *out;
};

static int take_one(const struct taker *taker, const uint8_t *record, size_t size)
{
	struct switch_records *s = taker->switches;

	if (load_u32(record) != PERF_RECORD_SAMPLE && s->in_file)
		buffer_append(taker->out, record, size);
	return s->off_cpu_wanted ? off_cpu_take(&s->off_cpu, record, size) : 0;
}

static int divert_one(const struct taker *taker, const uint8_t *record, size_t size)
{
	buffer_append(taker->out, record, size);
	return 0;
}

/* Those that are wanted are given to `take`; moves the rest together. */
static int take_wanted(const struct switch_records *s, uint8_t *records, size_t *size, const struct taker *taker,
		       int (*take)(const struct taker *, const uint8_t *, size_t))
{
	size_t from = 0, to = 0, record_size;

	while ((record_size = record_whole_size(records + from, *size - from))) {
		if (!is_wanted(s, records + from, record_size)) {
			memmove(records + to, records + from, record_size);
			to += record_size;
		} else if (take(taker, records + from, record_size)) {
			return -ENOMEM;
		}
		from += record_size;
	}
	memmove(records + to, records + from, *size - from);
	*size = to + *size - from;
	return buffer_ok(taker->out) ? 0 : -ENOMEM;
}

int switch_records_take(struct switch_records *s, uint8_t *records, size_t *size, struct buffer *sideband)
{
	const struct taker taker = { s, sideband };

	return take_wanted(s, records, size, &taker, take_one);
}

int switch_records_divert(const struct switch_records *s, uint8_t *records, size_t *size, struct buffer *out)
{
	const struct taker taker = { NULL, out };

	return take_wanted(s, records, size, &taker, divert_one);
}
