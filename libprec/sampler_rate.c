#include "libprec/sampler_overlap.h"

#include <errno.h>
#include <prec/event.h>
#include <stdlib.h>
#include <string.h>

/* The events of a task from number n_old on begin to sample, those before end. After a failure it is as before. */
static int exchange(struct prec_sampler *s, const struct sampler_task *task, uint32_t n_old, struct error *err)
{
	struct sampler_overlap overlap;
	int result = sampler_overlap_begin(&overlap, s, task, n_old, err);

	if (!result) {
		result = sampler_set_enable(task, n_old, err);
		if (result)
			sampler_set_disable(task, n_old, task->n);
		sampler_overlap_cut(&overlap);
		if (!result)
			sampler_set_disable(task, 0, n_old);
		sampler_overlap_end(&overlap);
	}
	sampler_overlap_fini(&overlap);
	return result;
}

/* Opens all that a task has once more, with attrs as they are now, in place of what is open. */
static int reopen(struct prec_sampler *s, struct sampler_task *task, struct error *err)
{
	const uint32_t before = task->n;
	int result;

	s->adding = (uint32_t)(task - s->tasks.list);
	result = sampler_set_open(s, task->pid, err);
	/* Where nothing was opened it has ended, which is still to be reported. */
	if (!result && task->n > before && !s->is_paused)
		result = exchange(s, task, before, err);
	if (result) {
		sampler_task_close(task, before, task->n);
		return result;
	}
	if (task->n > before) {
		sampler_losses_keep(s, task, before);
		sampler_task_close(task, 0, before);
	}
	return 0;
}

/*
 * Whether threads inherit its events. What they have inherited has no descriptor, so its rate cannot be changed. And a
 * switch from one thread to another may exchange the contexts of their events (perf_event_context_sched_out in
 * kernel/events/core.c): when the thread has ended, a descriptor may be of what went with it, and takes a rate without
 * effect.
 */
static bool is_inherited(const struct prec_sampler *s, const struct sampler_task *task)
{
	return !s->options.by_thread && task->pid != SAMPLER_CPUS;
}

static int change_task(struct prec_sampler *s, struct sampler_task *task, uint64_t rate, struct error *err)
{
	for (uint32_t i = 0; i < task->n; i++) {
		const struct task_event *event = &task->events[i];
		int result;

		if (!s->set.events[event->event].attr.sample_period)
			continue;
		result = prec_event_set_period(event->fd, rate);
		if (result)
			return error_set(err, result, "event '%s': the kernel refuses %llu as its %s: %s",
					 s->set.events[event->event].name, (unsigned long long)rate,
					 s->by_freq ? "frequency" : "period", strerror(-result));
	}
	return 0;
}

/* Of those that sample; members of a group that only count have no period. */
static void change_attrs(struct prec_sampler *s, uint64_t rate, bool by_freq)
{
	for (uint32_t i = 0; i < s->n_events; i++) {
		struct event_attr *attr = &s->set.events[i].attr;

		if (!attr->sample_period)
			continue;
		attr->sample_period = rate;
		attr->flags = by_freq ? attr->flags | ATTR_FREQ : attr->flags & ~ATTR_FREQ;
	}
}

/* Whether an event counts by the other measure, which a descriptor keeps for good. */
static bool changes_kind(const struct prec_sampler *s, bool by_freq)
{
	for (uint32_t i = 0; i < s->n_events; i++) {
		const struct event_attr *attr = &s->set.events[i].attr;

		if (attr->sample_period && !(attr->flags & ATTR_FREQ) == by_freq)
			return true;
	}
	return false;
}

static int change_all(struct prec_sampler *s, uint64_t rate, bool anew, struct error *err)
{
	for (uint32_t i = 0; i < s->tasks.n; i++) {
		struct sampler_task *task = &s->tasks.list[i];
		int result = 0;

		if (task->pid)
			result = anew || is_inherited(s, task) ? reopen(s, task, err) : change_task(s, task, rate, err);
		if (result)
			return result;
	}
	return 0;
}

/* The kernel disables what threads have inherited, too. */
static int pause_all(struct prec_sampler *s, struct error *err)
{
	for (uint32_t i = 0; i < s->tasks.n; i++)
		for (uint32_t j = 0; j < s->tasks.list[i].n; j++) {
			const int result = descriptor_disable(s->tasks.list[i].events[j].fd);

			if (result)
				return error_set(err, result, "cannot stop to sample: %s", strerror(-result));
		}
	s->is_paused = true;
	sampler_set_tick(s);
	return 0;
}

static int resume_all(struct prec_sampler *s, struct error *err)
{
	s->is_paused = false;
	sampler_set_tick(s);
	for (uint32_t i = 0; i < s->tasks.n; i++) {
		int result = sampler_set_enable(&s->tasks.list[i], 0, err);

		if (result)
			return result;
	}
	return 0;
}

/* What a rate changes of an attr. */
struct attr_rate {
	uint64_t period, flags;
};

static struct attr_rate *save_attrs(const struct prec_sampler *s)
{
	struct attr_rate *saved = calloc(s->n_events, sizeof(*saved));

	for (uint32_t i = 0; saved && i < s->n_events; i++)
		saved[i] = (struct attr_rate){ s->set.events[i].attr.sample_period, s->set.events[i].attr.flags };
	return saved;
}

static void restore_attrs(struct prec_sampler *s, const struct attr_rate *saved)
{
	for (uint32_t i = 0; i < s->n_events; i++) {
		s->set.events[i].attr.sample_period = saved[i].period;
		s->set.events[i].attr.flags = saved[i].flags;
	}
}

/* What has been changed before a failure is opened once more as it was, as far as that can be. */
static int change_rate(struct prec_sampler *s, uint64_t rate, bool by_freq, struct error *err)
{
	const bool anew = changes_kind(s, by_freq), was_by_freq = s->by_freq;
	struct attr_rate *saved = save_attrs(s);
	int result;

	if (!saved)
		return error_nomem(err);
	change_attrs(s, rate, by_freq);
	s->by_freq = by_freq;
	result = change_all(s, rate, anew, err);
	if (!result) {
		s->rate = rate;
	} else {
		restore_attrs(s, saved);
		s->by_freq = was_by_freq;
		change_all(s, 0, true, NULL);
	}
	free(saved);
	return result;
}

int sampler_set_rate(struct prec_sampler *s, uint64_t rate, bool by_freq, struct error *err)
{
	int result = sampler_set_check_process(s);

	if (result)
		return result;
	if (!rate)
		return s->is_paused ? 0 : pause_all(s, err);
	if (rate != s->rate || changes_kind(s, by_freq))
		result = change_rate(s, rate, by_freq, err);
	return !result && s->is_paused ? resume_all(s, err) : result;
}
