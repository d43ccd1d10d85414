#include "formats/archive/archive_file.h"

#include "common/fileio.h"
#include "common/filemap.h"
#include "common/workers.h"
#include "formats/archive/archive_block.h"
#include "formats/archive/archive_model.h"
#include "formats/file/perf_file.h"
#include "formats/record/private_record.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#define ARCHIVE_VERSION   1
#define ARCHIVE_HEAD_SIZE (ARCHIVE_MAGIC_SIZE + 8)

#define PART_MAGIC      0x4b4c4241u /* "ABLK" */
#define PART_HEAD_SIZE  32
#define PART_CHECK      24 /* its offset in the head */
#define PART_CHECK_SIZE 8
#define PART_MAX        (2 * ARCHIVE_BLOCK_MAX)

/* What is before and after the records is cut into parts of so many bytes. */
#define BYTES_MAX ARCHIVE_BLOCK_SIZE

/* A recording has at most so many bytes for each of its archive, and so many in any case: damage must not fill a disk.
 */
#define EXPANSION_MAX  4096
#define EXPANSION_FREE (64u << 20)

enum part_kind {
	PART_MODEL = 1,
	PART_BYTES,
	PART_BLOCK,
	PART_END,
};

struct part {
	uint32_t kind;
	uint64_t offset; /* in the recording */
	uint32_t size;
	uint32_t packed_size;
	const uint8_t *head; /* in the archive */
};

bool archive_is_magic(const uint8_t *bytes)
{
	return !memcmp(bytes, ARCHIVE_MAGIC, ARCHIVE_MAGIC_SIZE);
}

/* Computes the check of a part whose packed bytes follow its head. */
static void part_check(const uint8_t *head, size_t packed, uint8_t ret_check[SHA256_SIZE])
{
	struct sha256 sha;

	sha256_init(&sha);
	sha256_add(&sha, head, PART_CHECK);
	sha256_add(&sha, head + PART_HEAD_SIZE, packed);
	sha256_end(&sha, ret_check);
}

/* Begins a part in an empty buffer; part_finish completes its head. */
static void part_begin(struct buffer *b)
{
	buffer_clear(b);
	b->swap = order_is_swapped(false);
	buffer_append(b, NULL, PART_HEAD_SIZE);
}

static void part_finish(struct buffer *b, const struct part *p)
{
	uint8_t check[SHA256_SIZE];

	if (!buffer_ok(b))
		return;
	buffer_set_u32(b, 0, PART_MAGIC);
	buffer_set_u32(b, 4, p->kind);
	buffer_set_u64(b, 8, p->offset);
	buffer_set_u32(b, 16, p->size);
	buffer_set_u32(b, 20, (uint32_t)(b->size - PART_HEAD_SIZE));
	part_check(b->data, b->size - PART_HEAD_SIZE, check);
	memcpy(b->data + PART_CHECK, check, PART_CHECK_SIZE);
}

/* --- packing -------------------------------------------------------------------- */

struct packer {
	const struct perf_file *file;
	struct archive_model model;
	const uint8_t *data;
	uint64_t size, start, end; /* of the file, and of its records */
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
static bool part_take(struct packer *p, struct part *ret_part, uint64_t *ret_number)
{
	uint64_t left;

	pthread_mutex_lock(&p->lock);
	*ret_part = (struct part){ .kind = PART_BYTES, .offset = p->at };
	*ret_number = p->number;
	if (p->at >= p->start && p->at < p->end) {
		ret_part->kind = PART_BLOCK;
		ret_part->size = (uint32_t)archive_block_cut(&p->model, p->data + p->at, p->end - p->at);
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

static int part_pack(struct packer *p, struct archive_block *block, const struct part *part, struct buffer *b,
		     struct error *err)
{
	int result;

	part_begin(b);
	result = archive_block_pack(block, part->kind == PART_BLOCK ? &p->model : NULL, p->data + part->offset,
				    part->size, b, err);
	part_finish(b, part);
	return result;
}

static void pack_parts(void *context, unsigned worker)
{
	struct packer *p = context;
	struct archive_block *block = archive_block_new(p->level);
	struct error err = ERROR_INIT;
	struct part part;
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
	part_begin(&b);
	archive_model_write(&p->model, &b);
	part_finish(&b, &(struct part){ .kind = PART_MODEL });
	if (!result)
		result = part_write(p, &b, err);
	if (is_end && !result) {
		sha256_end(&p->sha, ret->hash);
		part_begin(&b);
		buffer_put_u64(&b, p->size);
		buffer_append(&b, ret->hash, sizeof(ret->hash));
		buffer_put_u32(&b, ZSTD_versionNumber());
		part_finish(&b, &(struct part){ .kind = PART_END, .offset = p->size });
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
	struct packer p = { .file = file, .to = to, .level = level, .size = file->size };
	struct filemap *map;
	int result;

	if (file->parts.n > 1)
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

/* --- restoring ------------------------------------------------------------------ */

struct restorer {
	struct archive_model model;
	bool has_model;
	struct part *parts; /* blocks and bytes, in the order of the file */
	size_t n_parts, capacity;
	uint64_t size;
	uint8_t hash[SHA256_SIZE];
	bool has_end;
	uint32_t zstd;
	int to;
	pthread_mutex_t lock;
	size_t next;
	struct sha256 sha;
	struct write_order order;
	uint64_t at; /* bytes of the recording that were written */
	struct archive_outcome *outcome;
	uint64_t limit;
};

/* Reads the head of a part. False: there is none at these bytes. */
static bool part_read(const uint8_t *data, size_t left, struct part *ret_part)
{
	struct cursor c = cursor_make(data, left < PART_HEAD_SIZE ? left : PART_HEAD_SIZE, order_is_swapped(false));

	if (cursor_u32(&c) != PART_MAGIC)
		return false;
	ret_part->kind = cursor_u32(&c);
	ret_part->offset = cursor_u64(&c);
	ret_part->size = cursor_u32(&c);
	ret_part->packed_size = cursor_u32(&c);
	ret_part->head = data;
	return cursor_skip(&c, PART_CHECK_SIZE) && ret_part->kind >= PART_MODEL && ret_part->kind <= PART_END &&
	       ret_part->packed_size <= left - PART_HEAD_SIZE && ret_part->packed_size <= PART_MAX &&
	       ret_part->size <= ARCHIVE_BLOCK_MAX;
}

static bool part_is_whole(const struct part *p)
{
	uint8_t check[SHA256_SIZE];

	part_check(p->head, p->packed_size, check);
	return !memcmp(check, p->head + PART_CHECK, PART_CHECK_SIZE);
}

static struct cursor part_content(const struct part *p)
{
	return cursor_make(p->head + PART_HEAD_SIZE, p->packed_size, order_is_swapped(false));
}

/* Takes what all blocks need, if the part is whole. */
static int model_take(struct restorer *r, const struct part *p, struct error *err)
{
	struct cursor c = part_content(p);
	int result;

	if (r->has_model)
		return 0;
	result = archive_model_read(&r->model, &c, err);
	if (result)
		archive_model_fini(&r->model);
	r->has_model = !result;
	return result;
}

static void end_take(struct restorer *r, const struct part *p)
{
	struct cursor c = part_content(p);
	const uint8_t *hash;

	r->size = cursor_u64(&c);
	hash = cursor_bytes(&c, SHA256_SIZE);
	r->zstd = cursor_u32(&c);
	if (!cursor_ok(&c))
		return;
	memcpy(r->hash, hash, SHA256_SIZE);
	r->has_end = true;
}

static int part_add(struct restorer *r, const struct part *p, struct error *err)
{
	struct part *parts;
	size_t capacity;

	if (p->kind == PART_MODEL || p->kind == PART_END) {
		if (!part_is_whole(p))
			return 0;
		if (p->kind == PART_MODEL)
			return model_take(r, p, err);
		end_take(r, p);
		return 0;
	}
	if (r->n_parts && p->offset < r->parts[r->n_parts - 1].offset + r->parts[r->n_parts - 1].size)
		return 0;
	if (r->n_parts == r->capacity) {
		capacity = r->capacity ? 2 * r->capacity : 64;
		parts = realloc(r->parts, capacity * sizeof(*parts));
		if (!parts)
			return error_nomem(err);
		r->parts = parts;
		r->capacity = capacity;
	}
	r->parts[r->n_parts++] = *p;
	return 0;
}

/* Finds the parts; where there should be one and is none, the next one is searched. */
static int parts_find(struct restorer *r, const uint8_t *data, size_t size, struct error *err)
{
	struct part part;
	size_t at = ARCHIVE_HEAD_SIZE;
	int result = 0;

	while (at + PART_HEAD_SIZE <= size && !result) {
		if (part_read(data + at, size - at, &part)) {
			result = part_add(r, &part, err);
			at += PART_HEAD_SIZE + part.packed_size;
		} else {
			at++;
		}
	}
	return result;
}

static bool part_next(struct restorer *r, struct part *ret_part, uint64_t *ret_number)
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
static bool part_restore(struct restorer *r, struct archive_block *block, const struct part *p, struct buffer *b,
			 struct error *err)
{
	struct cursor c = part_content(p);

	buffer_clear(b);
	return part_is_whole(p) && (p->kind == PART_BYTES || r->has_model) &&
	       !archive_block_restore(block, p->kind == PART_BLOCK ? &r->model : NULL, &c, p->size, b, err);
}

/* Writes a part in its turn; if it is not whole it becomes a part of the hole before the next. */
static int part_put(struct restorer *r, const struct part *p, bool is_whole, const struct buffer *b, struct error *err)
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
	struct part part;
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
	const struct part *last = r->n_parts ? &r->parts[r->n_parts - 1] : NULL;
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
	if (fstat(from, &st) || st.st_size < ARCHIVE_HEAD_SIZE)
		return error_set(err, -ENODATA, "the archive is cut off");
	ret->archive_size = (uint64_t)st.st_size;
	result = filemap_open(&map, from, (size_t)st.st_size);
	if (result)
		return error_set(err, result, "%s", strerror(-result));
	result = restore_mapped(filemap_data(map), (size_t)st.st_size, to, jobs, ret, err);
	filemap_close(map);
	return result;
}
