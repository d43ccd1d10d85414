#include "record/drain/watch.h"

#include <errno.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

/* The data of an epoll event: the source in the upper half, a number in the lower. */
static int add(int epoll_fd, int fd, uint32_t events, enum watch_source source, uint32_t number)
{
	struct epoll_event event = { .events = events, .data.u64 = (uint64_t)source << 32 | number };

	return epoll_ctl(epoll_fd, EPOLL_CTL_ADD, fd, &event) ? -errno : 0;
}

int watch_for(struct watch *w, int fd, unsigned what, enum watch_source source, struct error *err)
{
	struct epoll_event event = { .events =
					     (what & WATCH_INPUT ? EPOLLIN : 0) | (what & WATCH_OUTPUT ? EPOLLOUT : 0),
				     .data.u64 = (uint64_t)source << 32 };
	int result = 0;

	if (!what)
		epoll_ctl(w->epoll_fd, EPOLL_CTL_DEL, fd, NULL);
	else if (epoll_ctl(w->epoll_fd, EPOLL_CTL_MOD, fd, &event))
		result = errno == ENOENT ? add(w->epoll_fd, fd, event.events, source, 0) : -errno;
	return result ? error_set(err, result, "descriptor %d cannot be waited for: %s", fd, strerror(-result)) : 0;
}

int watch_ring(struct watch *w, uint32_t ring)
{
	int epoll_fd = drain_epoll_fd(w->drain, ring);

	return ring_watch_add(&w->rings, ring, epoll_fd < 0 ? w->epoll_fd : epoll_fd);
}

static int watch_rings(struct watch *w)
{
	int result = 0;

	for (uint32_t i = 0; i < w->drain->sampler->rings.n_rings && !result; i++)
		result = watch_ring(w, i);
	return result;
}

int watch_trigger(struct watch *w, const struct sampler *trigger, struct error *err)
{
	int result = 0;

	w->trigger = trigger;
	for (uint32_t i = 0; i < trigger->rings.n_rings && !result; i++)
		if (!trigger->rings.rings[i].is_sideband)
			result = add(w->epoll_fd, trigger->rings.rings[i].owner, EPOLLIN, WATCH_TRIGGER, i);
	return result ? error_set(err, result, "epoll: %s", strerror(-result)) : 0;
}

/*
 * The sideband events on the first CPU stand for the threads: such a descriptor hangs up when the thread and all that
 * it started have ended.
 */
static int watch_threads(struct watch *w, bool *ret_ended)
{
	const struct target *target = w->drain->sampler->target;
	const struct ring_set *rings = &w->drain->sampler->rings;
	int first_cpu = target->per_thread ? -1 : target->cpus.cpus[0];

	*ret_ended = false;
	if (target->kind == TARGET_SYSTEM || target->kind == TARGET_COMMAND)
		return 0;
	for (uint32_t i = 0; i < rings->n_events; i++) {
		const struct event_fd *event = &rings->events[i];
		int result;

		if (event->cpu != first_cpu || w->drain->sampler->set.events[event->event].spec)
			continue;
		result = add(w->threads_fd, event->fd, 0, WATCH_THREADS, i);
		if (result)
			return result;
		w->n_threads_left++;
	}
	/* All ended while their events were opened. */
	*ret_ended = !w->n_threads_left;
	return add(w->epoll_fd, w->threads_fd, EPOLLIN, WATCH_THREADS, 0);
}

int watch_init(struct watch *w, const struct drain *drain, int signal_fd, int hotplug_fd, bool *ret_ended,
	       struct error *err)
{
	int result;

	*w = (struct watch){ .drain = drain, .rings.rings = &drain->sampler->rings };
	w->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
	w->threads_fd = epoll_create1(EPOLL_CLOEXEC);
	if (w->epoll_fd < 0 || w->threads_fd < 0)
		return error_set(err, -errno, "epoll: %s", strerror(errno));
	result = add(w->epoll_fd, signal_fd, EPOLLIN, WATCH_SIGNAL, 0);
	if (!result && hotplug_fd >= 0)
		result = add(w->epoll_fd, hotplug_fd, EPOLLIN, WATCH_CPUS, 0);
	if (!result && drain->drain_pool.n)
		result = add(w->epoll_fd, drain->drain_pool.ready_fd, EPOLLIN, WATCH_PACKED, 0);
	if (!result)
		result = watch_rings(w);
	if (!result)
		result = watch_threads(w, ret_ended);
	return result ? error_set(err, result, "epoll: %s", strerror(-result)) : 0;
}

void watch_fini(struct watch *w)
{
	if (w->epoll_fd > 0)
		close(w->epoll_fd);
	if (w->threads_fd > 0)
		close(w->threads_fd);
	ring_watch_fini(&w->rings);
}

void watch_forget(struct watch *w, uint32_t event)
{
	const struct event_fd *open = &w->drain->sampler->rings.events[event];

	ring_watch_forget(&w->rings, event);
	if (!epoll_ctl(w->threads_fd, EPOLL_CTL_DEL, open->fd, NULL))
		w->n_threads_left--;
}

static void take_ended_threads(struct watch *w)
{
	struct epoll_event events[WATCH_EVENTS_MAX];
	int n = epoll_wait(w->threads_fd, events, WATCH_EVENTS_MAX, 0);

	for (int i = 0; i < n; i++) {
		uint32_t index = (uint32_t)events[i].data.u64;

		epoll_ctl(w->threads_fd, EPOLL_CTL_DEL, w->drain->sampler->rings.events[index].fd, NULL);
		w->n_threads_left--;
	}
}

int watch_wait(struct watch *w, int timeout_ms, struct watch_event events[WATCH_EVENTS_MAX], struct error *err)
{
	struct epoll_event found[WATCH_EVENTS_MAX];
	int n_found = epoll_wait(w->epoll_fd, found, WATCH_EVENTS_MAX, timeout_ms);
	int n = 0;

	if (n_found < 0)
		return errno == EINTR ? 0 : error_set(err, -errno, "epoll: %s", strerror(errno));
	for (int i = 0; i < n_found; i++) {
		struct watch_event event = { .source = WATCH_RING };

		if (!ring_watch_take(&w->rings, &found[i], &event.ring)) {
			event.source = (enum watch_source)(found[i].data.u64 >> 32);
			event.ring = (uint32_t)found[i].data.u64;
		}
		/* A thread that had a ring of its own has ended. */
		if (event.source == WATCH_TRIGGER && found[i].events & (EPOLLHUP | EPOLLERR))
			epoll_ctl(w->epoll_fd, EPOLL_CTL_DEL, w->trigger->rings.rings[event.ring].owner, NULL);
		if (event.source == WATCH_THREADS)
			take_ended_threads(w);
		if (event.source != WATCH_THREADS || !w->n_threads_left)
			events[n++] = event;
	}
	return n;
}
