#include "report/command/report_make.h"

#include "common/log.h"
#include "report/script/script_fields.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

/* That the file has the callchains which the options ask for. */
static int report_check_chains(const struct report *r, struct error *err)
{
	const struct report_options *o = &r->options;

	if (perf_file_samples_have(r->reader.file, PERF_SAMPLE_CALLCHAIN))
		return 0;
	if (report_of_chains(r) && o->chains_or_not)
		return 0;
	if (report_of_chains(r))
		return error_set(err, -EINVAL, "%s has no callchains to fold; 'prec record -g' records them",
				 o->reader.input);
	if (o->callgraph_set && o->callgraph.style != CALLGRAPH_NONE)
		log_warn("%s has no callchains to show; 'prec record -g' records them", o->reader.input);
	return 0;
}

/* The samples that the options choose, before rows are. */
static int report_choose(struct report *r, struct error *err)
{
	const struct report_options *o = &r->options;
	const char *by_cpu = o->filter.cpus ? "-C" : o->socket ? "--socket-filter" : NULL;
	int result = reader_choose_in_any_order(&r->reader, by_cpu, err);

	if (!result && o->socket && !perf_file_has_feature(r->reader.file, FEATURE_CPU_TOPOLOGY))
		result = error_set(err, -EINVAL,
				   "the file does not say which CPU is in which socket, so --socket-filter "
				   "cannot choose among the samples");
	return result;
}

int report_make_plan(struct report *r, struct error *err)
{
	int result = report_choose(r, err);

	if (!result)
		result = report_check_chains(r, err);
	return result ? result : report_plan(r, err);
}

/* Stats and tasks are of all records, whatever rows there would be. */
int report_analyse(struct report *r, struct error *err)
{
	const struct report_options *o = &r->options;
	struct analysis_options options = { .max_memory = o->max_memory };
	const bool is_stats = r->shows == REPORT_STATS;

	rows_plan(&r->rows_options, &options);
	options.keeps_deferred = options.keeps_deferred || is_stats;
	if (r->shows < REPORT_FORMAT)
		options.plan =
			(struct sample_plan){ .by_shares = is_stats,
					      .by_chain = is_stats && perf_file_has_deferred_chains(r->reader.file) };
	options.plan.choice = reader_choice(&r->reader);
	options.want_spans = r->shows == REPORT_TASKS;
	options.stacks = is_stats ? NULL : &o->reader.symbols;
	return reader_analyse(&r->reader, &options, err);
}

/*
 * What is missing, why, and what can be done. On a terminal it is the end of the report, and messages wait until that
 * has been read.
 */
static int report_explain(struct report *r, struct error *err)
{
	struct analysis *a = &r->reader.profile.analysis;

	if (r->reader.screen.is_on)
		log_hold();
	reader_explain(&r->reader, &a->stacks.counts, &a->joined);
	if (missing_symbols_of_rows(&r->missing_symbols, &r->rows))
		return error_nomem(err);
	/* Why unwound chains break off is known; others may be what options left of them. */
	if (a->stacks.counts.n || r->options.max_stack || r->options.roots)
		r->rows.counted.ends = (struct chain_ends){ 0 };
	if (report_is_for_person(r))
		return 0;
	missing_symbols_explain(&r->missing_symbols, r->reader.file, &r->options.reader.symbols);
	chain_ends_explain(&r->rows.counted.ends);
	return 0;
}

static bool shows_source(const struct report *r)
{
	return r->options.wants_lines || r->options.wants_types ||
	       (!r->options.reader.no_inline && r->rows_options.wants_callgraph);
}

int report_name(struct report *r, struct error *err)
{
	struct resolver *resolver = &r->reader.profile.symbolizer.resolver;
	const struct analysis_effort *effort = &r->reader.profile.analysis.effort;
	int result = reader_symbolize(&r->reader, shows_source(r), err);

	/* Whoever asks for an address by its digits has to see it. */
	resolver->merge_missing_symbols = report_is_for_person(r) && !profile_filter_is_of_symbols(&r->options.filter);
	r->shared.locator = &resolver->locator;
	if (!result)
		result = rows_build(&r->rows, &r->reader.profile, &r->rows_options, err);
	progress_end(&r->reader.progress);
	if (!result)
		result = report_explain(r, err);
	log_debug("%s: %" PRIu64 " distinct keys, %" PRIu64 " counted again; in %" PRIu64 " parts; rows made by %u",
		  r->options.reader.input, effort->n_keys, effort->n_recounted, effort->n_partitions,
		  r->rows.counted.n_workers);
	return result;
}

void report_forget(struct report *r)
{
	callgraph_fini(&r->callgraph);
	missing_symbols_fini(&r->missing_symbols);
	rows_fini(&r->rows);
	report_plan_fini(r);
	reader_forget(&r->reader);
	r->callgraph = (struct callgraph){ 0 };
	memset(&r->missing_symbols, 0, sizeof(r->missing_symbols));
	memset(&r->rows, 0, sizeof(r->rows));
}
