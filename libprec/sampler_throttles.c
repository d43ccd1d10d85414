#include "libprec/sampler_set.h"

#include "common/list.h"
#include "formats/record/abi.h"

#include <stdlib.h>

/* Of the record: header, time, id, stream_id. */
#define TIME_AT   8
#define STREAM_AT 24
#define FIXED_END 32

void sampler_throttles_fini(struct sampler_throttles *t)
{
	u32map_fini(&t->by_event);
	free(t->since);
}

/* How long it was, 0 when it begins. Without memory it is not known. */
static uint64_t count(struct sampler_throttles *t, uint64_t stream, uint64_t time, bool begins)
{
	uint64_t *since =
		list_element(&t->by_event, (uint32_t)stream, &t->since, &t->n_events, &t->capacity, sizeof(*t->since));
	const uint64_t ns = since && *since && !begins && time > *since ? time - *since : 0;

	if (since)
		*since = begins ? time : 0;
	t->n += begins;
	t->ns += ns;
	return ns;
}

/* A pause whose begin found no room in the ring says nothing by its end. */
bool sampler_throttles_take(struct prec_sampler *s, uint32_t ring, const uint8_t *record, uint16_t size,
			    struct prec_throttling *ret_throttling)
{
	const uint32_t event = s->rings[ring].event;
	const struct event_layout *layout = &s->events[event].layout;
	const bool begins = load_u32(record) == PERF_RECORD_THROTTLE;

	if (size < FIXED_END + layout->trailer_size || !layout->trailer_tid)
		return false;
	*ret_throttling = (struct prec_throttling){
		.time = load_u64(record + TIME_AT),
		.event = event,
		.pid = load_u32(record + size - layout->trailer_tid),
		.tid = load_u32(record + size - layout->trailer_tid + 4),
		.cpu = (uint32_t)s->rings[ring].cpu,
	};
	ret_throttling->ns = count(&s->throttles, load_u64(record + STREAM_AT), ret_throttling->time, begins);
	return begins || ret_throttling->ns;
}
