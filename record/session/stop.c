#include "record/session/stop.h"

#include "common/clock_ns.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

#define STALL_GRACE_MS 5000 /* how long a reader may take nothing after the recording was asked to end */

static int give_up(size_t left, const char *why, struct error *err)
{
	return error_set(err, -ETIMEDOUT, "its reader did not take %zu bytes, and what was to follow is lost (%s)",
			 left, why);
}

/* Milliseconds to wait, as of poll(2). */
static int time_left(const struct stop *stop, uint64_t deadline)
{
	uint64_t now = clock_now();

	if (!stop->n_signals)
		return -1;
	return stop->n_signals == 1 && deadline > now ? (int)((deadline - now) / NS_PER_MS) + 1 : 0;
}

void stop_take_signals(struct stop *stop)
{
	struct signalfd_siginfo info;

	while (read(stop->signal_fd, &info, sizeof(info)) == sizeof(info)) {
		if (info.ssi_signo == SIGUSR2) {
			stop->wants_file = stop->wants_snapshot = true;
		} else if (info.ssi_signo != SIGCHLD) {
			stop->n_signals++;
			stop->is_due = true;
		} else if (workload_reap(stop->workload, false)) {
			stop->is_due = true;
		}
	}
}

/*
 * Memory stays bounded meanwhile: this thread drains no rings, and those of --threads stop when enough waits for it
 * (record/drain/drain_pool.h). The kernel counts what finds no room as lost.
 */
int stop_wait_for_reader(void *context, size_t left, struct error *err)
{
	struct stop *stop = context;
	uint64_t deadline = 0;

	for (;;) {
		struct pollfd wait[] = { { .fd = stop->output_fd, .events = POLLOUT },
					 { .fd = stop->signal_fd, .events = POLLIN } };
		int n;

		if (stop->n_signals && !deadline)
			deadline = clock_now() + STALL_GRACE_MS * NS_PER_MS;
		n = poll(wait, 2, time_left(stop, deadline));
		if (n < 0 && errno != EINTR)
			return error_set(err, -errno, "poll: %s", strerror(errno));
		if (!n)
			return give_up(left,
				       stop->n_signals > 1 ? "a second signal came"
							   : "waited 5 s after the signal to end",
				       err);
		if (n > 0 && wait[0].revents) /* room, or an error that the next write reports */
			return 0;
		stop_take_signals(stop);
	}
}
