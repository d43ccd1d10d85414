#include "formats/file/perf_open.h"

#include "common/bytes.h"
#include "common/clock_ns.h"
#include "common/cursor.h"
#include "common/fileio.h"
#include "formats/file/perf_pipe.h"
#include "formats/record/abi.h"
#include "formats/record/attr.h"
#include "formats/record/private_record.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Returns the version of the format, 1 or 2; 0: it is no magic of perf.data. swap: of the other byte order. */
static int magic_version(const uint8_t *bytes, bool swap)
{
	switch (load_u64_order(bytes, swap)) {
	case FILE_MAGIC_V1: return 1;
	case FILE_MAGIC_V2: return 2;
	default: return 0;
	}
}

int perf_file_not_magic(const uint8_t *bytes, struct error *err)
{
	static const struct {
		const char *magic;
		size_t size;
		const char *what;
	} kinds[] = {
		{ "\x1f\x8b", 2, "it is compressed by gzip; unpack it first" },
		{ "\x28\xb5\x2f\xfd", 4, "it is compressed by zstd; unpack it first" },
		{ "\xfd"
		  "7zXZ",
		  5, "it is compressed by xz; unpack it first" },
		{ "BZh", 3, "it is compressed by bzip2; unpack it first" },
		{ "PK\x03\x04", 4, "it is a zip archive; unpack it first" },
		{ "\x7f"
		  "ELF",
		  4, "it is a program or library" },
		{ "\0\0\0\0\0\0\0", PERF_FILE_MAGIC_SIZE,
		  "it begins with zeros, as when its recorder was killed before it recorded anything" },
	};
	bool text = true;

	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++)
		if (!memcmp(bytes, kinds[i].magic, kinds[i].size))
			return error_at(err, -EBADMSG, 0, ERROR_NO_RECORD, "not a perf.data file: %s", kinds[i].what);
	for (size_t i = 0; i < PERF_FILE_MAGIC_SIZE; i++)
		text = text && (isprint(bytes[i]) || isspace(bytes[i]));
	return error_at(err, -EBADMSG, 0, ERROR_NO_RECORD, "not a perf.data file%s", text ? ": it is a text" : "");
}

bool perf_file_is_magic(const uint8_t *bytes)
{
	return magic_version(bytes, false) || magic_version(bytes, true);
}

/* Fills the file's features from the table after the data section. bits: of the header. */
static void feature_table_read(struct perf_file *f, struct file_section data, const uint64_t *bits)
{
	uint64_t at = data.offset + data.size;

	/* The data are cut off, which is noted where they are cut down. */
	if (data.size > f->size || data.offset > f->size - data.size)
		return;
	for (unsigned bit = 0; bit < FILE_FEATURE_BITS; bit++) {
		uint8_t bytes[FILE_SECTION_ENTRY_SIZE];
		struct cursor c = cursor_make(bytes, sizeof(bytes), f->swap);
		struct file_section s, whole;
		ssize_t n;

		if (!(bits[bit / 64] >> bit % 64 & 1))
			continue;
		n = fileio_pread(f->fd, bytes, sizeof(bytes), at);
		if (n < 0)
			perf_file_damaged(f, (int)n, at, "the table of features cannot be read: %s", strerror((int)-n));
		else if (n != sizeof(bytes))
			perf_file_damaged(f, -ENODATA, at, "the table of features is cut off");
		if (n != sizeof(bytes))
			return;
		at += sizeof(bytes);
		if (bit == FEATURE_RESERVED)
			continue;
		whole = file_section_read(&c);
		s = perf_file_clip(f, whole, "contents of a feature");
		if (s.offset != whole.offset || s.size != whole.size)
			f->features.cut[bit / 64] |= 1ull << bit % 64;
		f->features.list[bit] = s;
		f->features.bits[bit / 64] |= 1ull << bit % 64;
	}
}

/* Reads an entry of the attrs: an attr, and where its ids are. *ids_left: how many more ids all events may have. */
static int attr_entry_read(struct perf_file *f, struct file_event *e, struct cursor *c, uint64_t *ids_left,
			   struct error *err)
{
	struct cursor attr = cursor_sub(c, cursor_left(c) - FILE_SECTION_ENTRY_SIZE);
	struct file_section ids;
	uint8_t *bytes;
	ssize_t n;
	int result = attr_decode(&e->attr, &attr, err);

	if (result)
		return result;
	ids = perf_file_clip(f, file_section_read(c), "list of an event's ids");
	/* Entries may share one list, so that many small entries could ask for far more memory than the file has. */
	if (ids.size / 8 > *ids_left) {
		perf_file_damaged(f, -E2BIG, ids.offset,
				  "the events have more ids than the file has room for, or than %u", PERF_FILE_IDS_MAX);
		ids.size = *ids_left * 8;
	}
	*ids_left -= ids.size / 8;
	e->n_ids = ids.size / 8;
	if (!e->n_ids)
		return 0;
	bytes = malloc(e->n_ids * 8);
	if (!bytes)
		return error_nomem(err);
	n = fileio_pread(f->fd, bytes, e->n_ids * 8, ids.offset);
	e->n_ids = n < 0 ? 0 : n / 8;
	e->ids = (uint64_t *)bytes;
	for (uint32_t i = 0; i < e->n_ids; i++)
		e->ids[i] = load_u64_order(bytes + 8 * i, f->swap);
	return n < 0 ? error_set(err, (int)n, "%s", strerror((int)-n)) : 0;
}

/* Fills the file's events from the list of attrs. -EBADMSG, -E2BIG, -ENODATA: it is no list of events. */
static int file_attrs_read(struct perf_file *f, struct file_section section, uint64_t entry_size, struct error *err)
{
	struct file_section attrs = perf_file_clip(f, section, "list of events");
	uint64_t n = entry_size ? attrs.size / entry_size : 0;
	uint64_t ids_left = f->size / 8 < PERF_FILE_IDS_MAX ? f->size / 8 : PERF_FILE_IDS_MAX;
	uint8_t *bytes = NULL;
	int result = 0;

	if (entry_size < ATTR_SIZE_VER0 + FILE_SECTION_ENTRY_SIZE || entry_size > RECORD_SIZE_MAX)
		return error_at(err, -EBADMSG, 16, ERROR_NO_RECORD, "impossible size of an event attribute: %llu",
				(unsigned long long)entry_size);
	if (n > PERF_FILE_EVENTS_MAX)
		return error_at(err, -E2BIG, attrs.offset, ERROR_NO_RECORD, "%llu events, at most %d",
				(unsigned long long)n, PERF_FILE_EVENTS_MAX);
	if (!n)
		return error_at(err, -EBADMSG, attrs.offset, ERROR_NO_RECORD, "the file has no events");
	bytes = malloc(entry_size);
	f->events = calloc(n, sizeof(*f->events));
	if (!bytes || !f->events) {
		free(bytes);
		return error_nomem(err);
	}
	f->attr_size = entry_size - FILE_SECTION_ENTRY_SIZE;
	for (uint64_t i = 0; i < n && !result; i++) {
		ssize_t got = fileio_pread(f->fd, bytes, entry_size, attrs.offset + i * entry_size);
		struct cursor c = cursor_make(bytes, entry_size, f->swap);

		if (got != (ssize_t)entry_size)
			result = error_at(err, got < 0 ? (int)got : -ENODATA, attrs.offset, ERROR_NO_RECORD,
					  "the list of events cannot be read");
		else
			result = attr_entry_read(f, &f->events[f->n_events++], &c, &ids_left, err);
	}
	free(bytes);
	return result;
}

/* The header of a file. */
struct file_header {
	uint64_t size, attr_size;
	struct file_section attrs, data;
	uint64_t feature_bits[FILE_FEATURE_WORDS];
};

/* Features that every recorder writes, and prec recover. */
#define FEATURES_EVERYWHERE (1ull << FEATURE_HOSTNAME | 1ull << FEATURE_EVENT_DESC)

/*
 * Corrects the bitmap of a big-endian file. It is an array of the writer's unsigned long: with 32 bits the first of two
 * is the lower half of a u64. The bits of HOSTNAME and EVENT_DESC, which every recorder sets, tell which size it is.
 */
static void header_features_order(uint64_t *bits, bool big_endian)
{
	if (!big_endian || bits[0] & FEATURES_EVERYWHERE)
		return;
	if (!((bits[0] << 32 | bits[0] >> 32) & FEATURES_EVERYWHERE))
		return;
	for (int i = 0; i < FILE_FEATURE_WORDS; i++)
		bits[i] = bits[i] << 32 | bits[i] >> 32;
}

static int header_read(struct perf_file *f, struct file_header *h, struct error *err)
{
	uint8_t bytes[FILE_HEADER_SIZE];
	ssize_t n = fileio_pread(f->fd, bytes, sizeof(bytes), 0);
	struct cursor c;

	if (n < 0)
		return error_set(err, (int)n, "%s", strerror((int)-n));
	c = cursor_make(bytes, n, f->swap);
	cursor_skip(&c, 8);
	h->size = cursor_u64(&c);
	h->attr_size = cursor_u64(&c);
	h->attrs = file_section_read(&c);
	h->data = file_section_read(&c);
	file_section_read(&c); /* event types, of old files */
	for (int i = 0; i < FILE_FEATURE_WORDS; i++)
		h->feature_bits[i] = cursor_u64(&c);
	if (!cursor_ok(&c))
		return error_at(err, -ENODATA, n, ERROR_NO_RECORD, "the file ends within its header");
	header_features_order(h->feature_bits, order_is_big(f->swap));
	return 0;
}

/*
 * Reads the footer of a file of prec. If it is larger than the data section has room for, a flush was not completed
 * (formats/file/perf_writer.h): then the data end before it, and nothing is damaged.
 */
static void footer_read(struct perf_file *f)
{
	uint64_t end = f->data.offset + f->data.size;
	uint8_t bytes[FOOTER_SIZE];
	struct footer footer;

	if (f->data.size < sizeof(bytes) ||
	    fileio_pread(f->fd, bytes, sizeof(bytes), end - sizeof(bytes)) != sizeof(bytes) ||
	    !private_record_parse_footer(bytes, f->swap, &footer))
		return;
	if (!footer.finished)
		f->unfinished = true;
	if (footer.size > sizeof(bytes))
		f->data.size -= sizeof(bytes);
}

/* Fills events, features and the data section in file mode. What the file's end cuts off is noted as damage. */
static int file_header_open(struct perf_file *f, struct error *err)
{
	struct file_header h;
	int result = header_read(f, &h, err);

	if (!result)
		result = file_attrs_read(f, h.attrs, h.attr_size, err);
	if (result)
		return result;
	f->unfinished = !h.data.size || h.feature_bits[0] >> FEATURE_RESERVED & 1;
	if (h.data.size)
		feature_table_read(f, h.data, h.feature_bits);
	else if (h.data.offset <= f->size)
		h.data.size = f->size - h.data.offset;
	f->data = perf_file_clip(f, h.data, "data section");
	footer_read(f);
	return 0;
}

/* Finds the byte order, version and mode from the first 16 bytes. */
static int magic_read(struct perf_file *f, struct error *err)
{
	uint8_t bytes[FILE_PIPE_HEADER_SIZE];
	ssize_t n = fileio_pread(f->fd, bytes, sizeof(bytes), 0);
	uint64_t size;

	if (n < 0)
		return error_set(err, (int)n, "%s", strerror((int)-n));
	if (n == 0)
		return error_at(err, -ENODATA, 0, ERROR_NO_RECORD, "the file is empty");
	if (n < (ssize_t)sizeof(bytes))
		return error_at(err, n >= 8 ? -ENODATA : -EBADMSG, n, ERROR_NO_RECORD,
				"too short to be a perf.data file: %zd bytes", n);
	f->swap = magic_version(bytes, true) > 0;
	f->version = magic_version(bytes, f->swap);
	if (!f->version)
		return perf_file_not_magic(bytes, err);
	size = load_u64_order(bytes + 8, f->swap);
	f->pipe = size == FILE_PIPE_HEADER_SIZE;
	if (!f->pipe && size != FILE_HEADER_SIZE)
		return error_at(err, -EBADMSG, 8, ERROR_NO_RECORD, "impossible size of the header: %llu",
				(unsigned long long)size);
	return 0;
}

static int events_finish(struct perf_file *f, struct error *err)
{
	uint32_t n_samplers = 0;
	uint16_t offset;

	if (!f->n_events)
		return error_set(err, -EBADMSG, "the file has no events");
	f->timed = true;
	f->same_id_offset = true;
	for (uint32_t i = 0; i < f->n_events; i++) {
		struct file_event *e = &f->events[i];
		uint64_t flags = e->attr.flags;

		event_layout_make(&e->layout, &e->attr);
		if (!(e->attr.sample_type & PERF_SAMPLE_TIME) || !(flags & ATTR_SAMPLE_ID_ALL))
			f->timed = false;
		offset = event_layout_sample_id(&f->events[0].layout);
		if (event_layout_sample_id(&e->layout) != offset || !offset)
			f->same_id_offset = false;
		if (!event_attr_is_dummy(&e->attr))
			f->sole = n_samplers++ ? NULL : e;
	}
	return perf_file_index_ids(f, err);
}

/* Makes the first part: the file itself, with its own offsets. */
static int first_part_make(struct perf_file *f, struct error *err)
{
	f->parts.list = malloc(sizeof(*f->parts.list));
	if (!f->parts.list)
		return error_nomem(err);
	f->parts.list[0] = (struct file_part){ .fd = f->fd, .size = f->size, .data = f->data };
	f->parts.n = 1;
	return 0;
}

static int perf_file_load(struct perf_file *f, struct error *err)
{
	struct stat st;
	int result;

	if (fstat(f->fd, &st))
		return error_set(err, -errno, "%s", strerror(errno));
	if (!S_ISREG(st.st_mode))
		return error_set(err, -ENOTSUP, "not a regular file");
	f->size = st.st_size;
	f->time = timespec_ns(&st.st_mtim);
	result = magic_read(f, err);
	if (!result)
		result = f->pipe ? perf_pipe_open(f, err) : file_header_open(f, err);
	if (!result)
		result = events_finish(f, err);
	/* What says so stands near the file's end: it may be compressed and have lost the word. */
	if (perf_file_has_feature(f, FEATURE_COMPRESSED) || f->unfinished || f->damages.n)
		f->compressed = true;
	return result ? result : first_part_make(f, err);
}

int perf_file_open(struct perf_file **ret_file, int fd, struct error *err)
{
	struct perf_file *f = calloc(1, sizeof(*f));
	int result;

	if (!f) {
		close(fd);
		return error_nomem(err);
	}
	f->fd = fd;
	result = perf_file_load(f, err);
	if (result) {
		perf_file_close(f);
		return result;
	}
	*ret_file = f;
	return 0;
}
