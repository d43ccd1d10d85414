#include "report/export/otlp.h"

#include "formats/elf/build_id.h"

#include <errno.h>

static const struct message_field data_dictionary = { 2, "dictionary" };
static const struct message_field table_mapping = { 1, "mappingTable" }, table_location = { 2, "locationTable" },
				  table_function = { 3, "functionTable" }, table_link = { 4, "linkTable" },
				  table_string = { 5, "stringTable" }, table_attribute = { 6, "attributeTable" },
				  table_stack = { 7, "stackTable" };
static const struct message_field mapping_start = { 1, "memoryStart" }, mapping_limit = { 2, "memoryLimit" },
				  mapping_offset = { 3, "fileOffset" }, mapping_file = { 4, "filenameStrindex" },
				  mapping_attributes = { 5, "attributeIndices" };
static const struct message_field location_mapping = { 1, "mappingIndex" }, location_address = { 2, "address" },
				  location_lines = { 3, "lines" }, location_attributes = { 4, "attributeIndices" };
static const struct message_field line_function = { 1, "functionIndex" }, line_line = { 2, "line" };
static const struct message_field function_name = { 1, "nameStrindex" }, function_symbol = { 2, "systemNameStrindex" },
				  function_file = { 3, "filenameStrindex" };
static const struct message_field attribute_key = { 1, "keyStrindex" }, attribute_value = { 2, "value" };
static const struct message_field any_value_string = { 1, "stringValue" }, any_value_int = { 3, "intValue" };
static const struct message_field stack_locations = { 1, "locationIndices" };

/* A table begins with an element that is nothing. */
static void begin_table(struct otlp *o, const struct message_field *table)
{
	message_list_begin(&o->w, table);
	message_item_begin(&o->w, table);
	message_item_end(&o->w);
}

static void put_attribute(struct otlp *o, const struct message_field *field, uint32_t number)
{
	message_numbers_begin(&o->w, field);
	message_item_number(&o->w, number);
	message_numbers_end(&o->w);
}

static void put_mapping(struct otlp *o, const struct export_mapping *m)
{
	const struct dso *dso = &o->x->profile->analysis.timeline.dsos.list[m->dso];
	char text[BUILD_ID_TEXT_SIZE];

	message_item_begin(&o->w, &table_mapping);
	message_put_number64(&o->w, &mapping_start, m->start);
	message_put_number64(&o->w, &mapping_limit, m->limit);
	message_put_number64(&o->w, &mapping_offset, export_mapping_offset(o->x, m));
	message_put_number(&o->w, &mapping_file, export_strings_of(&o->strings, export_mapping_file(o->x, m)));
	if (dso->build_id.size)
		put_attribute(o, &mapping_attributes,
			      otlp_attribute_text(&o->attributes, "process.executable.build_id.gnu",
						  build_id_text(&dso->build_id, text)));
	message_item_end(&o->w);
}

static void put_lines(struct otlp *o, const struct stack_location *l)
{
	if (!export_functions_has(&o->functions, l))
		return;
	message_list_begin(&o->w, &location_lines);
	for (uint32_t i = l->first; i < l->first + l->n; i++) {
		message_item_begin(&o->w, &location_lines);
		message_put_number(&o->w, &line_function, o->functions.by_frame[i]);
		message_put_number64(&o->w, &line_line, o->x->stacks.frames[i].line);
		message_item_end(&o->w);
	}
	message_list_end(&o->w);
}

/* What runs JIT code is not known. */
static const char *frame_type(const struct export *x, const struct stack_location *l)
{
	const struct stack_frame *last = &x->stacks.frames[l->first + l->n - 1];

	switch (x->stacks.functions[last->function].code) {
	case STACK_CODE_USER: return "native";
	case STACK_CODE_KERNEL: return "kernel";
	case STACK_CODE_JIT:
	case STACK_CODE_OTHER: break;
	}
	return NULL;
}

static void put_location(struct otlp *o, const struct stack_location *l)
{
	const struct export_mapping *m = export_mapping_of(&o->mappings, l);
	const char *type = frame_type(o->x, l);

	message_item_begin(&o->w, &table_location);
	if (m)
		message_put_number(&o->w, &location_mapping, (uint32_t)(m - o->mappings.list) + 1);
	message_put_number64(&o->w, &location_address, export_mapping_address(m, l));
	put_lines(o, l);
	if (type)
		put_attribute(o, &location_attributes, otlp_attribute_text(&o->attributes, "profile.frame.type", type));
	message_item_end(&o->w);
}

static void put_function(struct otlp *o, const struct export_function *f)
{
	message_item_begin(&o->w, &table_function);
	message_put_number(&o->w, &function_name, f->name);
	message_put_number(&o->w, &function_symbol, f->symbol);
	message_put_number(&o->w, &function_file, f->file);
	message_item_end(&o->w);
}

static int put_stacks(struct otlp *o)
{
	begin_table(o, &table_stack);
	for (uint32_t i = 1; i < o->n_stacks; i++) {
		uint32_t n;
		const uint32_t *path = stacks_path(&o->x->stacks, o->stacks[i], &n);

		if (!path)
			return -ENOMEM;
		message_item_begin(&o->w, &table_stack);
		message_numbers_begin(&o->w, &stack_locations);
		while (n)
			message_item_number(&o->w, path[--n]);
		message_numbers_end(&o->w);
		message_item_end(&o->w);
	}
	message_list_end(&o->w);
	return 0;
}

static void put_attributes(struct otlp *o)
{
	begin_table(o, &table_attribute);
	for (uint32_t i = 1; i < o->attributes.n; i++) {
		const struct otlp_attribute *one = &o->attributes.list[i];

		message_item_begin(&o->w, &table_attribute);
		message_put_number(&o->w, &attribute_key, one->key);
		message_begin(&o->w, &attribute_value);
		if (one->is_text)
			message_put_choice_text(&o->w, &any_value_string,
						export_strings_get(&o->attributes.texts, (uint32_t)one->value));
		else
			message_put_choice64(&o->w, &any_value_int, one->value);
		message_end(&o->w);
		message_item_end(&o->w);
	}
	message_list_end(&o->w);
}

static void put_strings(struct otlp *o)
{
	message_list_begin(&o->w, &table_string);
	for (uint32_t i = 0; i < o->strings.table.n; i++)
		message_item_text(&o->w, &table_string, export_strings_get(&o->strings, i));
	message_list_end(&o->w);
}

/* Strings and attributes last: the other tables add some. */
int otlp_put_dictionary(struct otlp *o)
{
	message_begin(&o->w, &data_dictionary);
	begin_table(o, &table_mapping);
	for (uint32_t i = 0; i < o->mappings.n; i++)
		put_mapping(o, &o->mappings.list[i]);
	message_list_end(&o->w);
	begin_table(o, &table_location);
	for (uint32_t i = 1; i < o->x->stacks.n_locations; i++)
		put_location(o, &o->x->stacks.locations[i]);
	message_list_end(&o->w);
	begin_table(o, &table_function);
	for (uint32_t i = 1; i < o->functions.n; i++)
		put_function(o, &o->functions.list[i]);
	message_list_end(&o->w);
	begin_table(o, &table_link);
	message_list_end(&o->w);
	if (put_stacks(o))
		return -ENOMEM;
	put_attributes(o);
	put_strings(o);
	message_end(&o->w);
	return 0;
}
