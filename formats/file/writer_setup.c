#include "formats/file/writer_setup.h"

#include "formats/record/attr.h"

#include <errno.h>

void feature_list_init(struct feature_list *list, bool swap)
{
	list->n = 0;
	buffer_init(&list->bytes);
	list->bytes.swap = swap;
}

void feature_list_fini(struct feature_list *list)
{
	buffer_fini(&list->bytes);
}

void feature_list_add(struct feature_list *list, unsigned bit, size_t start)
{
	list->entries[list->n].bit = bit;
	list->entries[list->n].start = start;
	list->entries[list->n].size = list->bytes.size - start;
	list->n++;
}

size_t feature_list_pointers(const struct feature_list *list,
			     struct perf_writer_feature ret_features[FILE_FEATURE_BITS])
{
	for (size_t i = 0; i < list->n; i++)
		ret_features[i] = (struct perf_writer_feature){ .bit = list->entries[i].bit,
								.data = list->bytes.data + list->entries[i].start,
								.size = list->entries[i].size };
	return list->n;
}

#define TRACING_DATA_RECORD_SIZE 12

static void record_header(struct buffer *b, uint32_t type, size_t size)
{
	buffer_put_u32(b, type);
	buffer_put_u16(b, 0);
	buffer_put_u16(b, (uint16_t)size);
}

static void pipe_put_feature(struct buffer *b, const struct perf_writer_feature *feature)
{
	size_t size = align_up(RECORD_HEADER_SIZE + 8 + feature->size, 8);

	if (size > RECORD_SIZE_MAX)
		return;
	record_header(b, PERF_RECORD_HEADER_FEATURE, size);
	buffer_put_u64(b, feature->bit);
	buffer_append(b, feature->data, feature->size);
	buffer_append(b, NULL, size - RECORD_HEADER_SIZE - 8 - feature->size);
}

/* Appends TRACING_DATA. Its size includes the padding, which Linux perf requires. */
static void pipe_put_tracing_data(struct buffer *b, const struct perf_writer_feature *feature)
{
	size_t size = align_up(feature->size, 8);

	record_header(b, PERF_RECORD_HEADER_TRACING_DATA, TRACING_DATA_RECORD_SIZE);
	buffer_put_u32(b, (uint32_t)size);
	buffer_append(b, feature->data, feature->size);
	buffer_append(b, NULL, size - feature->size);
}

static int pipe_put_event(struct buffer *b, const struct feature_event *event, struct error *err)
{
	uint64_t size = RECORD_HEADER_SIZE + (uint64_t)event->attr->size + 8 * (uint64_t)event->n_ids;

	if (size > RECORD_SIZE_MAX)
		return error_set(err, -E2BIG,
				 "event '%s' was opened %zu times, more than a record of pipe mode can list; "
				 "write to a file, or record fewer threads",
				 event->name, event->n_ids);
	record_header(b, PERF_RECORD_HEADER_ATTR, size);
	attr_encode(b, event->attr);
	for (size_t i = 0; i < event->n_ids; i++)
		buffer_put_u64(b, event->ids[i]);
	return 0;
}

/* Appends an event's name, which Linux perf takes from here in pipe mode; without it perf makes one. */
static void pipe_put_name(struct buffer *b, const struct feature_event *event)
{
	size_t length = strlen(event->name) + 1;
	size_t size = align_up(RECORD_HEADER_SIZE + 16 + length, 8);

	if (!event->n_ids || size > RECORD_SIZE_MAX)
		return;
	record_header(b, PERF_RECORD_EVENT_UPDATE, size);
	buffer_put_u64(b, EVENT_UPDATE_NAME);
	buffer_put_u64(b, event->ids[0]);
	buffer_append(b, event->name, length);
	buffer_append(b, NULL, size - RECORD_HEADER_SIZE - 16 - length);
}

static void pipe_put_features(struct buffer *b, const struct perf_writer_setup *setup)
{
	for (size_t i = 0; i < setup->n_features; i++) {
		const struct perf_writer_feature *feature = &setup->features[i];

		if (feature->bit != FEATURE_TRACING_DATA && feature->bit != FEATURE_COMPRESSED)
			pipe_put_feature(b, feature);
	}
}

static void pipe_put_tracing(struct buffer *b, const struct perf_writer_setup *setup)
{
	for (size_t i = 0; i < setup->n_features; i++)
		if (setup->features[i].bit == FEATURE_TRACING_DATA)
			pipe_put_tracing_data(b, &setup->features[i]);
}

int pipe_write_start(struct buffer *b, const struct perf_writer_setup *setup, struct error *err)
{
	buffer_put_u64(b, FILE_MAGIC_V2);
	buffer_put_u64(b, FILE_PIPE_HEADER_SIZE);
	for (size_t i = 0; i < setup->n_features; i++)
		if (setup->features[i].bit == FEATURE_COMPRESSED)
			pipe_put_feature(b, &setup->features[i]);
	for (size_t i = 0; i < setup->n_events; i++) {
		int result = pipe_put_event(b, &setup->events[i], err);

		if (result)
			return result;
	}
	/* For linux-perf-data the header ends at the first record that is neither attr nor feature. */
	pipe_put_features(b, setup);
	for (size_t i = 0; i < setup->n_events; i++)
		pipe_put_name(b, &setup->events[i]);
	pipe_put_tracing(b, setup);
	return buffer_ok(b) ? 0 : error_nomem(err);
}
