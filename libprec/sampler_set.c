#include "libprec/sampler_set.h"

#include <errno.h>
#include <string.h>
#include <sys/timerfd.h>
#include <unistd.h>

#define TICK_NS 10000000 /* 10 ms */

/* Makes the layouts of the samples from the attrs, which opening may have changed to what the kernel accepts. */
static void lay_out(struct prec_sampler *s)
{
	for (uint32_t i = 0; i < s->n_events; i++) {
		event_layout_make(&s->events[i].layout, &s->set.events[i].attr);
		s->events[i].sample.event = i;
		s->events[i].sample.fields = s->set.events[i].attr.sample_type;
	}
}

static int open_cpus(struct prec_sampler *s, struct error *err)
{
	const struct open_task whole_cpus = { -1, -1, OPEN_EVERY_EVENT, 0 };
	int result = 0;

	for (int i = 0; i < s->on.cpus.n && !result; i++)
		result = open_walk_cpu(&s->walk, &whole_cpus, s->on.cpus.cpus[i], err);
	return result;
}

int sampler_set_open(struct prec_sampler *s, pid_t pid, struct error *err)
{
	const struct open_task thread = { pid, pid, OPEN_EVERY_EVENT, 0 };
	struct target process = { .kind = TARGET_PROCESSES };
	int result;

	if (pid == SAMPLER_CPUS) {
		result = open_cpus(s, err);
	} else if (s->options.by_thread) {
		result = open_walk_task(&s->walk, &thread, err);
	} else {
		result = target_add_process(&process, pid) ? error_nomem(err) : 0;
		if (!result)
			result = open_walk_processes(&s->walk, &process, err);
		target_fini(&process);
	}
	lay_out(s);
	return result;
}

int sampler_set_check_process(struct prec_sampler *s)
{
	if (fork_guard_is(&s->process))
		return 0;
	return error_set(&s->err, -EPERM, "the sampler is of the process that this one was forked from");
}

void sampler_set_disable(const struct sampler_task *task, uint32_t from, uint32_t to)
{
	for (uint32_t i = from; i < to; i++)
		descriptor_disable(task->events[i].fd);
}

int sampler_set_enable(const struct sampler_task *task, uint32_t from, struct error *err)
{
	for (uint32_t i = from; i < task->n; i++) {
		int result = descriptor_enable(task->events[i].fd);

		if (result)
			return error_set(err, result, "cannot start to sample: %s", strerror(-result));
	}
	return 0;
}

void sampler_set_tick(struct prec_sampler *s)
{
	const bool ticks = s->tasks.n_used && !s->is_paused;
	const struct timespec interval = { 0, ticks ? TICK_NS : 0 };

	if (s->timer < 0 || ticks == s->ticks)
		return;
	timerfd_settime(s->timer, 0, &(struct itimerspec){ interval, interval }, NULL);
	s->ticks = ticks;
}

/* Opens a pidfd. *ret_fd -1: for CPUs, and for a thread if the kernel has no pidfds of threads. */
static int open_end(const struct prec_sampler *s, pid_t pid, int *ret_fd, struct error *err)
{
	const bool is_thread = s->options.by_thread;
	const int fd = pid == SAMPLER_CPUS ? -1 : target_end_fd(pid, is_thread);

	*ret_fd = fd < 0 ? -1 : fd;
	if (pid == SAMPLER_CPUS)
		return 0;
	if (fd >= 0 || (fd == -EINVAL && is_thread))
		return 0;
	if (fd == -ESRCH)
		return error_set(err, fd, "there is no %s %d", is_thread ? "thread" : "process", pid);
	if ((fd == -EINVAL || fd == -ENOENT) && !is_thread && target_exists(pid))
		return error_set(err, -EINVAL, "%d is a thread of a process; by_thread samples threads", pid);
	return error_set(err, fd, "%s %d: %s", is_thread ? "thread" : "process", pid, strerror(-fd));
}

static int error_nothing_open(pid_t pid, struct error *err)
{
	if (pid == SAMPLER_CPUS)
		return error_set(err, -ENODEV, "these CPUs have none of the events, or have gone offline");
	return error_set(err, -ESRCH, "process %d has ended", pid);
}

static int fill_task(struct prec_sampler *s, struct sampler_task *task, struct error *err)
{
	const uint64_t data = (uint64_t)task->serial << 32 | (uint32_t)(task - s->tasks.list);
	int result = sampler_set_open(s, task->pid, err);

	if (!result && !task->n)
		result = error_nothing_open(task->pid, err);
	if (!result && task->pidfd >= 0)
		result = sampler_set_watch(s, task->pidfd, data);
	if (!result && !s->is_paused)
		result = sampler_set_enable(task, 0, err);
	return result;
}

int sampler_set_add(struct prec_sampler *s, pid_t pid, struct error *err)
{
	struct sampler_task *task;
	int pidfd;
	int result = open_end(s, pid, &pidfd, err);

	if (result)
		return result;
	s->recent_pid = SAMPLER_NOBODY;
	task = sampler_tasks_take(&s->tasks, pid, s->n_rings);
	if (!task) {
		if (pidfd >= 0)
			close(pidfd);
		return error_nomem(err);
	}
	task->pidfd = pidfd;
	for (uint32_t i = 0; i < s->n_rings; i++)
		task->since[i] = ring_head(&s->rings[i].ring);
	s->adding = (uint32_t)(task - s->tasks.list);
	result = fill_task(s, task, err);
	if (result)
		sampler_set_drop(s, task);
	else
		sampler_set_tick(s);
	return result;
}

void sampler_set_drop(struct prec_sampler *s, struct sampler_task *task)
{
	s->recent_pid = SAMPLER_NOBODY;
	sampler_set_disable(task, 0, task->n);
	sampler_losses_keep(s, task, task->n);
	sampler_tasks_drop(&s->tasks, task);
	sampler_set_tick(s);
}
