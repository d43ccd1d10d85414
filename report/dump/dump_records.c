#include "report/dump/dump_records.h"

#include "common/workers.h"
#include "formats/file/file_facts.h"
#include "formats/record/record.h"
#include "formats/record/record_fields.h"
#include "formats/record/record_types.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Names of the bits of misc besides the cpumode. */
#define MISC_FLAGS 0xfff8u

/* A record, and where it is. */
struct entry {
	const struct perf_file *file;
	const struct file_part *part;
	const struct file_event *event;
	const struct record *r;
	enum regs_arch arch;
};

/* Writes the fields that describe an entry; the sink gets the size. */
static void put_header(struct dump_writer *w, const struct entry *entry, const struct field_sink *sink)
{
	const struct record *r = entry->r;
	const struct record_type *type = record_type_find(r->type);
	const char *mode = record_cpumode_name(r->misc);

	if (entry->part->name)
		field_string(&w->sink, "file", entry->part->name);
	field_number(sink, "size", r->size);
	if (mode)
		field_string(&w->sink, "mode", mode);
	else
		field_number(&w->sink, "mode", r->misc & RECORD_MISC_CPUMODE_MASK);
	if (r->misc & MISC_FLAGS)
		field_flags(&w->sink, "misc", r->misc & MISC_FLAGS, type ? type->misc : NULL);
	if (!type)
		field_number(&w->sink, "type_number", r->type);
	if (r->type == PERF_RECORD_SAMPLE && entry->event && entry->file->n_events > 1)
		field_string(&w->sink, "event", entry->event->name);
}

static void put_end(struct dump_writer *w, const struct record *r, int result, const struct error *err)
{
	w->style->fields(w, false);
	if (result && result != -ENOTSUP)
		field_string(&w->sink, "damage", err->message);
	if (w->hex)
		w->style->bytes(w, r->data, r->size);
	w->style->end(w);
}

/* Writes the fields of an entry: the sink gets the size and the fields of record_fields, whose result is returned. */
static int put_rest(struct dump_writer *w, const struct entry *entry, const struct field_sink *sink, struct error *err)
{
	const struct record *r = entry->r;
	uint64_t trailing = 0;
	int result;

	put_header(w, entry, sink);
	if (!record_trailing_size(r, &trailing, NULL) && trailing)
		field_number(&w->sink, "data_behind", trailing);
	w->style->fields(w, true);
	result = record_fields(r, entry->event, entry->arch, sink, err);
	put_end(w, r, result, err);
	return result;
}

/* Returns the template of the record's line, or NULL. */
static const struct dump_line *line_of(struct dump_lines *lines, const struct dump_style *style,
				       const struct entry *entry)
{
	struct dump_line *line = dump_lines_at(lines, entry->event, entry->part, entry->r);
	struct dump_line_maker maker;
	struct error err;

	if (line && !line->is_made) {
		dump_line_begin(&maker, lines, line, style);
		if (put_rest(&maker.writer, entry, &maker.sink, &err))
			return NULL;
		dump_line_end(&maker);
	}
	return line && line->n ? line : NULL;
}

static int put_by_line(struct dump_writer *w, const struct entry *entry, const struct dump_line *line,
		       struct error *err)
{
	struct sample s;
	int result;

	dump_line_put(line, entry->r, w->out);
	if (!line->is_open)
		return 0;
	result = sample_decode(entry->r, &entry->event->attr, &s, err);
	sample_fields_after(&s, entry->arch, &w->sink);
	put_end(w, entry->r, result, err);
	return result;
}

static void record_count(struct dump_counts *counts, const struct record *r, int result, const struct error *err)
{
	counts->records++;
	if (result == -ENOTSUP && r->type == PERF_RECORD_SAMPLE) {
		counts->eventless++;
	} else if (result == -ENOTSUP) {
		if (!counts->unknown++)
			counts->unknown_type = r->type;
	} else if (result) {
		if (!counts->damaged++)
			counts->first = *err;
	}
}

void dump_record(struct dump_writer *w, struct dump_lines *lines, const struct dump_source *source,
		 const struct record *r, struct dump_counts *counts)
{
	const struct block *block = source->block;
	const struct entry entry = { .file = source->file,
				     .part = perf_file_part_at(source->file, block->offset),
				     .event = perf_file_event_of(source->file, r),
				     .r = r,
				     .arch = source->arch };
	const struct dump_line *line = w->hex ? NULL : line_of(lines, w->style, &entry);
	const char *type = record_type_name(r->type);
	uint64_t inner = block->decompressed ? (uint64_t)(r->data - block->data) : DUMP_NO_INNER;
	struct error err; /* filled only on failure: clearing it takes as long as writing three fields */
	int result;

	w->style->begin(w, "record", type ? type : "UNKNOWN", r->offset - entry.part->start, inner);
	if (line)
		result = put_by_line(w, &entry, line, &err);
	else
		result = put_rest(w, &entry, &w->sink, &err);
	record_count(counts, r, result, &err);
}

static int type_parse(const char *word, size_t size, uint32_t *ret_type)
{
	char text[32];
	char *end;

	if (!size || size >= sizeof(text))
		return -EINVAL;
	memcpy(text, word, size);
	text[size] = 0;
	for (uint32_t type = 0; type < SIMPLEPERF_RECORD_END; type++) {
		const char *name = record_type_name(type);

		if (name && !strcasecmp(name, text)) {
			*ret_type = type;
			return 0;
		}
	}
	*ret_type = (uint32_t)strtoul(text, &end, 0);
	return *end || text[0] == '-' ? -EINVAL : 0;
}

int dump_types_parse(struct dump_types *ret_types, const char *list, struct error *err)
{
	struct dump_types types = { 0 };

	while (*list) {
		size_t size = strcspn(list, ",");

		if (types.n == DUMP_TYPES_MAX)
			return error_set(err, -EINVAL, "more than %d types", DUMP_TYPES_MAX);
		if (type_parse(list, size, &types.types[types.n++]))
			return error_set(err, -EINVAL, "no type of record is called '%.*s'", (int)size, list);
		list += size;
		list += *list == ',';
	}
	*ret_types = types;
	return 0;
}

bool dump_types_have(const struct dump_types *types, uint32_t type)
{
	for (uint32_t i = 0; i < types->n; i++)
		if (types->types[i] == type)
			return true;
	return !types->n;
}

struct dump_run {
	const struct dump_job *job;
	enum regs_arch arch;
	pthread_mutex_t reading;
	uint64_t n_read; /* blocks so far */
	struct write_order order;
	struct dump_counts counts;
};

/* The state of a worker. */
struct dump_worker {
	struct dump_run *run;
	struct block_reader *reader;
	struct block block;
	uint64_t number; /* of the block */
	struct dump_out out;
	struct dump_writer writer;
	struct dump_lines lines;
	struct dump_counts counts; /* of the block */
};

/* Reads the next block. 1; 0 at the end; a negative errno. */
static int worker_read(struct dump_worker *w, struct error *err)
{
	struct dump_run *run = w->run;
	int result;

	pthread_mutex_lock(&run->reading);
	result = block_reader_next(w->reader, &w->block, err);
	if (result > 0)
		w->number = run->n_read++;
	pthread_mutex_unlock(&run->reading);
	return result;
}

static void worker_show(struct dump_worker *w)
{
	const struct dump_job *job = w->run->job;
	const struct dump_source source = { job->file, &w->block, w->run->arch };
	struct record r;
	size_t pos = 0;

	memset(&w->counts, 0, sizeof(w->counts));
	while (block_next_record(&w->block, job->file->swap, &pos, &r))
		if (dump_types_have(&job->types, r.type))
			dump_record(&w->writer, &w->lines, &source, &r, &w->counts);
}

static void counts_add(struct dump_counts *sum, const struct dump_counts *c)
{
	if (!sum->damaged)
		sum->first = c->first;
	if (!sum->unknown)
		sum->unknown_type = c->unknown_type;
	sum->records += c->records;
	sum->damaged += c->damaged;
	sum->eventless += c->eventless;
	sum->unknown += c->unknown;
}

/* In its turn: what was more than the buffer holds has waited for that already. */
static int worker_write(struct dump_worker *w, struct error *err)
{
	int result = dump_out_flush(&w->out);

	if (result)
		return error_set(err, result, "the dump cannot be written: %s", strerror(-result));
	if (!write_order_wait(&w->run->order, w->number))
		return -ECANCELED;
	counts_add(&w->run->counts, &w->counts);
	write_order_pass(&w->run->order);
	return 0;
}

/* The buffer is full, or the block at its end. */
static int worker_turn(void *context)
{
	struct dump_worker *w = context;

	return write_order_wait(&w->run->order, w->number) ? 0 : -ECANCELED;
}

static void run_work(void *context, unsigned number)
{
	struct dump_run *run = context;
	struct dump_worker *w = malloc(sizeof(*w));
	struct error err = ERROR_INIT;
	int result;

	(void)number;
	if (!w) {
		error_nomem(&err);
		write_order_end(&run->order, &err);
		return;
	}
	w->run = run;
	dump_out_init(&w->out, run->job->fd);
	w->out.before_write = worker_turn;
	w->out.context = w;
	dump_writer_init(&w->writer, &w->out, run->job->style, run->job->hex);
	dump_lines_init(&w->lines);
	result = block_reader_new(&w->reader, run->job->blocks, &err);
	while (!result && (result = worker_read(w, &err)) > 0) {
		worker_show(w);
		result = worker_write(w, &err);
	}
	if (result < 0 && result != -ECANCELED)
		write_order_end(&run->order, &err);
	block_reader_free(w->reader);
	free(w);
}

int dump_records(const struct dump_job *job, struct dump_counts *ret_counts, struct error *err)
{
	struct dump_run run = { .job = job, .arch = file_arch(job->file) };

	write_order_init(&run.order);
	pthread_mutex_init(&run.reading, NULL);
	workers_run(job->workers, run_work, &run);
	pthread_mutex_destroy(&run.reading);
	write_order_fini(&run.order);
	*ret_counts = run.counts;
	if (run.order.error.code && err)
		*err = run.order.error;
	return run.order.error.code;
}
