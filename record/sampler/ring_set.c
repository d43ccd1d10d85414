#include "record/sampler/ring_set.h"

#include "common/list.h"
#include "record/open/descriptor.h"
#include "record/open/diagnose.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The ring that an event writes to; not mapped yet. */
static struct open_ring ring_of(const struct ring_set *o, const struct event_fd *event)
{
	const struct set_event *of = &o->set->events[event->event];
	const bool trace = of->spec && event_spec_is_trace(of->spec);

	return (struct open_ring){ .is_sideband = !of->spec,
				   .overwritten = of->attr.flags & ATTR_WRITE_BACKWARD,
				   .is_trace = trace,
				   .trace_type = trace ? of->attr.type : 0,
				   .area.tid = event->tid,
				   .cpu = event->cpu,
				   .tid = event->cpu < 0 ? event->tid : -1 };
}

static int find_ring(struct ring_set *o, const struct open_ring *wanted)
{
	/* Searches from the end: the ring of the present thread or CPU is among the last, or there are few. */
	for (size_t i = o->n_rings; i > 0; i--) {
		const struct open_ring *ring = &o->rings[i - 1];

		if (ring->is_sideband == wanted->is_sideband && ring->overwritten == wanted->overwritten &&
		    ring->is_trace == wanted->is_trace && ring->trace_type == wanted->trace_type &&
		    ring->cpu == wanted->cpu && ring->tid == wanted->tid)
			return (int)(i - 1);
	}
	return -1;
}

/* Room for one more ring: its number, or -ENOMEM. */
static int new_ring(struct ring_set *o, const struct open_ring *wanted, struct error *err)
{
	uint32_t *closed = calloc(o->set->n, sizeof(*closed));

	if (!closed || !list_reserve(&o->rings, o->n_rings, &o->rings_capacity, sizeof(*o->rings))) {
		free(closed);
		return error_nomem(err);
	}
	o->rings[o->n_rings] = *wanted;
	o->rings[o->n_rings].closed = closed;
	if (wanted->is_trace)
		o->rings[o->n_rings].area.number = o->n_areas++;
	return (int)o->n_rings++;
}

static int map_area(struct ring_set *o, int fd, struct open_ring *ring, struct error *err)
{
	size_t offset = (size_t)sysconf(_SC_PAGESIZE) + ring->ring.size;
	int result = aux_ring_map(&ring->area.aux, ring->ring.base, offset, fd, o->sizes.areas, o->area_overwritten);

	if (!result)
		return 0;
	ring_unmap(&ring->ring);
	return diagnose_mmap_area(err, result, o->sizes.areas, o->area_overwritten);
}

static int map_ring(struct ring_set *o, int fd, struct open_ring *ring, struct error *err)
{
	size_t size = ring->is_sideband || ring->is_trace ? o->sizes.sideband : o->sizes.samples;
	int result = ring_map(&ring->ring, fd, size, ring->overwritten ? RING_OVERWRITTEN : RING_DRAINED);

	if (result)
		return diagnose_mmap(err, result, size);
	ring->owner = fd;
	return ring->is_trace ? map_area(o, fd, ring, err) : 0;
}

static int anchor_ring(struct ring_set *o, const struct event_fd *event, struct open_ring *ring, struct error *err)
{
	int fd = descriptor_anchor(&o->set->events[event->event], event->cpu, err);
	int result;

	if (fd < 0)
		return fd;
	result = map_ring(o, fd, ring, err);
	ring->has_own_fd = !result;
	if (result)
		close(fd);
	return result;
}

static int attach_ring(struct ring_set *o, struct event_fd *event, struct error *err)
{
	const struct open_ring wanted = ring_of(o, event);
	int number = find_ring(o, &wanted);
	struct open_ring *ring;
	int result;

	if (number < 0)
		number = new_ring(o, &wanted, err);
	if (number < 0)
		return number;
	ring = &o->rings[number];
	event->ring = (uint32_t)number;
	if (!ring->ring.base && (ring->is_trace || !(o->has_own_fd && event->cpu >= 0)))
		return map_ring(o, event->fd, ring, err);
	result = ring->ring.base ? 0 : anchor_ring(o, event, ring, err);
	if (result)
		return result;
	result = descriptor_redirect(event->fd, ring->owner);
	return result ? error_set(err, result, "cannot redirect events to one buffer: %s", strerror(-result)) : 0;
}

/* Room for one more event. 0 or -ENOMEM. */
static int reserve_event(struct ring_set *o, struct error *err)
{
	return list_reserve(&o->events, o->n_events, &o->events_capacity, sizeof(*o->events)) ? 0 : error_nomem(err);
}

static int append_event(struct ring_set *o, struct event_fd *event, struct error *err)
{
	event->id = event->opened;
	if (set_event_add_id(&o->set->events[event->event], event->id))
		return error_nomem(err);
	o->events[o->n_events++] = *event;
	return 0;
}

static void keep_closed(struct ring_set *o, struct event_fd *event)
{
	uint32_t *first = &o->rings[event->ring].closed[event->event];

	event->next_closed = *first;
	*first = (uint32_t)(event - o->events) + 1;
}

/* An event that was closed, whose entry this one takes, or NULL. Each event has its own ring of a CPU. */
static struct event_fd *take_closed(struct ring_set *o, const struct event_fd *event)
{
	uint32_t *first = &o->rings[event->ring].closed[event->event];
	struct event_fd *entry = *first ? &o->events[*first - 1] : NULL;

	if (entry)
		*first = entry->next_closed;
	return entry;
}

static int add_renewal(struct ring_set *o, const struct event_fd *event, struct error *err)
{
	struct open_ring *ring = &o->rings[event->ring];
	const struct set_event *of = &o->set->events[event->event];
	struct id_remap *renewal;

	if (!list_reserve_unkept(&ring->renewals, ring->n_renewals, sizeof(*ring->renewals)))
		return error_nomem(err);
	renewal = &ring->renewals[ring->n_renewals++];
	*renewal = (struct id_remap){ .opened = event->opened,
				      .id = event->id,
				      .counted = event->counted,
				      .event = event->event,
				      .tid = event->tid,
				      .has_read = of->attr.sample_type & PERF_SAMPLE_READ,
				      .read_format = of->attr.read_format };
	event_layout_make(&renewal->layout, &of->attr);
	return 0;
}

/* The file's ids cannot change: the event keeps the id of its entry. On a new CPU it has that of another CPU. */
static int renew_event(struct ring_set *o, struct event_fd *event, struct error *err)
{
	struct event_fd *entry = take_closed(o, event);
	int result;

	event->id = entry ? entry->id : o->set->events[event->event].ids[0];
	event->counted = entry ? entry->counted : 0;
	result = add_renewal(o, event, err);
	if (result) {
		if (entry)
			keep_closed(o, entry);
		return result;
	}
	if (!entry)
		entry = &o->events[o->n_events++];
	*entry = *event;
	return 0;
}

int ring_set_add(struct ring_set *o, struct event_fd event, struct error *err)
{
	int result = reserve_event(o, err);

	if (!result)
		result = attach_ring(o, &event, err);
	if (!result)
		result = descriptor_id(event.fd, &event.opened, err);
	if (!result)
		result = o->complete ? renew_event(o, &event, err) : append_event(o, &event, err);
	if (result)
		close(event.fd);
	return result;
}

void ring_set_init(struct ring_set *o, struct event_set *set, struct ring_sizes sizes)
{
	memset(o, 0, sizeof(*o));
	o->set = set;
	o->sizes = sizes;
}

static void close_ring(struct open_ring *ring)
{
	aux_ring_unmap(&ring->area.aux);
	ring_unmap(&ring->ring);
	if (ring->has_own_fd)
		close(ring->owner);
	ring->has_own_fd = false;
	free(ring->renewals);
	ring->renewals = NULL;
	ring->n_renewals = 0;
}

static void close_event(struct ring_set *o, struct event_fd *event)
{
	if (event->fd < 0)
		return;
	close(event->fd);
	event->fd = -1;
	keep_closed(o, event);
}

void ring_set_close(struct ring_set *o, struct event_fd *event)
{
	struct open_ring *ring = &o->rings[event->ring];

	id_remap_end(ring->renewals, ring->n_renewals, event->opened);
	close_event(o, event);
}

void ring_set_forget(struct ring_set *o)
{
	for (size_t i = 0; i < o->n_rings; i++)
		o->rings[i].n_renewals = id_remap_remove_ended(o->rings[i].renewals, o->rings[i].n_renewals);
}

void ring_set_close_since(struct ring_set *o, uint64_t first)
{
	for (size_t i = 0; i < o->n_events; i++)
		if (o->events[i].fd >= 0 && o->events[i].opened >= first)
			ring_set_close(o, &o->events[i]);
	ring_set_forget(o);
}

struct open_mark ring_set_mark(const struct ring_set *o)
{
	struct open_mark mark = { o->n_events, o->n_rings, o->n_areas, 1 };

	for (size_t i = 0; i < o->n_events && o->complete; i++)
		if (o->events[i].fd >= 0 && o->events[i].opened >= mark.next_id)
			mark.next_id = o->events[i].opened + 1;
	return mark;
}

static void forget_last_event(struct ring_set *o)
{
	const struct event_fd *event = &o->events[--o->n_events];

	close(event->fd);
	o->set->events[event->event].n_ids--;
}

void ring_set_undo(struct ring_set *o, const struct open_mark *mark)
{
	if (o->complete) {
		ring_set_close_since(o, mark->next_id);
		return;
	}
	while (o->n_events > mark->n_events)
		forget_last_event(o);
	while (o->n_rings > mark->n_rings) {
		close_ring(&o->rings[--o->n_rings]);
		free(o->rings[o->n_rings].closed);
	}
	o->n_areas = mark->n_areas;
}

void ring_set_close_all(struct ring_set *o)
{
	for (size_t i = 0; i < o->n_rings; i++)
		close_ring(&o->rings[i]);
	for (size_t i = 0; i < o->n_events; i++)
		close_event(o, &o->events[i]);
	for (size_t i = 0; i < o->n_rings; i++)
		free(o->rings[i].closed);
	o->n_rings = o->n_events = o->n_areas = 0;
}

void ring_set_close_cpu(struct ring_set *o, int cpu)
{
	for (size_t i = 0; i < o->n_rings; i++)
		if (o->rings[i].cpu == cpu)
			close_ring(&o->rings[i]);
	for (size_t i = 0; i < o->n_events; i++)
		if (o->events[i].cpu == cpu)
			close_event(o, &o->events[i]);
}

void ring_set_fini(struct ring_set *o)
{
	ring_set_close_all(o);
	free(o->events);
	free(o->rings);
	memset(o, 0, sizeof(*o));
}

bool ring_set_have_cpu(const struct ring_set *o, int cpu)
{
	for (size_t i = 0; i < o->n_events; i++)
		if (o->events[i].cpu == cpu && o->events[i].fd >= 0)
			return true;
	return false;
}

int ring_set_enable(struct ring_set *o, bool sideband, int cpu, struct error *err)
{
	if (!sideband)
		o->is_stopped = false;
	for (size_t i = 0; i < o->n_events; i++) {
		const struct event_fd *event = &o->events[i];
		int result;

		if (!o->set->events[event->event].spec != sideband || event->fd < 0 ||
		    o->set->events[event->event].is_off || (cpu != OPEN_EVERY_CPU && event->cpu != cpu))
			continue;
		result = descriptor_enable(event->fd);
		if (result)
			return error_set(err, result, "cannot enable event '%s': %s", o->set->events[event->event].name,
					 strerror(-result));
	}
	return 0;
}

void ring_set_disable(struct ring_set *o, enum open_part part)
{
	o->is_stopped = true;
	for (size_t i = 0; i < o->n_events; i++) {
		const struct event_fd *event = &o->events[i];

		if (event->fd >= 0 && (part == OPEN_ALL || o->set->events[event->event].spec))
			descriptor_disable(event->fd);
	}
}

/* Of one ring, or of all where it is NULL. What fails has ended. */
static void switch_traces(const struct ring_set *o, const struct open_ring *ring, bool on)
{
	for (size_t i = 0; i < o->n_events; i++) {
		const struct event_fd *event = &o->events[i];
		const struct open_ring *of = &o->rings[event->ring];

		if (event->fd < 0 || !of->is_trace || (ring && of != ring) || o->set->events[event->event].is_off)
			continue;
		if (on)
			descriptor_enable(event->fd);
		else
			descriptor_disable(event->fd);
	}
}

void ring_set_resume(const struct ring_set *o, size_t ring)
{
	if (!o->is_stopped)
		switch_traces(o, &o->rings[ring], true);
}

void ring_set_switch_traces(const struct ring_set *o, bool on)
{
	if (!on || !o->is_stopped)
		switch_traces(o, NULL, on);
}

bool ring_set_time_conv(const struct ring_set *o, struct time_conv *ret_conv)
{
	for (size_t i = 0; i < o->n_rings; i++)
		if (o->rings[i].ring.base)
			return ring_time_conv(&o->rings[i].ring, ret_conv);
	return false;
}

int ring_set_pause(const struct open_ring *ring, bool paused)
{
	return descriptor_pause(ring->owner, paused);
}
