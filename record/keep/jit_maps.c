#include "record/keep/jit_maps.h"

#include "record/keep/file_grab.h"
#include "record/keep/jit_copy.h"

#include "common/fileio.h"
#include "common/inner_pid.h"
#include "common/regular_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define JIT_MAP_MAX (256ll << 20)

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
		if (m->list[i].pid == pid)
			return &m->list[i];
	return NULL;
}

/* The process's /tmp: a descriptor, or a negative number. */
static int open_folder(uint32_t pid)
{
	int root = file_grab_open_root((pid_t)pid);
	int folder = root < 0 ? root : openat(root, "tmp", O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

	if (root >= 0)
		close(root);
	return folder;
}

static void keep(struct jit_maps *m, uint32_t pid)
{
	struct jit_process *process = find_process(m, pid);
	int folder = process || m->n < JIT_MAPS_MAX ? open_folder(pid) : -EMFILE;

	if (folder < 0)
		return;
	if (process)
		close(process->folder);
	else
		process = &m->list[m->n++];
	*process = (struct jit_process){ .pid = pid, .inner = inner_pid(pid), .folder = folder };
}

bool jit_maps_has_seen(const struct jit_maps *m, uint32_t pid)
{
	return u32map_get(&m->seen, pid) == LOOKED_AT;
}

int jit_maps_see(struct jit_maps *m, uint32_t pid, unsigned differs)
{
	if (differs)
		keep(m, pid);
	return u32map_set(&m->seen, pid, LOOKED_AT);
}

int jit_maps_forget(struct jit_maps *m, uint32_t pid)
{
	return jit_maps_has_seen(m, pid) ? u32map_set(&m->seen, pid, OUTDATED) : 0;
}

/* Opens what the process wrote, not what it could have a link lead to; a descriptor or a negative errno. */
static int open_map(const struct jit_process *process)
{
	struct stat status;
	char path[32];
	int found;

	snprintf(path, sizeof(path), "perf-%u.map", process->inner);
	found = regular_file_find_here(process->folder, path, &status);
	if (found >= 0 && status.st_size > JIT_MAP_MAX) {
		close(found);
		return -EFBIG;
	}
	return found < 0 ? found : regular_file_open(found);
}

void jit_maps_copy(const struct jit_maps *m, const char *folder, struct notices *notices)
{
	for (uint32_t i = 0; i < m->n; i++) {
		const struct jit_process *process = &m->list[i];
		int from = open_map(process);
		char name[32];
		int result;

		snprintf(name, sizeof(name), "perf-%u.map", process->pid);
		result = from < 0 ? from : jit_copy(folder, name, from, JIT_MAP_MAX);

		if (from >= 0)
			close(from);
		if (!result)
			notices_add(notices, NOTICE_VERBOSE, "%s/perf-%u.map is that of process %u in its container",
				    folder, process->pid, process->inner);
		else if (result != -ENOENT)
			notices_add(notices, NOTICE_WARNING,
				    "/tmp/perf-%u.map of process %u in its container cannot be copied to %s: %s",
				    process->inner, process->pid, folder, strerror(-result));
	}
}
