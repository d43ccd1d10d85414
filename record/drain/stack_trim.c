#include "record/drain/stack_trim.h"

#include "formats/record/sample_decode.h"
#include "record/open/event_set.h"

int stack_trim_init(struct stack_trim *trim, const struct event_set *set, struct error *err)
{
	struct event_layout layout;

	*trim = (struct stack_trim){ .set = set };
	trim->is_wanted = event_set_has_stacks(set);
	if (!trim->is_wanted)
		return 0;
	event_layout_make(&layout, &set->events[0].attr);
	trim->sample_id = event_layout_sample_id(&layout);
	return set_ids_index(&trim->ids, set, err);
}

void stack_trim_fini(struct stack_trim *trim)
{
	id_index_fini(&trim->ids);
}

static const struct event_attr *find_attr(const struct stack_trim *trim, const uint8_t *record, size_t size)
{
	uint32_t event;

	if (!trim->sample_id || trim->sample_id + 8u > size ||
	    !id_index_find(&trim->ids, load_u64(record + trim->sample_id), &event))
		return NULL;
	return &trim->set->events[event].attr;
}

/* The copy of the stack in a sample, and how much of it is in use. False: there is none. */
static bool find_stack(const struct stack_trim *trim, const uint8_t *record, size_t size, size_t *ret_at,
		       size_t *ret_size, size_t *ret_used)
{
	const struct event_attr *attr = find_attr(trim, record, size);
	const struct record r = { .data = record, .type = PERF_RECORD_SAMPLE, .size = (uint16_t)size };
	struct sample sample;

	if (!attr || !(attr->sample_type & PERF_SAMPLE_STACK_USER) || sample_decode(&r, attr, &sample, NULL))
		return false;
	*ret_at = sample.stack_user.size ? (size_t)(sample.stack_user.data - record) : 0;
	*ret_size = sample.stack_user.size;
	*ret_used = sample.stack_dyn_size;
	return *ret_size && *ret_used < *ret_size;
}

/* Moves a sample to `to`, which is not after it, without what its stack does not hold. Its size there. */
static size_t move_trimmed(const struct stack_trim *trim, uint8_t *to, const uint8_t *record, size_t size)
{
	size_t at, room, used, end;
	uint64_t kept;
	uint16_t left;

	if (!find_stack(trim, record, size, &at, &room, &used)) {
		memmove(to, record, size);
		return size;
	}
	kept = align_up(used, 8);
	/* A stack of size 0 has no dyn_size. */
	end = at + room + (kept ? 0 : 8);
	left = (uint16_t)(at + kept + size - end);
	memmove(to, record, at + kept);
	memmove(to + at + kept, record + end, size - end);
	memcpy(to + at - 8, &kept, sizeof(kept));
	memcpy(to + 6, &left, sizeof(left));
	return left;
}

size_t stack_trim_apply(const struct stack_trim *trim, uint8_t *records, size_t size)
{
	size_t from = 0, to = 0;

	if (!trim->is_wanted)
		return size;
	while (size - from >= RECORD_HEADER_SIZE) {
		size_t record_size = load_u16(records + from + 6);

		if (record_size < RECORD_HEADER_SIZE || record_size > size - from)
			break;
		if (load_u32(records + from) == PERF_RECORD_SAMPLE) {
			to += move_trimmed(trim, records + to, records + from, record_size);
		} else {
			memmove(records + to, records + from, record_size);
			to += record_size;
		}
		from += record_size;
	}
	memmove(records + to, records + from, size - from);
	return to + size - from;
}
