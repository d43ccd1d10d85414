/* sampler_poll: implements prec_sampler_poll: reads the rings, and calls back for samples, losses and exits. */
#include "common/clock_ns.h"
#include "libprec/sample_view.h"
#include "libprec/sampler_set.h"

#include <errno.h>
#include <sys/epoll.h>
#include <unistd.h>

#define EVENTS_MAX 64 /* of one epoll_wait */

/* The layout of a usual sample's record, see take_usual. */
#define USUAL_FIELDS (PREC_IP | PREC_TID | PREC_TIME | PREC_ID | PREC_CPU)
#define USUAL_PID    16
#define USUAL_REST   32 /* ADDR, ID, CPU */

/* One poll. */
struct delivery {
	struct prec_sampler *sampler;
	struct prec_sampler_ops ops; /* none is NULL */
	void *arg;
	int n; /* samples that were handed out */
};

/*
 * True if the process was in the set when the record at position `at` of the ring was written; with a target any
 * process was. Then it becomes s->recent_pid: the records that follow are later, so they need no such check.
 */
static bool find_recent(struct prec_sampler *s, pid_t pid, uint32_t ring, uint64_t at)
{
	const struct sampler_task *task = sampler_tasks_find(&s->tasks, sampler_is_on_cpus(s) ? SAMPLER_CPUS : pid);

	if (!task || at < task->since[ring])
		return false;
	s->recent_pid = pid;
	return true;
}

static inline bool is_wanted(struct prec_sampler *s, pid_t pid, uint32_t ring, uint64_t at)
{
	return pid == s->recent_pid || find_recent(s, pid, ring, at);
}

/* Hands out a sample of any kind, if it is wanted. */
static void take_sample(struct delivery *d, uint32_t number, const uint8_t *data, uint16_t size, uint64_t at)
{
	struct prec_sampler *s = d->sampler;
	const uint32_t which = s->rings[number].event;
	struct sampler_event *event = &s->events[which];
	const struct record r = { .data = data, .type = PERF_RECORD_SAMPLE, .size = size };
	const size_t id = event->layout.tid + (s->options.by_thread ? sizeof(uint32_t) : 0);

	if (size < event->layout.fixed_end || !is_wanted(s, (pid_t)load_u32(data + id), number, at) ||
	    sample_view_take(&r, &s->set.events[which].attr, &event->layout, &event->sample, NULL))
		return;
	d->n++;
	d->ops.sample(d->arg, &event->sample);
}

static void tell(struct delivery *d, uint64_t n_lost)
{
	if (n_lost)
		d->ops.lost(d->arg, n_lost);
}

/* Takes a LOST record, or LOST_SAMPLES: what the hardware lost. */
static void take_lost(struct delivery *d, uint32_t number, const uint8_t *data, uint16_t size)
{
	const struct record r = { .data = data, .type = load_u32(data), .size = size };
	struct record_lost lost;

	if (record_decode_lost(&r, &lost, NULL))
		return;
	if (r.type == PERF_RECORD_LOST_SAMPLES)
		d->sampler->lost += lost.lost;
	else
		lost.lost = sampler_losses_record(&d->sampler->rings[number].losses, lost.lost);
	tell(d, lost.lost);
}

/* PERF_RECORD_THROTTLE and UNTHROTTLE. */
static void take_throttling(struct delivery *d, uint32_t number, const uint8_t *data, uint16_t size)
{
	struct prec_throttling throttling;

	if (sampler_throttles_take(d->sampler, number, data, size, &throttling) && d->sampler->throttled)
		d->sampler->throttled(d->arg, &throttling);
}

static void take_other(struct delivery *d, uint32_t number, const uint8_t *data, uint16_t size, uint64_t at)
{
	const uint32_t type = load_u32(data);

	if (type == PERF_RECORD_SAMPLE)
		take_sample(d, number, data, size, at);
	else if (type == PERF_RECORD_LOST || type == PERF_RECORD_LOST_SAMPLES)
		take_lost(d, number, data, size);
	else if (type == PERF_RECORD_THROTTLE || type == PERF_RECORD_UNTHROTTLE)
		take_throttling(d, number, data, size);
}

/* Reads a sample with the usual fields, whose offsets are constants: IP, TID, TIME, perhaps ADDR, ID and CPU. */
static inline __attribute__((always_inline)) void view_usual(const uint8_t *data, bool has_addr,
							     struct prec_sample *sample)
{
	const uint8_t *rest = data + (has_addr ? USUAL_REST + 8 : USUAL_REST);

	sample->ip = load_u64(data + 8);
	sample->pid = load_u32(data + USUAL_PID);
	sample->tid = load_u32(data + USUAL_PID + 4);
	sample->time = load_u64(data + 24);
	if (has_addr)
		sample->addr = load_u64(data + USUAL_REST);
	sample->id = load_u64(rest);
	sample->cpu = load_u32(rest + 8);
}

/*
 * Hands out usual samples one after the other. Returns the position of the first record that is something else, or that
 * crosses `end` or the end of the ring.
 */
static inline __attribute__((always_inline)) uint64_t take_usual(struct delivery *d, uint32_t number, uint64_t tail,
								 uint64_t end, bool has_addr)
{
	const size_t size = USUAL_REST + (has_addr ? 24 : 16);
	const uint64_t header = (uint64_t)size << 48 | PERF_RECORD_SAMPLE;
	struct prec_sampler *s = d->sampler;
	const struct ring *ring = &s->rings[number].ring;
	const size_t at = (size_t)(tail & (ring->size - 1));
	const uint8_t *const start = ring_data(ring) + at;
	const uint8_t *const limit = start + (end - tail < ring->size - at ? (size_t)(end - tail) : ring->size - at);
	struct prec_sample *sample = &s->events[s->rings[number].event].sample;
	void (*const hand_out)(void *, const struct prec_sample *) = d->ops.sample;
	const uint8_t *data = start;
	int n = 0;

	for (; data + size <= limit; data += size) {
		/* All of the header but misc, which says how the CPU was. */
		if ((load_u64(data) & ~(0xffffull << 32)) != header)
			break;
		if (!is_wanted(s, (pid_t)load_u32(data + USUAL_PID), number, tail + (uint64_t)(data - start)))
			continue;
		view_usual(data, has_addr, sample);
		n++;
		hand_out(d->arg, sample);
	}
	d->n += n;
	return tail + (uint64_t)(data - start);
}

static uint64_t take_samples(struct delivery *d, uint32_t number, uint64_t tail, uint64_t end)
{
	const uint64_t fields = d->sampler->events[d->sampler->rings[number].event].sample.fields;

	if (d->sampler->options.by_thread)
		return tail;
	switch (fields) {
	case USUAL_FIELDS: return take_usual(d, number, tail, end, false);
	case USUAL_FIELDS | PREC_ADDR: return take_usual(d, number, tail, end, true);
	default: return tail;
	}
}

static uint64_t next_skipped(const struct sampler_ring *ring)
{
	return ring->n_passed < ring->n_skipped ? ring->skipped[ring->n_passed] : UINT64_MAX;
}

static void pass_skipped(struct sampler_ring *ring)
{
	if (++ring->n_passed == ring->n_skipped)
		ring->n_passed = ring->n_skipped = 0;
}

/* Takes all records of a ring. Moves the tail after each quarter of the ring, so that the kernel can go on. */
static void take_ring(struct delivery *d, uint32_t number)
{
	struct sampler_ring *const own = &d->sampler->rings[number];
	struct ring *const ring = &own->ring;
	const uint64_t head = ring_head(ring);
	const uint8_t *start = ring_data(ring);

	d->sampler->recent_pid = SAMPLER_NOBODY; /* it was found by its position in another ring */
	while (ring->tail != head) {
		const uint64_t quarter = ring->tail + ring->size / 4;
		const uint64_t end = quarter < head ? quarter : head;

		while (ring->tail < end) {
			const uint64_t skipped = next_skipped(own);
			const uint8_t *data;
			uint16_t size;

			ring->tail = take_samples(d, number, ring->tail, skipped < end ? skipped : end);
			if (ring->tail >= end)
				break;
			data = ring_record(ring, start, head, d->sampler->bounce, &size);
			if (!data) {
				ring->tail = head;
				own->n_passed = own->n_skipped = 0;
				break;
			}
			if (ring->tail == skipped)
				pass_skipped(own);
			else
				take_other(d, number, data, size, ring->tail);
			ring->tail += size;
		}
		sampler_losses_look(d->sampler, own);
		ring_give_back(ring);
	}
}

static void take_all(struct delivery *d)
{
	struct prec_sampler *s = d->sampler;

	for (uint32_t i = 0; i < s->n_rings; i++)
		if (ring_has_records(&s->rings[i].ring))
			take_ring(d, i);
}

static bool has_records(const struct prec_sampler *s)
{
	for (uint32_t i = 0; i < s->n_rings; i++)
		if (ring_head(&s->rings[i].ring) != s->rings[i].ring.tail)
			return true;
	return false;
}

/* Reads the timer: it stays readable until it is read. */
static void take_tick(const struct prec_sampler *s, const struct epoll_event *events, int n)
{
	uint64_t n_ticks;

	for (int i = 0; i < n; i++)
		if (events[i].data.u64 == SAMPLER_TIMER_DATA && read(s->timer, &n_ticks, sizeof(n_ticks)) > 0)
			return;
}

/* Reports the exits that the epoll has found; the samples of these processes were handed out. True: there was one. */
static bool report_exits(struct delivery *d, const struct epoll_event *events, int n)
{
	void (*const report)(void *, pid_t) = d->ops.exit;
	struct prec_sampler *s = d->sampler;
	bool found = false;

	for (int i = 0; i < n; i++) {
		const uint64_t data = events[i].data.u64;
		struct sampler_task *task;
		pid_t pid;

		if (data == SAMPLER_RING_DATA || SAMPLER_TASK_SLOT(data) >= s->tasks.n)
			continue;
		task = &s->tasks.list[SAMPLER_TASK_SLOT(data)];
		pid = task->pid;
		if (!pid || task->serial != SAMPLER_TASK_SERIAL(data))
			continue;
		sampler_set_drop(s, task);
		tell(d, sampler_losses_take(s, false));
		found = true;
		report(d->arg, pid);
	}
	return found;
}

/* Returns the ms until the end of the wait, as epoll_wait takes them. */
static int time_left(int timeout_ms, uint64_t end)
{
	const uint64_t now = timeout_ms > 0 ? clock_ns(CLOCK_MONOTONIC) : 0;

	if (timeout_ms <= 0)
		return timeout_ms;
	return now < end ? (int)((end - now + NS_PER_MS - 1) / NS_PER_MS) : 0;
}

/* Returns how long to wait, in ms: not at all if rings have records, and not longer than until losses can be read. */
static int wait_time(const struct prec_sampler *s, int timeout_ms, uint64_t end)
{
	const int left = has_records(s) ? 0 : time_left(timeout_ms, end), losses = sampler_losses_wait(s);

	return losses >= 0 && (left < 0 || losses < left) ? losses : left;
}

/* Calls epoll before reading the rings: a ring is reported once for each wakeup, so no later wakeup is missed. */
static int poll_all(struct delivery *d, int timeout_ms)
{
	const uint64_t end = timeout_ms > 0 ? clock_ns(CLOCK_MONOTONIC) + (uint64_t)timeout_ms * NS_PER_MS : 0;

	for (;;) {
		struct epoll_event events[EVENTS_MAX];
		int n;

		tell(d, sampler_losses_take(d->sampler, false));
		if (timeout_ms < 0 && !d->sampler->tasks.n_used)
			return -ECHILD;
		n = epoll_wait(d->sampler->epoll, events, EVENTS_MAX, wait_time(d->sampler, timeout_ms, end));
		if (n < 0)
			return -errno;
		take_tick(d->sampler, events, n);
		take_all(d);
		if (report_exits(d, events, n) || d->n)
			return d->n;
		tell(d, sampler_losses_take(d->sampler, true));
		if (timeout_ms >= 0 && !time_left(timeout_ms, end))
			return 0;
	}
}

static void ignore_sample(void *arg, const struct prec_sample *sample)
{
	(void)arg;
	(void)sample;
}

static void ignore_exit(void *arg, pid_t pid)
{
	(void)arg;
	(void)pid;
}

static void ignore_lost(void *arg, uint64_t n)
{
	(void)arg;
	(void)n;
}

int prec_sampler_poll(struct prec_sampler *s, int timeout_ms, const struct prec_sampler_ops *ops, void *arg)
{
	struct delivery d = { .sampler = s, .ops = { ignore_sample, ignore_exit, ignore_lost }, .arg = arg };
	int result;

	if (ops && ops->sample)
		d.ops.sample = ops->sample;
	if (ops && ops->exit)
		d.ops.exit = ops->exit;
	if (ops && ops->lost)
		d.ops.lost = ops->lost;

	if (sampler_set_check_process(s))
		return -EPERM;
	if (s->is_polling)
		return -EBUSY;
	s->is_polling = true;
	result = poll_all(&d, timeout_ms);
	s->is_polling = false;
	return result;
}
