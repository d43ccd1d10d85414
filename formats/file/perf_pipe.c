#include "formats/file/perf_pipe.h"

#include "common/fileio.h"
#include "common/list.h"
#include "common/sorting.h"
#include "formats/feature/features.h"
#include "formats/record/attr.h"
#include "formats/record/record.h"

#include <errno.h>
#include <stdlib.h>

#define PIPE_STEP (1u << 20)

/* The name of an event, from an EVENT_UPDATE record. */
struct pipe_name {
	uint64_t id, order;
	char *text;
};

/* What is read of a pipe's records before they are. */
struct pipe {
	struct perf_file *file;
	struct buffer names;      /* struct pipe_name */
	uint32_t events_capacity; /* of file->events */
};

/* Adds the event of a HEADER_ATTR. Its ids come after the attr, which has its own size. */
static int pipe_attr(struct pipe *p, const struct record *r, struct error *err)
{
	struct perf_file *f = p->file;
	struct cursor c = cursor_make(r->data, r->size, r->swap);
	struct file_event *e;
	struct cursor attr;
	uint32_t size;
	int result;

	cursor_skip(&c, RECORD_HEADER_SIZE);
	if (cursor_left(&c) < ATTR_SIZE_VER0)
		return error_at(err, -EBADMSG, r->offset, r->type, "an event attribute is too small");
	size = load_u32_order(c.pos + 4, r->swap);
	if (size < ATTR_SIZE_VER0 || size > cursor_left(&c))
		size = ATTR_SIZE_VER0;
	if (f->n_events >= PERF_FILE_EVENTS_MAX)
		return error_at(err, -E2BIG, r->offset, r->type, "more than %d events", PERF_FILE_EVENTS_MAX);
	if (!list_reserve(&f->events, f->n_events, &p->events_capacity, sizeof(*f->events)))
		return error_nomem(err);
	e = &f->events[f->n_events];
	memset(e, 0, sizeof(*e));
	attr = cursor_sub(&c, size);
	result = attr_decode(&e->attr, &attr, err);
	if (result)
		return result;
	f->attr_size = size;
	f->n_events++;
	e->n_ids = cursor_left(&c) / 8;
	e->ids = malloc(e->n_ids * 8 + 1);
	if (!e->ids)
		return error_nomem(err);
	for (uint32_t i = 0; i < e->n_ids; i++)
		e->ids[i] = cursor_u64(&c);
	return 0;
}

/*
 * Keeps the name in an EVENT_UPDATE of type NAME until all events were read, since its event may come later.
 */
static int pipe_event_update(struct pipe *p, const struct record *r, struct error *err)
{
	struct cursor c = cursor_make(r->data, r->size, r->swap);
	struct pipe_name *name;
	uint64_t type, id;
	const char *text;

	cursor_skip(&c, RECORD_HEADER_SIZE);
	type = cursor_u64(&c);
	id = cursor_u64(&c);
	text = cursor_string(&c);
	if (type != EVENT_UPDATE_NAME || !text)
		return 0;
	name = (struct pipe_name *)buffer_append(&p->names, NULL, sizeof(*name));
	if (!name)
		return error_nomem(err);
	*name = (struct pipe_name){ .id = id, .order = p->names.size, .text = strdup(text) };
	return name->text ? 0 : error_nomem(err);
}

static int pipe_name_compare(const void *a, const void *b)
{
	const struct pipe_name *x = a, *y = b;

	if (x->id != y->id)
		return x->id < y->id ? -1 : 1;
	return x->order < y->order ? -1 : x->order > y->order;
}

/* Returns the first name for the id; NULL: there is none. */
static const struct pipe_name *pipe_name_find(const struct pipe_name *names, size_t n, uint64_t id)
{
	size_t at = BISECT(0, n, i, names[i].id < id);

	return at < n && names[at].id == id ? &names[at] : NULL;
}

/* Gives the events the names that came in records of their own. */
static int pipe_names_apply(const struct pipe *p, struct error *err)
{
	struct pipe_name *names = (struct pipe_name *)p->names.data;
	size_t n = p->names.size / sizeof(*names);

	if (n)
		qsort(names, n, sizeof(*names), pipe_name_compare);
	for (uint32_t i = 0; n && i < p->file->n_events; i++) {
		struct file_event *e = &p->file->events[i];
		const struct pipe_name *name = e->n_ids ? pipe_name_find(names, n, e->ids[0]) : NULL;

		if (!name)
			continue;
		e->name = strdup(name->text);
		if (!e->name)
			return error_nomem(err);
	}
	return 0;
}

static void pipe_names_free(struct pipe *p)
{
	struct pipe_name *names = (struct pipe_name *)p->names.data;

	for (size_t i = 0; i < p->names.size / sizeof(*names); i++)
		free(names[i].text);
	buffer_fini(&p->names);
}

/*
 * Takes the feature of a HEADER_FEATURE: its number, then its contents. If there are no contents and should be some, it
 * is Linux perf's mark that all features have come; its number is the first one that this perf does not know.
 */
static void pipe_feature(struct perf_file *f, const struct record *r)
{
	uint64_t feature;

	if (r->size < RECORD_HEADER_SIZE + 8)
		return;
	feature = load_u64_order(r->data + RECORD_HEADER_SIZE, r->swap);
	if (feature >= FILE_FEATURE_BITS || (r->size == RECORD_HEADER_SIZE + 8 && !feature_has_no_contents(feature)))
		return;
	f->features.list[feature] = (struct file_section){ .offset = r->offset + RECORD_HEADER_SIZE + 8,
							   .size = r->size - RECORD_HEADER_SIZE - 8 };
	f->features.bits[feature / 64] |= 1ull << feature % 64;
}

/* Keeps a HEADER_BUILD_ID record, which has the layout of an entry of the feature. */
static int pipe_build_id(struct perf_file *f, const struct record *r, struct error *err)
{
	struct error damage = ERROR_INIT;

	if (f->of_records.build_ids.size + r->size > PERF_FILE_BUILD_IDS_MAX) {
		error_at(&damage, -E2BIG, r->offset, r->type, "more than %u bytes of build-ids",
			 PERF_FILE_BUILD_IDS_MAX);
		perf_file_note_damage(f, &damage);
		return 0;
	}
	if (!buffer_append(&f->of_records.build_ids, r->data, r->size))
		return error_nomem(err);
	f->features.list[FEATURE_BUILD_ID].size = f->of_records.build_ids.size;
	f->features.bits[0] |= 1ull << FEATURE_BUILD_ID;
	return 0;
}

static int pipe_record(struct pipe *p, const struct record *r, uint64_t trailing, struct error *err)
{
	struct perf_file *f = p->file;

	switch (r->type) {
	case PERF_RECORD_HEADER_ATTR: return pipe_attr(p, r, err);
	case PERF_RECORD_EVENT_UPDATE: return pipe_event_update(p, r, err);
	case PERF_RECORD_HEADER_FEATURE: pipe_feature(f, r); return 0;
	case PERF_RECORD_HEADER_BUILD_ID: return pipe_build_id(f, r, err);
	case PERF_RECORD_HEADER_TRACING_DATA:
		f->features.list[FEATURE_TRACING_DATA] =
			(struct file_section){ .offset = r->offset + r->size, .size = trailing };
		f->features.bits[0] |= 1ull << FEATURE_TRACING_DATA;
		return 0;
	case PERF_RECORD_COMPRESSED:
	case PERF_RECORD_COMPRESSED2: f->compressed = true; return 0;
	default: return 0;
	}
}

/*
 * Walks over the records in the bytes at data, which are at *offset in the file, and moves *offset behind the last
 * whole one. 0: go on; 1: the rest is damaged, which is noted.
 */
static int pipe_walk(struct pipe *p, const uint8_t *data, size_t size, bool last, uint64_t *offset, struct error *err)
{
	struct perf_file *f = p->file;
	size_t pos = 0;
	int result = 0;

	while (pos < size && !result) {
		uint64_t trailing;
		struct record r;
		struct error damage = ERROR_INIT;

		result = record_at(&r, data + pos, size - pos, *offset, f->swap, &damage);
		if (result == -ENODATA && !last)
			return 0;
		if (!result)
			result = record_trailing_size(&r, &trailing, &damage);
		if (result) {
			perf_file_note_damage(f, &damage);
			return 1;
		}
		result = pipe_record(p, &r, trailing, err);
		*offset += r.size + trailing;
		pos += r.size;
		if (trailing > size - pos)
			return result;
		pos += trailing;
	}
	return result;
}

int perf_pipe_open(struct perf_file *f, struct error *err)
{
	uint64_t offset = FILE_PIPE_HEADER_SIZE;
	struct pipe p = { .file = f };
	uint8_t *data = malloc(PIPE_STEP);
	int result = 0;

	if (!data)
		return error_nomem(err);
	f->data.offset = offset;
	f->data.size = f->size - offset;
	while (!result && offset < f->size) {
		ssize_t n = fileio_pread(f->fd, data, PIPE_STEP, offset);

		if (n < 0)
			result = error_set(err, (int)n, "%s", strerror((int)-n));
		else if (n)
			result = pipe_walk(&p, data, n, n < PIPE_STEP, &offset, err);
		if (!n)
			break;
	}
	if (result >= 0)
		result = pipe_names_apply(&p, err);
	pipe_names_free(&p);
	free(data);
	return result;
}
