#include "record/drain/ring_watch.h"

#include "common/list.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>

#define NO_EVENT UINT32_MAX

void ring_watch_fini(struct ring_watch *w)
{
	free(w->watched);
}

static int make_room(struct ring_watch *w, uint32_t ring)
{
	if (ring < w->n)
		return 0;
	if (!list_extend(&w->watched, w->n, ring + 1, sizeof(*w->watched)))
		return -ENOMEM;
	w->n = ring + 1;
	return 0;
}

static int watch(const struct watched_ring *watched, uint32_t ring, int fd)
{
	struct epoll_event event = { .events = EPOLLIN, .data.u64 = RING_WATCH_RING | ring };

	return epoll_ctl(watched->epoll_fd, EPOLL_CTL_ADD, fd, &event) ? -errno : 0;
}

/* The first descriptor of the ring, from that of open event `from` on. */
static int watch_from(struct ring_watch *w, uint32_t ring, uint32_t from)
{
	const struct ring_set *rings = w->rings;
	struct watched_ring *watched = &w->watched[ring];

	watched->event = NO_EVENT;
	/* One that is overwritten never waits for its reader. */
	if (rings->rings[ring].overwritten)
		return 0;
	if (rings->rings[ring].has_own_fd)
		return watch(watched, ring, rings->rings[ring].owner);
	for (uint32_t i = from; i < rings->n_events; i++)
		if (rings->events[i].ring == ring && rings->events[i].fd >= 0) {
			watched->event = i;
			return watch(watched, ring, rings->events[i].fd);
		}
	return 0;
}

int ring_watch_add(struct ring_watch *w, uint32_t ring, int epoll_fd)
{
	int result = make_room(w, ring);

	if (result)
		return result;
	w->watched[ring].epoll_fd = epoll_fd;
	return watch_from(w, ring, 0);
}

void ring_watch_forget(struct ring_watch *w, uint32_t event)
{
	const struct event_fd *open = &w->rings->events[event];

	if (open->ring < w->n && w->watched[open->ring].event == event)
		epoll_ctl(w->watched[open->ring].epoll_fd, EPOLL_CTL_DEL, open->fd, NULL);
}

/* Whether it does so now: since epoll_wait(2) said so the ring may have got another descriptor. */
static bool hangs_up(int fd)
{
	struct pollfd wait = { .fd = fd };

	return poll(&wait, 1, 0) > 0 && wait.revents & (POLLHUP | POLLERR);
}

static void take_hang_up(struct ring_watch *w, uint32_t ring)
{
	const struct watched_ring watched = w->watched[ring];

	if (watched.event == NO_EVENT || !hangs_up(w->rings->events[watched.event].fd))
		return;
	epoll_ctl(watched.epoll_fd, EPOLL_CTL_DEL, w->rings->events[watched.event].fd, NULL);
	watch_from(w, ring, watched.event + 1);
}

bool ring_watch_take(struct ring_watch *w, const struct epoll_event *event, uint32_t *ret_ring)
{
	if (!(event->data.u64 & RING_WATCH_RING))
		return false;
	*ret_ring = (uint32_t)event->data.u64;
	if (event->events & (EPOLLHUP | EPOLLERR))
		take_hang_up(w, *ret_ring);
	return true;
}
