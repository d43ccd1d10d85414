#include "record/synth/build_id_set.h"

#include "common/cursor.h"
#include "common/list.h"
#include "formats/elf/build_id.h"
#include "formats/feature/features_encode.h"

#include <errno.h>
#include <stdlib.h>

#define KERNEL_NAME "[kernel.kallsyms]"

int build_id_set_init(struct build_id_set *set)
{
	memset(set, 0, sizeof(*set));
	return strtab_init(&set->names);
}

void build_id_set_fini(struct build_id_set *set)
{
	strtab_fini(&set->names);
	free(set->entries);
	hash_table_fini(&set->table);
	memset(set, 0, sizeof(*set));
}

static uint64_t entry_hash(const struct build_id_set_entry *entry)
{
	return hash_pair(entry->name, hash_bytes(entry->id.data, entry->id.size));
}

static bool same_entry(const void *context, uint32_t number, const void *wanted)
{
	const struct build_id_set_entry *have = &((const struct build_id_set *)context)->entries[number];
	const struct build_id_set_entry *entry = wanted;

	return have->name == entry->name && build_id_equal(&have->id, &entry->id);
}

static int set_add(struct build_id_set *set, uint16_t misc, const char *name, size_t name_size,
		   const struct build_id *id)
{
	struct build_id_set_entry entry = { .misc = misc & RECORD_MISC_CPUMODE_MASK, .id = *id };
	uint64_t hash;

	if (!id->size)
		return 0;
	entry.name = strtab_add(&set->names, name, name_size);
	if (entry.name == STRTAB_NONE)
		return -ENOMEM;
	hash = entry_hash(&entry);
	if (hash_table_find(&set->table, hash, same_entry, set, &entry) != HASH_TABLE_NONE)
		return 0;
	if (!list_reserve(&set->entries, set->n, &set->capacity, sizeof(*set->entries)) ||
	    hash_table_add(&set->table, hash, set->n))
		return -ENOMEM;
	set->entries[set->n++] = entry;
	return 0;
}

int build_id_set_add(struct build_id_set *set, uint16_t misc, const char *name, const struct build_id *id)
{
	return set_add(set, misc, name, strlen(name), id);
}

/* The name of the kernel's mapping has its first symbol appended; the name of its file has not. */
static size_t mapping_name_size(const char *name, size_t size)
{
	size_t kernel = strlen(KERNEL_NAME);

	return size > kernel && !memcmp(name, KERNEL_NAME, kernel) ? kernel : size;
}

int build_id_set_add_record(struct build_id_set *set, const void *record, size_t size)
{
	struct cursor c = cursor_make(record, size, false);
	struct build_id id = { 0 };
	const uint8_t *bytes;
	const char *name;
	uint16_t misc;

	if (cursor_u32(&c) != PERF_RECORD_MMAP2)
		return 0;
	misc = cursor_u16(&c);
	if (!(misc & RECORD_MISC_MMAP_BUILD_ID))
		return 0;
	cursor_skip(&c, 2 + 2 * 4 + 3 * 8);
	id.size = cursor_u8(&c);
	cursor_skip(&c, 3);
	bytes = cursor_bytes(&c, BUILD_ID_SIZE_MAX);
	cursor_skip(&c, 2 * 4);
	name = cursor_string(&c);
	if (!cursor_ok(&c) || id.size > BUILD_ID_SIZE_MAX)
		return 0;
	memcpy(id.data, bytes, id.size);
	return set_add(set, misc, name, mapping_name_size(name, strlen(name)), &id);
}

void build_id_set_encode(const struct build_id_set *set, struct buffer *b)
{
	for (uint32_t i = 0; i < set->n; i++) {
		const struct build_id_set_entry *entry = &set->entries[i];
		struct feature_build_id feature = {
			.pid = -1, .misc = entry->misc, .id = entry->id, .name = strtab_get(&set->names, entry->name)
		};

		feature_encode_build_id(b, &feature);
	}
}
