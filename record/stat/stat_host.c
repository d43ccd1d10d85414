#include "record/stat/stat_host.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int stat_host_init(struct stat_host *h, enum stat_by by, const struct host_roots *roots)
{
	*h = (struct stat_host){ .roots = *roots };
	return by == STAT_BY_ALL || by == STAT_BY_THREAD ? 0 : host_nodes_read(&h->nodes, roots);
}

void stat_host_fini(struct stat_host *h)
{
	host_nodes_fini(&h->nodes);
}

static struct cpu_loc loc_of_cpu(const void *context, int cpu, int cache_level)
{
	const struct stat_host *h = context;

	return cpu_loc_read(&h->nodes, &h->roots, cpu, cache_level);
}

static void read_comm(const void *context, pid_t tid, char ret_comm[STAT_COMM_MAX])
{
	const struct stat_host *h = context;
	char path[256];
	ssize_t n = -1;
	int fd;

	snprintf(path, sizeof(path), "%s/%d/comm", h->roots.proc_root ? h->roots.proc_root : "/proc", tid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd >= 0) {
		n = read(fd, ret_comm, STAT_COMM_MAX - 1);
		close(fd);
	}
	ret_comm[n > 0 ? n : 0] = '\0';
	ret_comm[strcspn(ret_comm, "\n")] = '\0';
}

struct stat_machine stat_host_machine(const struct stat_host *h)
{
	return (struct stat_machine){ .loc_of_cpu = loc_of_cpu, .comm_of = read_comm, .context = h };
}
