#include "formats/file/bundle_stacks.h"

#include "common/list.h"
#include "common/sorting.h"
#include "formats/file/bundle_numbers.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void bundle_stacks_fini(struct bundle_stacks *s)
{
	free(s->ends);
	free(s->ids);
	free(s->threads);
	free(s->runs);
	*s = (struct bundle_stacks){ 0 };
}

/* --- making ----------------------------------------------------------------------- */

static int add_thread(struct bundle_stacks *s, uint32_t tid)
{
	if (!list_reserve(&s->threads, s->n_threads, &s->threads_capacity, sizeof(*s->threads)))
		return -ENOMEM;
	s->threads[s->n_threads++] = (struct bundle_stack_thread){ .tid = tid, .first_run = s->n_runs };
	return 0;
}

/* Adds one to the last thread. */
static int add_run(struct bundle_stacks *s, uint64_t time, uint32_t end)
{
	if (!list_reserve(&s->runs, s->n_runs, &s->runs_capacity, sizeof(*s->runs)))
		return -ENOMEM;
	s->runs[s->n_runs++] = (struct bundle_stack_run){ .time = time, .end = end };
	s->threads[s->n_threads - 1].n_runs++;
	return 0;
}

/* Returns the number above `after`, up to `to`, with the most zeroes at its end. */
static uint64_t roundest(uint64_t after, uint64_t to)
{
	unsigned bit = 63 - (unsigned)__builtin_clzll(after ^ to);

	return to >> bit << bit;
}

int bundle_stacks_add(struct bundle_stacks *s, uint32_t tid, uint64_t last, uint64_t time, uint32_t end)
{
	if (!s->n_threads || s->threads[s->n_threads - 1].tid != tid) {
		int result = add_thread(s, tid);

		return result ? result : add_run(s, 0, end);
	}
	if (time == last || s->runs[s->n_runs - 1].end == end)
		return 0;
	return add_run(s, roundest(last, time), end);
}

/* --- writing ---------------------------------------------------------------------- */

static void put_ends(struct buffer *b, const struct bundle_stacks *s)
{
	bundle_put(b, s->n_ways);
	bundle_put(b, s->n_ends);
	for (uint32_t i = 0; i < s->n_ends; i++) {
		bundle_put(b, s->ends[i].cause);
		buffer_put_string(b, s->ends[i].path);
		for (uint32_t way = 0; way < s->n_ways; way++)
			bundle_put(b, s->ends[i].ways[way]);
	}
}

static unsigned shift_of(uint64_t time)
{
	return time ? (unsigned)__builtin_ctzll(time) : 0;
}

/* Numbers of one kind are together, which compresses better. *last: the time of the last run before. */
static void put_runs(struct buffer *b, const struct bundle_stack_run *runs, uint32_t n, uint64_t *last)
{
	for (uint32_t i = 1; i < n; i++)
		buffer_put_u8(b, (uint8_t)shift_of(runs[i].time));
	for (uint32_t i = 1; i < n; i++) {
		unsigned shift = shift_of(runs[i].time);

		bundle_put_difference(b, *last >> shift, runs[i].time >> shift);
		*last = runs[i].time;
	}
	for (uint32_t i = 0; i < n; i++)
		bundle_put(b, runs[i].end == BUNDLE_STACK_NONE ? 0 : runs[i].end + 1ull);
}

static void put_threads(struct buffer *b, const struct bundle_stacks *s)
{
	uint64_t tid = 0, last = 0;

	bundle_put(b, s->n_threads);
	for (uint32_t i = 0; i < s->n_threads; i++) {
		const struct bundle_stack_thread *t = &s->threads[i];

		bundle_put_difference(b, tid, t->tid);
		bundle_put(b, t->n_runs - 1ull);
		put_runs(b, s->runs + t->first_run, t->n_runs, &last);
		tid = t->tid;
	}
}

int bundle_stacks_put(const struct bundle_stacks *s, struct buffer *records, uint32_t number, struct error *err)
{
	struct bundle_part part = { .kind = BUNDLE_STACKS, .version = BUNDLE_STACKS_VERSION };
	uint64_t id = 0;
	struct buffer b;
	int result;

	buffer_init(&b);
	put_ends(&b, s);
	bundle_put(&b, s->n_ids);
	for (uint32_t i = 0; i < s->n_ids; i++) {
		bundle_put_difference(&b, id, s->ids[i]);
		id = s->ids[i];
	}
	put_threads(&b, s);
	part.data = b.data;
	part.size = b.size;
	result = buffer_ok(&b) ? bundle_part_put(records, number, &part, err) : error_nomem(err);
	buffer_fini(&b);
	return result;
}

/* --- reading ---------------------------------------------------------------------- */

static int read_ends(struct bundle_stacks *s, struct cursor *c)
{
	uint32_t n;

	s->n_ways = bundle_get_u32(c, BUNDLE_STACK_WAYS_MAX);
	n = bundle_get_u32(c, BUNDLE_STACK_RUNS_MAX);
	for (uint32_t i = 0; i < n && cursor_ok(c); i++) {
		struct bundle_stack_end e = { .cause = bundle_get_u32(c, UINT32_MAX) };

		e.path = cursor_string(c);
		for (uint32_t way = 0; way < s->n_ways; way++)
			e.ways[way] = bundle_get_u32(c, UINT32_MAX);
		if (!cursor_ok(c))
			break;
		if (!list_reserve(&s->ends, s->n_ends, &s->ends_capacity, sizeof(*s->ends)))
			return -ENOMEM;
		s->ends[s->n_ends++] = e;
	}
	return 0;
}

static int read_ids(struct bundle_stacks *s, struct cursor *c)
{
	uint32_t n = bundle_get_u32(c, BUNDLE_STACK_RUNS_MAX);
	uint64_t id = 0;

	for (uint32_t i = 0; i < n && cursor_ok(c); i++) {
		id = bundle_get_difference(c, id);
		if (!list_reserve(&s->ids, s->n_ids, &s->ids_capacity, sizeof(*s->ids)))
			return -ENOMEM;
		s->ids[s->n_ids++] = id;
	}
	return 0;
}

/* Reads the runs of the last thread. Times have to ascend. */
static int read_runs(struct bundle_stacks *s, struct cursor *c, uint64_t *last)
{
	uint32_t n = bundle_get_u32(c, BUNDLE_STACK_RUNS_MAX - s->n_runs - 1);
	uint64_t before = 0;
	const uint8_t *shifts = cursor_bytes(c, n);

	if (!cursor_ok(c))
		return 0;
	if (add_run(s, 0, BUNDLE_STACK_NONE))
		return -ENOMEM;
	for (uint32_t i = 0; i < n; i++) {
		unsigned shift = shifts[i] & 63;
		uint64_t time = bundle_get_difference(c, *last >> shift) << shift;

		c->failed |= time <= before;
		if (!cursor_ok(c))
			return 0;
		if (add_run(s, time, BUNDLE_STACK_NONE))
			return -ENOMEM;
		*last = before = time;
	}
	for (uint32_t i = s->n_runs - n - 1; i < s->n_runs; i++) {
		uint32_t end = bundle_get_u32(c, s->n_ends);

		s->runs[i].end = end ? end - 1 : BUNDLE_STACK_NONE;
	}
	return 0;
}

static int read_threads(struct bundle_stacks *s, struct cursor *c)
{
	uint32_t n = bundle_get_u32(c, BUNDLE_STACK_RUNS_MAX);
	uint64_t tid = 0, last = 0;
	int result = 0;

	for (uint32_t i = 0; i < n && cursor_ok(c) && !result; i++) {
		uint64_t next = bundle_get_difference(c, tid);

		c->failed |= next > UINT32_MAX || (i && next <= tid) || s->n_runs >= BUNDLE_STACK_RUNS_MAX;
		if (!cursor_ok(c))
			break;
		tid = next;
		result = add_thread(s, (uint32_t)tid);
		if (!result)
			result = read_runs(s, c, &last);
	}
	return result;
}

int bundle_stacks_read(struct bundle_stacks *ret_stacks, const struct bundle_part *part)
{
	struct cursor c = cursor_make(part->data, part->size, false);
	struct bundle_stacks *s = ret_stacks;
	int result;

	*s = (struct bundle_stacks){ 0 };
	if (part->version != BUNDLE_STACKS_VERSION)
		return -ENOTSUP;
	result = read_ends(s, &c);
	if (!result)
		result = read_ids(s, &c);
	if (!result)
		result = read_threads(s, &c);
	return result || cursor_ok(&c) ? result : -EBADMSG;
}

/* --- finding ---------------------------------------------------------------------- */

static int compare_tid(const void *key, const void *element)
{
	uint32_t tid = *(const uint32_t *)key, other = ((const struct bundle_stack_thread *)element)->tid;

	return (tid > other) - (tid < other);
}

uint32_t bundle_stacks_find(const struct bundle_stacks *s, uint32_t tid, uint64_t time)
{
	const struct bundle_stack_thread *t =
		s->n_threads ? bsearch(&tid, s->threads, s->n_threads, sizeof(*s->threads), compare_tid) : NULL;
	uint32_t after;

	if (!t || !t->n_runs)
		return BUNDLE_STACK_NONE;
	after = BISECT(t->first_run + 1, t->first_run + t->n_runs, i, s->runs[i].time <= time);
	return s->runs[after - 1].end;
}
