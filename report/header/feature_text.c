#include "report/header/feature_text.h"

#include "formats/file/file_features.h"

/* Limit of nested groups and lists; deeper ones are skipped. */
#define TEXT_DEPTH 8

struct level {
	bool is_list;
	const char *list; /* the name of the list; of a group: of the list it is an item of, or NULL */
	struct text_fields fields;
};

struct text_sink {
	struct feature_text text;
	feature_text_fn print;
	unsigned depth; /* levels below the section's; may exceed TEXT_DEPTH */
	struct level levels[TEXT_DEPTH];
};

static void print_char(FILE *out, unsigned char c)
{
	fputc((c < ' ' && c != '\n' && c != '\t') || c == 0x7f ? '?' : c, out);
}

void print_masked(FILE *out, const char *text)
{
	for (; *text; text++)
		print_char(out, (unsigned char)*text);
}

const struct field *text_fields_find(const struct text_fields *f, const char *name)
{
	for (unsigned i = 0; i < f->n; i++)
		if (name ? f->fields[i].name && !strcmp(f->fields[i].name, name) : !f->fields[i].name)
			return &f->fields[i];
	return NULL;
}

uint64_t text_fields_number(const struct text_fields *f, const char *name)
{
	const struct field *field = text_fields_find(f, name);

	return field ? field->number : 0;
}

void text_fields_print(FILE *out, const struct text_fields *f, const char *name)
{
	const struct field *field = text_fields_find(f, name);

	for (uint64_t i = 0; field && i < field->size; i++)
		print_char(out, field->bytes[i]);
}

static void level_begin(struct text_sink *s, bool is_list, const char *name)
{
	struct level *parent = &s->levels[s->depth], *level = parent + 1;

	level->is_list = is_list;
	level->list = is_list ? name : parent->is_list ? parent->list : NULL;
	level->fields.outer = parent->is_list ? parent->fields.outer : &parent->fields;
	level->fields.index = 0;
	level->fields.n = 0;
	if (is_list)
		s->print(&s->text, TEXT_LIST, name, &parent->fields);
}

/* Ends a list, with the fields of its owner and the number of items. */
static void list_end(struct text_sink *s, const struct level *list)
{
	struct level *owner = &s->levels[s->depth];
	uint64_t index = owner->fields.index;

	owner->fields.index = list->fields.index;
	s->print(&s->text, TEXT_END_LIST, list->list, &owner->fields);
	owner->fields.index = index;
}

/* Ends an item of a list. */
static void item_end(struct text_sink *s, struct level *list, struct text_fields *item)
{
	item->index = list->fields.index++;
	s->print(&s->text, TEXT_ITEM, list->list, item);
}

static void level_end(struct text_sink *s)
{
	struct level *level = &s->levels[s->depth + 1];

	if (level->is_list)
		list_end(s, level);
	else if (level->list)
		item_end(s, &s->levels[s->depth], &level->fields);
}

static void plain_put(struct text_sink *s, const struct field *f)
{
	struct level *level = &s->levels[s->depth];

	if (level->is_list) {
		struct text_fields item = { .outer = level->fields.outer, .n = 1, .fields = { *f } };

		item_end(s, level, &item);
	} else if (level->fields.n < TEXT_FIELDS) {
		level->fields.fields[level->fields.n++] = *f;
	}
}

static void sink_put(void *context, const struct field *f)
{
	struct text_sink *s = context;

	switch (f->kind) {
	case FIELD_LIST:
	case FIELD_GROUP:
		if (s->depth + 1 < TEXT_DEPTH)
			level_begin(s, f->kind == FIELD_LIST, f->name);
		s->depth++;
		break;
	case FIELD_END_LIST:
	case FIELD_END_GROUP:
		s->depth--;
		if (s->depth + 1 < TEXT_DEPTH)
			level_end(s);
		break;
	default:
		if (s->depth < TEXT_DEPTH)
			plain_put(s, f);
	}
}

int feature_text_print(FILE *out, const struct perf_file *file, unsigned feature, feature_text_fn print,
		       struct error *err)
{
	struct text_sink s = { .text = { .out = out, .file = file, .feature = feature }, .print = print };
	const struct field_sink sink = { .put = sink_put, .context = &s };
	struct feature_section section;
	int result = file_feature_read(&section, file, feature, err);

	if (!result)
		result = file_feature_put(&section, &sink, err);
	if (!result)
		print(&s.text, TEXT_END, NULL, &s.levels[0].fields);
	file_feature_fini(&section);
	return result;
}
