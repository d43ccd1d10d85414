#include "report/dump/dump.h"

#include "formats/feature/build_id_list.h"
#include "formats/record/attr_fields.h"
#include "report/header/print_header.h"

#include <errno.h>
#include <stdlib.h>

static void put_section(struct dump_writer *w, const char *name, const struct file_section *s)
{
	field_mark(&w->sink, name, FIELD_GROUP);
	field_number(&w->sink, "offset", s->offset);
	field_number(&w->sink, "size", s->size);
	field_mark(&w->sink, NULL, FIELD_END_GROUP);
}

static bool file_is_big_endian(const struct perf_file *f)
{
	return f->swap != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
}

static void dump_file(struct dump_writer *w, const struct perf_file *f)
{
	w->style->begin(w, "file", "FILE", DUMP_NO_OFFSET, DUMP_NO_INNER);
	w->style->fields(w, true);
	if (f->parts[0].name)
		field_string(&w->sink, "file", f->parts[0].name);
	field_string(&w->sink, "mode", f->pipe ? "pipe" : "file");
	field_number(&w->sink, "version", f->version);
	field_string(&w->sink, "byte_order", file_is_big_endian(f) ? "big" : "little");
	field_string(&w->sink, "finished", f->unfinished ? "no" : "yes");
	field_number(&w->sink, "attr_size", f->attr_size);
	field_number(&w->sink, "events", f->n_events);
	put_section(w, "data", &f->data);
	w->style->fields(w, false);
	w->style->end(w);
}

/* The files of a directory; the first is the one that was just described. */
static void dump_parts(struct dump_writer *w, const struct perf_file *f)
{
	for (uint32_t i = 1; i < f->n_parts; i++) {
		w->style->begin(w, "file", "FILE", DUMP_NO_OFFSET, DUMP_NO_INNER);
		w->style->fields(w, true);
		field_string(&w->sink, "file", f->parts[i].name);
		field_number(&w->sink, "size", f->parts[i].size);
		w->style->fields(w, false);
		w->style->end(w);
	}
}

static void dump_event(struct dump_writer *w, const struct file_event *e, uint32_t number)
{
	w->style->begin(w, "event", "EVENT", DUMP_NO_OFFSET, DUMP_NO_INNER);
	field_number(&w->sink, "number", number);
	w->style->fields(w, true);
	field_string(&w->sink, "name", e->name);
	field_mark(&w->sink, "attr", FIELD_GROUP);
	attr_fields(&e->attr, &w->sink);
	field_mark(&w->sink, NULL, FIELD_END_GROUP);
	field_mark(&w->sink, "ids", FIELD_LIST);
	for (uint32_t i = 0; i < e->n_ids; i++)
		field_number(&w->sink, NULL, e->ids[i]);
	field_mark(&w->sink, NULL, FIELD_END_LIST);
	w->style->fields(w, false);
	w->style->end(w);
}

/* A feature's contents in the words of `report --header`: its lines, without the mark of a comment. */
static void put_lines(struct dump_writer *w, char *text)
{
	char *line, *rest = text;

	field_mark(&w->sink, "lines", FIELD_LIST);
	while ((line = strsep(&rest, "\n"))) {
		if (!*line)
			continue;
		line += strspn(line, "#");
		line += *line == ' ';
		field_string(&w->sink, NULL, line);
	}
	field_mark(&w->sink, NULL, FIELD_END_LIST);
}

/* BUILD_ID, which has no lines of its own. */
static int put_build_ids(struct dump_writer *w, const struct perf_file *f, struct error *err)
{
	struct build_id_entry entry;
	struct buffer b;
	struct cursor c;
	int result;

	buffer_init(&b);
	result = perf_file_read_feature(f, FEATURE_BUILD_ID, &b, err);
	c = cursor_make(b.data, b.size, f->swap);
	field_mark(&w->sink, "build_ids", FIELD_LIST);
	while (!result && build_id_list_next(&c, &entry) > 0) {
		field_mark(&w->sink, NULL, FIELD_GROUP);
		field_bytes(&w->sink, "build_id", FIELD_HEX, entry.build_id.data, entry.build_id.size);
		field_text(&w->sink, "filename", entry.filename, entry.filename_size);
		field_mark(&w->sink, NULL, FIELD_END_GROUP);
	}
	field_mark(&w->sink, NULL, FIELD_END_LIST);
	buffer_fini(&b);
	return result;
}

static int dump_feature(struct dump_writer *w, const struct perf_file *f, unsigned feature, struct error *err)
{
	const struct file_section *s = &f->features[feature];
	const char *name = header_feature_name(feature);
	struct error damage = ERROR_INIT;
	char *text = NULL;
	size_t size;
	FILE *lines = open_memstream(&text, &size);
	int result;

	if (!lines)
		return error_nomem(err);
	result = s->size ? header_feature_print(lines, f, feature, NULL, &damage) : 0;
	if (fclose(lines))
		return error_nomem(err);
	w->style->begin(w, "feature", name ? name : "UNKNOWN", s->offset, DUMP_NO_INNER);
	field_number(&w->sink, "size", s->size);
	field_number(&w->sink, "bit", feature);
	w->style->fields(w, true);
	put_lines(w, text);
	if (feature == FEATURE_BUILD_ID && !result)
		result = put_build_ids(w, f, &damage);
	w->style->fields(w, false);
	if (result)
		field_string(&w->sink, "damage", damage.message);
	w->style->end(w);
	free(text);
	return 0;
}

int dump_head(struct dump_writer *w, const struct perf_file *f, struct error *err)
{
	int result = 0;

	dump_file(w, f);
	dump_parts(w, f);
	for (uint32_t i = 0; i < f->n_events; i++)
		dump_event(w, &f->events[i], i);
	for (unsigned feature = 0; feature < FILE_FEATURE_BITS && !result; feature++)
		if (perf_file_has_feature(f, feature))
			result = dump_feature(w, f, feature, err);
	return result;
}
