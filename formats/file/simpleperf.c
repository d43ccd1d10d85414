#include "formats/file/simpleperf.h"

#include "common/list.h"
#include "common/sorting.h"
#include "formats/feature/features_decode.h"
#include "formats/file/blocks.h"
#include "formats/record/simpleperf_record.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#define SIMPLEPERF_FEATURE_FIRST FEATURE_SIMPLEPERF_FILE
#define SIMPLEPERF_FEATURE_LAST  FEATURE_SIMPLEPERF_INIT_MAP

static bool is_simpleperf(const struct perf_file *f)
{
	for (unsigned i = SIMPLEPERF_FEATURE_FIRST; i <= SIMPLEPERF_FEATURE_LAST; i++)
		if (perf_file_has_feature(f, i))
			return true;
	return false;
}

/* --- names ------------------------------------------------------------------- */

/* The tracepoints of the file by their numbers: there may be tens of thousands, and as many names. */
struct tracepoints {
	struct perf_file *f;
	struct key_index *room, *sorted;
	uint32_t n;
};

#define TRACEPOINT_NAMED UINT32_MAX

static int tracepoints_init(struct tracepoints *t, struct perf_file *f)
{
	*t = (struct tracepoints){ .f = f, .room = malloc(2 * (size_t)f->n_events * sizeof(*t->room)) };
	if (!t->room)
		return -ENOMEM;
	for (uint32_t i = 0; i < f->n_events; i++)
		if (f->events[i].attr.type == PERF_TYPE_TRACEPOINT)
			t->room[t->n++] = (struct key_index){ .key = f->events[i].attr.config, .index = i };
	t->sorted = key_sort(t->room, t->n);
	return 0;
}

/* Where those of the number begin, if there are any. */
static uint32_t tracepoints_find(const struct tracepoints *t, uint64_t config)
{
	return BISECT(0, t->n, i, t->sorted[i].key < config);
}

/* The first name of a number is the one it gets, so that every event is named once. */
static int tracepoints_name(struct tracepoints *t, uint64_t config, const char *name)
{
	uint32_t first = tracepoints_find(t, config);

	if (first == t->n || t->sorted[first].index == TRACEPOINT_NAMED)
		return 0;
	for (uint32_t i = first; i < t->n && t->sorted[i].key == config; i++) {
		struct file_event *e = &t->f->events[t->sorted[i].index];
		char *copy = strdup(name);

		if (!copy)
			return -ENOMEM;
		free(e->name);
		e->name = copy;
	}
	t->sorted[first].index = TRACEPOINT_NAMED;
	return 0;
}

/* A line of event_type_info: "sched:sched_switch,2,45". Other events are named by their attr, as everywhere. */
static int name_line(struct tracepoints *t, const char *line, size_t size)
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
	if (strtoul(type, NULL, 10) != PERF_TYPE_TRACEPOINT)
		return 0;
	return tracepoints_name(t, strtoull(config, NULL, 10), text);
}

/* The lines of every event_type_info there is. */
static int names_read(struct tracepoints *t, struct cursor c)
{
	const char *key, *value;
	int result = 0;

	while (!result && feature_next_meta_info(&c, &key, &value) > 0) {
		if (strcmp(key, "event_type_info") != 0)
			continue;
		while (*value && !result) {
			size_t size = strcspn(value, "\n");

			result = name_line(t, value, size);
			value += size + (value[size] == '\n');
		}
	}
	return result;
}

static int names_apply(struct perf_file *f, struct error *err)
{
	struct tracepoints t;
	struct buffer b;
	int result;

	if (!perf_file_has_feature(f, FEATURE_SIMPLEPERF_META_INFO))
		return 0;
	buffer_init(&b);
	perf_file_read_feature(f, FEATURE_SIMPLEPERF_META_INFO, &b, NULL);
	result = tracepoints_init(&t, f);
	if (!result)
		result = names_read(&t, cursor_make(b.data, b.size, f->swap));
	free(t.room);
	buffer_fini(&b);
	return result ? error_nomem(err) : 0;
}

/* --- INIT_MAP ----------------------------------------------------------------- */

/* The section's records are like those of a data.N, in the file itself. */
static int init_map_apply(struct perf_file *f, struct error *err)
{
	const struct file_section *s = &f->features.list[FEATURE_SIMPLEPERF_INIT_MAP];
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
	part = &f->parts.list[f->parts.n - 1];
	part->data = (struct file_section){ .offset = part->start + s->offset, .size = s->size };
	return 0;
}

/* --- records ------------------------------------------------------------------ */

/* Records with ids may be compressed: of so many there is no doubt in the smallest file. */
#define IDS_FREE 65536

/* What the walk over the records gathers: all ids, which may be anywhere before the first record of their event. */
struct gather {
	struct perf_file *f;
	bool want_ids, want_tracing; /* still */
	uint64_t n_ids, ids_max;     /* of all events together */
	struct simpleperf_join join;
};

static int id_add(struct gather *g, uint64_t event, uint64_t id)
{
	struct file_event *e;

	if (event >= g->f->n_events || g->n_ids >= g->ids_max || ++g->n_ids > PERF_FILE_IDS_MAX)
		return 0;
	e = &g->f->events[event];
	if (!list_reserve_unkept(&e->ids, e->n_ids, sizeof(*e->ids)))
		return -ENOMEM;
	e->ids[e->n_ids++] = id;
	return 0;
}

static int gather_ids(struct gather *g, struct cursor c)
{
	uint64_t n = cursor_u64(&c);
	int result = 0;

	while (n-- > 0 && !result) {
		uint64_t event = cursor_u64(&c);
		uint64_t id = cursor_u64(&c);

		if (!cursor_ok(&c))
			break;
		result = id_add(g, event, id);
	}
	return result;
}

static int gather_tracing(struct gather *g, struct cursor c)
{
	uint32_t size = cursor_u32(&c);
	const uint8_t *data = cursor_bytes(&c, size);

	if (!data || !size)
		return 0;
	g->want_tracing = false;
	return buffer_append(&g->f->of_records.tracing, data, size) ? 0 : -ENOMEM;
}

static int gather_record(struct gather *g, const struct record *r)
{
	struct simpleperf_record whole;
	int result;

	if ((r->type < SIMPLEPERF_RECORD_START || r->type >= SIMPLEPERF_RECORD_END) &&
	    r->type != PERF_RECORD_HEADER_TRACING_DATA)
		return 0;
	result = simpleperf_join(&g->join, r, &whole);
	/* Reports name what is damaged when they come to it. */
	if (result <= 0)
		return result == -ENOMEM ? result : 0;
	if (whole.type == SIMPLEPERF_RECORD_EVENT_ID && g->want_ids)
		return gather_ids(g, whole.body);
	if (g->want_tracing &&
	    (whole.type == SIMPLEPERF_RECORD_TRACING_DATA || whole.type == PERF_RECORD_HEADER_TRACING_DATA))
		return gather_tracing(g, whole.body);
	return 0;
}

/* Ids as the file's head has them are in room of just their size; from here on it grows by doubling. */
static int gather_begin(struct gather *g)
{
	for (uint32_t i = 0; i < g->f->n_events; i++) {
		struct file_event *e = &g->f->events[i];
		size_t room = 1;
		uint64_t *ids;

		g->n_ids += e->n_ids;
		while (room < e->n_ids)
			room *= 2;
		ids = realloc(e->ids, room * sizeof(*ids));
		if (!ids)
			return -ENOMEM;
		e->ids = ids;
	}
	return 0;
}

static int gather_next(void *context, const struct record *r, struct error *err)
{
	struct gather *g = context;

	if (gather_record(g, r))
		return error_nomem(err);
	return !g->want_ids && !g->want_tracing;
}

static bool has_tracepoints(const struct perf_file *f)
{
	for (uint32_t i = 0; i < f->n_events; i++)
		if (f->events[i].attr.type == PERF_TYPE_TRACEPOINT)
			return true;
	return false;
}

static int records_apply(struct perf_file *f, struct error *err)
{
	/* A file of one event needs no ids. */
	struct gather g = { .f = f,
			    .want_ids = f->n_events > 1,
			    .want_tracing = has_tracepoints(f),
			    .ids_max = IDS_FREE + perf_file_data_size(f) / 8 };
	int result;

	if (!g.want_ids && !g.want_tracing)
		return 0;
	buffer_init(&g.join.bytes);
	if (gather_begin(&g))
		result = error_nomem(err);
	else
		result = blocks_each_record(f, NULL, gather_next, &g, err);
	buffer_fini(&g.join.bytes);
	return result ? result : perf_file_index_ids(f, err);
}

int simpleperf_apply(struct perf_file *f, struct error *err)
{
	int result;

	if (!is_simpleperf(f))
		return 0;
	result = names_apply(f, err);
	if (!result)
		result = init_map_apply(f, err);
	return result ? result : records_apply(f, err);
}
