#include "record/session/rate_doubts.h"

#include "common/list.h"
#include "formats/record/record.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void rate_doubts_fini(struct rate_doubts *d)
{
	free(d->list);
	u32map_fini(&d->by_tid);
	memset(d, 0, sizeof(*d));
}

static struct rate_doubt *find(const struct rate_doubts *d, uint32_t event, pid_t tid)
{
	uint32_t number = u32map_get(&d->by_tid, (uint32_t)tid);

	number = number == U32MAP_NONE ? 0 : number + 1;
	while (number && d->list[number - 1].event != event)
		number = d->list[number - 1].next;
	return number ? &d->list[number - 1] : NULL;
}

static int add(struct rate_doubts *d, const struct open_event *event)
{
	const uint32_t other = u32map_get(&d->by_tid, (uint32_t)event->tid);

	if (!list_reserve(&d->list, d->n, &d->capacity, sizeof(*d->list)) ||
	    u32map_set(&d->by_tid, (uint32_t)event->tid, d->n))
		return -ENOMEM;
	d->list[d->n++] = (struct rate_doubt){ .event = event->event,
					       .tid = event->tid,
					       .since = event->doubt,
					       .first = event->opened,
					       .last = event->opened,
					       .next = other == U32MAP_NONE ? 0 : other + 1 };
	return 0;
}

static bool is_own(const struct rate_doubt *doubt, uint64_t opened)
{
	return opened >= doubt->first && opened <= doubt->last;
}

/* One for each CPU. */
static int take_event(struct rate_doubts *d, const struct open_event *event)
{
	struct rate_doubt *doubt = find(d, event->event, event->tid);

	if (!doubt)
		return add(d, event);
	if (event->opened < doubt->first)
		doubt->first = event->opened;
	if (event->opened > doubt->last)
		doubt->last = event->opened;
	return 0;
}

int rate_doubts_follow(struct rate_doubts *d, const struct open_rings *o)
{
	struct rate_doubts now = { 0 };

	for (uint32_t i = 0; i < o->n_events; i++) {
		const struct open_event *event = &o->events[i];

		if (event->fd < 0 || !event->doubt)
			continue;
		if (take_event(&now, event)) {
			rate_doubts_fini(&now);
			return -ENOMEM;
		}
	}
	for (uint32_t i = 0; i < now.n; i++) {
		const struct rate_doubt *before = find(d, now.list[i].event, now.list[i].tid);

		now.list[i].inherited = before && before->inherited && is_own(before, now.list[i].first);
	}
	rate_doubts_fini(d);
	*d = now;
	return 0;
}

/* The event by which a sample was taken, where that was opened later, and the sample's thread; or NULL. */
static const struct event_renewal *event_of(const struct event_renewal *list, size_t n, const uint8_t *record,
					    size_t size, pid_t *ret_tid)
{
	const size_t at = event_layout_sample_id(&list->layout);

	if (load_u32(record) != PERF_RECORD_SAMPLE || !at || at + 8 > size || !list->layout.tid ||
	    list->layout.tid + 8u > size)
		return NULL;
	*ret_tid = (pid_t)load_u32(record + list->layout.tid + 4);
	return event_renewal_find(list, n, load_u64(record + at));
}

/* The doubt about the thread that the event was opened for; NULL: there is none. */
static struct rate_doubt *doubt_of(const struct rate_doubts *d, const struct event_renewal *event)
{
	struct rate_doubt *doubt = find(d, event->event, event->tid);

	return doubt && is_own(doubt, event->opened) ? doubt : NULL;
}

static bool has_inherited(const struct rate_doubt *doubt)
{
	return __atomic_load_n(&doubt->inherited, __ATOMIC_RELAXED);
}

static void note_inherited(struct rate_doubt *doubt)
{
	__atomic_store_n(&doubt->inherited, true, __ATOMIC_RELAXED);
}

/* Samples of the doubtful threads. heirs: gets others that have inherited an own event of theirs, and the doubt. */
static void look(struct rate_doubts *d, const struct event_renewal *list, size_t n, const uint8_t *records, size_t size,
		 struct u32map *heirs)
{
	size_t record_size;

	for (size_t at = 0; (record_size = record_whole_size(records + at, size - at)); at += record_size) {
		pid_t tid;
		const struct event_renewal *event = event_of(list, n, records + at, record_size, &tid);
		struct rate_doubt *doubt = event ? find(d, event->event, tid) : NULL;
		const struct rate_doubt *own = event ? doubt_of(d, event) : NULL;

		if (doubt && event->tid != tid && event->opened >= doubt->since)
			note_inherited(doubt);
		/* Without memory nothing is found now. */
		if (own && own->tid != tid && !has_inherited(own) &&
		    u32map_set(heirs, (uint32_t)tid, (uint32_t)(own - d->list)))
			return;
	}
}

/* An heir that has an event without doubt besides has inherited that from the doubtful thread, too. */
static void look_at_heirs(struct rate_doubts *d, const struct event_renewal *list, size_t n, const uint8_t *records,
			  size_t size, const struct u32map *heirs)
{
	size_t record_size;

	for (size_t at = 0; (record_size = record_whole_size(records + at, size - at)); at += record_size) {
		pid_t tid;
		const struct event_renewal *event = event_of(list, n, records + at, record_size, &tid);
		const uint32_t number = event ? u32map_get(heirs, (uint32_t)tid) : U32MAP_NONE;
		struct rate_doubt *doubt = number == U32MAP_NONE ? NULL : &d->list[number];

		if (doubt && doubt->event == event->event && event->tid != tid && event->opened >= doubt->since &&
		    !doubt_of(d, event))
			note_inherited(doubt);
	}
}

static void look_at_all(struct rate_doubts *d, const struct event_renewal *list, size_t n, const uint8_t *records,
			size_t size)
{
	struct u32map heirs = { 0 };

	look(d, list, n, records, size, &heirs);
	if (heirs.table.n_slots)
		look_at_heirs(d, list, n, records, size, &heirs);
	u32map_fini(&heirs);
}

static bool is_too_much(const struct rate_doubts *d, const struct event_renewal *list, size_t n, const uint8_t *record,
			size_t size)
{
	pid_t tid;
	const struct event_renewal *event = event_of(list, n, record, size, &tid);
	const struct rate_doubt *doubt = event ? doubt_of(d, event) : NULL;

	return doubt && has_inherited(doubt);
}

size_t rate_doubts_apply(struct rate_doubts *d, const struct event_renewal *list, size_t n, uint8_t *records,
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

bool rate_doubts_is_double(const struct rate_doubts *d, const struct open_event *event)
{
	const struct rate_doubt *doubt = event->doubt ? find(d, event->event, event->tid) : NULL;

	return doubt && doubt->inherited && is_own(doubt, event->opened);
}
