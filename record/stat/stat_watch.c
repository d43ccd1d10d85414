#include "record/stat/stat_watch.h"

#include "common/clock_ns.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#define EVENTS_MAX  16
#define ASK_MS      100 /* between two looks at whether threads are still there */
#define KEY_SIGNAL  UINT64_MAX
#define KEY_CONTROL (UINT64_MAX - 1)

static int add(struct stat_watch *w, int fd, uint64_t key)
{
	struct epoll_event event = { .events = EPOLLIN, .data.u64 = key };

	return epoll_ctl(w->epoll_fd, EPOLL_CTL_ADD, fd, &event) ? -errno : 0;
}

/* Readable when the process or thread has ended. A descriptor or a negative errno. */
static int open_end(pid_t id, bool is_thread)
{
	int fd = target_end_fd(id, false);

	return fd < 0 && is_thread ? target_end_fd(id, true) : fd;
}

static int watch_ids(struct stat_watch *w, bool are_threads)
{
	for (size_t i = 0; i < w->n_ids; i++) {
		int fd = open_end(w->ids[i], are_threads);

		w->end_fds[i] = fd < 0 ? -1 : fd;
		if (fd >= 0 && !add(w, fd, i)) {
			w->n_left++;
		} else if (fd != -ESRCH) {
			w->is_asked = true;
			w->n_left++;
		}
	}
	return 0;
}

static int watch_target(struct stat_watch *w, const struct target *target)
{
	const bool are_threads = target->kind == TARGET_THREADS;

	if (!are_threads && target->kind != TARGET_PROCESSES)
		return 0;
	w->ids = are_threads ? target->tids : target->pids;
	w->n_ids = are_threads ? target->n_tids : target->n_pids;
	w->end_fds = calloc(w->n_ids + 1, sizeof(*w->end_fds));
	return w->end_fds ? watch_ids(w, are_threads) : -ENOMEM;
}

int stat_watch_init(struct stat_watch *w, const struct target *target, int signal_fd, int control_fd, struct error *err)
{
	int result;

	*w = (struct stat_watch){ .signal_fd = signal_fd, .control_fd = control_fd };
	w->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
	if (w->epoll_fd < 0)
		return error_set(err, -errno, "epoll_create1: %s", strerror(errno));
	result = add(w, signal_fd, KEY_SIGNAL);
	if (!result && control_fd >= 0)
		result = add(w, control_fd, KEY_CONTROL);
	if (!result)
		result = watch_target(w, target);
	if (result) {
		error_set(err, result, "cannot wait for the end of what is counted: %s", strerror(-result));
		stat_watch_fini(w);
	}
	return result;
}

void stat_watch_fini(struct stat_watch *w)
{
	for (size_t i = 0; w->end_fds && i < w->n_ids; i++)
		if (w->end_fds[i] >= 0)
			close(w->end_fds[i]);
	free(w->end_fds);
	close(w->epoll_fd);
	memset(w, 0, sizeof(*w));
}

void stat_watch_forget_control(struct stat_watch *w)
{
	epoll_ctl(w->epoll_fd, EPOLL_CTL_DEL, w->control_fd, NULL);
	w->control_fd = -1;
}

static void take_end(struct stat_watch *w, size_t i)
{
	close(w->end_fds[i]);
	w->end_fds[i] = -1;
	w->n_left--;
}

static bool is_any_left(const struct stat_watch *w)
{
	for (size_t i = 0; i < w->n_ids; i++)
		if (target_exists(w->ids[i]))
			return true;
	return false;
}

static int timeout_ms(const struct stat_watch *w, uint64_t until)
{
	const uint64_t now = clock_now();
	uint64_t ms = until <= now ? 0 : (until - now + NS_PER_MS - 1) / NS_PER_MS;

	if (until == STAT_WATCH_FOREVER && !w->is_asked)
		return -1;
	if (w->is_asked && ms > ASK_MS)
		return ASK_MS;
	return ms > INT32_MAX ? INT32_MAX : (int)ms;
}

static int take_events(struct stat_watch *w, const struct epoll_event *events, int n)
{
	int woke = 0;

	for (int i = 0; i < n; i++) {
		if (events[i].data.u64 == KEY_SIGNAL)
			woke |= STAT_WOKE_SIGNAL;
		else if (events[i].data.u64 == KEY_CONTROL)
			woke |= STAT_WOKE_CONTROL;
		else
			take_end(w, events[i].data.u64);
	}
	return woke;
}

/* STAT_WOKE_ENDED when the last has gone since this was asked, else 0. */
static int take_last_end(struct stat_watch *w)
{
	if (!w->n_ids || w->is_over || (w->n_left && !(w->is_asked && !is_any_left(w))))
		return 0;
	w->is_over = true;
	w->is_asked = false;
	return STAT_WOKE_ENDED;
}

int stat_watch_wait(struct stat_watch *w, uint64_t until, struct error *err)
{
	struct epoll_event events[EVENTS_MAX];

	int woke = take_last_end(w);

	while (!woke) {
		int n = epoll_wait(w->epoll_fd, events, EVENTS_MAX, timeout_ms(w, until));

		if (n < 0 && errno != EINTR)
			return error_set(err, -errno, "epoll_wait: %s", strerror(errno));
		woke = take_events(w, events, n < 0 ? 0 : n);
		woke |= take_last_end(w);
		if (until != STAT_WATCH_FOREVER && clock_now() >= until)
			break;
	}
	return woke;
}
