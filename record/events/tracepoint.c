#include "record/events/tracepoint.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/fileio.h"

#define TRACEPOINT_PATH_MAX (TRACEFS_PATH_MAX + 600)
#define TRACEPOINT_ID_MAX   64
#define TRACEFS_USUAL       "/sys/kernel/tracing"
#define DEBUGFS_USUAL       "/sys/kernel/debug"
#define MOUNTS_MAX          (16u << 20)

/*
 * Puts the mount point of a file system of type, with its "\040" left as is, into path: usual where it is one, else the
 * first, so that a second mount below some chroot is not taken for the machine's own.
 */
static bool mounts_find(const char *mounts, const char *type, const char *usual, char *path)
{
	char found_path[TRACEFS_PATH_MAX];
	bool found = false;

	for (const char *line = mounts; line && *line; line = strchr(line, '\n'), line += line ? 1 : 0) {
		char found_type[32];

		if (sscanf(line, "%*s %255s %31s", found_path, found_type) != 2 || strcmp(found_type, type))
			continue;
		if (!found || !strcmp(found_path, usual))
			strcpy(path, found_path);
		found = true;
	}
	return found;
}

static int tracefs_denied(struct error *err, const char *path)
{
	return error_set(err, -EACCES,
			 "tracepoints in %s cannot be read by this user; run as root, or allow it with: "
			 "sudo mount -o remount,mode=755,gid=%u %s",
			 path, (unsigned)getgid(), path);
}

int tracefs_find(char *ret_path, const char *proc_root, struct error *err)
{
	char events[TRACEFS_PATH_MAX + 16];
	char path[TRACEFS_PATH_MAX];
	struct buffer mounts;
	bool found;
	int result;

	snprintf(path, sizeof(path), "%s/mounts", proc_root ? proc_root : "/proc");
	buffer_init(&mounts);
	result = fileio_read_file(AT_FDCWD, path, &mounts, MOUNTS_MAX);
	if (result) {
		buffer_fini(&mounts);
		return error_set(err, result, "cannot read %s: %s", path, strerror(-result));
	}
	found = mounts_find((char *)mounts.data, "tracefs", TRACEFS_USUAL, path);
	if (!found && mounts_find((char *)mounts.data, "debugfs", DEBUGFS_USUAL, path)) {
		found = strlen(path) + strlen("/tracing") < sizeof(path);
		if (found)
			strcat(path, "/tracing");
	}
	buffer_fini(&mounts);
	if (!found)
		return error_set(err, -ENOENT,
				 "tracepoints need tracefs, which is not mounted; mount it with: "
				 "sudo mount -t tracefs nodev " TRACEFS_USUAL);
	snprintf(events, sizeof(events), "%s/events", path);
	if (access(events, R_OK | X_OK) && errno == EACCES)
		return tracefs_denied(err, path);
	memcpy(ret_path, path, sizeof(path));
	return 0;
}

int tracepoint_read_id(uint64_t *ret_id, const char *tracefs, const char *system, const char *name, struct error *err)
{
	char path[TRACEPOINT_PATH_MAX];
	struct buffer text;
	char *end;
	int result;

	if (snprintf(path, sizeof(path), "%s/events/%s/%s/id", tracefs, system, name) >= (int)sizeof(path))
		return error_set(err, -ENOENT, "tracepoint name too long");
	buffer_init(&text);
	result = fileio_read_file(AT_FDCWD, path, &text, TRACEPOINT_ID_MAX);
	if (!result) {
		*ret_id = strtoull((char *)text.data, &end, 10);
		if (end == (char *)text.data)
			result = error_set(err, -EBADMSG, "%s does not hold a number", path);
	} else if (result == -EACCES || result == -EPERM) {
		result = tracefs_denied(err, tracefs);
	} else if (result == -ENOENT || result == -ENOTDIR) {
		result = error_set(err, -ENOENT, "no tracepoint %s:%s in %s", system, name, tracefs);
	} else {
		result = error_set(err, result, "cannot read %s: %s", path, strerror(-result));
	}
	buffer_fini(&text);
	return result;
}

static int tracepoint_keep(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

static bool glob_is_plain(const char *glob)
{
	return !strpbrk(glob, "*?[");
}

struct tracepoint_walk {
	const char *tracefs;
	const char *name_glob;
	int (*found)(void *context, const char *system, const char *name, uint64_t id);
	void *context;
	struct error *err;
	uint64_t n;
};

/* "enable" and "filter" are files of tracefs, not events. */
static int tracepoint_walk_system(struct tracepoint_walk *w, const char *system)
{
	char path[TRACEPOINT_PATH_MAX];
	struct dirent **entries;
	int result = 0;
	int n;

	snprintf(path, sizeof(path), "%s/events/%s", w->tracefs, system);
	n = scandir(path, &entries, tracepoint_keep, alphasort);
	if (n < 0)
		return errno == EACCES ? tracefs_denied(w->err, w->tracefs) : 0;
	for (int i = 0; i < n; i++) {
		const char *name = entries[i]->d_name;
		struct error ignored;
		uint64_t id;

		if (!result && entries[i]->d_type != DT_REG && !fnmatch(w->name_glob, name, 0)) {
			result = tracepoint_read_id(&id, w->tracefs, system, name, &ignored);
			if (!result) {
				w->n++;
				result = w->found(w->context, system, name, id);
			} else if (result == -EACCES) {
				tracefs_denied(w->err, w->tracefs);
			} else {
				result = 0; /* no id: an event of the ftrace system, not for perf_event_open */
			}
		}
		free(entries[i]);
	}
	free(entries);
	return result;
}

static int tracepoint_walk_systems(struct tracepoint_walk *w, const char *system_glob)
{
	char path[TRACEPOINT_PATH_MAX];
	struct dirent **entries;
	int result = 0;
	int n;

	snprintf(path, sizeof(path), "%s/events", w->tracefs);
	n = scandir(path, &entries, tracepoint_keep, alphasort);
	if (n < 0)
		return errno == EACCES ? tracefs_denied(w->err, w->tracefs)
				       : error_set(w->err, -errno, "cannot read %s: %s", path, strerror(errno));
	for (int i = 0; i < n; i++) {
		if (!result && entries[i]->d_type != DT_REG && !fnmatch(system_glob, entries[i]->d_name, 0))
			result = tracepoint_walk_system(w, entries[i]->d_name);
		free(entries[i]);
	}
	free(entries);
	return result;
}

int tracepoint_each(const char *tracefs, const char *system_glob, const char *name_glob,
		    int (*found)(void *context, const char *system, const char *name, uint64_t id), void *context,
		    struct error *err)
{
	struct tracepoint_walk w = { tracefs, name_glob, found, context, err, 0 };
	uint64_t id;
	int result;

	if (glob_is_plain(system_glob) && glob_is_plain(name_glob)) {
		result = tracepoint_read_id(&id, tracefs, system_glob, name_glob, err);
		return result ? result : found(context, system_glob, name_glob, id);
	}
	result = glob_is_plain(system_glob) ? tracepoint_walk_system(&w, system_glob)
					    : tracepoint_walk_systems(&w, system_glob);
	if (!result && !w.n)
		result = error_set(err, -ENOENT, "no tracepoint matches %s:%s in %s", system_glob, name_glob, tracefs);
	return result;
}
