#include "tests/support/perf_builder.h"

#include "formats/record/attr.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

const struct event_attr perf_builder_clock = {
	.type = PERF_TYPE_SOFTWARE,
	.size = ATTR_SIZE_VER7,
	.sample_period = 1,
	.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU | PERF_SAMPLE_CALLCHAIN,
	.flags = ATTR_SAMPLE_ID_ALL,
};

static void builder_buffer(const struct perf_builder *b, struct buffer *ret_buffer)
{
	buffer_init(ret_buffer);
	ret_buffer->swap = b->flags & PERF_BUILDER_SWAP;
}

void perf_builder_init(struct perf_builder *b, unsigned flags)
{
	memset(b, 0, sizeof(*b));
	b->flags = flags;
	builder_buffer(b, &b->records);
	builder_buffer(b, &b->file);
}

void perf_builder_fini(struct perf_builder *b)
{
	block_index_fini(&b->index);
	buffer_fini(&b->records);
	buffer_fini(&b->file);
	for (int i = 0; i < b->n_features; i++)
		buffer_fini(&b->features[i].data);
}

int perf_builder_event(struct perf_builder *b, const struct event_attr *attr, const char *name, const uint64_t *ids,
		       int n_ids)
{
	int event = b->n_events++;

	assert(event < PERF_BUILDER_EVENTS_MAX && n_ids <= (int)ARRAY_SIZE(b->events[0].ids));
	b->events[event].attr = *attr;
	b->events[event].name = name;
	b->events[event].n_ids = n_ids;
	if (n_ids)
		memcpy(b->events[event].ids, ids, n_ids * sizeof(*ids));
	return event;
}

static const struct event_attr *builder_attr(const struct perf_builder *b)
{
	assert(b->at.event < b->n_events);
	return &b->events[b->at.event].attr;
}

/* --- records ------------------------------------------------------------- */

/* Starts a record whose size builder_end() fills in. */
static size_t builder_begin(struct perf_builder *b, uint32_t type, uint16_t misc)
{
	size_t start = b->records.size;

	perf_builder_header(b, type, misc, 0);
	return start;
}

static void builder_end(struct perf_builder *b, size_t start)
{
	buffer_set_u16(&b->records, start + 6, (uint16_t)(b->records.size - start));
}

static void builder_trailer(struct perf_builder *b)
{
	const struct event_attr *attr = builder_attr(b);
	struct buffer *out = &b->records;

	if (!(attr->flags & ATTR_SAMPLE_ID_ALL))
		return;
	if (attr->sample_type & PERF_SAMPLE_TID) {
		buffer_put_u32(out, b->at.pid);
		buffer_put_u32(out, b->at.tid);
	}
	if (attr->sample_type & PERF_SAMPLE_TIME)
		buffer_put_u64(out, b->at.time);
	if (attr->sample_type & PERF_SAMPLE_ID)
		buffer_put_u64(out, b->at.id);
	if (attr->sample_type & PERF_SAMPLE_STREAM_ID)
		buffer_put_u64(out, b->at.stream_id);
	if (attr->sample_type & PERF_SAMPLE_CPU) {
		buffer_put_u32(out, b->at.cpu);
		buffer_put_u32(out, 0);
	}
	if (attr->sample_type & PERF_SAMPLE_IDENTIFIER)
		buffer_put_u64(out, b->at.id);
}

/* A kernel record's end: names are padded to 8 bytes, then comes the trailer. */
static void builder_end_kernel(struct perf_builder *b, size_t start)
{
	buffer_append(&b->records, NULL, align_up(b->records.size - start, 8) - (b->records.size - start));
	builder_trailer(b);
	builder_end(b, start);
}

void perf_builder_header(struct perf_builder *b, uint32_t type, uint16_t misc, uint16_t size)
{
	buffer_put_u32(&b->records, type);
	buffer_put_u16(&b->records, misc);
	buffer_put_u16(&b->records, size);
}

void perf_builder_record(struct perf_builder *b, uint32_t type, uint16_t misc, const void *body, size_t size,
			 bool trailer)
{
	size_t start = builder_begin(b, type, misc);

	if (size)
		buffer_append(&b->records, body, size);
	if (trailer)
		builder_end_kernel(b, start);
	else
		builder_end(b, start);
}

static void builder_map_start(struct perf_builder *b, const struct perf_builder_map *map)
{
	buffer_put_u32(&b->records, map->pid);
	buffer_put_u32(&b->records, map->tid);
	buffer_put_u64(&b->records, map->start);
	buffer_put_u64(&b->records, map->size);
	buffer_put_u64(&b->records, map->pgoff);
}

void perf_builder_mmap(struct perf_builder *b, const struct perf_builder_map *map)
{
	size_t start = builder_begin(b, PERF_RECORD_MMAP, map->misc);

	builder_map_start(b, map);
	buffer_put_string(&b->records, map->name);
	builder_end_kernel(b, start);
}

void perf_builder_mmap2(struct perf_builder *b, const struct perf_builder_map *map)
{
	uint16_t misc = map->misc | (map->build_id.size ? RECORD_MISC_MMAP_BUILD_ID : 0);
	size_t start = builder_begin(b, PERF_RECORD_MMAP2, misc);

	builder_map_start(b, map);
	if (map->build_id.size) {
		buffer_put_u8(&b->records, map->build_id.size);
		buffer_append(&b->records, NULL, 3);
		buffer_append(&b->records, map->build_id.data, BUILD_ID_SIZE_MAX);
	} else {
		buffer_put_u32(&b->records, map->major);
		buffer_put_u32(&b->records, map->minor);
		buffer_put_u64(&b->records, map->inode);
		buffer_put_u64(&b->records, map->generation);
	}
	buffer_put_u32(&b->records, map->prot);
	buffer_put_u32(&b->records, map->flags);
	buffer_put_string(&b->records, map->name);
	builder_end_kernel(b, start);
}

void perf_builder_comm(struct perf_builder *b, uint32_t pid, uint32_t tid, const char *comm, uint16_t misc)
{
	size_t start = builder_begin(b, PERF_RECORD_COMM, misc);

	buffer_put_u32(&b->records, pid);
	buffer_put_u32(&b->records, tid);
	buffer_put_string(&b->records, comm);
	builder_end_kernel(b, start);
}

static void builder_task(struct perf_builder *b, uint32_t type, const uint32_t ids[4])
{
	size_t start = builder_begin(b, type, 0);

	for (int i = 0; i < 4; i++)
		buffer_put_u32(&b->records, ids[i]);
	buffer_put_u64(&b->records, b->at.time);
	builder_end_kernel(b, start);
}

void perf_builder_fork(struct perf_builder *b, uint32_t pid, uint32_t ppid, uint32_t tid, uint32_t ptid)
{
	builder_task(b, PERF_RECORD_FORK, (uint32_t[]){ pid, ppid, tid, ptid });
}

void perf_builder_exit(struct perf_builder *b, uint32_t pid, uint32_t ppid, uint32_t tid, uint32_t ptid)
{
	builder_task(b, PERF_RECORD_EXIT, (uint32_t[]){ pid, ppid, tid, ptid });
}

static void builder_numbers(struct perf_builder *b, uint32_t type, uint16_t misc, const uint64_t *numbers, size_t n)
{
	size_t start = builder_begin(b, type, misc);

	for (size_t i = 0; i < n; i++)
		buffer_put_u64(&b->records, numbers[i]);
	builder_end_kernel(b, start);
}

void perf_builder_lost(struct perf_builder *b, uint64_t id, uint64_t lost)
{
	builder_numbers(b, PERF_RECORD_LOST, 0, (uint64_t[]){ id, lost }, 2);
}

void perf_builder_lost_samples(struct perf_builder *b, uint64_t lost, uint16_t misc)
{
	builder_numbers(b, PERF_RECORD_LOST_SAMPLES, misc, &lost, 1);
}

void perf_builder_throttle(struct perf_builder *b, bool on, uint64_t time, uint64_t id, uint64_t stream_id)
{
	builder_numbers(b, on ? PERF_RECORD_THROTTLE : PERF_RECORD_UNTHROTTLE, 0, (uint64_t[]){ time, id, stream_id },
			3);
}

void perf_builder_ksymbol(struct perf_builder *b, uint64_t addr, uint32_t len, uint16_t type, uint16_t flags,
			  const char *name)
{
	size_t start = builder_begin(b, PERF_RECORD_KSYMBOL, 0);

	buffer_put_u64(&b->records, addr);
	buffer_put_u32(&b->records, len);
	buffer_put_u16(&b->records, type);
	buffer_put_u16(&b->records, flags);
	buffer_put_string(&b->records, name);
	builder_end_kernel(b, start);
}

void perf_builder_bpf_event(struct perf_builder *b, uint16_t type, uint16_t flags, uint32_t id)
{
	size_t start = builder_begin(b, PERF_RECORD_BPF_EVENT, 0);

	buffer_put_u16(&b->records, type);
	buffer_put_u16(&b->records, flags);
	buffer_put_u32(&b->records, id);
	buffer_put_u64(&b->records, 0); /* its tag */
	builder_end_kernel(b, start);
}

void perf_builder_switch(struct perf_builder *b, uint16_t misc)
{
	builder_numbers(b, PERF_RECORD_SWITCH, misc, NULL, 0);
}

void perf_builder_namespaces(struct perf_builder *b, uint32_t pid, uint32_t tid, uint64_t n, const uint64_t (*links)[2])
{
	size_t start = builder_begin(b, PERF_RECORD_NAMESPACES, 0);

	buffer_put_u32(&b->records, pid);
	buffer_put_u32(&b->records, tid);
	buffer_put_u64(&b->records, n);
	for (uint64_t i = 0; i < n; i++) {
		buffer_put_u64(&b->records, links[i][0]);
		buffer_put_u64(&b->records, links[i][1]);
	}
	builder_end_kernel(b, start);
}

void perf_builder_cgroup(struct perf_builder *b, uint64_t id, const char *path)
{
	size_t start = builder_begin(b, PERF_RECORD_CGROUP, 0);

	buffer_put_u64(&b->records, id);
	buffer_put_string(&b->records, path);
	builder_end_kernel(b, start);
}

void perf_builder_deferred(struct perf_builder *b, uint64_t cookie, const uint64_t *words, uint64_t n)
{
	size_t start = builder_begin(b, PERF_RECORD_CALLCHAIN_DEFERRED, RECORD_MISC_USER);

	buffer_put_u64(&b->records, cookie);
	buffer_put_u64(&b->records, n);
	for (uint64_t i = 0; i < n; i++)
		buffer_put_u64(&b->records, words[i]);
	builder_end_kernel(b, start);
}

void perf_builder_finished_round(struct perf_builder *b)
{
	perf_builder_record(b, PERF_RECORD_FINISHED_ROUND, 0, NULL, 0, false);
}

/* --- the file ------------------------------------------------------------ */

static uint32_t builder_attr_size(const struct perf_builder *b)
{
	uint32_t size = ATTR_SIZE_VER0;

	for (int i = 0; i < b->n_events; i++)
		if (b->events[i].attr.size > size)
			size = b->events[i].attr.size;
	return size;
}

/* The attr in exactly size bytes, whatever size it has in itself. */
static void builder_put_attr(struct buffer *out, const struct event_attr *attr, uint32_t size)
{
	size_t start = out->size;

	attr_encode(out, attr);
	if (out->size - start < size)
		buffer_append(out, NULL, size - (out->size - start));
}

static uint64_t builder_magic(const struct perf_builder *b)
{
	return b->flags & PERF_BUILDER_V1 ? FILE_MAGIC_V1 : FILE_MAGIC_V2;
}

/* The records of the file itself. */
static size_t builder_main_size(const struct perf_builder *b)
{
	return b->n_parts ? b->parts[0] : b->records.size;
}

static void builder_put_header(const struct perf_builder *b, struct buffer *out, uint64_t attrs, uint64_t data)
{
	uint64_t bitmap[FILE_FEATURE_WORDS] = { 0 };
	uint64_t entry = builder_attr_size(b) + 16;

	for (int i = 0; i < b->n_features; i++)
		bitmap[b->features[i].bit / 64] |= 1ull << b->features[i].bit % 64;
	buffer_put_u64(out, builder_magic(b));
	buffer_put_u64(out, FILE_HEADER_SIZE);
	buffer_put_u64(out, entry);
	buffer_put_u64(out, attrs);
	buffer_put_u64(out, entry * b->n_events);
	buffer_put_u64(out, data);
	buffer_put_u64(out, b->flags & PERF_BUILDER_UNFINISHED ? 0 : builder_main_size(b));
	buffer_put_u64(out, 0);
	buffer_put_u64(out, 0);
	for (int i = 0; i < FILE_FEATURE_WORDS; i++)
		buffer_put_u64(out, bitmap[i]);
}

static int feature_compare(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

/* The table after the data, in the order of the bits, then the sections. */
static void builder_put_features(struct perf_builder *b, struct buffer *out)
{
	uint64_t offset = out->size + 16 * (uint64_t)b->n_features;

	_Static_assert(offsetof(struct perf_builder, features[0].bit) == offsetof(struct perf_builder, features),
		       "feature_compare looks at the bit");
	qsort(b->features, b->n_features, sizeof(b->features[0]), feature_compare);
	for (int i = 0; i < b->n_features; i++) {
		buffer_put_u64(out, offset);
		buffer_put_u64(out, b->features[i].data.size);
		offset += b->features[i].data.size;
	}
	for (int i = 0; i < b->n_features; i++)
		buffer_append(out, b->features[i].data.data, b->features[i].data.size);
}

uint64_t perf_builder_data_offset(const struct perf_builder *b)
{
	uint64_t offset = FILE_HEADER_SIZE + (builder_attr_size(b) + 16) * (uint64_t)b->n_events;

	for (int i = 0; i < b->n_events; i++)
		offset += 8 * (uint64_t)b->events[i].n_ids;
	return offset;
}

/*
 * header | ids of each event | attrs | data | feature table | feature sections
 */
static void builder_finish_file(struct perf_builder *b)
{
	struct buffer *out = &b->file;
	uint32_t attr_size = builder_attr_size(b);
	uint64_t ids = FILE_HEADER_SIZE, data = perf_builder_data_offset(b);

	builder_put_header(b, out, data - (attr_size + 16) * (uint64_t)b->n_events, data);
	for (int i = 0; i < b->n_events; i++)
		for (int j = 0; j < b->events[i].n_ids; j++)
			buffer_put_u64(out, b->events[i].ids[j]);
	for (int i = 0; i < b->n_events; i++) {
		builder_put_attr(out, &b->events[i].attr, attr_size);
		buffer_put_u64(out, ids);
		buffer_put_u64(out, 8 * (uint64_t)b->events[i].n_ids);
		ids += 8 * (uint64_t)b->events[i].n_ids;
	}
	buffer_append(out, b->records.data, builder_main_size(b));
	if (!(b->flags & PERF_BUILDER_UNFINISHED))
		builder_put_features(b, out);
}

static void builder_pipe_record(struct buffer *out, uint32_t type, const struct buffer *body)
{
	buffer_put_u32(out, type);
	buffer_put_u16(out, 0);
	buffer_put_u16(out, (uint16_t)(RECORD_HEADER_SIZE + body->size));
	buffer_append(out, body->data, body->size);
}

static void builder_finish_pipe(struct perf_builder *b)
{
	struct buffer *out = &b->file;
	struct buffer body;

	buffer_put_u64(out, builder_magic(b));
	buffer_put_u64(out, FILE_PIPE_HEADER_SIZE);
	builder_buffer(b, &body);
	for (int i = 0; i < b->n_events; i++) {
		buffer_clear(&body);
		attr_encode(&body, &b->events[i].attr);
		for (int j = 0; j < b->events[i].n_ids; j++)
			buffer_put_u64(&body, b->events[i].ids[j]);
		builder_pipe_record(out, PERF_RECORD_HEADER_ATTR, &body);
	}
	for (int i = 0; i < b->n_features; i++) {
		buffer_clear(&body);
		buffer_put_u64(&body, b->features[i].bit);
		buffer_append(&body, b->features[i].data.data, b->features[i].data.size);
		buffer_pad(&body, 8);
		builder_pipe_record(out, PERF_RECORD_HEADER_FEATURE, &body);
	}
	buffer_fini(&body);
	buffer_append(out, b->records.data, b->records.size);
}

const struct buffer *perf_builder_finish(struct perf_builder *b)
{
	buffer_clear(&b->file);
	if (b->flags & PERF_BUILDER_PIPE)
		builder_finish_pipe(b);
	else
		builder_finish_file(b);
	return buffer_ok(&b->file) && buffer_ok(&b->records) ? &b->file : NULL;
}

bool perf_builder_write(struct perf_builder *b, const char *path)
{
	const struct buffer *file = perf_builder_finish(b);
	FILE *out = file ? fopen(path, "wb") : NULL;
	bool written;

	if (!out)
		return false;
	written = fwrite(file->data, 1, file->size, out) == file->size;
	return !fclose(out) && written;
}
