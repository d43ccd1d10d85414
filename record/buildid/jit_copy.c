#include "record/buildid/jit_copy.h"

#include "common/aside_steps.h"
#include "common/fileio.h"
#include "common/foreign_file.h"
#include "record/privilege/privilege.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The result of a copy that was not begun, or whose process was killed. */
#define NOT_DONE 1

/* True if nothing is there, or a file of this user or the process's, or a copy with a mark. */
static bool may_replace(const char *path, const struct foreign_process *process)
{
	struct jit_mark mark;
	struct stat status;

	if (lstat(path, &status))
		return true;
	if (!S_ISREG(status.st_mode))
		return false;
	return status.st_uid == geteuid() || status.st_uid == process->uid || jit_mark_get_at(&mark, path);
}

/* Marks the copy, sets its mode, and if root records its owner. 0 or a negative errno. */
static int hand_over(int to, int from, const struct foreign_process *process)
{
	const struct jit_mark mark = { .uid = process->uid, .started = process->started };
	uid_t uid = process->uid;
	gid_t gid = process->gid;
	struct stat status;
	int result = jit_mark_set(to, &mark);

	if (!result && (fstat(from, &status) || fchmod(to, 0600 | (status.st_mode & 0444))))
		result = -errno;
	sudo_user(&uid, &gid);
	if (!result && !geteuid() && fchown(to, uid, gid))
		result = -errno;
	return result;
}

int jit_copy(const char *folder, const char *name, int from, const struct foreign_process *process, uint64_t *left)
{
	char path[PATH_MAX], other[PATH_MAX];
	int n = snprintf(path, sizeof(path), "%s/%s", folder, name);
	const uint64_t before = *left;
	int to, result;

	if (n >= PATH_MAX || snprintf(other, sizeof(other), "%s/.%s.XXXXXX", folder, name) >= PATH_MAX)
		return -ENAMETOOLONG;
	if (!may_replace(path, process))
		return -EEXIST;
	to = mkostemp(other, O_CLOEXEC);
	if (to < 0)
		return -errno;
	result = file_copy(to, from, left);
	if (!result)
		result = hand_over(to, from, process);
	if (close(to) && !result)
		result = -errno;
	if (!result && rename(other, path))
		result = -errno;
	if (result) {
		unlink(other);
		*left = before;
	}
	return result;
}

/* Memory that the process that copies shares with this one. */
struct shared {
	uint64_t left;
	int results[JIT_COPIES_MAX];
};

struct copying {
	const struct jit_copies *copies;
	struct shared *shared;
};

static void copy_step(void *context, uint32_t i)
{
	const struct copying *c = context;

	c->shared->results[i] = c->copies->copy(c->copies->context, i, &c->shared->left);
}

void jit_copies_make(struct jit_copies *c, uint64_t *left)
{
	struct shared *shared = c->n ? aside_memory(sizeof(*shared)) : NULL;
	struct copying copying = { c, shared };
	const struct aside_steps steps = { .n = c->n,
					   .step = copy_step,
					   .context = &copying,
					   .progress = shared ? &shared->left : NULL,
					   .keep = c->fds,
					   .n_keep = c->n };
	int result = -ENOMEM;

	for (uint32_t i = 0; shared && i < c->n; i++)
		shared->results[i] = NOT_DONE;
	if (shared) {
		shared->left = *left;
		result = aside_steps_run(&steps);
		*left = shared->left;
	}
	for (uint32_t i = 0; i < c->n; i++) {
		c->results[i] = shared ? shared->results[i] : NOT_DONE;
		if (c->results[i] == NOT_DONE)
			c->results[i] = result ? result : -EIO;
	}
	aside_memory_free(shared, sizeof(*shared));
}

uint64_t jit_copy_room(const char *folder)
{
	int fd = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
	uint64_t room = fd < 0 ? 0 : file_copy_room(fd, JIT_COPY_MAX_BYTES);

	if (fd >= 0)
		close(fd);
	return room;
}

const char *jit_copy_reason(int result)
{
	switch (result) {
	case -EEXIST: return "there is something of another user's";
	case -EFBIG: return "the copies of a recording may take 1G, and half of what is free";
	case -ELOOP:
	case -EXDEV:
	case -EPERM: return "it is not the process's user's own";
	case -EOPNOTSUPP: return "that file system has no extended attributes to mark it with";
	case -ETIMEDOUT: return "its file system does not answer";
	default: return strerror(-result);
	}
}

static void forget(const char *folder, const char *name, uint32_t pid)
{
	char path[PATH_MAX];
	struct jit_mark mark;

	if (snprintf(path, sizeof(path), "%s/%s", folder, name) < PATH_MAX && jit_mark_get_at(&mark, path) &&
	    mark.started != foreign_process_started(pid))
		unlink(path);
}

void jit_copy_forget(const char *folder, uint32_t pid)
{
	char name[32];

	snprintf(name, sizeof(name), "perf-%u.map", pid);
	forget(folder, name, pid);
	snprintf(name, sizeof(name), "jit-%u.dump", pid);
	forget(folder, name, pid);
}
