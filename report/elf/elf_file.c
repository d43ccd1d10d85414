#include "report/elf/elf_file.h"

#include "common/clock_ns.h"
#include "common/hash_table.h"
#include "formats/elf/build_id.h"
#include "formats/elf/unpack.h"

#include <errno.h>
#include <linux/fs.h>
#include <linux/magic.h>
#include <lzma.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <unistd.h>

/* Only file systems on disks of this machine are asked: others pass the question to their server. */
static uint64_t generation_of(int fd, uint32_t magic)
{
	long generation = 0;

	switch (magic) {
	case EXT4_SUPER_MAGIC:
	case XFS_SUPER_MAGIC:
	case BTRFS_SUPER_MAGIC:
	case F2FS_SUPER_MAGIC: return ioctl(fd, FS_IOC_GETVERSION, &generation) ? 0 : (uint32_t)generation;
	default: return 0;
	}
}

static uint64_t ns_of(const struct timespec *t)
{
	return (uint64_t)t->tv_sec * NS_PER_S + (uint64_t)t->tv_nsec;
}

static struct elf_file_version version_of(int fd, const struct stat *st)
{
	struct statfs fs = { 0 };

	if (fstatfs(fd, &fs))
		fs.f_type = 0;
	return (struct elf_file_version){ .major = major(st->st_dev),
					  .minor = minor(st->st_dev),
					  .inode = st->st_ino,
					  .generation = generation_of(fd, (uint32_t)fs.f_type),
					  .magic = (uint32_t)fs.f_type,
					  .modified = ns_of(&st->st_mtim),
					  .changed = ns_of(&st->st_ctim) };
}

static int elf_file_map(struct elf_file *f, int fd, uint64_t size, struct error *err)
{
	struct stat st;
	int ret;

	if (!size || size > SIZE_MAX)
		return error_set(err, -EBADMSG, "%s: not an ELF file", f->path);
	if (!fstat(fd, &st)) {
		f->id = (struct elf_file_id){ .device = st.st_dev, .inode = st.st_ino };
		f->version = version_of(fd, &st);
	}
	ret = filemap_open(&f->map, fd, size);
	return ret ? error_set(err, ret, "%s: %s", f->path, strerror(-ret)) : 0;
}

/* Unpacks a mapped xz or zstd file; leaves others alone. */
static int elf_file_unpack(struct elf_file *f, size_t size, struct error *err)
{
	static const uint8_t xz[] = { 0xfd, '7', 'z', 'X', 'Z', 0 };
	static const uint8_t zstd[] = { 0x28, 0xb5, 0x2f, 0xfd };
	static const uint8_t gzip[] = { 0x1f, 0x8b };
	const void *data = filemap_data(f->map);
	int ret = 0;

	if (size >= sizeof(xz) && memcmp(data, xz, sizeof(xz)) == 0)
		ret = unpack_xz(&f->unpacked, data, size, err);
	else if (size >= sizeof(zstd) && memcmp(data, zstd, sizeof(zstd)) == 0)
		ret = unpack_zstd(&f->unpacked, data, size, err);
	else if (size >= sizeof(gzip) && memcmp(data, gzip, sizeof(gzip)) == 0)
		ret = error_set(err, -ENOTSUP, "gzip data");
	else
		return 0;
	if (ret) {
		error_prefix(err, "%s", f->path);
		return ret;
	}
	filemap_close(f->map);
	f->map = NULL;
	return 0;
}

static int elf_file_read_image(struct elf_file *f, const void *data, size_t size, struct error *err)
{
	int ret = elf_image_init(&f->image, data, size, err);

	if (ret) {
		error_prefix(err, "%s", f->path);
		return ret;
	}
	build_id_find(&f->build_id, data, size);
	return 0;
}

static struct elf_file *elf_file_new(const char *path)
{
	struct elf_file *f = calloc(1, sizeof(*f));

	if (!f)
		return NULL;
	buffer_init(&f->unpacked);
	pthread_mutex_init(&f->lock, NULL);
	f->path = strdup(path);
	if (!f->path) {
		elf_file_free(f);
		return NULL;
	}
	return f;
}

int elf_file_of(struct elf_file **ret_file, const char *path, int fd, uint64_t size, struct error *err)
{
	struct elf_file *f = elf_file_new(path);
	int ret = f ? elf_file_map(f, fd, size, err) : error_nomem(err);

	close(fd);
	if (!ret)
		ret = elf_file_unpack(f, (size_t)size, err);
	if (!ret && f->map)
		ret = elf_file_read_image(f, filemap_data(f->map), (size_t)size, err);
	else if (!ret)
		ret = elf_file_read_image(f, f->unpacked.data, f->unpacked.size, err);
	if (ret) {
		elf_file_free(f);
		return ret;
	}
	*ret_file = f;
	return 0;
}

int elf_file_open(struct elf_file **ret_file, struct aside_server *opener, const char *path, struct error *err)
{
	uint64_t size = 0;
	int fd = file_opener_open(opener, path, FILE_STORED, &size, err);

	return fd < 0 ? fd : elf_file_of(ret_file, path, fd, size, err);
}

static struct elf_file *elf_file_unpack_embedded(const struct elf_file *outer)
{
	struct cursor packed = elf_image_bytes(&outer->image, elf_image_section(&outer->image, ".gnu_debugdata"));
	struct elf_file *f = cursor_left(&packed) ? elf_file_new(outer->path) : NULL;

	if (!f)
		return NULL;
	if (unpack_xz(&f->unpacked, packed.start, cursor_left(&packed), NULL) ||
	    elf_file_read_image(f, f->unpacked.data, f->unpacked.size, NULL)) {
		elf_file_free(f);
		return NULL;
	}
	return f;
}

const struct elf_file *elf_file_embedded(struct elf_file *f)
{
	pthread_mutex_lock(&f->lock);
	if (!f->embedded_tried)
		f->embedded = elf_file_unpack_embedded(f);
	f->embedded_tried = true;
	pthread_mutex_unlock(&f->lock);
	return f->embedded;
}

int elf_file_from_memory(struct elf_file **ret_file, const char *path, const void *data, size_t size, struct error *err)
{
	struct elf_file *f = elf_file_new(path);
	int ret;

	if (!f)
		return error_nomem(err);
	ret = elf_file_read_image(f, data, size, err);
	if (ret) {
		elf_file_free(f);
		return ret;
	}
	*ret_file = f;
	return 0;
}

void elf_file_free(struct elf_file *f)
{
	if (!f)
		return;
	elf_file_free(f->embedded);
	elf_image_fini(&f->image);
	filemap_close(f->map);
	buffer_fini(&f->unpacked);
	pthread_mutex_destroy(&f->lock);
	free(f->path);
	free(f);
}

size_t elf_file_memory(struct elf_file *f)
{
	size_t size = f->unpacked.capacity + f->image.n_sections * sizeof(*f->image.sections) +
		      f->image.n_segments * sizeof(*f->image.segments) + sizeof(*f);

	pthread_mutex_lock(&f->lock);
	size += f->embedded ? f->embedded->unpacked.capacity : 0;
	pthread_mutex_unlock(&f->lock);
	return size;
}

bool elf_file_was_cut(const struct elf_file *f)
{
	return f->map && filemap_was_cut(f->map);
}

uint32_t elf_file_crc(struct elf_file *f)
{
	uint32_t crc;

	pthread_mutex_lock(&f->lock);
	if (!f->has_crc)
		f->crc = lzma_crc32(f->image.data, f->image.size, 0);
	f->has_crc = true;
	crc = f->crc;
	pthread_mutex_unlock(&f->lock);
	return crc;
}

void elf_files_init(struct elf_files *all, struct aside_server *opener)
{
	memset(all->slots, 0, sizeof(all->slots));
	all->opener = opener;
	atomic_init(&all->shortage, 0);
	pthread_mutex_init(&all->lock, NULL);
}

void elf_files_fini(struct elf_files *all)
{
	pthread_mutex_destroy(&all->lock);
}

static struct elf_file **elf_files_slot(struct elf_files *all, const struct elf_file_id *id)
{
	return &all->slots[hash_pair(id->device, id->inode) % ELF_FILES_SLOTS];
}

/* Finds an open file and adds a user. NULL: it is not open. */
static struct elf_file *elf_files_find(struct elf_files *all, const struct elf_file_id *id)
{
	struct elf_file *f;

	pthread_mutex_lock(&all->lock);
	f = *elf_files_slot(all, id);
	while (f && (f->id.device != id->device || f->id.inode != id->inode))
		f = f->next;
	if (f)
		f->users++;
	pthread_mutex_unlock(&all->lock);
	return f;
}

static void elf_files_add(struct elf_files *all, struct elf_file *f)
{
	struct elf_file **slot = elf_files_slot(all, &f->id);

	pthread_mutex_lock(&all->lock);
	f->all = all;
	f->users = 1;
	f->next = *slot;
	*slot = f;
	pthread_mutex_unlock(&all->lock);
}

void elf_files_note(struct elf_files *all, int result)
{
	if (result == -EMFILE || result == -ENFILE || result == -ENOMEM)
		atomic_store(&all->shortage, -result);
}

/* One that is open by another name. */
static bool elf_files_has(struct elf_files *all, struct elf_file **ret_file, const struct stat *st)
{
	const struct elf_file_id id = { .device = st->st_dev, .inode = st->st_ino };

	*ret_file = elf_files_find(all, &id);
	return *ret_file;
}

/* What is known of a path without opening it; of one that may not answer nothing is. 1: done, 0: not, or an error. */
static int elf_files_look(struct elf_files *all, struct elf_file **ret_file, const char *path, struct error *err)
{
	struct stat st;

	if (all->opener)
		return 0;
	if (stat(path, &st) < 0)
		return error_set(err, -errno, "%s: %s", path, strerror(errno));
	return elf_files_has(all, ret_file, &st);
}

int elf_files_open(struct elf_files *all, struct elf_file **ret_file, const char *path, struct error *err)
{
	int ret = elf_files_look(all, ret_file, path, err), fd;
	uint64_t size = 0;
	struct stat st;

	if (ret)
		return ret < 0 ? ret : 0;
	fd = file_opener_open(all->opener, path, FILE_STORED, &size, err);
	if (fd >= 0 && all->opener && !fstat(fd, &st) && elf_files_has(all, ret_file, &st)) {
		close(fd);
		return 0;
	}
	/* The lock is not held: two threads may open the same file twice, which only costs memory. */
	ret = fd < 0 ? fd : elf_file_of(ret_file, path, fd, size, err);
	elf_files_note(all, ret);
	if (!ret)
		elf_files_add(all, *ret_file);
	return ret;
}

/* Drops a user. True: it was the last. */
static bool elf_files_drop(struct elf_files *all, struct elf_file *f)
{
	struct elf_file **link = elf_files_slot(all, &f->id);
	bool last;

	pthread_mutex_lock(&all->lock);
	last = --f->users == 0;
	while (last && *link != f)
		link = &(*link)->next;
	if (last)
		*link = f->next;
	pthread_mutex_unlock(&all->lock);
	return last;
}

void elf_files_close(struct elf_file *f)
{
	if (f && (!f->all || elf_files_drop(f->all, f)))
		elf_file_free(f);
}
