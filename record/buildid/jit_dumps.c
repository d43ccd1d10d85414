#include "record/buildid/jit_dumps.h"

#include "record/aside/aside_steps.h"
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

void jit_dumps_see(struct jit_dumps *d, struct aside *aside, uint32_t pid, const char *path)
{
	struct see_call call = { .process.pid = pid };
	int fd;

	if (snprintf(call.path, sizeof(call.path), "%s", path) < PATH_MAX &&
	    !aside_call(aside, see_aside, &call, sizeof(call), &fd))
		jit_dumps_take(d, &call.process, fd);
}

/* What the process that copies shares with this one. */
struct shared {
	uint64_t left;
	int results[JIT_DUMPS_MAX];
};

struct copying {
	const struct jit_dumps *dumps;
	const char *folder;
	struct shared *shared;
};

static void copy_step(void *context, uint32_t i)
{
	const struct copying *c = context;
	const struct jit_dump_open *dump = &c->dumps->list[i];
	int from = foreign_file_open(&dump->process, dup(dump->fd));
	char name[32];

	snprintf(name, sizeof(name), "jit-%u.dump", dump->process.pid);
	c->shared->results[i] = from < 0 ? from : jit_copy(c->folder, name, from, &dump->process, &c->shared->left);
	if (from >= 0)
		close(from);
}

static void run(const struct copying *c)
{
	int fds[JIT_DUMPS_MAX];
	const struct aside_steps steps = { .n = c->dumps->n,
					   .step = copy_step,
					   .context = (void *)c,
					   .progress = &c->shared->left,
					   .keep = fds,
					   .n_keep = c->dumps->n };
	int result;

	for (uint32_t i = 0; i < c->dumps->n; i++) {
		fds[i] = c->dumps->list[i].fd;
		c->shared->results[i] = JIT_COPY_NOT_DONE;
	}
	result = aside_steps_run(&steps);
	for (uint32_t i = 0; i < c->dumps->n; i++)
		if (c->shared->results[i] == JIT_COPY_NOT_DONE)
			c->shared->results[i] = result ? result : -EIO;
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
	struct shared *shared = d->n ? aside_memory(sizeof(*shared)) : NULL;
	const struct copying c = { d, folder, shared };

	if (!shared)
		return;
	shared->left = *left;
	run(&c);
	*left = shared->left;
	for (uint32_t i = 0; i < d->n; i++)
		describe(d->list[i].process.pid, shared->results[i], folder, diagnostics);
	aside_memory_free(shared, sizeof(*shared));
}
