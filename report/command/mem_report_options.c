#include "report/command/mem_report_options.h"

#include "command/mem_words.h"
#include "common/log.h"
#include "common/options.h"
#include "report/rows/columns.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* What perf mem report sorts by where it does not leave that to perf report: of loads with more columns, of stores. */
#define LOAD_KEYS  "local_weight,mem,sym,dso,symbol_daddr,dso_daddr,snoop,tlb,locked,blocked"
#define STORE_KEYS "mem,sym,dso,symbol_daddr,dso_daddr,tlb,locked"

static int take_type(void *options, const char *text, struct error *err)
{
	struct mem_report_options *o = options;
	unsigned types;

	if (!mem_words_types(text, &types))
		return error_set(err, -EINVAL, "-t '%s': takes load, store, or load,store%s", text,
				 isalpha((unsigned char)*text) ? "" : "; -x takes a separator of columns");
	o->stores_only = types == MEM_TYPE_STORE;
	return 0;
}

/* An empty one is none, as in perf. */
static int take_separator(void *report, const char *text, struct error *err)
{
	return *text ? report_options_take_separator(report, text, err) : 0;
}

static const struct option options[] = {
	{ 't', "type", "TYPE",
	  "the type of accesses: load, store, or load,store (default); of\nstores alone no weight is shown",
	  OPTION_CALL(take_type) },
	{ 'p', "phys-data", NULL, "show physical data addresses",
	  OPTION_FLAG(struct mem_report_options, access.shows_phys_addr) },
	{ 0, "data-page-size", NULL, "show the sizes of the pages of data",
	  OPTION_FLAG(struct mem_report_options, access.shows_page_size) },
	{ 'D', "dump-raw-samples", NULL, "print every sample, one a line, for programs to read",
	  OPTION_FLAG(struct mem_report_options, dump) },
	{ 'U', "hide-unresolved", NULL, "with -D: only samples in functions whose names are known",
	  OPTION_FLAG(struct mem_report_options, access.hide_unresolved) },
	{ 'x', "field-separator", "SEP",
	  "put SEP between columns and no padding; SEP in names\n"
	  "becomes a dot",
	  OPTION_CALL_OF(struct mem_report_options, report, take_separator) },
	OPTION_ABSENT("-T --type-profile",
		      "types of variables are not read from debug information; -s symbol_daddr shows which "
		      "variables were accessed"),
	OPTION_TITLED(struct mem_report_options, report, "Options of prec report:", &report_group),
	{ 0 },
};

const struct option_group mem_report_group = {
	.options = options,
	.usage = "Usage: prec mem report [OPTIONS]\n\n"
		 "Reads a perf.data file and shows which data were accessed, and from where.\n",
};

/* As in perf mem report, columns that are asked for come after any others. */
static int choose_sort(struct mem_report_options *o, struct error *err)
{
	struct report_options *r = &o->report;
	bool more = o->access.shows_phys_addr || o->access.shows_page_size;
	const char *keys = r->sort;

	o->sort_given = keys;
	if (!keys && o->stores_only)
		keys = STORE_KEYS;
	else if (!keys && more)
		keys = LOAD_KEYS;
	if (!keys)
		return 0;
	if (asprintf(&r->own_sort, "%s%s%s", keys, o->access.shows_phys_addr ? ",phys_daddr" : "",
		     o->access.shows_page_size ? ",data_page_size" : "") < 0) {
		r->own_sort = NULL;
		return error_nomem(err);
	}
	r->sort = r->own_sort;
	return 0;
}

int mem_report_options_parse(struct mem_report_options *o, int argc, char **argv, struct error *err)
{
	struct report_options *r = &o->report;
	int result;

	*o = (struct mem_report_options){ 0 };
	report_options_init(r);
	result = options_take_file(&mem_report_group, o, argc, argv, &r->reader.input, err);
	r->mem_mode = true;
	r->numbers |= COLUMNS_SAMPLES;
	if (!result)
		result = choose_sort(o, err);
	if (!result)
		result = report_options_finish(r, err);
	if (!result && o->access.hide_unresolved && !o->dump)
		log_warn("-U has no effect without -D: addresses without a symbol are rows of their own");
	return result;
}

/* What chooses samples by all others, and what is another output. */
static int check_dump(const struct report_options *r, struct error *err)
{
	const char *other = r->format             ? "--format"
			    : r->stats            ? "--stats"
			    : r->tasks            ? "--tasks"
			    : r->parallelism_list ? "--parallelism"
			    : r->socket           ? "--socket-filter"
			    : r->parents_only     ? "--exclude-other"
						  : NULL;

	return other ? error_set(err, -EINVAL, "-D prints samples one by one; it excludes %s", other) : 0;
}

static void warn_of_rows(const struct mem_report_options *o)
{
	const struct report_options *r = &o->report;
	const char *of_rows = o->sort_given           ? "--sort"
			      : r->fields             ? "--fields"
			      : r->parent             ? "--parent"
			      : r->roots              ? "--ignore-callees"
			      : r->hierarchy          ? "--hierarchy"
			      : r->percent_limit >= 0 ? "--percent-limit"
			      : r->relative           ? "--percentage"
			      : r->callgraph_set      ? "--call-graph"
						      : NULL;

	if (of_rows)
		log_warn("%s has no effect with -D, which has no rows", of_rows);
}

int mem_report_options_dump(struct mem_report_options *o, struct script_options *ret_script, struct error *err)
{
	struct report_options *r = &o->report;
	int result = check_dump(r, err);

	if (result)
		return result;
	warn_of_rows(o);
	o->access.separator = r->separator ? r->separator : " ";
	*ret_script = (struct script_options){ .reader = r->reader,
					       .comms = r->filter.comms,
					       .dsos = r->filter.dsos,
					       .symbols_only = r->filter.symbols,
					       .no_chains = true,
					       .access = &o->access,
					       .quiet = r->quiet };
	ret_script->reader.symbols.no_bounds = true; /* as prec script */
	ret_script->reader.color = SCREEN_COLOR_NEVER;
	script_fields_init(&ret_script->fields);
	r->reader.tasks.cpus = (struct cpulist){ 0 };
	report_options_fini(r);
	return 0;
}
