/*
 * CGROUP records: the ids the kernel gives in samples (PERF_SAMPLE_CGROUP) and the paths they stand for. An id is the
 * file handle of the cgroup's folder, see name_to_handle_at(2).
 */
#include "config.h" /* name_to_handle_at */

#include "record/synth/synth_state.h"

#include "common/mounts.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/types.h>
#include <unistd.h>

#define CGROUP_DEPTH_MAX 64

struct cgroup_handle {
	struct file_handle head;
	uint64_t id;
};

static int cgroup_emit(struct synth *s, int dir, const char *path)
{
	struct cgroup_handle handle = { .head.handle_bytes = sizeof(handle.id) };
	int mount_id;

	if (name_to_handle_at(dir, "", &handle.head, &mount_id, AT_EMPTY_PATH))
		return 0;
	record_put_cgroup(&s->record, load_u64(handle.head.f_handle), *path ? path : "/", &s->id);
	return synth_emit(s);
}

/* The folder dir, which is closed, and those below it. path: its name from the root of the hierarchy, with room to
 * grow. */
static int cgroup_walk(struct synth *s, int fd, char *path, unsigned depth)
{
	size_t size = strlen(path);
	DIR *dir = fdopendir(fd);
	struct dirent *entry;
	int result;

	if (!dir) {
		close(fd);
		return 0;
	}
	result = cgroup_emit(s, fd, path);
	while (!result && depth < CGROUP_DEPTH_MAX && (entry = readdir(dir))) {
		size_t length = strlen(entry->d_name);
		int child;

		if (entry->d_type != DT_DIR || entry->d_name[0] == '.' || size + length + 2 > PATH_MAX)
			continue;
		child = openat(fd, entry->d_name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		if (child < 0)
			continue;
		path[size] = '/';
		memcpy(path + size + 1, entry->d_name, length + 1);
		result = cgroup_walk(s, child, path, depth + 1);
		path[size] = 0;
	}
	closedir(dir);
	return result;
}

int synthesize_cgroups(struct synth *s, struct error *err)
{
	char path[PATH_MAX] = "";
	char mount[PATH_MAX];
	int fd;

	s->err = err;
	if (!s->options.cgroups || mounts_find(s->proc, "mounts", "cgroup2", NULL, mount, sizeof(mount)) <= 0)
		return 0;
	fd = open(mount, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	return fd < 0 ? 0 : cgroup_walk(s, fd, path, 0);
}
