/* reader_records: decodes records and features for prec/reader.h, and follows the names of threads. */
#include "formats/feature/feature_fields.h"
#include "formats/file/file_features.h"
#include "formats/record/record_fields.h"
#include "libprec/reader_state.h"
#include "libprec/sample_view.h"

#include <errno.h>
#include <string.h>

struct record reader_record(const struct prec_record *record)
{
	return (struct record){ .data = record->data,
				.type = record->type,
				.misc = record->misc,
				.size = record->size,
				.offset = record->offset,
				.swap = record->is_swapped };
}

const char *prec_record_name(uint32_t type)
{
	return record_type_name(type);
}

/* Decodes the fields with a fixed offset in a sample of the event found last. NULL: it is too small. */
static inline __attribute__((always_inline)) const struct prec_sample *
view_fixed(struct prec_reader *reader, const struct prec_record *record, const bool swap)
{
	const struct file_event *event = reader->finder.last;
	struct prec_sample *sample = reader->sample;

	if (record->size < event->layout.fixed_end)
		return NULL;
	sample->fields = event->attr.sample_type & SAMPLE_VIEW_FIXED;
	sample_view_fixed(record->data, &event->layout, swap, sample);
	return sample;
}

static __attribute__((noinline)) const struct prec_sample *find_and_view(struct prec_reader *reader,
									 const struct prec_record *record)
{
	const struct record r = reader_record(record);
	const struct file_event *event = event_finder_find_anew(&reader->finder, &r);

	if (!event)
		return NULL;
	reader->sample = &reader->samples[event - reader->file->events];
	return view_fixed(reader, record, r.swap);
}

/*
 * For a sample of the same event as the last one no struct record is made: it would be copied from what
 * prec_reader_next has just stored in pieces of other sizes, which stalls the processor.
 */
static inline __attribute__((always_inline)) const struct prec_sample *
view_sample(struct prec_reader *reader, const struct prec_record *record, const bool swap)
{
	if (!event_finder_is_last(&reader->finder, record->data, record->size, swap))
		return find_and_view(reader, record);
	return view_fixed(reader, record, swap);
}

const struct prec_sample *prec_reader_sample(struct prec_reader *reader, const struct prec_record *record)
{
	if (record->type != PERF_RECORD_SAMPLE)
		return NULL;
	/* One copy of the code for each byte order, so that it is not tested for each field. */
	return record->is_swapped ? view_sample(reader, record, true) : view_sample(reader, record, false);
}

const struct prec_sample *prec_reader_whole_sample(struct prec_reader *reader, const struct prec_record *record)
{
	const struct record r = reader_record(record);
	const struct prec_sample *fixed = prec_reader_sample(reader, record);
	const struct file_event *event;
	struct prec_sample *sample;

	if (!fixed)
		return NULL;
	sample = &reader->samples[fixed->event];
	event = &reader->file->events[fixed->event];
	if (sample_view_rest(&r, &event->attr, sample, NULL))
		return NULL;
	sample->fields = event->attr.sample_type;
	return sample;
}

const struct prec_mmap *prec_reader_mmap(struct prec_reader *reader, const struct prec_record *record)
{
	const struct record r = reader_record(record);
	struct record_mmap map;

	if ((r.type != PERF_RECORD_MMAP && r.type != PERF_RECORD_MMAP2) || record_decode_mmap(&r, &map, NULL))
		return NULL;
	reader->build_id = map.build_id;
	reader->mmap = (struct prec_mmap){ .pid = map.pid,
					   .tid = map.tid,
					   .addr = map.addr,
					   .len = map.len,
					   .pgoff = map.pgoff,
					   .prot = map.prot,
					   .flags = map.flags,
					   .build_id = { reader->build_id.data, reader->build_id.size },
					   .filename = map.filename };
	return &reader->mmap;
}

const struct prec_comm *prec_reader_comm_record(struct prec_reader *reader, const struct prec_record *record)
{
	const struct record r = reader_record(record);
	struct record_comm comm;

	if (r.type != PERF_RECORD_COMM || record_decode_comm(&r, &comm, NULL))
		return NULL;
	reader->comm = (struct prec_comm){ .pid = comm.pid, .tid = comm.tid, .is_exec = comm.exec, .comm = comm.comm };
	return &reader->comm;
}

const struct prec_task *prec_reader_task(struct prec_reader *reader, const struct prec_record *record)
{
	const struct record r = reader_record(record);
	struct record_task task;

	if ((r.type != PERF_RECORD_FORK && r.type != PERF_RECORD_EXIT) || record_decode_task(&r, &task, NULL))
		return NULL;
	reader->task = (struct prec_task){
		.pid = task.pid, .ppid = task.ppid, .tid = task.tid, .ptid = task.ptid, .time = task.time
	};
	return &reader->task;
}

int prec_reader_lost(const struct prec_reader *reader, const struct prec_record *record, uint64_t *ret_lost)
{
	const struct record r = reader_record(record);
	struct record_lost lost;

	(void)reader;
	if ((r.type != PERF_RECORD_LOST && r.type != PERF_RECORD_LOST_SAMPLES) || record_decode_lost(&r, &lost, NULL))
		return -EINVAL;
	*ret_lost = lost.lost;
	return 0;
}

bool prec_reader_time(const struct prec_reader *reader, const struct prec_record *record, uint64_t *ret_time)
{
	const struct record r = reader_record(record);
	const struct file_event *event = perf_file_event_of(reader->file, &r);
	struct record_id id;

	if (!event || !(event->attr.sample_type & PERF_SAMPLE_TIME) || r.type >= PERF_RECORD_USER_TYPE_START)
		return false;
	if (r.type == PERF_RECORD_SAMPLE) {
		if (r.size < event->layout.fixed_end)
			return false;
		*ret_time = load_u64_order(r.data + event->layout.time, r.swap);
		return true;
	}
	if (!event->layout.trailer_time || record_decode_id(&r, &event->layout, &id, NULL))
		return false;
	*ret_time = id.time;
	return true;
}

static int set_name(struct prec_reader *reader, uint32_t tid, uint32_t name)
{
	reader->recent.comm = NULL;
	return name == STRTAB_NONE ? -ENOMEM : u32map_set(&reader->comms, tid, name);
}

/* A new thread has the name of the thread that started it. */
int reader_follow_names(struct prec_reader *reader, const struct record *r)
{
	struct record_comm comm;
	struct record_task task;
	uint32_t name;

	if (r->type == PERF_RECORD_COMM) {
		if (record_decode_comm(r, &comm, NULL))
			return 0;
		return set_name(reader, comm.tid, strtab_add(&reader->names, comm.comm, comm.comm_size));
	}
	if (r->type != PERF_RECORD_FORK || record_decode_task(r, &task, NULL))
		return 0;
	name = u32map_get(&reader->comms, task.ptid);
	return name == U32MAP_NONE || task.tid == task.ptid ? 0 : set_name(reader, task.tid, name);
}

const char *prec_reader_comm(struct prec_reader *reader, uint32_t tid)
{
	uint32_t name;

	if (!reader->recent.comm || reader->recent.tid != tid) {
		name = u32map_get(&reader->comms, tid);
		reader->recent.tid = tid;
		reader->recent.comm = name == U32MAP_NONE ? "" : strtab_get(&reader->names, name);
	}
	return reader->recent.comm;
}

/* The caller's function that takes fields. */
struct taker {
	prec_field_take *take;
	void *arg;
};

static enum prec_field_kind number_kind(enum field_format format)
{
	switch (format) {
	case FIELD_SIGNED: return PREC_FIELD_SIGNED;
	case FIELD_ADDRESS: return PREC_FIELD_ADDRESS;
	case FIELD_DOUBLE: return PREC_FIELD_DOUBLE;
	default: return PREC_FIELD_NUMBER;
	}
}

static enum prec_field_kind kind_of(const struct field *field)
{
	switch (field->kind) {
	case FIELD_TEXT: return PREC_FIELD_TEXT;
	case FIELD_HEX:
	case FIELD_BYTES: return PREC_FIELD_BYTES;
	case FIELD_LIST: return PREC_FIELD_LIST;
	case FIELD_END_LIST: return PREC_FIELD_END_LIST;
	case FIELD_GROUP: return PREC_FIELD_GROUP;
	case FIELD_END_GROUP: return PREC_FIELD_END_GROUP;
	default: return number_kind(field->format);
	}
}

static void put(void *context, const struct field *field)
{
	const struct taker *taker = context;
	struct prec_field out = { .name = field->name,
				  .kind = kind_of(field),
				  .number = field->number,
				  .number_signed = (int64_t)field->number,
				  .bytes = field->bytes,
				  .size = (size_t)field->size };

	if (out.kind == PREC_FIELD_DOUBLE)
		memcpy(&out.number_double, &field->number, sizeof(out.number_double));
	taker->take(taker->arg, &out);
}

int prec_reader_record_fields(const struct prec_reader *reader, const struct prec_record *record, prec_field_take *take,
			      void *arg)
{
	const struct record r = reader_record(record);
	struct taker taker = { take, arg };
	const struct field_sink sink = { put, &taker };

	return record_fields(&r, perf_file_event_of(reader->file, &r), reader->arch, &sink, NULL);
}

int prec_reader_feature(const struct prec_reader *reader, const char *name, prec_field_take *take, void *arg)
{
	struct taker taker = { take, arg };
	const struct field_sink sink = { put, &taker };

	for (unsigned i = 0; i < FILE_FEATURE_BITS; i++) {
		const char *known = feature_name(i);

		if (!known || strcmp(known, name) != 0)
			continue;
		return perf_file_has_feature(reader->file, i) ? file_feature_fields(reader->file, i, &sink, NULL)
							      : -ENOENT;
	}
	return -EINVAL;
}
