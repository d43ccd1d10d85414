#include "record/buildid/cache_candidates.h"

#include "common/list.h"
#include "formats/elf/build_id.h"
#include "formats/jit/jitdump.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define DELETED       " (deleted)"
#define ANCESTORS_MAX 8

int cache_candidates_init(struct cache_candidates *k)
{
	memset(k, 0, sizeof(*k));
	open_mapped_file_view_of(&k->here, getpid());
	return strtab_init(&k->names);
}

void cache_candidates_fini(struct cache_candidates *k)
{
	for (uint32_t i = 0; i < k->n; i++)
		if (k->files[i].fd >= 0)
			close(k->files[i].fd);
	free(k->files);
	free(k->mappings.list);
	strtab_fini(&k->names);
	hash_table_fini(&k->by_id);
	hash_table_fini(&k->mappings.table);
	aside_stop(&k->aside);
	jit_maps_fini(&k->jit);
	jit_dumps_fini(&k->dumps);
	jit_kept_fini(&k->kept_jit);
	candidate_kernel_fini(&k->kernel);
	u32map_fini(&k->parents);
	u32map_fini(&k->replaced);
	u32map_fini(&k->gone);
	u32map_fini(&k->sampled.by_pid);
	free(k->sampled.list);
	memset(k, 0, sizeof(*k));
}

struct look_call {
	struct open_mapped_file_view here;
	uint32_t pid;
};

static int look_aside(void *data, int *ret_fd)
{
	const struct look_call *c = data;

	(void)ret_fd;
	return (int)open_mapped_file_look(&c->here, (pid_t)c->pid);
}

static unsigned look(struct cache_candidates *k, uint32_t pid)
{
	struct look_call call = { .here = k->here, .pid = pid };
	int none;

	if (k->looked_at != pid) {
		const int found = aside_call(&k->aside, look_aside, &call, sizeof(call), &none);

		k->looked_at = pid;
		k->differs = found > 0 ? (unsigned)found : 0;
	}
	return k->differs;
}

struct grab_call {
	struct mapped_identity of;
	struct timespec modified, changed;
	uint64_t start, end;          /* of its mapping */
	uint32_t pids[ANCESTORS_MAX]; /* the process, and those it was forked from */
	uint32_t n;
	char name[PATH_MAX];
};

/*
 * Opens the file: by its path here, by its path below the root of the process or of an ancestor, which may outlive it,
 * or by the kernel's link to the mapping.
 */
static int grab_aside(void *data, int *ret_fd)
{
	struct grab_call *c = data;
	struct stat status = { 0 };
	int fd = open_mapped_file_by_name(c->name, &c->of);

	for (uint32_t i = 0; i < c->n && fd < 0; i++)
		fd = open_mapped_file_by_root((pid_t)c->pids[i], c->name, &c->of);
	if (fd < 0)
		fd = open_mapped_file_by_map((pid_t)c->pids[0], c->start, c->end, &c->of);
	if (fd >= 0 && !fstat(fd, &status)) {
		c->modified = status.st_mtim;
		c->changed = status.st_ctim;
	}
	*ret_fd = fd < 0 ? -1 : fd;
	return fd < 0 ? fd : 0;
}

/* Opens the file that was mapped; sets file->fd, its times and is_stuck. */
static void grab(struct cache_candidates *k, const struct record_mmap *map, struct cache_candidate *file)
{
	struct grab_call call = { .of = file->of, .start = map->addr, .end = map->addr + map->len };

	if ((size_t)snprintf(call.name, sizeof(call.name), "%s", strtab_get(&k->names, file->name)) >=
	    sizeof(call.name))
		return;
	for (uint32_t pid = map->pid; call.n < ANCESTORS_MAX && pid != U32MAP_NONE; pid = u32map_get(&k->parents, pid))
		call.pids[call.n++] = pid;
	file->is_stuck = aside_call(&k->aside, grab_aside, &call, sizeof(call), &file->fd) == -ETIMEDOUT;
	file->modified = call.modified;
	file->changed = call.changed;
}

static bool has_no_name(const struct record_mmap *map)
{
	size_t size = strlen(DELETED);

	return map->filename_size > size && !memcmp(map->filename + map->filename_size - size, DELETED, size);
}

static bool same_file(const void *context, uint32_t number, const void *wanted)
{
	const struct mapped_identity *have = &((const struct cache_candidates *)context)->files[number].of;
	const struct mapped_identity *of = wanted;

	return build_id_equal(&have->id, &of->id) && have->file.inode == of->file.inode &&
	       have->file.major == of->file.major && have->file.minor == of->file.minor &&
	       have->file.generation == of->file.generation;
}

static struct mapped_identity identity_of(const struct record_mmap *map)
{
	struct mapped_identity of = { .id = map->build_id };

	if (!of.id.size)
		of.file = (struct mapped_file){ map->maj, map->min, map->ino, map->ino_generation };
	return of;
}

/* Returns the index of the mapped file, and adds a new one; HASH_TABLE_NONE: no memory. */
static uint32_t find_file(struct cache_candidates *k, const struct record_mmap *map)
{
	struct cache_candidate file = { .of = identity_of(map), .fd = -1 };
	uint64_t hash = hash_pair(file.of.file.inode, hash_bytes(map->build_id.data, map->build_id.size));
	uint32_t number = hash_table_find(&k->by_id, hash, same_file, k, &file.of);

	if (number != HASH_TABLE_NONE)
		return number;
	file.name = strtab_add(&k->names, map->filename, map->filename_size);
	if (file.name == STRTAB_NONE || !list_reserve(&k->files, k->n, &k->capacity, sizeof(*k->files)) ||
	    hash_table_add(&k->by_id, hash, k->n))
		return HASH_TABLE_NONE;
	if (k->n_open < KEPT_FDS_MAX && (k->is_running || !map->build_id.size || has_no_name(map) ||
					 look(k, map->pid) & OPEN_MAPPED_FILE_ELSEWHERE))
		grab(k, map, &file);
	k->n_open += file.fd >= 0;
	k->files[k->n] = file;
	return k->n++;
}

static bool same_mapping(const void *context, uint32_t number, const void *wanted)
{
	return !memcmp(&((const struct cache_candidates *)context)->mappings.list[number], wanted,
		       sizeof(struct candidate_mapping));
}

static int add_mapping(struct cache_candidates *k, uint32_t pid, uint32_t file)
{
	const struct candidate_mapping mapping = { pid, file };
	uint64_t hash = hash_pair(pid, file);

	if (hash_table_find(&k->mappings.table, hash, same_mapping, k, &mapping) != HASH_TABLE_NONE)
		return 0;
	if (!list_reserve(&k->mappings.list, k->mappings.n, &k->mappings.capacity, sizeof(mapping)) ||
	    hash_table_add(&k->mappings.table, hash, k->mappings.n))
		return -ENOMEM;
	k->mappings.list[k->mappings.n++] = mapping;
	return 0;
}

/* Opens the jitdump that a process in a container, or of another user, has mapped. 0 or -ENOMEM. */
static int take_dump(struct cache_candidates *k, const struct record_mmap *map)
{
	uint32_t path;

	if (!jitdump_is_path(map->filename, map->filename_size) || !look(k, map->pid))
		return 0;
	path = strtab_add(&k->names, map->filename, map->filename_size);
	if (path == STRTAB_NONE)
		return -ENOMEM;
	jit_dumps_see(&k->dumps, &k->aside, map->pid, strtab_get(&k->names, path),
		      look(k, map->pid) & OPEN_MAPPED_FILE_CONTAINED);
	return 0;
}

/* Sees to the perf map of a process that maps code for the first time. 0 or -ENOMEM. */
static int see_jit(struct cache_candidates *k, uint32_t pid)
{
	const unsigned how = look(k, pid);

	if (jit_maps_see(&k->jit, &k->aside, pid, how & OPEN_MAPPED_FILE_CONTAINED))
		return -ENOMEM;
	return (how & (OPEN_MAPPED_FILE_CONTAINED | OPEN_MAPPED_FILE_FOREIGN)) == OPEN_MAPPED_FILE_FOREIGN
		       ? jit_kept_see(&k->kept_jit, &k->aside, pid)
		       : 0;
}

static int take_mmap(struct cache_candidates *k, const struct record *r)
{
	struct record_mmap map;
	uint32_t file;

	if (r->misc & RECORD_MISC_MMAP_DATA || (r->misc & RECORD_MISC_CPUMODE_MASK) != RECORD_MISC_USER ||
	    record_decode_mmap(r, &map, NULL) || map.filename[0] != '/')
		return 0;
	if (!map.build_id.size && (!map.ino || jitdump_is_path(map.filename, map.filename_size)))
		return take_dump(k, &map);
	file = find_file(k, &map);
	if (file == HASH_TABLE_NONE)
		return -ENOMEM;
	if (!jit_maps_has_seen(&k->jit, map.pid) && see_jit(k, map.pid))
		return -ENOMEM;
	return add_mapping(k, map.pid, file);
}

/* Call when a new process may have the pid of one that candidates_prune_look found gone: it is not forgotten. */
static int is_back(struct cache_candidates *k, uint32_t pid)
{
	return u32map_get(&k->gone, pid) == 1 ? u32map_set(&k->gone, pid, 0) : 0;
}

/* A FORK of a process that ran before the recording shares no mappings: all of them follow as records. */
static int take_fork(struct cache_candidates *k, const struct record *r)
{
	struct record_task task;

	if (!k->is_running || record_decode_task(r, &task, NULL) || task.pid == task.ppid)
		return 0;
	if (is_back(k, task.pid))
		return -ENOMEM;
	if (u32map_get(&k->replaced, task.pid) == 1 && u32map_set(&k->replaced, task.pid, 0))
		return -ENOMEM;
	return u32map_set(&k->parents, task.pid, task.ppid);
}

static int take_comm(struct cache_candidates *k, const struct record *r)
{
	struct record_comm comm;

	if (record_decode_comm(r, &comm, NULL) || !comm.exec)
		return 0;
	if (k->looked_at == comm.pid)
		k->looked_at = 0;
	return is_back(k, comm.pid) || jit_maps_forget(&k->jit, comm.pid) ? -ENOMEM
									  : u32map_set(&k->replaced, comm.pid, 1);
}

int cache_candidates_take(struct cache_candidates *k, const struct record *r)
{
	switch (r->type) {
	case PERF_RECORD_MMAP2: return take_mmap(k, r);
	case PERF_RECORD_FORK: return take_fork(k, r);
	case PERF_RECORD_COMM: return take_comm(k, r);
	default: return 0;
	}
}

int cache_candidates_add_sampled(struct cache_candidates *k, uint32_t pid)
{
	k->sampled.recent[pid & (KEPT_RECENT - 1)] = pid;
	if (u32map_get(&k->sampled.by_pid, pid) != U32MAP_NONE)
		return 0;
	if (!list_reserve(&k->sampled.list, k->sampled.n, &k->sampled.capacity, sizeof(*k->sampled.list)) ||
	    u32map_set(&k->sampled.by_pid, pid, k->sampled.n))
		return -ENOMEM;
	k->sampled.list[k->sampled.n++] = pid;
	return 0;
}

int cache_candidates_decide(struct cache_candidates *k)
{
	/* The loop appends each process's parent, whose own parent is appended when its turn comes. */
	for (uint32_t i = 0; i < k->sampled.n; i++) {
		uint32_t parent = u32map_get(&k->parents, k->sampled.list[i]);

		if (parent != U32MAP_NONE && u32map_get(&k->replaced, k->sampled.list[i]) != 1 &&
		    cache_candidates_add_sampled(k, parent))
			return -ENOMEM;
	}
	for (uint32_t i = 0; i < k->mappings.n; i++)
		if (u32map_get(&k->sampled.by_pid, k->mappings.list[i].pid) != U32MAP_NONE)
			k->files[k->mappings.list[i].file].needed = true;
	return 0;
}

void candidates_seen_lists_fini(struct candidates_seen_lists *lists)
{
	free(lists->pids);
	free(lists->ips);
	memset(lists, 0, sizeof(*lists));
}

void candidates_seen_fini(struct candidates_seen *seen)
{
	candidates_seen_lists_fini(&seen->lists);
	memset(seen, 0, sizeof(*seen));
}

int candidates_seen_add_pid(struct candidates_seen *seen, uint32_t pid)
{
	struct candidates_seen_lists *l = &seen->lists;

	if (!list_reserve(&l->pids, l->n_pids, &l->pids_capacity, sizeof(*l->pids)))
		return -ENOMEM;
	l->pids[l->n_pids++] = pid;
	seen->pids[pid & (KEPT_RECENT - 1)] = pid;
	return 0;
}

int candidates_seen_add_ip(struct candidates_seen *seen, uint64_t ip)
{
	struct candidates_seen_lists *l = &seen->lists;
	uint64_t page = ip >> CANDIDATES_SEEN_PAGE_BITS;

	if (!list_reserve(&l->ips, l->n_ips, &l->ips_capacity, sizeof(*l->ips)))
		return -ENOMEM;
	l->ips[l->n_ips++] = ip;
	seen->pages[page & (KEPT_RECENT - 1)] = page;
	return 0;
}

void candidates_seen_swap(struct candidates_seen *seen, struct candidates_seen_lists *lists)
{
	const struct candidates_seen_lists full = seen->lists;

	*seen = (struct candidates_seen){ .wants_ips = seen->wants_ips, .lists = *lists };
	*lists = full;
}

int candidates_seen_give(struct candidates_seen_lists *lists, struct cache_candidates *kept,
			 struct candidate_kernel *kernel)
{
	int result = 0;

	for (uint32_t i = 0; i < lists->n_pids && !result; i++)
		result = cache_candidates_note(kept, lists->pids[i]);
	for (uint32_t i = 0; kernel && i < lists->n_ips; i++)
		candidate_kernel_note(kernel, RECORD_MISC_KERNEL, lists->ips[i]);
	lists->n_pids = lists->n_ips = 0;
	return result;
}
