#include "record/session/switch_trigger.h"

#include "formats/record/record.h"

#include <string.h>

#define RING_BYTES 16384

int switch_trigger_open(struct switch_trigger *t, const struct event_list *events, struct target *target,
			struct notices *notices, struct error *err)
{
	const struct sampler_config config = {
		.interval.period = 1, .attachable = true, .wakes_each = true, .ring_bytes = RING_BYTES
	};
	bool missing;
	int result = sampler_open(&t->sampler, events, &config, target, notices, &missing, err);

	if (result) {
		error_prefix(err, "--switch-output-event");
		return result;
	}
	buffer_init(&t->records);
	t->is_open = true;
	return 0;
}

void switch_trigger_close(struct switch_trigger *t)
{
	if (!t->is_open)
		return;
	sampler_close(&t->sampler);
	buffer_fini(&t->records);
	memset(t, 0, sizeof(*t));
}

int switch_trigger_enable(struct switch_trigger *t, struct error *err)
{
	return open_rings_enable(&t->sampler.rings, false, OPEN_EVERY_CPU, err);
}

int switch_trigger_take(struct switch_trigger *t, uint32_t ring, bool *ret_sampled, struct error *err)
{
	struct buffer *b = &t->records;
	size_t size;

	buffer_clear(b);
	if (ring_drain(&t->sampler.rings.rings[ring].ring, b) < 0)
		return error_nomem(err);
	for (size_t at = 0; (size = record_whole_size(b->data + at, b->size - at)); at += size)
		if (load_u32(b->data + at) == PERF_RECORD_SAMPLE)
			*ret_sampled = true;
	return 0;
}
