/*
 * sampler_losses: counts the records that found no room in a ring (libprec/sampler_set.h).
 *
 * The kernel reports the same losses in two ways, so the larger sum is the right one:
 *
 *	LOST records       written before the next record that finds room
 *	PERF_FORMAT_LOST   from Linux 6.0 on: all that a descriptor has ever lost, by read(2)
 *
 * The second is complete, also when no more records come, but takes a read(2) of each descriptor. So descriptors are
 * read when they are closed, when the caller asks for the sum, and when a poll has nothing else to do.
 *
 * A ring that was never full has lost nothing, and its descriptors are not read. A ring is at its fullest right before
 * its tail is moved.
 */
#include "common/clock_ns.h"
#include "common/list.h"
#include "formats/record/abi.h"
#include "formats/record/record.h"
#include "libprec/sampler_set.h"
#include "record/open/event_set.h"

#include <stdlib.h>

/* Descriptors are not read again for so many times as long as reading them took. */
#define PAUSE_TIMES 50u

uint64_t sampler_losses_record(struct ring_losses *losses, uint64_t n)
{
	const uint64_t before = losses->told;

	losses->recorded += n;
	if (losses->told < losses->recorded)
		losses->told = losses->recorded;
	return losses->told - before;
}

/* True if a record may have found no room. */
static bool is_full(const struct prec_sampler *s, const struct sampler_ring *ring)
{
	return ring_head(&ring->ring) - ring->losses.given + s->events[ring->event].room > ring->ring.size;
}

static bool was_full(const struct prec_sampler *s, const struct sampler_ring *ring)
{
	return ring->losses.was_full || is_full(s, ring);
}

void sampler_losses_look(struct prec_sampler *s, struct sampler_ring *ring)
{
	if (is_full(s, ring))
		ring->losses.was_full = s->has_untold = true;
	ring->losses.given = ring->ring.tail;
}

/* Returns the kernel's count of a descriptor; 0: it has none. */
static uint64_t read_lost(const struct prec_sampler *s, const struct task_event *event)
{
	const uint64_t format = s->set.events[event->event].attr.read_format;
	struct event_reading reading;
	uint64_t id = 0;

	if (!(format & PERF_FORMAT_LOST) || (format & PERF_FORMAT_GROUP && descriptor_id(event->fd, &id, NULL)) ||
	    event_reading_get(&reading, event->fd, format, id))
		return 0;
	return reading.lost;
}

void sampler_losses_keep(struct prec_sampler *s, const struct sampler_task *task, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		struct sampler_ring *ring = &s->rings[task->events[i].ring];
		uint64_t lost;

		if (!was_full(s, ring))
			continue;
		ring->losses.was_full = true;
		lost = read_lost(s, &task->events[i]);
		ring->losses.closed += lost;
		s->has_untold |= lost;
		s->n_loss_reads++;
	}
}

static void count_all(const struct prec_sampler *s)
{
	for (uint32_t i = 0; i < s->n_rings; i++)
		s->rings[i].losses.counted = s->rings[i].losses.closed;
	for (uint32_t i = 0; i < s->tasks.n; i++) {
		const struct sampler_task *task = &s->tasks.list[i];

		for (uint32_t j = 0; j < task->n; j++) {
			struct sampler_ring *ring = &s->rings[task->events[j].ring];

			if (was_full(s, ring))
				ring->losses.counted += read_lost(s, &task->events[j]);
		}
	}
}

int sampler_losses_wait(const struct prec_sampler *s)
{
	const uint64_t now = s->has_untold ? clock_ns(CLOCK_MONOTONIC) : 0;

	if (!s->has_untold)
		return -1;
	return now < s->next_count_ns ? (int)((s->next_count_ns - now) / NS_PER_MS + 1) : 0;
}

/* Reads all descriptors, and sets when they may be read next. */
static void count_sometimes(struct prec_sampler *s)
{
	const uint64_t start = clock_ns(CLOCK_MONOTONIC);
	uint64_t end;

	count_all(s);
	end = clock_ns(CLOCK_MONOTONIC);
	s->next_count_ns = end + PAUSE_TIMES * (end - start);
	s->has_untold = false;
}

uint64_t sampler_losses_take(struct prec_sampler *s, bool is_idle)
{
	uint64_t n_new = 0;

	if (!s->has_untold || (s->tasks.n_used && (!is_idle || sampler_losses_wait(s))))
		return 0;
	count_sometimes(s);
	for (uint32_t i = 0; i < s->n_rings; i++) {
		struct ring_losses *losses = &s->rings[i].losses;

		if (losses->told >= losses->counted)
			continue;
		n_new += losses->counted - losses->told;
		losses->told = losses->counted;
	}
	return n_new;
}

uint64_t sampler_losses_all(const struct prec_sampler *s)
{
	uint64_t n = s->lost;

	count_all(s);
	for (uint32_t i = 0; i < s->n_rings; i++) {
		const struct ring_losses *losses = &s->rings[i].losses;

		n += losses->told > losses->counted ? losses->told : losses->counted;
	}
	return n;
}

/* Offsets in the record: header, time, id, stream_id. */
#define TIME_AT   8
#define STREAM_AT 24
#define FIXED_END 32

void sampler_throttles_fini(struct sampler_throttles *t)
{
	u32map_fini(&t->by_event);
	free(t->since);
}

/* Counts a pause that begins or ends. Returns the ns that it took; 0: it begins, or its begin is not known. */
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
