#include "formats/file/tracing_names.h"

#include "common/bisect.h"

#include "formats/feature/tracing_read.h"

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

int tracing_names_apply(struct perf_file *f, struct error *err)
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
