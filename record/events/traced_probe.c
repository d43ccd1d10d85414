
#include "record/events/traced_probe.h"

#include "common/clock_ns.h"
#include "common/fileio.h"
#include "record/pmu/tracepoint.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define LINE_MAX_BYTES 4094 /* WRITE_BUFSIZE of kernel/trace/trace.c, less two */
#define NAME_SYMBOL    30   /* letters of the function in a name, which has 63 at most */
#define GROUP_MAX      64
#define PATH_BYTES     (TRACEFS_PATH_MAX + 2 * NAME_MAX)
#define LOG_MAX        65536
#define REMOVALS_MAX   50 /* tries, as long as the kernel still closes events */
#define REMOVAL_NS     2000000

/* --- names ----------------------------------------------------------------- */

/* The groups of all processes of this PID namespace begin so. */
static int group_prefix(char prefix[GROUP_MAX])
{
	struct stat status;

	return snprintf(prefix, GROUP_MAX, "prec_%" PRIu64 "_",
			stat("/proc/self/ns/pid", &status) ? 0 : (uint64_t)status.st_ino);
}

static void own_group(char group[GROUP_MAX])
{
	int n = group_prefix(group);

	snprintf(group + n, GROUP_MAX - (size_t)n, "%d", getpid());
}

int traced_probe_name(struct event_spec *spec, const char *symbol)
{
	char group[GROUP_MAX];

	own_group(group);
	spec->system = strdup(group);
	if (asprintf(&spec->tracepoint, "%.*s_%" PRIx64, NAME_SYMBOL, symbol ? symbol : "place",
		     clock_ns(CLOCK_MONOTONIC)) < 0)
		spec->tracepoint = NULL;
	for (char *c = spec->tracepoint; c && *c; c++)
		if (!isalnum((unsigned char)*c))
			*c = '_';
	if (spec->tracepoint && isdigit((unsigned char)*spec->tracepoint))
		*spec->tracepoint = '_';
	return spec->system && spec->tracepoint ? 0 : -ENOMEM;
}

/* --- tracefs ---------------------------------------------------------------- */

struct tracefs {
	char path[TRACEFS_PATH_MAX];
	int probes; /* uprobe_events or kprobe_events */
};

/* Opened to append: O_TRUNC would remove all probes there are. */
static int tracefs_open(struct tracefs *t, const struct event_spec *spec, struct error *err)
{
	char path[PATH_BYTES];
	int result = tracefs_find(t->path, NULL, err);

	if (!result) {
		snprintf(path, sizeof(path), "%s/%s_events", t->path, spec->pmu);
		t->probes = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
		result = t->probes < 0 ? error_set(err, -errno, "%s: %s", path, strerror(errno)) : 0;
	}
	if (result == -EACCES)
		error_set(err, result, "only root may make a probe in tracefs");
	return result;
}

/* A line is one call. */
static int tracefs_write(const struct tracefs *t, const char *line)
{
	return write(t->probes, line, strlen(line)) < 0 ? -errno : 0;
}

static int remove_named(const struct tracefs *t, const char *group, const char *name)
{
	char line[2 * NAME_MAX + 8];

	snprintf(line, sizeof(line), "-:%s/%s\n", group, name);
	return tracefs_write(t, line);
}

/* --- what others have left --------------------------------------------------- */

static void remove_group(const struct tracefs *t, const char *group)
{
	char path[PATH_BYTES];
	struct dirent *entry;
	DIR *dir;

	snprintf(path, sizeof(path), "%s/events/%s", t->path, group);
	dir = opendir(path);
	while (dir && (entry = readdir(dir)))
		if (entry->d_type == DT_DIR && *entry->d_name != '.')
			remove_named(t, group, entry->d_name);
	if (dir)
		closedir(dir);
}

/* The group is of a process that is no more. */
static bool is_left(const char *group, const char *prefix)
{
	const size_t n = strlen(prefix);
	const pid_t pid = strncmp(group, prefix, n) ? 0 : (pid_t)strtol(group + n, NULL, 10);

	return pid > 0 && kill(pid, 0) && errno == ESRCH;
}

static void remove_left(const struct tracefs *t)
{
	char path[PATH_BYTES], prefix[GROUP_MAX];
	struct dirent *entry;
	DIR *dir;

	group_prefix(prefix);
	snprintf(path, sizeof(path), "%s/events", t->path);
	dir = opendir(path);
	while (dir && (entry = readdir(dir)))
		if (is_left(entry->d_name, prefix))
			remove_group(t, entry->d_name);
	if (dir)
		closedir(dir);
}

/* --- making ------------------------------------------------------------------ */

/* What tracefs takes for a path: it splits lines at blanks, of which the kernel's isspace(3) has more than C's. */
static bool is_plain(const char *path)
{
	for (; *path; path++)
		if (*path == '#' || !isascii((unsigned char)*path) || !isgraph((unsigned char)*path))
			return false;
	return true;
}

/* The file's path, or where a line cannot have that, one by a descriptor, which the caller closes; -1: there is none.
 */
static int path_for_line(char ret_path[PATH_MAX], const char *file)
{
	int fd = is_plain(file) ? -1 : open(file, O_PATH | O_CLOEXEC);

	if (fd < 0)
		snprintf(ret_path, PATH_MAX, "%s", file);
	else
		snprintf(ret_path, PATH_MAX, "/proc/%d/fd/%d", getpid(), fd);
	return fd;
}

static int format_point(char *point, size_t size, const struct event_spec *spec, const char *path)
{
	const uint64_t offset = spec->attr.config2;

	if (!strcmp(spec->pmu, "uprobe"))
		return snprintf(point, size, "%s:%#" PRIx64, path, offset);
	if (spec->probed)
		return snprintf(point, size, "%s+%" PRIu64, spec->probed, offset);
	return snprintf(point, size, "%#" PRIx64, offset);
}

/* As the kernel wants it: Documentation/trace/uprobetracer.rst and kprobetrace.rst. */
static int write_line(const struct tracefs *t, const struct event_spec *spec)
{
	char line[LINE_MAX_BYTES], point[LINE_MAX_BYTES], path[PATH_MAX];
	int fd = path_for_line(path, spec->probed ? spec->probed : "");
	int result = -E2BIG, n = format_point(point, sizeof(point), spec, path);

	if (n < (int)sizeof(point))
		n = snprintf(line, sizeof(line), "%c:%s/%s %s%s%s\n", spec->probed_at_return ? 'r' : 'p', spec->system,
			     spec->tracepoint, point, spec->probe_args ? " " : "",
			     spec->probe_args ? spec->probe_args : "");
	/* After a newline tracefs would read another probe. */
	if (n < (int)sizeof(line))
		result = strchr(line, '\n') == line + n - 1 ? tracefs_write(t, line) : -EINVAL;
	if (fd >= 0)
		close(fd);
	return result;
}

/* Adds what the kernel has against the line (Linux 5.2): in error_log that is before the line itself. */
static void explain(const struct tracefs *t, const struct event_spec *spec, struct error *err)
{
	const char mark[] = "error: ", *said = NULL, *line;
	char path[PATH_BYTES], name[2 * NAME_MAX];
	struct buffer text;

	snprintf(path, sizeof(path), "%s/error_log", t->path);
	snprintf(name, sizeof(name), "%s/%s ", spec->system, spec->tracepoint);
	buffer_init(&text);
	if (!fileio_read_file(AT_FDCWD, path, &text, LOG_MAX) && (line = strstr((const char *)text.data, name)))
		for (const char *at = (const char *)text.data; (at = strstr(at, mark)) && at < line;)
			said = at += strlen(mark);
	if (said)
		error_append(err, ": %.*s: %s", (int)strcspn(said, "\n"), said,
			     spec->probe_args ? spec->probe_args : "");
	buffer_fini(&text);
}

static int make(const struct tracefs *t, const struct event_spec *spec, struct error *err)
{
	int result;

	remove_left(t);
	result = write_line(t, spec);
	if (!result)
		return 0;
	error_set(err, result, "the kernel makes no probe of it in %s/%s_events (%s)", t->path, spec->pmu,
		  strerror(-result));
	explain(t, spec, err);
	return result;
}

static int keep_id(void *context, const char *system, const char *name, uint64_t id)
{
	(void)system;
	(void)name;
	*(uint64_t *)context = id;
	return 0;
}

int traced_probe_make(const struct event_spec *spec, uint64_t *ret_id, struct error *err)
{
	struct tracefs t;
	int result = tracefs_open(&t, spec, err);

	if (result)
		return result;
	if (tracepoint_each(t.path, spec->system, spec->tracepoint, keep_id, ret_id, NULL)) {
		result = make(&t, spec, err);
		if (!result)
			result = tracepoint_each(t.path, spec->system, spec->tracepoint, keep_id, ret_id, err);
	}
	close(t.probes);
	return result;
}

void traced_probe_remove(const struct event_spec *spec)
{
	const struct timespec pause = { .tv_nsec = REMOVAL_NS };
	char group[GROUP_MAX];
	struct tracefs t;

	own_group(group);
	if (strcmp(group, spec->system) != 0 || tracefs_open(&t, spec, NULL))
		return;
	for (int i = 0; i < REMOVALS_MAX && remove_named(&t, group, spec->tracepoint) == -EBUSY; i++)
		nanosleep(&pause, NULL);
	close(t.probes);
}
