#include "report/command/export_others.h"

#include "command/exit_status.h"
#include "common/log.h"
#include "report/command/cmd_report.h"
#include "report/command/cmd_script.h"
#include "report/command/report_options.h"
#include "report/command/script_options.h"
#include "report/print/formats.h"

#include <errno.h>

static int take_weight(void *weight, const char *word, struct error *err)
{
	if (report_weight_parse(weight, word))
		return 0;
	return error_set(err, -EINVAL, "--weight '%s': takes samples or period", word);
}

static const struct option options[] = {
	{ 's', "sort", "KEYS", "of folded, csv, jsonl: what distinguishes rows, as prec report -s",
	  OPTION_TEXT(struct export_row_options, sort) },
	{ 0, "children", NULL, "of csv, jsonl: count a function's callees to it (default with\ncallchains)",
	  OPTION_NEGATABLE, OPTION_FLAG(struct export_row_options, children) },
	{ 0, "weight", "OF", "of folded: the number of samples, or the sum of their periods",
	  OPTION_CALL_OF(struct export_row_options, weight, take_weight) },
	{ 0 },
};

const struct option_group export_row_group = { .options = options };

void export_row_options_init(struct export_row_options *o)
{
	*o = (struct export_row_options){ .children = -1, .weight = FORMAT_WEIGHT_OF_EVENT };
}

int export_row_options_check(const struct export_row_options *o, const struct export_format *format, struct error *err)
{
	bool is_folded = format->command == EXPORT_BY_REPORT && format_find(format->name)->of_chains;

	if (o->sort && format->command != EXPORT_BY_REPORT)
		return error_set(err, -EINVAL, "--sort: %s has no rows", format->name);
	if (o->children >= 0 && (format->command != EXPORT_BY_REPORT || is_folded))
		return error_set(err, -EINVAL, "--children: %s has whole stacks", format->name);
	if (o->weight != FORMAT_WEIGHT_OF_EVENT && !is_folded)
		return error_set(err, -EINVAL, "--weight: %s has other numbers", format->name);
	return 0;
}

static int export_by_report(const struct export_format *format, struct export_reader_options *from,
			    const struct export_row_options *rows)
{
	struct report_options o;
	struct error err = ERROR_INIT;

	report_options_init(&o);
	o.reader = from->reader;
	from->reader.tasks.cpus = (struct cpulist){ 0 };
	o.filter = from->filter;
	o.max_memory = from->max_memory;
	o.format = format_find(format->name);
	o.sort = rows->sort;
	o.children = rows->children;
	o.weight = rows->weight;
	o.chains_or_not = true;
	if (!report_options_finish(&o, &err))
		return report_show(&o);
	log_error("%s", err.message);
	report_options_fini(&o);
	return EXIT_USAGE;
}

static int export_by_script(struct export_reader_options *from)
{
	struct script_options o;

	script_options_init(&o);
	o.reader = from->reader;
	from->reader.tasks.cpus = (struct cpulist){ 0 };
	o.reader.header = true;
	o.in_stacks = true;                /* what readers of the text know */
	o.reader.symbols.no_bounds = true; /* as prec script */
	o.comms = from->filter.comms;
	o.dsos = from->filter.dsos;
	o.symbols_only = from->filter.symbols;
	return script_show(&o);
}

int export_by_other(const struct export_format *format, struct export_reader_options *from,
		    const struct export_row_options *rows, struct output_stream *output)
{
	from->reader.output = output;
	return format->command == EXPORT_BY_SCRIPT ? export_by_script(from) : export_by_report(format, from, rows);
}
