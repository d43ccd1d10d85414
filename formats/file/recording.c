#include "formats/file/recording.h"

#include "common/sorting.h"
#include "formats/feature/features_decode.h"
#include "formats/feature/tracing_data.h"
#include "formats/file/perf_dir.h"
#include "formats/file/perf_open.h"
#include "formats/file/simpleperf.h"

#include <errno.h>
#include <stdlib.h>

/* A tracepoint without a name. */
struct nameless {
	uint64_t id;
	uint32_t event;
};

static int nameless_compare(const void *a, const void *b)
{
	const struct nameless *x = a, *y = b;

	if (x->id != y->id)
		return x->id < y->id ? -1 : 1;
	return x->event < y->event ? -1 : x->event > y->event;
}

static uint32_t nameless_list(const struct perf_file *f, struct nameless *list)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < f->n_events; i++)
		if (!f->events[i].name && f->events[i].attr.type == PERF_TYPE_TRACEPOINT)
			list[n++] = (struct nameless){ .id = f->events[i].attr.config, .event = i };
	qsort(list, n, sizeof(*list), nameless_compare);
	return n;
}

/* The text after a word at the beginning of a line; *ret_size up to the line's end. NULL: no such line. */
static const char *format_line(const struct tracing_part *part, const char *word, size_t *ret_size)
{
	const char *p = part->text, *end = part->text + part->size;
	size_t size = strlen(word);

	while (p < end) {
		const char *newline = memchr(p, '\n', (size_t)(end - p));

		if (!newline)
			newline = end;
		if ((size_t)(newline - p) > size && !memcmp(p, word, size)) {
			*ret_size = (size_t)(newline - p) - size;
			return p + size;
		}
		p = newline + 1;
	}
	return NULL;
}

/* The number of the format's event; false when it has none. */
static bool format_id(const struct tracing_part *part, uint64_t *ret_id)
{
	size_t size;
	const char *text = format_line(part, "ID: ", &size);
	uint64_t id = 0;

	if (!text || !size)
		return false;
	for (size_t i = 0; i < size; i++) {
		if (text[i] < '0' || text[i] > '9' || id > UINT64_MAX / 10 - 9)
			return false;
		id = id * 10 + (uint64_t)(text[i] - '0');
	}
	*ret_id = id;
	return true;
}

static char *format_name(const struct tracing_part *part)
{
	size_t size, system = part->system ? strlen(part->system) : 0;
	const char *text = format_line(part, "name: ", &size);
	char *name = text && system ? malloc(system + size + 2) : NULL;

	if (!name)
		return NULL;
	memcpy(name, part->system, system);
	name[system] = ':';
	memcpy(name + system + 1, text, size);
	name[system + 1 + size] = 0;
	return name;
}

static void part_name(struct perf_file *f, const struct nameless *list, uint32_t n, const struct tracing_part *part)
{
	uint64_t id;
	uint32_t i;

	if (part->kind != TRACING_FORMAT || !format_id(part, &id))
		return;
	i = BISECT(0, n, k, list[k].id < id);
	/* The first format of a number counts, so that no number is gone through twice. */
	for (; i < n && list[i].id == id && !f->events[list[i].event].name; i++)
		f->events[list[i].event].name = format_name(part);
}

/* Names the tracepoints that have no name yet ("sched:sched_switch"). 0 or -ENOMEM. */
static int tracing_names_apply(struct perf_file *f, struct error *err)
{
	struct tracing_reader reader;
	struct tracing_part part;
	struct nameless *list;
	struct buffer b;
	uint32_t n;
	int result = 0;

	if (!perf_file_has_feature(f, FEATURE_TRACING_DATA) || !f->n_events)
		return 0;
	list = malloc(f->n_events * sizeof(*list));
	if (!list)
		return error_nomem(err);
	buffer_init(&b);
	n = nameless_list(f, list);
	if (n)
		result = perf_file_read_feature(f, FEATURE_TRACING_DATA, &b, NULL);
	if (n && !result && !tracing_reader_init(&reader, b.data, b.size, NULL))
		while (tracing_reader_next(&reader, &part, NULL) > 0)
			part_name(f, list, n, &part);
	buffer_fini(&b);
	free(list);
	return result == -ENOMEM ? error_nomem(err) : 0;
}

/* The names of EVENT_DESC, in the order of the section. */
static int event_desc_names(struct perf_file *f, struct error *err)
{
	struct event_desc_entry entry;
	struct event_desc desc;
	struct buffer b;
	struct cursor c;
	int result;

	if (!perf_file_has_feature(f, FEATURE_EVENT_DESC))
		return 0;
	buffer_init(&b);
	result = perf_file_read_feature(f, FEATURE_EVENT_DESC, &b, err);
	if (result)
		goto out;
	c = cursor_make(b.data, b.size, f->swap);
	if (event_desc_begin(&desc, &c))
		goto out;
	/* Where the section is cut off, the remaining events get names from their attrs. */
	for (uint32_t i = 0; i < f->n_events && event_desc_next(&desc, &entry) > 0; i++) {
		if (f->events[i].name)
			continue;
		f->events[i].name = strdup(entry.name);
		if (!f->events[i].name) {
			result = error_nomem(err);
			break;
		}
	}
out:
	buffer_fini(&b);
	return result;
}

/* Names every event that has no name yet. 0 or a negative errno. */
static int event_names_apply(struct perf_file *f, struct error *err)
{
	int result = event_desc_names(f, err);

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

static int names_and_parts(struct perf_file *f, struct error *err)
{
	int result = event_names_apply(f, err);

	return result ? result : simpleperf_apply(f, err);
}

static int apply(struct perf_file **ret_file, struct perf_file *f, int result, struct error *err)
{
	if (!result)
		result = names_and_parts(f, err);
	if (result) {
		perf_file_close(f);
		return result;
	}
	*ret_file = f;
	return 0;
}

int recording_open(struct perf_file **ret_file, int fd, struct error *err)
{
	struct perf_file *f = NULL;
	int result = perf_file_open(&f, fd, err);

	return apply(ret_file, f, result, err);
}

int recording_open_dir(struct perf_file **ret_file, int dirfd, struct error *err)
{
	struct perf_file *f = NULL;
	int result = perf_dir_open(&f, dirfd, err);

	return apply(ret_file, f, result, err);
}
