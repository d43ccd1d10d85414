#include "formats/perf_writer.h"
#include "formats/attr.h"
#include "formats/pipe_write.h"

#include "common/fileio.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#define SECTION_SIZE     16
#define PENDING_MAX      (1024 * 1024)
#define BOUNDARIES_FIRST 64

static void put_section(struct buffer *b, uint64_t offset, uint64_t size)
{
	buffer_put_u64(b, offset);
	buffer_put_u64(b, size);
}

static size_t count_features(const struct perf_writer_section *features)
{
	size_t n = 0;

	for (unsigned bit = 0; bit < FILE_FEATURE_BITS; bit++)
		n += features[bit].offset != 0;
	return n;
}

static void put_table(struct buffer *b, const struct perf_writer *w, const struct perf_writer_section *features,
		      bool finished)
{
	if (!finished)
		put_section(b, w->data_start, 0);
	for (unsigned bit = 0; bit < FILE_FEATURE_BITS; bit++)
		if (features[bit].offset)
			put_section(b, features[bit].offset, features[bit].size);
}

static void put_bitmap(struct buffer *b, const struct perf_writer_section *features, bool finished)
{
	uint64_t words[FILE_FEATURE_WORDS] = { 0 };

	for (unsigned bit = 0; bit < FILE_FEATURE_BITS; bit++)
		if (features[bit].offset)
			words[bit / 64] |= 1ull << (bit % 64);
	if (!finished)
		words[0] |= 1ull << FEATURE_RESERVED;
	for (size_t i = 0; i < FILE_FEATURE_WORDS; i++)
		buffer_put_u64(b, words[i]);
}

static void put_header(struct buffer *b, const struct perf_writer *w, uint64_t data_end,
		       const struct perf_writer_section *features, bool finished)
{
	buffer_put_u64(b, FILE_MAGIC_V2);
	buffer_put_u64(b, FILE_HEADER_SIZE);
	buffer_put_u64(b, w->attr_size + SECTION_SIZE);
	put_section(b, w->attrs.offset, w->attrs.size);
	put_section(b, w->data_start, data_end - w->data_start);
	put_section(b, 0, 0);
	put_bitmap(b, features, finished);
}

static int write_error(struct error *err, int code)
{
	return error_set(err, code, "%s", strerror(-code));
}

/* Makes a record of the table that the header told of so far; the caller writes the header next. */
static int retire_table(struct perf_writer *w)
{
	const struct {
		uint32_t type;
		uint16_t misc, size;
	} round = { PERF_RECORD_FINISHED_ROUND, 0, (uint16_t)w->table_size };

	return w->table_size ? fileio_pwrite(w->fd, &round, sizeof(round), w->flushed_end, NULL) : 0;
}

/* Steps 2 and 3: the data now end at data_end, and what is behind them is their table. */
static int switch_tables(struct perf_writer *w, uint64_t data_end, const struct perf_writer_section *features,
			 bool finished, struct error *err)
{
	struct buffer b;
	int result;

	buffer_init(&b);
	put_header(&b, w, data_end, features, finished);
	result = buffer_ok(&b) ? retire_table(w) : -ENOMEM;
	if (!result)
		result = fileio_pwrite(w->fd, b.data, b.size, 0, NULL);
	buffer_fini(&b);
	return result ? write_error(err, result) : 0;
}

static int write_pending(struct perf_writer *w, struct error *err)
{
	size_t done = 0;
	int result;

	if (!buffer_ok(&w->pending))
		return error_nomem(err);
	if (w->is_pipe)
		result = fileio_write(w->fd, w->pending.data, w->pending.size, &done);
	else
		result = fileio_pwrite(w->fd, w->pending.data, w->pending.size, w->written, &done);
	w->written += done;
	buffer_clear(&w->pending);
	return result ? write_error(err, result) : 0;
}

static int add_boundary(struct perf_writer *w, struct error *err)
{
	if (w->n_boundaries == w->boundaries_capacity) {
		size_t capacity = w->boundaries_capacity ? 2 * w->boundaries_capacity : BOUNDARIES_FIRST;
		uint64_t *boundaries = reallocarray(w->boundaries, capacity, sizeof(*boundaries));

		if (!boundaries)
			return error_nomem(err);
		w->boundaries = boundaries;
		w->boundaries_capacity = capacity;
	}
	w->boundaries[w->n_boundaries++] = perf_writer_size(w);
	return 0;
}

int perf_writer_append(struct perf_writer *w, const void *data, size_t size, uint64_t *ret_offset, struct error *err)
{
	uint64_t offset = perf_writer_size(w);
	int result;

	buffer_append(&w->pending, data, size);
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
	const struct {
		uint32_t type;
		uint16_t misc, size;
	} round = { PERF_RECORD_FINISHED_ROUND, 0, RECORD_HEADER_SIZE };

	return perf_writer_append(w, &round, sizeof(round), NULL, err);
}

static int flush_pipe(struct perf_writer *w, struct error *err)
{
	int result = append_round(w, err);

	w->n_boundaries = 0;
	return result ? result : write_pending(w, err);
}

/* Writes a table behind everything, and the header that tells of it. */
static int flush_file(struct perf_writer *w, struct error *err)
{
	uint64_t data_end = perf_writer_size(w);
	int result;

	put_table(&w->pending, w, w->features, false);
	result = write_pending(w, err);
	if (!result)
		result = switch_tables(w, data_end, w->features, false, err);
	if (result)
		return result;
	w->flushed_end = data_end;
	w->table_size = w->written - data_end;
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

static void put_contents(struct buffer *b, uint64_t base, struct perf_writer_section *sections,
			 const struct perf_writer_feature *features, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		sections[features[i].bit].offset = base + b->size;
		sections[features[i].bit].size = features[i].size;
		buffer_append(b, features[i].data, features[i].size);
		buffer_pad(b, 8);
	}
}

/*
 * The file up to the data goes out as one piece. The data begin with a record of their own, because readers take a data
 * section of no size for a recorder that never began.
 */
static int start_file(struct perf_writer *w, const struct perf_writer_setup *setup, struct error *err)
{
	struct buffer *b = &w->pending;

	buffer_append(b, NULL, FILE_HEADER_SIZE);
	for (size_t i = 0; i < setup->n_events; i++)
		put_ids(b, &setup->events[i]);
	w->attrs.offset = b->size;
	w->attrs.size = setup->n_events * (w->attr_size + SECTION_SIZE);
	put_attrs(b, setup);
	put_contents(b, 0, w->features, setup->features, setup->n_features);
	w->data_start = b->size;
	if (append_round(w, err))
		return -ENOMEM;
	return flush_file(w, err);
}

int perf_writer_start(struct perf_writer *w, int fd, bool is_pipe, const struct perf_writer_setup *setup,
		      struct error *err)
{
	int result;

	memset(w, 0, sizeof(*w));
	buffer_init(&w->pending);
	w->fd = fd;
	w->is_pipe = is_pipe;
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
	free(w->boundaries);
	memset(w, 0, sizeof(*w));
}

int perf_writer_finish(struct perf_writer *w, const struct perf_writer_feature *features, size_t n, struct error *err)
{
	struct perf_writer_section sections[FILE_FEATURE_BITS];
	uint64_t data_end = perf_writer_size(w);
	struct buffer contents;
	uint64_t contents_at;
	int result;

	if (w->is_pipe)
		return perf_writer_flush(w, err);
	memcpy(sections, w->features, sizeof(sections));
	for (size_t i = 0; i < n; i++)
		sections[features[i].bit].offset = data_end; /* takes part in the count */
	contents_at = data_end + count_features(sections) * SECTION_SIZE;
	buffer_init(&contents);
	put_contents(&contents, contents_at, sections, features, n);
	put_table(&w->pending, w, sections, true);
	buffer_append(&w->pending, contents.data, contents.size);
	result = buffer_ok(&contents) ? write_pending(w, err) : error_nomem(err);
	buffer_fini(&contents);
	return result ? result : switch_tables(w, data_end, sections, true, err);
}

/* The end of the last block, written whole, that leaves room for a table within what could be written. */
static uint64_t last_boundary(const struct perf_writer *w)
{
	for (size_t i = w->n_boundaries; i > 0; i--)
		if (w->boundaries[i - 1] + w->table_size <= w->written)
			return w->boundaries[i - 1];
	return w->flushed_end;
}

int perf_writer_abandon(struct perf_writer *w, struct error *err)
{
	uint64_t data_end = last_boundary(w);
	struct buffer table;
	int result = 0;

	if (w->is_pipe)
		return 0;
	if (!w->table_size)
		return error_set(err, -ENODATA, "nothing could be written");
	if (data_end != w->flushed_end) {
		buffer_init(&table);
		put_table(&table, w, w->features, false);
		result = buffer_ok(&table) ? fileio_pwrite(w->fd, table.data, table.size, data_end, NULL) : -ENOMEM;
		buffer_fini(&table);
		if (result)
			return write_error(err, result);
		result = switch_tables(w, data_end, w->features, false, err);
	}
	if (!result && ftruncate(w->fd, (off_t)(data_end + w->table_size)))
		result = write_error(err, -errno);
	return result;
}
