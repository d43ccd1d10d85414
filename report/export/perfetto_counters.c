#include "report/export/perfetto_counters.h"

#include <string.h>

enum { TRACK_NAME = 2, TRACK_COUNTER = 8, COUNTER_UNIT = 3, COUNTER_UNIT_NAME = 6, UNIT_COUNT = 2 };
enum { EVENT_COUNTER = 4, EVENT_COUNTER_VALUE = 30, EVENT_DOUBLE_VALUE = 44 };

/* Threads have numbers of 32 bits. */
static uint64_t track_of(size_t counter)
{
	return (1ull << 33) + counter;
}

static void put_track(struct perfetto_output *o, const struct export_counter *counter, size_t number)
{
	size_t packet = perfetto_begin(o, o->track_sequence, 0, PERFETTO_NO_TIME);
	size_t at = proto_begin(&o->packet, PERFETTO_PACKET_TRACK_DESCRIPTOR), unit;

	proto_put_number(&o->packet, PERFETTO_TRACK_UUID, track_of(number));
	perfetto_put_name(o, TRACK_NAME, counter->name);
	unit = proto_begin(&o->packet, TRACK_COUNTER);
	if (*counter->unit)
		perfetto_put_name(o, COUNTER_UNIT_NAME, counter->unit);
	else
		proto_put_number(&o->packet, COUNTER_UNIT, UNIT_COUNT);
	proto_end(&o->packet, unit);
	proto_end(&o->packet, at);
	perfetto_end(o, packet);
}

static void put_value(struct perfetto_output *o, const struct export_counter *counter, double value)
{
	uint64_t bits;

	memcpy(&bits, &value, sizeof(bits));
	if (counter->is_fraction)
		proto_put_fixed64(&o->packet, EVENT_DOUBLE_VALUE, bits);
	else
		proto_put_number(&o->packet, EVENT_COUNTER_VALUE, count_rounded(value));
}

static void put_step(struct perfetto_output *o, const struct export_counts *c, const struct export_step *step)
{
	size_t packet = perfetto_begin(o, o->track_sequence, 0, step->time);
	size_t at = proto_begin(&o->packet, PERFETTO_PACKET_TRACK_EVENT);

	proto_put_number(&o->packet, PERFETTO_EVENT_TYPE, EVENT_COUNTER);
	proto_put_number(&o->packet, PERFETTO_EVENT_TRACK, track_of(step->counter));
	put_value(o, &c->list[step->counter], step->value);
	proto_end(&o->packet, at);
	perfetto_end(o, packet);
}

void perfetto_put_counters(struct perfetto_output *o, const struct export_counts *c)
{
	for (size_t i = 0; i < c->n; i++)
		if (c->list[i].n_steps)
			put_track(o, &c->list[i], i);
	for (uint32_t i = 0; i < c->n_steps; i++)
		put_step(o, c, &c->steps[i]);
}
