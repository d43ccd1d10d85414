#include "formats/simpleperf.h"

#include "formats/blocks.h"
#include "formats/features_decode.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define SIMPLEPERF_FEATURE_FIRST FEATURE_SIMPLEPERF_FILE
#define SIMPLEPERF_FEATURE_LAST  FEATURE_SIMPLEPERF_INIT_MAP

bool simpleperf_is_writer(const struct perf_file *f)
{
	for (unsigned i = SIMPLEPERF_FEATURE_FIRST; i <= SIMPLEPERF_FEATURE_LAST; i++)
		if (perf_file_has_feature(f, i))
			return true;
	return false;
}

/* --- names ------------------------------------------------------------------- */

/* A line of event_type_info: "sched:sched_switch,2,45". */
static int name_line(struct perf_file *f, const char *line, size_t size)
{
	char text[256];
	char *type, *config;

	if (size >= sizeof(text))
		return 0;
	memcpy(text, line, size);
	text[size] = 0;
	config = strrchr(text, ',');
	if (!config)
		return 0;
	*config++ = 0;
	type = strrchr(text, ',');
	if (!type)
		return 0;
	*type++ = 0;
	/* Other events are named by their attr, as everywhere. */
	for (uint32_t i = 0; i < f->n_events; i++) {
		struct file_event *e = &f->events[i];
		char *name;

		if (e->attr.type != PERF_TYPE_TRACEPOINT || strtoul(type, NULL, 10) != PERF_TYPE_TRACEPOINT ||
		    e->attr.config != strtoull(config, NULL, 10))
			continue;
		name = strdup(text);
		if (!name)
			return -ENOMEM;
		free(e->name);
		e->name = name;
	}
	return 0;
}

static int names_apply(struct perf_file *f, struct error *err)
{
	const char *key, *value;
	struct buffer b;
	struct cursor c;
	int result = 0;

	if (!perf_file_has_feature(f, FEATURE_SIMPLEPERF_META_INFO))
		return 0;
	buffer_init(&b);
	perf_file_read_feature(f, FEATURE_SIMPLEPERF_META_INFO, &b, NULL);
	c = cursor_make(b.data, b.size, f->swap);
	while (!result && feature_next_meta_info(&c, &key, &value) > 0) {
		if (strcmp(key, "event_type_info") != 0)
			continue;
		while (*value && !result) {
			size_t size = strcspn(value, "\n");

			result = name_line(f, value, size);
			value += size + (value[size] == '\n');
		}
	}
	buffer_fini(&b);
	return result ? error_nomem(err) : 0;
}

/* --- INIT_MAP ----------------------------------------------------------------- */

/* The section's records are like those of a data.N, in the file itself. */
static int init_map_apply(struct perf_file *f, struct error *err)
{
	const struct file_section *s = &f->features[FEATURE_SIMPLEPERF_INIT_MAP];
	struct file_part *part;
	int fd, result;

	if (!perf_file_has_feature(f, FEATURE_SIMPLEPERF_INIT_MAP) || !s->size || f->pipe)
		return 0;
	fd = dup(f->fd);
	if (fd < 0)
		return error_set(err, -errno, "%s", strerror(errno));
	result = perf_file_add_part(f, fd, "INIT_MAP", err);
	if (result)
		return result;
	part = &f->parts[f->n_parts - 1];
	part->data = (struct file_section){ .offset = part->start + s->offset, .size = s->size };
	return 0;
}

/* --- ids ---------------------------------------------------------------------- */

struct id_list {
	struct perf_file *f;
	uint64_t n; /* of all events together */
};

static int id_add(struct id_list *l, uint64_t event, uint64_t id)
{
	struct file_event *e;
	uint64_t *ids;

	if (event >= l->f->n_events || ++l->n > PERF_FILE_IDS_MAX)
		return 0;
	e = &l->f->events[event];
	/* Room grows by doubling: at each power of two there is no more. */
	if (!(e->n_ids & (e->n_ids - 1)) || !e->ids) {
		ids = realloc(e->ids, (e->n_ids ? 2 * (size_t)e->n_ids : 1) * sizeof(*ids));
		if (!ids)
			return -ENOMEM;
		e->ids = ids;
	}
	e->ids[e->n_ids++] = id;
	return 0;
}

static int ids_of_record(struct id_list *l, const struct record *r)
{
	struct cursor c = cursor_make(r->data + RECORD_HEADER_SIZE, r->size - RECORD_HEADER_SIZE, r->swap);
	uint64_t n = cursor_u64(&c);
	int result = 0;

	while (n-- > 0 && !result) {
		uint64_t event = cursor_u64(&c);
		uint64_t id = cursor_u64(&c);

		if (!cursor_ok(&c))
			break;
		result = id_add(l, event, id);
	}
	return result;
}

/* Ids as the file's head has them are in room of just their size; from here on it grows by doubling. */
static int id_list_begin(struct id_list *l)
{
	for (uint32_t i = 0; i < l->f->n_events; i++) {
		struct file_event *e = &l->f->events[i];
		size_t room = 1;
		uint64_t *ids;

		l->n += e->n_ids;
		while (room < e->n_ids)
			room *= 2;
		ids = realloc(e->ids, room * sizeof(*ids));
		if (!ids)
			return -ENOMEM;
		e->ids = ids;
	}
	return 0;
}

/* Walks all records: these may be anywhere before the first of their event. */
static int ids_walk(struct id_list *l, struct block_reader *reader, struct error *err)
{
	struct block block;
	int result;

	while ((result = block_reader_next(reader, &block, err)) > 0) {
		struct record r;
		size_t pos = 0;

		result = 0;
		while (!result && block_next_record(&block, l->f->swap, &pos, &r))
			if (r.type == SIMPLEPERF_RECORD_EVENT_ID)
				result = ids_of_record(l, &r);
		if (result)
			return error_nomem(err);
	}
	return result;
}

static int ids_apply(struct perf_file *f, struct error *err)
{
	struct block_reader *reader = NULL;
	struct blocks *blocks = NULL;
	struct id_list list = { .f = f };
	int result = 0;

	/* A file of one event needs none. */
	if (f->n_events < 2)
		return 0;
	if (id_list_begin(&list))
		result = error_nomem(err);
	if (!result)
		result = blocks_new(&blocks, f, err);
	if (!result)
		result = block_reader_new(&reader, blocks, err);
	if (!result)
		result = ids_walk(&list, reader, err);
	block_reader_free(reader);
	blocks_free(blocks);
	return result ? result : perf_file_index_ids(f, err);
}

int simpleperf_apply(struct perf_file *f, struct error *err)
{
	int result;

	if (!simpleperf_is_writer(f))
		return 0;
	result = names_apply(f, err);
	if (!result)
		result = init_map_apply(f, err);
	return result ? result : ids_apply(f, err);
}
