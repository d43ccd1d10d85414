#include "report/export/time_walk.h"

#include "formats/record/sample_decode.h"
#include "report/profile/preload.h"
#include "report/profile/preload_source.h"

#include <errno.h>

static bool has_tracepoints(const struct perf_file *file)
{
	for (uint32_t i = 0; i < file->n_events; i++)
		if (file->events[i].attr.type == PERF_TYPE_TRACEPOINT)
			return true;
	return false;
}

int time_walk_open(struct time_walk *w, struct export *x, uint64_t types, struct error *err)
{
	const struct kernel_functions functions = { shared_locator_kernel_function, &w->locator };

	*w = (struct time_walk){ .export = x,
				 .locator = { .lock = PTHREAD_MUTEX_INITIALIZER,
					      .locator = &x->profile->symbolizer.resolver.locator } };
	export_preload(x);
	/* Without formats tracepoints have no fields to show. */
	if (has_tracepoints(x->profile->file) && trace_fields_open(&w->trace, x->profile->file, &functions, NULL))
		w->trace = NULL;
	return sample_stream_open(&w->stream, &x->profile->analysis, types, err);
}

void time_walk_close(struct time_walk *w)
{
	sample_stream_close(&w->stream);
	trace_fields_close(w->trace);
	pthread_mutex_destroy(&w->locator.lock);
}

/* 1; 0: the filter leaves it out; or -ENOMEM. */
static int take_sample(struct time_walk *w, const struct stream_item *from, struct time_item *item)
{
	struct export *x = w->export;
	const struct sample_entry entry = {
		.key = from->key, .count = 1, .period = from->period, .first = from->time, .last = from->time
	};
	struct export_thread thread = { .pid = sample_key_pid(&from->key),
					.tid = sample_key_tid(&from->key),
					.last = from->time };
	struct profile_entry named;
	int choice = profile_name(x->profile, x->filter, PROFILE_COMM, &entry, &named);

	if (choice != PROFILE_WANTED)
		return choice < 0 ? choice : 0;
	thread.comm = export_named_comm(x, named.comm, thread.tid);
	*item = (struct time_item){ .record = from->record,
				    .is_sample = true,
				    .time = from->time,
				    .event = from->event,
				    .thread = export_thread(x, &thread),
				    .comm = thread.comm,
				    .cpu = sample_key_cpu(&from->key),
				    .stack = stacks_of(&x->stacks, &w->stream.worker.chains, &from->key, from->key.w[0],
						       &named.at),
				    .mode = sample_key_mode(&from->key),
				    .period = from->period };
	if (thread.comm == STRTAB_NONE || item->thread == EXPORT_NONE || item->stack == STACKS_FAILED)
		return -ENOMEM;
	export_count(x, item->event, 1, item->period);
	export_span(x, item->time, item->time);
	return 1;
}

/* The thread that a record is of, which need not be the one that caused it. */
static void record_thread(const struct time_item *item, uint32_t *ret_pid, uint32_t *ret_tid)
{
	struct record_comm comm;
	struct record_task task;

	*ret_pid = item->id.pid;
	*ret_tid = item->id.tid;
	if (item->record->type == PERF_RECORD_COMM && !record_decode_comm(item->record, &comm, NULL)) {
		*ret_pid = comm.pid;
		*ret_tid = comm.tid;
	} else if ((item->record->type == PERF_RECORD_FORK || item->record->type == PERF_RECORD_EXIT) &&
		   !record_decode_task(item->record, &task, NULL)) {
		*ret_pid = task.pid;
		*ret_tid = task.tid;
	}
}

/* Whether a record is of a thread and a CPU that the filter lets pass. A loss is of neither. */
static bool filter_has(const struct time_walk *w, const struct time_item *item)
{
	struct sample_entry entry = { .first = item->time, .last = item->time };
	uint32_t pid, tid;

	record_thread(item, &pid, &tid);
	if (pid == UINT32_MAX || item->record->type == PERF_RECORD_LOST ||
	    item->record->type == PERF_RECORD_LOST_SAMPLES)
		return true;
	entry.key.w[1] = pid | (uint64_t)tid << 32;
	entry.key.w[3] = item->id.cpu;
	sample_key_set_mode(&entry.key, RECORD_MISC_USER);
	return profile_may_pass(w->export->profile, w->export->filter, w->locator.locator, &entry);
}

/* 1; 0: a record that is not wanted, or a damaged one, which the analysis has told of. */
static int take_other(const struct time_walk *w, const struct stream_item *from, struct time_item *item)
{
	const struct file_event *event = &w->export->profile->file->events[from->event];
	const struct sample_choice *choice = w->export->profile->analysis.options.plan.choice;

	if (choice && !record_time_is_none(from->time) && !time_ranges_has(&choice->times, from->time))
		return 0;

	*item = (struct time_item){ .record = from->record, .time = from->time, .event = from->event };
	return !record_decode_id(from->record, &event->layout, &item->id, NULL) && filter_has(w, item);
}

int time_walk_next(struct time_walk *w, struct time_item *ret_item, struct error *err)
{
	struct stream_item from;
	int result;

	while ((result = sample_stream_next(&w->stream, &from, err)) > 0) {
		result = from.record->type == PERF_RECORD_SAMPLE ? take_sample(w, &from, ret_item)
								 : take_other(w, &from, ret_item);
		if (result)
			return result < 0 ? error_nomem(err) : 1;
	}
	return result;
}

/* The data of a tracepoint's sample. NULL: it has none, or their format is not known. */
static const void *find_raw(const struct time_walk *w, const struct time_item *item, size_t *ret_size)
{
	const struct file_event *event = &w->export->profile->file->events[item->event];
	struct sample sample;

	if (!w->trace || event->attr.type != PERF_TYPE_TRACEPOINT ||
	    sample_decode(item->record, &event->attr, &sample, NULL) || !(sample.type & PERF_SAMPLE_RAW))
		return NULL;
	*ret_size = sample.raw.size;
	return sample.raw.data;
}

bool time_walk_field(const struct time_walk *w, uint32_t event, uint32_t i, struct buffer *name)
{
	const struct event_attr *attr = &w->export->profile->file->events[event].attr;
	size_t size;
	const char *text = w->trace && attr->type == PERF_TYPE_TRACEPOINT
				   ? trace_fields_name(w->trace, attr->config, i, &size)
				   : NULL;

	buffer_clear(name);
	if (!text)
		return false;
	buffer_append(name, text, size);
	buffer_put_u8(name, 0);
	return buffer_ok(name);
}

void time_fields_init(struct time_fields *f)
{
	*f = (struct time_fields){ 0 };
	buffer_init(&f->name);
	buffer_init(&f->text);
}

void time_fields_fini(struct time_fields *f)
{
	buffer_fini(&f->name);
	buffer_fini(&f->text);
}

void time_fields_begin(struct time_fields *f, const struct time_walk *w, const struct time_item *item)
{
	f->walk = w;
	f->event = item->event;
	f->next = 0;
	f->raw = find_raw(w, item, &f->size);
}

bool time_fields_next(struct time_fields *f)
{
	if (!f->raw || !time_walk_field(f->walk, f->event, f->next++, &f->name)) {
		f->failed |= !buffer_ok(&f->name);
		return false;
	}
	buffer_clear(&f->text);
	trace_fields_put_field(f->walk->trace, f->raw, f->size, (const char *)f->name.data, false, &f->text);
	buffer_put_u8(&f->text, 0);
	f->failed |= !buffer_ok(&f->text);
	return !f->failed;
}
