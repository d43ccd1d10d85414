#include "report/stream/read_shares.h"

#include "common/hash.h"
#include "common/list.h"
#include "formats/record/sample_decode.h"

#include <errno.h>
#include <stdlib.h>

#define READ_COUNTS_FIRST_SLOTS 64

bool file_has_read_shares(const struct perf_file *file)
{
	for (uint32_t i = 0; i < file->n_events; i++)
		if (event_has_read_shares(&file->events[i].attr))
			return true;
	return false;
}

void read_shares_init(struct read_shares *s, const struct perf_file *file)
{
	*s = (struct read_shares){ .file = file };
}

void read_shares_fini(struct read_shares *s)
{
	free(s->counts);
	free(s->list);
	*s = (struct read_shares){ 0 };
}

/* --- the last count of each id ------------------------------------------------- */

static struct read_count *count_slot(const struct read_shares *s, uint64_t id, uint32_t tid)
{
	uint64_t i = hash_pair(id, tid) & (s->n_slots - 1);

	while (s->counts[i].used && (s->counts[i].id != id || s->counts[i].tid != tid))
		i = (i + 1) & (s->n_slots - 1);
	return &s->counts[i];
}

static int counts_grow(struct read_shares *s)
{
	struct read_shares larger = *s;

	larger.n_slots = s->n_slots ? 2 * s->n_slots : READ_COUNTS_FIRST_SLOTS;
	larger.counts = calloc(larger.n_slots, sizeof(*larger.counts));
	if (!larger.counts)
		return -ENOMEM;
	for (uint64_t i = 0; i < s->n_slots; i++)
		if (s->counts[i].used)
			*count_slot(&larger, s->counts[i].id, s->counts[i].tid) = s->counts[i];
	free(s->counts);
	*s = larger;
	return 0;
}

/* The count of an id, which is 0 when it is met first; NULL without memory. */
static struct read_count *count_get(struct read_shares *s, uint64_t id, uint32_t tid)
{
	struct read_count *count;

	if (2 * s->n >= s->n_slots && counts_grow(s))
		return NULL;
	count = count_slot(s, id, tid);
	if (!count->used) {
		*count = (struct read_count){ .id = id, .tid = tid, .used = true };
		s->n++;
	}
	return count;
}

/* ------------------------------------------------------------------------------- */

static int take_value(struct read_shares *s, const struct sample_read_value *v, uint32_t tid)
{
	const struct file_event *e = perf_file_event_by_id(s->file, v->id);
	struct read_count *count;
	uint64_t period;

	/* The only event may have no ids in the file. */
	if (!e && s->file->n_events == 1)
		e = &s->file->events[0];
	if (!e) {
		s->n_unknown++;
		return 0;
	}
	count = count_get(s, v->id, tid);
	if (!count)
		return -ENOMEM;
	period = v->value - count->value;
	count->value = v->value;
	if (!period)
		return 0;
	if (!list_reserve(&s->list, s->n_list, &s->list_capacity, sizeof(*s->list)))
		return -ENOMEM;
	s->list[s->n_list++] = (struct read_share){ .period = period, .event = (uint32_t)(e - s->file->events) };
	return 0;
}

int read_shares_take(struct read_shares *s, const struct file_event *e, const struct record *r)
{
	struct cursor c = cursor_make(r->data, r->size, r->swap);
	uint32_t tid = 0;
	struct sample_read read;
	int result = 0;

	s->n_list = 0;
	cursor_skip(&c, e->layout.fixed_end);
	sample_decode_read(&c, e->attr.read_format, &read);
	if (!cursor_ok(&c))
		return 0;
	if (e->attr.flags & ATTR_INHERIT && e->layout.tid)
		tid = load_u32_order(r->data + e->layout.tid + 4, r->swap);
	for (uint32_t i = 0; i < read.n && !result; i++) {
		const struct sample_read_value v = sample_read_value(&read, i);

		result = take_value(s, &v, tid);
	}
	return result ? result : 1;
}
