#include "record/events/tracing_gather.h"

#include "common/fileio.h"
#include "formats/feature/tracing_data.h"
#include "record/pmu/tracepoint.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define TRACING_FILE_MAX (64u << 20)
#define TRACING_PATH_MAX (TRACEFS_PATH_MAX + 600)

struct text_range {
	size_t offset;
	size_t size;
};

struct tracing_event {
	const char *system;
	const char *name;
	struct text_range format;
};

/* All texts go into one buffer, which moves while it grows, so each is known by its offset until all are there. */
struct gathering {
	const char *tracefs;
	struct buffer texts;
	struct tracing_event *events; /* by system and name, each once */
	size_t n_events;
	struct text_range header_page;
	struct text_range header_event;
	struct text_range printk_formats;
	struct error *err;
};

static int gather_text(struct gathering *g, struct text_range *ret_range, const char *path)
{
	char full[TRACING_PATH_MAX];
	size_t start = g->texts.size;
	int result;

	snprintf(full, sizeof(full), "%s/%s", g->tracefs, path);
	result = fileio_read_file(AT_FDCWD, full, &g->texts, TRACING_FILE_MAX);
	if (result)
		return error_set(g->err, result, "cannot read %s: %s", full, strerror(-result));
	*ret_range = (struct text_range){ start, g->texts.size - start };
	return 0;
}

static int event_compare(const void *a, const void *b)
{
	const struct tracing_event *x = a;
	const struct tracing_event *y = b;
	int order = strcmp(x->system, y->system);

	return order ? order : strcmp(x->name, y->name);
}

/* The distinct tracepoints of the list, in order. */
static int gather_events(struct gathering *g, const struct event_list *list)
{
	size_t n = 0;

	g->events = calloc(list->n ? list->n : 1, sizeof(*g->events));
	if (!g->events)
		return error_nomem(g->err);
	for (int i = 0; i < list->n; i++)
		if (list->events[i].is_tracepoint)
			g->events[n++] = (struct tracing_event){ .system = list->events[i].system,
								 .name = list->events[i].tracepoint };
	qsort(g->events, n, sizeof(*g->events), event_compare);
	for (size_t i = 0; i < n; i++)
		if (!i || event_compare(&g->events[g->n_events - 1], &g->events[i]))
			g->events[g->n_events++] = g->events[i];
	return 0;
}

static int gather_texts(struct gathering *g)
{
	char path[TRACING_PATH_MAX];
	int result = gather_text(g, &g->header_page, "events/header_page");

	if (!result)
		result = gather_text(g, &g->header_event, "events/header_event");
	for (size_t i = 0; i < g->n_events && !result; i++) {
		snprintf(path, sizeof(path), "events/%s/%s/format", g->events[i].system, g->events[i].name);
		result = gather_text(g, &g->events[i].format, path);
	}
	if (!result)
		result = gather_text(g, &g->printk_formats, "printk_formats");
	return result;
}

static struct tracing_text gather_view(const struct gathering *g, struct text_range range)
{
	return (struct tracing_text){ g->texts.data + range.offset, range.size };
}

/* Groups the events by system and hands everything to the encoder. */
static int gather_encode(const struct gathering *g, struct buffer *b)
{
	struct tracing_text *formats = calloc(g->n_events, sizeof(*formats));
	struct tracing_system *systems = calloc(g->n_events, sizeof(*systems));
	struct tracing_data data = {
		.page_size = (uint32_t)sysconf(_SC_PAGESIZE),
		.header_page = gather_view(g, g->header_page),
		.header_event = gather_view(g, g->header_event),
		.printk_formats = gather_view(g, g->printk_formats),
		.systems = systems,
	};
	int result = 0;

	if (!formats || !systems) {
		result = error_nomem(g->err);
		goto out;
	}
	for (size_t i = 0; i < g->n_events; i++) {
		formats[i] = gather_view(g, g->events[i].format);
		if (!i || strcmp(g->events[i].system, g->events[i - 1].system))
			systems[data.n_systems++] = (struct tracing_system){ g->events[i].system, formats + i, 0 };
		systems[data.n_systems - 1].n_formats++;
	}
	tracing_data_encode(b, &data);
	if (!buffer_ok(b))
		result = error_nomem(g->err);
out:
	free(formats);
	free(systems);
	return result;
}

int tracing_gather(struct buffer *b, const struct event_list *list, const char *tracefs, struct error *err)
{
	char found[TRACEFS_PATH_MAX];
	struct gathering g = { .tracefs = tracefs, .err = err };
	int result;

	if (!event_list_has_tracepoints(list))
		return error_set(err, -EINVAL, "no tracepoint among the events");
	if (!tracefs) {
		result = tracefs_find(found, NULL, err);
		if (result)
			return result;
		g.tracefs = found;
	}
	buffer_init(&g.texts);
	result = gather_events(&g, list);
	if (!result)
		result = gather_texts(&g);
	if (!result)
		result = gather_encode(&g, b);
	free(g.events);
	buffer_fini(&g.texts);
	return result;
}
