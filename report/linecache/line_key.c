#include "report/linecache/line_key.h"

#include "common/bytes.h"
#include "formats/elf/build_id.h"

#include <inttypes.h>
#include <lzma.h>
#include <stdio.h>
#include <string.h>

#define NANOSECONDS 1000000000ull

struct line_identity line_identity_of(const struct stat *st)
{
	return (struct line_identity){
		.inode = st->st_ino,
		.size = (uint64_t)st->st_size,
		.modified = (uint64_t)st->st_mtim.tv_sec * NANOSECONDS + (uint64_t)st->st_mtim.tv_nsec,
		.changed = (uint64_t)st->st_ctim.tv_sec * NANOSECONDS + (uint64_t)st->st_ctim.tv_nsec,
	};
}

struct line_identity line_identity_at(const char *path)
{
	struct stat st;

	return stat(path, &st) ? (struct line_identity){ 0 } : line_identity_of(&st);
}

bool line_identity_same(const struct line_identity *a, const struct line_identity *b)
{
	return a->inode == b->inode && a->size == b->size && a->modified == b->modified && a->changed == b->changed;
}

uint32_t line_sum(const void *data, size_t size, uint32_t before)
{
	return lzma_crc32(data, size, before);
}

const char *line_key_name(const struct line_key *key, char name[static LINE_NAME_SIZE])
{
	char id[BUILD_ID_TEXT_SIZE];

	snprintf(name, LINE_NAME_SIZE, "%s-%08" PRIx32, build_id_text(&key->build_id, id),
		 line_sum(&key->file, sizeof(key->file), key->below));
	return name;
}

bool line_name_is_good(const char *name)
{
	static const char digits[] = "0123456789abcdef";
	size_t id = strspn(name, digits);

	return id >= 2 && id <= 2 * BUILD_ID_SIZE_MAX && id % 2 == 0 && name[id] == '-' &&
	       strspn(name + id + 1, digits) == LINE_NAME_TAG && !name[id + 1 + LINE_NAME_TAG];
}
