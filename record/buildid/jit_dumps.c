#include "record/buildid/jit_dumps.h"

#include "common/clock_ns.h"
#include "record/buildid/jit_copy.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

void jit_dumps_fini(struct jit_dumps *d)
{
	for (uint32_t i = 0; i < d->n; i++)
		close(d->list[i].fd);
	d->n = 0;
}

void jit_dumps_take(struct jit_dumps *d, const struct foreign_process *process, bool is_contained, int fd)
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
	d->list[i] = (struct jit_dump_open){
		.process = *process, .is_contained = is_contained, .seen = clock_ns(CLOCK_REALTIME), .fd = fd
	};
}

struct see_call {
	struct foreign_process process;
	char path[PATH_MAX];
};

static int see_aside(void *data, int *ret_fd)
{
	struct see_call *c = data;
	struct stat status;
	int root, found;
	int result = foreign_process_open(&c->process, c->process.pid, &root);

	if (result)
		return result;
	found = foreign_path_find(&c->process, root, c->path, &status);
	close(root);
	if (found < 0)
		return found;
	*ret_fd = found;
	return 0;
}

void jit_dumps_see(struct jit_dumps *d, struct aside *aside, uint32_t pid, const char *path, bool is_contained)
{
	struct see_call call = { .process.pid = pid };
	int fd;

	if (snprintf(call.path, sizeof(call.path), "%s", path) < PATH_MAX &&
	    !aside_call(aside, see_aside, &call, sizeof(call), &fd))
		jit_dumps_take(d, &call.process, is_contained, fd);
}

struct copying {
	const struct jit_dumps *dumps;
	const char *folder;
};

static int copy_dump(const void *context, uint32_t i, uint64_t *left)
{
	const struct copying *c = context;
	const struct jit_dump_open *dump = &c->dumps->list[i];
	int from;
	char name[32];
	int result;

	if (!dump->is_contained)
		return 0;
	from = foreign_file_open(&dump->process, dup(dump->fd));
	if (from < 0)
		return from;
	snprintf(name, sizeof(name), "jit-%u.dump", dump->process.pid);
	result = jit_copy(c->folder, name, from, &dump->process, left);
	close(from);
	return result;
}

static void describe(uint32_t pid, int result, const char *folder, struct diagnostics *diagnostics)
{
	if (!result)
		diagnostics_add(diagnostics, NOTICE_VERBOSE, "%s/jit-%u.dump is that of a process in a container",
				folder, pid);
	else
		diagnostics_add(diagnostics, NOTICE_WARNING,
				"the dump of the code that process %u made in its container is not copied to "
				"%s/jit-%u.dump: %s",
				pid, folder, pid, jit_copy_reason(result));
}

void jit_dumps_copy(const struct jit_dumps *d, const char *folder, uint64_t *left, struct diagnostics *diagnostics)
{
	const struct copying copying = { d, folder };
	struct jit_copies copies = { .n = d->n, .copy = copy_dump, .context = &copying };

	for (uint32_t i = 0; i < d->n; i++)
		copies.fds[i] = d->list[i].fd;
	jit_copies_make(&copies, left);
	for (uint32_t i = 0; i < d->n; i++)
		if (d->list[i].is_contained)
			describe(d->list[i].process.pid, copies.results[i], folder, diagnostics);
}
