#include "record/session/switch_trigger.h"

#include "formats/record/record.h"

#include <string.h>
#include <unistd.h>

#define RING_BYTES 16384

struct sampler_config switch_trigger_config(bool starts_later)
{
	return (struct sampler_config){ .interval.period = 1,
					.attachable = true,
					.wakes_each = true,
					.without_sideband = true,
					.starts_later = starts_later,
					.ring_bytes = RING_BYTES };
}

/* IDENTIFIER and IP come before TID, as with every event: see event_attr_common. */
static size_t offset_of_pid(const struct event_attr *attr)
{
	const uint64_t before = attr->sample_type & (PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP);

	return attr->sample_type & PERF_SAMPLE_TID ? RECORD_HEADER_SIZE + 8 * (size_t)__builtin_popcountll(before) : 0;
}

int switch_trigger_open(struct switch_trigger *t, const struct event_list *events, bool starts_later,
			struct target *target, struct diagnostics *diagnostics, struct error *err)
{
	const struct sampler_config config = switch_trigger_config(starts_later);
	int result = sampler_open(&t->sampler, events, &config, target, diagnostics, err);

	if (result) {
		error_prefix(err, "--switch-output-event");
		return result;
	}
	buffer_init(&t->records);
	t->pid_offset = offset_of_pid(&t->sampler.set.events[0].attr);
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

int switch_trigger_switch(struct switch_trigger *t, bool on, struct error *err)
{
	if (on)
		return ring_set_enable(&t->sampler.rings, false, OPEN_EVERY_CPU, err);
	ring_set_disable(&t->sampler.rings, OPEN_SAMPLING);
	return 0;
}

/* Not of this process: to begin a file would bring the next sample. */
static bool is_sample_of_others(const struct switch_trigger *t, const uint8_t *record, size_t size)
{
	if (load_u32(record) != PERF_RECORD_SAMPLE)
		return false;
	return !t->pid_offset || size < t->pid_offset + 4 || load_u32(record + t->pid_offset) != (uint32_t)getpid();
}

int switch_trigger_take(struct switch_trigger *t, uint32_t ring, bool *ret_sampled, struct error *err)
{
	struct buffer *b = &t->records;
	size_t size;

	buffer_clear(b);
	if (ring_drain(&t->sampler.rings.rings[ring].ring, b) < 0)
		return error_nomem(err);
	/* An empty buffer has no data to count from. */
	if (!b->size)
		return 0;
	for (size_t at = 0; (size = record_whole_size(b->data + at, b->size - at)); at += size)
		if (is_sample_of_others(t, b->data + at, size))
			*ret_sampled = true;
	return 0;
}
