#include "report/dump/dump_record.h"

#include "formats/record/record_fields.h"
#include "formats/record/record_types.h"

#include <errno.h>

/* The bits of misc that are no cpumode. */
#define MISC_FLAGS 0xfff8u

/* A record and whose it is. */
struct entry {
	const struct perf_file *file;
	const struct file_part *part;
	const struct file_event *event;
	const struct record *r;
	enum regs_arch arch;
};

/* The sink takes the size. */
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

/* All after the beginning. The sink takes the size and what record_fields says, whose result is returned. */
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

/* The line that has all of the record but its numbers; NULL: there is none. */
static const struct dump_line *line_of(struct dump_lines *lines, const struct dump_style *style,
				       const struct entry *entry)
{
	struct dump_line *line = dump_lines_at(lines, entry->event, entry->part, entry->r);
	struct dump_line_maker maker;
	struct error err;

	if (line && !line->made) {
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
	if (!line->open)
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

void dump_record(struct dump_writer *w, struct dump_lines *lines, const struct perf_file *f, const struct block *block,
		 const struct record *r, enum regs_arch arch, struct dump_counts *counts)
{
	const struct entry entry = { .file = f,
				     .part = perf_file_part_at(f, block->offset),
				     .event = perf_file_event_of(f, r),
				     .r = r,
				     .arch = arch };
	const struct dump_line *line = w->hex ? NULL : line_of(lines, w->style, &entry);
	const char *type = record_type_name(r->type);
	uint64_t inner = block->decompressed ? (uint64_t)(r->data - block->data) : DUMP_NO_INNER;
	struct error err; /* filled at failure: to clear it takes as long as to put three fields */
	int result;

	w->style->begin(w, "record", type ? type : "UNKNOWN", r->offset - entry.part->start, inner);
	if (line)
		result = put_by_line(w, &entry, line, &err);
	else
		result = put_rest(w, &entry, &w->sink, &err);
	record_count(counts, r, result, &err);
}
