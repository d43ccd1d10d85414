#include "formats/file/compressed_walk.h"

#include "formats/file/decompress_limit.h"
#include "formats/file/resync.h"

#include <errno.h>
#include <zstd.h>
#include <zstd_errors.h>

struct cursor compressed_payload(const struct record *r)
{
	struct cursor c = cursor_make(r->data, r->size, r->swap);

	cursor_skip(&c, RECORD_HEADER_SIZE);
	if (r->type == PERF_RECORD_COMPRESSED2) {
		uint64_t size = cursor_u64(&c);

		if (size < cursor_left(&c))
			c.end = c.pos + size;
	}
	return c;
}

bool payload_begins_frame(const struct record *r)
{
	struct cursor payload = compressed_payload(r);
	unsigned long long raw = ZSTD_getFrameContentSize(payload.pos, cursor_left(&payload));

	return raw != ZSTD_CONTENTSIZE_UNKNOWN && raw != ZSTD_CONTENTSIZE_ERROR;
}

bool zstd_lacks_memory(size_t result)
{
	return ZSTD_isError(result) && ZSTD_getErrorCode(result) == ZSTD_error_memory_allocation;
}

size_t whole_records(const uint8_t *data, size_t size, bool swap, uint64_t *ret_weight, bool *ret_broken)
{
	uint64_t n = 0, n_samples = 0;
	size_t pos = 0;

	*ret_broken = false;
	while (size - pos >= RECORD_HEADER_SIZE) {
		uint16_t record_size = load_u16_order(data + pos + 6, swap);

		if (record_size < RECORD_HEADER_SIZE) {
			*ret_broken = true;
			break;
		}
		if (record_size > size - pos)
			break;
		n++;
		n_samples +=
			load_u32_order(data + pos, swap) == PERF_RECORD_SAMPLE && record_size >= BLOCKS_SAMPLE_LEAST;
		pos += record_size;
	}
	*ret_weight = n_samples + (n - n_samples) * BLOCKS_WEIGHT_OTHER;
	return pos;
}

#define WINDOW_SIZE (1u << 20)

void compressed_walk_init(struct compressed_walk *w, struct block_shared *shared, void (*gap)(void *context),
			  void *context)
{
	*w = (struct compressed_walk){ .shared = shared, .gap = gap, .gap_context = context };
	buffer_init(&w->window);
}

void compressed_walk_fini(struct compressed_walk *w)
{
	buffer_fini(&w->window);
}

static void walk_begin(struct compressed_walk *w, const struct file_part *part)
{
	w->part = part;
	w->position = part->data.offset;
	/* A block has at least 8 bytes, so the numbers of different parts do not overlap. */
	w->next_number = part->start / 8;
	w->cut_noted = false;
	buffer_clear(&w->window);
}

void compressed_walk_rewind(struct compressed_walk *w)
{
	w->taken_before = 0;
	walk_begin(w, &w->shared->file->parts.list[w->shared->first_part]);
}

bool compressed_walk_next_part(struct compressed_walk *w)
{
	if (w->part + 1 == &w->shared->file->parts.list[w->shared->end_part])
		return false;
	w->taken_before += w->part->data.size;
	walk_begin(w, w->part + 1);
	return true;
}

/* Returns the bytes of the file at offset, at least `size`. NULL: there are fewer, or w->failed is set. */
static const uint8_t *window_at(struct compressed_walk *w, uint64_t offset, size_t size)
{
	ssize_t n;

	if (offset >= w->window_offset && offset + size <= w->window_offset + w->window.size)
		return w->window.data + (offset - w->window_offset);
	buffer_clear(&w->window);
	w->window_offset = offset;
	n = buffer_reserve(&w->window, WINDOW_SIZE) ? file_part_pread(w->part, w->window.data, WINDOW_SIZE, offset)
						    : -ENOMEM;
	w->failed = n < 0 ? (int)n : 0;
	if (n < 0 || (size_t)n < size)
		return NULL;
	w->window.size = n;
	return w->window.data;
}

/* Returns the bytes of the window from offset on. */
static struct resync_bytes window_bytes(const struct compressed_walk *w, uint64_t offset)
{
	size_t at = offset - w->window_offset;
	struct resync_bytes bytes = { .data = w->window.data + at, .size = w->window.size - at };

	bytes.is_end = offset + bytes.size >= file_part_data_end(w->part);
	if (bytes.is_end)
		bytes.size = file_part_data_end(w->part) - offset;
	return bytes;
}

/* Returns the outer record at the position. 0, or a negative errno: it is damaged, or w->failed is set. */
static int outer_record_at(struct compressed_walk *w, struct record *ret_record, uint64_t *ret_trailing,
			   struct error *damage)
{
	uint64_t left = file_part_data_end(w->part) - w->position;
	size_t there = left < RECORD_SIZE_MAX ? left : RECORD_SIZE_MAX;
	const uint8_t *p = window_at(w, w->position, there);
	struct resync_bytes bytes;
	int result;

	if (!p)
		return error_at(damage, w->failed ? w->failed : -EIO, w->position, ERROR_NO_RECORD,
				"the file cannot be read");
	result = record_at(ret_record, p, there, w->position, w->shared->file->swap, damage);
	bytes = window_bytes(w, w->position);
	if (!result && !resync_type_known(ret_record->type) && !resync_is_unknown(w->shared->file, &bytes, 0))
		result = error_at(damage, -EBADMSG, w->position, ret_record->type,
				  "no record: what would be its type is %u, and no record follows", ret_record->type);
	if (!result)
		result = record_trailing_size(ret_record, ret_trailing, damage);
	return result;
}

/* True if a compressed record is cut off by the end of the data; the rest may be decompressed. Notes the damage. */
static bool outer_record_cut(struct compressed_walk *w, struct record *ret_record, const struct error *damage)
{
	uint64_t left = file_part_data_end(w->part) - w->position;
	struct record r = { .offset = w->position, .size = (uint16_t)left, .swap = w->shared->file->swap };

	if (damage->code != -ENODATA || left <= RECORD_HEADER_SIZE + 8)
		return false;
	r.data = window_at(w, w->position, left);
	if (!r.data)
		return false;
	r.type = load_u32_order(r.data, r.swap);
	r.misc = load_u16_order(r.data + 4, r.swap);
	if (r.type != PERF_RECORD_COMPRESSED && r.type != PERF_RECORD_COMPRESSED2)
		return false;
	if (!w->cut_noted)
		block_note_damage(w->shared, damage);
	w->cut_noted = true;
	*ret_record = r;
	return true;
}

/* Moves the position to the first plausible record from `from` on, or to the end; sets w->failed if reading fails. */
static void outer_search(struct compressed_walk *w, uint64_t from)
{
	w->position = file_part_data_end(w->part);
	w->gap(w->gap_context);
	while (from < file_part_data_end(w->part)) {
		size_t want = file_part_data_end(w->part) - from < WINDOW_SIZE ? file_part_data_end(w->part) - from
									       : WINDOW_SIZE;
		struct resync_bytes bytes;
		size_t to, found;

		if (!window_at(w, from, want)) {
			w->position = w->failed ? from : w->position;
			return;
		}
		bytes = window_bytes(w, from);
		/* Half of the window is searched: the records after a candidate have to be in it, too. */
		to = bytes.is_end ? bytes.size : WINDOW_SIZE / 2;
		found = resync_find(w->shared->file, &bytes, 0, to);
		if (found < to) {
			w->position = from + found;
			return;
		}
		from += to;
	}
}

int outer_record(struct compressed_walk *w, struct record *ret_record, uint64_t *ret_trailing)
{
	while (w->position < file_part_data_end(w->part)) {
		struct error damage; /* filled when something is wrong: clearing it for each record takes time */
		uint64_t position = w->position;

		w->failed = 0;
		if (!outer_record_at(w, ret_record, ret_trailing, &damage))
			return 1;
		if (w->failed)
			return w->failed;
		if (outer_record_cut(w, ret_record, &damage)) {
			*ret_trailing = 0;
			return 1;
		}
		block_note_damage(w->shared, &damage);
		outer_search(w, position + 1);
		w->shared->n_lost += w->position - position;
	}
	return 0;
}

void outer_step(struct compressed_walk *w, const struct record *r, uint64_t trailing)
{
	struct error damage;

	if (block_data_cut_off(w->part, r, trailing, &damage)) {
		block_note_damage(w->shared, &damage);
		outer_search(w, w->position + r->size);
		w->shared->n_lost += w->position - r->offset - r->size;
	} else {
		w->position += r->size + trailing;
	}
	w->shared->taken = w->taken_before + w->position - w->part->data.offset;
}

void outer_damage_at(struct compressed_walk *w, uint64_t offset, int code, const char *what)
{
	struct error damage = ERROR_INIT;

	error_at(&damage, code, offset, PERF_RECORD_COMPRESSED, "%s", what);
	block_note_damage(w->shared, &damage);
}
