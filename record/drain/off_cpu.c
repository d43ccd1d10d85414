#include "record/drain/off_cpu.h"

#include "common/list.h"
#include "formats/record/record.h"
#include "formats/record/sample_decode.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#define SWEEP_BYTES   (1u << 20)
#define SWEEP_THREADS 4096

void off_cpu_init(struct off_cpu *o, const struct event_attr *attr, uint64_t threshold_ns)
{
	*o = (struct off_cpu){ .attr = *attr,
			       .threshold_ns = threshold_ns,
			       .held_after_sweep = SWEEP_BYTES,
			       .n_after_sweep = SWEEP_THREADS };
	event_layout_make(&o->layout, attr);
	buffer_init(&o->samples);
	off_cpu_sums_init(&o->sums, &o->layout);
}

void off_cpu_fini(struct off_cpu *o)
{
	for (uint32_t i = 0; i < o->n_threads; i++)
		free(o->threads[i].sample);
	free(o->threads);
	u32map_fini(&o->by_tid);
	free(o->facts);
	buffer_fini(&o->samples);
	off_cpu_sums_fini(&o->sums);
}

size_t off_cpu_waiting(const struct off_cpu *o)
{
	return o->samples.size + o->n_facts * sizeof(*o->facts);
}

static bool has_user_part(const struct sample *s)
{
	for (uint32_t i = 0; i < s->callchain.n; i++) {
		uint64_t word = sample_word(&s->callchain, i);

		if (word == CALLCHAIN_USER || word == CALLCHAIN_USER_DEFERRED)
			return true;
	}
	return false;
}

/* Whether a sample cannot be of a thread of the kernel, as far as it says. */
static bool is_of_user(const struct off_cpu *o, const struct sample *s)
{
	if (!(o->attr.flags & ATTR_EXCLUDE_CALLCHAIN_USER))
		return has_user_part(s);
	return !(s->type & PERF_SAMPLE_REGS_USER) || s->regs_user.abi;
}

static int add_fact(struct off_cpu *o, const struct off_cpu_fact *fact)
{
	if (!list_reserve(&o->facts, o->n_facts, &o->facts_capacity, sizeof(*o->facts)))
		return -ENOMEM;
	o->facts[o->n_facts++] = *fact;
	if (fact->time > o->latest)
		o->latest = fact->time;
	return 0;
}

static int keep_sample(struct off_cpu *o, const uint8_t *record, size_t size, struct off_cpu_fact fact)
{
	fact.at = o->samples.size;
	fact.size = (uint16_t)size;
	buffer_append(&o->samples, record, size);
	return buffer_ok(&o->samples) ? add_fact(o, &fact) : -ENOMEM;
}

static int take_sample(struct off_cpu *o, const uint8_t *record, size_t size)
{
	const struct record r = { .data = record, .type = PERF_RECORD_SAMPLE, .size = (uint16_t)size };
	struct sample s;

	if (sample_decode(&r, &o->attr, &s, NULL) || !s.tid || !is_of_user(o, &s))
		return 0;
	return keep_sample(o, record, size,
			   (struct off_cpu_fact){ .time = s.time, .tid = s.tid, .kind = OFF_CPU_SAMPLED });
}

int off_cpu_take_found(struct off_cpu *o, const uint8_t *record, size_t size, uint64_t time)
{
	const uint32_t tid = load_u32(record + o->layout.tid + 4);

	return keep_sample(o, record, size, (struct off_cpu_fact){ .time = time, .tid = tid, .kind = OFF_CPU_FOUND });
}

static int take_switch(struct off_cpu *o, const uint8_t *record, size_t size)
{
	const uint16_t misc = load_u16(record + 4);
	const struct event_layout *l = &o->layout;
	struct off_cpu_fact fact = { .kind = OFF_CPU_RETURNS };

	if (misc & RECORD_MISC_SWITCH_OUT)
		fact.kind = misc & RECORD_MISC_SWITCH_OUT_PREEMPT ? OFF_CPU_PREEMPTED : OFF_CPU_BLOCKED;
	if (size < RECORD_HEADER_SIZE + (size_t)l->trailer_size)
		return 0;
	fact.tid = load_u32(record + size - l->trailer_tid + 4);
	fact.time = load_u64(record + size - l->trailer_time);
	return fact.tid ? add_fact(o, &fact) : 0;
}

int off_cpu_take(struct off_cpu *o, const uint8_t *record, size_t size)
{
	return load_u32(record) == PERF_RECORD_SAMPLE ? take_sample(o, record, size) : take_switch(o, record, size);
}

static int compare_facts(const void *a, const void *b)
{
	const struct off_cpu_fact *x = a, *y = b;

	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return (x->kind > y->kind) - (x->kind < y->kind);
}

static void forget(struct off_cpu *o, struct off_cpu_thread *t)
{
	o->held -= t->size;
	free(t->sample);
	t->sample = NULL;
	t->size = 0;
}

bool off_cpu_is_away(const struct off_cpu *o, const struct off_cpu_thread *t, uint32_t pid)
{
	return t->size && (!pid || load_u32(t->sample + o->layout.tid) == pid);
}

bool off_cpu_has_program(const struct off_cpu *o, const struct off_cpu_thread *t)
{
	const struct record r = { .data = t->sample, .type = PERF_RECORD_SAMPLE, .size = t->size };
	struct sample s;

	return !sample_decode(&r, &o->attr, &s, NULL) && (has_user_part(&s) || s.stack_dyn_size);
}

void off_cpu_forget(struct off_cpu *o, uint32_t pid)
{
	for (uint32_t i = 0; i < o->n_threads; i++)
		if (off_cpu_is_away(o, &o->threads[i], pid))
			forget(o, &o->threads[i]);
}

/* Only those that are away. */
static int keep_away(struct off_cpu *o)
{
	struct u32map by_tid = { 0 };
	uint32_t n = 0;

	for (uint32_t i = 0; i < o->n_threads; i++)
		if (o->threads[i].size && u32map_set(&by_tid, o->threads[i].tid, n++)) {
			u32map_fini(&by_tid);
			return -ENOMEM;
		}
	n = 0;
	for (uint32_t i = 0; i < o->n_threads; i++)
		if (o->threads[i].size)
			o->threads[n++] = o->threads[i];
	if (n < o->n_threads)
		memset(o->threads + n, 0, (o->n_threads - n) * sizeof(*o->threads));
	o->n_threads = n;
	u32map_fini(&o->by_tid);
	o->by_tid = by_tid;
	return 0;
}

/* Threads that are back, or have ended while they were away, as all do on a CPU that is recorded whole. */
static int sweep(struct off_cpu *o)
{
	if (o->held < 2 * o->held_after_sweep && o->n_threads < 2 * o->n_after_sweep)
		return 0;
	for (uint32_t i = 0; i < o->n_threads; i++)
		if (o->threads[i].size && kill((pid_t)o->threads[i].tid, 0) && errno == ESRCH)
			forget(o, &o->threads[i]);
	o->held_after_sweep = o->held > SWEEP_BYTES ? o->held : SWEEP_BYTES;
	if (keep_away(o))
		return -ENOMEM;
	o->n_after_sweep = o->n_threads > SWEEP_THREADS ? o->n_threads : SWEEP_THREADS;
	return 0;
}

static int keep(struct off_cpu *o, const struct off_cpu_fact *fact)
{
	struct off_cpu_thread *t =
		list_element(&o->by_tid, fact->tid, &o->threads, &o->n_threads, &o->threads_capacity, sizeof(*t));

	if (!t)
		return -ENOMEM;
	t->tid = fact->tid;
	forget(o, t);
	t->sample = malloc(fact->size);
	if (!t->sample)
		return -ENOMEM;
	memcpy(t->sample, o->samples.data + fact->at, fact->size);
	t->size = fact->size;
	t->is_found = fact->kind == OFF_CPU_FOUND;
	t->left = t->is_found ? load_u64(t->sample + o->layout.time) : fact->time;
	t->seen = fact->time;
	o->held += t->size;
	return 0;
}

int off_cpu_return(struct off_cpu *o, const struct off_cpu_thread *t, uint64_t back, struct buffer *out)
{
	const uint64_t away = back - t->left;

	memcpy(t->sample + o->layout.time, &back, sizeof(back));
	memcpy(t->sample + o->layout.period, &away, sizeof(away));
	if (away < o->threshold_ns)
		return off_cpu_sums_add(&o->sums, t->sample, t->size);
	buffer_append(out, t->sample, t->size);
	return 0;
}

/* Not if it has been away and back since the time that it is said to be away from. */
static int flush_found(struct off_cpu *o, const struct off_cpu_fact *fact)
{
	const uint32_t number = u32map_get(&o->by_tid, fact->tid);
	const uint64_t since = load_u64(o->samples.data + fact->at + o->layout.time);

	if (number != U32MAP_NONE && (o->threads[number].size || o->threads[number].seen >= since))
		return 0;
	return keep(o, fact);
}

static int flush_fact(struct off_cpu *o, const struct off_cpu_fact *fact, struct buffer *out)
{
	struct off_cpu_thread *t;
	uint32_t number;
	int result = 0;

	if (fact->kind == OFF_CPU_FOUND)
		return flush_found(o, fact);
	if (fact->kind == OFF_CPU_SAMPLED)
		return keep(o, fact);
	number = u32map_get(&o->by_tid, fact->tid);
	if (number == U32MAP_NONE || !o->threads[number].size)
		return 0;
	t = &o->threads[number];
	t->seen = fact->time;
	if (fact->kind == OFF_CPU_BLOCKED) {
		t->left = fact->time;
		return 0;
	}
	if (fact->kind == OFF_CPU_RETURNS)
		result = off_cpu_return(o, t, fact->time, out);
	forget(o, t);
	return result;
}

/* Keeps the facts from n on, and their samples. */
static int drop_flushed(struct off_cpu *o, uint32_t n)
{
	struct buffer left;

	if (!n)
		return 0;
	buffer_init(&left);
	for (uint32_t i = n; i < o->n_facts; i++) {
		struct off_cpu_fact *fact = &o->facts[i];
		size_t at = left.size;

		buffer_append(&left, o->samples.data + fact->at, fact->size);
		fact->at = at;
	}
	buffer_fini(&o->samples);
	o->samples = left;
	memmove(o->facts, o->facts + n, (o->n_facts - n) * sizeof(*o->facts));
	o->n_facts -= n;
	return buffer_ok(&left) ? 0 : -ENOMEM;
}

int off_cpu_flush(struct off_cpu *o, bool at_end, struct buffer *out)
{
	uint32_t n = 0;
	int result = 0;

	if (o->n_facts)
		qsort(o->facts, o->n_facts, sizeof(*o->facts), compare_facts);
	for (; n < o->n_facts && !result && (at_end || o->facts[n].time <= o->latest_before); n++)
		result = flush_fact(o, &o->facts[n], out);
	off_cpu_sums_put(&o->sums, out);
	o->latest_before = o->latest;
	if (!result)
		result = sweep(o);
	if (!result)
		result = drop_flushed(o, n);
	return !result && !buffer_ok(out) ? -ENOMEM : result;
}

/* A sample to look for. */
struct wanted {
	const uint8_t *sample;
	size_t size;
};

void off_cpu_sums_init(struct off_cpu_sums *s, const struct event_layout *layout)
{
	*s = (struct off_cpu_sums){ .layout = *layout };
	buffer_init(&s->samples);
}

void off_cpu_sums_fini(struct off_cpu_sums *s)
{
	buffer_fini(&s->samples);
	hash_table_fini(&s->table);
	free(s->sums);
}

static uint64_t hash_of(const struct off_cpu_sums *s, const struct wanted *w)
{
	return hash_pair(load_u64(w->sample + s->layout.tid),
			 hash_bytes(w->sample + s->layout.fixed_end, w->size - s->layout.fixed_end));
}

static bool same(const void *context, uint32_t number, const void *wanted)
{
	const struct off_cpu_sums *s = context;
	const struct wanted *w = wanted;
	const uint8_t *sample = s->samples.data + s->sums[number].at;
	size_t end = s->layout.fixed_end;

	return load_u16(sample + 6) == w->size &&
	       load_u64(sample + s->layout.tid) == load_u64(w->sample + s->layout.tid) &&
	       !memcmp(sample + end, w->sample + end, w->size - end);
}

static int add_new(struct off_cpu_sums *s, const struct wanted *w)
{
	if (!list_reserve(&s->sums, s->n, &s->capacity, sizeof(*s->sums)) ||
	    hash_table_add(&s->table, hash_of(s, w), s->n))
		return -ENOMEM;
	s->sums[s->n++].at = s->samples.size;
	buffer_append(&s->samples, w->sample, w->size);
	return buffer_ok(&s->samples) ? 0 : -ENOMEM;
}

int off_cpu_sums_add(struct off_cpu_sums *s, const uint8_t *sample, size_t size)
{
	const struct wanted w = { sample, size };
	uint32_t number = hash_table_find(&s->table, hash_of(s, &w), same, s, &w);
	uint8_t *sum;
	uint64_t period;

	if (number == HASH_TABLE_NONE)
		return add_new(s, &w);
	sum = s->samples.data + s->sums[number].at;
	period = load_u64(sum + s->layout.period) + load_u64(sample + s->layout.period);
	memcpy(sum, sample, s->layout.fixed_end);
	memcpy(sum + s->layout.period, &period, sizeof(period));
	return 0;
}

void off_cpu_sums_put(struct off_cpu_sums *s, struct buffer *out)
{
	buffer_append(out, s->samples.data, s->samples.size);
	buffer_clear(&s->samples);
	hash_table_clear(&s->table);
	s->n = 0;
}
