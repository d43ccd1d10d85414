#include "record/drain/block_stream.h"

#include "common/list.h"
#include "formats/record/record.h"
#include "formats/record/record_types.h"
#include "record/open/target.h"

#include <errno.h>
#include <stdlib.h>

static void block_clear(struct block_stream *s)
{
	s->current = (struct block_entry){ .first_time = UINT64_MAX, .flags = s->flags };
}

/* Samples: IDENTIFIER, IP, TID come before TIME. Other records end with TIME, ID, STREAM_ID, CPU, IDENTIFIER. */
void block_stream_init(struct block_stream *s, uint64_t sample_type, uint32_t flags)
{
	static const uint64_t before = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID;
	static const uint64_t after =
		PERF_SAMPLE_TIME | PERF_SAMPLE_ID | PERF_SAMPLE_STREAM_ID | PERF_SAMPLE_CPU | PERF_SAMPLE_IDENTIFIER;

	memset(s, 0, sizeof(*s));
	buffer_init(&s->staging);
	s->flags = flags;
	block_stream_reset_times(s);
	block_clear(s);
	if (!(sample_type & PERF_SAMPLE_TIME))
		return;
	s->sample_time = RECORD_HEADER_SIZE + 8 * (size_t)__builtin_popcountll(sample_type & before);
	s->trailer_time = 8 * (size_t)__builtin_popcountll(sample_type & after);
}

void block_stream_reset_times(struct block_stream *s)
{
	s->first_sample = UINT64_MAX;
	s->last_sample = 0;
}

void block_stream_fini(struct block_stream *s)
{
	buffer_fini(&s->staging);
}

static void note_time(struct block_entry *block, struct stream_counts *counts, uint64_t time)
{
	if (!time)
		return;
	if (!counts->first_time)
		counts->first_time = time;
	counts->last_time = time;
	if (time < block->first_time)
		block->first_time = time;
	if (time > block->last_time)
		block->last_time = time;
}

/* The address and the process come before the time. */
static inline int keep_sample(struct block_stream *s, const uint8_t *record)
{
	const uint8_t *time = record + s->sample_time;

	if (s->seen && s->seen->wants_ips &&
	    candidates_seen_note_ip(s->seen, load_u16(record + 4), load_u64(time - 16)))
		return -ENOMEM;
	if (s->seen)
		return candidates_seen_note_pid(s->seen, load_u32(time - 8));
	if (s->kernel)
		candidate_kernel_note(s->kernel, load_u16(record + 4), load_u64(time - 16));
	return cache_candidates_note(s->kept, load_u32(time - 8));
}

static int take_sample(struct block_stream *s, const uint8_t *record, size_t size, struct stream_counts *counts)
{
	uint64_t time;

	counts->samples++;
	s->current.n_samples++;
	if (!s->sample_time || size < s->sample_time + 8)
		return 0;
	time = load_u64(record + s->sample_time);
	note_time(&s->current, counts, time);
	if (time < s->first_sample)
		s->first_sample = time;
	if (time > s->last_sample)
		s->last_sample = time;
	return s->kept || s->seen ? keep_sample(s, record) : 0;
}

static int take_process(struct block_stream *s, const uint8_t *record, size_t size)
{
	struct record r;

	return record_at(&r, record, size, 0, false, NULL) ? 0 : cache_candidates_take(s->kept, &r);
}

static int take_mapping(struct block_stream *s, const uint8_t *record, size_t size)
{
	struct record r;

	if (s->kernel && !record_at(&r, record, size, 0, false, NULL) && candidate_kernel_take(s->kernel, &r))
		return -ENOMEM;
	return s->ids ? build_id_set_add_record(s->ids, record, size) : 0;
}

/* For the next file. */
static int take_state(struct block_stream *s, uint32_t type, const uint8_t *record, size_t size)
{
	if (s->copy && record_type_is(type, RECORD_STATE)) {
		buffer_append(s->copy, record, size);
		if (!buffer_ok(s->copy))
			return -ENOMEM;
	}
	if (s->process_tree && process_tree_take(s->process_tree, record, size))
		return -ENOMEM;
	return s->tasks ? live_tasks_take(s->tasks, record, size) : 0;
}

static void take_lost(const uint8_t *record, size_t size, struct stream_counts *counts)
{
	struct record_lost lost;
	struct record r;

	if (record_at(&r, record, size, 0, false, NULL) || record_decode_lost(&r, &lost, NULL))
		return;
	if (r.type == PERF_RECORD_LOST)
		counts->lost += lost.lost;
	else
		counts->lost_samples += lost.lost;
}

/* offset, size, flags */
static void take_trace(const uint8_t *record, size_t size, struct trace_counts *counts)
{
	uint64_t flags = size < RECORD_HEADER_SIZE + 24 ? 0 : load_u64(record + RECORD_HEADER_SIZE + 16);

	counts->parts++;
	counts->truncated += flags & AUX_FLAG_TRUNCATED ? 1 : 0;
	counts->partial += flags & AUX_FLAG_PARTIAL ? 1 : 0;
	counts->collided += flags & AUX_FLAG_COLLISION ? 1 : 0;
}

/* time, id, stream_id. A thread that ends while it is paused has no second record. */
static void take_pause(const uint8_t *record, size_t size, bool begins, struct stream_counts *counts)
{
	const uint64_t time = size < RECORD_HEADER_SIZE + 24 ? 0 : load_u64(record + RECORD_HEADER_SIZE);

	counts->throttled += begins;
	if (!begins && counts->throttled_since && time > counts->throttled_since)
		counts->throttled_ns += time - counts->throttled_since;
	counts->throttled_since = begins ? time : 0;
}

static int take_other(struct block_stream *s, uint32_t type, const uint8_t *record, size_t size,
		      struct stream_counts *counts)
{
	if (s->trailer_time && type < PERF_RECORD_USER_TYPE_START && size >= RECORD_HEADER_SIZE + s->trailer_time)
		note_time(&s->current, counts, load_u64(record + size - s->trailer_time));
	if ((s->kept && take_process(s, record, size)) || take_state(s, type, record, size))
		return -ENOMEM;
	switch (type) {
	case PERF_RECORD_LOST:
	case PERF_RECORD_LOST_SAMPLES: take_lost(record, size, counts); return 0;
	case PERF_RECORD_AUX: take_trace(record, size, &counts->traces); return 0;
	case PERF_RECORD_THROTTLE:
	case PERF_RECORD_UNTHROTTLE: take_pause(record, size, type == PERF_RECORD_THROTTLE, counts); return 0;
	case PERF_RECORD_MMAP2: return take_mapping(s, record, size);
	default: return 0;
	}
}

/* Writes the block between start and walked. */
static int emit(struct block_stream *s, struct error *err)
{
	int result = s->sink.put(s->sink.context, s->staging.data + s->start, s->walked - s->start, &s->current, err);

	s->start = s->walked;
	block_clear(s);
	return result;
}

static int take_record(struct block_stream *s, const uint8_t *record, size_t size, struct stream_counts *counts)
{
	uint32_t type = load_u32(record);

	if (type != PERF_RECORD_SAMPLE)
		return take_other(s, type, record, size, counts);
	return take_sample(s, record, size, counts);
}

/* Moves what no block has taken yet to the front. */
static void compact(struct block_stream *s)
{
	if (!s->start)
		return;
	memmove(s->staging.data, s->staging.data + s->start, s->staging.size - s->start);
	s->staging.size -= s->start;
	s->walked -= s->start;
	s->start = 0;
}

int block_stream_take(struct block_stream *s, struct stream_counts *counts, struct error *err)
{
	if (!buffer_ok(&s->staging))
		return error_nomem(err);
	while (s->walked < s->staging.size) {
		const uint8_t *record = s->staging.data + s->walked;
		size_t left = s->staging.size - s->walked;
		size_t size = left < RECORD_HEADER_SIZE ? 0 : load_u16(record + 6);

		if (size < RECORD_HEADER_SIZE || size > left)
			return error_set(err, -EBADMSG, "a record from the kernel is damaged (size %zu)", size);
		if (s->walked + size - s->start > s->sink.max) {
			int result = emit(s, err);

			if (result)
				return result;
		}
		if (take_record(s, record, size, counts))
			return error_nomem(err);
		s->walked += size;
	}
	compact(s);
	return 0;
}

int block_stream_cut(struct block_stream *s, struct error *err)
{
	int result = s->walked > s->start ? emit(s, err) : 0;

	if (!result)
		compact(s);
	return result;
}

#define ENOUGH_AT_LEAST 1024

void live_tasks_fini(struct live_tasks *t)
{
	free(t->pids);
	u32map_fini(&t->by_pid);
	memset(t, 0, sizeof(*t));
}

static int add(struct live_tasks *t, uint32_t pid)
{
	if (u32map_get(&t->by_pid, pid) != U32MAP_NONE)
		return 0;
	if (!list_reserve(&t->pids, t->n, &t->capacity, sizeof(*t->pids)) || u32map_set(&t->by_pid, pid, t->n))
		return -ENOMEM;
	t->pids[t->n++] = (pid_t)pid;
	return 0;
}

int live_tasks_prune(struct live_tasks *t)
{
	struct live_tasks still = { 0 };
	int result = 0;

	for (uint32_t i = 0; i < t->n && !result; i++)
		if (target_exists(t->pids[i]))
			result = add(&still, (uint32_t)t->pids[i]);
	if (result) {
		live_tasks_fini(&still);
		return result;
	}
	still.enough = still.n < ENOUGH_AT_LEAST / 2 ? ENOUGH_AT_LEAST : 2 * still.n;
	live_tasks_fini(t);
	*t = still;
	return 0;
}

/* The process of a record of either type; 0: none, or one of another pid namespace. */
static pid_t process_of(const struct record *r)
{
	struct record_task task;
	struct record_comm comm;

	if (r->type == PERF_RECORD_FORK && !record_decode_task(r, &task, NULL))
		return (pid_t)task.pid > 0 ? (pid_t)task.pid : 0;
	if (r->type == PERF_RECORD_COMM && !record_decode_comm(r, &comm, NULL))
		return (pid_t)comm.pid > 0 ? (pid_t)comm.pid : 0;
	return 0;
}

int live_tasks_take(struct live_tasks *t, const void *record, size_t size)
{
	struct record r;
	pid_t pid = record_at(&r, record, size, 0, false, NULL) ? 0 : process_of(&r);
	int result = pid ? add(t, (uint32_t)pid) : 0;

	return result || t->n < t->enough || t->n < ENOUGH_AT_LEAST ? result : live_tasks_prune(t);
}
