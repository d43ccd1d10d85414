#include "tests/support/report_text.h"

#include "common/text.h"
#include "report/print/print_rows.h"
#include "report/print/print_stats.h"
#include "report/print/print_view.h"
#include "report/rows/sort_keys.h"

#include <stdlib.h>

struct text_report {
	struct profile_names names;
	struct columns columns;
	struct profile profile;
	struct event_groups groups;
	struct rows_options rows_options;
	struct rows rows;
	struct callgraph_options callgraph_options;
	struct callgraph callgraph;
	struct print_options print;
};

static int text_analyse(struct text_report *t, const struct perf_file *file, const struct report_text_options *o,
			struct error *err)
{
	struct analysis_options options = { .workers = o->workers ? o->workers : 1 };

	rows_plan(&t->rows_options, &options);
	return profile_analyse(&t->profile, file, &t->names, &options, NULL, err);
}

static int text_print(struct text_report *t, const struct report_text_options *o, FILE *out)
{
	const struct missing_symbols missing = { .much = true, .percent = 50 };
	int result = 0;

	if (o->view)
		print_view_head(out, &t->rows, "x.data", &missing, o->view);
	for (uint32_t event = 0; event < t->profile.file->n_events && !result; event++)
		result = event_group_member(&t->groups, event) ? 0 : print_rows(out, &t->rows, event, &t->print, NULL);
	print_stats(out, &t->profile.analysis);
	return result;
}

/* Whatever is known in reports of one mode only, or in all: keys and fields, each followed by a comma. */
static void all_columns(enum sort_key_mode mode, struct buffer *keys, struct buffer *fields)
{
	const struct sort_key *key;

	for (size_t i = 0; (key = sort_keys_at(i)); i++)
		if (key->mode == mode)
			text_printf(sort_key_is_number(key) ? fields : keys, "%s,", key->name);
}

static int text_columns(struct text_report *t, const struct report_text_options *o, struct error *err)
{
	struct buffer keys, fields;
	int result;

	buffer_init(&keys);
	buffer_init(&fields);
	text_put(&fields, "+overhead,");
	if (o->all_keys)
		all_columns(o->mode, &keys, &fields);
	if (keys.size)
		keys.data[keys.size - 1] = 0;
	fields.data[fields.size - 1] = 0;
	result = columns_parse(&t->columns, keys.size ? (const char *)keys.data : o->sort,
			       o->all_keys ? (const char *)fields.data : NULL,
			       COLUMNS_SAMPLES | (o->children ? COLUMNS_CHILDREN : 0), o->mode, err);
	buffer_fini(&keys);
	buffer_fini(&fields);
	return result;
}

static int text_make(struct text_report *t, const struct perf_file *file, const struct report_text_options *o,
		     FILE *out, struct error *err)
{
	int result;

	if (profile_names_init(&t->names))
		return error_nomem(err);
	result = text_columns(t, o, err);
	if (!result && o->callgraph)
		result = callgraph_parse(&t->callgraph_options, o->callgraph, err);
	t->rows_options = (struct rows_options){
		.columns = &t->columns,
		.groups = &t->groups,
		.wants_children = o->children,
		.wants_callgraph = o->callgraph != NULL,
		.mode = o->mode,
		.workers = o->workers,
		.worker_entries = 64, /* made files are small */
	};
	if (!result)
		result = text_analyse(t, file, o, err);
	if (result)
		return result;
	result = event_groups_read(&t->groups, file, EVENT_GROUPS_AS_ARE, NULL, err);
	if (result)
		return result;
	result = profile_symbolize(&t->profile, NULL, err);
	if (!result)
		result = rows_build(&t->rows, &t->profile, &t->rows_options, err);
	if (result)
		return result;
	if (o->callgraph) {
		t->callgraph_options.skip_first = o->sort && !strncmp(o->sort, "sym", 3);
		if (callgraph_init(&t->callgraph, &t->rows, &t->callgraph_options))
			return error_nomem(err);
		if (o->steps)
			t->callgraph.steps.max = o->steps;
		t->print.callgraph = &t->callgraph;
	}
	t->print.quiet = !o->all_keys;
	return text_print(t, o, out);
}

char *report_text(const struct perf_file *file, const struct report_text_options *o, struct error *err)
{
	struct text_report t = { .callgraph_options = { .style = CALLGRAPH_GRAPH, .threshold = 0.5 } };
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	int result = out ? text_make(&t, file, o, out, err) : error_nomem(err);

	callgraph_fini(&t.callgraph);
	rows_fini(&t.rows);
	event_groups_fini(&t.groups);
	profile_fini(&t.profile);
	profile_names_fini(&t.names);
	if (out)
		fclose(out);
	if (!result)
		return text;
	free(text);
	return NULL;
}
