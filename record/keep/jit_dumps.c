#include "record/keep/jit_dumps.h"

#include "record/keep/jit_copy.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

void jit_dumps_fini(struct jit_dumps *d)
{
	for (uint32_t i = 0; i < d->n; i++)
		close(d->list[i].fd);
	d->n = 0;
}

void jit_dumps_take(struct jit_dumps *d, const struct foreign_process *process, int fd)
{
	uint32_t i = 0;

	while (i < d->n && d->list[i].process.pid != process->pid)
		i++;
	if (i == JIT_DUMPS_MAX) {
		close(fd);
		return;
	}
	if (i < d->n)
		close(d->list[i].fd);
	else
		d->n++;
	d->list[i] = (struct jit_dump_open){ .process = *process, .fd = fd };
}

void jit_dumps_see(struct jit_dumps *d, uint32_t pid, const char *path)
{
	struct foreign_process process;
	struct stat status;
	int root, fd;

	if (foreign_process_open(&process, pid, &root))
		return;
	fd = foreign_path_find(&process, root, path, &status);
	close(root);
	if (fd >= 0)
		fd = foreign_file_open(&process, fd);
	if (fd >= 0)
		jit_dumps_take(d, &process, fd);
}

void jit_dumps_copy(const struct jit_dumps *d, const char *folder, uint64_t *left, struct notices *notices)
{
	for (uint32_t i = 0; i < d->n; i++) {
		const struct foreign_process *p = &d->list[i].process;
		char name[32];
		int result;

		snprintf(name, sizeof(name), "jit-%u.dump", p->pid);
		result = jit_copy(folder, name, d->list[i].fd, p, left);
		if (!result)
			notices_add(notices, NOTICE_VERBOSE, "%s/%s is that of a process in a container", folder, name);
		else
			notices_add(
				notices, NOTICE_WARNING,
				"the dump of the code that process %u made in its container is not copied to %s/%s: "
				"%s",
				p->pid, folder, name, jit_copy_reason(result));
	}
}
