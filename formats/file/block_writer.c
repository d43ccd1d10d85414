#include "formats/file/block_writer.h"

#define COMPRESSION_VERSION 0 /* as every Linux perf writes; perfparser refuses others */
#define COMPRESSION_ZSTD    1

/* Linux perf unpacks a record in several steps and wants room for the whole of it in each. */
#define UNPACKED_MAX (2 * ZFRAME_RAW_MAX)

void block_writer_init(struct block_writer *w, struct perf_writer *file, struct zframe *zframe,
		       struct block_index *index, bool swap)
{
	*w = (struct block_writer){ .file = file, .zframe = zframe, .index = index };
	buffer_init(&w->packed);
	w->packed.swap = swap;
}

void block_writer_fini(struct block_writer *w)
{
	buffer_fini(&w->packed);
}

static struct block_entry raw_block(const struct block_entry *about, size_t size)
{
	struct block_entry entry = *about;

	entry.raw_size = entry.size = (uint32_t)size;
	return entry;
}

static int pack(struct zframe *zframe, const void *raw, struct buffer *out, struct block_entry *entry,
		struct error *err)
{
	size_t before = out->size;
	int result = zframe_pack(zframe, raw, entry->raw_size, out, err);

	entry->size = (uint32_t)(out->size - before);
	entry->flags |= BLOCK_COMPRESSED;
	return result;
}

int block_pack(struct zframe *zframe, const void *raw, size_t size, struct block_entry *about, struct buffer *out,
	       struct error *err)
{
	*about = raw_block(about, size);
	if (zframe)
		return pack(zframe, raw, out, about, err);
	buffer_append(out, raw, size);
	return buffer_ok(out) ? 0 : error_nomem(err);
}

int block_writer_put_packed(struct block_writer *w, const void *data, const struct block_entry *about,
			    struct error *err)
{
	struct block_entry entry = *about;
	int result = perf_writer_append(w->file, data, entry.size, &entry.offset, err);

	if (result)
		return result;
	w->raw_bytes += entry.raw_size;
	w->file_bytes += entry.size;
	return w->index && block_index_add(w->index, &entry) ? error_nomem(err) : 0;
}

int block_writer_put(struct block_writer *w, const void *raw, size_t size, const struct block_entry *about,
		     struct error *err)
{
	struct block_entry entry = raw_block(about, size);
	int result;

	if (!w->zframe)
		return block_writer_put_packed(w, raw, &entry, err);
	buffer_clear(&w->packed);
	result = pack(w->zframe, raw, &w->packed, &entry, err);
	return result ? result : block_writer_put_packed(w, w->packed.data, &entry, err);
}

int block_writer_put_index(struct block_writer *w, uint64_t *ret_offset, struct error *err)
{
	int result = 0;

	*ret_offset = 0;
	buffer_clear(&w->packed);
	if (w->index)
		block_index_put(&w->packed, w->index);
	if (!buffer_ok(&w->packed))
		result = error_nomem(err);
	else if (w->packed.size)
		result = perf_writer_append(w->file, w->packed.data, w->packed.size, ret_offset, err);
	return result;
}

struct feature_compression block_writer_compression(int level, uint64_t raw_bytes, uint64_t file_bytes)
{
	struct feature_compression c = { .version = COMPRESSION_VERSION, .ratio = 1 };

	if (!level)
		return c;
	c.type = COMPRESSION_ZSTD;
	c.level = (uint32_t)level;
	c.mmap_len = UNPACKED_MAX;
	if (file_bytes)
		c.ratio = (uint32_t)((raw_bytes + file_bytes / 2) / file_bytes);
	return c;
}
