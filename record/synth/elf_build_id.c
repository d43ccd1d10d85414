#include "record/synth/elf_build_id.h"

#include "common/list.h"
#include "common/safe_open.h"
#include "formats/elf/build_id.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

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

int elf_build_id_read(int found, const struct stat *status, uint64_t inode, struct build_id *ret_id)
{
	int fd, result;

	if (status->st_ino != inode || regular_file_is_made_up(found)) {
		close(found);
		return -ESTALE;
	}
	fd = regular_file_open(found);
	if (fd < 0)
		return fd;
	result = build_id_read(ret_id, fd);
	close(fd);
	return result;
}

int elf_build_id_cache_add(struct elf_build_id_cache *cache, uint64_t device, uint64_t inode, int result,
			   const struct build_id *id)
{
	struct elf_build_id_entry entry = { .device = device, .inode = inode, .result = result };

	if (!result)
		entry.id = *id;
	if (!list_reserve(&cache->entries, cache->n, &cache->capacity, sizeof(*cache->entries)) ||
	    hash_table_add(&cache->table, hash_pair(device, inode), cache->n))
		return -ENOMEM;
	cache->entries[cache->n++] = entry;
	return 0;
}
