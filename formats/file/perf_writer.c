#include "formats/file/perf_writer.h"

#include "common/fileio.h"
#include "common/list.h"
#include "formats/file/writer_setup.h"
#include "formats/record/attr.h"
#include "formats/record/private_record.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#define SECTION_SIZE 16
#define PENDING_MAX  (1024 * 1024)

static void put_section(struct buffer *b, uint64_t offset, uint64_t size)
{
	buffer_put_u64(b, offset);
	buffer_put_u64(b, size);
}

static void put_table(struct buffer *b, const struct perf_writer_section *features)
{
	for (unsigned bit = 0; bit < FILE_FEATURE_BITS; bit++)
		if (features[bit].offset)
			put_section(b, features[bit].offset, features[bit].size);
}

static void put_bitmap(struct buffer *b, const struct perf_writer_section *features)
{
	uint64_t words[FILE_FEATURE_WORDS] = { 0 };

	for (unsigned bit = 0; bit < FILE_FEATURE_BITS; bit++)
		if (features[bit].offset)
			words[bit / 64] |= 1ull << (bit % 64);
	for (size_t i = 0; i < FILE_FEATURE_WORDS; i++)
		buffer_put_u64(b, words[i]);
}

static void put_header(struct buffer *b, const struct perf_writer *w, uint64_t data_end,
		       const struct perf_writer_section *features)
{
	buffer_put_u64(b, FILE_MAGIC_V2);
	buffer_put_u64(b, FILE_HEADER_SIZE);
	buffer_put_u64(b, w->attr_size + SECTION_SIZE);
	put_section(b, w->attrs.offset, w->attrs.size);
	put_section(b, w->data_start, data_end - w->data_start);
	put_section(b, 0, 0);
	put_bitmap(b, features);
}

static int write_error(struct error *err, int code)
{
	return error_set(err, code, "%s", strerror(-code));
}

/* Makes a buffer with the byte order of the file. */
static void file_buffer_init(const struct perf_writer *w, struct buffer *b)
{
	buffer_init(b);
	b->swap = w->pending.swap;
}

static void put_record_header(struct buffer *b, uint32_t type, uint16_t size)
{
	buffer_put_u32(b, type);
	buffer_put_u16(b, 0);
	buffer_put_u16(b, size);
}

/* Step 2: makes the table after the footer at flushed_end a part of it. The caller writes the header next. */
static int extend_footer(struct perf_writer *w)
{
	struct buffer b;
	int result;

	if (w->is_copy || !w->flushed_end)
		return 0;
	file_buffer_init(w, &b);
	put_record_header(&b, PERF_RECORD_HEADER_EVENT_TYPE, (uint16_t)(FOOTER_SIZE + w->table_size));
	result = buffer_ok(&b) ? fileio_pwrite(w->fd, b.data, b.size, w->flushed_end - FOOTER_SIZE, NULL) : -ENOMEM;
	buffer_fini(&b);
	return result;
}

/* Steps 2 and 3: makes the data end at data_end, where the new table begins. */
static int switch_tables(struct perf_writer *w, uint64_t data_end, const struct perf_writer_section *features,
			 struct error *err)
{
	struct buffer b;
	int result;

	file_buffer_init(w, &b);
	put_header(&b, w, data_end, features);
	result = buffer_ok(&b) ? extend_footer(w) : -ENOMEM;
	if (!result)
		result = fileio_pwrite(w->fd, b.data, b.size, 0, NULL);
	buffer_fini(&b);
	return result ? write_error(err, result) : 0;
}

/* Writes to a pipe. Waits by the caller's function, so that signals can end the wait. */
static int write_pipe(struct perf_writer *w, size_t *ret_done, struct error *err)
{
	while (*ret_done < w->pending.size) {
		size_t left = w->pending.size - *ret_done;
		ssize_t n = fileio_write_now(w->fd, w->pending.data + *ret_done, left);
		int result = 0;

		if (n == -EAGAIN)
			result = w->stall.wait(w->stall.context, left, err);
		else if (n < 0)
			result = write_error(err, (int)n);
		else
			*ret_done += (size_t)n;
		if (result)
			return result;
	}
	return 0;
}

static int write_pending(struct perf_writer *w, struct error *err)
{
	size_t done = 0;
	int result;

	if (!buffer_ok(&w->pending))
		return error_nomem(err);
	if (w->stall.wait)
		result = write_pipe(w, &done, err);
	else if (w->is_pipe)
		result = fileio_write(w->fd, w->pending.data, w->pending.size, &done);
	else
		result = fileio_pwrite(w->fd, w->pending.data, w->pending.size, w->written, &done);
	w->written += done;
	buffer_clear(&w->pending);
	return result && !w->stall.wait ? write_error(err, result) : result;
}

static int add_boundary(struct perf_writer *w, struct error *err)
{
	if (!list_reserve(&w->boundaries, w->n_boundaries, &w->boundaries_capacity, sizeof(*w->boundaries)))
		return error_nomem(err);
	w->boundaries[w->n_boundaries++] = perf_writer_size(w);
	return 0;
}

int perf_writer_append(struct perf_writer *w, const void *data, size_t size, uint64_t *ret_offset, struct error *err)
{
	return perf_writer_append_pieces(w, &(struct perf_writer_piece){ data, size }, 1, ret_offset, err);
}

int perf_writer_append_pieces(struct perf_writer *w, const struct perf_writer_piece *pieces, size_t n,
			      uint64_t *ret_offset, struct error *err)
{
	uint64_t offset = perf_writer_size(w);
	int result;

	for (size_t i = 0; i < n; i++)
		buffer_append(&w->pending, pieces[i].data, pieces[i].size);
	if (!buffer_ok(&w->pending))
		return error_nomem(err);
	result = add_boundary(w, err);
	if (!result && w->pending.size >= PENDING_MAX)
		result = write_pending(w, err);
	if (!result && ret_offset)
		*ret_offset = offset;
	return result;
}

static int append_round(struct perf_writer *w, struct error *err)
{
	if (w->is_copy)
		return 0;
	put_record_header(&w->pending, PERF_RECORD_FINISHED_ROUND, RECORD_HEADER_SIZE);
	return add_boundary(w, err);
}

static int flush_pipe(struct perf_writer *w, struct error *err)
{
	int result = append_round(w, err);

	w->n_boundaries = 0;
	return result ? result : write_pending(w, err);
}

/* Writes a footer and a table after everything, and the header that points to them. */
static int flush_file(struct perf_writer *w, struct error *err)
{
	uint64_t data_end;
	int result = append_round(w, err);

	if (result)
		return result;
	private_record_put_footer(&w->pending, false, 0, 0);
	data_end = perf_writer_size(w);
	put_table(&w->pending, w->features);
	result = write_pending(w, err);
	if (!result)
		result = switch_tables(w, data_end, w->features, err);
	if (result)
		return result;
	w->flushed_end = data_end;
	w->n_boundaries = 0;
	return 0;
}

int perf_writer_flush(struct perf_writer *w, struct error *err)
{
	if (!w->n_boundaries)
		return 0;
	return w->is_pipe ? flush_pipe(w, err) : flush_file(w, err);
}

static void put_ids(struct buffer *b, const struct feature_event *event)
{
	for (size_t i = 0; i < event->n_ids; i++)
		buffer_put_u64(b, event->ids[i]);
}

static void put_attrs(struct buffer *b, const struct perf_writer_setup *setup)
{
	uint64_t ids_at = FILE_HEADER_SIZE;

	for (size_t i = 0; i < setup->n_events; i++) {
		attr_encode(b, setup->events[i].attr);
		put_section(b, ids_at, 8 * setup->events[i].n_ids);
		ids_at += 8 * setup->events[i].n_ids;
	}
}

/*
 * Computes the offsets of contents that are written one after the other from `offset` on, each a multiple of 8 bytes
 * after the one before. There is no padding after the last one: Perfetto takes bytes at the end of a file for an error.
 */
static void lay_out_contents(struct perf_writer_section *sections, uint64_t offset,
			     const struct perf_writer_feature *features, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		sections[features[i].bit] = (struct perf_writer_section){ offset, features[i].size };
		offset += align_up(features[i].size, 8);
	}
}

/* Appends the contents of feature i, with the padding before. */
static void put_contents(struct buffer *b, const struct perf_writer_feature *features, size_t i)
{
	if (i)
		buffer_append(b, NULL, align_up(features[i - 1].size, 8) - features[i - 1].size);
	buffer_append(b, features[i].data, features[i].size);
}

/*
 * Writes the start of a file, and its header by a write of its own, last: SIGKILL can end a longer write at a page, and
 * the header may only describe what was written. The data begin with a footer, since readers take data without bytes
 * for a recording that has not begun.
 */
static int start_file(struct perf_writer *w, const struct perf_writer_setup *setup, struct error *err)
{
	struct buffer *b = &w->pending;
	uint64_t data_end;
	int result;

	buffer_append(b, NULL, FILE_HEADER_SIZE);
	for (size_t i = 0; i < setup->n_events; i++)
		put_ids(b, &setup->events[i]);
	w->attrs.offset = b->size;
	w->attrs.size = setup->n_events * (w->attr_size + SECTION_SIZE);
	put_attrs(b, setup);
	w->contents_start = b->size;
	lay_out_contents(w->features, w->contents_start, setup->features, setup->n_features);
	for (size_t i = 0; i < setup->n_features; i++)
		put_contents(&w->contents, setup->features, i);
	buffer_append(b, w->contents.data, w->contents.size);
	buffer_pad(b, !w->is_copy && b->size < PERF_WRITER_DATA_MIN ? PERF_WRITER_DATA_MIN : 8);
	w->data_start = b->size;
	w->has_clock = setup->clock;
	if (setup->clock)
		private_record_put_clock(b, setup->clock);
	if (!w->is_copy)
		private_record_put_footer(b, false, 0, 0);
	data_end = b->size;
	put_table(b, w->features);
	w->table_size = b->size - data_end;
	if (!buffer_ok(&w->contents))
		return error_nomem(err);
	result = write_pending(w, err);
	if (!result)
		result = switch_tables(w, data_end, w->features, err);
	if (!result)
		w->flushed_end = data_end;
	return result;
}

int perf_writer_start(struct perf_writer *w, int fd, bool is_pipe, const struct perf_writer_setup *setup,
		      struct error *err)
{
	int result;

	memset(w, 0, sizeof(*w));
	buffer_init(&w->pending);
	buffer_init(&w->contents);
	w->pending.swap = setup->swap;
	w->fd = fd;
	w->is_pipe = is_pipe;
	w->is_copy = setup->is_copy;
	w->stall = setup->stall;
	w->attr_size = setup->n_events ? setup->events[0].attr->size : ATTR_SIZE_VER0;
	for (size_t i = 0; i < setup->n_events; i++)
		if (setup->events[i].attr->size != w->attr_size)
			return error_set(err, -EINVAL, "events with attributes of different sizes");
	if (!is_pipe)
		return start_file(w, setup, err);
	result = pipe_write_start(&w->pending, setup, err);
	return result ? result : write_pending(w, err);
}

void perf_writer_fini(struct perf_writer *w)
{
	buffer_fini(&w->pending);
	buffer_fini(&w->contents);
	free(w->boundaries);
	memset(w, 0, sizeof(*w));
}

/* Lists the features of the start without those that `features` replace, and `features`. Returns their number. */
static size_t all_features(const struct perf_writer *w, struct perf_writer_feature *all,
			   const struct perf_writer_feature *features, size_t n)
{
	size_t n_all = 0;

	for (unsigned bit = 0; bit < FILE_FEATURE_BITS; bit++) {
		if (n && features->bit == bit) {
			all[n_all++] = *features++;
			n--;
		} else if (w->features[bit].offset) {
			all[n_all++] =
				(struct perf_writer_feature){ .bit = bit,
							      .data = w->contents.data +
								      (w->features[bit].offset - w->contents_start),
							      .size = w->features[bit].size };
		}
	}
	return n_all;
}

static int write_contents(struct perf_writer *w, const struct perf_writer_feature *features, size_t n,
			  struct error *err)
{
	int result = 0;

	for (size_t i = 0; i < n && !result; i++) {
		put_contents(&w->pending, features, i);
		if (w->pending.size >= PENDING_MAX)
			result = write_pending(w, err);
	}
	return result ? result : write_pending(w, err);
}

/* Where the data end while nothing was appended. */
static uint64_t data_before(const struct perf_writer *w)
{
	return w->data_start + (w->has_clock ? PRIVATE_RECORD_SIZE_MIN : 0);
}

/* The record has the same size. */
static int update_clock(const struct perf_writer *w, const struct clock_note *clock, struct error *err)
{
	struct buffer b;
	int result;

	file_buffer_init(w, &b);
	private_record_put_clock(&b, clock);
	result = buffer_ok(&b) ? fileio_pwrite(w->fd, b.data, b.size, w->data_start, NULL) : -ENOMEM;
	buffer_fini(&b);
	return result ? write_error(err, result) : 0;
}

int perf_writer_finish(struct perf_writer *w, const struct perf_writer_feature *features, size_t n,
		       const struct perf_writer_notes *notes, struct error *err)
{
	struct perf_writer_section sections[FILE_FEATURE_BITS] = { 0 };
	struct perf_writer_feature all[FILE_FEATURE_BITS];
	static const struct perf_writer_notes none = { 0 };
	size_t n_all = all_features(w, all, features, n);
	uint64_t data_end;
	int result;

	if (w->is_pipe)
		return perf_writer_flush(w, err);
	if (!notes)
		notes = &none;
	if (!w->is_copy || notes->index || notes->bundle || perf_writer_size(w) == data_before(w))
		private_record_put_footer(&w->pending, true, notes->index, notes->bundle);
	data_end = perf_writer_size(w);
	lay_out_contents(sections, data_end + n_all * SECTION_SIZE, all, n_all);
	put_table(&w->pending, sections);
	result = write_contents(w, all, n_all, err);
	if (!result && notes->clock && w->has_clock)
		result = update_clock(w, notes->clock, err);
	return result ? result : switch_tables(w, data_end, sections, err);
}

/* Returns the end of the last block that was written whole, and after which there is room for a footer and a table. */
static uint64_t last_boundary(const struct perf_writer *w)
{
	for (size_t i = w->n_boundaries; i > 0; i--)
		if (w->boundaries[i - 1] + FOOTER_SIZE + w->table_size <= w->written)
			return w->boundaries[i - 1];
	return 0;
}

/* Ends the data at the end of a block; the footer and table overwrite what was written there. */
static int end_at_boundary(struct perf_writer *w, uint64_t boundary, struct error *err)
{
	struct buffer b;
	int result;

	file_buffer_init(w, &b);
	private_record_put_footer(&b, false, 0, 0);
	put_table(&b, w->features);
	result = buffer_ok(&b) ? fileio_pwrite(w->fd, b.data, b.size, boundary, NULL) : -ENOMEM;
	buffer_fini(&b);
	if (result)
		return write_error(err, result);
	result = switch_tables(w, boundary + FOOTER_SIZE, w->features, err);
	if (!result)
		w->flushed_end = boundary + FOOTER_SIZE;
	return result;
}

int perf_writer_abandon(struct perf_writer *w, struct error *err)
{
	uint64_t boundary = last_boundary(w);
	int result = 0;

	if (w->is_pipe)
		return 0;
	if (w->written < w->flushed_end + w->table_size || !w->flushed_end)
		return error_set(err, -ENODATA, "nothing could be written");
	if (boundary)
		result = end_at_boundary(w, boundary, err);
	if (!result && ftruncate(w->fd, (off_t)(w->flushed_end + w->table_size)))
		result = write_error(err, -errno);
	return result;
}
