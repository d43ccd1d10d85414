#include "report/stream/read_shares.h"

#include "common/hash_table.h"
#include "common/list.h"
#include "formats/record/sample_decode.h"

#include <errno.h>
#include <stdlib.h>

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
	hash_table_fini(&s->table);
	free(s->counts);
	free(s->list);
	*s = (struct read_shares){ 0 };
}

/* --- the last count of each id ------------------------------------------------- */

static bool same_count(const void *context, uint32_t number, const void *wanted)
{
	const struct read_count *a = &((const struct read_shares *)context)->counts[number];
	const struct read_count *b = wanted;

	return a->id == b->id && a->tid == b->tid;
}

/* Finds or adds the count of an id, at first 0. NULL without memory. */
static struct read_count *count_get(struct read_shares *s, uint64_t id, uint32_t tid)
{
	const struct read_count count = { .id = id, .tid = tid };
	uint64_t hash = hash_pair(id, tid);
	uint32_t number = hash_table_find(&s->table, hash, same_count, s, &count);

	if (number != HASH_TABLE_NONE)
		return &s->counts[number];
	if (!list_reserve(&s->counts, s->n, &s->capacity, sizeof(*s->counts)) || hash_table_add(&s->table, hash, s->n))
		return NULL;
	s->counts[s->n] = count;
	return &s->counts[s->n++];
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
