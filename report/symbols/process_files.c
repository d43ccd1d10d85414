#include "report/symbols/process_files.h"

#include "common/aside_server.h"
#include "common/fileio.h"
#include "common/foreign_file.h"
#include "formats/jit/jitdump.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

struct process_files {
	struct aside_server *server;
	time_t until;
};

struct request {
	uint32_t pid;
	int64_t until;       /* 0: no limit */
	char path[PATH_MAX]; /* of a dump; "": the map */
};

/* --- beside the reader --------------------------------------------------------- */

/* Returns when a process was started, by CLOCK_REALTIME in seconds; 0: unknown. */
static int64_t start_time(uint32_t pid)
{
	uint64_t ticks = foreign_process_started(pid);
	struct buffer text;
	int64_t boot = 0;
	const char *p;

	buffer_init(&text);
	if (!fileio_read_file(AT_FDCWD, "/proc/stat", &text, 16 << 20)) {
		p = strstr((const char *)text.data, "\nbtime ");
		boot = p ? atoll(p + strlen("\nbtime ")) : 0;
	}
	buffer_fini(&text);
	return boot && ticks ? boot + (int64_t)ticks / sysconf(_SC_CLK_TCK) : 0;
}

static bool is_same_file(const char *a, const char *b)
{
	struct stat x, y;

	return !stat(a, &x) && !stat(b, &y) && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

/* Whether the process has another root than this one. */
static bool has_other_files(uint32_t pid, const char *root)
{
	char mounts[64];

	snprintf(mounts, sizeof(mounts), "/proc/%u/ns/mnt", pid);
	return !is_same_file(root, "/") || !is_same_file(mounts, "/proc/self/ns/mnt");
}

/* Whether its files belong to a user that this one does not trust but with its own. */
static bool is_foreign(const struct foreign_process *process)
{
	return process->uid && process->uid != geteuid();
}

static int find(const struct request *r)
{
	bool wants_map = !*r->path;
	struct foreign_process process;
	char root_path[64], map[64];
	struct stat status;
	int root, fd;

	snprintf(root_path, sizeof(root_path), "/proc/%u/root", r->pid);
	if (!wants_map && !jitdump_is_path(r->path, strlen(r->path)))
		return -EPERM;
	if (r->until && start_time(r->pid) > r->until)
		return -ENOENT;
	fd = foreign_process_open(&process, r->pid, &root);
	if (fd < 0)
		return fd;
	snprintf(map, sizeof(map), "/tmp/perf-%u.map", process.inner);
	fd = -ENOENT;
	if ((wants_map && process.inner != r->pid) || is_foreign(&process) || has_other_files(r->pid, root_path))
		fd = foreign_path_find(&process, root, wants_map ? map : r->path, &status);
	close(root);
	return fd < 0 ? fd : foreign_file_open(&process, fd);
}

static int answer(void *data, int *ret_fd)
{
	struct request *r = data;
	int fd;

	r->path[sizeof(r->path) - 1] = 0;
	fd = find(r);
	if (fd < 0)
		return fd;
	*ret_fd = fd;
	return 0;
}

/* --- the reader --------------------------------------------------------------------- */

struct process_files *process_files_start(void)
{
	static aside_work *const works[] = { answer };
	struct process_files *p = calloc(1, sizeof(*p));

	if (p)
		p->server = aside_server_start(works, 1);
	if (p && p->server)
		return p;
	free(p);
	return NULL;
}

void process_files_stop(struct process_files *p)
{
	if (!p)
		return;
	aside_server_stop(p->server);
	free(p);
}

void process_files_limit(struct process_files *p, time_t until)
{
	if (p)
		p->until = until;
}

static int ask(struct process_files *p, struct request *r)
{
	int fd, result;

	r->until = p->until;
	result = aside_server_call(p->server, answer, r, sizeof(*r), &fd);
	if (!result && fd < 0)
		result = -EIO;
	return result ? result : fd;
}

int process_files_map(struct process_files *p, uint32_t pid)
{
	struct request r = { .pid = pid };

	return p ? ask(p, &r) : -ENOENT;
}

int process_files_dump(struct process_files *p, uint32_t pid, const char *path)
{
	struct request r = { .pid = pid };

	if (!p || strlen(path) >= sizeof(r.path))
		return -ENOENT;
	memcpy(r.path, path, strlen(path) + 1);
	return ask(p, &r);
}
