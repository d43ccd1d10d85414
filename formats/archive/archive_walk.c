#include "formats/archive/archive_walk.h"

bool walk_has_room(const struct walk *w, uint64_t n)
{
	if (w->at + n <= w->size)
		return true;
	w->coder->failed = true;
	return false;
}

void walk_code_value(struct walk *w, unsigned stream, uint64_t *last, uint64_t *value)
{
	bool is_same = *value == *last;

	archive_code_flag(w->coder, stream, &is_same);
	if (is_same)
		*value = *last;
	else
		archive_code_number(w->coder, stream + 1, *last, value);
	*last = *value;
}

void walk_code_slot(struct walk *w, enum slot slot, size_t at)
{
	uint64_t value = word_load(w, at);

	walk_code_value(w, STREAM_WORD_SAME + 3 * slot, &w->r->words[slot], &value);
	word_store(w, at, value);
}

void walk_code_words(struct walk *w, enum slot slot, uint64_t n)
{
	if (!walk_has_room(w, 8 * n))
		return;
	for (uint64_t i = 0; i < n; i++, w->at += 8)
		walk_code_slot(w, slot, w->at);
}

void walk_code_cpu(struct walk *w, size_t at)
{
	uint64_t cpu = half_load(w, at), last = w->r->cpu, zero = half_load(w, at + 4);

	/* The upper half is reserved. */
	cpu |= zero << 32;
	walk_code_value(w, STREAM_CPU_SAME, &last, &cpu);
	half_store(w, at, (uint32_t)cpu);
	half_store(w, at + 4, (uint32_t)(cpu >> 32));
	w->r->cpu = (uint32_t)cpu;
	w->cpu = (uint32_t)cpu % CPUS;
}

static unsigned recent_find(const struct archive_records *r, struct task t)
{
	unsigned i = 0;

	while (i < RECENT && (r->recent[i].pid != t.pid || r->recent[i].tid != t.tid))
		i++;
	return i;
}

static void recent_to_front(struct archive_records *r, unsigned i, struct task t)
{
	if (i == RECENT)
		i--;
	memmove(r->recent + 1, r->recent, i * sizeof(*r->recent));
	r->recent[0] = t;
}

/* Codes a thread that is not the CPU's last. */
static void code_other_task(struct walk *w, struct task *t)
{
	struct archive_records *r = w->r;
	uint64_t pid = t->pid, tid = t->tid;
	uint8_t rank = w->coder->decodes ? 0 : (uint8_t)recent_find(r, *t);

	archive_code_byte(w->coder, STREAM_TASK, &rank);
	if (rank < RECENT) {
		*t = r->recent[rank];
	} else {
		rank = RECENT;
		archive_code_number(w->coder, STREAM_PID, r->recent[0].pid, &pid);
		archive_code_number(w->coder, STREAM_TID, pid, &tid);
		*t = (struct task){ (uint32_t)pid, (uint32_t)tid };
	}
	recent_to_front(r, rank, *t);
}

void walk_code_task(struct walk *w, size_t at)
{
	struct task t = { half_load(w, at), half_load(w, at + 4) }, *last = &w->r->tasks[w->cpu];
	bool is_same = t.pid == last->pid && t.tid == last->tid;

	archive_code_flag(w->coder, STREAM_TASK_SAME, &is_same);
	if (is_same)
		t = *last;
	else
		code_other_task(w, &t);
	*last = w->task = t;
	half_store(w, at, t.pid);
	half_store(w, at + 4, t.tid);
}

uint32_t walk_event_slot(const struct walk *w)
{
	const uint32_t event = w->event ? (uint32_t)(w->event - w->r->model->events) : 0;

	return (event * 61 + w->cpu) % CPUS;
}

void walk_code_id(struct walk *w, size_t at, size_t again)
{
	uint64_t value = word_load(w, at), *last = &w->r->ids[walk_event_slot(w)];

	walk_code_value(w, STREAM_ID_SAME, last, &value);
	word_store(w, at, value);
	if (!again)
		return;
	value = word_load(w, again);
	walk_code_value(w, STREAM_ID_SAME, last, &value);
	word_store(w, again, value);
}

static uint32_t bits_of(uint64_t difference)
{
	difference ^= -(difference >> 63);
	return difference ? 64 - (uint32_t)__builtin_clzll(difference) : 0;
}

/*
 * Codes a time by one that was predicted. If all times are multiples of 1 ms, or of 1 us, as prec convert --times makes
 * them, only the multiple is.
 */
static void code_multiple(struct walk *w, uint64_t predicted, uint64_t *time)
{
	struct archive_records *r = w->r;
	bool is_multiple = false;
	uint64_t number;

	while (r->time_unit > 1 && !is_multiple) {
		is_multiple = *time % r->time_unit == 0;
		archive_code_choice(w->coder, &r->is_multiple, &is_multiple);
		if (!is_multiple)
			r->time_unit /= 1000;
	}
	number = *time / r->time_unit;
	archive_code_number(w->coder, STREAM_TIME, predicted / r->time_unit, &number);
	*time = number * r->time_unit;
}

void walk_code_time(struct walk *w, size_t at)
{
	struct clock *k = &w->r->clocks[w->cpu];
	const uint64_t by_step = k->last + k->step, by_period = k->last + w->period;
	uint64_t time = word_load(w, at);

	code_multiple(w, k->steady <= k->periodic ? by_step : by_period, &time);
	word_store(w, at, time);
	k->steady = k->steady * 7 / 8 + 8 * bits_of(time - by_step);
	k->periodic = k->periodic * 7 / 8 + 8 * bits_of(time - by_period);
	k->step = time - k->last;
	k->last = time;
}
