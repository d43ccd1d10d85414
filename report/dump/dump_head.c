#include "report/dump/dump_head.h"

#include "formats/file/file_features.h"
#include "formats/record/attr.h"

static void put_section(struct dump_writer *w, const char *name, const struct file_section *s)
{
	field_mark(&w->sink, name, FIELD_GROUP);
	field_number(&w->sink, "offset", s->offset);
	field_number(&w->sink, "size", s->size);
	field_mark(&w->sink, NULL, FIELD_END_GROUP);
}

static void dump_file(struct dump_writer *w, const struct perf_file *f)
{
	w->style->begin(w, "file", "FILE", DUMP_NO_OFFSET, DUMP_NO_INNER);
	w->style->fields(w, true);
	if (f->parts.list[0].name)
		field_string(&w->sink, "file", f->parts.list[0].name);
	field_string(&w->sink, "mode", f->pipe ? "pipe" : "file");
	field_number(&w->sink, "version", f->version);
	field_string(&w->sink, "byte_order", order_is_big(f->swap) ? "big" : "little");
	field_string(&w->sink, "finished", f->unfinished ? "no" : "yes");
	field_number(&w->sink, "attr_size", f->attr_size);
	field_number(&w->sink, "events", f->n_events);
	put_section(w, "data", &f->data);
	w->style->fields(w, false);
	w->style->end(w);
}

/* The files of a directory after the first, which dump_file has written. */
static void dump_parts(struct dump_writer *w, const struct perf_file *f)
{
	for (uint32_t i = 1; i < f->parts.n; i++) {
		w->style->begin(w, "file", "FILE", DUMP_NO_OFFSET, DUMP_NO_INNER);
		w->style->fields(w, true);
		field_string(&w->sink, "file", f->parts.list[i].name);
		field_number(&w->sink, "size", f->parts.list[i].size);
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

static int dump_feature(struct dump_writer *w, const struct perf_file *f, unsigned feature, struct error *err)
{
	const struct file_section *s = &f->features.list[feature];
	const char *name = feature_name(feature);
	struct error damage = ERROR_INIT;
	int result = 0;

	w->style->begin(w, "feature", name ? name : "UNKNOWN", s->offset, DUMP_NO_INNER);
	field_number(&w->sink, "size", s->size);
	field_number(&w->sink, "bit", feature);
	w->style->fields(w, true);
	if (s->size)
		result = file_feature_fields(f, feature, &w->sink, &damage);
	w->style->fields(w, false);
	if (result)
		field_string(&w->sink, "damage", damage.message);
	w->style->end(w);
	return error_is_of_machine(result)
		       ? error_set(err, result, "feature %s %s", name ? name : "of unknown kind", damage.message)
		       : 0;
}

int dump_head(struct dump_writer *w, const struct perf_file *f, struct error *err)
{
	int result = 0;

	dump_file(w, f);
	dump_parts(w, f);
	for (uint32_t i = 0; i < f->n_events; i++)
		dump_event(w, &f->events[i], i);
	for (unsigned feature = 0; feature < FILE_FEATURE_BITS; feature++)
		if (perf_file_has_feature(f, feature))
			result = dump_feature(w, f, feature, err) ? err->code : result;
	return result;
}
