#include "record/synth/synth_maps.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <elf.h>
#include <link.h>

#include "common/regular_file.h"
#include "formats/elf/build_id.h"
#include "formats/text/proc_maps.h"

#define DELETED          " (deleted)"
#define ANONYMOUS        "//anon"
#define HUGE_PAGE        "/anon_hugepage"
#define LOW_ADDRESS_ENDS (1ull << 32)

/* A process while its maps are read. A first thread that has ended has none; every other thread shows the same. */
struct maps_process {
	pid_t pid;
	pid_t tid;       /* of the thread whose maps are read */
	char folder[32]; /* of that thread, in /proc */
	bool namespace_known;
	bool other_namespace; /* of mounts: names are to be looked up below PID/root */
};

static bool ends_with(const char *s, const char *tail)
{
	size_t size = strlen(s);
	size_t tail_size = strlen(tail);

	return size >= tail_size && !strcmp(s + size - tail_size, tail);
}

/* The notes of this program's own vdso, which every process of its word size has. */
static void vdso_read(struct synth *s)
{
	unsigned long base = getauxval(AT_SYSINFO_EHDR);
	const ElfW(Ehdr) *header = (const void *)base;
	const ElfW(Phdr) * segments;

	s->vdso_known = true;
	if (!base)
		return;
	segments = (const void *)(base + header->e_phoff);
	for (unsigned i = 0; i < header->e_phnum; i++) {
		const ElfW(Phdr) *segment = &segments[i];
		struct cursor notes = cursor_make((const void *)(base + segment->p_offset), segment->p_filesz, false);

		if (segment->p_type == PT_NOTE && !build_id_find_note(&s->vdso, notes, segment->p_align))
			return;
	}
}

static bool maps_other_namespace(struct synth *s, struct maps_process *p)
{
	char path[64];
	struct privilege_held held;
	struct stat st;

	if (!p->namespace_known) {
		snprintf(path, sizeof(path), "%s/ns/mnt", p->folder);
		held = privilege_raise(PRIVILEGE_PROCESSES);
		p->other_namespace = !fstatat(s->proc, path, &st, 0) && st.st_ino != s->own_mount_namespace;
		privilege_drop(&held);
		p->namespace_known = true;
	}
	return p->other_namespace;
}

/* The file by its name. The process chose the name, so it is looked up with the user's own rights. */
static int maps_find_name(struct synth *s, struct maps_process *p, const char *name, struct stat *ret_status)
{
	char path[64];
	int root, found;

	if (!maps_other_namespace(s, p))
		return regular_file_find(AT_FDCWD, name, ret_status);
	snprintf(path, sizeof(path), "%s/root", p->folder);
	root = synth_open(s, PRIVILEGE_PROCESSES, path, O_PATH | O_DIRECTORY);
	if (root < 0)
		return root;
	found = regular_file_find(root, name + strspn(name, "/"), ret_status);
	close(root);
	return found;
}

/* The file by the kernel's own link to what is mapped; that needs a capability. */
static int maps_find_link(struct synth *s, const struct maps_process *p, const struct proc_map *map,
			  struct stat *ret_status)
{
	struct privilege_held held;
	char path[96];
	int found;

	/* The folders below PID/task have none of these, but those of threads that are not listed do: proc(5). */
	snprintf(path, sizeof(path), "%d/map_files/%llx-%llx", p->tid, (unsigned long long)map->start,
		 (unsigned long long)map->end);
	held = privilege_raise(PRIVILEGE_FILES);
	found = regular_file_find(s->proc, path, ret_status);
	privilege_drop(&held);
	return found;
}

/* True when it is known now which build-id the file has, or that it has none. */
static bool maps_read_found(struct synth *s, const struct proc_map *map, int found, const struct stat *status,
			    struct build_id *ret_id)
{
	uint64_t device = (uint64_t)map->major << 32 | map->minor;
	int result = elf_build_id_cache_read(&s->files, found, status, device, map->inode, ret_id);

	return !result || result == -ENOENT || result == -EBADMSG;
}

/*
 * Reads the build-id of a mapped file by its name, and by the link where the name leads elsewhere (deleted, replaced,
 * below a mount this process does not see). The file is read as the user may read it.
 */
static void maps_read_file(struct synth *s, struct maps_process *p, const struct proc_map *map,
			   struct record_mapping *m)
{
	uint64_t device = (uint64_t)map->major << 32 | map->minor;
	struct stat status;
	int found;

	if (elf_build_id_cache_find(&s->files, device, map->inode, &m->build_id))
		return;
	found = ends_with(m->name, DELETED) ? -ESTALE : maps_find_name(s, p, m->name, &status);
	if (found >= 0 && maps_read_found(s, map, found, &status, &m->build_id))
		return;
	found = maps_find_link(s, p, map, &status);
	if (found >= 0)
		maps_read_found(s, map, found, &status, &m->build_id);
}

static void maps_build_id(struct synth *s, struct maps_process *p, const struct proc_map *map, struct record_mapping *m)
{
	if (!strcmp(m->name, "[vdso]")) {
		if (!s->vdso_known)
			vdso_read(s);
		if (sizeof(long) == 4 || map->start >= LOW_ADDRESS_ENDS)
			m->build_id = s->vdso;
		return;
	}
	if (m->name[0] == '/' && map->inode)
		maps_read_file(s, p, map, m);
}

static int maps_emit(struct synth *s, struct maps_process *p, const struct proc_map *map)
{
	char name[RECORD_NAME_MAX];
	bool executable = map->prot & PROC_MAP_EXEC;
	struct record_mapping m = { .pid = (uint32_t)p->pid,
				    .tid = (uint32_t)p->pid,
				    .start = map->start,
				    .length = map->end - map->start,
				    .pgoff = map->offset,
				    .major = map->major,
				    .minor = map->minor,
				    .inode = map->inode,
				    .prot = map->prot,
				    .flags = map->shared ? MAP_SHARED : MAP_PRIVATE,
				    .name = name };

	if (!executable && (!s->options.mmap_data || !(map->prot & PROC_MAP_READ)))
		return 0;
	if (!proc_map_copy_name(map, name, sizeof(name)))
		strcpy(name, ANONYMOUS);
	if (!strncmp(name, HUGE_PAGE, strlen(HUGE_PAGE))) {
		strcpy(name, ANONYMOUS);
		m.flags |= MAP_HUGETLB;
	}
	if (s->options.build_ids || s->options.ids)
		maps_build_id(s, p, map, &m);
	if (s->options.ids && build_id_set_add(s->options.ids, RECORD_MISC_USER, name, &m.build_id))
		return -ENOMEM;
	if (!s->options.build_ids)
		m.build_id.size = 0;
	s->counts.mmaps++;
	record_put_mmap2(&s->record, RECORD_MISC_USER | (executable ? 0 : RECORD_MISC_MMAP_DATA), &m, &s->id);
	return synth_emit(s);
}

/* The text of a thread's maps. -ESRCH where it has none (any more), or another negative errno. */
static int maps_read(struct synth *s, const struct maps_process *p)
{
	char path[64];
	int result;

	snprintf(path, sizeof(path), "%s/maps", p->folder);
	result = synth_read(s, PRIVILEGE_PROCESSES, path);
	return result == -ENOENT || (!result && !s->text.size) ? -ESRCH : result;
}

/* 1 when this thread's maps are read, 0 for the next one. */
static int maps_try_thread(struct synth *s, pid_t tid, void *context)
{
	struct maps_process *p = context;
	int result;

	if (tid == p->pid)
		return 0;
	p->tid = tid;
	snprintf(p->folder, sizeof(p->folder), "%d/task/%d", p->pid, tid);
	result = maps_read(s, p);
	return result == -ESRCH ? 0 : result ? result : 1;
}

static int maps_read_other_thread(struct synth *s, struct maps_process *p)
{
	char path[64];
	int dir, result;

	snprintf(path, sizeof(path), "%d/task", p->pid);
	dir = synth_open(s, PRIVILEGE_PROCESSES, path, O_RDONLY | O_DIRECTORY);
	if (dir < 0)
		return dir;
	result = synth_each_number(s, dir, maps_try_thread, p);
	close(dir);
	return result > 0 ? 0 : result ? result : -ESRCH;
}

int synth_maps(struct synth *s, pid_t pid)
{
	struct maps_process p = { .pid = pid, .tid = pid };
	struct proc_map map;
	const char *text, *end;
	int result;

	snprintf(p.folder, sizeof(p.folder), "%d", pid);
	result = maps_read(s, &p);
	if (result == -ESRCH)
		result = maps_read_other_thread(s, &p);
	if (result == -EACCES || result == -EPERM)
		s->counts.denied++;
	if (result)
		return result == -ENOMEM ? result : 0;
	text = (const char *)s->text.data;
	end = text + s->text.size;
	while ((result = proc_maps_next(&map, &text, end))) {
		/* A line that is cut short or of an unknown form costs only its mapping. */
		if (result > 0)
			result = maps_emit(s, &p, &map);
		else
			result = 0;
		if (result)
			break;
	}
	return result;
}
