#include "record/synth/elf_build_id.h"

#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/cursor.h"
#include "common/fileio.h"
#include "common/list.h"
#include "common/regular_file.h"
#include "formats/feature/build_id.h"

#define ELF_FIRST_READ  4096        /* headers and, nearly always, the note */
#define ELF_NOTES_MAX   (1u << 20)  /* bytes of one note segment or section */
#define ELF_HEADERS_MAX (16u << 20) /* bytes of a section header table */

/* A file while its headers are walked. */
struct elf_file {
	int fd;
	uint8_t first[ELF_FIRST_READ];
	size_t first_size;
	uint8_t *more; /* what was read beyond, malloc'ed */
	bool is_64;
	bool swap;
};

struct elf_table {
	uint64_t offset;
	uint16_t entry_size;
	uint16_t n;
};

/* A cursor over a range of the file, from the first read where it lies there. It has failed where the file is shorter.
 */
static struct cursor elf_range(struct elf_file *f, uint64_t offset, uint64_t size)
{
	struct cursor failed = { .failed = true };
	uint8_t *more;

	if (!size)
		return cursor_make(f->first, 0, f->swap);
	if (offset <= f->first_size && size <= f->first_size - offset)
		return cursor_make(f->first + offset, size, f->swap);
	more = realloc(f->more, size);
	if (!more)
		return failed;
	f->more = more;
	if (offset > INT64_MAX - size || fileio_pread(f->fd, more, size, offset) != (ssize_t)size)
		return failed;
	return cursor_make(more, size, f->swap);
}

static uint64_t elf_word(struct cursor *c, bool is_64)
{
	return is_64 ? cursor_u64(c) : cursor_u32(c);
}

static int elf_header(struct elf_file *f, struct elf_table *segments, struct elf_table *sections)
{
	struct cursor c = cursor_make(f->first, f->first_size, false);
	const uint8_t *ident = cursor_bytes(&c, EI_NIDENT);

	if (!ident || memcmp(ident, ELFMAG, SELFMAG))
		return -EBADMSG;
	f->is_64 = ident[EI_CLASS] == ELFCLASS64;
	f->swap = (ident[EI_DATA] == ELFDATA2MSB) != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
	c.swap = f->swap;
	cursor_skip(&c, 2 + 2 + 4); /* e_type, e_machine, e_version */
	elf_word(&c, f->is_64);     /* e_entry */
	segments->offset = elf_word(&c, f->is_64);
	sections->offset = elf_word(&c, f->is_64);
	cursor_skip(&c, 4 + 2); /* e_flags, e_ehsize */
	segments->entry_size = cursor_u16(&c);
	segments->n = cursor_u16(&c);
	sections->entry_size = cursor_u16(&c);
	sections->n = cursor_u16(&c);
	return cursor_ok(&c) ? 0 : -EBADMSG;
}

static int elf_notes(struct elf_file *f, uint64_t offset, uint64_t size, uint64_t align, struct build_id *ret_id)
{
	struct elf_file notes_file = *f;
	struct cursor notes;
	int result;

	if (size > ELF_NOTES_MAX)
		return -ENOENT;
	/* Own memory: the caller still walks the table that may lie in f->more. */
	notes_file.more = NULL;
	notes = elf_range(&notes_file, offset, size);
	result = cursor_ok(&notes) ? build_id_find_note(ret_id, notes, align) : -EBADMSG;
	free(notes_file.more);
	return result;
}

static int elf_segments(struct elf_file *f, const struct elf_table *table, struct build_id *ret_id)
{
	struct cursor c = elf_range(f, table->offset, (uint64_t)table->n * table->entry_size);
	int result = -ENOENT;

	for (unsigned i = 0; i < table->n && cursor_ok(&c) && result; i++) {
		struct cursor entry = cursor_sub(&c, table->entry_size);
		uint32_t type = cursor_u32(&entry);
		uint64_t offset, size, align;

		if (f->is_64)
			cursor_skip(&entry, 4); /* p_flags */
		offset = elf_word(&entry, f->is_64);
		elf_word(&entry, f->is_64); /* p_vaddr */
		elf_word(&entry, f->is_64); /* p_paddr */
		size = elf_word(&entry, f->is_64);
		elf_word(&entry, f->is_64); /* p_memsz */
		if (!f->is_64)
			cursor_skip(&entry, 4);
		align = elf_word(&entry, f->is_64);
		if (cursor_ok(&entry) && type == PT_NOTE)
			result = elf_notes(f, offset, size, align, ret_id);
	}
	return result;
}

/* Kernel modules and other object files have sections only. */
static int elf_sections(struct elf_file *f, const struct elf_table *table, struct build_id *ret_id)
{
	uint64_t size = (uint64_t)table->n * table->entry_size;
	struct cursor c;
	int result = -ENOENT;

	if (!size || size > ELF_HEADERS_MAX)
		return -ENOENT;
	c = elf_range(f, table->offset, size);
	for (unsigned i = 0; i < table->n && cursor_ok(&c) && result; i++) {
		struct cursor entry = cursor_sub(&c, table->entry_size);
		uint64_t offset, bytes, align;
		uint32_t type;

		cursor_skip(&entry, 4); /* sh_name */
		type = cursor_u32(&entry);
		elf_word(&entry, f->is_64); /* sh_flags */
		elf_word(&entry, f->is_64); /* sh_addr */
		offset = elf_word(&entry, f->is_64);
		bytes = elf_word(&entry, f->is_64);
		cursor_skip(&entry, 4 + 4); /* sh_link, sh_info */
		align = elf_word(&entry, f->is_64);
		if (cursor_ok(&entry) && type == SHT_NOTE)
			result = elf_notes(f, offset, bytes, align, ret_id);
	}
	return result;
}

static int elf_find(struct elf_file *f, struct build_id *ret_id)
{
	struct elf_table segments, sections;
	int result = elf_header(f, &segments, &sections);

	if (result)
		return result;
	result = -ENOENT;
	if (segments.n)
		result = elf_segments(f, &segments, ret_id);
	if (result)
		result = elf_sections(f, &sections, ret_id);
	return result;
}

int elf_build_id_read(struct build_id *ret_id, int fd)
{
	struct elf_file f = { .fd = fd };
	ssize_t n = fileio_pread(fd, f.first, sizeof(f.first), 0);
	int result;

	if (n < 0)
		return (int)n;
	f.first_size = (size_t)n;
	result = elf_find(&f, ret_id);
	free(f.more);
	return result;
}

void elf_build_id_cache_fini(struct elf_build_id_cache *cache)
{
	hash_table_fini(&cache->table);
	free(cache->entries);
	memset(cache, 0, sizeof(*cache));
}

static bool same_file(const void *context, uint32_t number, const void *wanted)
{
	const struct elf_build_id_entry *have = &((const struct elf_build_id_cache *)context)->entries[number];
	const struct elf_build_id_entry *entry = wanted;

	return have->device == entry->device && have->inode == entry->inode;
}

int elf_build_id_cache_find(const struct elf_build_id_cache *cache, uint64_t device, uint64_t inode,
			    struct build_id *ret_id)
{
	const struct elf_build_id_entry wanted = { .device = device, .inode = inode };
	uint32_t number = hash_table_find(&cache->table, hash_pair(device, inode), same_file, cache, &wanted);
	const struct elf_build_id_entry *entry;

	if (number == HASH_TABLE_NONE)
		return 0;
	entry = &cache->entries[number];
	if (entry->result)
		return entry->result;
	*ret_id = entry->id;
	return 1;
}

int elf_build_id_cache_read(struct elf_build_id_cache *cache, int found, const struct stat *status, uint64_t device,
			    uint64_t inode, struct build_id *ret_id)
{
	struct elf_build_id_entry entry = { .device = device, .inode = inode };
	int fd;

	if (status->st_ino != inode || regular_file_is_made_up(found)) {
		close(found);
		return -ESTALE;
	}
	fd = regular_file_open(found);
	if (fd < 0)
		return fd;
	entry.result = elf_build_id_read(&entry.id, fd);
	close(fd);
	if (!list_reserve(&cache->entries, cache->n, &cache->capacity, sizeof(*cache->entries)) ||
	    hash_table_add(&cache->table, hash_pair(device, inode), cache->n))
		return -ENOMEM;
	cache->entries[cache->n++] = entry;
	if (!entry.result)
		*ret_id = entry.id;
	return entry.result;
}
