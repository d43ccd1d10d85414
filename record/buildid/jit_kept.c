#include "record/buildid/jit_kept.h"

#include "common/clock_ns.h"
#include "common/list.h"
#include "formats/cache/jit_cache.h"
#include "record/buildid/jit_copy.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

struct jit_owner {
	struct foreign_process process;
	uint64_t seen; /* ns since 1970 */
};

void jit_kept_fini(struct jit_kept *j)
{
	free(j->list);
	*j = (struct jit_kept){ 0 };
}

static int find_aside(void *data, int *ret_fd)
{
	struct foreign_process *process = data;
	int root, result = foreign_process_open(process, process->pid, &root);

	(void)ret_fd;
	if (!result)
		close(root);
	return result;
}

int jit_kept_see(struct jit_kept *j, struct aside *aside, uint32_t pid)
{
	struct jit_owner owner = { .process.pid = pid, .seen = clock_ns(CLOCK_REALTIME) };
	int none;

	if (j->n == JIT_KEPT_MAX || aside_call(aside, find_aside, &owner.process, sizeof(owner.process), &none))
		return 0;
	if (!list_reserve(&j->list, j->n, &j->capacity, sizeof(*j->list)))
		return -ENOMEM;
	j->list[j->n++] = owner;
	return 0;
}

uint32_t jit_kept_count(const struct jit_kept_sources *from)
{
	return from->kept->n + from->maps->n + from->dumps->n;
}

/* The file of a step. */
struct source {
	const struct foreign_process *process;
	uint64_t seen;
	bool is_dump;
	int found; /* O_PATH, or a negative errno */
};

static int find_map(const struct foreign_process *p, int folder)
{
	struct stat status;
	char name[32];
	int found;

	snprintf(name, sizeof(name), "perf-%u.map", p->inner);
	found = foreign_file_find(p, folder, name, &status);
	if (found >= 0 && status.st_size > JIT_MAP_MAX) {
		close(found);
		return -EFBIG;
	}
	return found;
}

static int find_map_here(const struct foreign_process *p)
{
	int folder = open(JIT_COPY_FOLDER, O_PATH | O_DIRECTORY | O_CLOEXEC);
	int found = folder < 0 ? -errno : find_map(p, folder);

	if (folder >= 0)
		close(folder);
	return found;
}

static struct source find(const struct jit_kept_sources *from, uint32_t i)
{
	const struct jit_dump_open *dump;
	const struct jit_process *map;

	if (i < from->kept->n) {
		const struct jit_owner *owner = &from->kept->list[i];

		return (struct source){ &owner->process, owner->seen, false, find_map_here(&owner->process) };
	}
	i -= from->kept->n;
	if (i < from->maps->n) {
		map = &from->maps->list[i];
		return (struct source){ &map->process, map->seen, false, find_map(&map->process, map->folder) };
	}
	dump = &from->dumps->list[i - from->maps->n];
	return (struct source){ &dump->process, dump->seen, true, fcntl(dump->fd, F_DUPFD_CLOEXEC, 0) };
}

int jit_kept_step(const struct jit_kept_sources *from, uint32_t i, int dir, bool is_public, struct cache_room *room)
{
	const struct source s = find(from, i);
	struct stat status;
	int fd, result;

	if (s.found < 0)
		return s.found;
	if (!s.process->uid || s.process->uid == geteuid() || fstat(s.found, &status) ||
	    (is_public && !(status.st_mode & S_IROTH))) {
		close(s.found);
		return -EACCES;
	}
	fd = foreign_file_open(s.process, s.found);
	if (fd < 0)
		return fd;
	result = jit_cache_put(dir, s.is_dump, s.process->pid, s.seen, fd, room);
	close(fd);
	return result;
}
