#include "record/pmu/tracepoint.h"

#include "common/fileio.h"
#include "common/procfs.h"
#include "record/privilege/privilege.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define TRACEPOINT_PATH_MAX (TRACEFS_PATH_MAX + 600)
#define TRACEPOINT_ID_MAX   64
#define TRACEFS_USUAL       "/sys/kernel/tracing"
#define PARANOID_SAMPLES    (-1) /* the highest that lets every user sample tracepoints */
#define DEBUGFS_USUAL       "/sys/kernel/debug"

/* What perf_event_open(2) wants for samples of tracepoints is another setting. */
static int tracefs_denied(struct error *err, const char *path)
{
	const int paranoid = fileio_read_number("/proc/sys/kernel/perf_event_paranoid", 2);

	error_set(err, -EACCES,
		  "tracepoints in %s cannot be read by this user; run as root, or allow it with:\n"
		  "    sudo mount -o remount,mode=750,gid=%u %s",
		  path, (unsigned)getgid(), path);
	if (paranoid > PARANOID_SAMPLES && !privilege_has_events())
		error_append(err,
			     "\nand to sample them (kernel.perf_event_paranoid is %d) with one of:\n"
			     "    sudo sysctl kernel.perf_event_paranoid=%d\n"
			     "    CAP_PERFMON, see setcap(8)",
			     paranoid, PARANOID_SAMPLES);
	return -EACCES;
}

int tracefs_find(char *ret_path, const char *proc_root, struct error *err)
{
	const struct mount_query tracefs = { "tracefs", NULL, TRACEFS_USUAL };
	const struct mount_query debugfs = { "debugfs", NULL, DEBUGFS_USUAL };
	char events[TRACEFS_PATH_MAX + 16];
	char mounts[TRACEFS_PATH_MAX];
	char path[TRACEFS_PATH_MAX];
	int found;

	snprintf(mounts, sizeof(mounts), "%s/mounts", proc_root ? proc_root : "/proc");
	found = mounts_find(AT_FDCWD, mounts, &tracefs, path, sizeof(path));
	if (!found) {
		found = mounts_find(AT_FDCWD, mounts, &debugfs, path, sizeof(path) - strlen("/tracing"));
		if (found > 0)
			strcat(path, "/tracing");
	}
	if (found < 0)
		return error_set(err, found, "cannot read %s: %s", mounts, strerror(-found));
	if (!found)
		return error_set(err, -ENOENT,
				 "tracepoints and probes need tracefs, which is not mounted; mount it with: "
				 "sudo mount -t tracefs nodev " TRACEFS_USUAL);
	snprintf(events, sizeof(events), "%s/events", path);
	if (access(events, R_OK | X_OK) && errno == EACCES)
		return tracefs_denied(err, path);
	memcpy(ret_path, path, sizeof(path));
	return 0;
}

/* Groups whose tracepoints are made by Linux perf's commands, and what does without. */
static const struct {
	const char *group; /* a pattern of fnmatch(3) */
	const char *instead;
} made_groups[] = {
	{ "probe", "kprobe:FUNCTION needs no probe made before" },
	{ "probe_*", "uprobe:FILE:FUNCTION needs no probe made before" },
	{ "sdt_*", "probes of a program's own (USDT) are there once 'perf probe' has made them" },
};

static int tracepoint_missing(struct error *err, const char *tracefs, const char *system, const char *name)
{
	error_set(err, -ENOENT, "no tracepoint %s:%s in %s", system, name, tracefs);
	for (size_t i = 0; i < ARRAY_SIZE(made_groups); i++)
		if (!fnmatch(made_groups[i].group, system, 0))
			error_append(err, "; %s", made_groups[i].instead);
	return -ENOENT;
}

/* The id of a tracepoint. 0, -ENOENT when there is none of the name, -EACCES, -EBADMSG. */
static int read_id(uint64_t *ret_id, const char *tracefs, const char *system, const char *name, struct error *err)
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
		result = tracepoint_missing(err, tracefs, system, name);
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
			result = read_id(&id, w->tracefs, system, name, &ignored);
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
		result = read_id(&id, tracefs, system_glob, name_glob, err);
		return result ? result : found(context, system_glob, name_glob, id);
	}
	result = glob_is_plain(system_glob) ? tracepoint_walk_system(&w, system_glob)
					    : tracepoint_walk_systems(&w, system_glob);
	if (!result && !w.n)
		result = error_set(err, -ENOENT, "no tracepoint matches %s:%s in %s", system_glob, name_glob, tracefs);
	return result;
}
