#include "record/session/session.h"

#include <errno.h>
#include <poll.h>
#include <string.h>

#define NS_PER_MS      1000000ull
#define STALL_GRACE_MS 5000 /* how long a reader may take nothing once the recording is to end */

static int give_up(size_t left, const char *why, struct error *err)
{
	return error_set(err, -ETIMEDOUT, "its reader did not take %zu bytes, and what was to follow is lost (%s)",
			 left, why);
}

static int time_left(uint64_t deadline)
{
	uint64_t now = session_now();

	if (!deadline)
		return -1;
	return deadline > now ? (int)((deadline - now) / NS_PER_MS) + 1 : 0;
}

/* The rings are not drained meanwhile: memory stays bounded, and what finds no room in them is counted as lost. */
int session_wait_for_reader(void *context, size_t left, struct error *err)
{
	struct session *s = context;
	uint64_t deadline = 0;

	for (;;) {
		struct pollfd wait[] = { { .fd = s->setup.output->fd, .events = POLLOUT },
					 { .fd = s->setup.signal_fd, .events = POLLIN } };
		int n;

		if (s->stop_signals && !deadline)
			deadline = session_now() + STALL_GRACE_MS * NS_PER_MS;
		n = poll(wait, 2, time_left(deadline));
		if (n < 0 && errno != EINTR)
			return error_set(err, -errno, "poll: %s", strerror(errno));
		if (!n)
			return give_up(left, "waited 5 s after the signal to end", err);
		if (n > 0 && wait[0].revents) /* room, or an error that the next write reports */
			return 0;
		session_take_signals(s);
		if (s->stop_signals > 1)
			return give_up(left, "a second signal came", err);
	}
}
