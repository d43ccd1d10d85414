#include <prec/sampler.h>

#include "libprec/lib_error.h"
#include "libprec/sample_view.h"
#include "libprec/sampler_set.h"

#include "common/clock_ns.h"
#include "common/list.h"
#include "record/events/event_parse.h"

#include <errno.h>
#include <prec/event.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>

#define NS_PER_MS  1000000ull
#define EVENTS_MAX 64 /* of one epoll_wait */

struct prec_sampler *sampler_make(void)
{
	struct prec_sampler *s = calloc(1, sizeof(*s));

	if (s) {
		s->epoll = -1;
		event_list_init(&s->list);
	}
	return s;
}

int sampler_finish(struct prec_sampler *s, const struct prec_sampler_options *options, int result, struct error *err,
		   struct prec_sampler **ret_sampler, struct prec_error *ret_error)
{
	static const struct prec_sampler_options usual;

	if (!result)
		result = sampler_set_init(s, options ? options : &usual, err);
	if (result) {
		prec_sampler_free(s);
		return lib_error(ret_error, result, err);
	}
	*ret_sampler = s;
	return 0;
}

int prec_sampler_new(struct prec_sampler **ret_sampler, const char *events, const struct prec_sampler_options *options,
		     struct prec_error *ret_error)
{
	struct prec_sampler *s = sampler_make();
	struct error err = ERROR_INIT;

	*ret_sampler = NULL;
	if (!s)
		return lib_error_set(ret_error, -ENOMEM, "out of memory");
	return sampler_finish(s, options, event_list_parse(&s->list, events, NULL, &err), &err, ret_sampler, ret_error);
}

void prec_sampler_free(struct prec_sampler *s)
{
	if (!s)
		return;
	sampler_set_fini(s);
	free(s);
}

int prec_sampler_add(struct prec_sampler *s, pid_t pid)
{
	if (pid <= 0)
		return error_set(&s->err, -EINVAL, "%d is no process", pid);
	return sampler_tasks_find(&s->tasks, pid) ? 0 : sampler_set_add(s, pid, &s->err);
}

int prec_sampler_remove(struct prec_sampler *s, pid_t pid)
{
	struct sampler_task *task = sampler_tasks_find(&s->tasks, pid);

	if (task)
		sampler_set_drop(s, task);
	return 0;
}

static int remove_others(struct prec_sampler *s, const pid_t *pids, size_t n)
{
	struct u32map wanted = { 0 };
	int result = 0;

	for (size_t i = 0; i < n && !result; i++)
		if (pids[i] > 0)
			result = u32map_set(&wanted, (uint32_t)pids[i], 0);
	for (uint32_t i = 0; i < s->tasks.n && !result; i++) {
		struct sampler_task *task = &s->tasks.list[i];

		if (task->pid && u32map_get(&wanted, (uint32_t)task->pid) == U32MAP_NONE)
			sampler_set_drop(s, task);
	}
	u32map_fini(&wanted);
	return result ? error_nomem(&s->err) : 0;
}

int prec_sampler_update(struct prec_sampler *s, const pid_t *pids, size_t n)
{
	int result = remove_others(s, pids, n);

	for (size_t i = 0; i < n && !result; i++)
		result = prec_sampler_add(s, pids[i]);
	return result;
}

size_t prec_sampler_size(const struct prec_sampler *s)
{
	return s->tasks.n_used;
}

const char *prec_sampler_message(const struct prec_sampler *s)
{
	return s->err.message;
}

int prec_sampler_set_period(struct prec_sampler *s, uint64_t period)
{
	return sampler_set_rate(s, period, false, &s->err);
}

int prec_sampler_set_freq(struct prec_sampler *s, uint64_t freq)
{
	return sampler_set_rate(s, freq, true, &s->err);
}

/* One poll. */
struct delivery {
	struct prec_sampler *sampler;
	const struct prec_sampler_ops *ops;
	void *arg;
	int n; /* samples that were handed out */
};

/* Whether the process is in the set, and was when the record was written, whose place in the ring is `at`. */
static inline bool is_wanted(struct prec_sampler *s, pid_t pid, uint32_t ring, uint64_t at)
{
	const struct sampler_task *task;

	if (pid != s->recent_pid) {
		task = sampler_tasks_find(&s->tasks, pid);
		if (!task)
			return false;
		s->recent_pid = pid;
		s->recent = (uint32_t)(task - s->tasks.list);
	}
	return at >= s->tasks.list[s->recent].since[ring];
}

static inline void take_sample(struct delivery *d, uint32_t number, const uint8_t *data, uint16_t size)
{
	struct prec_sampler *s = d->sampler;
	const uint32_t which = s->rings[number].event;
	struct sampler_event *event = &s->events[which];
	const struct record r = { .data = data, .type = PERF_RECORD_SAMPLE, .size = size };
	const size_t id = event->layout.tid + (s->options.by_thread ? sizeof(uint32_t) : 0);

	if (size < event->layout.fixed_end ||
	    !is_wanted(s, (pid_t)load_u32(data + id), number, s->rings[number].ring.tail) ||
	    sample_view_take(&r, &s->set.events[which].attr, &event->layout, &event->sample, NULL))
		return;
	d->n++;
	if (d->ops->sample)
		d->ops->sample(d->arg, &event->sample);
}

static void take_lost(struct delivery *d, const uint8_t *data, uint16_t size)
{
	const struct record r = { .data = data, .type = load_u32(data), .size = size };
	struct record_lost lost;

	if (record_decode_lost(&r, &lost, NULL))
		return;
	d->sampler->lost += lost.lost;
	if (d->ops->lost)
		d->ops->lost(d->arg, lost.lost);
}

static void take_ring(struct delivery *d, uint32_t number)
{
	struct ring *ring = &d->sampler->rings[number].ring;
	const uint64_t head = ring_head(ring), batch = ring->size / 4;
	const uint8_t *start = ring_data(ring);
	uint64_t given = ring->tail;

	while (ring->tail != head) {
		uint16_t size;
		const uint8_t *data = ring_record(ring, start, head, d->sampler->bounce, &size);
		const uint32_t type = data ? load_u32(data) : 0;

		if (!data) {
			ring->tail = head;
			break;
		}
		if (type == PERF_RECORD_SAMPLE)
			take_sample(d, number, data, size);
		else if (type == PERF_RECORD_LOST || type == PERF_RECORD_LOST_SAMPLES)
			take_lost(d, data, size);
		ring->tail += size;
		if (ring->tail - given >= batch) {
			ring_give_back(ring);
			given = ring->tail;
		}
	}
	ring_give_back(ring);
}

static void take_all(struct delivery *d)
{
	struct prec_sampler *s = d->sampler;

	for (uint32_t i = 0; i < s->n_rings; i++)
		if (ring_head(&s->rings[i].ring) != s->rings[i].ring.tail)
			take_ring(d, i);
}

static bool has_records(const struct prec_sampler *s)
{
	for (uint32_t i = 0; i < s->n_rings; i++)
		if (ring_head(&s->rings[i].ring) != s->rings[i].ring.tail)
			return true;
	return false;
}

/* The exits among what the epoll says, after the samples of those that have ended. */
static bool report_exits(struct delivery *d, const struct epoll_event *events, int n)
{
	struct prec_sampler *s = d->sampler;
	bool found = false;

	for (int i = 0; i < n; i++) {
		const uint64_t data = events[i].data.u64;
		struct sampler_task *task;
		pid_t pid;

		if (data == SAMPLER_RING_DATA || SAMPLER_TASK_PLACE(data) >= s->tasks.n)
			continue;
		task = &s->tasks.list[SAMPLER_TASK_PLACE(data)];
		pid = task->pid;
		if (!pid || task->serial != SAMPLER_TASK_SERIAL(data))
			continue;
		sampler_set_drop(s, task);
		found = true;
		if (d->ops->exit)
			d->ops->exit(d->arg, pid);
	}
	return found;
}

/* Until the end of the wait, in ms as epoll_wait takes them. */
static int time_left(int timeout_ms, uint64_t end)
{
	const uint64_t now = timeout_ms > 0 ? clock_ns(CLOCK_MONOTONIC) : 0;

	if (timeout_ms <= 0)
		return timeout_ms;
	return now < end ? (int)((end - now + NS_PER_MS - 1) / NS_PER_MS) : 0;
}

/*
 * The epoll is asked before the rings are read: what it says of a ring is forgotten by being said, and what comes after
 * that says so again.
 */
static int poll_all(struct delivery *d, int timeout_ms)
{
	const uint64_t end = timeout_ms > 0 ? clock_ns(CLOCK_MONOTONIC) + (uint64_t)timeout_ms * NS_PER_MS : 0;

	for (;;) {
		struct epoll_event events[EVENTS_MAX];
		const int left = has_records(d->sampler) ? 0 : time_left(timeout_ms, end);
		const int n = epoll_wait(d->sampler->epoll, events, EVENTS_MAX, left);

		if (n < 0)
			return -errno;
		take_all(d);
		if (report_exits(d, events, n) || d->n)
			return d->n;
		if (timeout_ms >= 0 && !time_left(timeout_ms, end))
			return 0;
	}
}

int prec_sampler_poll(struct prec_sampler *s, int timeout_ms, const struct prec_sampler_ops *ops, void *arg)
{
	static const struct prec_sampler_ops none;
	struct delivery d = { .sampler = s, .ops = ops ? ops : &none, .arg = arg };
	int result;

	if (s->is_polling)
		return -EBUSY;
	s->is_polling = true;
	result = poll_all(&d, timeout_ms);
	s->is_polling = false;
	return result;
}

int prec_sampler_fd(const struct prec_sampler *s)
{
	return s->epoll;
}

int prec_sampler_set_signal(struct prec_sampler *s, int signal, pid_t tid)
{
	s->signal = signal;
	s->signal_tid = tid;
	for (uint32_t i = 0; i < s->tasks.n; i++)
		for (uint32_t j = 0; s->tasks.list[i].pid && j < s->tasks.list[i].n; j++) {
			const int result = prec_event_set_signal(s->tasks.list[i].events[j].fd, signal, tid);

			if (result)
				return error_set(&s->err, result, "cannot have signal %d sent to thread %d: %s", signal,
						 tid, strerror(-result));
		}
	return 0;
}

uint64_t prec_sampler_lost(const struct prec_sampler *s)
{
	return s->lost;
}
