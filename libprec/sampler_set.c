#include "libprec/sampler_set.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define PIDFD_THREAD O_EXCL /* Linux 6.9 */

/* Attrs are as the kernel took them once an event is open. */
static void lay_out(struct prec_sampler *s)
{
	for (uint32_t i = 0; i < s->n_events; i++) {
		event_layout_make(&s->events[i].layout, &s->set.events[i].attr);
		s->events[i].sample.event = i;
		s->events[i].sample.fields = s->set.events[i].attr.sample_type;
	}
}

int sampler_set_open(struct prec_sampler *s, pid_t pid, struct error *err)
{
	const struct open_task thread = { pid, pid, OPEN_EVERY_EVENT, 0 };
	struct target process = { .kind = TARGET_PROCESSES };
	int result;

	if (s->options.by_thread) {
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

/* The events from number `from` on. A thread that has ended meanwhile is none. */
int sampler_set_enable(const struct sampler_task *task, uint32_t from, struct error *err)
{
	for (uint32_t i = from; i < task->n; i++) {
		int result = descriptor_enable(task->events[i].fd);

		if (result)
			return error_set(err, result, "cannot start to sample: %s", strerror(-result));
	}
	return 0;
}

/* *ret_fd: -1 where the kernel has none for threads. */
static int open_pidfd(const struct prec_sampler *s, pid_t pid, int *ret_fd, struct error *err)
{
	const unsigned flags = s->options.by_thread ? PIDFD_THREAD : 0;

	*ret_fd = (int)syscall(SYS_pidfd_open, pid, flags);
	if (*ret_fd >= 0 || (errno == EINVAL && flags))
		return 0;
	if (errno == ESRCH)
		return error_set(err, -ESRCH, "there is no %s %d", flags ? "thread" : "process", pid);
	if (target_exists(pid) && !flags && (errno == EINVAL || errno == ENOENT))
		return error_set(err, -EINVAL, "%d is a thread of a process; by_thread samples threads", pid);
	return error_set(err, -errno, "%s %d: %s", flags ? "thread" : "process", pid, strerror(errno));
}

static int fill_task(struct prec_sampler *s, struct sampler_task *task, struct error *err)
{
	const uint64_t data = (uint64_t)task->serial << 32 | (uint32_t)(task - s->tasks.list);
	int result = sampler_set_open(s, task->pid, err);

	if (!result && !task->n)
		result = error_set(err, -ESRCH, "process %d has ended", task->pid);
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
	int result = open_pidfd(s, pid, &pidfd, err);

	if (result)
		return result;
	s->recent_pid = 0;
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
	return result;
}

void sampler_set_drop(struct prec_sampler *s, struct sampler_task *task)
{
	s->recent_pid = 0;
	sampler_tasks_drop(&s->tasks, task);
}
