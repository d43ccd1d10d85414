#include "record/keep/jit_maps.h"

#include "record/keep/jit_copy.h"

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

/* The process and its /tmp. 0 or a negative errno. */
static int open_folder(struct jit_process *ret, uint32_t pid)
{
	int root;
	int result = foreign_process_open(&ret->process, pid, &root);

	if (result)
		return result;
	ret->folder = foreign_folder_open(&ret->process, root, "/tmp");
	close(root);
	return ret->folder < 0 ? ret->folder : 0;
}

static void keep(struct jit_maps *m, uint32_t pid)
{
	struct jit_process *process = find_process(m, pid);
	struct jit_process opened;

	if ((!process && m->n == JIT_MAPS_MAX) || open_folder(&opened, pid))
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

int jit_maps_see(struct jit_maps *m, uint32_t pid, unsigned differs)
{
	jit_copy_forget(JIT_COPY_FOLDER, pid);
	if (differs)
		keep(m, pid);
	return u32map_set(&m->seen, pid, LOOKED_AT);
}

int jit_maps_forget(struct jit_maps *m, uint32_t pid)
{
	return jit_maps_has_seen(m, pid) ? u32map_set(&m->seen, pid, OUTDATED) : 0;
}

/* A descriptor for reading, or a negative errno. */
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

static int copy_map(const struct jit_process *p, const char *folder, uint64_t *left)
{
	int from = open_map(p);
	char name[32];
	int result;

	if (from < 0)
		return from;
	snprintf(name, sizeof(name), "perf-%u.map", p->process.pid);
	result = jit_copy(folder, name, from, &p->process, left);
	close(from);
	return result;
}

void jit_maps_copy(const struct jit_maps *m, const char *folder, uint64_t *left, struct notices *notices)
{
	for (uint32_t i = 0; i < m->n; i++) {
		const struct foreign_process *p = &m->list[i].process;
		int result = copy_map(&m->list[i], folder, left);

		if (!result)
			notices_add(notices, NOTICE_VERBOSE, "%s/perf-%u.map is that of process %u in its container",
				    folder, p->pid, p->inner);
		else if (result != -ENOENT)
			notices_add(notices, NOTICE_WARNING,
				    "/tmp/perf-%u.map of process %u in its container is not copied to %s: %s", p->inner,
				    p->pid, folder, jit_copy_reason(result));
	}
}
