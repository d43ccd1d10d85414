#include "record/buildid/jit_maps.h"

#include "common/clock_ns.h"
#include "record/buildid/jit_copy.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#define LOOKED_AT 1
#define OUTDATED  0

void jit_maps_fini(struct jit_maps *m)
{
	for (uint32_t i = 0; i < m->n; i++)
		close(m->list[i].folder);
	u32map_fini(&m->seen);
	m->n = 0;
}

static struct jit_process *find_process(struct jit_maps *m, uint32_t pid)
{
	for (uint32_t i = 0; i < m->n; i++)
		if (m->list[i].process.pid == pid)
			return &m->list[i];
	return NULL;
}

/* Opens the process's /tmp, and finds out about the process. */
static int open_aside(void *data, int *ret_fd)
{
	struct foreign_process *process = data;
	int root, folder;
	int result = foreign_process_open(process, process->pid, &root);

	if (result)
		return result;
	folder = foreign_folder_open(process, root, "/tmp");
	close(root);
	if (folder < 0)
		return folder;
	*ret_fd = folder;
	return 0;
}

static void keep(struct jit_maps *m, struct aside *aside, uint32_t pid)
{
	struct jit_process *process = find_process(m, pid);
	struct jit_process opened = { .process.pid = pid, .seen = clock_ns(CLOCK_REALTIME) };

	if ((!process && m->n == JIT_MAPS_MAX) ||
	    aside_call(aside, open_aside, &opened.process, sizeof(opened.process), &opened.folder))
		return;
	if (process)
		close(process->folder);
	else
		process = &m->list[m->n++];
	*process = opened;
}

bool jit_maps_has_seen(const struct jit_maps *m, uint32_t pid)
{
	return u32map_get(&m->seen, pid) == LOOKED_AT;
}

int jit_maps_see(struct jit_maps *m, struct aside *aside, uint32_t pid, unsigned differs)
{
	jit_copy_forget(JIT_COPY_FOLDER, pid);
	if (differs)
		keep(m, aside, pid);
	return u32map_set(&m->seen, pid, LOOKED_AT);
}

int jit_maps_forget(struct jit_maps *m, uint32_t pid)
{
	return jit_maps_has_seen(m, pid) ? u32map_set(&m->seen, pid, OUTDATED) : 0;
}

/* Opens the map for reading. Returns a descriptor or a negative errno. */
static int open_map(const struct jit_process *p)
{
	struct stat status;
	char name[32];
	int found;

	snprintf(name, sizeof(name), "perf-%u.map", p->process.inner);
	found = foreign_file_find(&p->process, p->folder, name, &status);
	if (found >= 0 && status.st_size > JIT_MAP_MAX) {
		close(found);
		return -EFBIG;
	}
	return found < 0 ? found : foreign_file_open(&p->process, found);
}

struct copying {
	const struct jit_maps *maps;
	const char *folder;
};

static int copy_map(const void *context, uint32_t i, uint64_t *left)
{
	const struct copying *c = context;
	const struct jit_process *p = &c->maps->list[i];
	int from = open_map(p);
	char name[32];
	int result;

	if (from < 0)
		return from;
	snprintf(name, sizeof(name), "perf-%u.map", p->process.pid);
	result = jit_copy(c->folder, name, from, &p->process, left);
	close(from);
	return result;
}

static void describe(const struct foreign_process *p, int result, const char *folder, struct diagnostics *diagnostics)
{
	if (!result)
		diagnostics_add(diagnostics, NOTICE_VERBOSE, "%s/perf-%u.map is that of process %u in its container",
				folder, p->pid, p->inner);
	else if (result != -ENOENT)
		diagnostics_add(diagnostics, NOTICE_WARNING,
				"/tmp/perf-%u.map of process %u in its container is not copied to %s: %s", p->inner,
				p->pid, folder, jit_copy_reason(result));
}

void jit_maps_copy(const struct jit_maps *m, const char *folder, uint64_t *left, struct diagnostics *diagnostics)
{
	const struct copying copying = { m, folder };
	struct jit_copies copies = { .n = m->n, .copy = copy_map, .context = &copying };

	for (uint32_t i = 0; i < m->n; i++)
		copies.fds[i] = m->list[i].folder;
	jit_copies_make(&copies, left);
	for (uint32_t i = 0; i < m->n; i++)
		describe(&m->list[i].process, copies.results[i], folder, diagnostics);
}
