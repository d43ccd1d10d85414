/* archive_restore: restores a recording from an archive (archive_file.h). */
#include "formats/archive/archive_file.h"

#include "common/fileio.h"
#include "common/filemap.h"
#include "common/list.h"
#include "common/workers.h"
#include "formats/archive/archive_block.h"
#include "formats/archive/archive_part.h"
#include "formats/record/private_record.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <zstd.h>

#define HEAD_SIZE (ARCHIVE_MAGIC_SIZE + 8)

/* A recording has at most so many bytes for each of its archive, and so many in any case: none fills a disk. */
#define EXPANSION_MAX  4096
#define EXPANSION_FREE (64u << 20)

bool archive_is_magic(const uint8_t *bytes)
{
	return !memcmp(bytes, ARCHIVE_MAGIC, ARCHIVE_MAGIC_SIZE);
}

struct restorer {
	struct archive_model model;
	bool has_model;
	struct archive_part *parts; /* blocks and bytes, in the order of the file */
	uint32_t n_parts, capacity;
	uint64_t size;
	uint8_t hash[SHA256_SIZE];
	bool has_end;
	uint32_t zstd;
	int to;
	pthread_mutex_t lock;
	uint32_t next;
	struct sha256 sha;
	struct write_order order;
	uint64_t at; /* bytes of the recording that were written */
	struct archive_outcome *outcome;
	uint64_t limit;
};

/* Takes what all blocks need, if the part is whole. */
static int model_take(struct restorer *r, const struct archive_part *p, struct error *err)
{
	struct cursor c = archive_part_content(p);
	int result;

	if (r->has_model)
		return 0;
	result = archive_model_read(&r->model, &c, err);
	if (result)
		archive_model_fini(&r->model);
	r->has_model = !result;
	return result;
}

static void end_take(struct restorer *r, const struct archive_part *p)
{
	struct cursor c = archive_part_content(p);
	const uint8_t *hash;

	r->size = cursor_u64(&c);
	hash = cursor_bytes(&c, SHA256_SIZE);
	r->zstd = cursor_u32(&c);
	if (!cursor_ok(&c))
		return;
	memcpy(r->hash, hash, SHA256_SIZE);
	r->has_end = true;
}

static int part_add(struct restorer *r, const struct archive_part *p, struct error *err)
{
	if (p->kind == ARCHIVE_MODEL || p->kind == ARCHIVE_END) {
		if (!archive_part_is_whole(p))
			return 0;
		if (p->kind == ARCHIVE_MODEL)
			return model_take(r, p, err);
		end_take(r, p);
		return 0;
	}
	if (r->n_parts && p->offset < r->parts[r->n_parts - 1].offset + r->parts[r->n_parts - 1].size)
		return 0;
	if (!list_reserve(&r->parts, r->n_parts, &r->capacity, sizeof(*r->parts)))
		return error_nomem(err);
	r->parts[r->n_parts++] = *p;
	return 0;
}

/* Finds the parts; where there should be one and is none, the next one is searched. */
static int parts_find(struct restorer *r, const uint8_t *data, size_t size, struct error *err)
{
	struct archive_part part;
	size_t at = HEAD_SIZE;
	int result = 0;

	while (at + ARCHIVE_PART_HEAD_SIZE <= size && !result) {
		if (archive_part_read(data + at, size - at, &part)) {
			result = part_add(r, &part, err);
			at += ARCHIVE_PART_HEAD_SIZE + part.packed_size;
		} else {
			at++;
		}
	}
	return result;
}

static bool part_next(struct restorer *r, struct archive_part *ret_part, uint64_t *ret_number)
{
	bool is_there;

	pthread_mutex_lock(&r->lock);
	is_there = r->next < r->n_parts;
	*ret_number = r->next;
	if (is_there)
		*ret_part = r->parts[r->next++];
	pthread_mutex_unlock(&r->lock);
	return is_there;
}

static int restored_write(struct restorer *r, const void *data, size_t size, struct error *err)
{
	int result = fileio_write(r->to, data, size, NULL);

	sha256_add(&r->sha, data, size);
	r->at += size;
	return result ? error_set(err, result, "%s", strerror(-result)) : 0;
}

/* Fills a place of which the bytes are lost with records that readers skip, or with zeros. */
static int hole_fill(struct restorer *r, uint64_t size, struct error *err)
{
	struct buffer b;
	size_t start, n;
	int result = 0;

	buffer_init(&b);
	if (r->has_model)
		b.swap = r->model.swap;
	while (size && !result) {
		n = size < (RECORD_SIZE_MAX & ~7u) ? size : (RECORD_SIZE_MAX & ~7u);
		/* What remains has room for another record. */
		if (n < size && size - n < PRIVATE_RECORD_SIZE_MIN)
			n -= PRIVATE_RECORD_SIZE_MIN;
		buffer_clear(&b);
		if (n >= PRIVATE_RECORD_SIZE_MIN && !(n % 8)) {
			start = private_record_begin(&b, PRIVATE_RECORD_HOLE);
			buffer_append(&b, NULL, n - b.size);
			private_record_end(&b, start);
		} else {
			buffer_append(&b, NULL, n);
		}
		result = buffer_ok(&b) ? restored_write(r, b.data, b.size, err) : error_nomem(err);
		size -= n;
	}
	buffer_fini(&b);
	return result;
}

static int hole_note(struct restorer *r, uint64_t until, struct error *err)
{
	struct archive_outcome *o = r->outcome;

	if (until <= r->at)
		return 0;
	if (until > r->limit)
		return error_set(err, -E2BIG, "the archive is damaged: its recording has more bytes than it can have");
	if (!o->n_lost++)
		o->first_lost = r->at;
	o->bytes_lost += until - r->at;
	return hole_fill(r, until - r->at, err);
}

/* Restores one part. False: it is damaged. */
static bool part_restore(struct restorer *r, struct archive_block *block, const struct archive_part *p,
			 struct buffer *b, struct error *err)
{
	struct cursor c = archive_part_content(p);

	buffer_clear(b);
	return archive_part_is_whole(p) && (p->kind == ARCHIVE_BYTES || r->has_model) &&
	       !archive_block_restore(block, p->kind == ARCHIVE_BLOCK ? &r->model : NULL, &c, p->size, b, err);
}

/* Writes a part in its turn; if it is not whole it becomes a part of the hole before the next. */
static int part_put(struct restorer *r, const struct archive_part *p, bool is_whole, const struct buffer *b,
		    struct error *err)
{
	int result = 0;

	if (!is_whole && !p->offset)
		return error_set(err, -EBADMSG, "the archive is damaged: the recording's header is lost");
	if (is_whole) {
		result = hole_note(r, p->offset, err);
		if (!result)
			result = restored_write(r, b->data, b->size, err);
	}
	if (!result)
		write_order_pass(&r->order);
	return result;
}

static void restore_parts(void *context, unsigned worker)
{
	struct restorer *r = context;
	struct archive_block *block = archive_block_new(ARCHIVE_LEVEL_DEFAULT);
	struct error err = ERROR_INIT;
	int result = block ? 0 : error_nomem(&err);
	struct archive_part part;
	struct buffer b;
	uint64_t number;
	bool is_whole;

	(void)worker;
	buffer_init(&b);
	while (!result && part_next(r, &part, &number)) {
		is_whole = part_restore(r, block, &part, &b, &err);
		if (!is_whole && err.code == -ENOMEM)
			result = err.code;
		if (!write_order_wait(&r->order, number))
			break;
		if (!result)
			result = part_put(r, &part, is_whole, &b, &err);
	}
	if (result)
		write_order_end(&r->order, &err);
	buffer_fini(&b);
	archive_block_free(block);
}

static int restore_all(struct restorer *r, unsigned jobs, struct archive_outcome *o, struct error *err)
{
	const struct archive_part *last = r->n_parts ? &r->parts[r->n_parts - 1] : NULL;
	int result;

	if (!last || r->parts[0].offset)
		return error_set(err, -EBADMSG, "the archive is damaged: the recording's header is lost");
	workers_run(jobs, restore_parts, r);
	if (r->order.error.code)
		return error_set(err, r->order.error.code, "%s", r->order.error.message);
	result = hole_note(r, r->has_end ? r->size : last->offset + last->size, err);
	sha256_end(&r->sha, o->hash);
	o->size = r->at;
	o->has_end = r->has_end;
	o->is_exact = r->has_end && !memcmp(o->hash, r->hash, SHA256_SIZE);
	o->other_zstd = !o->is_exact && r->has_end && r->zstd != ZSTD_versionNumber();
	return result;
}

static int restore_mapped(const uint8_t *data, size_t size, int to, unsigned jobs, struct archive_outcome *ret,
			  struct error *err)
{
	struct restorer r = { .to = to, .outcome = ret, .limit = EXPANSION_FREE + EXPANSION_MAX * (uint64_t)size };
	struct cursor head = cursor_make(data, size, order_is_swapped(false));
	int result;

	cursor_skip(&head, ARCHIVE_MAGIC_SIZE);
	if (cursor_u32(&head) != ARCHIVE_VERSION || !cursor_ok(&head))
		return error_set(err, -EBADMSG, "an archive of another version of prec");
	pthread_mutex_init(&r.lock, NULL);
	write_order_init(&r.order);
	sha256_init(&r.sha);
	result = parts_find(&r, data, size, err);
	if (!result)
		result = restore_all(&r, jobs, ret, err);
	if (r.has_model)
		archive_model_fini(&r.model);
	free(r.parts);
	write_order_fini(&r.order);
	pthread_mutex_destroy(&r.lock);
	return result;
}

int archive_restore(int from, int to, unsigned jobs, struct archive_outcome *ret, struct error *err)
{
	struct filemap *map;
	struct stat st;
	int result;

	*ret = (struct archive_outcome){ 0 };
	if (fstat(from, &st) || st.st_size < HEAD_SIZE)
		return error_set(err, -ENODATA, "the archive is cut off");
	ret->archive_size = (uint64_t)st.st_size;
	result = filemap_open(&map, from, (size_t)st.st_size);
	if (result)
		return error_set(err, result, "%s", strerror(-result));
	result = restore_mapped(filemap_data(map), (size_t)st.st_size, to, jobs, ret, err);
	filemap_close(map);
	return result;
}
