#include "record/synth/synth_maps.h"

#include "common/safe_open.h"
#include "formats/elf/build_id.h"
#include "formats/text/proc_maps.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define DELETED          " (deleted)"
#define ANONYMOUS        "//anon"
#define HUGE_PAGE        "/anon_hugepage"
#define LOW_ADDRESS_ENDS (1ull << 32)

/* A process whose maps are read. Its first thread, if it has ended, has none; all other threads show the same. */
struct maps_process {
	pid_t pid;
	pid_t tid;       /* of the thread whose maps are read */
	char folder[32]; /* of that thread, in /proc */
	bool namespace_known;
	bool other_namespace; /* of mounts: names are looked up below PID/root */
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

/* A mapped file, whose build-id another process reads: its file system may not answer. */
struct file_call {
	pid_t tid;
	bool other_namespace;
	uint64_t start, end, inode;
	struct build_id id;
	char folder[sizeof(((struct maps_process *)NULL)->folder)];
	char proc[SYNTH_ROOT_MAX];
	char name[RECORD_NAME_MAX];
};

/* Finds the file by its name. The process chose the name, so the lookup has only the user's own rights. */
static int find_name(const struct file_call *c, int proc, struct stat *ret_status)
{
	struct privilege_held held;
	char path[64];
	int root, found;

	if (!c->other_namespace)
		return regular_file_find(AT_FDCWD, c->name, ret_status);
	snprintf(path, sizeof(path), "%s/root", c->folder);
	held = privilege_raise(PRIVILEGE_PROCESSES);
	root = openat(proc, path, O_PATH | O_DIRECTORY | O_CLOEXEC);
	privilege_drop(&held);
	if (root < 0)
		return -errno;
	found = regular_file_find(root, c->name + strspn(c->name, "/"), ret_status);
	close(root);
	return found;
}

/* Finds the file by the kernel's link in /proc/PID/map_files, which needs a capability. */
static int find_link(const struct file_call *c, int proc, struct stat *ret_status)
{
	struct privilege_held held;
	char path[96];
	int found;

	/* The folders below PID/task have none of these, but those of threads that are not listed do: proc(5). */
	snprintf(path, sizeof(path), "%d/map_files/%llx-%llx", c->tid, (unsigned long long)c->start,
		 (unsigned long long)c->end);
	held = privilege_raise(PRIVILEGE_FILES);
	found = regular_file_find(proc, path, ret_status);
	privilege_drop(&held);
	return found;
}

/* True if the result is final: the file has this build-id, or none. */
static bool is_known(int result)
{
	return !result || result == -ENOENT || result == -EBADMSG;
}

/*
 * Reads the build-id of a mapped file by its name or, if the name leads to another file (deleted, replaced, below a
 * mount that this process does not see), by the link. It is read with the user's own rights. -ESTALE: it cannot be
 * read.
 */
static int read_aside(void *data, int *ret_fd)
{
	struct file_call *c = data;
	int proc = open(c->proc, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	struct stat status;
	int result = -ESTALE, found;

	(void)ret_fd;
	found = ends_with(c->name, DELETED) ? -ESTALE : find_name(c, proc, &status);
	if (found >= 0)
		result = elf_build_id_read(found, &status, c->inode, &c->id);
	if (!is_known(result) && (found = find_link(c, proc, &status)) >= 0)
		result = elf_build_id_read(found, &status, c->inode, &c->id);
	if (proc >= 0)
		close(proc);
	return is_known(result) ? result : -ESTALE;
}

/* 0 or -ENOMEM. */
static int maps_read_file(struct synth *s, struct maps_process *p, const struct proc_map *map, struct record_mapping *m)
{
	const uint64_t device = (uint64_t)map->major << 32 | map->minor;
	struct file_call c = { .tid = p->tid, .start = map->start, .end = map->end, .inode = map->inode };
	int result, none;

	if (elf_build_id_cache_find(&s->files, device, map->inode, &m->build_id))
		return 0;
	c.other_namespace = maps_other_namespace(s, p);
	memcpy(c.folder, p->folder, sizeof(c.folder));
	snprintf(c.proc, sizeof(c.proc), "%s", synth_root(s));
	snprintf(c.name, sizeof(c.name), "%s", m->name);
	result = aside_call(s->options.aside, read_aside, &c, sizeof(c), &none);
	s->counts.silent += result == -ETIMEDOUT;
	if (!result)
		m->build_id = c.id;
	/* A file that does not answer is not read again. */
	if (!is_known(result) && result != -ETIMEDOUT)
		return 0;
	return elf_build_id_cache_add(&s->files, device, map->inode, result, &c.id);
}

static int maps_build_id(struct synth *s, struct maps_process *p, const struct proc_map *map, struct record_mapping *m)
{
	if (!strcmp(m->name, "[vdso]")) {
		if (!s->vdso_known)
			vdso_read(s);
		if (sizeof(long) == 4 || map->start >= LOW_ADDRESS_ENDS)
			m->build_id = s->vdso;
		return 0;
	}
	return m->name[0] == '/' && map->inode ? maps_read_file(s, p, map, m) : 0;
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
				    .flags = map->is_shared ? MAP_SHARED : MAP_PRIVATE,
				    .name = name };

	if (!executable && (!s->options.mmap_data || !(map->prot & PROC_MAP_READ)))
		return 0;
	if (!proc_map_copy_name(map, name, sizeof(name)))
		strcpy(name, ANONYMOUS);
	if (!strncmp(name, HUGE_PAGE, strlen(HUGE_PAGE))) {
		strcpy(name, ANONYMOUS);
		m.flags |= MAP_HUGETLB;
	}
	if ((s->options.wants_build_ids || s->options.ids) && maps_build_id(s, p, map, &m))
		return -ENOMEM;
	if (s->options.ids && build_id_set_add(s->options.ids, RECORD_MISC_USER, name, &m.build_id))
		return -ENOMEM;
	if (!s->options.wants_build_ids)
		m.build_id.size = 0;
	s->counts.mmaps++;
	record_put_mmap2(&s->record, RECORD_MISC_USER | (executable ? 0 : RECORD_MISC_MMAP_DATA), &m, &s->id);
	return synth_emit(s);
}

/* Reads the maps of a thread into s->text. 0; -ESRCH: it has none (any more); another negative errno. */
static int maps_read(struct synth *s, const struct maps_process *p)
{
	char path[64];
	int result;

	snprintf(path, sizeof(path), "%s/maps", p->folder);
	result = synth_read_aside(s, path);
	return result == -ENOENT || (!result && !s->text.size) ? -ESRCH : result;
}

/* Reads the maps of one thread. 1: read; 0: try the next thread. */
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
	s->counts.stuck += result == -ETIMEDOUT;
	if (result)
		return result == -ENOMEM ? result : 0;
	text = (const char *)s->text.data;
	end = text + s->text.size;
	while ((result = proc_maps_next(&map, &text, end))) {
		/* A truncated or unknown line loses only its own mapping. */
		if (result > 0)
			result = maps_emit(s, &p, &map);
		else
			result = 0;
		if (result)
			break;
	}
	return result;
}
