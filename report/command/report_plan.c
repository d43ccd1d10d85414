#include "report/command/report_plan.h"

#include "common/log.h"
#include "common/text.h"
#include "report/command/stitching.h"
#include "report/rows/sort_keys.h"
#include "report/script/script_fields.h"
#include "report/tracepoint/trace_fields.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool report_of_chains(const struct report *r)
{
	return r->shows == REPORT_FORMAT && r->options.format->of_chains;
}

/* A format whose lines are rows. */
static bool report_of_rows(const struct report *r)
{
	return r->shows == REPORT_FORMAT && r->options.format->of_rows;
}

/*
 * Branches that were recorded for their own sake, not as callchains: as in Linux perf, the feature says so. Where user
 * stacks were recorded too the samples count.
 */
static bool file_has_branches(const struct perf_file *f)
{
	return perf_file_has_feature(f, FEATURE_BRANCH_STACK) && !perf_file_samples_have(f, PERF_SAMPLE_STACK_USER);
}

/* Whether samples, branches or accesses to memory are counted. */
static int report_choose_mode(struct report *r, struct error *err)
{
	const struct report_options *o = &r->options;

	r->rows_options.time_quantum = o->time_quantum;
	if (o->mem_mode && o->branches > 0)
		return error_set(err, -EINVAL, "-b and --mem-mode are two reports: give one of them");
	if (o->mem_mode) {
		r->rows_options.mode = SORT_KEY_MEMORY;
		if (perf_file_samples_have(r->reader.file, PERF_SAMPLE_DATA_SRC | PERF_SAMPLE_ADDR))
			return 0;
		return error_set(err, -EINVAL, "%s: --mem-mode: no event has data addresses; record them with -d",
				 o->reader.input);
	}
	if (o->branches > 0 && !perf_file_samples_have(r->reader.file, PERF_SAMPLE_BRANCH_STACK))
		return error_set(err, -EINVAL, "%s: -b: no event has branches; prec record -b records them",
				 o->reader.input);
	if (o->branches > 0 ||
	    (o->branches < 0 && !report_of_chains(r) && r->shows != REPORT_STATS && file_has_branches(r->reader.file)))
		r->rows_options.mode = SORT_KEY_BRANCH;
	return 0;
}

/* Nothing but tracepoints, and what mappings and processes are recorded by. */
static bool file_is_of_tracepoints(const struct perf_file *f)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < f->n_events; i++) {
		const struct event_attr *attr = &f->events[i].attr;

		if (attr->type == PERF_TYPE_TRACEPOINT)
			n++;
		else if (!event_attr_is_dummy(attr))
			return false;
	}
	return n > 0;
}

/* A CPU that sampled accesses says what they were and how long they took; a page fault or a breakpoint does not. */
static bool file_knows_accesses(const struct perf_file *f)
{
	for (uint32_t i = 0; i < f->n_events; i++) {
		const struct event_attr *attr = &f->events[i].attr;

		if (attr->sample_type & (PERF_SAMPLE_ADDR | PERF_SAMPLE_DATA_SRC) && attr->type != PERF_TYPE_SOFTWARE &&
		    attr->type != PERF_TYPE_BREAKPOINT && attr->type != PERF_TYPE_TRACEPOINT)
			return true;
	}
	return false;
}

/* What is left of the keys of accesses where nothing is known of these, for a person who has no room for N/A. */
#define ADDRESS_KEYS "symbol_daddr,dso_daddr,sym,dso"

/* Linux perf's, for -s parent without -p: system calls and page faults. */
#define PARENT_DEFAULT "^sys_|^do_page_fault"

static int report_regex_compile(struct report_regex *regex, const char *option, const char *text, struct error *err)
{
	int code = regcomp(&regex->compiled, text, REG_EXTENDED | REG_NOSUB);
	char why[128];

	if (code) {
		regerror(code, &regex->compiled, why, sizeof(why));
		return error_set(err, -EINVAL, "%s '%s': %s", option, text, why);
	}
	regex->is_set = true;
	return 0;
}

static int report_choose_roots(struct report *r, struct error *err)
{
	int result;

	if (!r->options.roots)
		return 0;
	result = report_regex_compile(&r->roots, "--ignore-callees", r->options.roots, err);
	if (!result)
		r->rows_options.roots = &r->roots.compiled;
	return result;
}

/* -p asks for the sort key parent, too. */
static int report_choose_parent(struct report *r, struct error *err)
{
	const struct report_options *o = &r->options;
	char *sort = NULL;
	int result = report_regex_compile(&r->parent, "-p", o->parent ? o->parent : PARENT_DEFAULT, err);

	if (result)
		return result;
	r->rows_options.parent = &r->parent.compiled;
	if (!o->parent)
		return 0;
	r->rows_options.parents_only = o->parents_only;
	if (asprintf(&sort, "%s,parent", r->sort ? r->sort : columns_default_keys(r->rows_options.mode)) < 0)
		return error_nomem(err);
	free(r->sort);
	r->sort = sort;
	return 0;
}

/* The formats of tracepoints, read once. */
static struct trace_fields *report_formats(struct report *r)
{
	const struct kernel_functions functions = { shared_locator_kernel_function, &r->shared };
	struct error why = ERROR_INIT;

	if (!r->trace && !r->formats_read && trace_fields_open(&r->trace, r->reader.file, &functions, &why))
		log_warn("%s: the fields of tracepoints are not shown: %s", r->options.reader.input, why.message);
	r->formats_read = true;
	return r->trace;
}

/* Of a word in a list of keys: trace_fields. */
#define TRACE_FIELDS "trace_fields"

/* Appends the keys of all fields of all tracepoints, "%1.prev_comm,...". How many they are. */
static unsigned put_trace_fields(struct report *r, struct buffer *b)
{
	const struct trace_fields *trace = report_formats(r);
	const char *name;
	unsigned n = 0;
	size_t size;

	for (uint32_t e = 0; e < r->reader.file->n_events && trace; e++) {
		const struct event_attr *attr = &r->reader.file->events[e].attr;

		if (attr->type != PERF_TYPE_TRACEPOINT)
			continue;
		for (uint32_t i = 0; (name = trace_fields_name(trace, attr->config, i, &size)); i++)
			text_printf(b, "%s%%%" PRIu32 ".%.*s", n++ ? "," : "", e + 1, (int)size, name);
	}
	return n;
}

/* Puts the fields in the place of the word trace_fields; where they are more than there can be columns, the key trace.
 */
static int report_expand_sort(struct report *r, struct error *err)
{
	char *word = r->sort ? strstr(r->sort, TRACE_FIELDS) : NULL;
	struct buffer b;
	size_t before;
	unsigned n;

	if (!word || (word > r->sort && word[-1] != ',') ||
	    !(word[strlen(TRACE_FIELDS)] == ',' || !word[strlen(TRACE_FIELDS)]))
		return 0;
	buffer_init(&b);
	buffer_append(&b, r->sort, (size_t)(word - r->sort));
	before = b.size;
	n = put_trace_fields(r, &b);
	if (!n || n > COLUMNS_MAX / 2) {
		b.size = before;
		text_put(&b, "trace");
	}
	text_put(&b, word + strlen(TRACE_FIELDS));
	buffer_put_u8(&b, 0);
	if (!buffer_ok(&b)) {
		buffer_fini(&b);
		return error_nomem(err);
	}
	free(r->sort);
	r->sort = (char *)b.data;
	return 0;
}

/*
 * As in perf, of tracepoints alone what they say is shown by default, and a default that the user has set is not that
 * of accesses and branches; not in folded chains, whose frames say more.
 */
static int report_choose_sort(struct report *r, struct error *err)
{
	const struct report_options *o = &r->options;
	const char *usual;
	bool defaults = (!o->sort || *o->sort == '+') && (!o->fields || *o->fields == '+') && !report_of_chains(r);

	if (defaults && !o->sort && report_is_for_person(r) && r->rows_options.mode == SORT_KEY_MEMORY &&
	    !file_knows_accesses(r->reader.file)) {
		r->sort = strdup(ADDRESS_KEYS);
		return r->sort ? 0 : error_nomem(err);
	}
	usual = !defaults || r->rows_options.mode != SORT_KEY_ANY ? NULL
		: file_is_of_tracepoints(r->reader.file)          ? o->raw_trace ? TRACE_FIELDS : "trace"
								  : o->usual_sort;
	if (!usual) {
		r->sort = o->sort ? strdup(o->sort) : NULL;
		return o->sort && !r->sort ? error_nomem(err) : 0;
	}
	return asprintf(&r->sort, "%s%s%s", usual, o->sort ? "," : "", o->sort ? o->sort + 1 : "") < 0
		       ? error_nomem(err)
		       : 0;
}

/* What of the options decides which rows and chains are made. */
static void report_rows_options(struct report *r)
{
	struct report_options *o = &r->options;
	enum sort_key_mode mode = r->rows_options.mode;
	bool has_chains = perf_file_samples_have(r->reader.file, PERF_SAMPLE_CALLCHAIN) && mode != SORT_KEY_BRANCH;
	/* A terminal has no room for both of every member of a group. */
	bool room = !report_is_for_person(r) || r->groups.largest == 1;

	r->rows_options.wants_children = !report_of_chains(r) && !o->hierarchy && has_chains &&
					 mode != SORT_KEY_MEMORY && (o->children < 0 ? room : o->children);
	if (o->fields && *o->fields != '+')
		r->rows_options.wants_children = r->rows_options.wants_children && strstr(o->fields, "_children");
	if (!o->callgraph.caller_set)
		o->callgraph.by_caller = r->rows_options.wants_children;
	r->rows_options.columns = &r->columns;
	r->rows_options.filter = o->filter;
	r->rows_options.relative = o->relative;
	r->rows_options.workers = o->reader.workers;
	r->rows_options.group_sort = o->group_sort;
	r->rows_options.raw_trace = o->raw_trace;
	r->rows_options.socket = o->socket;
	r->rows_options.wants_callgraph =
		report_of_chains(r) || (has_chains && !report_of_rows(r) && o->callgraph.style != CALLGRAPH_NONE &&
					(r->shows != REPORT_PERSON || o->callgraph_set));
	r->rows_options.by_caller = o->callgraph.by_caller;
	r->rows_options.branch_history = o->callgraph.joins_branches;
	r->rows_options.max_stack = o->max_stack;
	r->rows_options.stitch = o->stitch ? stitching_registers(r->reader.file, o->reader.input) : 0;
	r->rows_options.own_prefixes = o->max_stack && o->callgraph.by_caller && !report_of_chains(r);
	r->rows_options.resolve = (o->reader.no_inline ? 0 : RESOLVE_INLINES) |
				  (o->filter.named_only ? RESOLVE_NAMED : 0) |
				  (o->callgraph.key == CALLGRAPH_ADDRESS ? RESOLVE_LINES | RESOLVE_ADDRESSES : 0) |
				  (o->callgraph.key == CALLGRAPH_SRCLINE ? RESOLVE_LINES : 0);
	/* Fractal graphs show what is much of a row, however little that is. */
	r->rows_options.chain_threshold =
		report_of_chains(r) || o->callgraph.style == CALLGRAPH_FRACTAL ? 0 : o->callgraph.threshold;
}

/* -g branch, where there is nothing of the kind to show. */
static void report_check_history(const struct report *r)
{
	const struct report_options *o = &r->options;
	uint32_t n = 0;

	if (!o->callgraph.joins_branches)
		return;
	for (uint32_t i = 0; i < r->reader.file->n_events; i++)
		n += event_has_branch_history(&r->reader.file->events[i].attr);
	if (!n)
		log_warn("%s: -g branch: no event has callchains and branches; 'prec record -g -b' records them",
			 o->reader.input);
	else if (r->rows_options.mode == SORT_KEY_BRANCH)
		log_warn("-g branch: branches are counted, which have no callchains; --no-branch-stack counts samples");
}

static bool file_has_tracepoints(const struct perf_file *f)
{
	for (uint32_t i = 0; i < f->n_events; i++)
		if (f->events[i].attr.type == PERF_TYPE_TRACEPOINT)
			return true;
	return false;
}

bool report_is_self_first(const struct report *r)
{
	const struct report_options *o = &r->options;

	return report_is_for_person(r) && r->rows_options.wants_children && o->children < 0 && !o->callgraph_set &&
	       !o->fields;
}

static int report_parse_columns(struct report *r, struct error *err)
{
	unsigned children = (r->rows_options.wants_children ? COLUMNS_CHILDREN : 0) |
			    (report_is_self_first(r) ? COLUMNS_SELF_FIRST : 0);
	enum sort_key_mode mode = r->rows_options.mode;
	int result;

	if (mode == SORT_KEY_ANY && file_has_tracepoints(r->reader.file))
		mode = SORT_KEY_TRACE;
	result = columns_parse(&r->columns, r->sort, r->options.fields, r->options.numbers | children, mode, err);
	r->misused = result == -EINVAL;
	return result;
}

/* Each field that is a key has to be one of a tracepoint. */
static int report_find_field(const struct report *r, struct column *column, struct error *err)
{
	char name[2 * COLUMNS_FIELD_MAX];

	for (uint32_t i = 0; i < r->reader.file->n_events; i++) {
		const struct event_attr *attr = &r->reader.file->events[i].attr;
		int width;

		if (!r->trace || attr->type != PERF_TYPE_TRACEPOINT ||
		    !sort_key_field_is_of(column, r->reader.file->events[i].name, i) ||
		    !trace_fields_has(r->trace, attr->config, column->field, &width))
			continue;
		column->width = width > column->width ? width : column->width;
	}
	if (column->width)
		return 0;
	snprintf(name, sizeof(name), "%s%s%s", column->event, column->event[0] ? "." : "", column->field);
	return sort_keys_unknown(name, strlen(name), err);
}

static int report_open_trace(struct report *r, struct error *err)
{
	int result = 0;

	if (!(r->columns.needs & KEY_TRACE))
		return 0;
	r->rows_options.trace = report_formats(r);
	for (unsigned i = 0; i < r->columns.n_keys && !result; i++)
		if (r->columns.keys[i].field[0])
			result = report_find_field(r, &r->columns.keys[i], err);
	r->misused = result != 0;
	return result;
}

/* How many threads run at a time is known by context switches only. */
static int report_check_switches(const struct report *r, struct error *err)
{
	if (!(r->columns.values & SAMPLE_VALUE_BIT(SAMPLE_VALUE_RUNNING)) && !r->options.filter.parallelism)
		return 0;
	for (uint32_t i = 0; i < r->reader.file->n_events; i++)
		if (r->reader.file->events[i].attr.flags & ATTR_CONTEXT_SWITCH)
			return 0;
	return error_set(err, -EINVAL,
			 "%s has no context switches, by which latency and parallelism are known; 'prec record "
			 "--latency' records them",
			 r->options.reader.input);
}

/* What of the file and the options decides which rows there are. Columns are parsed then. */
int report_plan(struct report *r, struct error *err)
{
	struct report_options *o = &r->options;
	int result;

	/* Each line of folded chains has one number, each line of a row one event. */
	result = event_groups_read(&r->groups, r->reader.file,
				   report_of_chains(r) || report_of_rows(r) ? EVENT_GROUPS_OFF : o->groups,
				   &r->reader.choice, err);
	if (result)
		return result;
	result = report_choose_mode(r, err);
	if (result)
		return result;
	report_rows_options(r);
	report_check_history(r);
	result = report_choose_sort(r, err);
	if (!result)
		result = report_expand_sort(r, err);
	if (result)
		return result;
	result = report_choose_parent(r, err);
	if (!result)
		result = report_choose_roots(r, err);
	r->misused = result == -EINVAL;
	if (result)
		return result;
	r->rows_options.groups = &r->groups;
	result = report_parse_columns(r, err);
	/* Callers are not distinguished by their addresses, so that none has a row. */
	if (!result && r->rows_options.wants_children && r->columns.needs & KEY_EXACT) {
		r->rows_options.wants_children = false;
		result = report_parse_columns(r, err);
	}
	if (r->columns.needs & KEY_LINE)
		r->rows_options.resolve |= RESOLVE_LINES;
	o->callgraph.skip_first = o->sort && !o->fields && !strncmp(o->sort, "sym", 3);
	if (!result)
		result = report_check_switches(r, err);
	return result ? result : report_open_trace(r, err);
}

static void regex_forget(struct report_regex *regex)
{
	if (regex->is_set)
		regfree(&regex->compiled);
	regex->is_set = false;
}

void report_plan_fini(struct report *r)
{
	event_groups_fini(&r->groups);
	free(r->sort);
	r->sort = NULL;
	regex_forget(&r->parent);
	regex_forget(&r->roots);
	r->groups = (struct event_groups){ 0 };
	r->rows_options = (struct rows_options){ 0 };
}
