#include "common/foreign_file.h"

#include "common/fileio.h"
#include "common/procfs.h"
#include "common/safe_open.h"
#include "common/task_stat.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/fsuid.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <unistd.h>

#define PROC_FILE_MAX 65536

/* --- the process ------------------------------------------------------------------------------ */

static int open_process(uint32_t pid)
{
	char path[32];

	snprintf(path, sizeof(path), "/proc/%u", pid);
	return open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
}

/* Parses the last of the four numbers in a line of /proc/PID/status: the id for the file system. */
static bool parse_id(const char *status, const char *name, unsigned *ret_id)
{
	const char *line = strstr(status, name);

	return line && sscanf(line + strlen(name), "%*u %*u %*u %u", ret_id) == 1;
}

static int read_status(struct foreign_process *p, int folder)
{
	struct buffer text;
	int result;

	buffer_init(&text);
	result = fileio_read_file(folder, "status", &text, PROC_FILE_MAX);
	if (!result) {
		p->inner = nspid_parse((const char *)text.data);
		if (!parse_id((const char *)text.data, "\nUid:", &p->uid) ||
		    !parse_id((const char *)text.data, "\nGid:", &p->gid))
			result = -EBADMSG;
	}
	buffer_fini(&text);
	return result;
}

static uint64_t read_start(int folder)
{
	struct task_stat stat = { .started = 0 };
	struct buffer text;

	buffer_init(&text);
	if (!fileio_read_file(folder, "stat", &text, PROC_FILE_MAX))
		task_stat_parse(&stat, (const char *)text.data);
	buffer_fini(&text);
	return stat.started;
}

uint64_t foreign_process_started(uint32_t pid)
{
	int folder = open_process(pid);
	uint64_t started = folder < 0 ? 0 : read_start(folder);

	if (folder >= 0)
		close(folder);
	return started;
}

int foreign_process_open(struct foreign_process *ret, uint32_t pid, int *ret_root)
{
	struct foreign_process p = { .pid = pid };
	int folder = open_process(pid);
	int result, root = -1;

	if (folder < 0)
		return -errno;
	/* The root comes first: a process of root's may become the user's and change its root then, not the reverse. */
	root = openat(folder, "root", O_PATH | O_DIRECTORY | O_CLOEXEC);
	result = root < 0 ? -errno : read_status(&p, folder);
	p.started = read_start(folder);
	if (!p.inner)
		p.inner = pid;
	if (!result && !p.started)
		result = -ESRCH;
	close(folder);
	if (result && root >= 0)
		close(root);
	if (result)
		return result;
	*ret = p;
	*ret_root = root;
	return 0;
}

/* --- its files ---------------------------------------------------------------------------------- */

/* The ids that this thread had for the file system. */
struct taken {
	bool is_changed;
	uid_t uid;
	gid_t gid;
	int n_groups;
	gid_t *groups;
};

/* Sets the groups of this thread only; setgroups(3) sets those of all threads. */
static int set_groups(int n, const gid_t *groups)
{
#ifdef SYS_setgroups32
	return (int)syscall(SYS_setgroups32, n, groups);
#else
	return (int)syscall(SYS_setgroups, n, groups);
#endif
}

static int keep_groups(struct taken *before)
{
	int n = getgroups(0, NULL);

	before->groups = n < 0 ? NULL : malloc(((size_t)n + 1) * sizeof(*before->groups));
	if (!before->groups)
		return -ENOMEM;
	before->n_groups = getgroups(n, before->groups);
	return before->n_groups < 0 ? -errno : 0;
}

static void give_back(struct taken *before)
{
	int code = errno;

	if (before->is_changed) {
		setfsuid(before->uid);
		setfsgid(before->gid);
		set_groups(before->n_groups, before->groups);
	}
	free(before->groups);
	errno = code;
}

/*
 * Gives this thread the rights of the user. With root's uid the kernel takes away the capabilities for files, too, see
 * capabilities(7). Root's groups are removed, and of the user's there is only the first. 0, or a negative errno with
 * nothing changed.
 */
static int take_rights(struct taken *before, const struct foreign_process *p)
{
	int result;

	*before = (struct taken){ 0 };
	if (geteuid() || !p->uid)
		return 0;
	result = keep_groups(before);
	if (!result && set_groups(0, NULL))
		result = -errno;
	if (!result) {
		before->is_changed = true;
		before->gid = (gid_t)setfsgid(p->gid);
		before->uid = (uid_t)setfsuid(p->uid);
		/* They do not report failure; a call with an invalid id returns the present one. */
		if ((gid_t)setfsgid((gid_t)-1) != p->gid || (uid_t)setfsuid((uid_t)-1) != p->uid)
			result = -EPERM;
	}
	if (result)
		give_back(before);
	return result;
}

static int open_as(const struct foreign_process *p, int dir, const char *path, uint64_t flags, uint64_t resolve)
{
	const struct open_how how = { .flags = O_PATH | O_CLOEXEC | flags, .resolve = resolve };
	struct taken before;
	int fd = take_rights(&before, p);

	if (fd)
		return fd;
	fd = (int)syscall(SYS_openat2, dir, path, &how, sizeof(how));
	fd = fd < 0 ? -errno : fd;
	give_back(&before);
	return fd;
}

int foreign_folder_open(const struct foreign_process *p, int root, const char *path)
{
	return open_as(p, root, path, O_DIRECTORY, RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS);
}

int foreign_file_find(const struct foreign_process *p, int folder, const char *name, struct stat *ret_status)
{
	int found = open_as(p, folder, name, 0, RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_XDEV);
	int result = 0;

	if (found < 0)
		return found;
	if (fstat(found, ret_status))
		result = -errno;
	else if (!S_ISREG(ret_status->st_mode) || regular_file_is_made_up(found))
		result = -EINVAL;
	else if (ret_status->st_uid != p->uid)
		result = -EPERM;
	if (result)
		close(found);
	return result ? result : found;
}

int foreign_path_find(const struct foreign_process *p, int root, const char *path, struct stat *ret_status)
{
	const char *slash = strrchr(path, '/');
	char way[PATH_MAX];
	int folder, found;

	if (!slash || snprintf(way, sizeof(way), "%.*s", (int)(slash + 1 - path), path) >= PATH_MAX)
		return -EINVAL;
	folder = foreign_folder_open(p, root, way);
	if (folder < 0)
		return folder;
	found = foreign_file_find(p, folder, slash + 1, ret_status);
	close(folder);
	return found;
}

int foreign_file_open(const struct foreign_process *p, int found)
{
	struct taken before;
	int fd = take_rights(&before, p);

	if (fd) {
		close(found);
		return fd;
	}
	fd = regular_file_open(found);
	give_back(&before);
	return fd;
}

#define NAME     "user.prec.copy"
#define TEXT_MAX 64

int jit_mark_set(int fd, const struct jit_mark *mark)
{
	char text[TEXT_MAX];
	int n = snprintf(text, sizeof(text), "%u %" PRIu64, (unsigned)mark->uid, mark->started);

	return fsetxattr(fd, NAME, text, (size_t)n, 0) ? -errno : 0;
}

static bool parse(struct jit_mark *ret, char *text, ssize_t n)
{
	unsigned uid;

	if (n <= 0)
		return false;
	text[n] = 0;
	if (sscanf(text, "%u %" SCNu64, &uid, &ret->started) != 2)
		return false;
	ret->uid = uid;
	return true;
}

bool jit_mark_get(struct jit_mark *ret, int fd)
{
	char text[TEXT_MAX];

	return parse(ret, text, fgetxattr(fd, NAME, text, sizeof(text) - 1));
}

bool jit_mark_get_at(struct jit_mark *ret, const char *path)
{
	char text[TEXT_MAX];

	return parse(ret, text, lgetxattr(path, NAME, text, sizeof(text) - 1));
}
