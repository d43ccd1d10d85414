
#include "record/synth/synth_cgroups.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct cgroup_walk {
	struct synth *synth;
	char path[PATH_MAX]; /* below the root; "" is the root itself */
};

/* False: the folder is no cgroup, or gone. */
static bool get_id(int dir, uint64_t *ret_id)
{
	union {
		struct file_handle handle;
		char bytes[sizeof(struct file_handle) + sizeof(uint64_t)];
	} room;
	int mount;

	memset(&room, 0, sizeof(room));
	room.handle.handle_bytes = sizeof(*ret_id);
	if (name_to_handle_at(dir, "", &room.handle, &mount, AT_EMPTY_PATH) ||
	    room.handle.handle_bytes != sizeof(*ret_id))
		return false;
	memcpy(ret_id, room.handle.f_handle, sizeof(*ret_id));
	return true;
}

static int put_cgroup(struct cgroup_walk *walk, int dir)
{
	struct synth *s = walk->synth;
	uint64_t id;
	size_t start;

	if (!get_id(dir, &id))
		return 0;
	start = record_begin(&s->record, PERF_RECORD_CGROUP, 0);
	buffer_put_u64(&s->record, id);
	buffer_put_string(&s->record, walk->path[0] ? walk->path : "/");
	buffer_pad(&s->record, 8);
	record_end(&s->record, start, &s->id);
	return synth_emit(s);
}

static int walk_folder(struct cgroup_walk *walk, int dir, int depth);

/* Skips what is no folder or what this user may not see. */
static int walk_entry(struct cgroup_walk *walk, int dir, const char *name, int depth)
{
	size_t length = strlen(walk->path);
	int result = 0;
	int below;

	if (!strcmp(name, ".") || !strcmp(name, "..") || length + strlen(name) + 2 > sizeof(walk->path))
		return 0;
	below = openat(dir, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (below < 0)
		return 0;
	snprintf(walk->path + length, sizeof(walk->path) - length, "/%s", name);
	result = walk_folder(walk, below, depth + 1);
	walk->path[length] = 0;
	return result;
}

/* Closes the descriptor. */
static int walk_folder(struct cgroup_walk *walk, int dir, int depth)
{
	int result = put_cgroup(walk, dir);
	DIR *entries = result || depth >= SYNTH_CGROUPS_DEPTH_MAX ? NULL : fdopendir(dir);
	struct dirent *entry;

	if (!entries) {
		close(dir);
		return result;
	}
	while (!result && (entry = readdir(entries)))
		if (entry->d_type == DT_DIR || entry->d_type == DT_UNKNOWN)
			result = walk_entry(walk, dir, entry->d_name, depth);
	closedir(entries);
	return result;
}

int synth_cgroups(struct synth *s, int root, struct error *err)
{
	struct cgroup_walk walk = { .synth = s };

	s->err = err;
	return walk_folder(&walk, root, 0);
}
