#include "record/drain/duplicate_filter.h"

#include "common/list.h"
#include "formats/record/record.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void duplicate_filter_fini(struct duplicate_filter *d)
{
	free(d->list);
	u32map_fini(&d->by_tid);
	memset(d, 0, sizeof(*d));
}

static struct suspect *find(const struct duplicate_filter *d, uint32_t event, pid_t tid)
{
	uint32_t number = u32map_get(&d->by_tid, (uint32_t)tid);

	number = number == U32MAP_NONE ? 0 : number + 1;
	while (number && d->list[number - 1].event != event)
		number = d->list[number - 1].next;
	return number ? &d->list[number - 1] : NULL;
}

static int add(struct duplicate_filter *d, const struct event_fd *event)
{
	const uint32_t other = u32map_get(&d->by_tid, (uint32_t)event->tid);

	if (!list_reserve(&d->list, d->n, &d->capacity, sizeof(*d->list)) ||
	    u32map_set(&d->by_tid, (uint32_t)event->tid, d->n))
		return -ENOMEM;
	d->list[d->n++] = (struct suspect){ .event = event->event,
					    .tid = event->tid,
					    .since = event->suspect,
					    .first = event->opened,
					    .last = event->opened,
					    .next = other == U32MAP_NONE ? 0 : other + 1 };
	return 0;
}

static bool is_own(const struct suspect *suspect, uint64_t opened)
{
	return opened >= suspect->first && opened <= suspect->last;
}

/* One for each CPU. */
static int take_event(struct duplicate_filter *d, const struct event_fd *event)
{
	struct suspect *suspect = find(d, event->event, event->tid);

	if (!suspect)
		return add(d, event);
	if (event->opened < suspect->first)
		suspect->first = event->opened;
	if (event->opened > suspect->last)
		suspect->last = event->opened;
	return 0;
}

int duplicate_filter_follow(struct duplicate_filter *d, const struct ring_set *o)
{
	struct duplicate_filter now = { 0 };

	for (uint32_t i = 0; i < o->n_events; i++) {
		const struct event_fd *event = &o->events[i];

		if (event->fd < 0 || !event->suspect)
			continue;
		if (take_event(&now, event)) {
			duplicate_filter_fini(&now);
			return -ENOMEM;
		}
	}
	for (uint32_t i = 0; i < now.n; i++) {
		const struct suspect *before = find(d, now.list[i].event, now.list[i].tid);

		now.list[i].inherited = before && before->inherited && is_own(before, now.list[i].first);
	}
	duplicate_filter_fini(d);
	*d = now;
	return 0;
}

/* The event by which a sample was taken, where that was opened later, and the sample's thread; or NULL. */
static const struct id_remap *event_of(const struct id_remap *list, size_t n, const uint8_t *record, size_t size,
				       pid_t *ret_tid)
{
	const size_t at = event_layout_sample_id(&list->layout);

	if (load_u32(record) != PERF_RECORD_SAMPLE || !at || at + 8 > size || !list->layout.tid ||
	    list->layout.tid + 8u > size)
		return NULL;
	*ret_tid = (pid_t)load_u32(record + list->layout.tid + 4);
	return id_remap_find(list, n, load_u64(record + at));
}

/* Returns the suspect that the event was opened for; NULL: there is none. */
static struct suspect *suspect_of(const struct duplicate_filter *d, const struct id_remap *event)
{
	struct suspect *suspect = find(d, event->event, event->tid);

	return suspect && is_own(suspect, event->opened) ? suspect : NULL;
}

static bool has_inherited(const struct suspect *suspect)
{
	return __atomic_load_n(&suspect->inherited, __ATOMIC_RELAXED);
}

static void note_inherited(struct suspect *suspect)
{
	__atomic_store_n(&suspect->inherited, true, __ATOMIC_RELAXED);
}

/*
 * Samples of the doubtful threads. descendants: gets others that have inherited an own event of theirs, and the doubt.
 */
static void look(struct duplicate_filter *d, const struct id_remap *list, size_t n, const uint8_t *records, size_t size,
		 struct u32map *descendants)
{
	size_t record_size;

	for (size_t at = 0; (record_size = record_whole_size(records + at, size - at)); at += record_size) {
		pid_t tid;
		const struct id_remap *event = event_of(list, n, records + at, record_size, &tid);
		struct suspect *suspect = event ? find(d, event->event, tid) : NULL;
		const struct suspect *own = event ? suspect_of(d, event) : NULL;

		if (suspect && event->tid != tid && event->opened >= suspect->since)
			note_inherited(suspect);
		/* Without memory nothing is found now. */
		if (own && own->tid != tid && !has_inherited(own) &&
		    u32map_set(descendants, (uint32_t)tid, (uint32_t)(own - d->list)))
			return;
	}
}

/* If a descendant also samples by an event that is certainly its parent's, the parent inherited too. */
static void look_at_descendants(struct duplicate_filter *d, const struct id_remap *list, size_t n,
				const uint8_t *records, size_t size, const struct u32map *descendants)
{
	size_t record_size;

	for (size_t at = 0; (record_size = record_whole_size(records + at, size - at)); at += record_size) {
		pid_t tid;
		const struct id_remap *event = event_of(list, n, records + at, record_size, &tid);
		const uint32_t number = event ? u32map_get(descendants, (uint32_t)tid) : U32MAP_NONE;
		struct suspect *suspect = number == U32MAP_NONE ? NULL : &d->list[number];

		if (suspect && suspect->event == event->event && event->tid != tid && event->opened >= suspect->since &&
		    !suspect_of(d, event))
			note_inherited(suspect);
	}
}

static void look_at_all(struct duplicate_filter *d, const struct id_remap *list, size_t n, const uint8_t *records,
			size_t size)
{
	struct u32map descendants = { 0 };

	look(d, list, n, records, size, &descendants);
	if (descendants.table.n_slots)
		look_at_descendants(d, list, n, records, size, &descendants);
	u32map_fini(&descendants);
}

static bool is_too_much(const struct duplicate_filter *d, const struct id_remap *list, size_t n, const uint8_t *record,
			size_t size)
{
	pid_t tid;
	const struct id_remap *event = event_of(list, n, record, size, &tid);
	const struct suspect *suspect = event ? suspect_of(d, event) : NULL;

	return suspect && has_inherited(suspect);
}

size_t duplicate_filter_apply(struct duplicate_filter *d, const struct id_remap *list, size_t n, uint8_t *records,
			      size_t size)
{
	size_t from = 0, to = 0, record_size;

	if (!d->n || !n)
		return size;
	look_at_all(d, list, n, records, size);
	for (; (record_size = record_whole_size(records + from, size - from)); from += record_size) {
		if (is_too_much(d, list, n, records + from, record_size))
			continue;
		memmove(records + to, records + from, record_size);
		to += record_size;
	}
	memmove(records + to, records + from, size - from);
	return to + size - from;
}

bool duplicate_filter_is_double(const struct duplicate_filter *d, const struct event_fd *event)
{
	const struct suspect *suspect = event->suspect ? find(d, event->event, event->tid) : NULL;

	return suspect && suspect->inherited && is_own(suspect, event->opened);
}
