#include "formats/file/perf_file.h"

#include "common/fileio.h"
#include "common/list.h"
#include "common/message.h"
#include "common/sorting.h"
#include "formats/record/record.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int part_open(struct file_part *part, int fd, const char *name, uint64_t start, struct error *err)
{
	struct stat st;

	if (fstat(fd, &st))
		return error_set(err, -errno, "%s: %s", name, strerror(errno));
	if (!S_ISREG(st.st_mode))
		return error_set(err, -ENOTSUP, "%s is not a regular file", name);
	*part = (struct file_part){ .fd = fd,
				    .name = strdup(name),
				    .start = start,
				    .size = st.st_size,
				    .data = { .offset = start, .size = st.st_size } };
	return part->name ? 0 : error_nomem(err);
}

int file_parts_add(struct file_parts *parts, int fd, const char *name, struct error *err)
{
	const struct file_part *last = &parts->list[parts->n - 1];
	struct file_part part = { 0 };
	int result = part_open(&part, fd, name, last->start + last->size, err);

	if (!result && parts->n == PERF_FILE_PARTS_MAX)
		result = error_set(err, -E2BIG, "%s: more than %d files", name, PERF_FILE_PARTS_MAX);
	if (!result && !list_reserve_unkept(&parts->list, parts->n, sizeof(*parts->list)))
		result = error_nomem(err);
	if (result) {
		free(part.name);
		close(fd);
		return result;
	}
	parts->list[parts->n++] = part;
	return 0;
}

void file_parts_fini(struct file_parts *parts)
{
	for (uint32_t i = 0; i < parts->n; i++) {
		free(parts->list[i].name);
		if (i)
			close(parts->list[i].fd);
	}
	free(parts->list);
}

const struct file_part *file_parts_at(const struct file_parts *parts, uint64_t offset)
{
	return &parts->list[BISECT(1, parts->n, i, parts->list[i].start <= offset) - 1];
}

ssize_t file_part_pread(const struct file_part *part, void *data, size_t size, uint64_t offset)
{
	return fileio_pread(part->fd, data, size, offset - part->start);
}

void perf_file_note_damage(struct perf_file *f, const struct error *damage)
{
	struct file_damages *d = &f->damages;

	if (d->n_kept < PERF_FILE_DAMAGES_MAX)
		d->list[d->n_kept++] = *damage;
	d->n++;
}

void perf_file_damaged(struct perf_file *f, int code, uint64_t offset, const char *format, ...)
{
	struct error damage = ERROR_INIT;
	char text[ERROR_MESSAGE_MAX / 2];
	va_list args;

	va_start(args, format);
	message_print(text, sizeof(text), format, args);
	va_end(args);
	error_at(&damage, code, offset, ERROR_NO_RECORD, "%s", text);
	perf_file_note_damage(f, &damage);
}

struct file_section perf_file_clip(struct perf_file *f, struct file_section s, const char *what)
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

void perf_file_close(struct perf_file *f)
{
	if (!f)
		return;
	for (uint32_t i = 0; i < f->n_events; i++) {
		free(f->events[i].name);
		free(f->events[i].ids);
	}
	free(f->events);
	id_index_fini(&f->ids);
	buffer_fini(&f->of_records.tracing);
	buffer_fini(&f->of_records.build_ids);
	file_parts_fini(&f->parts);
	free(f->extras.name);
	close(f->fd);
	free(f);
}

int perf_file_add_part(struct perf_file *f, int fd, const char *name, struct error *err)
{
	return file_parts_add(&f->parts, fd, name, err);
}

const struct file_part *perf_file_part_at(const struct perf_file *f, uint64_t offset)
{
	return file_parts_at(&f->parts, offset);
}

bool perf_file_is_directory(const struct perf_file *f)
{
	return f->parts.list[0].name;
}

uint64_t perf_file_data_size(const struct perf_file *f)
{
	uint64_t size = 0;

	for (uint32_t i = 0; i < f->parts.n; i++)
		size += f->parts.list[i].data.size;
	return size;
}

int perf_file_read_feature(const struct perf_file *f, unsigned feature, struct buffer *b, struct error *err)
{
	const struct file_section *s = &f->features.list[feature];
	uint8_t *data;
	ssize_t n;

	if (!perf_file_has_feature(f, feature))
		return error_set(err, -ENOENT, "the file has no feature %u", feature);
	b->swap = f->swap;
	if (feature == FEATURE_BUILD_ID && f->of_records.build_ids.size)
		return buffer_append(b, f->of_records.build_ids.data, f->of_records.build_ids.size) ? 0
												    : error_nomem(err);
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
	return f->of_records.tracing.size || perf_file_has_feature(f, FEATURE_TRACING_DATA);
}

int perf_file_read_tracing_data(const struct perf_file *f, struct buffer *b, struct error *err)
{
	if (!f->of_records.tracing.size)
		return perf_file_read_feature(f, FEATURE_TRACING_DATA, b, err);
	b->swap = f->swap;
	return buffer_append(b, f->of_records.tracing.data, f->of_records.tracing.size) ? 0 : error_nomem(err);
}

bool perf_file_samples_have(const struct perf_file *f, uint64_t field)
{
	for (uint32_t i = 0; i < f->n_events; i++)
		if (f->events[i].attr.sample_type & field)
			return true;
	return false;
}

bool perf_file_has_deferred_chains(const struct perf_file *f)
{
	for (uint32_t i = 0; i < f->n_events; i++)
		if (event_has_deferred_chains(&f->events[i].attr))
			return true;
	return false;
}

int perf_file_index_ids(struct perf_file *f, struct error *err)
{
	return id_index_make(&f->ids, f->events, f->n_events, err);
}

const struct file_event *perf_file_event_by_id(const struct perf_file *f, uint64_t id)
{
	uint32_t event;

	return id_index_find(&f->ids, id, &event) ? &f->events[event] : NULL;
}

static const struct file_event *event_of_sample(const struct perf_file *f, uint64_t id)
{
	const struct file_event *e = perf_file_event_by_id(f, id);

	return e ? e : f->sole;
}

const struct file_event *perf_file_event_of(const struct perf_file *f, const struct record *r)
{
	const struct event_layout *l = &f->events[0].layout;
	const struct file_event *e;
	uint16_t offset;

	if (f->n_events == 1)
		return &f->events[0];
	if (r->type == PERF_RECORD_SAMPLE) {
		offset = event_layout_sample_id(l);
		if (!f->same_id_offset)
			return &f->events[0];
		return offset + 8 <= r->size ? event_of_sample(f, load_u64_order(r->data + offset, r->swap)) : NULL;
	}
	offset = event_layout_trailer_id(l);
	if (!offset || offset > r->size - RECORD_HEADER_SIZE)
		return &f->events[0];
	e = perf_file_event_by_id(f, load_u64_order(r->data + r->size - offset, r->swap));
	return e ? e : &f->events[0];
}

const struct file_event *event_finder_find_anew(struct event_finder *f, const struct record *r)
{
	const struct perf_file *file = f->file;
	uint16_t offset;

	if (r->type != PERF_RECORD_SAMPLE)
		return perf_file_event_of(file, r);
	if (file->n_events == 1 || !file->same_id_offset) {
		f->last = &file->events[0];
		f->id_end = RECORD_HEADER_SIZE;
		f->id_mask = 0;
		return f->last;
	}
	offset = event_layout_sample_id(&file->events[0].layout);
	if (offset + 8 > r->size)
		return NULL;
	f->last_id = load_u64_order(r->data + offset, r->swap);
	f->last = event_of_sample(file, f->last_id);
	f->id_end = offset + 8;
	f->id_mask = UINT64_MAX;
	return f->last;
}

const char *offset_text(struct offset_text *p, const struct perf_file *f, uint64_t offset)
{
	const struct file_part *part = perf_file_part_at(f, offset);

	if (part->name)
		snprintf(p->text, sizeof(p->text), "offset %" PRIu64 " of %s", offset - part->start, part->name);
	else
		snprintf(p->text, sizeof(p->text), "offset %" PRIu64, offset);
	return p->text;
}
