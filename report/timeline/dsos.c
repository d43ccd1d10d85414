#include "report/timeline/dsos.h"

#include "common/buffer.h"
#include "common/bytes.h"
#include "common/hash_table.h"
#include "common/list.h"
#include "formats/elf/build_id.h"
#include "formats/file/file_facts.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>

#define VDSO32 "[vdso32]"

void dsos_init(struct dsos *d, struct strtab *strings)
{
	memset(d, 0, sizeof(*d));
	d->strings = strings;
	d->wide = true;
}

void dsos_fini(struct dsos *d)
{
	free(d->list);
	hash_table_fini(&d->table);
	free(d->build_ids);
	u32map_fini(&d->build_id_of);
	memset(d, 0, sizeof(*d));
}

static uint64_t dso_hash(const struct dso *dso)
{
	return hash_pair(dso->path | (uint64_t)dso->kind << 32,
			 dso->file.inode ? hash_u64(dso->file.inode)
					 : hash_bytes(dso->build_id.data, dso->build_id.size));
}

static bool same_dso(const void *context, uint32_t number, const void *wanted)
{
	const struct dso *have = &((const struct dsos *)context)->list[number];
	const struct dso *dso = wanted;

	return have->path == dso->path && have->name == dso->name && have->kind == dso->kind && have->pid == dso->pid &&
	       build_id_equal(&have->build_id, &dso->build_id) && have->file.major == dso->file.major &&
	       have->file.minor == dso->file.minor && have->file.inode == dso->file.inode &&
	       have->file.generation == dso->file.generation;
}

/* Finds or adds a dso. Returns its number. */
static uint32_t dsos_intern(struct dsos *d, const struct dso *dso)
{
	uint32_t number;

	if (dso->path == STRTAB_NONE || dso->name == STRTAB_NONE)
		return DSO_NONE;
	number = hash_table_find(&d->table, dso_hash(dso), same_dso, d, dso);
	if (number != HASH_TABLE_NONE)
		return number;
	if (!list_reserve(&d->list, d->n, &d->capacity, sizeof(*d->list)) ||
	    hash_table_add(&d->table, dso_hash(dso), d->n))
		return DSO_NONE;
	d->list[d->n] = *dso;
	return d->n++;
}

static bool has_prefix(const char *s, size_t size, const char *prefix)
{
	size_t n = strlen(prefix);

	return size >= n && !memcmp(s, prefix, n);
}

static bool name_is(const char *s, size_t size, const char *name)
{
	return size == strlen(name) && !memcmp(s, name, size);
}

/* Anonymous memory, as the kernel and perf name it (tools/perf/util/map.c knows the same names). */
static bool name_is_anon(const char *s, size_t size)
{
	return name_is(s, size, "//anon") || has_prefix(s, size, "/dev/zero") ||
	       has_prefix(s, size, "/anon_hugepage") || has_prefix(s, size, "[anon:");
}

static bool name_has_no_file(const char *s, size_t size)
{
	return has_prefix(s, size, "[stack") || has_prefix(s, size, "[heap]") || has_prefix(s, size, "/SYSV");
}

static bool has_suffix(const char *s, size_t size, const char *suffix)
{
	size_t n = strlen(suffix);

	return size >= n && !memcmp(s + size - n, suffix, n);
}

/* Memory that is mapped by a descriptor so that it has two addresses, one to write code and one to run it; the kernel
 * names it like a file. */
static bool name_is_shared_memory(const char *s, size_t size)
{
	return has_prefix(s, size, "/memfd:") || has_prefix(s, size, "/dev/shm/") || has_suffix(s, size, " (deleted)");
}

/* The last part of a path. */
static const char *path_base(const char *s, size_t size, size_t *ret_size)
{
	const char *slash = memrchr(s, '/', size);

	if (!slash || slash + 1 == s + size) {
		*ret_size = size;
		return s;
	}
	*ret_size = size - (slash + 1 - s);
	return slash + 1;
}

/* Memory of a process that may hold JIT code. mapping: its name as recorded; size 0: it has none. */
static uint32_t dsos_anon(struct dsos *d, const char *mapping, size_t size, uint32_t pid)
{
	struct dso dso = { .kind = DSO_ANON, .pid = pid };
	const char *base = path_base(mapping, size, &size);
	char text[64];

	snprintf(text, sizeof(text), "/tmp/perf-%u.map", pid);
	dso.path = strtab_add_string(d->strings, text);
	snprintf(text, sizeof(text), "[JIT] tid %u", pid);
	dso.name = size ? strtab_add(d->strings, base, size) : strtab_add_string(d->strings, text);
	dso.mapping = strtab_add(d->strings, mapping, size ? (size_t)(base - mapping) + size : 0);
	return dso.mapping == STRTAB_NONE ? DSO_NONE : dsos_intern(d, &dso);
}

/* file: NULL: not known. */
static uint32_t dsos_file(struct dsos *d, const char *filename, size_t size, const struct build_id *build_id,
			  uint32_t pid, const struct mapped_file *file)
{
	struct dso dso = { .kind = DSO_FILE };
	size_t base_size;
	const char *base;

	if (name_is_anon(filename, size))
		return dsos_anon(d, "", 0, pid);
	if (name_is(filename, size, "[vdso]") || name_is(filename, size, VDSO32))
		dso.kind = DSO_VDSO;
	else if (name_has_no_file(filename, size))
		dso.kind = DSO_NO_FILE;
	base = path_base(filename, size, &base_size);
	dso.path = strtab_add(d->strings, filename, size);
	dso.name = strtab_add(d->strings, base, base_size);
	dso.build_id = *build_id;
	if (file && dso.kind == DSO_FILE)
		dso.file = *file;
	if (dso.kind == DSO_FILE && !build_id->size && name_is_shared_memory(filename, size))
		dso.pid = pid;
	return dsos_intern(d, &dso);
}

uint32_t dsos_user(struct dsos *d, const char *filename, size_t size, const struct build_id *build_id, uint32_t pid)
{
	return dsos_file(d, filename, size, build_id, pid, NULL);
}

/* True if the kernel says which file without a build-id it is, and that may be found again. */
static bool is_stored(const struct record_mmap *m)
{
	return m->ino && !m->build_id.size && m->filename_size && m->filename[0] == '/' &&
	       !has_prefix(m->filename, m->filename_size, "/dev/");
}

uint32_t dsos_mapping(struct dsos *d, const struct record_mmap *m)
{
	/* perf inject --jit gives files of its own a file's mode for protection, and in 7.3 the generation 1. */
	const bool is_injected = S_ISREG(m->prot);
	const struct mapped_file file = { m->maj, m->min, m->ino, is_injected ? 0 : m->ino_generation };
	bool low = m->addr <= UINT32_MAX && m->len <= UINT32_MAX - m->addr + 1;

	if (d->wide && low && name_is(m->filename, m->filename_size, "[vdso]"))
		return dsos_user(d, VDSO32, strlen(VDSO32), &m->build_id, m->pid);
	if (m->prot & PROT_EXEC && name_has_no_file(m->filename, m->filename_size))
		return dsos_anon(d, m->filename, m->filename_size, m->pid);
	return dsos_file(d, m->filename, m->filename_size, &m->build_id, m->pid, is_stored(m) ? &file : NULL);
}

uint32_t dsos_copy(struct dsos *d, uint32_t of, uint32_t pid)
{
	struct dso dso = d->list[of];
	struct buffer name;

	if (dso.is_copy)
		return of;
	buffer_init(&name);
	buffer_append(&name, strtab_get(d->strings, dso.name), strlen(strtab_get(d->strings, dso.name)));
	buffer_put_string(&name, " (copied)");
	dso.name = buffer_ok(&name) ? strtab_add_string(d->strings, (const char *)name.data) : STRTAB_NONE;
	dso.is_copy = true;
	dso.pid = pid;
	buffer_fini(&name);
	return dsos_intern(d, &dso);
}

uint32_t dsos_jit(struct dsos *d, const char *filename, size_t size, uint32_t pid)
{
	struct dso dso = { .kind = DSO_JIT, .pid = pid };
	size_t base_size;
	const char *base = path_base(filename, size, &base_size);

	dso.path = strtab_add(d->strings, filename, size);
	dso.name = strtab_add(d->strings, base, base_size);
	return dsos_intern(d, &dso);
}

/* "/lib/modules/6.1.0/kernel/fs/ext4/ext4.ko.xz" is "[ext4]", '-' as '_'; "[ext4]" is itself. */
static uint32_t module_name(struct dsos *d, const char *filename, size_t size)
{
	size_t base_size;
	const char *base = path_base(filename, size, &base_size);
	const char *end = memmem(base, base_size, ".ko", 3);
	char name[256];
	int n;

	if (!end || filename[0] == '[')
		return strtab_add(d->strings, base, base_size);
	n = snprintf(name, sizeof(name), "[%.*s]", (int)(end - base), base);
	for (int i = 0; i < n && name[i]; i++)
		if (name[i] == '-')
			name[i] = '_';
	return strtab_add_string(d->strings, name);
}

uint32_t dsos_kernel(struct dsos *d, const char *filename, size_t size, const struct build_id *build_id, uint64_t start,
		     uint64_t pgoff)
{
	struct dso dso = { .kind = DSO_MODULE, .start = start, .pgoff = pgoff, .build_id = *build_id };
	const char *bracket = memchr(filename, ']', size);

	if (has_prefix(filename, size, "[kernel.kallsyms]")) {
		dso.kind = DSO_KERNEL;
		dso.path = strtab_add(d->strings, filename, size);
		dso.name = strtab_add(d->strings, filename, bracket ? bracket + 1 - filename : size);
		return dsos_intern(d, &dso);
	}
	dso.path = strtab_add(d->strings, filename, size);
	dso.name = module_name(d, filename, size);
	return dsos_intern(d, &dso);
}

uint32_t dsos_guest_kernel(struct dsos *d, const char *filename, size_t size)
{
	const char *bracket = memchr(filename, ']', size);
	struct dso dso = { .kind = DSO_NO_FILE };

	dso.path = strtab_add(d->strings, filename, size);
	if (has_prefix(filename, size, "[guest.kernel.kallsyms"))
		dso.name = strtab_add(d->strings, filename, bracket ? bracket + 1 - filename : size);
	else
		dso.name = module_name(d, filename, size);
	return dsos_intern(d, &dso);
}

uint32_t dsos_ksymbol(struct dsos *d, const char *name, size_t size)
{
	struct dso dso = { .kind = DSO_KSYMBOL };

	dso.path = dso.name = strtab_add(d->strings, name, size);
	return dsos_intern(d, &dso);
}

int dsos_add_build_id(struct dsos *d, const char *path, size_t size, const struct build_id *build_id)
{
	uint32_t id = strtab_find(d->strings, path, size);

	/* Ignores paths of no dso; of several build-ids the first counts. */
	if (!build_id->size || id == STRTAB_NONE || u32map_get(&d->build_id_of, id) != U32MAP_NONE)
		return 0;
	if (!list_reserve(&d->build_ids, d->n_build_ids, &d->build_ids_capacity, sizeof(*d->build_ids)))
		return -ENOMEM;
	d->build_ids[d->n_build_ids] = *build_id;
	return u32map_set(&d->build_id_of, id, d->n_build_ids++);
}

/* The hash table is not used any more, so the keys of dsos may change. */
void dsos_set_build_ids(struct dsos *d)
{
	for (uint32_t i = 0; i < d->n; i++) {
		struct dso *dso = &d->list[i];
		uint32_t by_path = u32map_get(&d->build_id_of, dso->path);
		uint32_t by_name = dso->kind == DSO_KERNEL ? u32map_get(&d->build_id_of, dso->name) : U32MAP_NONE;
		/* The build-id that came first: U32MAP_NONE is larger than any number. */
		uint32_t which = by_name < by_path ? by_name : by_path;

		if (which != U32MAP_NONE && !dso->build_id.size) {
			dso->build_id = d->build_ids[which];
			dso->file = (struct mapped_file){ 0 };
		}
	}
}

static int take_build_id(void *dsos, const struct build_id_entry *entry, struct error *err)
{
	return dsos_add_build_id(dsos, entry->filename, entry->filename_size, &entry->build_id) ? error_nomem(err) : 0;
}

int dso_build_ids_read(struct dsos *dsos, const struct perf_file *file, struct error *err)
{
	int result;

	if (!perf_file_has_feature(file, FEATURE_BUILD_ID))
		return 0;
	result = file_build_ids_each(file, take_build_id, dsos, err);
	dsos_set_build_ids(dsos);
	/* A damaged list is used as far as it can be read. */
	return result == -EBADMSG ? 0 : result;
}
