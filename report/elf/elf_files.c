#include "report/elf/elf_files.h"

#include "common/hash.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

static struct elf_file **elf_files_slot(struct elf_files *all, const struct elf_file_place *place)
{
	return &all->slots[hash_pair(place->device, place->inode) % ELF_FILES_SLOTS];
}

/* One user more for the file at the place; NULL when it is not open. */
static struct elf_file *elf_files_find(struct elf_files *all, const struct elf_file_place *place)
{
	struct elf_file *f;

	pthread_mutex_lock(&all->lock);
	f = *elf_files_slot(all, place);
	while (f && (f->place.device != place->device || f->place.inode != place->inode))
		f = f->next;
	if (f)
		f->users++;
	pthread_mutex_unlock(&all->lock);
	return f;
}

static void elf_files_add(struct elf_files *all, struct elf_file *f)
{
	struct elf_file **slot = elf_files_slot(all, &f->place);

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
	const struct elf_file_place place = { .device = st->st_dev, .inode = st->st_ino };

	*ret_file = elf_files_find(all, &place);
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
	/* Without the lock: a thread that opens the same file meanwhile has it twice, which costs memory only. */
	ret = fd < 0 ? fd : elf_file_of(ret_file, path, fd, size, err);
	elf_files_note(all, ret);
	if (!ret)
		elf_files_add(all, *ret_file);
	return ret;
}

/* One user less. True: there is none any more. */
static bool elf_files_drop(struct elf_files *all, struct elf_file *f)
{
	struct elf_file **link = elf_files_slot(all, &f->place);
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
