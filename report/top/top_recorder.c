#include "report/top/top_recorder.h"

#include "common/fd_message.h"
#include "report/top/top_guardian.h"
#include "report/top/top_message.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* Makes a folder that nobody else can look into. 0 or a negative errno. */
static int make_folder(char path[static PATH_MAX])
{
	const char *const places[] = { getenv("XDG_RUNTIME_DIR"), getenv("TMPDIR"), "/tmp" };
	int code = 0;

	for (size_t i = 0; i < sizeof(places) / sizeof(*places); i++) {
		if (!places[i] || *places[i] != '/')
			continue;
		if (snprintf(path, PATH_MAX, "%s/prec-top.XXXXXX", places[i]) < PATH_MAX && mkdtemp(path))
			return 0;
		code = -errno;
	}
	return code;
}

int top_recorder_start(struct top_recorder *r, const struct top_guardian_config *config, struct error *err)
{
	char folder[PATH_MAX];
	int ends[2], result;

	*r = (struct top_recorder){ .socket = -1 };
	result = make_folder(folder);
	if (result)
		return error_set(err, result, "no folder for what is recorded can be made in %s: %s", folder,
				 strerror(-result));
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends)) {
		result = -errno;
		rmdir(folder);
		return error_set(err, result, "no recorder can be started: %s", strerror(-result));
	}
	r->guardian = fork();
	if (!r->guardian) {
		close(ends[0]);
		top_guardian_run(config, ends[1], folder);
	}
	result = r->guardian < 0 ? -errno : 0;
	close(ends[1]);
	r->socket = ends[0];
	if (!result)
		return 0;
	rmdir(folder);
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

void top_recorder_screen(struct top_recorder *r)
{
	tell(r, TOP_SCREEN);
}

static int ended(struct top_recorder *r, int status, int fd)
{
	r->has_ended = true;
	r->exit_status = status;
	return fd >= 0 ? fd : -ENODATA;
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
	case TOP_ENDED: return ended(r, m.value, fd);
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
