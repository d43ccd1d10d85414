/* archive_write: packs a recording (archive_file.h). */
#include "formats/archive/archive_file.h"

#include "common/fileio.h"
#include "common/filemap.h"
#include "common/workers.h"
#include "formats/archive/archive_block.h"
#include "formats/archive/archive_part.h"
#include "formats/file/perf_file.h"

#include <errno.h>
#include <zstd.h>

/* What is before and after the records is cut into parts of so many bytes. */
#define BYTES_MAX ARCHIVE_BLOCK_SIZE

struct packer {
	struct archive_model model;
	const uint8_t *data;
	uint64_t size, start, end; /* of the file, and of its records */
	size_t block_size;
	int to, level;
	pthread_mutex_t lock;
	uint64_t at, number; /* the next part */
	struct sha256 sha;
	uint64_t written;
	struct write_order order;
};

/* Writes a part, in its turn. */
static int part_write(struct packer *p, const struct buffer *b, struct error *err)
{
	int result = buffer_ok(b) ? fileio_write(p->to, b->data, b->size, NULL) : -ENOMEM;

	p->written += b->size;
	return result ? error_set(err, result, "%s", strerror(-result)) : 0;
}

/* Takes the next part of the recording. False: there is none. */
static bool part_take(struct packer *p, struct archive_part *ret_part, uint64_t *ret_number)
{
	uint64_t left;

	pthread_mutex_lock(&p->lock);
	*ret_part = (struct archive_part){ .kind = ARCHIVE_BYTES, .offset = p->at };
	*ret_number = p->number;
	if (p->at >= p->start && p->at < p->end) {
		ret_part->kind = ARCHIVE_BLOCK;
		ret_part->size =
			(uint32_t)archive_block_cut(&p->model, p->block_size, p->data + p->at, p->end - p->at, NULL);
	} else {
		left = (p->at < p->start ? p->start : p->size) - p->at;
		ret_part->size = left < BYTES_MAX ? (uint32_t)left : BYTES_MAX;
	}
	if (ret_part->size) {
		sha256_add(&p->sha, p->data + p->at, ret_part->size);
		p->at += ret_part->size;
		p->number++;
	}
	pthread_mutex_unlock(&p->lock);
	return ret_part->size;
}

static int part_pack(struct packer *p, struct archive_block *block, const struct archive_part *part, struct buffer *b,
		     struct error *err)
{
	int result;

	archive_part_begin(b);
	result = archive_block_pack(block, part->kind == ARCHIVE_BLOCK ? &p->model : NULL, p->data + part->offset,
				    part->size, b, err);
	archive_part_finish(b, part);
	return result;
}

static void pack_parts(void *context, unsigned worker)
{
	struct packer *p = context;
	struct archive_block *block = archive_block_new(p->level);
	struct error err = ERROR_INIT;
	struct archive_part part;
	struct buffer b;
	uint64_t number;
	int result = block ? 0 : error_nomem(&err);

	(void)worker;
	buffer_init(&b);
	while (!result && part_take(p, &part, &number)) {
		result = part_pack(p, block, &part, &b, &err);
		if (!write_order_wait(&p->order, number))
			break;
		if (!result)
			result = part_write(p, &b, &err);
		if (!result)
			write_order_pass(&p->order);
	}
	if (result)
		write_order_end(&p->order, &err);
	buffer_fini(&b);
	archive_block_free(block);
}

/* Writes the archive's head, or its end, and the model beside it. */
static int ends_write(struct packer *p, bool is_end, struct archive_outcome *ret, struct error *err)
{
	struct buffer b;
	int result = 0;

	buffer_init(&b);
	if (!is_end) {
		b.swap = order_is_swapped(false);
		buffer_append(&b, ARCHIVE_MAGIC, ARCHIVE_MAGIC_SIZE);
		buffer_put_u32(&b, ARCHIVE_VERSION);
		buffer_put_u32(&b, 0);
		result = part_write(p, &b, err);
	}
	archive_part_begin(&b);
	archive_model_write(&p->model, &b);
	archive_part_finish(&b, &(struct archive_part){ .kind = ARCHIVE_MODEL });
	if (!result)
		result = part_write(p, &b, err);
	if (is_end && !result) {
		sha256_end(&p->sha, ret->hash);
		archive_part_begin(&b);
		buffer_put_u64(&b, p->size);
		buffer_append(&b, ret->hash, sizeof(ret->hash));
		buffer_put_u32(&b, ZSTD_versionNumber());
		archive_part_finish(&b, &(struct archive_part){ .kind = ARCHIVE_END, .offset = p->size });
		result = part_write(p, &b, err);
	}
	buffer_fini(&b);
	return result;
}

static int pack_all(struct packer *p, unsigned jobs, struct archive_outcome *ret, struct error *err)
{
	int result = ends_write(p, false, ret, err);

	if (result)
		return result;
	workers_run(jobs, pack_parts, p);
	if (p->order.error.code)
		return error_set(err, p->order.error.code, "%s", p->order.error.message);
	return ends_write(p, true, ret, err);
}

int archive_write(const struct perf_file *file, int to, int level, unsigned jobs, struct archive_outcome *ret,
		  struct error *err)
{
	struct packer p = { .to = to, .level = level, .size = file->size };
	struct filemap *map;
	int result;

	if (perf_file_is_directory(file))
		return error_set(err, -ENOTSUP, "a directory is no file: write it into one first, with prec convert");
	result = filemap_open(&map, file->fd, file->size);
	if (result)
		return error_set(err, result, "%s", strerror(-result));
	p.data = filemap_data(map);
	*ret = (struct archive_outcome){ .size = p.size, .is_exact = true };
	p.start = file->data.offset;
	p.end = file->data.offset + file->data.size;
	pthread_mutex_init(&p.lock, NULL);
	write_order_init(&p.order);
	sha256_init(&p.sha);
	result = archive_model_make(&p.model, file, err);
	if (!result)
		p.block_size = archive_block_size(&p.model, p.data + p.start, p.end - p.start);
	if (!result)
		result = pack_all(&p, jobs, ret, err);
	if (!result && filemap_was_cut(map))
		result = error_set(err, -EIO, "it became shorter while it was read");
	ret->archive_size = p.written;
	archive_model_fini(&p.model);
	write_order_fini(&p.order);
	pthread_mutex_destroy(&p.lock);
	filemap_close(map);
	return result;
}
