#include "formats/file/perf_file.h"

#include "common/cursor.h"
#include "common/fileio.h"
#include "common/hash.h"
#include "formats/file/event_desc.h"
#include "formats/file/perf_pipe.h"
#include "formats/file/simpleperf.h"
#include "formats/file/tracing_names.h"
#include "formats/record/attr.h"
#include "formats/record/note.h"
#include "formats/record/record.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define FILE_SECTION_ENTRY_SIZE 16

/* The header as it stands in the file. */
struct file_header {
	uint64_t size, attr_size;
	struct file_section attrs, data;
	uint64_t feature_bits[FILE_FEATURE_WORDS];
};

/* Remembers damage that does not keep the file from being read. */
__attribute__((format(printf, 4, 5))) static void perf_file_damaged(struct perf_file *f, int code, uint64_t offset,
								    const char *format, ...)
{
	struct error damage = ERROR_INIT;
	char text[ERROR_MESSAGE_MAX / 2];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	error_at(&damage, code, offset, ERROR_NO_RECORD, "%s", text);
	perf_file_note_damage(f, &damage);
}

void perf_file_note_damage(struct perf_file *f, const struct error *damage)
{
	if (!f->n_damages)
		f->damage = *damage;
	if (f->n_damages < PERF_FILE_DAMAGES_MAX)
		f->damages[f->n_damages] = *damage;
	f->n_damages++;
}

/* Cuts a section down to what lies within the file. */
static struct file_section perf_file_clip(struct perf_file *f, struct file_section s, const char *what)
{
	if (s.offset > f->size) {
		perf_file_damaged(f, -ENODATA, s.offset, "the %s lies beyond the end of the file", what);
		return (struct file_section){ .offset = f->size };
	}
	if (s.size > f->size - s.offset) {
		perf_file_damaged(f, -ENODATA, f->size, "the %s is cut off by the end of the file", what);
		s.size = f->size - s.offset;
	}
	return s;
}

static struct file_section cursor_section(struct cursor *c)
{
	struct file_section s;

	s.offset = cursor_u64(c);
	s.size = cursor_u64(c);
	return s;
}

/* What every recorder writes, and prec recover. */
#define FEATURES_EVERYWHERE (1ull << FEATURE_HOSTNAME | 1ull << FEATURE_EVENT_DESC)

/*
 * The bitmap is an array of the writer's unsigned long; on a 32-bit machine of the other byte order each half of a u64
 * was swapped by itself. HOSTNAME, which every recorder writes, tells, and EVENT_DESC.
 */
static void header_features_order(uint64_t *bits, bool swap)
{
	if (!swap || bits[0] & FEATURES_EVERYWHERE)
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
	h->attrs = cursor_section(&c);
	h->data = cursor_section(&c);
	cursor_section(&c); /* event types, of old files */
	for (int i = 0; i < FILE_FEATURE_WORDS; i++)
		h->feature_bits[i] = cursor_u64(&c);
	if (!cursor_ok(&c))
		return error_at(err, -ENODATA, n, ERROR_NO_RECORD, "the file ends within its header");
	header_features_order(h->feature_bits, f->swap);
	return 0;
}

/* One attr entry: the attr, then where its ids lie. *ids_left: how many ids all events may still have. */
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
	ids = perf_file_clip(f, cursor_section(c), "list of an event's ids");
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

static int attrs_read(struct perf_file *f, struct file_header *h, struct error *err)
{
	struct file_section attrs = perf_file_clip(f, h->attrs, "list of events");
	uint64_t n = h->attr_size ? attrs.size / h->attr_size : 0;
	uint64_t ids_left = f->size / 8 < PERF_FILE_IDS_MAX ? f->size / 8 : PERF_FILE_IDS_MAX;
	uint8_t *bytes = NULL;
	int result = 0;

	if (h->attr_size < ATTR_SIZE_VER0 + FILE_SECTION_ENTRY_SIZE || h->attr_size > RECORD_SIZE_MAX)
		return error_at(err, -EBADMSG, 16, ERROR_NO_RECORD, "impossible size of an event attribute: %llu",
				(unsigned long long)h->attr_size);
	if (n > PERF_FILE_EVENTS_MAX)
		return error_at(err, -E2BIG, attrs.offset, ERROR_NO_RECORD, "%llu events, at most %d",
				(unsigned long long)n, PERF_FILE_EVENTS_MAX);
	if (!n)
		return error_at(err, -EBADMSG, attrs.offset, ERROR_NO_RECORD, "the file has no events");
	bytes = malloc(h->attr_size);
	f->events = calloc(n, sizeof(*f->events));
	if (!bytes || !f->events) {
		free(bytes);
		return error_nomem(err);
	}
	f->attr_size = h->attr_size - FILE_SECTION_ENTRY_SIZE;
	for (uint64_t i = 0; i < n && !result; i++) {
		ssize_t got = fileio_pread(f->fd, bytes, h->attr_size, attrs.offset + i * h->attr_size);
		struct cursor c = cursor_make(bytes, h->attr_size, f->swap);

		if (got != (ssize_t)h->attr_size)
			result = error_at(err, got < 0 ? (int)got : -ENODATA, attrs.offset, ERROR_NO_RECORD,
					  "the list of events cannot be read");
		else
			result = attr_entry_read(f, &f->events[f->n_events++], &c, &ids_left, err);
	}
	free(bytes);
	return result;
}

/* The table stands right behind the data. */
static void feature_table_read(struct perf_file *f, const struct file_header *h)
{
	uint64_t at = h->data.offset + h->data.size;

	/* The data are cut off, which is told where they are cut down. */
	if (h->data.size > f->size || h->data.offset > f->size - h->data.size)
		return;
	for (unsigned bit = 0; bit < FILE_FEATURE_BITS; bit++) {
		uint8_t bytes[FILE_SECTION_ENTRY_SIZE];
		struct cursor c = cursor_make(bytes, sizeof(bytes), f->swap);
		struct file_section s, whole;

		if (!(h->feature_bits[bit / 64] >> bit % 64 & 1))
			continue;
		if (fileio_pread(f->fd, bytes, sizeof(bytes), at) != sizeof(bytes)) {
			perf_file_damaged(f, -ENODATA, at, "the table of features is cut off");
			return;
		}
		at += sizeof(bytes);
		if (bit == FEATURE_RESERVED)
			continue;
		whole = cursor_section(&c);
		s = perf_file_clip(f, whole, "contents of a feature");
		if (s.offset != whole.offset || s.size != whole.size)
			f->feature_cut[bit / 64] |= 1ull << bit % 64;
		f->features[bit] = s;
		f->feature_bits[bit / 64] |= 1ull << bit % 64;
	}
}

/*
 * What the last record of prec's own files says. A tail that claims more than the data section has stands before the
 * table of a flush that was not completed (formats/file/perf_writer.h): it is left out, and nothing is damaged.
 */
static void tail_read(struct perf_file *f)
{
	uint64_t end = f->data.offset + f->data.size;
	uint8_t bytes[NOTE_TAIL_SIZE];
	struct note_tail tail;

	if (f->data.size < sizeof(bytes) ||
	    fileio_pread(f->fd, bytes, sizeof(bytes), end - sizeof(bytes)) != sizeof(bytes) ||
	    !note_parse_tail(bytes, f->swap, &tail))
		return;
	if (!tail.finished)
		f->unfinished = true;
	if (tail.size > sizeof(bytes))
		f->data.size -= sizeof(bytes);
}

static int file_mode_open(struct perf_file *f, struct error *err)
{
	struct file_header h;
	int result = header_read(f, &h, err);

	if (!result)
		result = attrs_read(f, &h, err);
	if (result)
		return result;
	f->unfinished = !h.data.size || h.feature_bits[0] >> FEATURE_RESERVED & 1;
	if (h.data.size)
		feature_table_read(f, &h);
	else if (h.data.offset <= f->size)
		h.data.size = f->size - h.data.offset;
	f->data = perf_file_clip(f, h.data, "data section");
	tail_read(f);
	return 0;
}

static void compression_read(struct perf_file *f)
{
	struct buffer b;
	struct cursor c;

	buffer_init(&b);
	if (!perf_file_read_feature(f, FEATURE_COMPRESSED, &b, NULL)) {
		c = cursor_make(b.data, b.size, f->swap);
		f->compression.version = cursor_u32(&c);
		f->compression.type = cursor_u32(&c);
		f->compression.level = cursor_u32(&c);
		f->compression.ratio = cursor_u32(&c);
		f->compression.mmap_len = cursor_u32(&c);
		f->compressed = true;
	}
	/* What says so stands near the file's end: it may be compressed and have lost the word. */
	if (f->unfinished || f->n_damages)
		f->compressed = true;
	buffer_fini(&b);
}

int perf_file_index_ids(struct perf_file *f, struct error *err)
{
	uint64_t n = 0;

	for (uint32_t i = 0; i < f->n_events; i++)
		n += f->events[i].n_ids;
	if (n > PERF_FILE_IDS_MAX)
		return error_set(err, -E2BIG, "the events have %llu ids, at most %u", (unsigned long long)n,
				 PERF_FILE_IDS_MAX);
	for (f->n_id_slots = 16; f->n_id_slots < 2 * n;)
		f->n_id_slots *= 2;
	free(f->id_slots);
	f->id_slots = calloc(f->n_id_slots, sizeof(*f->id_slots));
	if (!f->id_slots)
		return error_nomem(err);
	for (uint32_t i = 0; i < f->n_events; i++) {
		for (uint32_t k = 0; k < f->events[i].n_ids; k++) {
			uint64_t id = f->events[i].ids[k];
			uint32_t slot = hash_u64(id) & (f->n_id_slots - 1);

			while (f->id_slots[slot].event && f->id_slots[slot].id != id)
				slot = (slot + 1) & (f->n_id_slots - 1);
			f->id_slots[slot] = (struct id_slot){ .id = id, .event = i + 1 };
		}
	}
	return 0;
}

static int events_finish(struct perf_file *f, struct error *err)
{
	uint16_t place;

	if (!f->n_events)
		return error_set(err, -EBADMSG, "the file has no events");
	f->timed = true;
	f->same_id_place = true;
	for (uint32_t i = 0; i < f->n_events; i++) {
		struct file_event *e = &f->events[i];
		uint64_t flags = e->attr.flags;

		event_layout_make(&e->layout, &e->attr);
		if (!(e->attr.sample_type & PERF_SAMPLE_TIME) || !(flags & ATTR_SAMPLE_ID_ALL))
			f->timed = false;
		place = event_layout_sample_id(&f->events[0].layout);
		if (event_layout_sample_id(&e->layout) != place || !place)
			f->same_id_place = false;
	}
	return perf_file_index_ids(f, err);
}

static int event_names_make(struct perf_file *f, struct error *err)
{
	int result = event_desc_apply(f, err);

	if (!result)
		result = tracing_names_apply(f, err);
	for (uint32_t i = 0; i < f->n_events && !result; i++) {
		char name[64];

		if (f->events[i].name)
			continue;
		event_attr_name(&f->events[i].attr, name, sizeof(name));
		f->events[i].name = strdup(name);
		if (!f->events[i].name)
			result = error_nomem(err);
	}
	return result;
}

/* 0: it is none. */
static int magic_version(const uint8_t *bytes, bool swap)
{
	switch (load_u64_order(bytes, swap)) {
	case FILE_MAGIC_V1: return 1;
	case FILE_MAGIC_V2: return 2;
	default: return 0;
	}
}

/* What is given in place of a recording, by its first bytes. */
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

/* Tells the byte order, version and mode from the first 16 bytes. */
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

/* The file's own records. It is the first part, whose offsets are those of the file. */
static int first_part_make(struct perf_file *f, struct error *err)
{
	f->parts = malloc(sizeof(*f->parts));
	if (!f->parts)
		return error_nomem(err);
	f->parts[0] = (struct file_part){ .fd = f->fd, .size = f->size, .data = f->data };
	f->n_parts = 1;
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
	result = magic_read(f, err);
	if (!result)
		result = f->pipe ? perf_pipe_open(f, err) : file_mode_open(f, err);
	if (!result)
		result = events_finish(f, err);
	if (!result)
		result = event_names_make(f, err);
	if (!result)
		compression_read(f);
	if (!result)
		result = first_part_make(f, err);
	return result ? result : simpleperf_apply(f, err);
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

static void perf_file_free_parts(struct perf_file *f)
{
	for (uint32_t i = 0; i < f->n_parts; i++) {
		free(f->parts[i].name);
		if (i)
			close(f->parts[i].fd);
	}
	free(f->parts);
	free(f->extra_file);
}

void perf_file_close(struct perf_file *f)
{
	if (!f)
		return;
	for (uint32_t i = 0; i < f->n_events; i++) {
		free(f->events[i].name);
		free(f->events[i].ids);
	}
	free(f->events);
	free(f->id_slots);
	buffer_fini(&f->tracing);
	buffer_fini(&f->build_ids);
	perf_file_free_parts(f);
	close(f->fd);
	free(f);
}

int perf_file_read_feature(const struct perf_file *f, unsigned feature, struct buffer *b, struct error *err)
{
	const struct file_section *s = &f->features[feature];
	uint8_t *data;
	ssize_t n;

	if (!perf_file_has_feature(f, feature))
		return error_set(err, -ENOENT, "the file has no feature %u", feature);
	b->swap = f->swap;
	if (feature == FEATURE_BUILD_ID && f->build_ids.size)
		return buffer_append(b, f->build_ids.data, f->build_ids.size) ? 0 : error_nomem(err);
	if (s->size > PERF_FILE_FEATURE_MAX)
		return error_at(err, -E2BIG, s->offset, ERROR_NO_RECORD, "feature %u has %llu bytes, at most %u",
				feature, (unsigned long long)s->size, PERF_FILE_FEATURE_MAX);
	data = buffer_reserve(b, s->size);
	if (!data)
		return error_nomem(err);
	n = fileio_pread(f->fd, data, s->size, s->offset);
	if (n < 0)
		return error_set(err, (int)n, "%s", strerror((int)-n));
	b->size += n;
	return 0;
}

bool perf_file_has_tracing_data(const struct perf_file *f)
{
	return f->tracing.size || perf_file_has_feature(f, FEATURE_TRACING_DATA);
}

int perf_file_read_tracing_data(const struct perf_file *f, struct buffer *b, struct error *err)
{
	if (!f->tracing.size)
		return perf_file_read_feature(f, FEATURE_TRACING_DATA, b, err);
	b->swap = f->swap;
	return buffer_append(b, f->tracing.data, f->tracing.size) ? 0 : error_nomem(err);
}

bool perf_file_samples_have(const struct perf_file *f, uint64_t field)
{
	for (uint32_t i = 0; i < f->n_events; i++)
		if (f->events[i].attr.sample_type & field)
			return true;
	return false;
}

const struct file_event *perf_file_event_by_id(const struct perf_file *f, uint64_t id)
{
	uint32_t mask = f->n_id_slots - 1;

	for (uint32_t slot = hash_u64(id) & mask; f->id_slots[slot].event; slot = (slot + 1) & mask)
		if (f->id_slots[slot].id == id)
			return &f->events[f->id_slots[slot].event - 1];
	return NULL;
}

const struct file_event *perf_file_event_of(const struct perf_file *f, const struct record *r)
{
	const struct event_layout *l = &f->events[0].layout;
	const struct file_event *e;
	uint16_t place;

	if (f->n_events == 1)
		return &f->events[0];
	if (r->type == PERF_RECORD_SAMPLE) {
		place = event_layout_sample_id(l);
		if (!f->same_id_place)
			return &f->events[0];
		return place + 8 <= r->size ? perf_file_event_by_id(f, load_u64_order(r->data + place, r->swap)) : NULL;
	}
	place = event_layout_trailer_id(l);
	if (!place || place > r->size - RECORD_HEADER_SIZE)
		return &f->events[0];
	e = perf_file_event_by_id(f, load_u64_order(r->data + r->size - place, r->swap));
	return e ? e : &f->events[0];
}
