#include "report/stream/thread_counts.h"

#include "common/list.h"
#include "formats/file/blocks.h"
#include "formats/record/sample_decode.h"
#include "report/stream/record_time.h"

#include <errno.h>
#include <stdlib.h>

/* A count of a record, not added to its thread yet. */
struct reading {
	uint64_t time, value;
	struct thread_id thread;
	uint32_t event;
	uint32_t number; /* number of the reading: records of one time keep their order */
};

struct readings {
	const struct perf_file *file;
	struct reading *list;
	uint32_t n, capacity;
};

/* Returns the event of a value; in a group by its id. */
static const struct file_event *value_event(const struct perf_file *f, const struct sample_read_value *value,
					    const struct file_event *of_record)
{
	const struct file_event *e = value->id ? perf_file_event_by_id(f, value->id) : NULL;

	return e ? e : of_record;
}

static int readings_add(struct readings *all, const struct reading *reading, struct error *err)
{
	if (!list_reserve(&all->list, all->n, &all->capacity, sizeof(*all->list)))
		return error_nomem(err);
	all->list[all->n] = *reading;
	all->list[all->n].number = all->n;
	all->n++;
	return 0;
}

/* A damaged record is skipped; the report has counted it. */
static int readings_take(void *context, const struct record *r, struct error *err)
{
	struct readings *all = context;
	struct cursor c = cursor_make(r->data, r->size, r->swap);
	const struct file_event *e;
	struct reading reading = { 0 };
	struct sample_read read;
	int result = 0;

	if (r->type != PERF_RECORD_READ)
		return 0;
	e = perf_file_event_of(all->file, r);
	cursor_skip(&c, RECORD_HEADER_SIZE);
	reading.thread.pid = cursor_u32(&c);
	reading.thread.tid = cursor_u32(&c);
	sample_decode_read(&c, e->attr.read_format, &read);
	if (!cursor_ok(&c) || !record_time(all->file, e, r, 0, &reading.time))
		return 0;
	for (uint32_t i = 0; i < read.n && !result; i++) {
		const struct sample_read_value value = sample_read_value(&read, i);

		reading.event = (uint32_t)(value_event(all->file, &value, e) - all->file->events);
		reading.value = value.value;
		result = readings_add(all, &reading, err);
	}
	return result;
}

static int reading_compare(const void *a, const void *b)
{
	const struct reading *x = a, *y = b;

	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return x->number < y->number ? -1 : x->number != y->number;
}

static bool same_thread(const void *context, uint32_t number, const void *wanted)
{
	const struct thread_counts *t = context;
	const struct thread_id *thread = wanted;

	return t->threads[number].pid == thread->pid && t->threads[number].tid == thread->tid;
}

/* Finds or adds a thread. Returns its number; HASH_TABLE_NONE without memory. */
static uint32_t thread_number(struct thread_counts *t, const struct thread_id *thread)
{
	uint64_t hash = hash_pair(thread->pid, thread->tid);
	uint32_t i = hash_table_find(&t->table, hash, same_thread, t, thread);

	if (i != HASH_TABLE_NONE)
		return i;
	if (!list_reserve(&t->threads, t->n, &t->capacity, sizeof(*t->threads)) ||
	    hash_table_add(&t->table, hash, t->n))
		return HASH_TABLE_NONE;
	t->threads[t->n] = *thread;
	return t->n++;
}

static void event_met(struct thread_counts *t, uint32_t event)
{
	for (uint32_t i = 0; i < t->n_events; i++)
		if (t->events[i] == event)
			return;
	t->events[t->n_events++] = event;
}

/* Makes the table of counts, of all threads that records name. 0 or -ENOMEM. */
static int counts_make(struct thread_counts *t, const struct readings *all)
{
	for (uint32_t i = 0; i < all->n; i++)
		if (thread_number(t, &all->list[i].thread) == HASH_TABLE_NONE)
			return -ENOMEM;
	t->events = calloc(t->file->n_events, sizeof(*t->events));
	t->counts = calloc((size_t)t->n * t->file->n_events + 1, sizeof(*t->counts));
	if (!t->events || !t->counts)
		return -ENOMEM;
	for (uint32_t i = 0; i < all->n; i++) {
		const struct reading *reading = &all->list[i];
		uint32_t thread = thread_number(t, &reading->thread);

		event_met(t, reading->event);
		t->counts[(uint64_t)thread * t->file->n_events + reading->event] += reading->value;
	}
	return 0;
}

int thread_counts_read(struct thread_counts *ret_counts, const struct perf_file *file, struct error *err)
{
	struct readings all = { .file = file };
	int result;

	*ret_counts = (struct thread_counts){ .file = file };
	result = blocks_each_record(file, NULL, readings_take, &all, err);
	if (!result && all.n)
		qsort(all.list, all.n, sizeof(*all.list), reading_compare);
	if (!result && counts_make(ret_counts, &all))
		result = error_nomem(err);
	free(all.list);
	return result;
}

void thread_counts_fini(struct thread_counts *t)
{
	hash_table_fini(&t->table);
	free(t->threads);
	free(t->counts);
	free(t->events);
	*t = (struct thread_counts){ 0 };
}
