#include "report/top/top_recorder.h"

#include "common/fd_message.h"
#include "report/top/top_guardian.h"
#include "report/top/top_message.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

int top_recorder_start(struct top_recorder *r, const struct top_guardian_config *config, struct error *err)
{
	int ends[2], result;

	*r = (struct top_recorder){ .socket = -1 };
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends))
		return error_set(err, -errno, "no recorder can be started: %s", strerror(errno));
	r->guardian = fork();
	if (!r->guardian) {
		close(ends[0]);
		top_guardian_run(config, ends[1]);
	}
	result = r->guardian < 0 ? -errno : 0;
	close(ends[1]);
	r->socket = ends[0];
	if (!result)
		return 0;
	return error_set(err, result, "no recorder can be started: %s", strerror(-result));
}

/* A guardian that is gone is noticed when something is taken. */
static void tell(const struct top_recorder *r, char what)
{
	(void)!send(r->socket, &what, 1, MSG_NOSIGNAL);
}

void top_recorder_ask(struct top_recorder *r)
{
	tell(r, TOP_ASK);
}

void top_recorder_pause(struct top_recorder *r, bool pause)
{
	tell(r, pause ? TOP_PAUSE : TOP_GO_ON);
}

void top_recorder_screen(struct top_recorder *r, bool is_changed)
{
	tell(r, is_changed ? TOP_SCREEN : TOP_SCREEN_BACK);
}

static int ended(struct top_recorder *r, int status)
{
	r->has_ended = true;
	r->exit_status = status;
	return -ENODATA;
}

int top_recorder_take(struct top_recorder *r, struct error *err)
{
	struct top_message m;
	int fd;
	ssize_t n = fd_message_receive(r->socket, &m, sizeof(m), &fd);

	if (n < 0 && errno == EINTR)
		return -EAGAIN;
	if (n != (ssize_t)sizeof(m)) {
		r->has_ended = true;
		return error_set(err, -EPIPE, "the process that looks after the recorder has ended");
	}
	switch (m.kind) {
	case TOP_STARTED: r->recorder = m.value; return -EAGAIN;
	case TOP_FILE: return fd >= 0 ? fd : error_set(err, -EPROTO, "no recording was handed over");
	case TOP_ENDED: return ended(r, m.value);
	default: return error_set(err, -EIO, "the recorder could not end a file: %s", strerror(m.value));
	}
}

void top_recorder_stop(struct top_recorder *r)
{
	if (r->socket >= 0)
		close(r->socket);
	r->socket = -1;
	while (r->guardian > 0 && waitpid(r->guardian, NULL, 0) < 0 && errno == EINTR)
		;
	r->guardian = 0;
}
